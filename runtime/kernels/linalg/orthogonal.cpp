// Cholesky and QR factors.
#include "kernels/linalg/dense.h"
#include "kernels/products/gemm.h"

namespace gradc {
namespace kernels {
namespace {

constexpr Eigen::Index kBlock = 32;  // columns of a triangular factor that are made at a time
constexpr Eigen::Index kPanel = 16;  // columns that are reflected at a time
constexpr char kCure[] = "; gradc::pinv and gradc::svd take such matrices";

// L of l = L Lᴴ, which takes the place of what l has on and below its diagonal; whether l is positive definite.
template <class T>
bool factorise(Eigen::Ref<Matrix<T>> l) {
  return Eigen::LLT<Eigen::Ref<Matrix<T>>>(l).info() == Eigen::Success;
}

// The same for a large matrix, in blocks of columns: less the products of the columns before, which are most of the work, a
// block is the factor of its first rows, and what it divides the others by.
template <class T>
bool factorise_in_blocks(MatrixOut<T> l) {
  const Eigen::Index n = l.rows();
  Matrix<T> before(n, kBlock);
  for (Eigen::Index k = 0; k < n; k += kBlock) {
    const Eigen::Index rows = n - k, columns = std::min(kBlock, rows);
    auto block = l.block(k, k, rows, columns);
    if (k > 0) {
      const T* const from = l.data() + k * n;
      gemm(Gemm<T>{rows, columns, k, from, n, 1, from, 1, n, before.data()});
      block -= MatrixIn<T>(before.data(), rows, columns);
    }
    if (!factorise<T>(block.topRows(columns))) return false;
    const auto first = block.topRows(columns).template triangularView<Eigen::Lower>();
    if (rows > columns) first.transpose().template solveInPlace<Eigen::OnTheRight>(block.bottomRows(rows - columns));
  }
  return true;
}

// Q and R by Householder's reflections, in blocks of columns: those of a block are I - V T Vᴴ, which changes what stands behind it by
// products (Schreiber and Van Loan, A storage-efficient WY representation for products of Householder transformations).
template <class T>
class Reflections {
 public:
  // R takes the place of what a has on and above its diagonal.
  explicit Reflections(Matrix<T>& a) : n_(a.cols()) {
    for (Eigen::Index k = 0; k < n_; k += kPanel) {
      const Eigen::Index columns = std::min(kPanel, n_ - k);
      Block block{Matrix<T>(a.rows() - k, columns), Matrix<T>::Zero(columns, columns)};
      for (Eigen::Index j = 0; j < columns; ++j) block.t(j, j) = reflect(a, k + j, k + columns);
      block.v = a.block(k, k, a.rows() - k, columns);
      block.v.topRows(columns).template triangularView<Eigen::Upper>().setZero();
      block.v.diagonal().setOnes();
      complete(block);
      if (k + columns < n_) change(block, true, n_ - k - columns, a.data() + k * n_ + k + columns);
      blocks_.push_back(std::move(block));
    }
  }

  // q = Q, where it is the first columns of I.
  void apply(T* q) const {
    for (std::size_t b = blocks_.size(); b-- > 0;) {
      const Eigen::Index k = static_cast<Eigen::Index>(b) * kPanel;
      change(blocks_[b], false, n_ - k, q + k * n_ + k);
    }
  }

 private:
  struct Block {
    Matrix<T> v, t;  // v: 1 on its diagonal, nothing above
  };

  // Column k from its diagonal on becomes a number, with columns [k, end) reflected, and below it what is reflected along, but for its
  // first element, 1; the scale of the adjoint of that reflection (Golub and Van Loan, Matrix Computations, 5.1.3).
  T reflect(Matrix<T>& a, Eigen::Index k, Eigen::Index end) const {
    using Real = typename Eigen::NumTraits<T>::Real;
    const Eigen::Index rows = a.rows(), width = end - k - 1;
    const T first = a(k, k);
    Real below = 0, squares = 0;  // the largest; of all over that, so that they neither vanish nor overflow
    for (Eigen::Index i = k + 1; i < rows; ++i) below = std::max(below, std::abs(a(i, k)));
    if (below == 0 && Eigen::numext::imag(first) == Real(0)) return T(0);
    const Real largest = std::max(below, std::abs(first));
    for (Eigen::Index i = k; i < rows; ++i) squares += Eigen::numext::abs2(a(i, k) / largest);
    const Real size = largest * std::sqrt(squares), value = Eigen::numext::real(first) >= 0 ? -size : size;
    const T scale = Eigen::numext::conj((value - first) / value);
    for (Eigen::Index i = k + 1; i < rows; ++i) a(i, k) /= first - value;
    a(k, k) = value;
    T sums[kPanel];  // of the products of each column
    T* const row = a.data() + k * n_ + k + 1;
    std::copy(row, row + width, sums);
    for (Eigen::Index i = k + 1; i < rows; ++i) {
      const T* const below_row = a.data() + i * n_ + k + 1;
      const T along = Eigen::numext::conj(a(i, k));
      for (Eigen::Index j = 0; j < width; ++j) sums[j] += along * below_row[j];
    }
    for (Eigen::Index j = 0; j < width; ++j) row[j] -= sums[j] *= scale;
    for (Eigen::Index i = k + 1; i < rows; ++i) {
      T* const below_row = a.data() + i * n_ + k + 1;
      const T along = a(i, k);
      for (Eigen::Index j = 0; j < width; ++j) below_row[j] -= along * sums[j];
    }
    return Eigen::numext::conj(scale);
  }

