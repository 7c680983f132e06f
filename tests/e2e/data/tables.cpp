#include "tables.h"

#include <cmath>

namespace tables {

double cheapest(const Matrix& cost) {
  const std::int64_t rows = cost.extent(0), columns = cost.extent(1);
  std::vector<std::vector<double>> best(static_cast<std::size_t>(rows), std::vector<double>(static_cast<std::size_t>(columns)));
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j) {
      double before = 0;
      if (i > 0 && j > 0)
        before = -std::log(std::exp(-best[i - 1][j]) + std::exp(-best[i][j - 1]) + std::exp(-best[i - 1][j - 1]));
      else if (i > 0)
        before = best[i - 1][j];
      else if (j > 0)
        before = best[i][j - 1];
      best[i][j] = cost(i, j) * cost(i, j) + before;
    }
  return best[rows - 1][columns - 1];
}

double running(const Vector& x, int rows) {
  const std::int64_t n = x.extent(0);
  std::vector<Vector> y(static_cast<std::size_t>(rows), Vector(gradc::Shape{n}));
  for (int i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      y[i](j) = x(j) * (i + 1);
      y[i](j) += j > 0 ? std::sin(y[i](j - 1)) : 1.0;
      if (i > 0) y[i](j) *= y[i - 1](j);
    }
  double sum = 0;
  for (const Vector& row : y) sum += gradc::sum(row * row);
  return sum;
}

double before_and_after(const Vector& x, int rows) {
  std::vector<Vector> y(static_cast<std::size_t>(rows), x);
  double sum = 0;
  for (int i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < x.extent(0); ++j) {
      const Vector before = y[i];
      const std::vector<Vector> all = y;
      y[i](j) = before(j) * before(0) + x(j);
      sum += gradc::sum(before * y[i]) + all[0](j) * y[0](j);
    }
  return sum;
}

double shifted(const Vector& x, int rows) {
  const std::int64_t n = x.extent(0);
  std::vector<Vector> y(static_cast<std::size_t>(rows), x);
  std::vector<std::vector<double>> t(static_cast<std::size_t>(rows), std::vector<double>(static_cast<std::size_t>(n), 0.5));
  double sum = 0;
  for (int i = 0; i < rows; ++i) {
    const Vector old = y[i];
    const std::vector<double> numbers = t[i];
    for (std::int64_t j = 0; j < n; ++j) {
      y[i](j) = old(n - 1 - j) * x(j);
      t[i][j] = numbers[0] + std::cos(y[i](j)) * numbers[j];
      const double before = t[i][j];
      t[i][j] *= old(j);
      if (before > 0.7) y[i](j) += before * t[i][j];
    }
    sum += gradc::sum(old * y[i]) + t[i][n - 1] * numbers[0];
  }
  return sum;
}

double popped(const Vector& x, int rows) {
  std::vector<Vector> stack(static_cast<std::size_t>(rows) + 1, x);
  for (int i = 0; i < rows; ++i) {
    const Vector top = stack.back();
    stack.pop_back();
    for (std::int64_t j = 0; j < x.extent(0); ++j) stack.back()(j) += top(j) * top(0);
    if (i % 2 == 1) stack[0] = top + stack.back();
  }
  return gradc::sum(stack[0] * stack[0]);
}

double layered(const Matrix& x, int layers) {
  std::vector<Matrix> h(static_cast<std::size_t>(layers) + 1, Matrix(gradc::Shape{x.extent(0), x.extent(1)}));
  h[0] = x;
  for (int k = 1; k <= layers; ++k)
    for (std::int64_t i = 0; i < x.extent(0); ++i)
      for (std::int64_t j = 0; j < x.extent(1); ++j) {
        h[k](i, j) = std::sin(h[k - 1](i, j));
        if (i > 0) h[k](i, j) += h[k](i - 1, j) * x(i, j);
      }
  return gradc::sum(h[layers]);
}

double cube(const Vector& x, int n) {
  const auto size = static_cast<std::size_t>(n);
  std::vector<std::vector<Vector>> c(size, std::vector<Vector>(size, x));
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b)
      for (std::int64_t j = 0; j < x.extent(0); ++j) c[a][b](j) *= c[b][a](j) + a;
  double sum = 0;
  for (int a = 0; a < n; ++a) sum += gradc::sum(c[a][0] * c[n - 1][a]);
  return sum;
}

double members(const Vector& x, int n) {
  std::vector<Cell> cells(static_cast<std::size_t>(n));
  for (Cell& cell : cells) {
    cell.numbers.resize(static_cast<std::size_t>(x.extent(0)));
    cell.tensor = x;
  }
  for (int k = 0; k < n; ++k)
    for (std::int64_t j = 0; j < x.extent(0); ++j) {
      cells[k].numbers[j] = x(j) * (k + 1);
      cells[k].tensor(j) = std::exp(cells[k].numbers[j]) + (k > 0 ? cells[k - 1].tensor(j) : 0.0);
    }
  double sum = 0;
  for (const Cell& cell : cells) sum += gradc::sum(cell.tensor) * cell.numbers[0];
  return sum;
}

