#include "ir/kind.h"
#include "ir/text/text.h"

#include <gtest/gtest.h>

#include <cmath>

#include "ir/op.h"
#include "tests/reference/graph.h"

namespace ir {
namespace {

Module parsed(std::string_view text) {
  Diagnostics diagnostics;
  auto module = parse(text, diagnostics);
  EXPECT_TRUE(module) << diagnostics.text();
  return module.value_or(Module{});
}

std::string refusal(std::string_view text) {
  Diagnostics diagnostics;
  EXPECT_FALSE(parse(text, diagnostics));
  return diagnostics.text();
}

// The same op by op, whatever the ids are.
class Comparison {
 public:
  Comparison(const Function& a, const Function& b) : a_(a), b_(b) {}

  void run() {
    EXPECT_EQ(a_.name, b_.name);
    block(a_.body, b_.body);
    ASSERT_EQ(a_.requirements.size(), b_.requirements.size());
    for (std::size_t i = 0; i < a_.requirements.size(); ++i) {
      EXPECT_EQ(a_.requirements[i].left, b_.requirements[i].left);
      EXPECT_EQ(a_.requirements[i].right, b_.requirements[i].right);
      EXPECT_EQ(a_.requirements[i].loc, b_.requirements[i].loc);
    }
    ASSERT_EQ(a_.extent_origins.size(), b_.extent_origins.size());
    for (std::size_t i = 0; i < a_.extent_origins.size(); ++i)
      EXPECT_EQ(a_.extent_origins[i].loc, b_.extent_origins[i].loc);
  }

 private:
  void define(const std::vector<ValueId>& a, const std::vector<ValueId>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      EXPECT_EQ(a_[a[i]].name, b_[b[i]].name);
      EXPECT_EQ(a_[a[i]].type, b_[b[i]].type);
      map_[a[i]] = b[i];
    }
  }
  void use(const std::vector<ValueId>& a, const std::vector<ValueId>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(map_[a[i]], b[i]);
  }
  void block(BlockId a, BlockId b) {
    define(a_[a].parameters, b_[b].parameters);
    ASSERT_EQ(a_[a].ops.size(), b_[b].ops.size());
    for (std::size_t i = 0; i < a_[a].ops.size(); ++i) {
      const Op &p = a_[a_[a].ops[i]], &q = b_[b_[b].ops[i]];
      EXPECT_EQ(p.kind, q.kind);
      EXPECT_EQ(p.callee, q.callee);
      EXPECT_EQ(p.loc, q.loc);
      EXPECT_EQ(p.derived, q.derived);
      use(p.operands, q.operands);
      for (auto m = p.attributes.begin(), n = q.attributes.begin(); m != p.attributes.end(); ++m, ++n) {
        EXPECT_EQ(m->first, n->first);
        EXPECT_EQ(m->second.index(), n->second.index());
        EXPECT_EQ(text(m->second), text(n->second));
      }
      ASSERT_EQ(p.blocks.size(), q.blocks.size());
      for (std::size_t k = 0; k < p.blocks.size(); ++k) block(p.blocks[k], q.blocks[k]);
      define(p.results, q.results);
    }
    use(a_[a].results, b_[b].results);
  }

