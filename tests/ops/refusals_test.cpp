// What type rules refuse. For elementwise ops the rules are general and need no rows: one class, one element
// type, one shape, no sequences, no complex numbers, the operands that the op has.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "ir/verify.h"
#include "tests/ops/cases.h"
#include "tests/reference/graph.h"

namespace ops_test {
namespace {

using ir::ElementType;
using ir::Kind;
using ir::Trait;
using ir::Type;

constexpr std::size_t kElements = static_cast<std::size_t>(ElementType::boolean) + 1;

std::vector<Kind> kinds_of(bool elementwise) {
  std::vector<Kind> found;
  for (std::size_t i = 0; i < ir::op_table().size(); ++i) {
    const Trait trait = ir::op_table()[i].info.trait;
    if (is_apart(ir::op_table()[i].info)) continue;
    if ((trait == Trait::elementwise) == elementwise) found.push_back(static_cast<Kind>(i));
  }
  return found;
}

std::string name_of(const ::testing::TestParamInfo<Kind>& kind) {
  return std::string(ir::definition(kind.param).info.name);
}

// One that the op's first sample has, or none.
ir::Attributes attributes_of(Kind kind) {
  const auto rows = samples_of(kind);
  return rows.empty() ? ir::Attributes{} : rows[0].attributes;
}

// float, integer, bool or complex
int class_of(ElementType element) {
  return ir::is_float(element) ? 0 : ir::is_integer(element) ? 1 : ir::is_complex(element) ? 3 : 2;
}

class ElementwiseRule : public ::testing::TestWithParam<Kind> {
 protected:
  // Every list of element types that the op takes.
  std::vector<std::vector<ElementType>> accepted_lists() {
    const auto arity = static_cast<std::size_t>(ir::definition(GetParam()).info.arity);
    std::size_t count = 1;
    for (std::size_t i = 0; i < arity; ++i) count *= kElements;
    std::vector<std::vector<ElementType>> lists;
    for (std::size_t code = 0; code < count; ++code) {
      std::vector<ElementType> list;
      for (std::size_t i = 0, rest = code; i < arity; ++i, rest /= kElements)
        list.push_back(static_cast<ElementType>(rest % kElements));
      if (accepted(GetParam(), types(list), attributes_)) lists.push_back(list);
    }
    return lists;
  }
  static std::vector<Type> types(const std::vector<ElementType>& elements) {
    std::vector<Type> list;
    for (ElementType element : elements) list.push_back({element, {2}, 0});
    return list;
  }

