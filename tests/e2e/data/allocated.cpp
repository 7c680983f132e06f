#include "allocated.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <utility>

namespace control {
namespace {

struct Pair {
  double a, b;
};

std::size_t at(int i) { return static_cast<std::size_t>(i); }

double* squares_of(const double* x, int n) {
  double* t = new double[at(n)];
  for (int i = 0; i < n; ++i) t[i] = x[i] * x[i];
  return t;
}

// As classes were written before std::vector.
class Buffer {
 public:
  explicit Buffer(int n) : n_(n), data_(new double[at(n)]) {
    for (int i = 0; i < n; ++i) data_[i] = 0;
  }
  Buffer(const Buffer& other) : n_(other.n_), data_(new double[at(other.n_)]) { std::copy(other.data_, other.data_ + n_, data_); }
  Buffer(Buffer&& other) noexcept : n_(other.n_), data_(other.data_) {
    other.data_ = nullptr;
    other.n_ = 0;
  }
  Buffer& operator=(const Buffer& other) {
    if (this != &other) {
      double* copy = new double[at(other.n_)];
      for (int i = 0; i < other.n_; ++i) copy[i] = other.data_[i];
      delete[] data_;
      data_ = copy;
      n_ = other.n_;
    }
    return *this;
  }
  ~Buffer() {
    if (data_ != nullptr) delete[] data_;
    data_ = nullptr;
  }
  double& operator[](int i) { return data_[i]; }
  const double& operator[](int i) const { return data_[i]; }
  int size() const { return n_; }

 private:
  int n_;
  double* data_;
};

double doubled(Buffer b) {
  double s = 0;
  for (int i = 0; i < b.size(); ++i) {
    b[i] *= 2;
    s += b[i] * b[i];
  }
  return s;
}

class Matrix {
 public:
  Matrix(int rows, int columns) : columns_(columns), data_(static_cast<double*>(std::calloc(at(rows * columns), sizeof(double)))) {}
  Matrix(const Matrix&) = delete;
  Matrix& operator=(const Matrix&) = delete;
  ~Matrix() { std::free(data_); }
  double* operator[](int row) { return data_ + row * columns_; }

 private:
  int columns_;
  double* data_;
};

struct Law {
  virtual ~Law() = default;
  virtual double at(double x) const = 0;
};
struct Power : Law {
  explicit Power(double k) : k(k) {}
  double at(double x) const override { return std::pow(x, k); }
  double k;
};

}  // namespace

double by_new(const std::vector<double>& x, int n) {
  double* t = new double[at(n)];
  for (int i = 0; i < n; ++i) t[i] = x[at(i)] * x[at(i)];
  double s = 0;
  for (int i = 0; i < n; ++i) s += t[i] * t[n - 1 - i];
  delete[] t;
  return s;
}

double by_new_of_one(double x) {
  double* p = new double(x);
  Pair* q = new Pair{x, 3};
  *p *= q->a;
  const double r = *p * q->b;
  delete p;
  delete q;
  return r;
}

double by_new_with_values(double x, int n) {
  double* t = new double[3]{x, x * x};
  int* count = new int[at(n + 1)]();
  for (int i = 0; i < n; ++i) count[i + 1] = count[i] + 2;
  const double r = t[0] * t[1] + t[2] + count[n] * x;
  delete[] t;
  delete[] count;
  return r;
}

double by_malloc(const std::vector<double>& x, int n) {
  double* t = static_cast<double*>(std::malloc(at(n) * sizeof(double)));
  for (int i = 0; i < n; ++i) t[i] = std::sin(x[at(i)]);
  double s = 0;
  for (int i = 0; i < n; ++i) s += t[i] * x[0];
  std::free(t);
  return s;
}

double by_calloc(const std::vector<double>& x, int n) {
  double* t = static_cast<double*>(std::calloc(at(n), sizeof *t));
  for (int i = 1; i < n; ++i) t[i] = t[i - 1] + x[at(i)] * x[at(i - 1)];
  double s = 0;
  for (int i = 0; i < n; ++i) s += t[i] * t[i];
  std::free(t);
  return s;
}

double of_structures(double x, int n) {
  Pair* pairs = new Pair[at(n)];
  for (int i = 0; i < n; ++i) {
    pairs[i].a = x * i;
    pairs[i].b = x;
  }
  double s = 0;
  for (const Pair* p = pairs; p != pairs + n; ++p) s += p->a * p->b * x;
  delete[] pairs;
  return s;
}

double in_a_loop(double x, int n) {
  double* t = nullptr;
  double s = 0;
  for (int k = 0; k < n; ++k) {
    t = new double[2];
    t[0] = x * k;
    t[1] = x;
    if (k > 1) {
      double* more = new double(x);
      t[0] *= *more;
      delete more;
    }
    s += t[0] * t[1];
    delete[] t;
  }
  return s;
}

double returned_memory(const std::vector<double>& x, int n) {
  double* t = squares_of(x.data(), n);
  double* u = squares_of(t, n);
  double s = 0;
  for (int i = 0; i < n; ++i) s += t[i] * u[i];
  delete[] t;
  delete[] u;
  return s;
}

double owned(const std::vector<double>& x, int n) {
  auto t = std::make_unique<double[]>(at(n));
  std::unique_ptr<double[]> u(new double[at(n)]);
  double* p = t.get();
  for (int i = 0; i < n; ++i) {
    p[i] += x[at(i)] * x[at(i)];
    u[at(i)] = t[at(i)] * 2;
  }
  double s = 0;
  for (int i = 0; i < n; ++i) s += t[at(i)] * u[at(i)];
  return s;
}

double owned_and_moved(double x, int n) {
  std::unique_ptr<Pair> none;
  auto p = std::make_unique<Pair>(Pair{x, 2 * x});
  p->a *= x;
  std::unique_ptr<Pair> q = std::move(p);
  (*q).b += n;
  q.reset(new Pair{q->a * q->b, x});
  Pair* last = q.release();
  const double r = last->a * last->b + (none ? 1 : 0) + (q == nullptr ? x : 0);
  delete last;
  return r;
}

double owned_by_base(double x, double k) {
  const std::unique_ptr<Law> law = std::make_unique<Power>(k);
  std::unique_ptr<Law> other(new Power(2));
  return law->at(x) * other->at(x);
}

double by_buffer(const std::vector<double>& x, int n) {
  Buffer b(n);
  for (int i = 0; i < n; ++i) b[i] = x[at(i)] * x[at(i)];
  Buffer c = b;
  c[0] = 3 * x[0];
  double s = doubled(b) + doubled(c);
  c = b;
  Buffer d(std::move(c));
  for (int i = 0; i < n; ++i) s += b[i] * d[i];
  return s;
}

double by_matrix(const std::vector<double>& x, int n) {
  Matrix m(n, 2);
  for (int i = 0; i < n; ++i) {
    m[i][0] = x[at(i)];
    m[i][1] += m[i][0] * x[0];
  }
  double s = 0;
  for (int i = 0; i < n; ++i) s += m[i][0] * m[n - 1 - i][1];
  return s;
}

}  // namespace control