float singles(const gradc::Vector<float>& x) {
  std::vector<gradc::Vector<float>> y(2, x);
  for (std::int64_t j = 0; j < x.extent(0); ++j) y[1](j) = y[0](j) * x(j);
  return gradc::sum(y[1]);
}

double changed(std::vector<std::vector<double>> table, const Vector& x) {
  for (std::size_t i = 0; i < table.size(); ++i)
    for (std::size_t j = 0; j < table[i].size(); ++j) {
      table[i][j] *= x(0);
      if (table[i][j] > 0.2)
        table[i][0] += table[i][j] * x(1);
      else if (j > 1)
        table[i][j - 1] = x(1);
    }
  double sum = 0;
  for (const auto& row : table)
    for (double number : row) sum += number * number;
  return sum;
}

double counted(const Vector& x, const gradc::Vector<int>& labels) {
  std::vector<std::vector<int>> counts(3, std::vector<int>(2));
  std::vector<std::vector<double>> sums(3, std::vector<double>(2));
  for (std::int64_t i = 0; i < x.extent(0); ++i) {
    counts[labels(i)][i % 2] += 1;
    sums[labels(i)][i % 2] += x(i) * x(i);
  }
  double sum = 0;
  for (int k = 0; k < 3; ++k)
    for (int side = 0; side < 2; ++side)
      if (counts[k][side] > 0) sum += sums[k][side] / counts[k][side] * sums[k][1];
  return sum;
}

double grid(const Matrix& x) {
  Matrix y(gradc::Shape{x.extent(0), x.extent(1)});
  for (std::int64_t i = 0; i < x.extent(0); ++i)
    for (std::int64_t j = 0; j < x.extent(1); ++j) {
      y(i, j) = x(i, j);
      if (i > 0) y(i, j) *= y(i - 1, j);
      if (j > 0) {
        y(i, j) += y(i, j - 1) * y(i, j - 1);
        if (y(i, j) > 1) y(i, j) /= 1 + y(i, j) * y(0, j - 1);
      }
    }
  return gradc::sum(y * y);
}

double far(const std::vector<Vector>& v, int n) {
  double sum = 0;
  for (int j = 0; j < n; ++j) {
    if (j % 3 == 0)
      sum += std::sin(v[j % 2](j)) * v[1](n - 1 - j);
    else
      sum *= 1 - 0.1 * v[0](j) * v[0](j);
  }
  return sum;
}

std::vector<Vector> powers(const Vector& x, int n) {
  std::vector<Vector> y(static_cast<std::size_t>(n), x);
  for (int i = 1; i < n; ++i)
    for (std::int64_t j = 0; j < x.extent(0); ++j) y[i](j) = y[i - 1](j) * x(j);
  return y;
}

std::vector<std::vector<double>> triangle(const Vector& x, int n) {
  std::vector<std::vector<double>> p(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) {
    p[i].assign(static_cast<std::size_t>(i) + 1, 1.0);
    for (int j = 0; j <= i; ++j) {
      if (i > 0 && j < i) p[i][j] = p[i - 1][j] * x(0);
      if (j > 0) p[i][j] += p[i - 1][j - 1] * x(j % x.extent(0));
    }
  }
  return p;
}

namespace {

constexpr double kWeights[2][3] = {{0.5, -1.25, 2}, {3, 0.125, -0.75}};
constexpr int kOrder[] = {2, 0, 1, 3};

double descend(const Vector& weights, double x, int n) {
  return n == 0 ? gradc::sum(weights) * x : descend(weights, x * weights(n % 3), n - 1) + x * x;
}

}  // namespace

double looked_up(const Vector& x, int n) {
  double own[3] = {1, 2, 3}, sum = 0;
  for (int i = 0; i < n; ++i) {
    const int k = kOrder[i % 4] % 3;
    own[k] += kWeights[i % 2][k] * x(i % 2);
    sum = sum * 0.5 + std::sin(own[k]) * kWeights[1][k];
  }
  return sum + own[0] * own[1] * own[2] * x(0);
}

double chosen(const Vector& x, int n) {
  const Vector a{1, 2, 4}, b{-1, 0.5, 8};
  Vector w = a;
  if (x(0) > 0) w = b;
  std::vector<Vector> all{a, w};
  for (int i = 0; i < n; ++i) {
    all.push_back(w * x(1));
    w = i % 2 == 0 ? a : w + x(0);
  }
  double sum = 0;
  for (const Vector& each : all) sum += gradc::sum(each * w * x(0));
  return sum;
}

double descended(const Vector& x, int n) { return descend(Vector{1.5, -2, 0.5}, x(0), n) * x(1); }

Weighted weighted(const Vector& x) {
  const Vector weights{1.5, -2, 0.5};
  return {weights, gradc::sin(x) * weights};
}

}  // namespace tables