  const Function &a_, &b_;
  std::map<ValueId, ValueId> map_;
};

void expect_round_trip(const Module& module) {
  const std::string text = print(module);
  const Module again = parsed(text);
  EXPECT_EQ(print(again), text);
  EXPECT_EQ(again.locations, module.locations);
  ASSERT_EQ(again.functions.size(), module.functions.size());
  for (std::size_t i = 0; i < module.functions.size(); ++i)
    Comparison(module.functions[i], again.functions[i]).run();
}

TEST(Text, RoundTripsControlFlowSequencesAndCalls) {
  const Module module = parsed(R"(
func @ns::f(%x: f32[x.0, x.1], %params.w: f32[params.w.0], %n: i64, %p: bool, %s: seq<seq<f32[?]>>) -> (f32, f32[z.0], i64)
    requires x.0*x.1 == 2*%n + 3 loc 4
    requires params.w.0 == max(div(x.0, 2), x.1)
    origin 1[0] loc 9
{
  %c = constant {element = f32, value = 1e300} loc 9
  %v, %trips, %all = while %c, %x {carried = 1} condition(%v: f32, %x: f32[x.0, x.1]) {
    %q = less %v, %v
    -> %q
  } body(%v: f32, %x: f32[x.0, x.1]) {
    %w = tanh %v derived loc 4
    -> %w, %x
  }
  %t = scan %trips, %v, %all, %p {carried = 1, reverse = true, scanned = 1} body(%i: i64, %v: f32, %e: f32[e.0, e.1], %p: bool) {
    %m = sum %e {axes = [0, 1], keepdims = false}
    %r = if %p, %m then(%m: f32) { -> %m } else(%m: f32) { -> %m }
    -> %r
  }
  %u = sequence_at %s, %n {shape = <>}
  %z = sequence_at %u, %n {shape = <z.0>}
  %y, %k = call @g %t, %z
  return %y, %k, %n
}
func @g(%a: f32, %b: f32[b.0]) -> (f32, f32[b.0]) {
  %0, %1 = call @g %a, %b
  return %a, %1
}
locations { 9 = "a.cpp":1:2 "x" 4 = "b.cpp":3:4 "y" }
)");
  ASSERT_EQ(module.functions.size(), 2u);
  expect_round_trip(module);
}

TEST(Text, RoundTripsEveryKindOfAttribute) {
  Diagnostics none;
  Module module;
  Function function = new_function("f");
  Builder builder(module, function, none);
  builder.argument({ElementType::f32, {Extent::symbol("x.0"), 1}, 0}, "x");
  const double reals[] = {0.0,    -0.0,      1,        0.1,          1e300,
                          5e-324, -INFINITY, INFINITY, std::nan(""), 123456789012345678.0};
  for (double value : reals) builder.constant(ElementType::f64, value);
  for (std::int64_t value : {std::int64_t{0}, std::int64_t{-1}, INT64_MIN, INT64_MAX})
    builder.constant_integer(ElementType::i64, value);
  const ValueId x = function.arguments()[0];
  builder.append(Kind::PreventGradient, {x},
                 {{"why", std::string("a \"quote\", a \\, \n, \t, \x01, \xc3\xa9")}});
  builder.append(Kind::Sum, {x}, {{"axes", Integers{}}, {"keepdims", true}});
  builder.append(Kind::Transpose, {x}, {{"perm", Integers{1, 0}}});
  builder.append(Kind::Broadcast, {x}, {{"shape", Shape{Extent::symbol("x.0"), 3}}});
  builder.append(Kind::Reshape, {x}, {{"shape", Shape{Extent::symbol("x.0")}}});
  builder.append(Kind::Astype, {x}, {{"to", ElementType::bf16}});
  ASSERT_TRUE(none.empty()) << none.text();
  module.functions.push_back(function);
  expect_round_trip(module);
  for (std::size_t i = 0; i < std::size(reals); ++i) {
    const Module again = parsed(print(module));
    const double value = again.functions[0].ops[i].attributes.get<double>("value");
    EXPECT_TRUE(value == reals[i] || std::isnan(reals[i]));
    EXPECT_EQ(std::signbit(value), std::signbit(reals[i]));
  }
}

TEST(Text, RoundTripsEveryExtent) {
  for (const char* text :
       {"0", "-5", "9223372036854775807", "-9223372036854775808", "x.0", "-x.0 + 3", "2*x.0*y.0 + x.0 - 1",
        "min(x.0, y.0)", "max(%n, div(x.0 + 1, 2))", "-9223372036854775808*x.0", "div(%n, y.0)*x.0"}) {
    const std::string function = fmt::format(
        "func @f(%n: i64, %x: f32[x.0, y.0]) -> (i64) {{\n  %0 = extent {{value = <{}>}} : i64\n  return "
        "%0\n}}\n",
        text);
    EXPECT_EQ(print(parsed(function)), function);
  }
}

TEST(Text, ReadsExtentsInAnyOrderAndWithParentheses) {
  const Module module =
      parsed("func @f(%x: f32[x.0]) -> (i64) { %a = extent {value = <(x.0 + 1)*2 - x.0>} return %a }");
  EXPECT_EQ(text(module.functions[0].ops[0].attributes.get<Shape>("value")), "[x.0 + 2]");
}

TEST(Text, NamesAreTheUsersAndUnique) {
  Diagnostics none;
  Module module;
  Function function = new_function("operator()");
  Builder builder(module, function, none);
  for (const char* name : {"x", "x", "", "0", "a b", "a b", "x#1", "größe", "y.z", "2x"})
    builder.argument(scalar(ElementType::f32), name);
  module.functions.push_back(function);
  EXPECT_TRUE(
      print(module).starts_with("func @\"operator()\"(%x: f32, %x#1: f32, %0: f32, %\"0\": f32, %\"a b\": "
                                "f32, %\"a b\"#1: f32, %\"x#1\": f32, "
                                "%größe: f32, %y.z: f32, %2x: f32) -> () {\n"));
  expect_round_trip(module);
}

TEST(Text, PrintsOneFunctionWithItsLocations) {
  Module module = parsed(R"(
func @g(%x: f32) -> (f32) { %y = exp %x loc 0 return %y }
func @f(%x: f32) -> (f32) { %y = exp %x loc 1 return %y }
locations { 0 = "a.cpp":1:2 "x" 1 = "b.cpp":3:4 "y" }
)");
  const std::string text = print(module, module.functions[1]);
  EXPECT_EQ(text, R"(func @f(%x: f32) -> (f32) {
  %y = exp %x : f32 loc 1
  return %y
}

locations {
  1 = "b.cpp":3:4 "y"
}
)");
  EXPECT_EQ(parsed(text).locations[0].file, "b.cpp");
}

