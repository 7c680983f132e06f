#include "elements.grad.h"

#include <functional>

#include "tests/e2e/differences.h"

namespace {

using e2e::expect_close;
using e2e::expect_gradient;
using e2e::filled;
using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;
using namespace elements;

TEST(Elements, OfTensors) {
  auto a = filled<Matrix>({2, 3});
  auto x = filled<Vector>({3}, -1, 1, 5);
  for (int i : {0, 1}) {
    const auto f = [&] { return tensor(a, x, i); };
    const auto out = tensor_gradient(a, x, i);
    expect_close(out.value, f(), "value", 1e-13);
    expect_gradient(a, out.grad.a, f, "a");
    expect_gradient(x, out.grad.x, f, "x");
    const auto forward = tensor_forward(a, x, i);
    expect_close(tensor_backward(forward.residuals, 2.0).x(1), 2 * out.grad.x(1), "backward", 1e-12);
    const auto jvp = tensor_jvp(a, x, i, a, x);
    double expected = 0;
    for (int k = 0; k < 6; ++k) expected += a.data()[k] * out.grad.a.data()[k];
    for (int k = 0; k < 3; ++k) expected += x(k) * out.grad.x(k);
    expect_close(jvp.tangent, expected, "tangent", 1e-12);
  }
  EXPECT_THROW(tensor_gradient(a, x, 2), gradc::IndexError);
}

TEST(Elements, ReferencesStayWhereTheyWere) {
  auto x = filled<Vector>({3});
  for (int i : {0, 1}) {
    const auto f = [&] { return references(x, i); };
    const auto out = references_gradient(x, i);
    expect_close(out.value, f(), "value", 1e-13);
    expect_gradient(x, out.grad.x, f, "x");
  }
}

TEST(Elements, OfArrays) {
  Body body{{0.3, -0.7, 1.2}, {{1.1, 0.4}, {-0.6, 0.9}}, 0.8};
  std::array<double, 4> s{0.5, -1.1, 0.7, 1.3};
  for (int i : {0, 1}) {
    const auto f = [&] { return arrays(body, s, i); };
    const auto out = arrays_gradient(body, s, i);
    expect_close(out.value, f(), "value", 1e-13);
    for (std::size_t k = 0; k < 3; ++k) expect_gradient(body.at[k], out.grad.body.at[k], f, "at");
    for (std::size_t k = 0; k < 4; ++k) expect_gradient(body.m[k / 2][k % 2], out.grad.body.m[k / 2][k % 2], f, "m");
    for (std::size_t k = 0; k < 4; ++k) expect_gradient(s[k], out.grad.s[k], f, "s");
    expect_gradient(body.mass, out.grad.body.mass, f, "mass");
  }
}

// Arrays of C have no data().
TEST(Elements, OfArraysOfCInBlocksAndBatches) {
  Body body{{0.3, 0.9, -0.4}, {{0.5, -1.2}, {0.8, 0.1}}, 1.4};
  const std::array<double, 4> s{0.5, -1.1, 0.7, 1.3};
  const auto hessian = arrays_hessian(body, s, 1).hessian;
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 2; ++j)
      e2e::expect_close(hessian.body_m_0_body_m_1(static_cast<std::int64_t>(i), static_cast<std::int64_t>(j)),
                   e2e::difference(body.m[1][j], [&] { return arrays_gradient(body, s, 1).grad.body.m[0][i]; }), "m_0_m_1", 1e-6);
  const auto adjoints = arrays_vjp_batch(body, s, 1, gradc::Vector<double>{1, -2}).grad;
  const auto grad = arrays_gradient(body, s, 1).grad;
  for (std::size_t j = 0; j < 2; ++j)
    expect_close(adjoints.body.m_1(1, static_cast<std::int64_t>(j)), -2 * grad.body.m[1][j], "m_1", 1e-13);
}

TEST(Elements, ThroughPointers) {
  auto a = filled<Matrix>({2, 3});
  auto x = filled<Vector>({3}, -1, 1, 5);
  for (int i : {0, 1}) {
    const auto f = [&] { return pointers(a, x, i); };
    const auto out = pointers_gradient(a, x, i);
    expect_close(out.value, f(), "value", 1e-13);
    expect_gradient(a, out.grad.a, f, "a");
    expect_gradient(x, out.grad.x, f, "x");
  }
}

