// Tensors of many rows, which are worked on some at a time. There are more rows than one block has, less, and none; and what is
// made of each row alone has the same bits as where it is the only one.
#include <algorithm>
#include <cstring>

#include "differences.h"
#include "rows.grad.h"
#include "thrown.h"

namespace {

using rows::Cube;
using rows::Matrix;
using rows::Vector;

// The blocks of the widest have 16 rows; of the others all.
const std::vector<gradc::Shape> kShapes{{70, 900}, {17, 2600}, {33, 3}, {1, 5}, {16, 1}, {0, 4}, {3, 0}};

template <class T>
gradc::Matrix<T> row_of(const gradc::Matrix<T>& x, std::int64_t row) {
  gradc::Matrix<T> out({1, x.extent(1)});
  std::copy_n(x.data() + row * x.extent(1), x.extent(1), out.data());
  return out;
}

template <class T>
void expect_row(const gradc::Matrix<T>& all, std::int64_t row, const gradc::Matrix<T>& alone, const char* what) {
  for (std::int64_t j = 0; j < all.extent(1); ++j)
    ASSERT_EQ(all.data()[row * all.extent(1) + j], alone.data()[j]) << what << " of row " << row << ", column " << j;
}

// Bit for bit, but that there may be NaN in both.
template <class X>
void expect_same(const X& actual, const X& expected, const std::string& what) {
  ASSERT_EQ(actual.shape(), expected.shape()) << what;
  if (actual.size() == 0) return;
  ASSERT_EQ(std::memcmp(actual.data(), expected.data(), static_cast<std::size_t>(actual.size()) * sizeof(*actual.data())), 0) << what;
}

template <class X>
double dot(const X& a, const X& b) {
  double total = 0;
  for (std::int64_t i = 0; i < a.size(); ++i) total += static_cast<double>(a.data()[i]) * static_cast<double>(b.data()[i]);
  return total;
}

// The derivative of f along a direction, by x moved along it, against the adjoint's.
template <class X, class F>
void expect_slope(X& x, const X& adjoint, F f, const std::string& what) {
  ASSERT_EQ(adjoint.shape(), x.shape()) << what;
  const X at = x, along = e2e::filled<X>(x.shape(), -1, 1, 77);
  double moved = 0;
  const double slope = e2e::difference(moved, [&] {
    for (std::int64_t i = 0; i < x.size(); ++i) x.data()[i] = at.data()[i] + moved * along.data()[i];
    return f();
  });
  x = at;
  e2e::expect_close(dot(adjoint, along), slope, what, 1e-6);
}

TEST(Rows, Normalised) {
  for (const gradc::Shape& shape : kShapes) {
    Matrix x = e2e::filled<Matrix>(shape), bar = e2e::filled<Matrix>(shape, -1, 1, 2);
    Vector scale = e2e::filled<Vector>(gradc::Shape{shape[1]}, 0.5, 1.5, 3), offset = e2e::filled<Vector>({shape[1]}, -1, 1, 4);
    const std::string what = gradc::to_string(shape);
    const auto f = [&] { return dot(rows::normalised(x, scale, offset), bar); };
    const auto result = rows::normalised_vjp(x, scale, offset, bar);
    expect_same(result.value, rows::normalised(x, scale, offset), what);
    expect_slope(x, result.grad.x, f, what + " x");
    expect_slope(scale, result.grad.scale, f, what + " scale");
    expect_slope(offset, result.grad.offset, f, what + " offset");
    for (std::int64_t row = 0; row < shape[0]; ++row) {
      const auto alone = rows::normalised_vjp(row_of(x, row), scale, offset, row_of(bar, row));
      expect_row(result.value, row, alone.value, "value");
      expect_row(result.grad.x, row, alone.grad.x, "x");
    }
    // The sums over rows are those of the runtime.
    expect_same(result.grad.offset, gradc::sum(bar, {0}), what);
    const auto forward = rows::normalised_forward(x, scale, offset);
    const auto backward = rows::normalised_backward(forward.residuals, bar);
    expect_same(forward.value, result.value, what);
    expect_same(backward.x, result.grad.x, what);
    expect_same(backward.scale, result.grad.scale, what);
    expect_same(backward.offset, result.grad.offset, what);
  }
}

TEST(Rows, NormalisedInFloat) {
  using Floats = gradc::Matrix<float>;
  for (const gradc::Shape& shape : kShapes) {
    const Floats x = e2e::filled<Floats>(shape), bar = e2e::filled<Floats>(shape, -1, 1, 2);
    const auto scale = e2e::filled<gradc::Vector<float>>({shape[1]}, 0.5, 1.5, 3);
    const auto result = rows::normalised_in_float_vjp(x, scale, bar);
    expect_same(result.value, rows::normalised_in_float(x, scale), "result.value");
    std::vector<double> of_scale(static_cast<std::size_t>(shape[1]));
    for (std::int64_t row = 0; row < shape[0]; ++row) {
      const auto alone = rows::normalised_in_float_vjp(row_of(x, row), scale, row_of(bar, row));
      expect_row(result.grad.x, row, alone.grad.x, "x");
      for (std::int64_t j = 0; j < shape[1]; ++j) of_scale[static_cast<std::size_t>(j)] += static_cast<double>(alone.grad.scale(j));
    }
    for (std::int64_t j = 0; j < shape[1]; ++j)
      e2e::expect_close(static_cast<double>(result.grad.scale(j)), of_scale[static_cast<std::size_t>(j)], "scale", 1e-5);
  }
}

// However many threads there are, and however often the workspace has been used.
TEST(Rows, AreTheSameOnThreads) {
  const Matrix x = e2e::filled<Matrix>({700, 300}), bar = e2e::filled<Matrix>({700, 300}, -1, 1, 2);
  const Vector scale = e2e::filled<Vector>({300}, 0.5, 1.5, 3), offset = e2e::filled<Vector>({300}, -1, 1, 4);
  const auto expected = rows::normalised_vjp(x, scale, offset, bar);
  for (const int threads : {2, 3, 7}) {
    gradc::Threads pool(threads);
    gradc::Workspace workspace;
    workspace.use(pool);
    for (int again = 0; again < 3; ++again) {
      rows::normalised_vjp_result result;
      rows::normalised_vjp(x, scale, offset, bar, result, workspace);
      expect_same(result.value, expected.value, "result.value");
      expect_same(result.grad.x, expected.grad.x, "result.grad.x");
      expect_same(result.grad.scale, expected.grad.scale, "result.grad.scale");
      expect_same(result.grad.offset, expected.grad.offset, "result.grad.offset");
    }
  }
}

// What is made of rows alone takes memory for blocks of them, not for all.
TEST(Rows, TakeLittleMemory) {
  const Vector vector(gradc::Shape{300});
  const auto bytes_of = [&](std::int64_t n) { return rows::normalised_vjp_workspace_bytes(Matrix({n, 300}), vector, vector, Matrix({n, 300})); };
  EXPECT_LT(bytes_of(20000), std::int64_t{20000} * 300 * 8 / 10);
  EXPECT_LE(bytes_of(40000) - bytes_of(20000), 528 * 2 * 300 * 8);
}

TEST(Rows, OfClasses) {
  for (const gradc::Shape& shape : {gradc::Shape{70, 900}, gradc::Shape{5, 4}, gradc::Shape{1, 1}}) {
    Matrix x = e2e::filled<Matrix>(shape), targets = e2e::filled<Matrix>(shape, 0, 1, 5), direction = e2e::filled<Matrix>(shape, -1, 1, 6);
    Vector bias = e2e::filled<Vector>(gradc::Shape{shape[1]}, -1, 1, 7);
    const auto f = [&] { return rows::of_classes(x, bias, targets); };
    const auto result = rows::of_classes_gradient(x, bias, targets);
    EXPECT_EQ(result.value, f());
    expect_slope(x, result.grad.x, f, "x");
    expect_slope(bias, result.grad.bias, f, "bias");
    expect_slope(targets, result.grad.targets, f, "targets");
    const auto second = rows::of_classes_hvp(x, bias, targets, direction, Vector(gradc::Shape{shape[1]}), Matrix(shape));
    expect_slope(x, second.hvp.x, [&] { return dot(rows::of_classes_gradient(x, bias, targets).grad.x, direction); }, "hvp x");
  }
}

TEST(Rows, OfSequences) {
  for (const gradc::Shape& shape : {gradc::Shape{6, 11, 700}, gradc::Shape{2, 3, 4}, gradc::Shape{1, 5, 1}}) {
    Cube x = e2e::filled<Cube>(shape), bar = e2e::filled<Cube>(shape, -1, 1, 2);
    Vector mask = e2e::filled<Vector>({shape[2]}, -2, 0, 3);
    Matrix at_place = e2e::filled<Matrix>({shape[1], shape[2]}, -1, 1, 4);
    const auto f = [&] { return dot(rows::attended(x, mask, at_place), bar); };
    const auto result = rows::attended_vjp(x, mask, at_place, bar);
    expect_same(result.value, rows::attended(x, mask, at_place), "result.value");
    expect_slope(x, result.grad.x, f, "x");
    expect_slope(mask, result.grad.mask, f, "mask");
    expect_slope(at_place, result.grad.at_place, f, "at_place");
  }
}

template <class F, class G>
void check(const std::vector<gradc::Shape>& shapes, F value, G vjp) {
  for (const gradc::Shape& shape : shapes) {
    Matrix x = e2e::filled<Matrix>(shape);
    const Matrix bar = e2e::filled<Matrix>(value(x).shape(), -1, 1, 2);
    const auto result = vjp(x, bar);
    expect_same(result.value, value(x), "result.value");
    expect_slope(x, result.grad.x, [&] { return dot(value(x), bar); }, gradc::to_string(shape));
  }
}

TEST(Rows, WithColumnsAndTransposes) {
  check({{70, 900}, {5, 3}, {1, 1}}, rows::centred_twice, [](const auto& x, const auto& bar) { return rows::centred_twice_vjp(x, bar); });
  check({{400, 400}, {5, 5}, {1, 1}}, rows::symmetric, [](const auto& x, const auto& bar) { return rows::symmetric_vjp(x, bar); });
}

TEST(Rows, OfParts) {
  for (const gradc::Shape& shape : {gradc::Shape{90, 1000}, gradc::Shape{4, 6}}) {
    const std::int64_t half = shape[1] / 2;
    check({shape}, [&](const Matrix& x) { return rows::gated(x, half); }, [&](const auto& x, const auto& bar) { return rows::gated_vjp(x, half, bar); });
  }
}

TEST(Rows, InLoops) {
  for (const gradc::Shape& shape : {gradc::Shape{70, 900}, gradc::Shape{3, 4}})
    for (const int times : {0, 1, 3}) {
      Vector scale = e2e::filled<Vector>(gradc::Shape{shape[1]}, 0.5, 1.5, 3);
      check({shape}, [&](const Matrix& x) { return rows::layers(x, scale, times); },
            [&](const auto& x, const auto& bar) { return rows::layers_vjp(x, scale, times, bar); });
      const Matrix x = e2e::filled<Matrix>(shape), bar = e2e::filled<Matrix>(shape, -1, 1, 2);
      const auto result = rows::layers_vjp(x, scale, times, bar);
      expect_slope(scale, result.grad.scale, [&] { return dot(rows::layers(x, scale, times), bar); }, "scale");
    }
}

template <class F, class G>
void check_number(F value, G gradient) {
  for (const gradc::Shape& shape : {gradc::Shape{70, 900}, gradc::Shape{4, 3}}) {
    Matrix x = e2e::filled<Matrix>(shape, -1, 1);
    const auto result = gradient(x);
    EXPECT_EQ(result.value, value(x));
    expect_slope(x, result.grad.x, [&] { return value(x); }, gradc::to_string(shape));
  }
}

TEST(Rows, WithNumbers) {
  check_number(rows::differences, [](const auto& x) { return rows::differences_gradient(x); });
  check_number(rows::scaled_by_all, [](const auto& x) { return rows::scaled_by_all_gradient(x); });
}

// A step would change which one is the greatest of so many: each row against itself.
TEST(Rows, OfExtremes) {
  const Matrix x = e2e::filled<Matrix>({70, 900}, -1, 1);
  const auto result = rows::greatest_gradient(x);
  for (std::int64_t row = 0; row < 70; ++row) expect_row(result.grad.x, row, rows::greatest_gradient(row_of(x, row)).grad.x, "x");
  const std::string error = e2e::thrown<gradc::DomainError>([] { rows::greatest_gradient(Matrix({3, 0})); });
  const std::string of_source = e2e::thrown<gradc::DomainError>([] { rows::greatest(Matrix({3, 0})); });
  EXPECT_TRUE(of_source != "nothing" && error.find(of_source) != std::string::npos) << error << "; by the source: " << of_source;
  Matrix few({4, 3});
  for (std::int64_t i = 0; i < 12; ++i) few.data()[i] = 0.1 * static_cast<double>(7 * i % 12);
  expect_slope(few, rows::greatest_gradient(few).grad.x, [&] { return rows::greatest(few); }, "few");
}

}  // namespace
