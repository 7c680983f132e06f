#include "catalogue.h"

namespace catalogue {

double multiplied(const Matrix& x, const Matrix& u, const Places& at) {
  const auto y = gradc::scatter_mul(x, at, u);
  return weigh(y) + weigh(gradc::scatter_mul(gradc::matrix_adjoint(x), at, gradc::matrix_transpose(u), -1));
}

double multiplied_by_mode(const Vector& x, const Vector& u, const Places& at) {
  return weigh(gradc::scatter_mul(x, at, u, 0, gradc::Mode::drop)) *
         weigh(gradc::scatter_mul(x, at, u, 0, gradc::Mode::clip));
}

double extremes_by_mode(const Vector& x, const Vector& u, const Places& at) {
  return weigh(gradc::scatter_max(x, at, u, 0, gradc::Mode::drop)) *
         weigh(gradc::scatter_min(x, at, u, 0, gradc::Mode::clip));
}

double bits(const Vector& x) {
  const auto raw = gradc::bitcast<std::int64_t>(x);
  const auto low = gradc::bitwise_and(raw, gradc::full_like(raw, 1));
  return gradc::sum(gradc::astype<double>(low) * x) + gradc::sum(x * gradc::bitcast<double>(raw));
}

double rounded(const Vector& x, double scale) {
  return scale * gradc::sum(gradc::reduce_precision(x, 8, 7)) +
         gradc::sum(gradc::square(gradc::reduce_precision(x, 5, 10)));
}

double greatest_of_bags(const Matrix& table, const gradc::Matrix<int>& ids) {
  return weigh(gradc::embedding_bag(table, ids, gradc::largest));
}

double of_symmetric(const Matrix& re, const Matrix& im) {
  const auto a = gradc::complex(re, im);
  const auto h = gradc::matmul(a, gradc::matrix_adjoint(a)) + gradc::eye<std::complex<double>>(re.extent(0));
  const auto l = gradc::cholesky(h);
  const auto [w, v] = gradc::eigh(h);
  const double values = weigh(w) + weigh(gradc::eigvalsh(a)) + gradc::sum(gradc::logdet(h));
  return values + weigh_complex(l) + weigh_complex(v) + weigh_complex(gradc::cholesky_solve(l, a));
}

double of_square(const Matrix& re, const Matrix& im) {
  const auto a = gradc::complex(re, im);
  const auto [sign, logabsdet] = gradc::slogdet(a);
  double sum = gradc::sum(gradc::real(sign)) + 0.3 * gradc::sum(gradc::imag(sign)) + gradc::sum(logabsdet);
  sum += gradc::sum(gradc::cond(a)) + weigh_complex(gradc::spectral_norm(a));
  return sum + gradc::sum(gradc::matrix_norm(a)) * gradc::sum(gradc::matrix_norm(a, gradc::MatrixNorm::one));
}

double of_tall(const Matrix& re, const Matrix& im) {
  const auto a = gradc::complex(re, im);
  const auto [u, s, vt] = gradc::svd(a);
  const auto wide = gradc::svd(gradc::matrix_adjoint(a));
  const auto [q, r] = gradc::qr(a);
  const auto b = gradc::matmul(a, r) + u;
  const double vectors = weigh_complex(u) + weigh_complex(vt) + weigh_complex(gradc::matmul(wide.u, wide.vt));
  const double factors =
      weigh_complex(q) + weigh_complex(r) + weigh_complex(gradc::qr(gradc::transpose(a)).r);
  return vectors + factors + weigh(s) + weigh_complex(gradc::pinv(a)) + weigh_complex(gradc::lstsq(a, b));
}

double channels_last(const Images& x, const Images& w) {
  const auto y = gradc::conv2d(x, w, gradc::ConvChannelsLast().stride(1, 2).padding(1));
  const auto pooled = gradc::max_pool2d(y, 2, gradc::PoolChannelsLast());
  return weigh(pooled) +
         weigh(gradc::avg_pool2d(y, {2, 2}, gradc::PoolChannelsLast().padding(1).count_include_pad(false)));
}

double complex_images(const Images& re, const Images& im, const Images& w) {
  const auto x = gradc::complex(re, im);
  const auto filters = gradc::complex(w, gradc::flip(w));
  const auto y = gradc::conv2d(x, filters, gradc::Conv().groups(2).stride(2).padding(1));
  const auto up = gradc::conv_transpose2d(y, filters, gradc::ConvTranspose().groups(2).stride(2));
  return weigh_complex(y) + weigh_complex(up);
}

double speech(const Scores& x, const gradc::Matrix<int>& labels, const gradc::Vector<int>& frames,
              const gradc::Vector<int>& counts) {
  const auto p = gradc::log_softmax(x, 2);
  const auto each = gradc::ctc_loss(p, labels, frames, counts, 2, gradc::unreduced);
  return gradc::ctc_loss(p, labels, frames, counts)() + weigh(each);
}

float of_complex_floats(const gradc::Matrix<std::complex<float>>& a) {
  return gradc::sum(gradc::svdvals(a)) + gradc::sum(gradc::real(gradc::qr(a).r)) +
         gradc::sum(gradc::eigvalsh(a));
}

float of_floats(const gradc::Vector<float>& x, const gradc::Vector<float>& u, const Places& at) {
  const auto y = gradc::bitcast<float>(gradc::bitcast<std::int32_t>(x));
  return gradc::sum(gradc::scatter_mul(x, at, u) * y);
}

}  // namespace catalogue
