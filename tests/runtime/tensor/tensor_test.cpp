#include <gradc/complex.h>
#include <gradc/gradc.h>

#include <cstring>
#include <sstream>
#include <utility>

#include "allocation_count.h"
#include "expect.h"

namespace {

using gradc::Matrix;
using gradc::Shape;
using gradc::StaticTensor;
using gradc::Tensor;
using gradc::Vector;
using gradc::View;

template <class X>
std::string printed(const X& x) {
  std::ostringstream out;
  out << x;
  return out.str();
}

TEST(Tensor, StartsAtZeroAndAligned) {
  Tensor<float, 2> a(Shape{2, 3});
  EXPECT_EQ(a.extent(0), 2);
  EXPECT_EQ(a.extent(1), 3);
  EXPECT_EQ(a.size(), 6);
  EXPECT_EQ(a.rank(), 2);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a.data()) % 64, 0u);
  for (const float value : a) EXPECT_EQ(value, 0);
}

TEST(Tensor, TakesNestedLists) {
  const Tensor<double, 2> b{{1, 2}, {3, 4}};
  EXPECT_EQ(b.shape(), (Shape{2, 2}));
  EXPECT_EQ(b(1, 0), 3);
  const Vector<float> c{1, 2, 3};
  EXPECT_EQ(c.extent(0), 3);
  const Tensor<int, 3> d{{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
  EXPECT_EQ(d(1, 0, 1), 6);
  const Matrix<float> one_row{{1, 2}};
  EXPECT_EQ(one_row.shape(), (Shape{1, 2}));
  EXPECT_ERROR((Matrix<float>{{1, 2}, {3}}), gradc::ShapeError,
               "a list of 1 elements stands beside one of 2");
  EXPECT_EQ((Tensor<std::int64_t, 1>{3}).size(), 1);
  EXPECT_EQ((Vector<float>{Shape{3}}).size(), 3);
}

TEST(Tensor, RefusesShapesThatDoNotFit) {
  EXPECT_ERROR((Tensor<float, 2>(Shape{3})), gradc::ShapeError,
               "shape (3) has rank 1, but the tensor has rank 2");
  const std::int64_t huge = std::int64_t{1} << 40;
  EXPECT_ERROR((Tensor<float, 2>(Shape{huge, huge})), gradc::ShapeError,
               "a tensor of shape (1099511627776, 1099511627776) does not fit into memory");
  EXPECT_EQ((Tensor<float, 3>(Shape{huge, huge, 0})).size(), 0);
}

TEST(Tensor, ChecksIndices) {
  Tensor<float, 2> a(Shape{2, 3});
  a(1, 2) = 5;
  EXPECT_EQ(std::as_const(a)(1, 2), 5);
  static_assert(std::is_same_v<decltype(std::as_const(a)(0, 0)), const float&>);
  static_assert(std::is_same_v<decltype(a(0, 0)), float&>);
  EXPECT_ERROR(a(0, 3), gradc::IndexError, "index 3 is out of range for axis 1, whose extent is 3");
  EXPECT_ERROR(a(-1, 0), gradc::IndexError, "index -1 is out of range for axis 0, whose extent is 2");
  EXPECT_ERROR((Vector<float>()(0)), gradc::IndexError,
               "index 0 is out of range for axis 0, whose extent is 0");
}

TEST(Tensor, CopiesDeeplyAndReusesMemory) {
  const Vector<float> a{1, 2, 3};
  Vector<float> b(Shape{8});
  const float* memory = b.data();
  const std::int64_t before = gradc_test::allocations();
  b = a;
  EXPECT_EQ(b.data(), memory);
  b.resize({8});
  EXPECT_EQ(b.data(), memory);
  EXPECT_EQ(gradc_test::allocations(), before);
  b.resize({9});
  EXPECT_GT(gradc_test::allocations(), before);
  EXPECT_ERROR(b.resize({1, 2}), gradc::ShapeError, "shape (1, 2) has rank 2, but the tensor has rank 1");
}

TEST(Tensor, MovesLeaveEmpty) {
  Vector<float> a{1, 2, 3};
  const float* memory = a.data();
  Vector<float> b(std::move(a));
  EXPECT_EQ(b.data(), memory);
  EXPECT_EQ(a.size(), 0);  // NOLINT: the state after a move is part of the contract
  EXPECT_EQ(a.shape(), Shape{0});
  a = b;
  b = std::move(a);
  EXPECT_EQ(b(2), 3);
}

TEST(Tensor, OfRankZeroIsItsScalar) {
  const Tensor<float, 0> zero;
  EXPECT_EQ(zero.size(), 1);
  EXPECT_EQ(static_cast<float>(zero), 0);
  const Tensor<double, 0> x(2.5);
  const double value = x;
  EXPECT_EQ(value, 2.5);
  EXPECT_EQ(x(), 2.5);
  static_assert(!std::is_convertible_v<double, Tensor<double, 0>>);
  static_assert(!std::is_convertible_v<Tensor<double, 1>, double>);
  const std::int64_t before = gradc_test::allocations();
  const Tensor<double, 0> copy = x;
  EXPECT_EQ(copy(), 2.5);
  EXPECT_EQ(gradc_test::allocations(), before);
}

float sum_of(const View<const float, 1>& view) {
  float total = 0;
  for (const float value : view) total += value;
  return total;
}

TEST(View, BorrowsFromEveryKindOfTensor) {
  Vector<float> a{1, 2, 3};
  StaticTensor<float, 3> s{4, 5, 6};
  EXPECT_EQ(sum_of(a), 6);
  EXPECT_EQ(sum_of(std::as_const(a)), 6);
  EXPECT_EQ(sum_of(s), 15);
  EXPECT_EQ(sum_of(std::as_const(s)), 15);
  View<float, 1> writing(a);
  writing(0) = 10;
  EXPECT_EQ(a(0), 10);
  EXPECT_EQ(sum_of(writing), 15);
  const Vector<float> copy = writing;
  EXPECT_EQ(copy(0), 10);
  EXPECT_NE(copy.data(), a.data());
  float raw[] = {1, 2, 3, 4};
  const View<float, 2> matrix(raw, Shape{2, 2});
  EXPECT_EQ(matrix(1, 0), 3);
  EXPECT_ERROR(matrix(2, 0), gradc::IndexError, "index 2 is out of range for axis 0, whose extent is 2");
  EXPECT_ERROR((View<float, 1>(raw, Shape{2, 2})), gradc::ShapeError,
               "shape (2, 2) has rank 2, but the tensor has rank 1");
}

TEST(StaticTensor, HoldsItsElements) {
  StaticTensor<double, 2, 2> a{{1, 2}, {3, 4}};
  static_assert(StaticTensor<double, 2, 2>::kStatic && StaticTensor<double, 2, 2>::static_extent(1) == 2);
  EXPECT_EQ(a(1, 1), 4);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a.data()) % 64, 0u);
  const std::int64_t before = gradc_test::allocations();
  StaticTensor<double, 2, 2> b;
  b = a;
  EXPECT_EQ(b(1, 0), 3);
  EXPECT_EQ(gradc_test::allocations(), before);
  const Matrix<double> tensor = a;
  const Matrix<double> direct(a);
  gradc_test::expect_equal(tensor, direct);
  EXPECT_ERROR((StaticTensor<double, 2, 2>(Shape{2, 3})), gradc::ShapeError,
               "extent 1 is 3, but the type says 2");
  EXPECT_ERROR(a(2, 0), gradc::IndexError, "index 2 is out of range for axis 0, whose extent is 2");
}

