// Counted loops against the loops that they were, on the interpreter, at many starts and bounds.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ir/kind.h"
#include "ir/op.h"
#include "ir/passes/pass.h"
#include "ir/text/text.h"
#include "tests/reference/differences.h"
#include "tests/reference/graph.h"

namespace ir {
namespace {

Module module_of(const std::string& text) {
  Diagnostics diagnostics;
  auto module = parse(text, diagnostics);
  EXPECT_TRUE(module) << diagnostics.text() << text;
  return module ? *std::move(module) : Module{};
}

Module counted(const Module& module) {
  Diagnostics diagnostics;
  PassOptions options;
  options.verify_each = true;
  auto made = run_passes(module, "counted", options, diagnostics);
  EXPECT_TRUE(made) << diagnostics.text();
  return made ? *std::move(made) : module;
}

int count_of(const Module& module, Kind kind) {
  int count = 0;
  for (const Op& op : module.functions[0].ops) count += op.kind == kind;
  return count;
}

// Of one element type: the integer and what it is compared as, and whether it stands on the left.
struct Form {
  std::string integer, compared, comparison;
  std::int64_t step = 1;
  bool left = true, added = true;
};

// @f(start, bound): the last integer, the trips, the sum of what the integers are, and the integers. Null: an argument.
std::string loop_text(const Form& form, std::optional<std::int64_t> start, std::optional<std::int64_t> bound) {
  const std::string sides = form.left ? "%c, %bound" : "%bound, %c";
  const auto made = [](const std::string& name, const std::string& element, std::optional<std::int64_t> value) {
    return value ? fmt::format("  %{} = constant {{element = {}, value = {}}}\n", name, element, *value) : "";
  };
  return fmt::format(R"(
func @f(%start{0}: {2}, %bound{1}: {3}) -> ({2}, i64, {2}, seq<{2}>) {{
{4}{5}  %i, %sum, %trips, %all = while %start, %start, %bound {{carried = 2}} condition(%i: {2}, %s: {2}, %bound: {3}) {{
    %c = astype %i {{to = {3}}}
    %go = {6} {7}
    -> %go
  }} body(%i: {2}, %s: {2}, %bound: {3}) {{
    %step = constant {{element = {2}, value = {8}}}
    %next = {9} %i, %step
    %sum = add %s, %i
    -> %next, %sum, %i
  }}
  return %i, %trips, %sum, %all
}}
)",
                     start ? "_unread" : "", bound ? "_unread" : "", form.integer, form.compared,
                     made("start", form.integer, start), made("bound", form.compared, bound), form.comparison, sides,
                     form.added ? form.step : -form.step, form.added ? "add" : "subtract");
}

// Whether the loop comes to an end within a few trips; one that goes on takes the interpreter long.
bool ends(const Form& form, std::int64_t start, std::int64_t bound) {
  const ElementType integer = *element_type(form.integer), compared = *element_type(form.compared);
  const auto holds = definition(*find_op(form.comparison)).info.integer.evaluate;
  std::int64_t i = start;
  for (int trip = 0; trip < 40; ++trip) {
    const std::int64_t c = wrap_to(compared, i);
    if (holds(form.left ? c : bound, form.left ? bound : c, 0) == 0) return true;
    i = wrap_to(integer, static_cast<std::int64_t>(static_cast<std::uint64_t>(i) + static_cast<std::uint64_t>(form.step)));
  }
  return false;
}

// Null where the loop does not come to an end.
std::optional<std::vector<reference::Value>> run(const Module& module, const Form& form, std::int64_t start,
                                                 std::int64_t bound) {
  if (!ends(form, start, bound)) return std::nullopt;
  const auto value = [](const std::string& element, std::int64_t number) {
    return reference::Value(reference::integers({}, {number}, *element_type(element)));
  };
  try {
    return reference::interpret(module, {0}, {value(form.integer, start), value(form.compared, bound)});
  } catch (const reference::Violation&) {
    return std::nullopt;
  }
}

std::string text_of(const std::vector<reference::Value>& values) {
  std::string text;
  for (const reference::Value& value : values) {
    if (value.is_tensor()) {
      text += fmt::format("{} ", value.tensor().integers.at(0));
      continue;
    }
    for (const reference::Value& element : value.sequence())
      text += fmt::format("{},", element.tensor().integers.at(0));
  }
  return text;
}

void check(const Form& form, const Module& loop, const Module& scan, std::int64_t start, std::int64_t bound) {
  const auto expected = run(loop, form, start, bound);
  if (!expected) return;
  const auto found = run(scan, form, start, bound);
  ASSERT_TRUE(found) << start << ' ' << bound << '\n' << print(scan);
  ASSERT_EQ(text_of(*found), text_of(*expected)) << start << ' ' << bound << '\n' << print(scan);
}

std::vector<Form> forms() {
  std::vector<Form> forms;
  const std::pair<const char*, const char*> elements[] = {{"i32", "i32"}, {"i64", "i64"}, {"u32", "u32"},
                                                          {"u64", "u64"}, {"i32", "i64"}, {"i32", "u64"},
                                                          {"i32", "u32"}, {"u32", "i64"}, {"i64", "u64"}};
  for (const auto& [integer, compared] : elements)
    for (const char* comparison : {"less", "less_equal", "greater", "greater_equal", "not_equal"})
      for (const std::int64_t step : {1, 2, 3, 7, -1, -2, -3, -7})
        for (const bool left : {true, false}) {
          const bool unsigned_step = integer[0] == 'u' && step < 0;
          forms.push_back({integer, compared, comparison, step, left, !unsigned_step && step != 3});
        }
  return forms;
}

TEST(Counted, LoopsMakeTheSameTrips) {
  int made = 0;
  for (const Form& form : forms()) {
    const Module loop = module_of(loop_text(form, {}, {})), scan = counted(loop);
    made += count_of(scan, Kind::Scan);
    ASSERT_EQ(count_of(scan, Kind::Scan) + count_of(scan, Kind::While), 1);
    if (count_of(scan, Kind::While) > 0) continue;
    const bool negative = form.integer[0] == 'i', negative_bound = form.compared[0] == 'i';
    for (std::int64_t start = negative ? -6 : 0; start <= 9; start += reference::kOneIn)
      for (std::int64_t bound = negative_bound ? -6 : 0; bound <= 9; ++bound) {
        check(form, loop, scan, start, bound);
        ASSERT_FALSE(HasFatalFailure()) << print(loop);
      }
  }
  // Signed integers: six of forty in either order, and of the unsigned those with steps of 1.
  EXPECT_GT(made, 150);
}

TEST(Counted, KnownBoundsGiveKnownTrips) {
  for (const Form& form : forms())
    for (const std::int64_t start : {0, 2, 7})
      for (const std::int64_t bound : {0, 1, 6, 7}) {
        const Module loop = module_of(loop_text(form, start, bound)), scan = counted(loop);
        if (count_of(scan, Kind::While) > 0) continue;
        for (const Op& op : scan.functions[0].ops) {
          if (op.kind != Kind::Scan) continue;
          const OpId trips = scan.functions[0][op.operands[0]].op;
          ASSERT_TRUE(trips.valid() && scan.functions[0][trips].kind == Kind::Constant) << print(scan);
        }
        check(form, loop, scan, start, bound);
        ASSERT_FALSE(HasFatalFailure()) << print(loop);
      }
}

// At the ends of the range: few trips, or none though the difference is no i64.
TEST(Counted, TheEndsOfTheRange) {
  const std::int64_t least = INT64_MIN, most = INT64_MAX;
  const std::pair<std::int64_t, std::int64_t> ends[] = {{most - 5, most}, {least, least + 5}, {least, least},
                                                        {most, least},    {most, -5},         {least, 5},
                                                        {least, most},    {most, most},       {5, least},
                                                        {-5, most},       {least + 5, least}, {most, most - 5}};
  for (const char* comparison : {"less", "less_equal", "greater", "greater_equal", "not_equal"})
    for (const std::int64_t step : {1, -1, 2, -2, 3}) {
      const Form form{"i64", "i64", comparison, step};
      const Module loop = module_of(loop_text(form, {}, {})), scan = counted(loop);
      for (const auto& [start, bound] : ends) {
        const std::uint64_t distance = step > 0 ? static_cast<std::uint64_t>(bound) - static_cast<std::uint64_t>(start)
                                                : static_cast<std::uint64_t>(start) - static_cast<std::uint64_t>(bound);
        const bool runs = step > 0 ? start <= bound : start >= bound;
        if (runs && distance > 10) continue;                                  // more trips than a test makes
        if (runs && std::abs(step) > 1 && (bound == most || bound == least)) continue;  // past the end of the range
        if (!runs && std::string(comparison) == "not_equal") continue;
        check(form, loop, scan, start, bound);
        ASSERT_FALSE(HasFatalFailure()) << print(loop);
      }
    }
}

}  // namespace
}  // namespace ir
