#include <gradc/gradc.h>

#include "expect.h"

namespace {

using gradc::Matrix;
using gradc::Shape;
using gradc::Vector;
using gradc_test::expect_equal;

const Matrix<float> kTable{{1, 2}, {3, 4}, {5, 6}};

TEST(Index, Take) {
  expect_equal(gradc::take(kTable, Vector<int>{2, 0, 2}), {{5, 6}, {1, 2}, {5, 6}});
  expect_equal(gradc::take(kTable, Vector<std::int64_t>{1}, 1), {{2}, {4}, {6}});
  expect_equal(gradc::take(kTable, 1), {3, 4});
  expect_equal(gradc::take(kTable, std::int64_t{0}, -1), {1, 3, 5});
  EXPECT_EQ(gradc::take(kTable, Matrix<int>(Shape{2, 4})).shape(), (Shape{2, 4, 2}));
  EXPECT_EQ(gradc::take(kTable, Vector<int>{}).shape(), (Shape{0, 2}));
  EXPECT_ERROR(gradc::take(kTable, Vector<int>{0, 3}), gradc::IndexError,
               "take: index 3, at place 1, is out of range for an axis of extent 3");
  EXPECT_ERROR(gradc::take(kTable, Vector<int>{-1}), gradc::IndexError,
               "take: index -1, at place 0, is out of range for an axis of extent 3");
  EXPECT_ERROR(gradc::take(kTable, 0, 2), gradc::ShapeError, "take: axis 2 is out of range for rank 2");
}

TEST(Index, OneHot) {
  expect_equal(gradc::one_hot(Vector<int>{1, -1, 2, 3}, 3), {{0, 1, 0}, {0, 0, 0}, {0, 0, 1}, {0, 0, 0}});
  expect_equal(gradc::one_hot<double>(Vector<std::int64_t>{0}, 2), {{1, 0}});
  expect_equal(gradc::one_hot(2, 3), {0, 0, 1});
  EXPECT_EQ(gradc::one_hot(Matrix<int>(Shape{2, 2}), 0).shape(), (Shape{2, 2, 0}));
}

}  // namespace