  // The rest of T, of which it has the diagonal.
  static void complete(Block& block) {
    const Eigen::Index columns = block.t.rows();
    const Matrix<T> products = product<T>(block.v.adjoint(), block.v);
    for (Eigen::Index j = 0; j < columns; ++j)
      for (Eigen::Index i = 0; i < j; ++i) {
        T sum = 0;
        for (Eigen::Index l = i; l < j; ++l) sum += block.t(i, l) * products(l, j);
        block.t(i, j) = -block.t(j, j) * sum;
      }
  }

  // c -= V T Vᴴ c, or with the adjoint of T, of a part of so many columns of a matrix of n.
  void change(const Block& block, bool adjoint, Eigen::Index columns, T* c) const {
    const Eigen::Index rows = block.v.rows(), width = block.v.cols();
    Eigen::Map<Matrix<T>, 0, Eigen::OuterStride<>> part(c, rows, columns, Eigen::OuterStride<>(n_));
    if constexpr (Eigen::NumTraits<T>::IsComplex) {
      const Matrix<T> t = adjoint ? Matrix<T>(block.t.adjoint()) : block.t;
      part -= product<T>(block.v, product<T>(t, product<T>(block.v.adjoint(), part)));
    } else {
      Matrix<T> of_v(width, columns), of_t(width, columns), all(rows, columns);
      gemm(Gemm<T>{width, columns, rows, block.v.data(), 1, width, c, n_, 1, of_v.data()});
      gemm(Gemm<T>{width, columns, width, block.t.data(), adjoint ? 1 : width, adjoint ? width : 1, of_v.data(), columns, 1, of_t.data()});
      gemm(Gemm<T>{rows, columns, width, block.v.data(), width, 1, of_t.data(), columns, 1, all.data()});
      part -= all;
    }
  }

  Eigen::Index n_;
  std::vector<Block> blocks_;
};

}  // namespace

template <class T>
void cholesky(const Squares& geometry, const T* x, T* y) {
  each_square(geometry, x, y, [&](std::int64_t k, const MatrixIn<T>& a, MatrixOut<T> l) {
    l = T(0.5) * (a + a.adjoint());
    bool is_definite = false;
    if constexpr (Eigen::NumTraits<T>::IsComplex)
      is_definite = factorise<T>(l);
    else
      is_definite = l.rows() > 4 * kBlock ? factorise_in_blocks<T>(l) : factorise<T>(l);
    if (!is_definite) fail("cholesky", geometry, k, "is not positive definite");
    l.template triangularView<Eigen::StrictlyUpper>().setZero();
    if constexpr (Eigen::NumTraits<T>::IsComplex)
      for (Eigen::Index i = 0; i < l.rows(); ++i) l(i, i) = l(i, i).real();
  });
}

template <class T>
void qr(const Matrices& g, const T* x, T* y) {
  using Real = typename Eigen::NumTraits<T>::Real;
  if (g.n == 0) return;
  for (std::int64_t k = 0; k < g.batch; ++k) {
    const MatrixIn<T> a(x + k * g.m * g.n, g.m, g.n);
    MatrixOut<T> packed(y + k * (g.m + g.n) * g.n, g.m + g.n, g.n);
    if (g.m < g.n)
      fail("qr", g, k, "has " + std::to_string(g.n) + " columns but " + std::to_string(g.m) + " rows, so that they depend on each other" + kCure);
    if (!a.allFinite()) {
      packed.setConstant(T(std::numeric_limits<Real>::quiet_NaN()));
      continue;
    }
    auto q = packed.topRows(g.m), r = packed.bottomRows(g.n);
    Matrix<T> factors = a;
    q.setIdentity();
    Reflections<T>(factors).apply(packed.data());
    r = factors.topRows(g.n).template triangularView<Eigen::Upper>();
    const Real least = static_cast<Real>(g.m) * std::numeric_limits<Real>::epsilon();
    for (Eigen::Index j = 0; j < g.n; ++j) {
      const Real size = std::abs(r(j, j));
      if (!(size > least * r.col(j).stableNorm())) fail("qr", g, k, std::string("has columns that depend on each other") + kCure);
      if (r(j, j) == T(size)) continue;
      const T phase = Eigen::numext::conj(r(j, j)) / size;
      r.row(j) *= phase;
      q.col(j) *= Eigen::numext::conj(phase);
      r(j, j) = size;
    }
  }
}

template <>
void cholesky(const Squares& g, const std::complex<float>* x, std::complex<float>* y) {
  const std::int64_t n = g.batch * g.n * g.n;
  narrowed(n, y, [&](std::complex<double>* wide) { cholesky(g, widened(n, x).data(), wide); });
}
template <>
void qr(const Matrices& g, const std::complex<float>* x, std::complex<float>* y) {
  narrowed(g.batch * (g.m + g.n) * g.n, y,
           [&](std::complex<double>* wide) { qr(g, widened(g.batch * g.m * g.n, x).data(), wide); });
}

#define GRADC_INSTANCES(T)                              \
  template void cholesky(const Squares&, const T*, T*); \
  template void qr(const Matrices&, const T*, T*);
GRADC_INSTANCES(float)
GRADC_INSTANCES(double)
GRADC_INSTANCES(std::complex<double>)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace gradc