TEST(StaticTensor, MayLeaveExtentsOpen) {
  StaticTensor<float, gradc::dynamic, 2> a(Shape{3, 2});
  EXPECT_EQ(a.extent(0), 3);
  EXPECT_EQ(a.size(), 6);
  a(2, 1) = 7;
  EXPECT_EQ(a(2, 1), 7);
  a.resize({1, 2});
  EXPECT_EQ(a.size(), 2);
  EXPECT_ERROR(a.resize({1, 3}), gradc::ShapeError, "extent 1 is 3, but the type says 2");
  EXPECT_EQ((StaticTensor<float, gradc::dynamic>()).size(), 0);
  const StaticTensor<float, 3> fixed(Vector<float>{1, 2, 3});
  EXPECT_EQ(fixed(2), 3);
}

TEST(Tensor, PrintsComplexNumbers) {
  std::ostringstream out;
  out << gradc::Vector<std::complex<float>>{{1.5f, -2}, {-1, 0}, {0, -0.0f}};
  EXPECT_EQ(out.str(), "[1.5-2j, -1+0j, 0-0j]");
}

TEST(Tensor, Prints) {
  EXPECT_EQ(printed(Matrix<double>{{1, 2.5}, {3, 4}}), "[[1, 2.5],\n [3, 4]]");
  EXPECT_EQ(printed(Vector<int>{}), "[]");
  EXPECT_EQ(printed(Vector<bool>{true, false}), "[1, 0]");
  EXPECT_EQ(printed(Tensor<float, 0>(3.0f)), "3");
  EXPECT_EQ(printed(Vector<gradc::half>{gradc::half(1.5f)}), "[1.5]");
  EXPECT_EQ(printed(Tensor<int, 3>{{{1}}, {{2}}}), "[[[1]],\n\n [[2]]]");
  EXPECT_EQ(printed(StaticTensor<float, 2>{1, 2}), "[1, 2]");
  EXPECT_EQ(printed(View<const double, 2>(Matrix<double>(Shape{0, 2}))), "[]");
  EXPECT_EQ(printed(Shape{2, 3}), "(2, 3)");
}

}  // namespace
