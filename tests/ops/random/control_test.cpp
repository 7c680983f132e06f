// What passes must keep of random modules with control flow: the values, and the derivatives.
#include "tests/ops/random/control.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "ir/kind.h"
#include "ir/text/text.h"
#include "tests/reference/derivatives.h"
#include "tests/reference/graph.h"

namespace ops_test {
namespace {

using reference::passed;
using reference::Value;

constexpr std::uint64_t kModules = 60;

std::vector<Value> arguments(std::uint64_t seed) {
  return {reference::real(0.3), reference::real(-0.8), reference::reals({3}, {0.9, -0.2, 0.5}),
          reference::integer(static_cast<std::int64_t>(seed % 4)), reference::boolean(seed % 3 == 0)};
}

template <class F>
void each_module(F f, std::uint64_t count = kModules / reference::kOneIn) {
  const char* given = std::getenv("GRADC_SEED");
  const std::uint64_t first = given ? std::strtoull(given, nullptr, 10) : 1;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const std::string text = random_control(seed);
    ir::Diagnostics diagnostics;
    const auto module = ir::parse(text, diagnostics);
    ASSERT_TRUE(module) << diagnostics.text() << text;
    f(*module, arguments(seed));
    ASSERT_FALSE(::testing::Test::HasFailure()) << "GRADC_SEED=" << seed << '\n' << ir::print(*module);
  }
}

void expect_same(const std::vector<Value>& found, const std::vector<Value>& expected, double tolerance,
                 std::string_view what) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_LE(reference::relative_error(found[i], expected[i]), tolerance) << what << " result " << i;
}

TEST(RandomControl, HoldsAllOfIt) {
  std::set<ir::Kind> seen;
  each_module([&](const ir::Module& module, const std::vector<Value>&) {
    EXPECT_EQ(reference::check_module(module), "");
    for (const ir::Op& op : module[module.find("f")].ops) seen.insert(op.kind);
  }, kModules);
  for (const ir::Kind kind : {ir::Kind::If, ir::Kind::While, ir::Kind::Scan, ir::Kind::Call, ir::Kind::SetElement})
    EXPECT_TRUE(seen.contains(kind));
}

TEST(RandomControl, KeepsItsValuesInPasses) {
  each_module([](const ir::Module& module, const std::vector<Value>& x) {
    const auto expected = reference::interpret(module, module.find("f"), x);
    for (const std::string_view pipeline : {"fixed_size", "counted", "hoist_reads", "promote", "cse", "dce", "hoist", "simplify", "inline", "prune_calls",
                                            "counted,hoist_reads,promote,cse,dce,simplify,hoist,cse,dce"}) {
      const ir::Module now = passed(module, pipeline);
      expect_same(reference::interpret(now, now.find("f"), x), expected, pipeline.find("simplify") != pipeline.npos ? 1e-13 : 0,
                  pipeline);
      const bool once = pipeline == "counted" || pipeline == "dce" || pipeline == "hoist" || pipeline == "hoist_reads" || pipeline == "prune_calls";
      if (once) {
        EXPECT_EQ(ir::print(passed(now, pipeline)), ir::print(now)) << pipeline << " is not idempotent";
      }
    }
  });
}

TEST(RandomControl, KeepsItsDerivativesInPasses) {
  each_module([](const ir::Module& module, std::vector<Value> x) {
    const auto y = reference::interpret(module, module.find("f"), x);
    reference::Random random(11);
    for (int k : reference::differentiable_results(module[module.find("f")]))
      x.push_back(reference::random_like(y[static_cast<std::size_t>(k)], random));
    const auto gradient_of = [&](std::string_view pipeline) {
      const ir::Module now = passed(module, pipeline);
      return reference::interpret(now, now.find("f_vjp"), x);
    };
    const auto expected = gradient_of("grad(f)");
    for (const std::string_view pipeline : {"grad(f),cse,dce", "counted,grad(f)", "counted,cse,dce,grad(f),simplify,hoist,cse,simplify,dce",
                                            "counted,cse,dce,grad(f),simplify,cse,terms,cse,dce,prune_calls,simplify,hoist,cse,sum_into,carry,simplify,set_once,dce",
                                            "counted,cse,dce,grad(f),simplify,cse,fuse(f_vjp),raise_same_bits(f_vjp),simplify,cse,dce,rows,carry,set_once,dce"})
      expect_same(gradient_of(pipeline), expected, 1e-11, pipeline);
  });
}

// ⟨ȳ, J ẋ⟩ = ⟨Jᵀȳ, ẋ⟩; differences would see kinks.
TEST(RandomControl, HasTheSameDerivativeInBothModes) {
  each_module([](const ir::Module& module, const std::vector<Value>& x) {
    const ir::Module now = passed(module, "counted,cse,dce");
    const ir::FunctionId f = now.find("f");
    reference::DerivativeCheck check;
    check.product = 1e-10;
    check.differences = 1e300;
    check.transposition = false;
    reference::Random random(5);
    EXPECT_EQ(reference::check_derivatives(now, f, x, reference::differentiable_arguments(now[f]), random, check), "");
  });
}

}  // namespace
}  // namespace ops_test
