// One broken function for each rule of ir/verify.h.
#include "ir/kind.h"
#include "ir/verify.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "ir/op.h"
#include "ir/text/text.h"

namespace ir {
namespace {

class VerifyTest : public ::testing::Test {
 protected:
  void SetUp() override {
    Diagnostics diagnostics;
    auto parsed = parse(R"(
func @f(%p: bool, %x: f32[x.0], %n: i64) -> (f32[x.0], f32[%n]) {
  %c = exp %x
  %y = if %p, %c then(%u: f32[x.0]) {
    %v = negative %u
    -> %v
  } else(%w: f32[x.0]) {
    -> %w
  }
  %s = constant {element = f32, value = 1.0}
  %b = broadcast %s {shape = <%n>}
  return %y, %b
}
)",
                        diagnostics);
    ASSERT_TRUE(parsed) << diagnostics.text();
    module = *std::move(parsed);
    ASSERT_EQ(faults(), "");
  }

  std::string faults() {
    Diagnostics diagnostics;
    const bool sound = verify(module, diagnostics);
    EXPECT_EQ(sound, diagnostics.empty());
    return diagnostics.text();
  }
  Function& f() { return module.functions[0]; }
  OpId op_of(Kind kind) {
    for (std::size_t i = 0; i < f().ops.size(); ++i)
      if (f().ops[i].kind == kind) return {static_cast<std::int32_t>(i)};
    return {};
  }
  ValueId value(std::string_view name) {
    for (std::size_t i = 0; i < f().values.size(); ++i)
      if (f().values[i].name == name) return {static_cast<std::int32_t>(i)};
    return {};
  }

  Module module;
};

TEST_F(VerifyTest, Rule1NamesAreUnique) {
  module.functions.push_back(f());
  EXPECT_EQ(faults(), "two functions are called @f [ill_formed]\n");
}

TEST_F(VerifyTest, Rule1IdsAreInRange) {
  f()[op_of(Kind::Exp)].operands[0] = {99};
  EXPECT_EQ(faults(), "@f: exp: there is no operand 99 [ill_formed]\n");
  f()[op_of(Kind::Exp)].operands[0] = {};
  EXPECT_EQ(faults(), "@f: exp: there is no operand -1 [ill_formed]\n");
  SetUp();
  f()[op_of(Kind::If)].blocks[1] = {9};
  EXPECT_EQ(faults(), "@f: if: there is no block 9 [ill_formed]\n");
  SetUp();
  f()[op_of(Kind::Exp)].callee = {5};
  EXPECT_EQ(faults(), "@f: exp: there is no function 5 [ill_formed]\n");
  SetUp();
  f()[op_of(Kind::Exp)].loc = {3};
  EXPECT_EQ(faults(), "@f: exp: there is no location 3 [ill_formed]\n");
  SetUp();
  f()[f().body].ops.push_back({77});
  EXPECT_EQ(faults(), "@f: a block has no op 77 [ill_formed]\n");
  SetUp();
  f().extent_origins.push_back({0, 0, {}});
  EXPECT_EQ(faults(), "@f: the origin of an extent names no axis of an argument [ill_formed]\n");
  SetUp();
  f().body = {12};
  EXPECT_EQ(faults(), "@f: it has no body [ill_formed]\n");
}

TEST_F(VerifyTest, Rule2ValuesAreDefinedOnce) {
  f()[op_of(Kind::Exp)].results.push_back(value("c"));
  EXPECT_EQ(faults(), "@f: %c is defined twice [ill_formed]\n");
  SetUp();
  f().values.push_back({scalar(ElementType::f32), "z", {}, {}, 0});
  EXPECT_EQ(faults(), "@f: %z is defined nowhere [ill_formed]\n");
  SetUp();
  f()[value("c")].index = 1;
  EXPECT_EQ(faults(), "@f: %c does not say where it is defined [ill_formed]\n");
}

TEST_F(VerifyTest, Rule3OpsAndBlocksStandOnce) {
  f()[f().body].ops.push_back(op_of(Kind::Exp));
  EXPECT_EQ(faults(), "@f: exp (op 0) stands in 2 blocks [ill_formed]\n");
  SetUp();
  f().blocks.emplace_back();
  EXPECT_EQ(faults(), "@f: block 3 belongs to 0 ops, not 1 [ill_formed]\n");
  SetUp();
  // An op inside its own block, out of reach of the body.
  auto& ops = f()[f().body].ops;
  const OpId moved = op_of(Kind::If);
  ops.erase(std::find(ops.begin(), ops.end(), moved));
  f()[f()[moved].blocks[0]].ops.push_back(moved);
  EXPECT_EQ(faults(), "@f: a block contains itself [ill_formed]\n");
}

TEST_F(VerifyTest, Rule4BlocksAreClosed) {
  f()[op_of(Kind::Negative)].operands[0] = value("c");
  EXPECT_EQ(faults(), "@f: negative uses %c, which is not defined before it in its block [ill_formed]\n");
  SetUp();
  std::swap(f()[f().body].ops[0], f()[f().body].ops[1]);
  EXPECT_EQ(faults(), "@f: if uses %c, which is not defined before it in its block [ill_formed]\n");
  SetUp();
  f()[f().body].results[0] = value("u");
  EXPECT_EQ(faults(), "@f: a block gives %u, which is not defined in it [ill_formed]\n");
}

TEST_F(VerifyTest, Rule5OpsAreWellTyped) {
  f()[op_of(Kind::Exp)].operands.push_back(value("x"));
  EXPECT_EQ(faults(), "exp takes 1 operands, not 2 [operand_count]\n");
  SetUp();
  f()[value("b")].type.element = ElementType::f64;
  EXPECT_EQ(faults(), "@f: %b has type f64[%n], but broadcast gives f32[%n] [ill_formed]\n");
  SetUp();
  f()[op_of(Kind::Broadcast)].attributes = {};
  EXPECT_EQ(faults(), "broadcast: attribute 'shape' is missing [attribute_value]\n");
  SetUp();
  f()[op_of(Kind::Constant)].attributes.set("value", std::int64_t{1});
  EXPECT_EQ(faults(), "constant: attribute 'value' does not fit the element type [attribute_value]\n");
}

TEST_F(VerifyTest, Rule6ExtentSymbolsAreBound) {
  f()[op_of(Kind::Broadcast)].attributes.set("shape", Shape{Extent::symbol("m")});
  f()[value("b")].type.extents[0] = Extent::symbol("m");
  EXPECT_EQ(faults(),
            "@f: the extent symbol m in %b is not bound [ill_formed]\n"
            "@f: the extent symbol m in attribute 'shape' of broadcast is not bound [ill_formed]\n");
  SetUp();
  f().requirements.push_back({Extent::symbol("%p"), 3, {}});
  EXPECT_EQ(faults(), "@f: the extent symbol %p in a requirement is not bound [ill_formed]\n");
}

TEST_F(VerifyTest, Rule6SymbolsOfABlockStayInIt) {
  Diagnostics diagnostics;
  const auto parsed = parse(R"(
func @f(%n: i64, %s: seq<f32[?]>, %x: f32) -> (f32[e]) {
  %t = scan %n, %x, %s {carried = 1, scanned = 1} body(%i: i64, %a: f32, %v: f32[e]) {
    %b = broadcast %a {shape = <e>}
    %c = sum %b {axes = [0], keepdims = false}
    -> %c
  }
  %y = broadcast %t {shape = <e>}
  return %y
}
)",
                            diagnostics);
  ASSERT_TRUE(parsed) << diagnostics.text();
  module = *parsed;
  EXPECT_EQ(faults(),
            "@f: the extent symbol e in %y is not bound [ill_formed]\n"
            "@f: the extent symbol e in attribute 'shape' of broadcast is not bound [ill_formed]\n");
}

