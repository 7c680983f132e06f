// Generated code is read by people: what it says of extents is short, and there is no more of it than there need be.
#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <vector>

#include "shell.h"

namespace {

// The statements of the text, each on one line, without comments and strings.
std::vector<std::string> statements(const std::string& text) {
  std::vector<std::string> out(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 2, "//") == 0 || (text[i] == '#' && (i == 0 || text[i - 1] == '\n'))) {
      i = std::min(text.find('\n', i), text.size());
      continue;
    }
    if (text[i] == '"') {
      i = text.find('"', i + 1);
      continue;
    }
    if (text[i] == '\n' || (text[i] == ' ' && out.back().ends_with(' '))) continue;
    out.back() += text[i];
    const bool ends = text[i] == ';' || text.compare(i, 2, "{\n") == 0 || (text[i] == '}' && i > 0 && text[i - 1] == ' ');
    if (ends) out.emplace_back();
  }
  return out;
}

constexpr char kOfWords[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";

// Whether it says what an extent is: `const std::int64_t name = ...`, `shared.name = ...`, where several parts read it, or
// `const auto [...`. By hand, as std::regex takes most of the time of all tests here.
bool is_definition(std::string_view statement) {
  const auto skip = [&](std::string_view text) {
    const bool found = statement.substr(0, text.size()) == text;
    if (found) statement.remove_prefix(text.size());
    return found;
  };
  while (skip(" ")) {}
  skip("static ");
  if (skip("const auto [")) return true;
  if (skip("shared")) {
    statement.remove_prefix(std::min(statement.find_first_not_of("_0123456789"), statement.size()));
    if (!skip(".")) return false;
  } else if (!skip("const std::int64_t ")) {
    return false;
  }
  if (statement.empty() || statement[0] < 'a' || statement[0] > 'z') return false;
  return statement.substr(std::min(statement.find_first_not_of(kOfWords), statement.size())).substr(0, 2) == " =";
}

// But for t1, t2, ...: integers of the user's that have no name.
std::set<std::string> extents_of(const std::vector<std::string>& statements) {
  std::set<std::string> names;
  const std::regex declared(R"(\b(?!t\d)\w+(?= = ))"), bound(R"(\w+(?=[,\]]))");
  for (const std::string& statement : statements) {
    if (!is_definition(statement) || statement.find("end_") != std::string::npos) continue;
    const std::regex& name = statement.find("auto [") == std::string::npos ? declared : bound;
    for (std::sregex_iterator it(statement.begin(), statement.end(), name), end; it != end; ++it) names.insert((*it)[0]);
  }
  return names;
}

// The longest expressions over extents in a statement: as many names, in runs that nothing but operators holds together.
std::size_t names_together(const std::string& statement, const std::set<std::string>& extents) {
  std::size_t together = 0, most = 0, end = 0;
  for (std::size_t at = statement.find_first_of(kOfWords); at != std::string::npos; at = statement.find_first_of(kOfWords, end)) {
    const std::string between = statement.substr(end, at - end);
    if (between != " - " && between != " + " && between != " * ") together = 0;
    end = std::min(statement.find_first_not_of(kOfWords, at), statement.size());
    const std::string each = statement.substr(at, end - at);
    const bool is_number = each[0] >= '0' && each[0] <= '9';
    together = extents.count(each) != 0 ? together + 1 : is_number ? together : 0;
    most = std::max(most, together);
  }
  return most;
}

// The statements that say more of extents than two names and a number, but for those that say what an extent is, and those
// of bytes of memory that may be too many, which are computed in another way.
std::vector<std::string> long_ones(const std::string& text) {
  std::vector<std::string> out;
  const std::string end = "\n}\n";
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t next = std::min(text.find(end, at), text.size() - end.size()) + end.size();
    const std::vector<std::string> function = statements(text.substr(at, next - at));
    const std::set<std::string> extents = extents_of(function);
    for (const std::string& each : function) {
      const bool calls = each.find("_extent(") != std::string::npos && each.find("require_extent(") == std::string::npos;
      if (is_definition(each) || each.find("gradc::Bytes(") != std::string::npos) continue;
      if (calls || names_together(each, extents) > 2) out.push_back(each);
    }
    at = next;
  }
  return out;
}

class Readable : public ShellTest {
 protected:
  // What is generated of a source of this repository.
  std::string generated(const std::string& source) const {
    const std::string root = GRADC_REPOSITORY;
    const Outcome run = gradc(quoted(root + "/" + source) + " -q -o - -- -std=c++17 -I" + quoted(root + "/runtime/include") + " -I" +
                              quoted(root));
    EXPECT_EQ(run.status, 0) << run.err;
    return run.out;
  }
};