TEST(Text, PrintsIllFormedFunctionsToo) {
  Module module = parsed("func @f(%x: f32) -> (f32) { %y = exp %x return %y }");
  module.functions[0].ops[0].operands[0] = ValueId{7};
  EXPECT_NE(print(module).find("exp %?7"), std::string::npos);
  module.functions[0].body = {};
  EXPECT_NE(print(module).find("func @f"), std::string::npos);
}

TEST(Text, TakesCommentsAndLeavesTypesToInference) {
  const Module module =
      parsed("// a comment\nfunc @f(%x: f32) -> (f32) { // more\n %y = exp %x return %y }\n// end");
  EXPECT_EQ(print(module), "func @f(%x: f32) -> (f32) {\n  %y = exp %x : f32\n  return %y\n}\n");
}

TEST(Text, ReportsTheLineOfAFault) {
  const std::string head = "func @f(%x: f32[x.0]) -> (f32[x.0]) {\n  ";
  const std::pair<const char*, const char*> rows[] = {
      {"%y = tanh %", "line 2: a name is missing after '%'"},
      {"%y = tanh %z", "line 2: no value is called %z in this block"},
      {"%y = tnah %x", "line 2: there is no op 'tnah'"},
      {"%x = tanh %x", "line 2: %x is defined twice"},
      {"%y, %z = tanh %x", "line 2: the op has 1 results, not 2"},
      {"%y = tanh %x : f64", "line 2: the types of the results are f32[x.0]"},
      {"%y = tanh %x {a = }", "line 2: the value of an attribute is expected, not '}'"},
      {"%y = tanh %x {a = 1, a = 2}", "line 2: attribute 'a' is given twice"},
      {"%y = tanh %x loc 3", "line 2: there is no location 3"},
      {"%y = call @g %x", "line 2: there is no function @g"},
      {"%y = extent {value = <99999999999999999999>}", "line 2: 99999999999999999999 is too large"},
      {"%y = constant {element = f64, value = 1e999}", "line 2: 1e999 is out of the range of f64"},
      {"%y = constant {element = f99, value = 1.0}", "line 2: 'f99' is not the value of an attribute"},
      {"%y = label %x {label = \"a", "line 2: a string does not end"},
      {"%y = label %x {label = \"\\q\"}", "line 2: an unknown escape in a string"},
      {"%y = if %x else() {", "line 2: 'then' is expected, not 'else'"},
      {"$", "line 2: '$' stands here by mistake"},
      {"\x02", "line 2: an unprintable character"},
      {"return", "line 1: the results of @f have types (), not those of its header"},
  };
  for (const auto& [body, expected] : rows) {
    // The header is read first, up to the brace that ends its body.
    const std::string text =
        refusal(head + body + "\n" + (std::string_view(body).ends_with('{') ? "}}" : "}"));
    EXPECT_EQ(text, fmt::format("{} [parse_error]\n", expected)) << body;
  }
  EXPECT_EQ(refusal("func @f() -> () {"), "line 1: a '}' is missing [parse_error]\n");
  EXPECT_EQ(refusal("func @f() -> () { return } func @f() -> () { return }"),
            "line 1: @f is defined twice [parse_error]\n");
  EXPECT_EQ(refusal("f"), "line 1: 'func' is expected, not 'f' [parse_error]\n");
  EXPECT_EQ(refusal("func @f(%x: g32) -> () { return }"),
            "line 1: there is no element type 'g32' [parse_error]\n");
  EXPECT_EQ(refusal("func @f(%x: f32) -> () origin 0[0] { return }"),
            "line 1: an origin names an argument and one of its axes by number [parse_error]\n");
}

TEST(Text, RefusesToNestWithoutEnd) {
  const auto repeated = [](const char* text, int n) {
    std::string out;
    for (int i = 0; i < n; ++i) out += text;
    return out;
  };
  EXPECT_NE(refusal("func @f(%x: " + repeated("seq<", 100000)).find("too deeply"), std::string::npos);
  EXPECT_NE(refusal("func @f(%x: f32[" + repeated("min(", 100000)).find("too deeply"), std::string::npos);
  EXPECT_NE(
      refusal("func @f(%p: bool) -> () { " + repeated("if %p then(%p: bool) { ", 1000) + repeated("}", 1001))
          .find("too deeply"),
      std::string::npos);
}

}  // namespace
}  // namespace ir
