// Invariants of the plan, on the functions under test and on a few made for one behaviour each.
#include "codegen/plan/planner.h"

#include <gtest/gtest.h>

#include "cases.h"
#include "codegen/plan/in_place.h"
#include "codegen/text/print.h"
#include "ir/kind.h"

namespace {

using codegen::Buffer;
using codegen::Home;
using codegen::Plan;
using codegen::Step;

ir::Module everything() {
  using enum codegen::DerivativeKind;
  cases::Case c;
  c.add(cases::mlp(), {{gradient, {{"params"}}}, {vjp, {{"x"}}}, {jvp, {{"x"}}}});
  c.add(cases::normalised(), {{vjp, {{"x"}, {"scale"}, {"eps"}}}, {jvp, {{"x"}}}});
  c.add(cases::scalars(), {{gradient, {{"a"}, {"b"}}}});
  c.add(cases::moved(), {{gradient, {{"table"}, {"w"}}}});
  c.add(cases::halves(), {{vjp, {{"x"}, {"s"}, {"z"}}}});
  c.add(cases::passed_on(), {{vjp, {{"out"}, {"memory"}}}});
  return c.module();
}

const std::vector<Step>& steps(const ir::Function& function, const Plan& plan) { return plan[function.body].steps; }

std::vector<int> steps_of(const ir::Function& function, const Plan& plan) {
  std::vector<int> out(function.values.size(), -1);
  for (std::size_t s = 0; s < steps(function, plan).size(); ++s)
    for (ir::OpId id : steps(function, plan)[s].ops)
      for (ir::ValueId value : function[id].results) out[value.at()] = static_cast<int>(s);
  return out;
}

TEST(Plan, ComputesWhatIsReadBeforeItIsRead) {
  const ir::Module module = everything();
  for (const ir::Function& function : module.functions) {
    const Plan plan = codegen::make_plan(function);
    const std::vector<int> step_of = steps_of(function, plan);
    for (std::size_t s = 0; s < steps(function, plan).size(); ++s)
      for (ir::OpId id : steps(function, plan)[s].ops)
        for (const codegen::Access& a : codegen::reads(function, plan, function[id])) {
          const Home home = plan.home[a.root.at()];
          EXPECT_NE(home, Home::nowhere) << function.name << " value " << a.root.index;
          EXPECT_LE(step_of[a.root.at()], static_cast<int>(s)) << function.name;
          if (home == Home::local) {
            EXPECT_EQ(step_of[a.root.at()], static_cast<int>(s)) << function.name;
          }
          if (step_of[a.root.at()] == static_cast<int>(s) && steps(function, plan)[s].form == Step::Form::loop) {
            EXPECT_TRUE(a.flat(steps(function, plan)[s].shape)) << function.name;
          }
        }
  }
}

TEST(Plan, NoTwoLiveBuffersShareASlot) {
  const ir::Module module = everything();
  for (const ir::Function& function : module.functions) {
    const Plan plan = codegen::make_plan(function);
    for (std::size_t a = 0; a < plan.buffers.size(); ++a)
      for (std::size_t b = a + 1; b < plan.buffers.size(); ++b) {
        const Buffer &p = plan.buffers[a], &q = plan.buffers[b];
        if (p.slot < 0 || p.slot != q.slot) continue;
        EXPECT_TRUE(p.last < q.first || q.last < p.first)
            << function.name << " buffers " << a << " and " << b;
      }
  }
}

// Within a buffer of straight-line code each value dies where the next is born: no step after that reads it.
TEST(Plan, AValueThatIsReplacedIsNotReadAgain) {
  const ir::Module module = everything();
  for (const ir::Function& function : module.functions) {
    const Plan plan = codegen::make_plan(function);
    std::vector<int> made(function.values.size(), -1), last_read(function.values.size(), -1);
    for (const Step& step : steps(function, plan))
      for (std::size_t i = 0; i < step.ops.size(); ++i) {
        for (ir::ValueId result : function[step.ops[i]].results) made[result.at()] = step.number(i);
        for (const auto& a : codegen::reads(function, plan, function[step.ops[i]]))
          last_read[a.root.at()] = step.number(i);
      }
    for (ir::ValueId result : function.results())
      last_read[codegen::root_of(function, plan, result).at()] = plan[function.body].last;
    for (const Buffer& buffer : plan.buffers) {
      for (std::size_t i = 0; i + 1 < buffer.values.size(); ++i)
        EXPECT_LE(last_read[buffer.values[i].at()], made[buffer.values[i + 1].at()]) << function.name;
      for (ir::ValueId value : buffer.values) {
        EXPECT_GE(made[value.at()], buffer.first);
        EXPECT_LE(last_read[value.at()], buffer.last);
      }
    }
  }
}

TEST(Plan, FusesAChainIntoOneLoopWithoutMemory) {
  const ir::Module module = cases::parse(R"(
func @f(%x: f32[x.0, x.1], %b: f32[x.1]) -> (f32[x.0, x.1]) {
  %0 = broadcast %b {shape = <x.0, x.1>} : f32[x.0, x.1]
  %1 = add %x, %0 : f32[x.0, x.1]
  %2 = exp %1 : f32[x.0, x.1]
  %3 = multiply %2, %1 : f32[x.0, x.1]
  return %3
}
)");
  const Plan plan = codegen::make_plan(module.functions[0]);
  ASSERT_EQ(steps(module.functions[0], plan).size(), 1u);
  EXPECT_EQ(steps(module.functions[0], plan)[0].ops.size(), 3u);
  EXPECT_TRUE(plan.slots.empty());
  ASSERT_EQ(plan.buffers.size(), 1u);
  EXPECT_EQ(plan.buffers[0].result, 0);
}

TEST(Plan, KernelsThatMayWorkInPlace) {
  const ir::Module module = cases::parse(R"(
func @f(%x: f32[x.0, x.1]) -> (f32[x.0, x.1]) {
  %0 = exp %x : f32[x.0, x.1]
  %1 = softmax %0 {axis = 1} : f32[x.0, x.1]
  return %1
}
)");
  const Plan plan = codegen::make_plan(module.functions[0]);
  ASSERT_EQ(plan.buffers.size(), 1u);
  EXPECT_EQ(plan.buffers[0].values.size(), 2u);
}

// A value that is read after its sequence is written into is copied, and not the sequence; one that was read before is a
// part of it. What can be read before is.
TEST(Plan, CopiesWhatWasTakenOutOfASequenceThatIsWrittenInto) {
  const auto homes = [](const std::string& value, const std::string& written) {
    const ir::Module module = cases::parse(R"(
func @f(%x: f64[x.0], %n: i64) -> (f64, f64) {
  %all = sequence_fill %n, %x : seq<f64[x.0]>
  %0 = constant {element = i64, value = 0} : i64
  %1 = sequence_at %all, %0 {shape = <x.0>} : f64[x.0]
  %2 = exp %1 : f64[x.0]
  %3 = sequence_set %all, %2, %0 : seq<f64[x.0]>
  %4 = sequence_at %)" + written + R"(, %0 {shape = <x.0>} : f64[x.0]
  %5 = multiply %)" + value + R"(, %4 : f64[x.0]
  %6 = sum %5 {axes = [0], keepdims = false} : f64
  %7 = sequence_at %3, %0 {shape = <x.0>} : f64[x.0]
  %8 = sum %7 {axes = [0], keepdims = false} : f64
  return %6, %8
}
)");
    const ir::Function& function = module.functions[0];
    const Plan plan = codegen::make_plan(function);
    std::size_t sequences = 0;
    for (const Buffer& buffer : plan.buffers) sequences += buffer.is_sequence ? 1 : 0;
    for (const ir::Op& op : function.ops)
      if (op.kind == ir::Kind::SequenceAt) return std::pair(plan.home[op.results[0].at()], sequences);
    return std::pair(Home::nowhere, sequences);
  };
  EXPECT_EQ(homes("1", "3"), std::pair(Home::buffer, std::size_t{1}));
  EXPECT_EQ(homes("2", "3"), std::pair(Home::view, std::size_t{1}));
  EXPECT_EQ(homes("1", "all"), std::pair(Home::view, std::size_t{1}));
}

TEST(Plan, AnArgumentIsNeverOverwritten) {
  const ir::Module module = cases::parse(R"(
func @f(%x: f32[x.0, x.1]) -> (f32[x.0, x.1]) {
  %1 = softmax %x {axis = 1} : f32[x.0, x.1]
  return %1
}
)");
  const Plan plan = codegen::make_plan(module.functions[0]);
  ASSERT_EQ(plan.buffers.size(), 1u);
  EXPECT_EQ(plan.buffers[0].values.size(), 1u);
}

// But an argument that is restored: nothing reads it in between, and on each path it becomes what it was.
TEST(Plan, AnArgumentThatIsRestoredIsWrittenWhereItIs) {
  const auto is_in_place = [](const std::string& passed, const std::string& again, const std::string& index) {
    const ir::Module module = cases::parse(R"(
func @f(%n: i64, %used: seq<bool>) -> (f64) {
  %zero = constant {element = f64, value = 0.0} : f64
  %all, %sum = scan %n, %used, %zero {carried = 2, scanned = 0} body(%i: i64, %used: seq<bool>, %sum: f64) {
    %found = sequence_at %used, %i {shape = <>} : bool
    %next, %more = if %found, %used, %sum, %i then(%used: seq<bool>, %sum: f64, %i: i64) {
      -> %used, %sum
    } else(%used: seq<bool>, %sum: f64, %i: i64) {
      %true = constant {element = bool, value = 1} : bool
      %set = sequence_set %used, %true, %i : seq<bool>
      %one = constant {element = i64, value = 1} : i64
      %t = call @f %one, %)" + passed + R"( : f64
      %u = add %sum, %t : f64
      %then = constant {element = bool, value = )" + again + R"(} : bool
      %again = sequence_set %set, %then, %)" + index + R"( : seq<bool>
      -> %again, %u
    } : seq<bool>, f64
    -> %next, %more
  } : seq<bool>, f64
  return %sum
}
)");
    const ir::Function& function = module.functions[0];
    const Plan plan = codegen::make_plan(function, codegen::Side::host, codegen::taken_over(module, function), codegen::restored(module, function));
    const bool is_restored = static_cast<bool>(plan.restored.arguments[1]);
    return is_restored && codegen::is_restored_in_place(function, plan, 1);
  };
  EXPECT_TRUE(is_in_place("set", "0", "i"));
  EXPECT_FALSE(is_in_place("set", "1", "i"));
  EXPECT_FALSE(is_in_place("set", "0", "one"));
  EXPECT_FALSE(is_in_place("used", "0", "i"));
}

// What a loop keeps of each trip isn't copied to where it is kept, and nothing is written over it there.
TEST(Plan, WhatACountedLoopStacksIsMadeInTheStack) {
  const ir::Module module = cases::parse(R"(
func @f(%x: f32[x.0], %n: i64) -> (f32[x.0], f32[x.0]) {
  %last, %all = scan %n, %x {carried = 1, scanned = 0} body(%i: i64, %h: f32[x.0]) {
    %a = softmax %h {axis = 0} : f32[x.0]
    %kept = tanh %a : f32[x.0]
    %b = softmax %kept {axis = 0} : f32[x.0]
    %next = add %b, %h : f32[x.0]
    -> %next, %kept
  } : f32[x.0], seq<f32[x.0]>
  %product = scan %n, %x, %all {carried = 1, scanned = 1} body(%i: i64, %g: f32[x.0], %one: f32[x.0]) {
    %p = multiply %g, %one : f32[x.0]
    -> %p
  } : f32[x.0]
  return %last, %product
}
)");
  const ir::Function& function = module.functions[0];
  const Plan plan = codegen::make_plan(function);
  std::size_t made = 0;
  for (const Buffer& buffer : plan.buffers) {
    if (!buffer.stack.valid()) continue;
    ++made;
    EXPECT_EQ(function[buffer.stack].name, "all");
    ASSERT_EQ(buffer.values.size(), 1u);
    EXPECT_EQ(function[buffer.values[0]].name, "kept");
    EXPECT_EQ(buffer.slot, -1);
  }
  EXPECT_EQ(made, 1u);
}

TEST(Plan, WhatNobodyReadsIsNotComputed) {
  const ir::Module module = cases::parse(R"(
func @f(%x: f32[x.0]) -> (f32[x.0]) {
  %0 = exp %x : f32[x.0]
  %1 = log %x : f32[x.0]
  return %1
}
)");
  const Plan plan = codegen::make_plan(module.functions[0]);
  ASSERT_EQ(steps(module.functions[0], plan).size(), 1u);
  EXPECT_EQ(steps(module.functions[0], plan)[0].ops.size(), 1u);
}

TEST(Plan, LongChainsStayLinearAndSplitTheirLoops) {
  std::string text = "func @f(%x: f32[x.0]) -> (f32[x.0]) {\n  %0 = exp %x : f32[x.0]\n";
  for (int i = 1; i < 2000; ++i)
    text += "  %" + std::to_string(i) + " = " + (i % 2 ? "sin" : "cos") + " %" + std::to_string(i - 1) +
            " : f32[x.0]\n";
  const ir::Module module = cases::parse(text + "  return %1999\n}\n");
  const Plan plan = codegen::make_plan(module.functions[0]);
  EXPECT_GT(steps(module.functions[0], plan).size(), 10u);
  EXPECT_EQ(plan.buffers.size(), 1u) << "every loop works in the result's memory";
}

TEST(Plan, PrintsAsText) {
  const ir::Module module = cases::parse(R"(
func @f(%x: f32[x.0, x.1]) -> (f32[x.0]) {
  %h = exp %x : f32[x.0, x.1]
  %1 = softmax %h {axis = 1} : f32[x.0, x.1]
  %2 = sum %1 {axes = [1], keepdims = false} : f32[x.0]
  return %2
}
)");
  EXPECT_EQ(codegen::print_plan(module, module.functions[0]), R"(plan of f
  steps
    0  loop [x.0, x.1] %1 h = exp
    1  kernel %2 = softmax
    2  kernel %3 = sum
  buffers
    %1 h, in place %2  4*x.0*x.1 bytes, steps 0 to 2, slot 0
    %3  4*x.0 bytes, steps 2 to 3, result 0
  arena
    slot 0  4*x.0*x.1 bytes at 0, padded
)");
}

// What a row of the function computes, by the steps' names; what goes over rows in parentheses.
std::string by_rows(const std::string& text) {
  const ir::Module module = cases::parse(text);
  const ir::Function& function = module.functions[0];
  const Plan plan = codegen::make_plan(function);
  const codegen::BlockPlan& block = plan[function.body];
  std::string out;
  for (std::size_t s = 0; s < block.steps.size(); ++s) {
    const codegen::RowSteps* const rows = block.rows_with(s);
    if (rows && rows->first == s) out += "(";
    out += std::string(ir::definition(function[block.steps[s].ops.back()].kind).info.name);
    if (rows && rows->end == s + 1) out += ")";
    out += " ";
  }
  return out;
}

TEST(Plan, RowsAreGoneOverTogether) {
  EXPECT_EQ(by_rows(R"(
func @f(%x: f32[x.0, x.1], %b: f32[x.1]) -> (f32[x.0, x.1], f32[x.1], f32[x.0]) {
  %0 = broadcast %b {shape = <x.0, x.1>} : f32[x.0, x.1]
  %1 = add %x, %0 : f32[x.0, x.1]
  %2 = softmax %1 {axis = 1} : f32[x.0, x.1]
  %3 = sum %2 {axes = [0], keepdims = false} : f32[x.1]
  %4 = logsumexp %2 {axes = [1], keepdims = false} : f32[x.0]
  return %2, %3, %4
}
)"), "(add softmax sum logsumexp) ");
}

TEST(Plan, WhatNeedsASumOverRowsComesAfterThem) {
  EXPECT_EQ(by_rows(R"(
func @f(%x: f64[x.0, x.1]) -> (f64[x.0, x.1], f64[x.0], f64[x.0]) {
  %0 = softmax %x {axis = 1} : f64[x.0, x.1]
  %1 = mean %0 {axes = [0], keepdims = true} : f64[1, x.1]
  %2 = broadcast %1 {shape = <x.0, x.1>} : f64[x.0, x.1]
  %3 = subtract %0, %2 : f64[x.0, x.1]
  %4 = logsumexp %0 {axes = [1], keepdims = false} : f64[x.0]
  %5 = sum %0 {axes = [1], keepdims = false} : f64[x.0]
  return %3, %4, %5
}
)"), "(softmax mean logsumexp sum) subtract ");
}

// That rows have elements is known before.
TEST(Plan, ExtremesAreGoneOverByRows) {
  EXPECT_EQ(by_rows(R"(
func @f(%x: f64[x.0, x.1]) -> (f64[x.0], f64[x.0]) {
  %0 = exp %x : f64[x.0, x.1]
  %1 = max %0 {axes = [1], keepdims = false} : f64[x.0]
  %2 = softmax %0 {axis = 1} : f64[x.0, x.1]
  %3 = sum %2 {axes = [1], keepdims = false} : f64[x.0]
  return %1, %3
}
)"), "(exp max softmax sum) ");
}

TEST(Plan, RowsOfAnotherOrderAreNotTheSame) {
  EXPECT_EQ(by_rows(R"(
func @f(%x: f64[x.0, x.0]) -> (f64[x.0], f64[x.0]) {
  %0 = softmax %x {axis = 1} : f64[x.0, x.0]
  %1 = transpose %0 {perm = [1, 0]} : f64[x.0, x.0]
  %2 = multiply %0, %1 : f64[x.0, x.0]
  %3 = softmax %2 {axis = 1} : f64[x.0, x.0]
  %4 = sum %3 {axes = [1], keepdims = false} : f64[x.0]
  %5 = logsumexp %3 {axes = [1], keepdims = false} : f64[x.0]
  return %4, %5
}
)"), "softmax transpose (multiply softmax sum logsumexp) ");
}

// As a later block of rows reads it again.
TEST(Plan, WhatRowsReadAsAWholeStaysToTheLastStep) {
  const ir::Module module = cases::parse(R"(
func @f(%x: f64[x.0, x.1], %b: f64[x.1]) -> (f64[x.0, x.1]) {
  %0 = softmax %b {axis = 0} : f64[x.1]
  %1 = broadcast %0 {shape = <x.0, x.1>} : f64[x.0, x.1]
  %2 = add %x, %1 : f64[x.0, x.1]
  %3 = softmax %2 {axis = 1} : f64[x.0, x.1]
  %4 = sum %3 {axes = [1], keepdims = true} : f64[x.0, 1]
  %5 = broadcast %4 {shape = <x.0, x.1>} : f64[x.0, x.1]
  %6 = multiply %3, %5 : f64[x.0, x.1]
  return %6
}
)");
  const ir::Function& function = module.functions[0];
  const Plan plan = codegen::make_plan(function);
  ASSERT_EQ(plan[function.body].rows.size(), 1u);
  const codegen::RowSteps& rows = plan[function.body].rows[0];
  const int last = plan[function.body].steps[rows.end - 1].last;
  const ir::ValueId weights = function[function[function.body].ops[0]].results[0];
  EXPECT_EQ(plan.buffers[static_cast<std::size_t>(plan.buffer_of[weights.at()])].last, last);
}

TEST(Plan, PrintsAsAGraph) {
  const ir::Module module = cases::parse(R"(
func @f(%x: f32[x.0]) -> (f32[x.0]) {
  %y = exp %x : f32[x.0]
  return %y
}
)");
  const std::string dot = codegen::print_dot(module, module.functions[0]);
  EXPECT_NE(dot.find("v0 -> v1;"), std::string::npos) << dot;
  EXPECT_NE(dot.find("%1 y exp f32[x.0]"), std::string::npos) << dot;
}

}  // namespace
