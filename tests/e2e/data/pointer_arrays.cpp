#include "pointer_arrays.h"

#include <array>

namespace pointer_arrays {
namespace {

struct Part {
  const double* p;
  int k;
};
struct Row {
  double* p;
};
struct Grid {
  double* row[3];
  double cells[6];
};
struct Layer {
  const double* w;
  int rows, cols;
};
struct Net {
  Layer layers[2];
  double bias;
};

constexpr double kFirst[] = {1}, kSecond[] = {2, 3}, kThird[] = {4, 5, 6};
constexpr const double* kRows[] = {kFirst, kSecond, kThird};
const double* const kMiddle[2] = {kThird + 1, &kSecond[0]};
constexpr int kDegrees[] = {0, 1, 2};

double polynomial(double x, const double* c, int n) {
  double s = c[n];
  for (int i = n - 1; i >= 0; --i) s = s * x + c[i];
  return s;
}

double dot(const double* const* p, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += p[0][i] * p[1][i];
  return s;
}

// As solvers ask for it.
void cost(double const* const* parameters, double* residuals, double** jacobians) {
  const double* camera = parameters[0];
  const double* point = parameters[1];
  residuals[0] = camera[0] * point[0] + camera[1];
  residuals[1] = camera[1] * point[1] * point[2];
  if (jacobians && jacobians[0]) jacobians[0][0] = point[0];
}

double run(const Net& net, double x) {
  double s = net.bias;
  for (const Layer& l : net.layers) s += l.w[0] * x + l.rows;
  return s;
}

}  // namespace

double pointer_of_either_structure(int c, double x, double y) {
  double a[2] = {x, 2 * x}, b[2] = {y * y, y};
  Part s{a, 1}, t{b, 0};
  Part u = c > 0 ? s : t;
  return u.p[0] + u.p[u.k];
}

double through_either_structure(int c, double x, double y) {
  double a[2] = {x, 2 * x}, b[2] = {y * y, y};
  Row s{a}, t{b};
  (c > 0 ? s : t).p[1] = x * y;
  Row& r = c > 1 ? s : t;
  r.p[0] = 3 * x;
  return a[0] + 2 * a[1] + 3 * b[0] + 4 * b[1];
}

double either_pointer(int c, double x, double y) {
  double a[2] = {x, 2 * x}, b[2] = {y * y, y};
  const double *p = a, *q = b;
  const double* const& r = c > 0 ? p : q;
  const double* v = r + 1;
  return *v * r[0];
}

double table_of_tables(double x, int n) {
  double s = 0;
  for (int k = 0; k < 3; ++k) s += polynomial(x, kRows[k], kDegrees[k]) * (k + n) + kMiddle[k % 2][1] * x;
  return s;
}

double rows_of_a_matrix(double x, double y) {
  double m[9] = {x, y, 1, x * y, 2, y, 3, x, x * x};
  double* rows[3] = {m, m + 3, m + 6};
  rows[1][2] = x * 5;
  double s = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      rows[i][j] *= rows[j][i];
      s += rows[i][j] * (i + 2 * j);
    }
  return s;
}

double rows_of_their_own(double x, double y) {
  double a[3] = {x, y, 1}, b[3] = {y, 2 * x, 3}, c[2] = {x * y, 7};
  double* rows[] = {a, b, c};
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 2; ++j) rows[i][j] = rows[i][j] * x + rows[2 - i][1 - j];
    s += rows[i][0] * rows[i][1];
  }
  return s + a[0] * b[1] + c[0] * c[1] + a[2] * b[2];
}

double passed_on(double x, double y) {
  double a[3] = {x, y, 1}, b[3] = {y, 2 * x, 3};
  const double* p[2] = {a, b};
  return dot(p, 3);
}

double without_jacobians(double x, double y) {
  double cam[2] = {x, y}, pt[3] = {y, x * x, 2}, r[2];
  const double* ps[2] = {cam, pt};
  cost(ps, r, nullptr);
  return r[0] * r[0] + r[1] * r[1];
}

double with_jacobians(double x, double y) {
  double cam[2] = {x, y}, pt[3] = {y, x * x, 2}, r[2], j0[4] = {0, 0, 0, 0};
  const double* ps[2] = {cam, pt};
  double* js[2] = {j0, nullptr};
  cost(ps, r, js);
  return r[0] * r[0] + r[1] * r[1] + j0[0];
}

