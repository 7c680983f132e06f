// Static functions give what they give when inlined; and text grows with functions, not with paths.
#include "kept.h"

#define CONTROL_NAMESPACE kept
#include "control_check.h"
#include "kept.grad.h"

namespace {

using e2e::expect_close;
using e2e::filled;
using kept::Matrix;
using kept::Vector;

TEST(FunctionsKept, Numbers) {
  for (double x : {-0.4, 0.7}) {
    CONTROL_CHECK(deep, x, 0.3);
    CONTROL_CHECK(written, x, 0.3);
    CONTROL_CHECK(structures, x, 0.3);
    CONTROL_CHECK(captured, x, 0.3);
    CONTROL_CHECK(closures_given_back, x, 0.3);
    CONTROL_CHECK(in_little_memory, x, 0.3);
  }
}

TEST(FunctionsKept, Tensors) {
  CONTROL_CHECK(tensors, filled<Matrix>({2, 3}), filled<Matrix>({3, 3}, -1, 1, 2), filled<Vector>({3}, -1, 1, 3));
  CONTROL_CHECK(elements, filled<Vector>({4}), 4);
  CONTROL_CHECK(overlapping, filled<Vector>({3}));
  CONTROL_CHECK(one_part_twice, filled<Vector>({3}));
  CONTROL_CHECK(appended, std::vector<double>{0.3, -0.2}, 0.4);
  for (int n : {1, 2}) CONTROL_CHECK(known_integers, filled<Matrix>({3, 3}), n);
  for (int n : {0, 1, 3}) CONTROL_CHECK(without_arguments, 0.4, 0.3, n);
  for (int n : {0, 1, 4}) CONTROL_CHECK(in_loops_and_arms, filled<Vector>({3}), 0.3, n);
}

TEST(FunctionsKept, ExtentsThatDoNotFitAreFoundInside) {
  EXPECT_THROW(kept::tensors_gradient(filled<Matrix>({2, 3}), filled<Matrix>({3, 2}), filled<Vector>({3})), gradc::ShapeError);
}

// What a call gave in one trip was written over by that of the next, where its adjoint was still to read it.
TEST(FunctionsKept, GiveListsThatLoopsStack) {
  for (int n : {0, 1, 3, 5}) CONTROL_CHECK(lists_in_loops, filled<Vector>({2}), 0.3, n);
  const Vector x{0.3, -0.4}, v{0.5, 1.0};
  double t = 0;
  const auto along = [&] {
    const Vector to{x(0) + t * v(0), x(1) + t * v(1)};
    return kept::lists_in_loops_gradient(to, 0.3 + 0.7 * t, 4).grad;
  };
  const auto hvp = kept::lists_in_loops_hvp(x, 0.3, 4, v, 0.7).hvp;
  for (int i : {0, 1}) expect_close(hvp.x(i), e2e::difference(t, [&] { return along().x(i); }), "x", 1e-5);
  expect_close(hvp.y, e2e::difference(t, [&] { return along().y; }), "y", 1e-5);
  const auto apart = kept::lists_in_loops_backward(kept::lists_in_loops_forward(x, 0.3, 4).residuals, 2.0);
  expect_close(apart.y, 2 * kept::lists_in_loops_gradient(x, 0.3, 4).grad.y, "backward", 1e-12);
}

// Elements that gradc::where leaves out gave NaN in static functions.
TEST(FunctionsKept, AreMadeSafe) {
  const Vector x{0.5, 0.0, 1.2};
  const Vector gradient = kept::selected_gradient(x).grad.x;
  EXPECT_EQ(gradient(1), 0);
  for (int i : {0, 2}) {
    double t = 0;
    const double by_difference = e2e::difference(t, [&] {
      Vector moved = x;
      moved(i) += t;
      return kept::selected(moved);
    });
    expect_close(gradient(i), by_difference, "selected", 1e-6);
  }
}

// In each of them what one request keeps is read by all that ask for it.
TEST(FunctionsKept, ProductsInLoopsAndOfTensors) {
  const Vector x{0.3, -0.4, 0.2}, v{0.5, 1.0, -2.0};
  double t = 0;
  const auto hvp = kept::in_loops_and_arms_hvp(x, 0.3, 4, v, 0.7).hvp;
  const auto moved = [&] {
    Vector to = x;
    for (int i = 0; i < 3; ++i) to(i) += t * v(i);
    return kept::in_loops_and_arms_gradient(to, 0.3 + 0.7 * t, 4).grad;
  };
  for (int i = 0; i < 3; ++i) expect_close(hvp.x(i), e2e::difference(t, [&] { return moved().x(i); }), "x", 1e-5);
  expect_close(hvp.y, e2e::difference(t, [&] { return moved().y; }), "y", 1e-5);

  const Matrix h = filled<Matrix>({2, 3}), w = filled<Matrix>({3, 3}, -1, 1, 2);
  const Vector b = filled<Vector>({3}, -1, 1, 3);
  const auto gradient = kept::tensors_gradient(h, w, b).grad;
  const auto vjp = kept::tensors_vjp(h, w, b, 2.0).grad;
  const auto apart = kept::tensors_backward(kept::tensors_forward(h, w, b).residuals, 2.0);
  for (int i = 0; i < 9; ++i) {
    expect_close(vjp.w.data()[i], 2 * gradient.w.data()[i], "vjp", 1e-12);
    expect_close(apart.w.data()[i], 2 * gradient.w.data()[i], "backward", 1e-12);
  }
  const auto product = kept::tensors_hvp(h, w, b, h, w, b).hvp;
  const auto along = [&] {
    Vector to = b;
    for (int i = 0; i < 3; ++i) to(i) += t * b(i);
    Matrix of = w, from = h;
    for (int i = 0; i < 9; ++i) of.data()[i] += t * w.data()[i];
    for (int i = 0; i < 6; ++i) from.data()[i] += t * h.data()[i];
    return kept::tensors_gradient(from, of, to).grad;
  };
  for (int i = 0; i < 9; ++i) expect_close(product.w.data()[i], e2e::difference(t, [&] { return along().w.data()[i]; }), "hvp", 1e-5);
}

// What calls keep has a form for several directions: numbers, tensors, lists and what calls inside keep.
TEST(FunctionsKept, SeveralDirections) {
  const auto check = [](const auto& blocks, double value, const auto& product) {
    for (std::int64_t i = 0; i < blocks.x_x.extent(0); ++i) {
      Vector along(gradc::Shape{blocks.x_x.extent(0)});
      along(i) = 1;
      const auto column = product(along, 0.0);
      for (std::int64_t j = 0; j < along.extent(0); ++j) expect_close(blocks.x_x(j, i), column.x(j), "x_x", 1e-12);
      expect_close(blocks.y_x(i), column.y, "y_x", 1e-12);
    }
    const auto last = product(Vector(gradc::Shape{blocks.x_x.extent(0)}), 1.0);
    for (std::int64_t j = 0; j < blocks.x_x.extent(0); ++j) expect_close(blocks.x_y(j), last.x(j), "x_y", 1e-12);
    expect_close(value, last.y, "y_y", 1e-12);
  };
  const Vector x{0.3, -0.4, 0.2};
  for (int n : {0, 1, 4}) {
    const auto loops = kept::in_loops_and_arms_hessian(x, 0.3, n).hessian;
    check(loops, loops.y_y, [&](const Vector& v, double w) { return kept::in_loops_and_arms_hvp(x, 0.3, n, v, w).hvp; });
    const auto lists = kept::lists_in_loops_hessian(x, 0.3, n).hessian;
    check(lists, lists.y_y, [&](const Vector& v, double w) { return kept::lists_in_loops_hvp(x, 0.3, n, v, w).hvp; });
  }
  const auto deep = kept::deep_hessian(0.7, 0.3).hessian;
  const auto first = kept::deep_hvp(0.7, 0.3, 1, 0).hvp, second = kept::deep_hvp(0.7, 0.3, 0, 1).hvp;
  expect_close(deep.x_x, first.x, "x_x", 1e-12);
  expect_close(deep.y_x, first.y, "y_x", 1e-12);
  expect_close(deep.y_y, second.y, "y_y", 1e-12);
  // The adjoints of several results.
  const auto rows = kept::in_loops_and_arms_vjp_batch(x, 0.3, 4, Vector{1.0, -2.0});
  const auto gradient = kept::in_loops_and_arms_gradient(x, 0.3, 4).grad;
  for (int i = 0; i < 3; ++i) {
    expect_close(rows.grad.x(0, i), gradient.x(i), "first", 1e-12);
    expect_close(rows.grad.x(1, i), -2 * gradient.x(i), "second", 1e-12);
  }
}

TEST(FunctionsKept, HigherOrdersAndModes) {
  const double x = 0.7, y = 0.3;
  const auto gradient = kept::written_gradient(x, y).grad;
  expect_close(kept::written_jvp(x, y, 2, -1).tangent, 2 * gradient.x - gradient.y, "jvp", 1e-12);
  double t = 0;
  const auto hvp = kept::deep_hvp(x, y, 2, -1).hvp;
  expect_close(hvp.x, e2e::difference(t, [&] { return kept::deep_gradient(x + 2 * t, y - t).grad.x; }), "x", 1e-6);
  expect_close(hvp.y, e2e::difference(t, [&] { return kept::deep_gradient(x + 2 * t, y - t).grad.y; }), "y", 1e-6);
}

}  // namespace
