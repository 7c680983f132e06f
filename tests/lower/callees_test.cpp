// The forms of C++ calls, read from the op table.
#include "ir/kind.h"
#include "tool/base/callees.h"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

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
  std::set<ir::Kind> kinds;
  for (const CalleeForm& form : *losses) {
    const bool has_options = form.parameters.size() > 2;
    const bool are_classes = form.parameters[1].element_class == "integer";
    EXPECT_EQ(form.kind, has_options ? (are_classes ? ir::Kind::CrossEntropy : ir::Kind::DenseCrossEntropy)
                                     : (are_classes ? ir::Kind::SparseSoftmaxCrossEntropy : ir::Kind::SoftmaxCrossEntropy));
    kinds.insert(form.kind);
  }
  EXPECT_EQ(kinds.size(), 4u);
  EXPECT_EQ(callees.find("gradc::operator-")->size(), 2u);
}

// What a call must give for the form: of two forms that ask for the same, the first would be taken in silence.
std::string asked(const CalleeForm& form) {
  std::string text = form.member;
  for (const CalleeParameter& parameter : form.parameters) {
    const bool is_operand = parameter.sort == CalleeParameter::Sort::operand;
    if (!parameter.optional) text += ", " + (is_operand ? "x" : parameter.word) + ":" + parameter.element_class;
  }
  return text;
}

TEST(Callees, NoCallMeansTwoOps) {
  const Callees callees;
  std::set<std::string> names;
  for (const ir::OpDefinition& op : ir::op_table()) {
    std::istringstream forms{std::string(op.info.cpp)};
    for (std::string form; std::getline(forms, form, ';');) names.insert(form.substr(form.find_first_not_of(' '), form.rfind('(') - form.find_first_not_of(' ')));
  }
  int looked_at = 0;
  for (const std::string& name : names) {
    const auto* forms = callees.find(name);
    for (std::size_t i = 0; forms && i < forms->size(); ++i)
      for (std::size_t k = 0; k < i; ++k, ++looked_at) {
        if ((*forms)[i].kind == (*forms)[k].kind) continue;
        EXPECT_NE(asked((*forms)[i]), asked((*forms)[k])) << name;
      }
  }
  EXPECT_GT(looked_at, 50);
}

TEST(Callees, CloseNames) { EXPECT_EQ(Callees().nearest_to("gradc::soft_max").front(), "gradc::softmax"); }

}  // namespace
}  // namespace tool
