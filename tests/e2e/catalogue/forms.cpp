#include "forms.h"

namespace forms {

// What rounds integers leaves them; quotients and powers are those of C++.
double integers(const Vector& x, const Ids& ids, int n) {
  const auto whole = gradc::floor(ids) + gradc::ceil(ids) - gradc::trunc(ids) + gradc::round(ids);
  const auto mixed = gradc::fmod(whole, 3) * gradc::pow(ids - 2, 3) + gradc::pow(2, gradc::abs(ids));
  const int rest = gradc::fmod(n, 4) + gradc::pow(n, 2) + gradc::floor(n);
  return gradc::sum(gradc::astype<double>(mixed) * gradc::sin(x)) + rest * gradc::sum(x) +
         std::floor(n) * gradc::sum(gradc::square(x)) + std::pow(n, 2) + std::fmod(n, 4);
}

double along(const Matrix& x, const Matrix& u, const Grid& at) {
  return weigh(gradc::take_along_axis(x, at, 1, gradc::Mode::clip)) +
         weigh(gradc::take_along_axis(x, at, 1, gradc::Mode::drop)) +
         weigh(gradc::add_along_axis(x, at, u, 1, gradc::Mode::clip)) +
         weigh(gradc::add_along_axis(x, at, u, 1, gradc::Mode::drop));
}

double multi_indices(const Matrix& x, const Vector& u, const Grid& at) {
  return weigh(gradc::gather_nd<2>(x, at, gradc::Mode::clip)) +
         weigh(gradc::gather_nd<2>(x, at, gradc::Mode::drop)) +
         weigh(gradc::scatter_nd_add<2>(x, at, u, gradc::Mode::clip)) +
         weigh(gradc::scatter_nd_add<2>(x, at, u, gradc::Mode::drop));
}

double in_batches(const gradc::Tensor<double, 3>& x, const gradc::Tensor<int, 3>& at) {
  return weigh(gradc::gather_nd<2, 1>(x, at, gradc::Mode::clip)) +
         weigh(gradc::gather_nd<2, 1>(x, at, gradc::Mode::drop));
}

double updated(const Matrix& x, const Matrix& u, const Ids& ids) {
  return weigh(gradc::scatter_update(x, ids, u, gradc::Scatter().unique())) +
         weigh(gradc::scatter_update(x, ids, u, 0, gradc::Mode::drop, gradc::Scatter().unique())) *
             weigh(gradc::scatter_update(x, ids, u, 0, gradc::Scatter()));
}

double losses(const Matrix& z, const Matrix& labels) {
  return gradc::softmax_cross_entropy(z, labels, gradc::averaged) +
         gradc::softmax_cross_entropy(z, labels, gradc::CrossEntropy().label_smoothing(0.2).z_loss(0.1),
                                      gradc::summed) +
         weigh(gradc::softmax_cross_entropy(z, labels,
                                            gradc::CrossEntropy().label_smoothing(0.2).z_loss(0.1))) +
         weigh(gradc::softmax_cross_entropy(z, labels));
}

double loss_of_classes(const Matrix& z, const Ids& ids) {
  return gradc::softmax_cross_entropy(z, ids, gradc::averaged) +
         gradc::softmax_cross_entropy(z, ids, gradc::CrossEntropy().label_smoothing(0.2).ignore_index(1),
                                      gradc::averaged) +
         weigh(gradc::softmax_cross_entropy(z, ids,
                                            gradc::CrossEntropy().label_smoothing(0.2).ignore_index(1)));
}

double channels_last(const Images& x) {
  const auto deep = gradc::space_to_depth(x, 2, gradc::Blocks().channels_last());
  return weigh(deep) +
         weigh(gradc::depth_to_space(gradc::cos(deep) * 1.5, 2, gradc::Blocks().channels_last())) +
         weigh(gradc::global_avg_pool(x, gradc::Adaptive().channels_last()));
}

double names(const Matrix& x, const Matrix& u) {
  const auto [values, indices] = gradc::top_k(x, 2, 1);
  return weigh(values) + weigh(gradc::take_along_axis(u, indices, 1)) + weigh(gradc::vdot(x, u)) +
         weigh(gradc::positive(x) * gradc::identity(u));
}

// What of complete factors has a derivative.
double complete(const Matrix& a) {
  const auto f = gradc::qr(a, gradc::Complete());
  return weigh(f.r) + weigh(gradc::svd(a, gradc::Complete()).s);
}

double complete_bases(const Matrix& a, double b) {
  const auto f = gradc::qr(a, gradc::Complete());
  const auto g = gradc::svd(a, gradc::Complete());
  return b * b * (weigh(f.q) + weigh(f.r) + weigh(g.u) + weigh(g.vt));
}

}  // namespace forms
