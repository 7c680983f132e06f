#include "op_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <string_view>
#include <vector>

#include "ir/kind.h"
#include "ir/op.h"

namespace {

struct Row {
  const char* name;
  ir::Kind kind;
};
constexpr Row kRows[] = {
#define GRADC_OP(Name) {#Name, ir::Kind::Name},
#include "ir/ops.def"
#undef GRADC_OP
};

struct Names {
  ir::Kind kind;
  const char *torch, *numpy, *jax;
};
constexpr Names kNames[] = {
#define GRADC_OP_NAMES(Name, torch, numpy, jax) {ir::Kind::Name, torch, numpy, jax},
#include "ir/op_names.def"
#undef GRADC_OP_NAMES
};

constexpr const char* kNoNames = "no names";  // what the test of the table looks for

std::string read(const std::string& path) {
  std::ifstream stream(path);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// The comment before each struct of a family, by the name of the struct, lines joined.
void read_comments(const std::string& text, std::map<std::string, std::string>& comments) {
  static const std::regex head(R"(struct (\w+)[ :].*)");
  std::string comment, line;
  std::smatch match;
  for (std::istringstream lines(text); std::getline(lines, line);) {
    if (line.starts_with("// ")) {
      comment += (comment.empty() ? "" : " ") + line.substr(line.find_first_not_of(' ', 2));
    } else {
      if (std::regex_match(line, match, head)) comments.emplace(match[1], comment);
      comment.clear();
    }
  }
}

std::string in_a_cell(std::string text) {
  text = std::regex_replace(text, std::regex(R"(\|)"), R"(\|)");
  text = std::regex_replace(text, std::regex("<"), "&lt;");
  return std::regex_replace(text, std::regex(" {2,}"), "; ");
}

// The parts of a list with semicolons, as code.
std::string code(std::string_view parts) {
  std::string text;
  std::istringstream list{std::string(parts)};
  for (std::string part; std::getline(list, part, ';');)
    text += fmt::format("{}`{}`", text.empty() ? "" : "<br>",
                        std::regex_replace(part.substr(part.find_first_not_of(' ')), std::regex(R"(\|)"), R"(\|)"));
  return text;
}

std::string elsewhere(std::string_view names) { return names.empty() ? kNoNames : names == "-" ? "-" : code(names); }

// The columns of the names of an op.
std::string names_elsewhere(ir::Kind kind) {
  const auto row = std::find_if(std::begin(kNames), std::end(kNames), [&](const Names& names) { return names.kind == kind; });
  if (row == std::end(kNames)) return kNoNames;
  return fmt::format("{} | {} | {}", elsewhere(row->torch), elsewhere(row->numpy), elsewhere(row->jax));
}

}  // namespace

// In the order of ops.def, whose comments name the families.
std::string op_table(const std::string& source_dir) {
  const std::string rows = read(source_dir + "/ir/ops.def");
  std::string out = R"(# Ops

Every op, by family: its calls in C++, its name in the IR, its value and derivative with the behaviour at kinks and singular
points, and its names in other libraries. x̄ is the adjoint of x and ẋ its tangent. Ops without a call in C++ are made by the
front end and by differentiation. [How to extend gradc](adding.md#an-op) explains the words in the calls.

Names elsewhere: `F` is `torch.nn.functional`, `np` is `numpy`, `jnp` is `jax.numpy`, `lax` is `jax.lax`. Where NumPy has no such
function, the column may have SciPy's; where JAX has none, Optax's or Flax's. Defaults, layouts and gradients at kinks may differ.

This page is generated from `ir/ops/` and `ir/op_names.def` by `gradc_golden_tests --update`.
)";
  std::map<std::string, std::string> comments;
  std::istringstream lines(rows);
  static const std::regex family(R"(// ((?:\w+/)?(\w+))\.h)"), row(R"(GRADC_OP\((\w+)\))");
  std::size_t next = 0;
  std::smatch match;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_match(line, match, family)) {
      comments.clear();
      read_comments(read(source_dir + "/ir/ops/" + match[1].str() + ".h"), comments);
      out += fmt::format("\n## {}\n\n| in C++ | op | value and derivative | PyTorch | NumPy | JAX |\n|---|---|---|---|---|---|\n", match[2].str());
    } else if (std::regex_match(line, match, row)) {
      const ir::Kind kind = kRows[next++].kind;
      const ir::OpInfo& info = ir::definition(kind).info;
      out += fmt::format("| {} | `{}` | {} | {} |\n", code(info.cpp), info.name, in_a_cell(comments[match[1]]), names_elsewhere(kind));
    }
  }
  return out;
}
