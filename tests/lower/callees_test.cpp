// The forms of C++ calls, read from the op table.
#include "ir/kind.h"
#include "tool/callees.h"

#include <gtest/gtest.h>

namespace tool {
namespace {

TEST(Callees, ReadsTheFormsOfTheTable) {
  const Callees callees;
  const auto* softmax = callees.find("gradc::softmax");
  ASSERT_TRUE(softmax);
  ASSERT_EQ(softmax->size(), 1u);
  EXPECT_EQ((*softmax)[0].kind, ir::Kind::Softmax);
  EXPECT_EQ((*softmax)[0].parameters[1].word, "axis");
  EXPECT_EQ((*softmax)[0].parameters[1].fallback, -1);
  EXPECT_EQ(callees.find("gradc::astype")->front().template_attributes, std::vector<std::string>{"to"});
  EXPECT_EQ(callees.find("gradc::operator<")->front().kind, ir::Kind::Less);
  EXPECT_EQ(callees.find("std::tanh")->front().kind, ir::Kind::Tanh);
  EXPECT_EQ(callees.find("gradc::matmul")->front().parameters[2].sort, CalleeParameter::Sort::options);
  EXPECT_FALSE(callees.find("gradc::nonsense"));
}

TEST(Callees, FormsOfOneNameDifferInTheirOperands) {
  const Callees callees;
  const auto* losses = callees.find("gradc::softmax_cross_entropy");
  ASSERT_EQ(losses->size(), 2u);
  EXPECT_NE((*losses)[0].parameters[1].element_class, (*losses)[1].parameters[1].element_class);
  EXPECT_EQ(callees.find("gradc::operator-")->size(), 2u);
}

TEST(Callees, CloseNames) { EXPECT_EQ(Callees().nearest_to("gradc::soft_max").front(), "gradc::softmax"); }

}  // namespace
}  // namespace tool
