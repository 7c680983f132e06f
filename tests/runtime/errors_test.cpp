#include <gradc/errors.h>

#include <cstdio>

#include "expect.h"

namespace {

using gradc::DomainError;
using gradc::Error;
using gradc::IndexError;
using gradc::ShapeError;

TEST(Errors, AreRuntimeErrors) {
  static_assert(std::is_base_of_v<std::runtime_error, Error>);
  static_assert(std::is_base_of_v<Error, ShapeError> && std::is_base_of_v<Error, IndexError> &&
                std::is_base_of_v<Error, DomainError>);
  EXPECT_ERROR(gradc::fail("a"), Error, "a");
  EXPECT_ERROR(gradc::fail_shape("b"), ShapeError, "b");
  EXPECT_ERROR(gradc::fail_index("c"), IndexError, "c");
  EXPECT_ERROR(gradc::fail_domain("d"), DomainError, "d");
}

TEST(Errors, UnequalExtentsNameBothSides) {
  gradc::require_extent("params.w1", 0, 7, "x", 1, 7, "model.cpp:4");
  EXPECT_ERROR(gradc::require_extent("params.w1", 0, 5, "x", 1, 7, "model.cpp:4"), ShapeError,
               "model.cpp:4: extent 0 of params.w1 is 5 but extent 1 of x is 7");
  EXPECT_ERROR(gradc::require_extent("params.w1", 0, 5, "x", 1, 7), ShapeError,
               "extent 0 of params.w1 is 5 but extent 1 of x is 7");
}

TEST(Errors, ExpectedExtentsSayWhereTheyComeFrom) {
  gradc::require_extent("x", 0, 8, 8, "2 * n", "model.cpp:4");
  EXPECT_ERROR(gradc::require_extent("x", 0, 5, 8, "2 * n", "model.cpp:4"), ShapeError,
               "model.cpp:4: extent 0 of x is 5 but must be 8 (2 * n)");
  EXPECT_ERROR(gradc::require_extent("x", 0, 5, 8), ShapeError, "extent 0 of x is 5 but must be 8");
}

TEST(Errors, NegativeExtentsNameTheOpAndTheFormula) {
  gradc::require_not_negative("pad", 0, 0, "x.extent(0) + n", "model.cpp:4");
  EXPECT_ERROR(gradc::require_not_negative("pad", 0, -3, "x.extent(0) + n", "model.cpp:4"), ShapeError,
               "model.cpp:4: pad: extent 0 of its result would be -3 (x.extent(0) + n)");
  EXPECT_ERROR(gradc::require_not_negative("pad", 1, -1, "n"), ShapeError, "pad: extent 1 of its result would be -1 (n)");
}

TEST(Errors, UnequalFormulasNameTheirNumbers) {
  gradc::require_equal_sizes("x.extent(0) * n", 6, "y.size()", 6);
  EXPECT_ERROR(gradc::require_equal_sizes("x.extent(0) * n", 6, "y.size()", 8, "m.cpp:1"), ShapeError,
               "m.cpp:1: x.extent(0) * n is 6 but y.size() is 8");
}

TEST(Errors, IndicesMustLieInTheirAxis) {
  gradc::require_index("x", 0, 4, 5, "m.cpp:1");
  EXPECT_ERROR(gradc::require_index("x", 0, 7, 5, "m.cpp:1"), IndexError,
               "m.cpp:1: index 7 is out of range for axis 0 of x, whose extent is 5");
  EXPECT_ERROR(gradc::require_index("x", 1, -1, 5), IndexError,
               "index -1 is out of range for axis 1 of x, whose extent is 5");
}

TEST(Errors, ConditionsThrowTheirKind) {
  gradc::require(true, "a");
  EXPECT_ERROR(gradc::require(false, "a", "m.cpp:1"), Error, "m.cpp:1: a");
  EXPECT_ERROR(gradc::require_shape(false, "a"), ShapeError, "a");
  EXPECT_ERROR(gradc::require_domain(false, "a"), DomainError, "a");
}

gradc::ErrorKind told_kind;
std::string told_message;

TEST(Errors, AHandlerReplacesExceptions) {
  const gradc::ErrorHandler before = gradc::set_error_handler([](gradc::ErrorKind kind, const char* message) {
    told_kind = kind;
    told_message = message;
    throw 42;  // stands in for leaving by longjmp
  });
  EXPECT_EQ(before, nullptr);
  EXPECT_THROW(gradc::fail_index("too far"), int);
  EXPECT_EQ(told_kind, gradc::ErrorKind::Index);
  EXPECT_EQ(told_message, "too far");
  EXPECT_NE(gradc::set_error_handler(nullptr), nullptr);
  EXPECT_THROW(gradc::fail_index("too far"), IndexError);
}

TEST(ErrorsDeathTest, AHandlerThatReturnsAborts) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(
      {
        gradc::set_error_handler([](gradc::ErrorKind, const char* message) { std::fputs(message, stderr); });
        gradc::fail_shape("handled");
      },
      "handled");
}

TEST(Shape, IsAValue) {
  const gradc::Shape shape{2, 3};
  EXPECT_EQ(shape.rank(), 2);
  EXPECT_EQ(shape.size(), 6);
  EXPECT_EQ(shape[1], 3);
  EXPECT_TRUE(shape == (gradc::Shape{2, 3}));
  EXPECT_TRUE(shape != (gradc::Shape{2, 3, 1}));
  EXPECT_TRUE(shape != (gradc::Shape{2, 4}));
  EXPECT_EQ(gradc::Shape().size(), 1);
  EXPECT_EQ(to_string(shape), "(2, 3)");
  EXPECT_EQ(to_string(gradc::Shape{}), "()");
}

TEST(Shape, RefusesWhatNoTensorHas) {
  EXPECT_ERROR((gradc::Shape{1, 1, 1, 1, 1, 1, 1, 1, 1}), ShapeError, "a tensor has at most 8 axes, not 9");
  EXPECT_ERROR((gradc::Shape{2, -1}), ShapeError, "extent 1 is -1, but extents are not negative");
}

}  // namespace
