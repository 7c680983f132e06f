#include "op_table.h"

#include <fmt/format.h>

#include <fstream>
#include <map>
#include <regex>
#include <sstream>
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

std::string calls(const ir::OpInfo& info) {
  std::string text;
  std::istringstream list{std::string(info.cpp)};
  for (std::string call; std::getline(list, call, ';');)
    text += fmt::format("{}`{}`", text.empty() ? "" : "<br>",
                        std::regex_replace(call.substr(call.find_first_not_of(' ')), std::regex(R"(\|)"), R"(\|)"));
  return text;
}

}  // namespace

// In the order of ops.def, whose comments name the families.
std::string op_table(const std::string& source_dir) {
  const std::string rows = read(source_dir + "/ir/ops.def");
  std::string out = R"(# Ops

Every op, family by family: the calls of C++ that mean it, its name in the IR, its value and its derivative with what
happens at kinks and singular points. x̄ is the adjoint of x and ẋ its tangent. Made from the paragraphs in `ir/ops/` by
`gradc_golden_tests --update`; docs/adding.md says what the words in the calls stand for. Ops without a call are what the
front end and derivatives are made of.
)";
  std::map<std::string, std::string> comments;
  std::istringstream lines(rows);
  static const std::regex family(R"(// (\w+)\.h)"), row(R"(GRADC_OP\((\w+)\))");
  std::size_t next = 0;
  std::smatch match;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_match(line, match, family)) {
      comments.clear();
      read_comments(read(source_dir + "/ir/ops/" + match[1].str() + ".h"), comments);
      out += fmt::format("\n## {}\n\n| in C++ | op | value and derivative |\n|---|---|---|\n", match[1].str());
    } else if (std::regex_match(line, match, row)) {
      const ir::OpInfo& info = ir::definition(kRows[next++].kind).info;
      out += fmt::format("| {} | `{}` | {} |\n", calls(info), info.name, in_a_cell(comments[match[1]]));
    }
  }
  return out;
}
