// Batching against a loop: every op of the table, and random modules with control flow, over each choice of arguments that
// have the axis.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ir/passes/batch/batch.h"
#include "ir/passes/pass.h"
#include "ir/text/text.h"
#include "tests/ops/cases.h"
#include "tests/ops/random/control.h"
#include "tests/reference/derivatives.h"

namespace ops_test {
namespace {

using reference::Value;

constexpr std::size_t kDirections = 3;

// The values along a first axis, of sequences along that of each of their values.
Value stacked(const std::vector<Value>& values) {
  if (values[0].is_tensor()) {
    const ir::Literal& one = values[0].tensor();
    std::vector<std::int64_t> extents{static_cast<std::int64_t>(values.size())};
    extents.insert(extents.end(), one.extents.begin(), one.extents.end());
    ir::Literal all = ir::Literal::zeros(one.element, extents);
    for (std::size_t j = 0; j < values.size(); ++j)
      for (std::int64_t i = 0; i < one.size(); ++i)
        all.copy_element(static_cast<std::int64_t>(j) * one.size() + i, values[j].tensor(), i);
    return all;
  }
  std::vector<Value> all;
  for (std::size_t i = 0; i < values[0].sequence().size(); ++i) {
    std::vector<Value> places;
    for (const Value& value : values) places.push_back(value.sequence()[i]);
    all.push_back(stacked(places));
  }
  return all;
}

// What the batched function gives at arguments of which `points` has one set for each direction.
struct Checked {
  int refused = 0, done = 0;
};
void check(const ir::Module& module, ir::FunctionId f, const std::vector<std::vector<Value>>& points, const std::vector<bool>& which,
           double tolerance, Checked& checked) {
  ir::BatchOptions options;
  options.arguments = which;
  ir::Diagnostics diagnostics;
  const auto made = ir::batch(module, f, options, diagnostics);
  if (!made) {
    ++checked.refused;
    ASSERT_FALSE(diagnostics.empty());
    for (const ir::Diagnostic& problem : diagnostics.list()) EXPECT_EQ(problem.id, ir::DiagnosticId::no_batch) << problem.text;
    return;
  }
  ++checked.done;
  ASSERT_EQ(reference::check_module(made->module), "");
  std::vector<Value> arguments;
  std::vector<std::vector<Value>> expected(points.size());
  for (std::size_t i = 0; i < which.size(); ++i) {
    std::vector<Value> all;
    for (const auto& point : points) all.push_back(point[i]);
    arguments.push_back(which[i] ? stacked(all) : points[0][i]);
  }
  if (arguments.size() < made->module[made->function].arguments().size())
    arguments.push_back(ir::Literal{ir::ElementType::i64, {}, {}, {static_cast<std::int64_t>(points.size())}});
  for (std::size_t j = 0; j < points.size(); ++j) {
    std::vector<Value> one = points[0];
    for (std::size_t i = 0; i < which.size(); ++i)
      if (which[i]) one[i] = points[j][i];
    expected[j] = reference::interpret(module, f, one);
  }
  const auto found = reference::interpret(made->module, made->function, arguments);
  for (std::size_t r = 0; r < found.size(); ++r) {
    std::vector<Value> all;
    for (const auto& results : expected) all.push_back(results[r]);
    EXPECT_LE(reference::relative_error(found[r], made->results[r] ? stacked(all) : all[0]), tolerance)
        << "result " << r << '\n' << ir::print(made->module, made->module[made->function]);
  }
}

// Each argument alone, all together, and all but one.
std::vector<std::vector<bool>> choices(std::size_t arguments) {
  std::vector<std::vector<bool>> all{std::vector<bool>(arguments, true)};
  for (std::size_t i = 0; i < arguments && arguments > 1; ++i) {
    all.emplace_back(arguments, false);
    all.back()[i] = true;
    if (arguments < 3) continue;
    all.emplace_back(arguments, true);
    all.back()[i] = false;
  }
  return all;
}

std::vector<ir::Kind> tensor_kinds() {
  std::vector<ir::Kind> found;
  for (std::size_t i = 0; i < ir::op_table().size(); ++i) {
    const ir::OpInfo& info = ir::op_table()[i].info;
    if (!is_apart(info) && info.arity != 0) found.push_back(static_cast<ir::Kind>(i));
  }
  return found;
}

class EveryOpBatched : public ::testing::TestWithParam<ir::Kind> {};
INSTANTIATE_TEST_SUITE_P(Table, EveryOpBatched, ::testing::ValuesIn(tensor_kinds()),
                         [](const auto& kind) { return std::string(ir::definition(kind.param).info.name); });

TEST_P(EveryOpBatched, IsALoop) {
  Checked checked;
  for (const Sample& sample : samples_of(GetParam())) {
    for (const bool symbolic : {false, true}) {
      reference::Random random(7);
      ir::Diagnostics diagnostics;
      std::vector<std::vector<Value>> points;
      std::optional<Case> made;
      for (std::size_t j = 0; j < kDirections; ++j) {
        made = make_case(GetParam(), sample.operands, sample.attributes, {ir::ElementType::f64, symbolic}, random, diagnostics);
        if (!made) break;
        points.push_back(made->x);
      }
      if (!made) continue;  // not with extents that are symbols
      for (const auto& which : choices(sample.operands.size())) {
        check(made->module, made->function, points, which, 1e-11, checked);
        if (HasFatalFailure() || HasFailure()) FAIL() << made->text;
      }
    }
  }
  // Only where a sequence of another form would be needed for each direction.
  const bool sequences = ir::definition(GetParam()).info.trait == ir::Trait::sequence;
  EXPECT_TRUE(checked.refused == 0 || sequences) << checked.refused;
  EXPECT_GT(checked.done, 0);
}

template <class F>
void each_control(F f) {
  for (std::uint64_t seed = 1; seed <= 40 / reference::kOneIn; ++seed) {
    const std::string text = random_control(seed);
    ir::Diagnostics diagnostics;
    auto module = ir::parse(text, diagnostics);
    ASSERT_TRUE(module) << diagnostics.text();
    f(*std::move(module), seed);
    ASSERT_FALSE(::testing::Test::HasFailure()) << "seed " << seed << '\n' << text;
  }
}

std::vector<std::vector<Value>> points_of(const ir::Function& f, std::uint64_t seed) {
  reference::Random random(seed);
  std::vector<std::vector<Value>> points(kDirections);
  for (std::size_t j = 0; j < kDirections; ++j)
    for (ir::ValueId argument : f.arguments()) {
      const ir::Type& type = f[argument].type;
      std::vector<std::int64_t> extents;
      for (const ir::Extent& extent : type.extents) extents.push_back(*extent.constant());
      ir::Literal value = ir::Literal::zeros(type.element, extents);
      for (std::int64_t i = 0; i < value.size(); ++i)
        value.set(i, type.element == ir::ElementType::f64 ? reference::uniform(random, -1, 1) : static_cast<double>((seed + j) % 2));
      points[j].push_back(value);
    }
  return points;
}

TEST(BatchedControl, IsALoop) {
  Checked checked;
  each_control([&](const ir::Module& module, std::uint64_t seed) {
    const ir::FunctionId f = module.find("f");
    const auto points = points_of(module[f], seed);
    for (const auto& which : choices(module[f].arguments().size())) check(module, f, points, which, 1e-9, checked);
  });
  EXPECT_GT(checked.done, checked.refused);  // the rest has stacks whose sizes differ
}

// The use of it: derivatives over directions, on which no way depends.
TEST(BatchedControl, HasDerivativesForManyDirections) {
  for (const std::string_view mode : {"grad", "jvp"}) {
    Checked checked;
    each_control([&](const ir::Module& given, std::uint64_t seed) {
      ir::Diagnostics diagnostics;
      const auto module = ir::run_passes(given, fmt::format("counted,cse,dce,{}(f),simplify,cse,dce", mode), {}, diagnostics);
      ASSERT_TRUE(module) << diagnostics.text();
      const ir::FunctionId f = module->find(mode == "grad" ? "f_vjp" : "f_jvp");
      const std::size_t arguments = given[given.find("f")].arguments().size();
      std::vector<bool> which((*module)[f].arguments().size(), true);
      std::fill_n(which.begin(), arguments, false);
      check(*module, f, points_of((*module)[f], seed), which, 1e-9, checked);
    });
    EXPECT_EQ(checked.refused, 0) << mode;
  }
}

}  // namespace
}  // namespace ops_test
