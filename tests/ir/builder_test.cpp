#include "ir/builder.h"

#include <gtest/gtest.h>

#include "ir/kind.h"
#include "ir/op.h"

namespace ir {
namespace {

class BuilderTest : public ::testing::Test {
 protected:
  ValueId argument(const std::string& name, int rank, ElementType element = ElementType::f32) {
    Type type{element, {}, 0};
    for (int i = 0; i < rank; ++i) type.extents.push_back(Extent::symbol(fmt::format("{}.{}", name, i)));
    return builder.argument(type, name);
  }
  // What the function says when complete: its values' types and its requirements.
  std::string finished() {
    builder.finish();
    std::string text;
    for (ValueId id : function.arguments()) text += function[id].type.text() + " ";
    for (const Requirement& r : function.requirements)
      text += fmt::format("{} == {} ", r.left.text(), r.right.text());
    return text;
  }

  Module module;
  Function function = new_function("f");
  Diagnostics diagnostics;
  Builder builder{module, function, diagnostics};
};

TEST_F(BuilderTest, InfersTypesAndRecordsWhere) {
  const ValueId x = argument("x", 2), w = argument("w", 2);
  builder.facts().may_assume = true;
  builder.loc = module.locate({"a.cpp", 3, 4, "x * w"});
  builder.derived = true;
  const ValueId y =
      builder.append(Kind::Matmul, {x, w}, {{"transpose_a", false}, {"transpose_b", false}}, "y");
  ASSERT_TRUE(y.valid());
  EXPECT_EQ(builder.type(y).text(), "f32[x.0, w.1]");
  const Op& op = function[function[y].op];
  EXPECT_EQ(function[y].name, "y");
  EXPECT_TRUE(op.derived);
  EXPECT_EQ(module.location(op.loc)->line, 3);
  EXPECT_EQ(module.locate({"a.cpp", 3, 4, "x * w"}), op.loc);
}

TEST_F(BuilderTest, SolvesForLaterArguments) {
  builder.facts().may_assume = true;
  builder.append(Kind::Add, {argument("x", 1), argument("y", 1)});
  EXPECT_EQ(finished(), "f32[x.0] f32[x.0] ");
  ASSERT_EQ(function.extent_origins.size(), 1u);
  EXPECT_EQ(function.extent_origins[0].argument, 1);
}

TEST_F(BuilderTest, RequiresWhatCannotBeSolved) {
  builder.facts().may_assume = true;
  const ValueId x = argument("x", 2), y = argument("y", 2);
  const auto flat = [&](ValueId v) {
    return builder.append(Kind::Reshape, {v}, {{"shape", Shape{product(builder.type(v).extents)}}});
  };
  const ValueId a = flat(x), b = flat(y);
  ASSERT_TRUE(builder.append(Kind::Add, {a, b}).valid());
  ASSERT_TRUE(builder.append(Kind::Add, {b, a}).valid());  // known by now
  EXPECT_EQ(finished(), "f32[x.0, x.1] f32[y.0, y.1] x.0*x.1 == y.0*y.1 ");
}

TEST_F(BuilderTest, ProvesEverythingWhereNothingMayBeAssumed) {
  EXPECT_FALSE(builder.append(Kind::Add, {argument("x", 1), argument("y", 1)}).valid());
  EXPECT_EQ(diagnostics.text(), "add: x.0 and y.0 can't be equal (axis 0) [shape_mismatch]\n");
  EXPECT_TRUE(function.ops.empty());
}

TEST_F(BuilderTest, NeverAssumesThatDifferentNumbersAreEqual) {
  builder.facts().may_assume = true;
  const ValueId x = argument("x", 1);
  ASSERT_TRUE(builder.append(Kind::Reshape, {x}, {{"shape", Shape{3}}}).valid());
  EXPECT_FALSE(builder.append(Kind::Reshape, {x}, {{"shape", Shape{4}}}).valid());
  EXPECT_EQ(finished(), "f32[3] ");
}

TEST_F(BuilderTest, RepeatsOnlyExtentsKnownToBeOne) {
  const ValueId x = argument("x", 2), s = argument("s", 0);
  const ValueId row = builder.append(Kind::Sum, {x}, {{"axes", Integers{0}}, {"keepdims", true}});
  EXPECT_EQ(text(*builder.common_shape({x, row, s}, "add")), "[x.0, x.1]");
  EXPECT_FALSE(builder.common_shape({x, argument("v", 1)}, "add"));
  EXPECT_EQ(builder.broadcast(x, builder.type(x).extents), x);
}

TEST_F(BuilderTest, SeesExtentsInIntegers) {
  const ValueId n = argument("n", 0, ElementType::i64), x = argument("x", 1);
  const ValueId two = builder.constant_integer(ElementType::i64, 2);
  const ValueId m = builder.append(Kind::Multiply, {n, two});
  const ValueId k = builder.append(Kind::Subtract, {m, builder.extent_value(builder.type(x).extents[0])});
  EXPECT_EQ(builder.extent_of(k)->text(), "2*%n - x.0");
  const ValueId index = builder.append(Kind::Argmax, {x}, {{"axis", std::int64_t{0}}});
  EXPECT_FALSE(builder.extent_of(index));
}

TEST_F(BuilderTest, CountsOperands) {
  EXPECT_FALSE(builder.append(Kind::Add, {argument("x", 0)}).valid());
  EXPECT_EQ(diagnostics.text(), "add takes 2 operands, not 1 [operand_count]\n");
}

TEST_F(BuilderTest, ClonesOpsWithTheirBlocks) {
  const ValueId p = argument("p", 0, ElementType::boolean), x = argument("x", 1);
  std::vector<BlockId> arms;
  for (Kind kind : {Kind::Exp, Kind::Negative}) {
    arms.push_back(builder.block({builder.type(x)}, {"u"}));
    const BlockId outside = builder.insert_into(arms.back());
    builder.set_results({builder.append(kind, {function[arms.back()].parameters[0]})});
    builder.insert_into(outside);
  }
  builder.set_results(builder.append_all(Kind::If, {p, x}, {}, arms));
  module.functions.push_back(function);

  Function other = new_function("g");
  Builder to(module, other, diagnostics);
  Cloner cloner(module.functions[0], to);
  cloner.symbols["x.0"] = Extent(7);
  cloner.set(p, to.argument(builder.type(p), "p"));
  cloner.set(x, to.argument({ElementType::f32, {7}, 0}, "x"));
  for (OpId id : function[function.body].ops) cloner.op(id);
  to.set_results(cloner(function.results()));
  module.functions[0] = other;
  EXPECT_EQ(print(module), R"(func @g(%p: bool, %x: f32[7]) -> (f32[7]) {
  %0 = if %p, %x then(%u: f32[7]) {
    %0 = exp %u : f32[7]
    -> %0
  } else(%u: f32[7]) {
    %0 = negative %u : f32[7]
    -> %0
  } : f32[7]
  return %0
}
)");
}

}  // namespace
}  // namespace ir