TEST(Elements, ChosenByComparison) {
  for (double x : {0.3, 1.7})
    for (double y : {-0.4, 0.9})
      for (double z : {-2.0, 0.6, 2.5}) {
        const auto f = [&] { return choices(x, y, z); };
        const auto out = choices_gradient(x, y, z);
        expect_close(out.value, f(), "value", 1e-13);
        expect_gradient(x, out.grad.x, f, "x");
        expect_gradient(y, out.grad.y, f, "y");
        expect_gradient(z, out.grad.z, f, "z");
      }
}

TEST(Elements, OfVectors) {
  std::vector<double> v{0.4, -0.8, 1.1, 0.6};
  auto x = filled<Vector>({3});
  for (int i : {0, 1, 2, 3}) {
    const auto f = [&] { return vectors(v, x, i); };
    const auto out = vectors_gradient(v, x, i);
    static_assert(std::is_same_v<std::decay_t<decltype(out.grad.v)>, std::vector<double>>);
    expect_close(out.value, f(), "value", 1e-13);
    ASSERT_EQ(out.grad.v.size(), v.size());
    for (std::size_t k = 0; k < v.size(); ++k) expect_gradient(v[k], out.grad.v[k], f, "v");
    expect_gradient(x, out.grad.x, f, "x");
  }
  EXPECT_THROW(vectors_gradient(v, x, 7), gradc::IndexError);
}

TEST(Elements, VectorsAsResults) {
  std::vector<double> v{0.4, -0.8};
  double x = 1.3;
  const std::vector<double> seed{0.7, -0.2, 1.1};
  const auto f = [&] {
    const std::vector<double> y = grown(v, x);
    return seed[0] * y[0] + seed[1] * y[1] + seed[2] * y[2];
  };
  const auto out = grown_vjp(v, x, seed);
  EXPECT_EQ(out.value, grown(v, x));
  expect_gradient(x, out.grad.x, f, "x");
  for (std::size_t k = 0; k < 2; ++k) expect_gradient(v[k], out.grad.v[k], f, "v");
}

// Every number of a body.
std::vector<double*> numbers(Body& body) {
  return {&body.at[0],   &body.at[1],   &body.at[2],   &body.m[0][0],
          &body.m[0][1], &body.m[1][0], &body.m[1][1], &body.mass};
}
std::vector<Body> bodies() {
  return {{{0.4, -0.3, 0.9}, {{0.3, 0.5}, {-0.7, 1.1}}, 1.2},
          {{-0.6, 0.8, 0.1}, {{0.9, -0.4}, {0.6, 0.2}}, 0.7},
          {{1.5, 0.2, -0.8}, {{-0.1, 0.8}, {1.3, 0.4}}, 2.1}};
}

TEST(Elements, StructuresOfArraysInVectors) {
  std::vector<Body> v = bodies(), tangent = bodies();
  const auto f = [&] { return attraction(v); };
  auto out = attraction_gradient(v);
  EXPECT_EQ(out.value, f());
  ASSERT_EQ(out.grad.bodies.size(), v.size());
  double along = 0;
  for (std::size_t i = 0; i < v.size(); ++i)
    for (std::size_t k = 0; k < 8; ++k) {
      expect_gradient(*numbers(v[i])[k], *numbers(out.grad.bodies[i])[k], f, std::to_string(i) + "." + std::to_string(k));
      along += *numbers(out.grad.bodies[i])[k] * *numbers(tangent[i])[k];
    }
  expect_close(attraction_jvp(v, tangent).tangent, along, "jvp", 1e-12);
}

