// The grammar of a request: every item, every value, and where a complaint points.
#include "tool/request/items.h"

#include <gtest/gtest.h>

namespace tool {
namespace {

Items good(std::string_view text) {
  ParsedItems parsed = parse_items(text);
  for (const ItemProblem& problem : parsed.problems) ADD_FAILURE() << text << ": " << problem.text;
  return parsed.items;
}

// The one complaint, as "offset name".
std::string bad(std::string_view text) {
  std::string list;
  for (const ItemProblem& problem : parse_items(text).problems)
    list +=
        (list.empty() ? "" : "; ") + std::to_string(problem.offset) + " " + std::string(row(problem.id).name);
  return list;
}

TEST(Items, KindsKeepTheirOrder) {
  const Items items = good(" vjp,gradient , jvp ");
  ASSERT_EQ(items.kinds.size(), 3u);
  EXPECT_EQ(items.kinds[0].kind, Kind::vjp);
  EXPECT_EQ(items.kinds[1].kind, Kind::gradient);
  EXPECT_EQ(items.kinds[1].offset, 5u);
  EXPECT_TRUE(items.asks_for(Kind::jvp));
  EXPECT_FALSE(items.asks_for(Kind::hvp));
  EXPECT_TRUE(good("hessian, jacobian").asks_for(Kind::jacobian));
  EXPECT_EQ(items.text, "vjp,gradient , jvp");
}

TEST(Items, PathsHaveParts) {
  const Items items = good("gradient, wrt(a, b.c . d), stop(h)");
  ASSERT_TRUE(items.wrt.has_value());
  ASSERT_EQ(items.wrt->size(), 2u);
  EXPECT_EQ((*items.wrt)[1].text(), "b.c.d");
  EXPECT_EQ((*items.wrt)[1].offset, 17u);
  EXPECT_EQ(items.stop[0].text(), "h");
  EXPECT_FALSE(good("gradient").wrt.has_value());
}

TEST(Items, EachNamesParameters) {
  const Items items = good("gradient, each(x, y)");
  ASSERT_EQ(items.each.size(), 2u);
  EXPECT_EQ(items.each[1].text(), "y");
  EXPECT_EQ(items.each[1].offset, 18u);
  EXPECT_TRUE(good("gradient").each.empty());
  EXPECT_EQ(bad("gradient, each()"), "10 empty_item");
  EXPECT_EQ(bad("gradient, each(x.y)"), "15 bad_value");
  EXPECT_EQ(bad("gradient, each(x), each(y)"), "19 duplicate_item");
  EXPECT_EQ(bad("gradient, each(x as sparse)"), "15 bad_value");
}

TEST(Items, ExtentsAreFormulas) {
  const Items items = good("gradient, extent(x = n, y = 2 * (rows - 1) * p.columns + 3, z = max(n, min(m, 4)), w=7)");
  ASSERT_EQ(items.extents.size(), 4u);
  EXPECT_EQ(items.extents[0].name, "x");
  EXPECT_EQ(items.extents[0].offset, 17u);
  EXPECT_EQ(items.extents[0].extent.text(), "%n");
  EXPECT_EQ(items.extents[1].extent.text(), "2*%p.columns*%rows - 2*%p.columns + 3");
  EXPECT_EQ(items.extents[2].extent.text(), "max(%n, min(%m, 4))");
  EXPECT_EQ(items.extents[3].extent.constant(), 7);
  EXPECT_EQ(bad("gradient, extent()"), "10 empty_item");
  for (const char* value : {"x", "x =", "x = n m", "x = n / 2", "x = -n", "x = 2n", "x = max(n)", "x.y = n"})
    EXPECT_EQ(bad("gradient, extent(" + std::string(value) + ")"), "17 bad_value") << value;
  EXPECT_EQ(bad("gradient, extent(x = (n)"), "24 item_syntax");
  EXPECT_EQ(bad("gradient, extent(x = n)*(m)"), "22 item_syntax");
  EXPECT_EQ(bad("gradient, extent(x = n, x = m)"), "24 duplicate_item");
}

TEST(Items, PathsMayBeSparse) {
  const Items items = good("gradient, wrt(a as sparse, b.c  as\tsparse, d)");
  ASSERT_EQ(items.wrt->size(), 3u);
  EXPECT_TRUE((*items.wrt)[0].sparse && (*items.wrt)[1].sparse && !(*items.wrt)[2].sparse);
  EXPECT_EQ((*items.wrt)[1].text(), "b.c");
  EXPECT_EQ(bad("gradient, wrt(a as dense)"), "14 item_syntax");
  EXPECT_EQ(bad("gradient, wrt(as sparse)"), "14 item_syntax");
  EXPECT_EQ(bad("gradient, wrt(a sparse)"), "14 item_syntax");
  EXPECT_EQ(bad("gradient, wrt(a as sparse, a)"), "27 duplicate_item");
  EXPECT_EQ(bad("gradient, stop(a as sparse)"), "15 bad_value");
}

TEST(Items, ChoicesHaveDefaults) {
  EXPECT_EQ(good("jvp").unconnected, Unconnected::error);
  EXPECT_EQ(good("jvp, unconnected(zero)").unconnected, Unconnected::zero);
  EXPECT_EQ(good("jvp, unconnected( none )").unconnected, Unconnected::none);
  EXPECT_EQ(good("jvp").aggregation, Aggregation::planner);
  EXPECT_EQ(good("jvp, aggregation(tree)").aggregation, Aggregation::tree);
  EXPECT_EQ(good("jvp, aggregation(add_n)").aggregation, Aggregation::add_n);
  EXPECT_EQ(good("jvp, aggregation(accumulate_n)").aggregation, Aggregation::accumulate_n);
  EXPECT_FALSE(good("jvp").targets.has_value());
  EXPECT_TRUE(good("jvp, target(cpu)").targets->cpu);
  EXPECT_FALSE(good("jvp, target(cpu)").targets->cuda);
  EXPECT_TRUE(good("jvp, target(cuda)").targets->cuda);
  EXPECT_FALSE(good("jvp, target(cuda)").targets->cpu);
  EXPECT_TRUE(good("jvp, target(cpu, cuda)").targets->cpu && good("jvp, target(cpu, cuda)").targets->cuda);
  EXPECT_EQ(good("jvp, checkpoint(none)").checkpoint.strategy, Checkpoint::Strategy::none);
  EXPECT_EQ(good("jvp, as(fast)").as, "fast");
}

TEST(Items, WhatThisVersionLacksIsReadAndRefused) {
  EXPECT_EQ(bad("jvp, target(device)"), "12 unsupported_item");
  EXPECT_TRUE(is_unsupported(parse_items("jvp, target(device)").problems[0]));
  EXPECT_FALSE(is_unsupported(parse_items("grad").problems[0]));
}

TEST(Items, ThoseOfALoopAreWords) {
  const auto said = [](std::string_view text) {
    const ParsedLoop parsed = parse_loop_items(text);
    std::string list = std::string(parsed.items.relaxed ? "relaxed " : "") + (parsed.items.independent ? "independent " : "");
    for (const ItemProblem& problem : parsed.problems)
      list += std::to_string(problem.offset) + " " + std::string(row(problem.id).name) + ": " + problem.text;
    return list;
  };
  EXPECT_EQ(said("relaxed"), "relaxed ");
  EXPECT_EQ(said(" independent ,relaxed"), "relaxed independent ");
  EXPECT_EQ(said(""), "0 empty_item: GRADC_LOOP() names nothing; it takes relaxed and independent");
  EXPECT_EQ(said("relaxed, independnt"), "relaxed 9 unknown_item: unknown item 'independnt' in GRADC_LOOP; did you mean 'independent'?");
  EXPECT_EQ(said("gradient"), "0 unknown_item: unknown item 'gradient' in GRADC_LOOP");
  EXPECT_EQ(said("relaxed, relaxed"), "relaxed 9 duplicate_item: 'relaxed' is given twice");
  EXPECT_EQ(said("relaxed(2)"), "7 item_syntax: '(' after 'relaxed', which takes no values, among the items");
  EXPECT_EQ(said("relaxed independent"), "0 item_syntax: missing ',' among the items");
  EXPECT_EQ(said("checkpoint(periodic = 8)"),
            "0 unsupported_item: 'checkpoint' is not available in this version of gradc for a single loop; put checkpoint(...) into the request");
  EXPECT_EQ(said("fixed_point(u, tolerance = 1e-12)"), "0 unsupported_item: 'fixed_point' is not available in this version of gradc");
}

TEST(Items, CheckpointsInAllTheirForms) {
  using Strategy = Checkpoint::Strategy;
  const std::pair<const char*, Strategy> kForms[] = {{"speed", Strategy::speed},   {"memory", Strategy::memory},
                                                     {"marked", Strategy::marked}, {"auto", Strategy::automatic},
                                                     {"budget=1", Strategy::budget}, {"names(a, b)", Strategy::names}};
  for (const auto& [text, strategy] : kForms)
    EXPECT_EQ(good("jvp, checkpoint(" + std::string(text) + ")").checkpoint.strategy, strategy) << text;
  const Checkpoint budget = parse_items("jvp, checkpoint(budget = 64 MiB)").items.checkpoint;
  EXPECT_EQ(budget.budget_bytes, 64 << 20);
  EXPECT_EQ(parse_items("jvp, checkpoint(names(a, b.c))").items.checkpoint.names,
            (std::vector<std::string>{"a", "b.c"}));
}

TEST(Items, ComplaintsPointAtTheItem) {
  EXPECT_EQ(bad(""), "0 missing_kind");
  EXPECT_EQ(bad("wrt(x)"), "0 missing_kind");
  EXPECT_EQ(bad("gradient, grdient"), "10 unknown_item");
  EXPECT_EQ(parse_items("grdient").problems[0].text,
            "unknown item 'grdient' in the request; did you mean 'gradient'?");
  EXPECT_EQ(bad("gradient, gradient"), "10 duplicate_item");
  EXPECT_EQ(bad("gradient, wrt(a), wrt(b)"), "18 duplicate_item");
  EXPECT_EQ(bad("gradient, wrt(a, a)"), "17 duplicate_item");
  EXPECT_EQ(bad("gradient, wrt()"), "10 empty_item");
  EXPECT_EQ(bad("gradient, wrt"), "10 empty_item");
  EXPECT_EQ(bad("gradient, wrt(a.)"), "14 bad_value");
  EXPECT_EQ(bad("gradient, wrt(3)"), "14 bad_value");
  EXPECT_EQ(bad("gradient, wrt(a,)"), "16 item_syntax");
  EXPECT_EQ(bad("gradient, unconnected(zeros)"), "22 bad_value");
  EXPECT_EQ(bad("gradient, unconnected"), "10 empty_item");
  EXPECT_EQ(bad("gradient, as(a::b)"), "13 bad_value");
  EXPECT_EQ(bad("gradient, checkpoint()"), "10 empty_item");
  EXPECT_EQ(bad("gradient, checkpoint(budget = much)"), "21 bad_value");
  EXPECT_EQ(bad("gradient, checkpoint(budget = 99999999TiB)"), "21 bad_value");
  EXPECT_EQ(bad("gradient, checkpoint(none, speed)"), "27 bad_value");
}

TEST(Items, BrokenTextIsSyntax) {
  EXPECT_EQ(bad("gradient wrt(x)"), "0 item_syntax");
  EXPECT_EQ(bad("gradient,"), "9 item_syntax");
  EXPECT_EQ(bad("gradient,,jvp"), "9 item_syntax");
  EXPECT_EQ(bad("gradient, wrt(x"), "15 item_syntax");
  EXPECT_EQ(bad("gradient)"), "8 item_syntax");
  EXPECT_EQ(bad("gradient, wrt(x) jvp"), "16 item_syntax");
  EXPECT_EQ(bad("gradient(x)"), "8 item_syntax");
}

TEST(Items, EveryProblemIsFound) {
  EXPECT_EQ(bad("grad, target(gpu), wrt()"), "0 unknown_item; 13 bad_value; 19 empty_item");
}

}  // namespace
}  // namespace tool
