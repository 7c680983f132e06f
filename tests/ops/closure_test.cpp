// The ops are closed under differentiation: what derivatives of any order are made of has derivatives.
#include <gtest/gtest.h>

#include <set>

#include "ir/passes/derivative.h"
#include "tests/ops/cases.h"
#include "tests/reference/derivatives.h"

namespace ops_test {
namespace {

constexpr int kOrder = 3;

void collect(const ir::Function& function, std::set<ir::Kind>& kinds) {
  for (const ir::Op& op : function.ops) kinds.insert(op.kind);
}

// The kinds in derivatives of a function up to an order, in every combination of the two modes.
void explore(const ir::Module& module, ir::FunctionId id, int order, std::set<ir::Kind>& kinds) {
  const ir::Function& function = module[id];
  collect(function, kinds);
  if (order == 0 || reference::differentiable_results(function).empty()) return;
  ir::DerivativeOptions options;
  options.unconnected = ir::Unconnected::zero;
  for (int i : reference::differentiable_arguments(function))
    options.wrt.push_back(function.arguments()[static_cast<std::size_t>(i)]);
  if (options.wrt.empty()) return;
  for (const auto differentiate : {&ir::differentiate_reverse, &ir::differentiate_forward}) {
    ir::Diagnostics diagnostics;
    const auto derived = differentiate(module, id, options, diagnostics);
    ASSERT_TRUE(derived.has_value()) << diagnostics.text();
    explore(derived->module, derived->function, order - 1, kinds);
  }
}

class Derivatives : public ::testing::TestWithParam<ir::Kind> {};

std::vector<ir::Kind> roots() {
  std::vector<ir::Kind> found;
  for (std::size_t i = 0; i < ir::op_table().size(); ++i) {
    if (is_apart(ir::op_table()[i].info)) continue;
    const auto* none = std::get_if<ir::NoGradient>(&ir::op_table()[i].derivative);
    if (!none || none->cut) found.push_back(static_cast<ir::Kind>(i));
  }
  return found;
}

INSTANTIATE_TEST_SUITE_P(Table, Derivatives, ::testing::ValuesIn(roots()),
                         [](const auto& kind) { return std::string(ir::definition(kind.param).info.name); });

TEST_P(Derivatives, AreMadeOfOpsThatHaveDerivatives) {
  const Sample sample = samples_of(GetParam()).at(0);
  reference::Random random(1);
  ir::Diagnostics diagnostics;
  const auto root = make_case(GetParam(), sample.operands, sample.attributes, {}, random, diagnostics);
  ASSERT_TRUE(root.has_value()) << diagnostics.text();
  std::set<ir::Kind> kinds;
  explore(root->module, root->function, kOrder, kinds);
  EXPECT_TRUE(kinds.contains(GetParam()));
  for (ir::Kind kind : kinds) {
    const ir::OpDefinition& op = ir::definition(kind);
    const auto* none = std::get_if<ir::NoGradient>(&op.derivative);
    if (op.info.trait == ir::Trait::control) continue;  // what the passes differentiate by themselves: an expansion may have a loop
    EXPECT_TRUE(!none || (none->cut && *none->why != '\0')) << op.info.name << " has no derivative";
  }
}

}  // namespace
}  // namespace ops_test