TEST(ReadableText, TellsLongExpressionsOverExtents) {
  const std::string head = "void f() {\n  const std::int64_t x_rows = x.extent(0), y_rows = y.extent(0);\n"
                           "  const auto [a, b] = z.extents();\n  const std::int64_t size = a * b * x_rows;\n";
  EXPECT_EQ(long_ones(head + "  g({x_rows, a * b, size - 1}, \"a * b * x_rows\");  // a * b * x_rows\n}\n").size(), 0U);
  EXPECT_EQ(long_ones(head + "  for (std::int64_t i = 0; i < a * b; ++i) t[i * a + b] = u[i * size];\n}\n").size(), 0U);
  EXPECT_EQ(long_ones(head + "  g({4 * a * b *\n      x_rows});\n}\n").size(), 1U);
  EXPECT_EQ(long_ones(head + "  t[i * (x_rows - a + b)] = 1;\n}\n").size(), 1U);
  EXPECT_EQ(long_ones(head + "  g(gradc::scalar::max_extent(a, 0));\n}\n").size(), 1U);
  EXPECT_EQ(long_ones(head + "  shared_2.t1_size = gradc::scalar::max_extent(a, 0);\n}\n").size(), 0U);
}

TEST_F(Readable, ExpressionsOverExtentsAreShortInAllSamples) {
  for (const char* sample : {"01_scalar", "02_vector", "03_regression", "04_digits", "05_loops", "06_recurrent", "07_newton", "08_convnet",
                             "09_gaussian_process", "10_newton_cg", "11_sensitivity", "12_memory"})
    EXPECT_EQ(long_ones(generated(std::string("samples/") + sample + "/model.cpp")), std::vector<std::string>()) << sample;
}

TEST_F(Readable, ExpressionsOverExtentsAreShortInSourcesOfTests) {
  for (const char* source : {"e2e/networks/convolutions.cpp", "e2e/tensors/extents.cpp", "e2e/calls/kept.cpp", "e2e/control/flow.cpp",
                             "e2e/tensors/parts.cpp", "e2e/networks/networks.cpp", "e2e/tensors/tensors.cpp", "golden/cpp/model.cpp"})
    EXPECT_EQ(long_ones(generated(std::string("tests/") + source)), std::vector<std::string>()) << source;
}

// The output of a convolution was spelt out on six lines wherever it was used: 3347 lines.
TEST_F(Readable, AConvolutionalNetworkIsNotThousandsOfLines) {
  const std::string text = generated("samples/08_convnet/model.cpp");
  const std::string source = text.substr(text.find("#include <gradc/detail/strict.h>"));
  EXPECT_LT(std::count(source.begin(), source.end(), '\n'), 1200);
  EXPECT_NE(source.find("const std::int64_t y_extent_2 = images_extent_2 - filters_extent_2 + 3;"), std::string::npos);
}

// Comments give the text of a statement once in each function.
TEST_F(Readable, AStatementIsGivenOnce) {
  const std::string text = generated("samples/08_convnet/model.cpp");
  const std::string begin = "void learn_vjp(", statement = "model.cpp:36  const auto first";
  const std::size_t at = text.find(begin, text.find("#include <gradc/detail/strict.h>"));
  ASSERT_NE(at, std::string::npos);
  const std::string function = text.substr(at, text.find("\n}\n", at) - at);
  const std::size_t first = function.find(statement);
  EXPECT_NE(first, std::string::npos);
  EXPECT_EQ(function.find(statement, first + 1), std::string::npos);
}

// A function that stays one says which it is.
TEST_F(Readable, FunctionsThatStaySayWhatTheyAre) {
  const std::string text = generated("tests/e2e/calls/kept.cpp");
  EXPECT_NE(text.find("static void once_adjoint("), std::string::npos);
  const std::regex commented(R"(// The [^\n]*\(kept\.cpp:\d+\)[^\n]*\.\nstatic void )"), any(R"(\nstatic void [^;]*?\{\n)");
  EXPECT_EQ(std::distance(std::sregex_iterator(text.begin(), text.end(), commented), {}),
            std::distance(std::sregex_iterator(text.begin(), text.end(), any), {}));
}

// Functions that call one another compute no value again.
TEST_F(Readable, FunctionsThatCallOneAnotherComputeNothingAgain) {
  const std::string text = generated("tests/e2e/calls/calls.cpp");
  for (const char* name : {"even_recursion_joint", "odd_recursion_joint"}) EXPECT_NE(text.find(name), std::string::npos) << name;
  for (const char* name : {"even_recursion_adjoint(", "odd_recursion_adjoint("}) EXPECT_EQ(text.find(name), std::string::npos) << name;
}

// Lambdas and objects that are called by what the user calls them.
TEST_F(Readable, FunctionsOfLambdasCarryTheirNames) {
  for (const char* source : {"tests/e2e/calls/kept.cpp", "tests/e2e/calls/calls.cpp"})
    EXPECT_EQ(generated(source).find("static void operator_"), std::string::npos) << source;
  EXPECT_NE(generated("tests/e2e/calls/calls.cpp").find("static void self_recursion_joint("), std::string::npos);
}

}  // namespace
