// Long scopes in parts.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "codegen/text/parts.h"

namespace {

using codegen::in_parts;
using codegen::Names;

// `count` assignments, each of which is one line.
std::string filling(int count, const std::string& line = "out[0] += 1;\n") {
  std::string text;
  for (int i = 0; i < count; ++i) text += line;
  return text;
}

int count_of(const std::string& text, const std::string& what) {
  int count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

bool contains(const std::string& text, const std::string& what) { return text.find(what) != std::string::npos; }

std::string parted(const std::string& text) {
  Names names;
  return in_parts(text, names);
}

// Lines of code of the longest part.
int longest_part(const std::string& text) {
  int longest = 0;
  for (std::size_t at = text.find("gradc::part("); at != std::string::npos; at = text.find("gradc::part(", at + 1)) {
    const std::string part = text.substr(at, text.find("\n});", at) - at);
    longest = std::max(longest, count_of(part, "\n"));
  }
  return longest;
}

TEST(Parts, ShortScopesStayAsTheyAre) {
  const std::string text = "const double a = 1;\n" + filling(400) + "out[1] = a;\n";
  EXPECT_EQ(parted(text), text);
}

TEST(Parts, LongScopesBecomePartsOfBoundedLength) {
  const std::string text = parted(filling(3000));
  EXPECT_EQ(count_of(text, "gradc::part([&] {"), 15);
  EXPECT_LE(longest_part(text), 201);
  EXPECT_EQ(count_of(text, "out[0] += 1;"), 3000);
  EXPECT_FALSE(contains(text, "struct"));
}

TEST(Parts, WhatSeveralPartsReadIsInOneStructure) {
  const std::string text = parted("const double a = x[0];\nconst double b = a + 1;\nconst std::int64_t n = 3;\nfloat sum;\nsum = 2;\n" +
                                  filling(700) + "out[1] = a + b.a * n + sum;  // a\ncheck(\"a\", a);\n" + filling(100));
  EXPECT_TRUE(contains(text, "struct {  // what more than one part reads\n  double a, b;\n  float sum;\n  std::int64_t n;\n} shared;\n"));
  EXPECT_TRUE(contains(text, "  shared.a = x[0];\n  shared.b = shared.a + 1;\n  shared.n = 3;\n  shared.sum = 2;\n"));
  EXPECT_TRUE(contains(text, "  out[1] = shared.a + shared.b.a * shared.n + shared.sum;  // a\n  check(\"a\", shared.a);\n"));
}

TEST(Parts, WhatOnePartReadsIsItsOwn) {
  const std::string text = parted("const double a = x[0];\nout[1] = a;\n" + filling(700));
  EXPECT_TRUE(contains(text, "  const double a = x[0];\n  out[1] = a;\n"));
}

TEST(Parts, PointersAndValuesThatMayBeUnset) {
  const std::string text = parted("const float* const row = x + 3;  // 4\nfloat* to = y;\nbool is{};\n[[maybe_unused]] const std::int64_t n = 3;\n" +
                                  filling(700) + "to[0] = is ? row[n] : 0;\n");
  EXPECT_TRUE(contains(text, "  bool is;\n  const float* row;\n  float* to;\n  std::int64_t n;\n} shared;\n"));
  EXPECT_TRUE(contains(text, "  shared.row = x + 3;  // 4\n  shared.to = y;\n  shared.is = {};\n"));
  EXPECT_TRUE(contains(text, "shared.to[0] = shared.is ? shared.row[shared.n] : 0;\n"));
}

TEST(Parts, ObjectsAndWhatLeavesTheScopeStayInIt) {
  const std::string text = parted(filling(300) + "gradc::Sequence<double> kept(arena);\nkept.push(1);\ndouble a[3];\n" + filling(300) +
                                  "if (x[0] > 1) {\n  y[0] = 1;\n\n  break;\n}\n" + filling(100) + "kept.pop();\n");
  EXPECT_TRUE(contains(text, "\ngradc::Sequence<double> kept(arena);\n"));
  EXPECT_TRUE(contains(text, "\ndouble a[3];\n"));
  EXPECT_TRUE(contains(text, "\nif (x[0] > 1) {\n  y[0] = 1;\n\n  break;\n}\n"));
  EXPECT_TRUE(contains(text, "\n  kept.pop();\n"));
}

TEST(Parts, WhatStandsInAStringIsNoComment) {
  const std::string text = parted("const double a = 1;\n" + filling(30) + "print(\"5\\\"  // of\", a);\ngradc::Room<double> room(arena);\n" + filling(700) +
                                  "print(\"5\\\"\", a);\n");
  EXPECT_TRUE(contains(text, "\ngradc::Room<double> room(arena);\n"));
  EXPECT_TRUE(contains(text, "print(\"5\\\"\", shared.a);\n"));
}

TEST(Parts, LoopsThatAreLeftGoIntoParts) {
  const std::string loop = "for (;;) {\n  if (x[0] > 1) break;\n}\n";
  const std::string text = parted(filling(300) + loop + filling(300));
  EXPECT_TRUE(contains(text, "\n  for (;;) {\n    if (x[0] > 1) break;\n  }\n"));
}

// A scope that has ended may have used the name of a variable.
TEST(Parts, AnEarlierScopeKeepsItsNames) {
  const std::string text = parted("for (;;) {\n  const double a = 1;\n  out[0] = a;\n}\n" + filling(300) + "const double a = 2;\n" + filling(300) + "out[0] = a;\n");
  EXPECT_TRUE(contains(text, "    const double a = 1;\n    out[0] = a;\n"));
  EXPECT_TRUE(contains(text, "  shared.a = 2;\n"));
  EXPECT_TRUE(contains(text, "\nout[0] = shared.a;\n"));
}

// What is in parts already is short; its structure has another name.
TEST(Parts, PartsInsideOfAPart) {
  Names outer;
  Names inner(&outer);
  const std::string arm = in_parts("const double b = 1;\n" + filling(700) + "out[1] = b;\n", inner);
  std::string indented;
  for (std::size_t at = 0; at < arm.size();) {
    const std::size_t end = arm.find('\n', at) + 1;
    indented += (end > at + 1 ? "  " : "") + arm.substr(at, end - at);
    at = end;
  }
  const std::string statement = "if (x[0] > 0) {\n" + indented + "}\n";
  EXPECT_EQ(in_parts(filling(400) + statement, outer), filling(400) + statement);
  const std::string text = in_parts("const double a = 1;\n" + filling(600) + statement + "out[2] = a;\n", outer);
  EXPECT_TRUE(contains(text, "} shared;\n"));
  EXPECT_TRUE(contains(text, "} shared_2;\n"));
  EXPECT_TRUE(contains(text, "shared_2.a = 1;\n"));
}

TEST(Parts, CommentsStayWithWhatTheyDescribe) {
  const std::string text = parted(filling(250) + "\n// f.cpp:3  a = 2\nconst double a = 2;\n" + filling(400) + "out[0] = a;\n");
  EXPECT_TRUE(contains(text, "\n  // f.cpp:3  a = 2\n  shared.a = 2;\n"));
}

}  // namespace
