// Texts with random damage: reading them never crashes, and what can be read verifies or not, prints and
// reads back, and goes through the passes.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "ir/passes/pass.h"
#include "ir/text/text.h"
#include "ir/verify.h"

namespace ir {
namespace {

std::vector<std::string> seeds() {
  std::vector<std::filesystem::path> paths;
  for (const char* folder : {"simplify", "cse", "dce", "inline", "prune_calls", "grad", "jvp"}) {
    const auto path = std::filesystem::path(GRADC_SOURCE_DIR "/tests/golden") / folder;
    if (!std::filesystem::exists(path)) continue;
    for (const auto& entry : std::filesystem::directory_iterator(path)) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> texts;
  for (const auto& path : paths) {
    std::ifstream stream(path);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    texts.push_back(text.substr(0, text.find("// ----")));
  }
  return texts;
}

class Damage {
 public:
  explicit Damage(std::vector<std::string> seeds) : seeds_(std::move(seeds)) {}

  std::string text() {
    std::string damaged = any();
    for (std::size_t i = 0, n = 1 + below(4); i < n && !damaged.empty(); ++i) hurt(damaged);
    return damaged;
  }

 private:
  std::size_t below(std::size_t n) { return n == 0 ? 0 : random_() % n; }
  const std::string& any() { return seeds_[below(seeds_.size())]; }

  void hurt(std::string& text) {
    static const std::vector<std::string> kPieces{"%",
                                                  "@",
                                                  "{",
                                                  "}",
                                                  "(",
                                                  ")",
                                                  "<",
                                                  ">",
                                                  "[",
                                                  "]",
                                                  ",",
                                                  ":",
                                                  "=",
                                                  "->",
                                                  "-",
                                                  "*",
                                                  "#1",
                                                  "?",
                                                  "\"",
                                                  "\\",
                                                  "loc 0",
                                                  "min(",
                                                  "div(x.0, 0)",
                                                  "9223372036854775807",
                                                  "-9223372036854775808",
                                                  "1e308",
                                                  "inf",
                                                  "nan",
                                                  "seq<",
                                                  "f16",
                                                  "i64",
                                                  "carried = 7",
                                                  "axes = [0, 1]",
                                                  "if",
                                                  "while",
                                                  "scan",
                                                  "call @f",
                                                  "return",
                                                  "func @f",
                                                  "locations {",
                                                  "derived"};
    const std::size_t at = below(text.size()), length = std::min<std::size_t>(below(12), text.size() - at);
    switch (below(6)) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text.insert(at, kPieces[below(kPieces.size())]);
        break;
      case 2:
        text[at] = static_cast<char>(below(256));
        break;
      case 3:
        text.insert(at, text.substr(below(text.size()), 40));
        break;
      case 4:
        replace_word(text, at);
        break;
      default: {
        const std::string& other = any();
        text = text.substr(0, at) + other.substr(below(other.size()));
      }
    }
  }

  // A word by another one, which more often leaves something that can be read.
  void replace_word(std::string& text, std::size_t at) {
    const auto word_at = [](const std::string& in, std::size_t from) {
      const std::size_t start = in.find_first_not_of(" \n{}(),:=", from);
      if (start == std::string::npos) return std::pair{in.size(), std::size_t{0}};
      return std::pair{start, std::min(in.find_first_of(" \n{}(),:=", start), in.size()) - start};
    };
    const std::string& other = below(2) == 0 ? text : any();
    const auto [from, size] = word_at(other, below(other.size()));
    const std::string word = other.substr(from, size);
    const auto [to, old] = word_at(text, at);
    text.replace(to, old, word);
  }

  std::vector<std::string> seeds_;
  std::mt19937_64 random_{20240607};
};

TEST(Fuzz, DamagedTextsAreReadOrRefused) {
  Damage damage(seeds());
  int read = 0, sound = 0;
  for (int i = 0; i < 10000; ++i) {
    const std::string text = damage.text();
    SCOPED_TRACE(text);
    Diagnostics diagnostics;
    const auto module = parse(text, diagnostics);
    ASSERT_EQ(module.has_value(), diagnostics.empty());
    if (!module) continue;
    ++read;
    const std::string printed = print(*module);
    const auto again = parse(printed, diagnostics);
    ASSERT_TRUE(again) << diagnostics.text() << printed;
    ASSERT_EQ(print(*again), printed);
    if (!verify(*module, diagnostics)) continue;
    ++sound;
    PassOptions options;
    options.verify_each = true;
    Diagnostics none;
    ASSERT_TRUE(run_passes(*module, "simplify,cse,dce,prune_calls", options, none)) << none.text() << printed;
    run_passes(*module, "inline,simplify", options, none);  // recursion is refused
  }
  // The damage is such that something is left to test.
  EXPECT_GT(read, 500);
  EXPECT_GT(sound, 300);
}

}  // namespace
}  // namespace ir