TEST_F(VerifyTest, Rule7OnlyCallsNameFunctions) {
  f()[op_of(Kind::Exp)].callee = {0};
  EXPECT_EQ(faults(), "@f: exp calls nothing, but names @f [ill_formed]\n");
  SetUp();
  f()[op_of(Kind::Exp)].kind = Kind::Call;
  EXPECT_EQ(faults(), "call: it names a function [type_mismatch]\n");
}

TEST(AttributeFault, AsksForEveryKind) {
  const auto fault = [](Kind kind, Attributes attributes) {
    const auto found = attribute_fault(kind, attributes);
    return found ? found->text : "";
  };
  EXPECT_EQ(fault(Kind::Take, {{"axis", std::int64_t{0}}}), "");
  EXPECT_EQ(fault(Kind::Take, {{"axis", std::int64_t{-1}}}),
            "take: attribute 'axis' is not of the kind 'count'");
  EXPECT_EQ(fault(Kind::Take, {{"axis", 0.0}}), "take: attribute 'axis' is not of the kind 'count'");
  EXPECT_EQ(fault(Kind::ExtentValue, {{"value", Shape{1, 2}}}),
            "extent: attribute 'value' is not of the kind 'extent'");
  EXPECT_EQ(fault(Kind::Scan, {{"carried", std::int64_t{0}}, {"scanned", std::int64_t{0}}}), "");
  EXPECT_EQ(fault(Kind::Astype, {{"to", std::string("f32")}}),
            "astype: attribute 'to' is not of the kind 'element'");
  EXPECT_EQ(fault(Kind::Exp, {{"to", true}}), "exp: attribute 'to' is not one that the op has");
}

// A misspelt kind would refuse every value.
TEST(AttributeFault, TheTableNamesKindsThatExist) {
  const std::set<std::string> kinds{"bool",   "integer",  "count",   "real",   "number",
                                    "string", "integers", "extents", "extent", "element"};
  for (const OpDefinition& op : op_table())
    for (std::string_view rest = op.info.attributes; !rest.empty();) {
      const std::string_view entry = rest.substr(0, rest.find(", "));
      rest.remove_prefix(std::min(rest.size(), entry.size() + 2));
      std::string kind{entry.substr(entry.find(": ") + 2)};
      if (kind.ends_with('?')) kind.pop_back();
      EXPECT_TRUE(kinds.contains(kind)) << op.info.name << ": " << entry;
    }
}

}  // namespace
}  // namespace ir
