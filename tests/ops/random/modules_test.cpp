// Random modules: what passes must keep of their meaning, and derivatives against each other and differences.
// GRADC_SEED changes the first seed.
#include "tests/ops/random/modules.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <set>

#include "ir/builder.h"
#include "ir/kind.h"
#include "ir/op.h"
#include "tests/reference/derivatives.h"
#include "tests/reference/graph.h"

namespace ops_test {
namespace {

using reference::passed;
using reference::Value;

constexpr int kModules = 500;

std::uint64_t first_seed() {
  const char* given = std::getenv("GRADC_SEED");
  const std::uint64_t seed = given ? std::strtoull(given, nullptr, 10) : 1;
  std::cout << "GRADC_SEED=" << seed << '\n';
  return seed;
}

// Calls f(module, random) for as many modules; stops at the first that fails.
template <class F>
void each_module(int count, F f) {
  const std::uint64_t first = first_seed();
  for (std::uint64_t seed = first; seed < first + static_cast<std::uint64_t>(count); ++seed) {
    const RandomModule made = random_module(seed);
    reference::Random random(seed);
    f(made, random);
    ASSERT_FALSE(::testing::Test::HasFailure()) << "GRADC_SEED=" << seed << '\n' << ir::print(made.module);
  }
}

std::vector<Value> seeded(const RandomModule& made, reference::Random& random) {
  std::vector<Value> x = made.arguments;
  const auto y = reference::interpret(made.module, made.function, made.arguments);
  for (int k : reference::differentiable_results(made.module[made.function]))
    x.push_back(reference::random_like(y[static_cast<std::size_t>(k)], random));
  return x;
}

TEST(RandomModules, AreTheSameForTheSameSeed) {
  EXPECT_EQ(ir::print(random_module(7).module), ir::print(random_module(7).module));
  EXPECT_NE(ir::print(random_module(7).module), ir::print(random_module(8).module));
}

// Every op that is neither control nor a sequence nor without a use here is drawn, and values stay tame. Composite ops are
// drawn where they have no operands but some of one shape.
TEST(RandomModules, DrawFromTheWholeTable) {
  std::set<std::string_view> drawn;
  const auto draw = [&](const RandomModule& made) {
    for (const ir::Op& op : made.module[made.function].ops) drawn.insert(ir::definition(op.kind).info.name);
  };
  each_module(2 * kModules, [&](const RandomModule& made, reference::Random&) {
    EXPECT_EQ(reference::check_module(made.module), "");
    draw(made);
    for (const Value& y : reference::interpret(made.module, made.function, made.arguments))
      EXPECT_LT(reference::greatest(y), 1e4);
  });
  const std::set<std::string_view> left_out{
      "extent",      "undefined",  "stop_gradient", "prevent_gradient", "quotient", "modulo",
      "logical_and", "logical_or", "logical_xor",   "logical_not",      "bit_and",  "bit_or",
      "bit_xor",     "shift_left",  "shift_right", "if",           "while",            "scan",     "call",
      "element",     "set_element", "add_element",  "require_extents", "zeta",        "gammainc",
      "gammaincinv",
      "real",        "imag",        "conj",         "complex",         "sgn",         "complex_abs",
      "angle",       "polar",       "det_phase",   "after",
      "optimization_barrier", "complete_basis", "print", "assert_true", "throw_if", "perform"};
  const auto is_expected = [&](const ir::OpInfo& info) {
    return info.trait != ir::Trait::composite && info.trait != ir::Trait::sequence && !left_out.contains(info.name);
  };
  const auto is_missing = [&](const ir::OpDefinition& op) { return is_expected(op.info) && !drawn.contains(op.info.name); };
  // Of the rarest ops a module more may have to come.
  for (int more = 2 * kModules; more < 10 * kModules && std::any_of(ir::op_table().begin(), ir::op_table().end(), is_missing); ++more)
    draw(random_module(first_seed() + static_cast<std::uint64_t>(more)));
  for (const ir::OpDefinition& op : ir::op_table()) {
    if (op.info.trait == ir::Trait::composite) continue;
    EXPECT_EQ(drawn.contains(op.info.name), is_expected(op.info)) << op.info.name;
  }
}

TEST(RandomModules, HaveTheDerivativesOfDifferences) {
  each_module(kModules / reference::kOneIn, [](const RandomModule& made, reference::Random& random) {
    const auto all = reference::differentiable_arguments(made.module[made.function]);
    reference::DerivativeCheck check;
    check.product = 1e-11;
    EXPECT_EQ(reference::check_derivatives(made.module, made.function, made.arguments, all, random, check),
              "");
  });
}

TEST(RandomModules, HaveSecondDerivatives) {
  each_module(kModules / 10 / reference::kOneIn, [](const RandomModule& made, reference::Random& random) {
    const auto all = reference::differentiable_arguments(made.module[made.function]);
    reference::DerivativeCheck check;
    check.order = 2;
    check.product = 1e-10;
    check.differences = 1e-5;
    EXPECT_EQ(reference::check_derivatives(made.module, made.function, made.arguments, all, random, check),
              "");
  });
}

// On gradients: each pass keeps results and finds nothing more to do on what it made; all of them keep
// results.
TEST(RandomModules, KeepTheirMeaningInPasses) {
  each_module(kModules / reference::kOneIn, [](const RandomModule& made, reference::Random& random) {
    const ir::Module gradient = passed(made.module, "grad(f)");
    const std::vector<Value> x = seeded(made, random);
    const std::vector<Value> expected = reference::interpret(gradient, gradient.find("f_vjp"), x);
    for (const std::string_view pipeline : {"dce", "cse", "expand", "simplify", "expand,simplify,cse,dce"}) {
      const ir::Module now = passed(gradient, pipeline);
      const auto y = reference::interpret(now, now.find("f_vjp"), x);
      ASSERT_EQ(y.size(), expected.size());
      const bool exact = pipeline == "dce" || pipeline == "cse";
      for (std::size_t i = 0; i < y.size(); ++i)
        EXPECT_LE(reference::relative_error(y[i], expected[i]), exact ? 0 : 1e-12) << pipeline << '\n'
                                                                                   << ir::print(now);
      // After cse there may be more to simplify.
      const bool single = pipeline.find(',') == std::string_view::npos;
      if (!single) continue;
      EXPECT_EQ(ir::print(passed(now, pipeline)), ir::print(now)) << pipeline << " is not idempotent";
    }
  });
}

// Whatever is computed again, the gradients are the same, and so are derivatives of them; passes don't undo it.
TEST(RandomModules, KeepTheirGradientsWhateverIsKept) {
  using Strategy = ir::Checkpoint::Strategy;
  int again = 0;
  each_module(kModules / reference::kOneIn, [&](const RandomModule& made, reference::Random& random) {
    const ir::Function& f = made.module[made.function];
    ir::DerivativeOptions options;
    options.unconnected = ir::Unconnected::zero;
    for (int i : reference::differentiable_arguments(f)) options.wrt.push_back(f.arguments()[static_cast<std::size_t>(i)]);
    ir::Diagnostics diagnostics;
    const auto all = ir::differentiate_reverse(made.module, made.function, options, diagnostics);
    ASSERT_TRUE(all) << diagnostics.text();
    const std::vector<Value> x = seeded(made, random);
    const auto expected = reference::interpret(all->module, all->function, x);
    for (Strategy strategy : {Strategy::speed, Strategy::memory, Strategy::marked, Strategy::automatic}) {
      options.checkpoint.strategy = strategy;
      ir::Diagnostics problems;
      const auto less = ir::differentiate_reverse(made.module, made.function, options, problems);
      if (!less) {
        EXPECT_EQ(strategy, Strategy::marked) << problems.text();
        EXPECT_NE(problems.text().find("[nothing_kept]"), std::string::npos) << problems.text();
        continue;
      }
      EXPECT_EQ(reference::check_module(less->module), "");
      again += static_cast<int>(std::count(less->keep->again.begin(), less->keep->again.end(), true));
      const ir::Module finished = passed(less->module, "expand,simplify,cse,dce");
      for (const ir::Module* module : {&less->module, &finished}) {
        const auto y = reference::interpret(*module, less->function, x);
        ASSERT_EQ(y.size(), expected.size());
        for (std::size_t i = 0; i < y.size(); ++i)
          EXPECT_LE(reference::relative_error(y[i], expected[i]), 1e-12) << static_cast<int>(strategy) << '\n' << ir::print(*module);
      }
    }
  });
  EXPECT_GT(again, 1000 / reference::kOneIn);
}

// What a call keeps is what its adjoint reads, and it can be differentiated in forward mode.
TEST(RandomModules, KeepWhatTheAdjointsOfCallsRead) {
  int compared = 0, kept = 0;
  each_module(kModules / reference::kOneIn, [&](const RandomModule& made, reference::Random& random) {
    ir::Module module = made.module;
    const ir::Function f = module[made.function];
    ir::Diagnostics problems;
    ir::Function outer = ir::new_function("outer");
    outer.requirements = f.requirements;
    ir::Builder builder(module, outer, problems);
    std::vector<ir::ValueId> operands;
    for (ir::ValueId argument : f.arguments()) operands.push_back(builder.argument(f[argument].type, f[argument].name));
    builder.set_results(builder.append_all(ir::Kind::Call, operands, {}, {}, made.function));
    if (!problems.empty()) return;  // extents of its results are known to f alone
    ir::DerivativeOptions options, of_outer;
    options.unconnected = of_outer.unconnected = ir::Unconnected::zero;
    of_outer.calls_keep = true;
    for (int i : reference::differentiable_arguments(f)) {
      options.wrt.push_back(f.arguments()[static_cast<std::size_t>(i)]);
      of_outer.wrt.push_back(outer.arguments()[static_cast<std::size_t>(i)]);
    }
    const ir::FunctionId caller{static_cast<std::int32_t>(module.functions.size())};
    module.functions.push_back(outer);
    const auto plain = ir::differentiate_reverse(module, made.function, options, problems);
    const auto derived = ir::differentiate_reverse(module, caller, of_outer, problems);
    ASSERT_TRUE(plain && derived) << problems.text();
    EXPECT_EQ(reference::check_module(derived->module), "");
    ++compared;
    kept += ir::print(derived->module).find("sequence_pack") != std::string::npos;
    const auto compare = [&](const ir::Module& a, ir::FunctionId of_a, const ir::Module& b, ir::FunctionId of_b, const std::vector<Value>& x) {
      const auto expected = reference::interpret(a, of_a, x), got = reference::interpret(b, of_b, x);
      ASSERT_EQ(got.size(), expected.size());
      for (std::size_t i = 0; i < got.size(); ++i) EXPECT_LE(reference::relative_error(got[i], expected[i]), 1e-11) << ir::print(b);
    };
    std::vector<Value> x = seeded(made, random);
    compare(plain->module, plain->function, derived->module, derived->function, x);
    const ir::Module finished = passed(derived->module, "inline(small),expand,simplify,cse,dce,prune_calls");
    compare(plain->module, plain->function, finished, derived->function, x);
    ir::DerivativeOptions forward, of_forward;
    forward.wrt = plain->wrt;
    of_forward.wrt = derived->wrt;
    const auto tangent = ir::differentiate_forward(plain->module, plain->function, forward, problems);
    const auto of_derived = ir::differentiate_forward(derived->module, derived->function, of_forward, problems);
    if (!tangent || !of_derived) return;  // by transposition alone
    for (ir::ValueId wrt : plain->wrt) {
      const auto& arguments = plain->module[plain->function].arguments();
      const auto place = static_cast<std::size_t>(std::find(arguments.begin(), arguments.end(), wrt) - arguments.begin());
      x.push_back(reference::random_like(x.at(place), random));
    }
    compare(tangent->module, tangent->function, of_derived->module, of_derived->function, x);
  });
  std::cout << "compared " << compared << ", of which keep values " << kept << '\n';
  EXPECT_GT(compared, kModules / reference::kOneIn * 3 / 4);
  EXPECT_GT(kept, compared / 3);
}

// The two halves of a split gradient are the gradient.
TEST(RandomModules, HaveGradientsThatSplit) {
  each_module(kModules / reference::kOneIn, [](const RandomModule& made, reference::Random& random) {
    const ir::Module gradient = passed(made.module, "grad(f),simplify,cse,dce");
    const ir::FunctionId whole = gradient.find("f_vjp");
    const ir::Function& f = made.module[made.function];
    const std::size_t adjoints = reference::differentiable_results(f).size(), results = f.results().size();
    const std::vector<Value> x = seeded(made, random);
    const auto expected = reference::interpret(gradient, whole, x);

    const auto split = ir::split_vjp(gradient, whole, static_cast<int>(adjoints), static_cast<int>(results));
    EXPECT_EQ(reference::check_module(split.module), "");
    auto kept = reference::interpret(split.module, split.forward, made.arguments);
    const std::vector<Value> y(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(results));
    kept.erase(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(results));
    kept.insert(kept.end(), x.end() - static_cast<std::ptrdiff_t>(adjoints), x.end());
    auto found = y;
    for (const Value& bar : reference::interpret(split.module, split.backward, kept)) found.push_back(bar);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i)
      EXPECT_EQ(reference::relative_error(found[i], expected[i]), 0) << i;
  });
}

}  // namespace
}  // namespace ops_test