double swapped_rows(double x, double y) {
  double a[2] = {x, y}, b[2] = {y * y, 3 * x};
  double* p[2] = {a, b};
  double* t = p[0];
  p[0] = p[1];
  p[1] = t;
  p[0][1] *= 2;
  return p[0][0] + 3 * p[0][1] + 5 * p[1][0] * p[1][1];
}

double rows_of_a_member(double x, double y) {
  Grid g;
  for (int i = 0; i < 6; ++i) g.cells[i] = x * i;
  g.row[0] = g.cells;
  g.row[1] = g.cells + 2;
  g.row[2] = g.cells + 4;
  g.row[1][1] = y;
  return g.row[2][0] * g.row[1][1] + g.cells[3];
}

double set_in_a_loop(double x, double y) {
  double m[6] = {x, y, 1, x * y, 2, y};
  double* rows[3];
  for (int i = 0; i < 3; ++i) rows[i] = m + 2 * i;
  return rows[0][1] * rows[2][1] + rows[1][0];
}

double array_of_pointers(double x, double y) {
  double a = x, b = y, c = x * y;
  std::array<double*, 3> p{&a, &b, &c};
  for (double* q : p) *q *= 2;
  *p[0] += 1;
  return a * b * c;
}

double one_of_two(double x, int k) {
  double a = x, b = x * x;
  double* p[] = {&a, &b};
  *p[k > 0] *= 3;
  double s = 0;
  for (auto* q : {&a, &b}) s += *q;
  return s * a;
}

double set_somewhere(double x, double y, int k) {
  double m[6] = {x, y, 1, x * y, 2, y}, c[2] = {7 * x, y};
  double* rows[3] = {m, m + 2, m + 4};
  rows[k % 3] = c;
  rows[(k + 1) % 3] = m + 1;
  return rows[0][1] * rows[2][1] + rows[1][0];
}

double turning_rows(double x, double y, int n) {
  double m[6] = {x, y, 1, x * y, 2, y};
  double* rows[3] = {m, m + 2, m + 4};
  for (int i = 0; i < n; ++i) {
    double* t = rows[0];
    rows[0] = rows[1];
    rows[1] = rows[2];
    rows[2] = t;
    rows[0][0] += rows[1][1] * 0.1;
  }
  return rows[0][1] * rows[2][1] + rows[1][0];
}

double set_and_written(double x, double y) {
  double m[9];
  double* rows[3];
  for (int i = 0; i < 3; ++i) {
    rows[i] = &m[3 * i];
    for (int j = 0; j < 3; ++j) rows[i][j] = x * i + y * j;
  }
  double s = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) s += rows[i][j] * rows[j][i];
  return s;
}

double set_in_arms(double x, double y, int k) {
  double a[3] = {x, y, x * y};
  double* rows[2];
  if (k > 0) {
    rows[0] = a;
    rows[1] = a + 1;
  } else {
    rows[0] = a + 2;
    rows[1] = a;
  }
  return rows[0][0] * rows[1][0] + rows[k > 1][0];
}

double set_here_and_there(double x, double y, int n) {
  double m[8] = {x, y, 3, x * y, 1, 5, y * y, 2};
  double* rows[4];
  for (int k = 0; k < 2; ++k)
    for (int i = 0; i < 4; ++i)
      if ((i + k) % 2 == 0) rows[i] = m + (i + n) % 4 + k;
  double s = 0;
  for (int i = 0; i < 4; ++i) s += rows[i][0] * rows[3 - i][1] * (i + 1);
  return s;
}

double rows_of_a_vector(double x, int n) {
  std::vector<double> data(12);
  for (int i = 0; i < 12; ++i) data[i] = x * i;
  double* rows[3];
  for (int i = 0; i < 3; ++i) rows[i] = data.data() + 4 * i;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j) rows[i][j] *= rows[(i + n) % 3][j];
  double s = 0;
  for (double d : data) s += d;
  return s;
}