TEST(Elements, VectorsOfStructuresOfArraysAsResults) {
  std::vector<Body> v = bodies(), seed = bodies();
  seed.push_back(seed[1]);
  std::vector<std::array<double, 3>> by{{0.3, 0.5, -0.2}, {0.8, -0.6, 0.4}, {-0.9, 0.7, 0.1}};
  double dt = 0.7;
  const auto f = [&] {
    std::vector<Body> y = drifted(v, by, dt);
    double sum = 0;
    for (std::size_t i = 0; i < y.size(); ++i)
      for (std::size_t k = 0; k < 8; ++k) sum += *numbers(y[i])[k] * *numbers(seed[i])[k];
    return sum;
  };
  auto out = drifted_vjp(v, by, dt, seed);
  std::vector<Body> value = drifted(v, by, dt);
  ASSERT_EQ(out.value.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t k = 0; k < 8; ++k) EXPECT_EQ(*numbers(out.value[i])[k], *numbers(value[i])[k]);
  for (std::size_t i = 0; i < v.size(); ++i) {
    for (std::size_t k = 0; k < 8; ++k) expect_gradient(*numbers(v[i])[k], *numbers(out.grad.bodies[i])[k], f, "bodies");
    for (std::size_t k = 0; k < 3; ++k) expect_gradient(by[i][k], out.grad.by[i][k], f, "by");
  }
  expect_gradient(dt, out.grad.dt, f, "dt");
  seed.pop_back();
  EXPECT_THROW(drifted_vjp(v, by, dt, seed), gradc::ShapeError);
}

TEST(Elements, VectorsOfVectors) {
  std::vector<std::vector<double>> v{{0.4, -0.8}, {1.2, 0.3, -0.5}};
  for (int i : {0, 1}) {
    const auto f = [&] { return nested(v, i); };
    const auto out = nested_gradient(v, i);
    expect_close(out.value, f(), "value", 1e-13);
    for (std::size_t k = 0; k < 2; ++k)
      for (std::size_t m = 0; m < v[k].size(); ++m) expect_gradient(v[k][m], out.grad.v[k][m], f, "v");
  }
}

void expect_each(Three& x, const Three& gradient, const std::function<double()>& f, const std::string& what) {
  for (std::size_t i = 0; i < x.size(); ++i) expect_gradient(x[i], gradient[i], f, what + std::to_string(i));
}

TEST(SmallArrays, AreNumbers) {
  Three turn{0.3, -0.2, 0.5}, move{0.1, 0.4, 2}, point{0.7, -1.1, 0.9};
  double focus = 1.3;
  const auto seen = [&] { return reprojected(turn, move, point, focus); };
  const auto out = reprojected_gradient(turn, move, point, focus);
  EXPECT_EQ(out.value, seen());
  expect_each(turn, out.grad.turn, seen, "turn");
  expect_each(move, out.grad.move, seen, "move");
  expect_each(point, out.grad.point, seen, "point");
  EXPECT_EQ(reprojected_gradient_workspace_bytes(turn, move, point, focus), 0);

  Three diagonal{4, 5, 6}, below{0.5, -1, 0.7};
  const auto determinant = [&] { return log_determinant(diagonal, below); };
  const auto inverse = log_determinant_gradient(diagonal, below);
  EXPECT_EQ(inverse.value, determinant());
  expect_each(diagonal, inverse.grad.diagonal, determinant, "diagonal");
  expect_each(below, inverse.grad.below, determinant, "below");
  EXPECT_EQ(log_determinant_gradient_workspace_bytes(diagonal, below), 0);
}

TEST(SmallArrays, AreCarriedElementByElement) {
  Three start{0.9, 0.5, 0.3};
  double rate = 0.7;
  for (const int steps : {0, 1, 2, 40}) {
    const auto f = [&] { return oscillated(start, rate, steps); };
    const auto out = oscillated_gradient(start, rate, steps);
    EXPECT_EQ(out.value, f());
    expect_each(start, out.grad.start, f, "start");
    const Three by{1, -2, 0.5};
    const auto along = oscillated_jvp(start, rate, steps, by, 0.25);
    double expected = 0.25 * out.grad.rate;
    for (std::size_t i = 0; i < 3; ++i) expected += by[i] * out.grad.start[i];
    expect_close(along.tangent, expected, "tangent", 1e-12);

    Three a{0.5, -1, 2}, b{3, 0.25, -0.5};
    const auto rows = [&] { return rows_changed(a, b, steps % 7); };
    const auto changed = rows_changed_gradient(a, b, steps % 7);
    EXPECT_EQ(changed.value, rows());
    expect_each(a, changed.grad.a, rows, "a");
    expect_each(b, changed.grad.b, rows, "b");
  }
}

}  // namespace
