#include "differences.h"
#include "tables.grad.h"
#include "thrown.h"

namespace {

using tables::Matrix;
using tables::Vector;
using Table = std::vector<std::vector<double>>;

template <class T>
double dot(const T& a, const T& b) {
  double sum = 0;
  for (std::int64_t i = 0; i < a.size(); ++i) sum += a.data()[i] * b.data()[i];
  return sum;
}

// Gradient and hvp of f(x, ...) against differences, jvp against the gradient.
template <class X, class F, class Gradient, class Jvp, class Hvp>
void check(X x, F f, Gradient gradient, Jvp jvp, Hvp hvp, const std::string& what) {
  const X v = e2e::filled<X>(x.shape(), -1, 1, 9);
  const auto at = gradient(x);
  EXPECT_DOUBLE_EQ(at.value, f(x)) << what;
  e2e::expect_gradient(
      x, at.grad, [&] { return f(x); }, what);
  e2e::expect_close(jvp(x, v), dot(at.grad, v), what + " jvp");
  const X product = hvp(x, v);
  e2e::expect_gradient(
      x, product, [&] { return dot(gradient(x).grad, v); }, what + " hvp");
}

template <class X>
struct Found {
  double value;
  X grad;
};

// The derivatives of tables::NAME(x, ...) with respect to x.
#define TABLES_CHECK(name, at, ...)                                                  \
  check(                                                                             \
      at, [&](const auto& x) { return tables::name(x __VA_OPT__(, ) __VA_ARGS__); }, \
      [&](const auto& x) {                                                           \
        const auto result = tables::name##_gradient(x __VA_OPT__(, ) __VA_ARGS__);   \
        return Found<std::decay_t<decltype(x)>>{result.value, result.grad.x};        \
      },                                                                             \
      [&](const auto& x, const auto& v) {                                            \
        return tables::name##_jvp(x, __VA_ARGS__ __VA_OPT__(, ) v).tangent;          \
      },                                                                             \
      [&](const auto& x, const auto& v) {                                            \
        return tables::name##_hvp(x, __VA_ARGS__ __VA_OPT__(, ) v).hvp.x;            \
      },                                                                             \
      #name)

Vector vector(std::int64_t n, unsigned seed = 1) { return e2e::filled<Vector>({n}, -1, 1, seed); }

TEST(Tables, Cheapest) {
  for (const auto& [rows, columns] : {std::pair{1, 1}, {1, 4}, {4, 1}, {3, 4}, {5, 3}}) {
    Matrix cost = e2e::filled<Matrix>({rows, columns});
    const Matrix v = e2e::filled<Matrix>({rows, columns}, -1, 1, 9);
    const auto result = tables::cheapest_gradient(cost);
    EXPECT_DOUBLE_EQ(result.value, tables::cheapest(cost));
    e2e::expect_gradient(
        cost, result.grad.cost, [&] { return tables::cheapest(cost); }, "cost");
    e2e::expect_close(tables::cheapest_jvp(cost, v).tangent, dot(result.grad.cost, v), "jvp");
    const Matrix product = tables::cheapest_hvp(cost, v).hvp.cost;
    e2e::expect_gradient(
        cost, product, [&] { return dot(tables::cheapest_gradient(cost).grad.cost, v); }, "hvp");
    const auto blocks = tables::cheapest_hessian(cost).hessian.cost_cost;
    for (std::int64_t i = 0; i < cost.size(); ++i) {
      double sum = 0;
      for (std::int64_t j = 0; j < cost.size(); ++j) sum += blocks.data()[i * cost.size() + j] * v.data()[j];
      e2e::expect_close(sum, product.data()[i], "hessian");
    }
    const auto less = tables::cheapest_less_gradient(cost);
    const auto batch = tables::cheapest_vjp_batch(cost, Vector{2, -1}).grad.cost;
    for (std::int64_t i = 0; i < cost.size(); ++i) {
      EXPECT_EQ(less.grad.cost.data()[i], result.grad.cost.data()[i]);
      e2e::expect_close(batch.data()[i], 2 * result.grad.cost.data()[i], "batch");
      e2e::expect_close(batch.data()[i + cost.size()], -result.grad.cost.data()[i], "batch");
    }
    gradc::Tensor<double, 3> directions(gradc::Shape{2, rows, columns});
    for (std::int64_t i = 0; i < cost.size(); ++i)
      directions.data()[i] = directions.data()[i + cost.size()] = v.data()[i];
    e2e::expect_close(tables::cheapest_jvp_batch(cost, directions).tangent(1), dot(result.grad.cost, v),
                      "jvp batch");
  }
}

TEST(Tables, RowsOfTensors) {
  for (const int rows : {0, 1, 3}) {
    TABLES_CHECK(running, vector(4), rows);
    TABLES_CHECK(before_and_after, vector(3), rows);
    TABLES_CHECK(shifted, vector(4), rows);
    TABLES_CHECK(popped, vector(3), rows);
  }
  for (const int layers : {0, 1, 3}) TABLES_CHECK(layered, e2e::filled<Matrix>({3, 2}), layers);
  for (const int n : {1, 2, 3}) TABLES_CHECK(cube, vector(2), n);
  for (const int n : {0, 1, 3}) TABLES_CHECK(members, vector(3), n);
  TABLES_CHECK(grid, e2e::filled<Matrix>({3, 4}, -0.7, 0.7));
  const gradc::Vector<float> x{1, -2, 3};
  for (std::int64_t i = 0; i < 3; ++i) EXPECT_EQ(tables::singles_gradient(x).grad.x(i), 2 * x(i));
}

TEST(Tables, Counted) {
  const gradc::Vector<int> labels{0, 2, 2, 0, 1, 2, 0};
  TABLES_CHECK(counted, vector(7), labels);
  const auto error = e2e::thrown<gradc::IndexError>([] {
    tables::counted_gradient(Vector{1, 2}, gradc::Vector<int>{0, 3});
  });
  EXPECT_NE(error.find("index 3 is out of range"), std::string::npos) << error;
}

TEST(Tables, Changed) {
  Table table{{0.5, -1, 0.3, 2}, {}, {0.7}, {-0.4, 0.9}};
  const Table given = table;
  Vector x{0.8, -0.6};
  const auto result = tables::changed_gradient(table, x);
  EXPECT_EQ(table, given);
  EXPECT_DOUBLE_EQ(result.value, tables::changed(table, x));
  e2e::expect_gradient(
      x, result.grad.x, [&] { return tables::changed(table, x); }, "x");
  Table v = table;
  double slope = result.grad.x(0) * 0.5;
  for (std::size_t i = 0; i < table.size(); ++i)
    for (std::size_t j = 0; j < table[i].size(); ++j) {
      e2e::expect_gradient(
          table[i][j], result.grad.table[i][j], [&] { return tables::changed(table, x); }, "table");
      v[i][j] = 0.1 * static_cast<double>(i + 2 * j);
      slope += v[i][j] * result.grad.table[i][j];
    }
  e2e::expect_close(tables::changed_jvp(table, x, v, Vector{0.5, 0}).tangent, slope, "jvp");
  const auto product = tables::changed_hvp(table, x, v, Vector{0.5, 0}).hvp;
  for (std::size_t i = 0; i < table.size(); ++i)
    for (std::size_t j = 0; j < table[i].size(); ++j)
      e2e::expect_gradient(
          table[i][j], product.table[i][j],
          [&] {
            return tables::changed_jvp(table, x, v, Vector{0.5, 0}).tangent;
          },
          "hvp");
}

TEST(Tables, GivenBack) {
  Vector x = vector(3);
  const std::vector<Vector> adjoints{vector(3, 2), vector(3, 3), vector(3, 4)};
  const auto f = [&] {
    double sum = 0;
    const auto y = tables::powers(x, 3);
    for (std::size_t i = 0; i < 3; ++i) sum += dot(y[i], adjoints[i]);
    return sum;
  };
  e2e::expect_gradient(x, tables::powers_vjp(x, 3, adjoints).grad.x, f, "vjp");
  const Vector v = vector(3, 7);
  double sum = 0;
  const auto tangent = tables::powers_jvp(x, 3, v).tangent;
  for (std::size_t i = 0; i < 3; ++i) sum += dot(tangent[i], adjoints[i]);
  e2e::expect_close(sum, dot(tables::powers_vjp(x, 3, adjoints).grad.x, v), "jvp");
}

// What an arm that isn't taken leaves out is nothing, and not what a trip before has put elsewhere.
TEST(Tables, RowsThatBranchesRead) {
  for (const int n : {0, 1, 2, 5}) {
    Vector x = vector(3);
    Table adjoints = tables::triangle(x, n);
    for (std::size_t i = 0; i < adjoints.size(); ++i)
      for (std::size_t j = 0; j <= i; ++j) adjoints[i][j] = std::cos(2.0 * static_cast<double>(i) + static_cast<double>(j));
    const auto f = [&] {
      double sum = 0;
      const Table y = tables::triangle(x, n);
      for (std::size_t i = 0; i < y.size(); ++i)
        for (std::size_t j = 0; j <= i; ++j) sum += y[i][j] * adjoints[i][j];
      return sum;
    };
    const Vector grad = tables::triangle_vjp(x, n, adjoints).grad.x;
    e2e::expect_gradient(x, grad, f, "vjp");
    const auto blocks = tables::triangle_jacobian(x, n).jacobian.x;
    for (std::int64_t k = 0; k < 3; ++k) {
      double sum = 0;
      for (std::size_t i = 0; i < blocks.size(); ++i)
        for (std::size_t j = 0; j <= i; ++j) sum += blocks[i](static_cast<std::int64_t>(j), k) * adjoints[i][j];
      e2e::expect_close(sum, grad(k), "jacobian");
    }
  }
}

TEST(Tables, ReadFarAway) {
  std::vector<Vector> v{vector(8), vector(8, 2)};
  const auto grad = tables::far_gradient(v, 8).grad.v;
  for (std::size_t i = 0; i < 2; ++i) e2e::expect_gradient(v[i], grad[i], [&] { return tables::far(v, 8); }, "v");
}

// An element costs the same however long the rows are: no row is copied for one, and none is kept.
template <class Gradient>
void expect_linear(Gradient gradient, const char* what) {
  constexpr std::int64_t kShort = 40, kLong = 10'000;
  const auto memory = [&](std::int64_t n) {
    gradc::Workspace workspace;
    gradient(n, workspace);
    return workspace.high_water();
  };
  EXPECT_LT(memory(kLong), 2 * kLong / kShort * memory(kShort)) << what;
}
#define TABLES_LINEAR(name, at, ...)                                            \
  expect_linear(                                                                \
      [](std::int64_t n, gradc::Workspace& workspace) {                         \
        tables::name##_gradient_result out;                                     \
        tables::name##_gradient(at __VA_OPT__(, ) __VA_ARGS__, out, workspace); \
      },                                                                        \
      #name)

TEST(Tables, CostNoMoreInLongRows) {
  TABLES_LINEAR(cheapest, e2e::filled<Matrix>({2, n}));
  TABLES_LINEAR(running, vector(n), 3);
  TABLES_LINEAR(shifted, vector(n), 2);
  TABLES_LINEAR(popped, vector(n), 2);
  TABLES_LINEAR(popped, vector(2), static_cast<int>(n));
  TABLES_LINEAR(layered, e2e::filled<Matrix>({2, n}), 2);
  TABLES_LINEAR(cube, vector(n), 2);
  TABLES_LINEAR(members, vector(n), 2);
  TABLES_LINEAR(counted, vector(n), gradc::Vector<int>(gradc::Shape{n}));
  TABLES_LINEAR(far, std::vector<Vector>(2, vector(n)), static_cast<int>(n));
  expect_linear(
      [](std::int64_t n, gradc::Workspace& workspace) {
        tables::cheapest_vjp_batch_result out;
        tables::cheapest_vjp_batch(e2e::filled<Matrix>({2, n}), Vector{1, -1}, out, workspace);
      },
      "cheapest, two adjoints");
  TABLES_LINEAR(grid, e2e::filled<Matrix>({2, n}, 0.1, 0.5));
  TABLES_LINEAR(changed, std::vector<std::vector<double>>(2, std::vector<double>(static_cast<std::size_t>(n), 0.3)), Vector{0.9, 0.1});
}

// They were made number by number in each call.
TEST(Tables, OfNumbersOfTheSource) {
  for (int n : {0, 1, 2, 5, 9})
    for (double first : {0.6, -0.4}) {
      TABLES_CHECK(looked_up, (Vector{first, 0.7}), n);
      TABLES_CHECK(chosen, (Vector{first, 0.7}), n);
      TABLES_CHECK(descended, (Vector{first, 0.7}), n);
    }
  const Vector x{0.6, -0.4, 1.1};
  const auto pulled = tables::weighted_vjp(x, tables::Weighted{Vector{5, 6, 7}, Vector{1, 2, 3}});
  const tables::Weighted& result = pulled.value;
  const Vector& grad = pulled.grad.x;
  const tables::Weighted tangent = tables::weighted_jvp(x, Vector{1, 2, 3}).tangent;
  const double weights[] = {1.5, -2, 0.5};
  for (std::int64_t i = 0; i < 3; ++i) {
    EXPECT_EQ(result.weights(i), weights[i]);
    EXPECT_DOUBLE_EQ(result.product(i), std::sin(x(i)) * weights[i]);
    EXPECT_DOUBLE_EQ(grad(i), static_cast<double>(i + 1) * std::cos(x(i)) * weights[i]);
    EXPECT_EQ(tangent.weights(i), 0);
    EXPECT_DOUBLE_EQ(tangent.product(i), static_cast<double>(i + 1) * std::cos(x(i)) * weights[i]);
  }
}

}  // namespace