double layers(double x, double y) {
  double w0[4] = {x, y, 1, x * y}, w1[2] = {y, 2};
  Layer layers[2] = {{w0, 2, 2}, {w1, 1, 2}};
  double in[2] = {x, 1}, out[2];
  for (int l = 0; l < 2; ++l) {
    const Layer& L = layers[l];
    for (int i = 0; i < L.rows; ++i) {
      out[i] = 0;
      for (int j = 0; j < L.cols; ++j) out[i] += L.w[i * L.cols + j] * in[j];
    }
    for (int i = 0; i < L.rows; ++i) in[i] = out[i];
  }
  return in[0];
}

double layers_set(double x, double y, int k) {
  double w0[4] = {x, y, 1, x * y}, w1[2] = {y, 2};
  Layer layers[3];
  for (int l = 0; l < 3; ++l) {
    layers[l].w = w0 + l;
    layers[l].rows = 1;
    layers[l].cols = 1 + l % 2;
  }
  layers[k % 3] = Layer{w1, 1, 2};
  double s = 0;
  for (const Layer& l : layers)
    for (int j = 0; j < l.cols; ++j) s += l.w[j] * (j + 1);
  return s;
}

double layers_of_a_member(double x, double y) {
  double a[2] = {x, y};
  Net n{{{a, 1, 2}, {a + 1, 2, 1}}, y};
  Net m = n;
  a[0] *= 3;
  return run(m, x) * run(n, y);
}

double either_array(double x, double y, int k) {
  double a[2] = {x, y}, b[2] = {y * y, x};
  std::array<double*, 2> p{a, b}, q{b, a};
  auto& r = k > 0 ? p : q;
  std::array<double*, 2> c = k > 1 ? p : q;
  r[0][1] *= 3;
  return c[0][0] * c[1][1] + a[1] * 2 + b[1];
}

double two_axes(double x, double y) {
  double a = x, b = y;
  double* p[2][2] = {{&a, &b}, {&b, &a}};
  double s = 0;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      s += *p[i][j] * (i + 2 * j + 1);
      *p[i][j] *= 1.5;
    }
  return s * a + b;
}

double pointers_to_vectors(double x, double y) {
  std::vector<double> u{x, y}, v{y, 2 * x, 3};
  std::vector<double>* p[2] = {&u, &v};
  double s = 0;
  for (int i = 0; i < 2; ++i) {
    p[i]->push_back(x * y);
    for (double d : *p[i]) s += d * (i + 1);
  }
  return s + u.size() * v[3];
}

// What each trip sets before it reads it is no more than a local variable of the trip.
double set_by_each_trip(double x, double y) {
  double e[] = {x, 2}, f[] = {5, y};
  double* c;
  for (int i = 0; i < 3; ++i) {
    c = i % 2 == 0 ? e : f;
    *c++ *= x;
    *c += i;
  }
  return e[0] * e[1] + f[0] * f[1];
}

double set_again_after_a_loop(double x, double y) {
  double e[] = {x, 2}, f[] = {5, y};
  double* c;
  for (int k = 0; k < 2; ++k) {
    for (int i = 0; i < 2; ++i) {
      c = i > 0 ? e : f;
      *c *= x;
    }
    c = e;
    c[1] += y;
  }
  c = f;
  return e[0] + f[0] * e[1] + c[1];
}

double tables_in_turn(double x) {
  static const double e[] = {1, 2, 3, 4}, f[] = {5, 6}, g[] = {2, 1};
  static const double *first[] = {e, f, g}, *second[] = {g, e, f};
  static const int in_first[] = {2, 1, 1}, in_second[] = {1, 2, 1};
  const double* c;
  int i, j;
  double r[3], a;
  for (i = 0; i < 3; i++) {
    r[i] = 0;
    c = first[i];
    for (j = 0; j < in_first[i]; j++) {
      a = *c++;
      r[i] += a * x * *c++;
    }
    c = second[i];
    for (j = 0; j < in_second[i]; j++) {
      a = *c++;
      r[i] -= a * x * x * *c++;
    }
  }
  return r[0] * r[1] + r[2];
}

double member_set_by_each_trip(double x, double y) {
  double e[] = {x, 2}, f[] = {5, y};
  struct {
    double* p;
    double q;
  } s;
  for (int i = 0; i < 2; ++i) {
    s.p = i > 0 ? e : f;
    s.q = y;
    *s.p *= s.q;
  }
  return e[0] + f[0] + s.q;
}

}  // namespace pointer_arrays
