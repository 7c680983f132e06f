#include "faults.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "faults.grad.h"
#include "thrown.h"

namespace {

using faults::Images;
using faults::Matrix;
using faults::Vector;

// What eager code says, generated code says of the line in faults.cpp.
struct Fault {
  std::string op, text;
  int line;
  std::function<void()> eager, generated;
};

TEST(Faults, OfMatricesNameTheLineAndWhatWasCalled) {
  const Matrix singular{{1, 2}, {2, 4}}, indefinite{{1, 2}, {2, 1}}, none(gradc::Shape{0, 0});
  const Vector b{1, 2}, nothing;
  const std::string no_cure = "the matrix has columns that depend on each other; gradc::pinv and gradc::svd take such matrices";
  const std::vector<Fault> all{
      {"cholesky", "the matrix is not positive definite", 8, [&] { faults::cholesky(indefinite); },
       [&] { faults::cholesky_gradient(indefinite); }},
      {"inv", "the matrix is singular", 10, [&] { faults::inv(singular); }, [&] { faults::inv_gradient(singular); }},
      {"solve", "the matrix is singular", 12, [&] { faults::solve(singular, b); }, [&] { faults::solve_gradient(singular, b); }},
      {"triangular_solve", "the matrix has a zero on its diagonal", 14, [&] { faults::triangular_solve(Matrix{{0, 1}, {1, 1}}, b); },
       [&] { faults::triangular_solve_gradient(Matrix{{0, 1}, {1, 1}}, b); }},
      {"cholesky_solve", "the matrix has a zero on its diagonal", 16, [&] { faults::cholesky_solve(Matrix{{0, 1}, {1, 1}}, b); },
       [&] { faults::cholesky_solve_gradient(Matrix{{0, 1}, {1, 1}}, b); }},
      {"qr", no_cure, 18, [&] { faults::qr(singular); }, [&] { faults::qr_gradient(singular); }},
      {"lstsq", no_cure, 20, [&] { faults::lstsq(singular, b); }, [&] { faults::lstsq_gradient(singular, b); }},
      {"logdet", "the matrix is not positive definite", 22, [&] { faults::logdet(indefinite); },
       [&] { faults::logdet_gradient(indefinite); }},
      {"sqrtm", "the matrix is not positive definite", 24, [&] { faults::sqrtm(indefinite); },
       [&] { faults::sqrtm_gradient(indefinite); }},
      {"matrix_power", "the matrix is singular", 26, [&] { faults::matrix_power(singular); },
       [&] { faults::matrix_power_gradient(singular); }},
      {"cond", "no elements to choose from in a tensor of shape (0)", 30, [&] { faults::cond(none); },
       [&] { faults::cond_gradient(none); }},
      {"spectral_norm", "no elements to choose from in a tensor of shape (0)", 32, [&] { faults::spectral_norm(none); },
       [&] { faults::spectral_norm_gradient(none); }},
      {"matrix_norm", "no elements to choose from in a tensor of shape (0)", 34, [&] { faults::matrix_norm(none); },
       [&] { faults::matrix_norm_gradient(none); }},
      {"vector_norm", "no elements to choose from in a tensor of shape (0)", 36, [&] { faults::vector_norm(nothing); },
       [&] { faults::vector_norm_gradient(nothing); }},
  };
  for (const Fault& fault : all) {
    const std::string text = fault.op + ": " + fault.text;
    EXPECT_EQ(e2e::thrown<gradc::DomainError>(fault.eager), text);
    EXPECT_EQ(e2e::thrown<gradc::DomainError>(fault.generated), "faults.cpp:" + std::to_string(fault.line) + ": " + text);
  }
}

// The derivative of the derivative has an inverse, which nobody called.
TEST(Faults, OfDerivativesNameWhatTheyAreTheDerivativeOf) {
  const Matrix singular{{1, 2}, {2, 4}};
  EXPECT_EQ(e2e::thrown<gradc::DomainError>([&] { faults::det_hvp(singular, singular); }), "faults.cpp:28: det: the matrix is singular");
}

TEST(Faults, OfBatchesNameTheMatrix) {
  const gradc::Tensor<double, 3> batch{{{1, 0}, {0, 1}}, {{1, 2}, {2, 4}}};
  EXPECT_EQ(e2e::thrown<gradc::DomainError>([&] { gradc::inv(batch); }), "inv: matrix 1 of the batch is singular");
}

TEST(Faults, OfWideSystemsSayWhatToDo) {
  const Matrix wide{{1, 2, 3}, {2, 4, 5}};
  EXPECT_EQ(e2e::thrown<gradc::DomainError>([&] { faults::lstsq_gradient(wide, Vector{1, 2}); }),
            "faults.cpp:20: lstsq: the matrix has 3 columns but 2 rows, so that they depend on each other; gradc::pinv and gradc::svd "
            "take such matrices");
}

TEST(Faults, OfPoolsNameTheirWindow) {
  const Images x(gradc::Shape{1, 1, 4});
  const std::string none = "a window of shape (0) has no place on axes of shape (4) and what is around them";
  EXPECT_EQ(e2e::thrown<gradc::ShapeError>([&] { faults::avg_pool_gradient(x, 0); }), "faults.cpp:38: avg_pool1d: " + none);
  EXPECT_EQ(e2e::thrown<gradc::ShapeError>([&] { faults::max_pool_gradient(x, 0); }), "faults.cpp:40: max_pool1d: " + none);
}

TEST(Faults, OfExtentsSayThemAsOneWouldWriteThem) {
  EXPECT_EQ(e2e::thrown<gradc::ShapeError>([] { faults::glu_gradient(Matrix{{1, 2, 3}}); }),
            "faults.cpp:42: glu: extent 1 of x is 3 but must be 2 (2 * (x.extent(1) / 2))");
  EXPECT_EQ(e2e::thrown<gradc::ShapeError>([] { faults::group_norm_gradient(Images(gradc::Shape{1, 5, 2}), Vector(gradc::Shape{5}), Vector(gradc::Shape{5})); }),
            "faults.cpp:44: group_norm: extent 1 of x is 5 but must be 4 (2 * (x.extent(1) / 2))");
}

// What is called is named, and not what it is made of; and sums and differences of what is passed don't overflow.
TEST(Faults, OfExtentsThatArePassedNameWhatIsMadeOfThem) {
  constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min(), kMost = std::numeric_limits<std::int64_t>::max();
  const Vector x{1, 2, 3, 4, 5};
  EXPECT_EQ(e2e::thrown<gradc::ShapeError>([&] { faults::full_gradient(x, -1); }),
            "faults.cpp:56: full: extent 0 of its result would be -1 (n)");
  EXPECT_EQ(e2e::thrown<gradc::ShapeError>([&] { faults::made_gradient(x, kLeast); }),
            "faults.cpp:58: Tensor: extent 0 of its result would be -9223372036854775808 (n)");
  EXPECT_EQ(faults::not_read_gradient(x, kLeast).value, 15);
  EXPECT_THROW(faults::not_read(x, -1), gradc::ShapeError);
  const auto cut = faults::split_at_gradient(x, 2, 2);
  EXPECT_EQ(cut.value, faults::split_at(x, 2, 2));
  EXPECT_EQ(cut.grad.x(1), 4);
  EXPECT_EQ(cut.grad.x(2), -1);
  EXPECT_EQ(faults::split_at_gradient(x, 0, 5).value, faults::split_at(x, 0, 5));
  for (const std::int64_t i : {kLeast, std::int64_t{-1}, std::int64_t{0}, std::int64_t{3}, std::int64_t{6}, kMost})
    for (const std::int64_t j : {kLeast, std::int64_t{-1}, std::int64_t{2}, std::int64_t{6}, kMost}) {
      if (i == 0 && j == 2) continue;
      EXPECT_THROW(faults::split_at(x, i, j), gradc::IndexError) << i << " " << j;
      EXPECT_THROW(faults::split_at_gradient(x, i, j), gradc::IndexError) << i << " " << j;
      EXPECT_THROW(faults::split_at_gradient(Vector(), i, j), gradc::IndexError) << i << " " << j;
      if (i == 3 && j == 2) continue;
      EXPECT_THROW(faults::split(x, i, j), gradc::ShapeError) << i << " " << j;
    }
  EXPECT_EQ(faults::split_gradient(x, 3, 2).value, faults::split(x, 3, 2));
  for (const std::int64_t i : {kLeast, std::int64_t{-1}, std::int64_t{6}})
    EXPECT_THROW(faults::split_gradient(x, i, -1), gradc::ShapeError) << i;
}

TEST(Faults, NarrowIntegersStayNarrow) {
  const Vector x{1, -2, 3, 0.5};
  for (const std::int64_t seed : {std::int64_t{3}, std::int64_t{3000000000}, std::int64_t{-7000000001}}) {
    const auto result = faults::narrowed_gradient(x, seed);
    EXPECT_EQ(result.value, faults::narrowed(x, seed)) << seed;
    EXPECT_EQ(result.grad.x(2), 6 * static_cast<double>(static_cast<int>(2 * seed))) << seed;
  }
}

// Of a whole row at once, and only where there is one.
TEST(Faults, IndicesOfRowsAreCheckedBeforeThem) {
  const Vector x{1, -2, 3, 0.5, 1.5, -1};
  for (const auto& [m, n] : {std::pair(2, 3), std::pair(3, 2), std::pair(1, 6), std::pair(6, 1), std::pair(0, 9), std::pair(9, 0), std::pair(2, -4),
                             std::pair(-4, 2), std::pair(-3, -3)}) {
    const auto by_rows = faults::rows_gradient(x, m, n);
    const auto by_columns = faults::columns_gradient(x, m, n);
    EXPECT_EQ(by_rows.value, faults::rows(x, m, n));
    EXPECT_EQ(by_columns.value, faults::columns(x, m, n));
    for (std::int64_t k = 0; k < 6; ++k) {
      EXPECT_EQ(by_columns.grad.x(k), by_rows.grad.x(k));
      EXPECT_EQ(by_rows.grad.x(k), m > 0 && n > 0 && k < m * n ? 2 * x(k) * static_cast<double>(k / n + 2 * (k % n)) : 0) << m << " " << n << " " << k;
    }
  }
  EXPECT_EQ(e2e::thrown<gradc::IndexError>([&] { faults::rows_gradient(x, 3, 3); }),
            "faults.cpp:63: index 6 is out of range for axis 0 of x, whose extent is 6");
  EXPECT_THROW(faults::columns_gradient(x, 3, 3), gradc::IndexError);
  EXPECT_THROW(faults::rows_gradient(x, 1, 7), gradc::IndexError);
  EXPECT_THROW(faults::columns_gradient(x, 7, 1), gradc::IndexError);
  EXPECT_THROW(faults::rows_gradient(x, std::numeric_limits<int>::max(), 1), gradc::IndexError);
}

}  // namespace
