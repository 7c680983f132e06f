// Values, adjoints and tangents as other libraries compute them: oracles.txt.gz, which scripts/oracles.py wrote, and
// oracles_torch.txt.gz by scripts/oracles_torch.py, of complex numbers and of what else PyTorch has.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

#include "ir/op.h"
#include "ir/passes/derivative.h"
#include "ir/text/text.h"
#include "tests/reference/differences.h"
#include "tests/reference/interpreter.h"

namespace {

using reference::Value;

struct Typed {
  std::string type;  // as IR text has it
  Value value;
};
struct Oracle {
  std::string op, attributes;
  std::vector<Typed> x;
  std::map<std::string, Typed> said;  // y, ybar, xbar0, ...
};

std::string uncompressed(const std::string& path) {
  const gzFile file = gzopen(path.c_str(), "rb");
  if (!file) throw std::runtime_error("can't read " + path);
  std::string text;
  char part[1 << 16];
  for (int n = 0; (n = gzread(file, part, sizeof part)) > 0;) text.append(part, static_cast<std::size_t>(n));
  gzclose(file);
  return text;
}

// "f64[2,3] : 1 2.5 nan ..."
Typed read_value(std::istringstream& line) {
  std::string type, colon, word;
  line >> type >> colon;
  const std::size_t open = type.find('[');
  const std::string element = type.substr(0, open);
  std::vector<std::int64_t> extents;
  std::istringstream list(open == std::string::npos ? "" : type.substr(open + 1, type.size() - open - 2));
  for (std::string extent; std::getline(list, extent, ',');) extents.push_back(std::stoll(extent));
  ir::Literal literal = ir::Literal::zeros(
      ir::element_type(element).value(), extents);
  std::size_t i = 0;
  for (; line >> word; ++i) {
    if (ir::is_differentiable(literal.element)) literal.reals.at(i) = std::strtod(word.c_str(), nullptr);
    else literal.integers.at(i) = std::stoll(word);
  }
  if (i != literal.reals.size() + literal.integers.size()) throw std::runtime_error("not as many numbers as " + type);
  const std::string shape = open == std::string::npos ? "" : fmt::format("[{}]", fmt::join(extents, ", "));
  return {element + shape, literal};
}

std::vector<Oracle> read_oracles(const std::string& file) {
  std::vector<Oracle> all;
  std::istringstream text(uncompressed(GRADC_SOURCE_DIR "/tests/ops/" + file));
  for (std::string row; std::getline(text, row);) {
    std::istringstream line(row);
    std::string tag;
    line >> tag;
    if (tag == "op") {
      all.emplace_back();
      line >> all.back().op >> std::ws;
      std::getline(line, all.back().attributes);
    } else if (tag == "x") {
      all.back().x.push_back(read_value(line));
    } else {
      all.back().said.emplace(tag, read_value(line));
    }
  }
  return all;
}

std::string function_text(const Oracle& oracle) {
  std::string parameters, operands;
  for (std::size_t i = 0; i < oracle.x.size(); ++i) {
    parameters += fmt::format("{}%x{}: {}", i ? ", " : "", i, oracle.x[i].type);
    operands += fmt::format("{}%x{}", i ? ", " : "", i);
  }
  const std::string& type = oracle.said.at("y").type;
  return fmt::format("func @f({}) -> ({}) {{\n  %y = {} {}{} : {}\n  return %y\n}}\n", parameters, type, oracle.op, operands,
                     oracle.attributes.empty() ? "" : " " + oracle.attributes, type);
}

constexpr double kTolerance = 1e-10;

void compare(const Value& ours, const Typed& theirs, const std::string& what, const std::string& text) {
  EXPECT_LE(reference::relative_error(ours, theirs.value), kTolerance) << what << "\n" << text;
}

void check(const Oracle& oracle) {
  const std::string text = function_text(oracle);
  ir::Diagnostics problems;
  const auto module = ir::parse(text, problems);
  ASSERT_TRUE(module) << problems.text() << text;
  std::vector<Value> x;
  for (const Typed& operand : oracle.x) x.push_back(operand.value);
  compare(reference::interpret(*module, {0}, x).at(0), oracle.said.at("y"), "value", text);
  if (!oracle.said.contains("ybar")) return;

  ir::DerivativeOptions options;
  options.unconnected = ir::Unconnected::zero;
  std::vector<Value> seeded = x, moved = x;
  seeded.push_back(oracle.said.at("ybar").value);
  std::vector<std::string> numbers;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!oracle.said.contains(fmt::format("xbar{}", i))) continue;
    options.wrt.push_back((*module).functions[0].arguments()[i]);
    numbers.push_back(std::to_string(i));
    moved.push_back(oracle.said.at("xdot" + numbers.back()).value);
  }
  const auto reverse = ir::differentiate_reverse(*module, {0}, options, problems);
  ASSERT_TRUE(reverse) << problems.text() << text;
  const auto adjoints = reference::interpret(reverse->module, reverse->function, seeded);
  for (std::size_t k = 0; k < numbers.size(); ++k)
    compare(adjoints.at(k + 1), oracle.said.at("xbar" + numbers[k]), "adjoint " + numbers[k], text);
  const auto forward = ir::differentiate_forward(*module, {0}, options, problems);
  ASSERT_TRUE(forward) << problems.text() << text;
  compare(reference::interpret(forward->module, forward->function, moved).at(1), oracle.said.at("ydot"), "tangent", text);
}

void check_all(const std::string& file) {
  for (const Oracle& oracle : read_oracles(file)) check(oracle);
}
TEST(Oracles, AgreeWithOtherLibraries) { check_all("oracles.txt.gz"); }
TEST(Oracles, AgreeWithTorch) { check_all("oracles_torch.txt.gz"); }

// Ops of which no other library says what they give.
const std::map<std::string_view, std::set<std::string_view>> kWithout{
    {"numbers of the generator, whose words are compared with the published ones (tests/runtime)",
     {"random_bits", "random_uniform", "random_normal", "fold_in_seed", "fold_in_stream", "random_uniform_between",
      "random_truncated_normal", "random_exponential", "random_gumbel", "random_gamma", "random_integers", "random_bernoulli",
      "random_permutation", "random_categorical", "gumbel_softmax", "dropout"}},
    {"what completes a basis may be any", {"qr_complete_q", "svd_complete_u", "svd_complete_vt"}},
    {"they give their operand", {"prevent_gradient", "label", "checkpoint", "optimization_barrier", "print"}},
    {"it gives nothing", {"assert_true"}},
};

TEST(Oracles, AreThereForEachOpThatIsCalled) {
  std::set<std::string_view> open;
  for (const ir::OpDefinition& op : ir::op_table())
    if (!op.info.cpp.empty()) open.insert(op.info.name);
  for (const char* file : {"oracles.txt.gz", "oracles_torch.txt.gz"})
    for (const Oracle& oracle : read_oracles(file)) open.erase(oracle.op);
  for (const auto& [why, ops] : kWithout)
    for (std::string_view op : ops) EXPECT_EQ(open.erase(op), 1u) << op << " has an oracle, or is no op: " << why;
  EXPECT_TRUE(open.empty()) << fmt::format("{}", fmt::join(open, " "));
}

}  // namespace
