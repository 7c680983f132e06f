#include "control_check.h"
#include "everyday.grad.h"

namespace {

using control::Instruction;
using control::Kind;
using control::Settings;
using control::Small;
using control::Vector;

TEST(Everyday, Enumerations) {
  for (Kind kind : {Kind::add, Kind::multiply, Kind::sine}) {
    CONTROL_CHECK(by_kind, 0.8, 0.4, kind);
    CONTROL_CHECK(interpreted, (std::vector<Instruction>{{Kind::multiply, 1.2}, {kind, 0.4}, {Kind::sine, 2}}), 0.4);
  }
  for (auto clipped : {control::off, control::on})
    for (auto when : {Small::no, Small::yes}) CONTROL_CHECK(with_settings, (Settings{-0.7, clipped, {Small::yes, when}}), 0.8);
}

TEST(Everyday, EnumerationsInResults) {
  const std::vector<Instruction> code{{Kind::add, 2}, {Kind::multiply, 3}}, adjoint{{Kind::add, 1}, {Kind::add, 10}};
  const auto vector = control::rewritten_vjp(code, 0.5, control::off, adjoint);
  EXPECT_EQ(vector.value[0].kind, Kind::sine);
  EXPECT_EQ(vector.value[1].kind, Kind::multiply);
  EXPECT_EQ(vector.grad.x, 2);
  EXPECT_EQ(vector.grad.code[0].weight, 0.5);
  EXPECT_EQ(vector.grad.code[1].weight, 10);
  const auto structure = control::changed_vjp({2, control::on, {Small::no, Small::no}}, 3, Small::yes, {1, control::off, {}});
  EXPECT_EQ(structure.value.when[0], Small::yes);
  EXPECT_EQ(structure.value.when[1], Small::no);
  EXPECT_EQ(structure.value.clipped, control::off);
  EXPECT_EQ(structure.grad.x, 2);
  EXPECT_EQ(structure.grad.settings.rate, 3);
}

TEST(Everyday, BaseClasses) {
  for (int n : {0, 1, 3}) {
    CONTROL_CHECK(bases, 0.8, 0.4, n);
    CONTROL_CHECK(bases_in_a_vector, 0.8, 0.4, n);
  }
  CONTROL_CHECK(derived_from_its_parameter, 0.8, 0.4);
}

TEST(Everyday, ComputedExtents) {
  for (int n : {0, 1, 4}) CONTROL_CHECK(as_long_as_an_argument_in_a_loop, (Vector{0.3, -0.2}), n);
  CONTROL_CHECK(as_long_as_data_says, 0.4, (std::vector<int>{1, 3, 0, 2}));
  EXPECT_THROW(control::as_long_as_data_says_gradient(0.4, {1, -1}), gradc::Error);
  for (double limit : {-1.0, 0.0, 2.0}) CONTROL_CHECK(as_long_as_it_was_counted, (Vector{0.3, -0.2, 0.9, 0.5}), limit);
}

}  // namespace