  ir::Attributes attributes_ = attributes_of(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Table, ElementwiseRule, ::testing::ValuesIn(kinds_of(true)), name_of);

// If one type of a class is taken, all are; operands of one class are of one type; and there is a scalar
// function.
TEST_P(ElementwiseRule, TakesWholeClassesOfOneType) {
  const ir::OpInfo& info = ir::definition(GetParam()).info;
  const bool makes_complex = info.complex.evaluate && !info.scalar.evaluate;  // of f32 and f64 alone
  std::set<std::vector<int>> classes;
  const auto lists = accepted_lists();
  EXPECT_FALSE(lists.empty());
  for (const auto& list : lists) {
    std::vector<int> pattern;
    for (ElementType element : list) pattern.push_back(class_of(element));
    classes.insert(pattern);
    for (ElementType a : list)
      for (ElementType b : list) EXPECT_TRUE(class_of(a) != class_of(b) || a == b);
    const bool real = std::count(pattern.begin(), pattern.end(), 0) > 0;
    const bool complex = makes_complex || std::count(pattern.begin(), pattern.end(), 3) > 0;
    EXPECT_TRUE(complex ? info.complex.evaluate != nullptr
                : real ? info.scalar.evaluate != nullptr : info.integer.evaluate != nullptr);
  }
  const std::size_t kMembers[] = {makes_complex ? 2u : 4u, 8, 1, 2};
  std::size_t expected = 0;
  for (const auto& pattern : classes) {
    std::size_t product = 1;
    for (int each : std::set<int>(pattern.begin(), pattern.end())) product *= kMembers[each];
    expected += product;
  }
  EXPECT_EQ(lists.size(), expected);
}

TEST_P(ElementwiseRule, RefusesOtherShapesAndCounts) {
  for (const auto& list : accepted_lists()) {
    const std::vector<Type> good = types(list);
    std::vector<Type> more = good, less = good;
    more.push_back(good[0]), less.pop_back();
    EXPECT_FALSE(accepted(GetParam(), more, attributes_));
    EXPECT_FALSE(accepted(GetParam(), less, attributes_));
    for (std::size_t i = 0; i < good.size(); ++i) {
      std::vector<Type> sequence = good;
      sequence[i] = ir::sequence_of(good[i]);
      EXPECT_FALSE(accepted(GetParam(), sequence, attributes_));
      for (const ir::Shape& other : {ir::Shape{}, ir::Shape{3}, ir::Shape{1}, ir::Shape{2, 1},
                                     ir::Shape{1, 2}, ir::Shape{ir::Extent::symbol("n")}}) {
        std::vector<Type> uneven = good;
        uneven[i].extents = other;
        EXPECT_EQ(accepted(GetParam(), uneven, attributes_), good.size() == 1) << ir::text(other);
      }
    }
  }
}

class StructuralRule : public ::testing::TestWithParam<Kind> {
 protected:
  static std::vector<Accepts>::const_iterator row_of(std::string_view op) {
    return std::find_if(accepts().begin(), accepts().end(), [&](const Accepts& row) { return row.op == op; });
  }
};
INSTANTIATE_TEST_SUITE_P(Table, StructuralRule, ::testing::ValuesIn(kinds_of(false)), name_of);

// Element types of the operands called x: all of the classes in the row and no others.
TEST_P(StructuralRule, TakesTheElementsOfItsRow) {
  const std::string_view op = ir::definition(GetParam()).info.name;
  const auto row = row_of(op);
  const Sample sample = samples_of(GetParam()).at(0);
  const bool takes_x = std::any_of(sample.operands.begin(), sample.operands.end(),
                                   [](const Operand& operand) { return is_real(operand); });
  ASSERT_EQ(takes_x, row != accepts().end()) << op;
  for (std::size_t e = 0; takes_x && e < kElements; ++e) {
    const auto element = static_cast<ElementType>(e);
    // In the order of class_of: float, integer, bool, complex.
    const std::string_view taken = row->elements == Elements::floats    ? "f"
                                   : row->elements == Elements::fields  ? "fc"
                                   : row->elements == Elements::numbers ? "fi"
                                   : row->elements == Elements::rings   ? "fic"
                                   : row->elements == Elements::reals   ? "fib"
                                                                        : "fibc";
    std::vector<Type> types;
    for (const Operand& operand : sample.operands)
      types.push_back(type_of(operand, element, ElementType::i32));
    const bool wide = element == ElementType::f32 || element == ElementType::f64;
    EXPECT_EQ(accepted(GetParam(), types, sample.attributes),
              row->elements == Elements::matrices           ? wide
              : row->elements == Elements::complex_matrices ? wide || ir::is_complex(element)
                  : taken.find("fibc"[class_of(element)]) != std::string_view::npos)
        << op << " of " << ir::name(element);
  }
}

TEST_P(StructuralRule, RefusesSequencesAndCounts) {
  const ir::OpInfo& info = ir::definition(GetParam()).info;
  for (const Sample& sample : samples_of(GetParam())) {
    std::vector<Type> good;
    for (const Operand& operand : sample.operands)
      good.push_back(type_of(operand, ElementType::f64, ElementType::i32));
    ASSERT_TRUE(accepted(GetParam(), good, sample.attributes));
    for (std::size_t i = 0; i < good.size() && info.trait != Trait::sequence; ++i) {
      std::vector<Type> sequence = good;
      sequence[i] = ir::sequence_of(good[i]);
      const auto row = row_of(info.name);
      EXPECT_EQ(accepted(GetParam(), sequence, sample.attributes), row != accepts().end() && row->sequences)
          << info.name << " of a sequence";
    }
    if (info.arity < 0) continue;
    good.push_back(ir::scalar(ElementType::f64));
    EXPECT_FALSE(accepted(GetParam(), good, sample.attributes));
  }
}

TEST(Refusals, NameWhatIsWrong) {
  reference::Random random(1);
  for (const Refusal& row : refusals()) {
    ir::Diagnostics diagnostics;
    const auto kind = ir::find_op(row.op);
    ASSERT_TRUE(kind.has_value()) << row.op;
    const auto made = make_case(*kind, row.operands, row.attributes, {}, random, diagnostics);
    EXPECT_FALSE(made.has_value()) << made->text;
    if (made) continue;
    ASSERT_EQ(diagnostics.list().size(), 1u) << row.op << "\n" << diagnostics.text();
    EXPECT_EQ(ir::row(diagnostics.list()[0].id).name, ir::row(row.why).name) << diagnostics.text();
  }
}

// Whether the op declares the attribute as one that may be missing.
bool optional(Kind kind, const std::string& name) {
  const std::string_view all = ir::definition(kind).info.attributes;
  const std::string_view rest = all.substr(all.find(name + ": "));
  return rest.substr(0, rest.find(", ")).ends_with('?');
}

// Attributes are declared: what an op's samples have is what it declares, and anything else is refused.
TEST(Attributes, AreThoseThatTheOpDeclares) {
  for (std::size_t i = 0; i < ir::op_table().size(); ++i) {
    const auto kind = static_cast<Kind>(i);
    for (const Sample& sample : samples_of(kind)) {
      EXPECT_FALSE(ir::attribute_fault(kind, sample.attributes).has_value()) << sample.op;
      ir::Attributes more = sample.attributes;
      more.set("no_such_attribute", true);
      EXPECT_TRUE(ir::attribute_fault(kind, more).has_value()) << sample.op;
      for (const auto& [name, value] : sample.attributes) {
        ir::Attributes other = sample.attributes, fewer;
        other.set(name, std::holds_alternative<bool>(value) ? ir::Attribute(std::string("other"))
                                                            : ir::Attribute(true));
        EXPECT_TRUE(ir::attribute_fault(kind, other).has_value()) << sample.op << " " << name;
        for (const auto& [kept, kept_value] : sample.attributes)
          if (kept != name) fewer.set(kept, kept_value);
        EXPECT_EQ(ir::attribute_fault(kind, fewer).has_value(), !optional(kind, name)) << sample.op << " " << name;
      }
    }
  }
}

}  // namespace
}  // namespace ops_test
