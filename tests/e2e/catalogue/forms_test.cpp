#include "differences.h"
#include "forms.grad.h"

namespace {

using forms::Grid;
using forms::Ids;
using forms::Images;
using forms::Matrix;
using forms::Vector;

Matrix matrix(std::int64_t rows, std::int64_t columns, unsigned seed = 1) {
  return e2e::filled<Matrix>(gradc::Shape{rows, columns}, -1.5, 1.5, seed);
}
template <class A>
double dot(const A& a, const A& b) {
  return gradc::sum(a * b);
}
template <class A>
void expect_same(const A& a, const A& b, double tolerance = 1e-13) {
  ASSERT_EQ(a.shape(), b.shape());
  for (std::int64_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a.data()[i], b.data()[i], tolerance) << i;
}

TEST(Forms, IntegersAreWhole) {
  Vector x = e2e::filled<Vector>({4});
  const Ids ids{-3, 0, 2, 5};
  for (const int n : {7, -7}) {
    const auto f = [&] { return forms::integers(x, ids, n); };
    const auto result = forms::integers_gradient(x, ids, n);
    e2e::expect_close(result.value, f(), "value", 1e-13);
    e2e::expect_gradient(x, result.grad.x, f, "x");
  }
  EXPECT_EQ(gradc::fmod(-7, 4), -3);
  EXPECT_EQ(gradc::floor(-7), -7);
  EXPECT_EQ(gradc::fmod(ids, 2)(0), -1);
  EXPECT_THROW(gradc::fmod(ids, 0), gradc::DomainError);
  EXPECT_THROW(gradc::pow(ids, -1), gradc::DomainError);
}

TEST(Forms, IndicesOutsideAlongAnAxis) {
  Matrix x = matrix(2, 3), u = matrix(2, 4, 2);
  const Grid at{{2, -1, 7, 0}, {3, 3, 1, -5}};
  const auto f = [&] { return forms::along(x, u, at); };
  const auto result = forms::along_gradient(x, u, at);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(x, result.grad.x, f, "x");
  e2e::expect_gradient(u, result.grad.u, f, "u");
  e2e::expect_close(forms::along_jvp(x, u, at, x, u).tangent, dot(result.grad.x, x) + dot(result.grad.u, u),
                    "tangent", 1e-11);
  EXPECT_EQ(gradc::take_along_axis(x, at, 1, gradc::Mode::clip)(0, 2), x(0, 2));
  EXPECT_EQ(gradc::take_along_axis(x, at, 1, gradc::Mode::clip)(1, 3), x(1, 0));
  EXPECT_EQ(gradc::take_along_axis(x, at, 1, gradc::Mode::drop)(0, 1), 0);
  EXPECT_THROW(gradc::take_along_axis(x, at, 1), gradc::IndexError);
  EXPECT_THROW(gradc::add_along_axis(x, at, u, 1), gradc::IndexError);
  EXPECT_THROW(gradc::take_along_axis(Matrix({2, 0}), at, 1, gradc::Mode::clip), gradc::IndexError);
  EXPECT_EQ(gradc::take_along_axis(Matrix({2, 0}), at, 1, gradc::Mode::drop)(1, 2), 0);
}

TEST(Forms, MultiIndicesOutside) {
  Matrix x = matrix(2, 3);
  Vector u = e2e::filled<Vector>({4}, -1, 1, 3);
  const Grid at{{1, 2}, {0, 5}, {-1, 1}, {1, 2}};
  const auto f = [&] { return forms::multi_indices(x, u, at); };
  const auto result = forms::multi_indices_gradient(x, u, at);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(x, result.grad.x, f, "x");
  e2e::expect_gradient(u, result.grad.u, f, "u");
  e2e::expect_close(forms::multi_indices_jvp(x, u, at, x, u).tangent,
                    dot(result.grad.x, x) + dot(result.grad.u, u), "tangent", 1e-11);
  EXPECT_EQ(gradc::gather_nd<2>(x, at, gradc::Mode::clip)(1), x(0, 2));
  EXPECT_EQ(gradc::gather_nd<2>(x, at, gradc::Mode::drop)(2), 0);
  EXPECT_THROW(gradc::gather_nd<2>(x, at), gradc::IndexError);
  EXPECT_EQ(gradc::gather_nd<2>(Matrix({0, 3}), at, gradc::Mode::drop)(0), 0);
  EXPECT_THROW(gradc::gather_nd<2>(Matrix({0, 3}), at, gradc::Mode::clip), gradc::IndexError);
  // An index too great for one axis isn't one of the next row.
  EXPECT_EQ(gradc::gather_nd<2>(x, Grid{{0, 4}}, gradc::Mode::drop)(0), 0);

  auto batch = e2e::filled<gradc::Tensor<double, 3>>({2, 2, 3});
  const gradc::Tensor<int, 3> places{{{1, 2}, {0, 3}, {-1, 0}}, {{0, 0}, {2, 1}, {1, 1}}};
  const auto g = [&] { return forms::in_batches(batch, places); };
  const auto batched = forms::in_batches_gradient(batch, places);
  e2e::expect_close(batched.value, g(), "value", 1e-13);
  e2e::expect_gradient(batch, batched.grad.x, g, "x");
}

TEST(Forms, UpdatesAtIndicesThatComeOnce) {
  Matrix x = matrix(4, 2), u = matrix(3, 2, 4);
  const Ids ids{2, 0, 3};
  const auto f = [&] { return forms::updated(x, u, ids); };
  const auto result = forms::updated_gradient(x, u, ids);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(x, result.grad.x, f, "x");
  e2e::expect_gradient(u, result.grad.u, f, "u");
  e2e::expect_close(forms::updated_jvp(x, u, ids, x, u).tangent,
                    dot(result.grad.x, x) + dot(result.grad.u, u), "tangent", 1e-11);
}

TEST(Forms, CrossEntropyOfWeighedClasses) {
  Matrix z = matrix(4, 3), labels = gradc::sigmoid(matrix(4, 3, 5));
  const auto f = [&] { return forms::losses(z, labels); };
  const auto result = forms::losses_gradient(z, labels);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(z, result.grad.z, f, "z");
  e2e::expect_gradient(labels, result.grad.labels, f, "labels");
  e2e::expect_close(forms::losses_jvp(z, labels, labels, z).tangent,
                    dot(result.grad.z, labels) + dot(result.grad.labels, z), "tangent", 1e-11);
  const auto second = forms::losses_hvp(z, labels, labels, z);
  const double step = 1e-5;
  const auto ahead = forms::losses_gradient(z + step * labels, labels + step * z).grad;
  const auto behind = forms::losses_gradient(z - step * labels, labels - step * z).grad;
  for (std::int64_t i = 0; i < z.size(); ++i)
    e2e::expect_close(second.hvp.z.data()[i], (ahead.z.data()[i] - behind.z.data()[i]) / (2 * step), "hvp",
                      1e-6);
  EXPECT_THROW(gradc::softmax_cross_entropy(z, labels, gradc::CrossEntropy().label_smoothing(2)),
               gradc::DomainError);
  EXPECT_THROW(gradc::softmax_cross_entropy(z, labels, gradc::CrossEntropy().ignore_index(2)),
               gradc::DomainError);
  EXPECT_THROW(gradc::softmax_cross_entropy(z, matrix(4, 2), gradc::CrossEntropy()), gradc::ShapeError);

  const Ids ids{1, 0, 2, 1};
  const auto g = [&] { return forms::loss_of_classes(z, ids); };
  const auto classes = forms::loss_of_classes_gradient(z, ids);
  e2e::expect_close(classes.value, g(), "value", 1e-13);
  e2e::expect_gradient(z, classes.grad.z, g, "z");
  // The same labels as weights.
  const auto smooth = gradc::CrossEntropy().label_smoothing(0.3);
  expect_same(gradc::softmax_cross_entropy(z, ids, smooth),
              gradc::softmax_cross_entropy(z, gradc::one_hot<double>(ids, 3), smooth));
}

TEST(Forms, ChannelsLast) {
  auto x = e2e::filled<Images>({2, 4, 2, 3});
  const auto f = [&] { return forms::channels_last(x); };
  const auto result = forms::channels_last_gradient(x);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(x, result.grad.x, f, "x");
  e2e::expect_close(forms::channels_last_jvp(x, x).tangent, dot(result.grad.x, x), "tangent", 1e-11);
  const auto second = [](const Images& images) { return gradc::moveaxis(images, 3, 1); };
  const auto last = gradc::Blocks().channels_last();
  const auto deep = gradc::space_to_depth(x, 2, last);
  EXPECT_EQ(deep.shape(), (gradc::Shape{2, 2, 1, 12}));
  expect_same(second(deep), gradc::space_to_depth(second(x), 2), 0);
  expect_same(gradc::depth_to_space(deep, 2, last), x, 0);
  expect_same(second(gradc::global_avg_pool(x, gradc::Adaptive().channels_last())),
              gradc::global_avg_pool(second(x)));
  EXPECT_THROW(gradc::depth_to_space(x, 2, last), gradc::ShapeError);
  EXPECT_THROW(forms::channels_last_gradient(e2e::filled<Images>({1, 3, 2, 1})), gradc::ShapeError);
}

TEST(Forms, OtherNames) {
  Matrix x = matrix(3, 4), u = matrix(3, 4, 7);
  const auto f = [&] { return forms::names(x, u); };
  const auto result = forms::names_gradient(x, u);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(x, result.grad.x, f, "x");
  e2e::expect_gradient(u, result.grad.u, f, "u");
}

TEST(Forms, CompleteFactors) {
  for (const gradc::Shape& shape :
       {gradc::Shape{5, 3}, gradc::Shape{3, 5}, gradc::Shape{4, 4}, gradc::Shape{3, 1}}) {
    Matrix a = e2e::filled<Matrix>(shape);
    const auto f = [&] { return forms::complete(a); };
    const auto result = forms::complete_gradient(a);
    e2e::expect_close(result.value, f(), "value", 1e-12);
    e2e::expect_gradient(a, result.grad.a, f, "a");
    e2e::expect_close(forms::complete_jvp(a, a).tangent, dot(result.grad.a, a), "tangent", 1e-10);
    const auto scaled = forms::complete_bases_jvp(a, 0.7, 1);
    e2e::expect_close(scaled.value, forms::complete_bases(a, 0.7), "value", 1e-11);
    e2e::expect_close(scaled.tangent, 2 * forms::complete_bases(a, 1) * 0.7, "tangent", 1e-11);

    const std::int64_t m = shape[0], n = shape[1], k = std::min(m, n);
    const auto transposed = gradc::MatMul().transpose_a();
    const auto [q, r] = gradc::qr(a, gradc::Complete());
    const auto [u, s, vt] = gradc::svd(a, gradc::Complete());
    for (const Matrix& basis : {q, u})
      expect_same(gradc::matmul(basis, basis, transposed), gradc::eye<double>(m));
    expect_same(gradc::matmul(vt, vt, transposed), gradc::eye<double>(n));
    expect_same(gradc::matmul(q, r), a);
    const auto first = gradc::svd(a);
    expect_same(gradc::slice(u, {0, 0}, {m, k}), first.u, 0);
    expect_same(gradc::slice(vt, {0, 0}, {k, n}), first.vt, 0);
    expect_same(s, first.s, 0);
    expect_same(gradc::slice(q, {0, 0}, {m, k}), gradc::qr(a).q, 0);
    EXPECT_EQ(r.shape(), a.shape());
  }
}

}  // namespace
