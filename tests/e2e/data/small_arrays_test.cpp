#define CONTROL_NAMESPACE small_arrays
#include "control_check.h"
#include "small_arrays.grad.h"

namespace {

using namespace small_arrays;

// Each was the first argument in place of the constant.
TEST(SmallArrays, OneElementOfAConstant) {
  const Vector x{0.7};
  CONTROL_CHECK(c_array_of_constant, x);
  CONTROL_CHECK(array_of_constant, x);
  CONTROL_CHECK(list_of_constant, x);
  CONTROL_CHECK(tensor_of_constant, x);
  CONTROL_CHECK(member_of_constant, x);
  CONTROL_CHECK(grid_of_constant, x);
}

// These did not compile.
TEST(SmallArrays, OneElementOfWhatIsComputed) {
  const Vector x{0.7};
  CONTROL_CHECK(of_argument, 0.6, x);
  CONTROL_CHECK(of_computed, 0.6, x);
  for (int n : {0, 1, 2}) CONTROL_CHECK(of_integer, 0.6, n);
  for (double y : {0.6, -0.4}) {
    CONTROL_CHECK(ranged, y);
    CONTROL_CHECK(decided, y);
    CONTROL_CHECK(handed, y);
    CONTROL_CHECK(reshaped, y, Vector{0.3, 0.8});
    for (int n : {0, 1, 3}) CONTROL_CHECK(expanded, y, n);
  }
}

TEST(SmallArrays, OneElementWrittenAndPassedOn) {
  for (const Vector& x : {Vector{}, Vector{0.7}, Vector{0.7, -1.2, 0.4}}) CONTROL_CHECK(summed_into, x);
  for (int n : {0, 1, 3}) {
    CONTROL_CHECK(carried, 0.6, (Vector{0.7, -1.2, 0.4}), n);
    CONTROL_CHECK(kept, 0.6, n);
  }
  for (double y : {0.6, -0.4})
    for (double x : {0.2, 0.9}) CONTROL_CHECK(chosen, y, Vector{x});
}

TEST(SmallArrays, OfExtentsOneAndNone) {
  for (std::int64_t rows : {0, 1, 2})
    for (std::int64_t columns : {0, 1, 2}) {
      const Matrix x = e2e::filled<Matrix>({rows, columns}, 0.3, 1.4);
      CONTROL_CHECK(rows_of_one, x, 0.6);
      for (std::size_t n : {0, 1, 2}) CONTROL_CHECK(all_of, std::vector<double>(n, 0.8), x, 0.6);
    }
  CONTROL_CHECK(structures, (std::array<Small, 1>{{{0.4, {1.3}}}}), 0.6);
}

TEST(SmallArrays, InBothModesAndOfSecondOrder) {
  const Vector x{0.7}, v{-0.3};
  const double y = 0.6, w = 1.2, h = 1e-6;
  const auto gradient = of_argument_gradient(y, x);
  EXPECT_NEAR(of_argument_jvp(y, x, w, v).tangent, gradient.grad.y * w + gradient.grad.x(0) * v(0), 1e-14);
  const auto product = of_argument_hvp(y, x, w, v);
  const auto up = of_argument_gradient(y + h * w, Vector{x(0) + h * v(0)}).grad;
  const auto down = of_argument_gradient(y - h * w, Vector{x(0) - h * v(0)}).grad;
  EXPECT_NEAR(product.hvp.y, (up.y - down.y) / (2 * h), 1e-8);
  EXPECT_NEAR(product.hvp.x(0), (up.x(0) - down.x(0)) / (2 * h), 1e-8);
  for (const Vector& z : {Vector{}, Vector{0.7}, Vector{0.7, -1.2}}) {
    double slope = 1;
    for (const double e : z) slope *= e;
    const auto back = result_vjp(y, z, {2});
    EXPECT_EQ(back.value[0], result(y, z)[0]);
    EXPECT_NEAR(back.grad.y, 2 * slope, 1e-14);
  }
}

}  // namespace
