#include "differences.h"
#include "products.grad.h"

#include <map>

namespace {

using products::Batch;
using products::Matrix;
using products::Vector;

// The einsum as what it means: over all values of all letters. Its `...` are written out as letters.
template <int R, class... X>
gradc::Tensor<double, R> by_loops(const std::string& spec, const X&... x) {
  std::vector<std::string> letters(1);
  for (char c : spec)
    if (c == ',' || c == '>')
      letters.emplace_back();
    else if (c != '-')
      letters.back() += c;
  const std::vector<gradc::Shape> shapes{x.shape()...};
  const std::vector<const double*> data{x.data()...};
  std::map<char, std::int64_t> extents, at;
  for (std::size_t k = 0; k < shapes.size(); ++k)
    for (int axis = 0; axis < shapes[k].rank(); ++axis) extents[letters[k][static_cast<std::size_t>(axis)]] = shapes[k][axis];
  gradc::Shape shape;
  for (char letter : letters.back()) shape.push_back(extents[letter]);
  gradc::Tensor<double, R> y(shape);
  const auto offset = [&](const std::string& of) {
    std::int64_t place = 0;
    for (char letter : of) place = place * extents[letter] + at[letter];
    return place;
  };
  std::int64_t all = 1;
  for (const auto& [letter, extent] : extents) all *= extent;
  for (std::int64_t i = 0; i < all; ++i) {
    std::int64_t rest = i;
    for (const auto& [letter, extent] : extents) at[letter] = rest % extent, rest /= extent;
    double product = 1;
    for (std::size_t k = 0; k < shapes.size(); ++k) product *= data[k][offset(letters[k])];
    y.data()[offset(letters.back())] += product;
  }
  return y;
}

template <int R, class... X>
void expect_einsum(const char* spec, const X&... x) {
  const auto y = gradc::einsum<R>(spec, x...), z = by_loops<R>(spec, x...);
  ASSERT_EQ(y.shape(), z.shape()) << spec;
  for (std::int64_t i = 0; i < y.size(); ++i) EXPECT_NEAR(y.data()[i], z.data()[i], 1e-13) << spec << " " << i;
}

TEST(Products, AreWhatTheyMean) {
  const auto a = e2e::filled<Matrix>({2, 3}), b = e2e::filled<Matrix>({3, 4}, -1, 1, 2), s = e2e::filled<Matrix>({3, 3}, -1, 1, 3);
  const auto c = e2e::filled<Batch>({4, 2, 3}, -1, 1, 4);
  const auto d = e2e::filled<gradc::Tensor<double, 4>>({3, 2, 4, 2}, -1, 1, 5);
  const auto v = e2e::filled<Vector>({3}, -1, 1, 6), u = e2e::filled<Vector>({4}, -1, 1, 7);
  expect_einsum<2>("ij->ji", a);
  expect_einsum<1>("ii->i", s);
  expect_einsum<0>("ii->", s);
  expect_einsum<1>("ajbj->b", d);
  expect_einsum<2>("ij,jk->ik", a, b);
  expect_einsum<2>("ij,jk->ki", a, b);
  expect_einsum<2>("ji,jk->ik", b, s);
  expect_einsum<2>("ij,kj->ik", a, s);
  expect_einsum<3>("bij,kj->kbi", c, a);
  expect_einsum<3>("bij,bkj->ikb", c, c);
  expect_einsum<3>("bij,ij->bij", c, a);
  expect_einsum<1>("bij,ij->b", c, a);
  expect_einsum<2>("bij,ik->bk", c, a);
  expect_einsum<3>("i,j,k->kji", v, u, v);
  expect_einsum<2>("pqrs,rst->pt", d, gradc::einsum<3>("rst->rst", e2e::filled<Batch>({4, 2, 3})));
  expect_einsum<1>("ij,jk,kl,l->i", a, b, gradc::transpose(b), v);
  expect_einsum<2>("ia,ja,ka->ij", a, a, a);
  expect_einsum<0>("bij,ij,b->", c, a, u);
  expect_einsum<1>("pqrq,pr,qx->x", d, b, a);
  expect_einsum<4>("pqrs,pp,q,r->srqp", d, s, gradc::einsum<1>("ij->i", a), u);
}

TEST(Products, Broadcast) {
  const auto a = e2e::filled<gradc::Tensor<double, 4>>({2, 1, 2, 3}), b = e2e::filled<gradc::Tensor<double, 4>>({1, 4, 3, 2}, -1, 1, 2);
  const auto y = gradc::einsum<4>("...ij,...jk->...ik", a, b), z = gradc::matmul(a, b), w = by_loops<4>("paij,bqjk->pqik", a, b);
  ASSERT_EQ(y.shape(), z.shape());
  ASSERT_EQ(y.shape(), w.shape());
  for (std::int64_t i = 0; i < y.size(); ++i) {
    EXPECT_NEAR(y.data()[i], z.data()[i], 1e-14);
    EXPECT_NEAR(y.data()[i], w.data()[i], 1e-14);
  }
}

TEST(Products, RefuseWhatDoesNotFit) {
  const Matrix a{{1, 2}, {3, 4}}, b{{1, 2, 3}};
  EXPECT_THROW(gradc::einsum<2>("ij,jk", a, a), gradc::ShapeError);
  EXPECT_THROW(gradc::einsum<1>("ij,jk->ik", a, a), gradc::ShapeError);
  EXPECT_THROW(gradc::einsum<2>("ij,jk->ik", a, b), gradc::ShapeError);
  EXPECT_THROW(gradc::einsum<2>("ij,jk->ix", a, a), gradc::ShapeError);
  EXPECT_THROW(gradc::einsum<1>("ij,jk->i", a), gradc::ShapeError);
  EXPECT_THROW(gradc::matvec(a, Vector{1, 2, 3}), gradc::ShapeError);
  EXPECT_THROW(gradc::linear(a, a, Vector{1, 2, 3}), gradc::ShapeError);
  EXPECT_THROW(gradc::tensordot(a, a, {0, 0}, {0, 1}), gradc::ShapeError);
  EXPECT_THROW(gradc::matrix_power(b, 2), gradc::ShapeError);
  EXPECT_THROW(gradc::matrix_power(Matrix{{1, 2}, {2, 4}}, -1), gradc::DomainError);
  const auto k = gradc::kron(a, b);
  EXPECT_EQ(k.shape(), (gradc::Shape{2, 6}));
  EXPECT_EQ(k(1, 4), 8);
  EXPECT_EQ(gradc::matrix_power(a, 0)(0, 1), 0);
  EXPECT_EQ(gradc::matrix_power(a, 3)(1, 0), 81);
}

TEST(Products, Einsums) {
  Matrix a = e2e::filled<Matrix>({3, 3}), b = e2e::filled<Matrix>({3, 3}, -1, 1, 2);
  Batch c = e2e::filled<Batch>({2, 3, 3}, -1, 1, 3);
  const auto f = [&] { return products::einsums(a, b, c); };
  const auto result = products::einsums_gradient(a, b, c);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(a, result.grad.a, f, "a");
  e2e::expect_gradient(b, result.grad.b, f, "b");
  e2e::expect_gradient(c, result.grad.c, f, "c");
  double sum = 0;
  for (std::int64_t i = 0; i < 9; ++i) sum += result.grad.a.data()[i] * b.data()[i] + result.grad.b.data()[i] * a.data()[i];
  for (std::int64_t i = 0; i < c.size(); ++i) sum += result.grad.c.data()[i] * c.data()[i];
  e2e::expect_close(products::einsums_jvp(a, b, c, b, a, c).tangent, sum, "tangent", 1e-12);
}

TEST(Products, Chain) {
  Matrix a = e2e::filled<Matrix>({2, 3}), b = e2e::filled<Matrix>({3, 4}, -1, 1, 2), c = e2e::filled<Matrix>({4, 2}, -1, 1, 3);
  Vector v = e2e::filled<Vector>({2}, -1, 1, 4);
  const auto f = [&] { return products::chain(a, b, c, v); };
  const auto result = products::chain_gradient(a, b, c, v);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(a, result.grad.a, f, "a");
  e2e::expect_gradient(b, result.grad.b, f, "b");
  e2e::expect_gradient(c, result.grad.c, f, "c");
  e2e::expect_gradient(v, result.grad.v, f, "v");
}

TEST(Products, Batches) {
  Batch a = e2e::filled<Batch>({2, 3, 3});
  Matrix b = e2e::filled<Matrix>({3, 3}, -1, 1, 2);
  Vector v = e2e::filled<Vector>({3}, -1, 1, 3);
  const auto f = [&] { return products::batches(a, b, v); };
  const auto result = products::batches_gradient(a, b, v);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(a, result.grad.a, f, "a");
  e2e::expect_gradient(b, result.grad.b, f, "b");
  e2e::expect_gradient(v, result.grad.v, f, "v");
}

TEST(Products, Others) {
  Matrix a = e2e::filled<Matrix>({3, 3}), b = e2e::filled<Matrix>({3, 3}, -1, 1, 2);
  for (std::int64_t i = 0; i < 3; ++i) a(i, i) += 3;
  Batch c = e2e::filled<Batch>({2, 3, 3}, -1, 1, 3);
  Vector v = e2e::filled<Vector>({3}, -1, 1, 4);
  const auto f = [&] { return products::others(a, b, c, v); };
  const auto result = products::others_gradient(a, b, c, v);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(a, result.grad.a, f, "a");
  e2e::expect_gradient(b, result.grad.b, f, "b");
  e2e::expect_gradient(c, result.grad.c, f, "c");
  e2e::expect_gradient(v, result.grad.v, f, "v");
}

TEST(Products, Floats) {
  const gradc::Matrix<float> x{{1, 2}, {3, -1}, {0, 1}}, w{{2, -1}, {1, 1}};
  const auto result = products::of_floats_gradient(x, w, gradc::Vector<float>{1, 2});
  EXPECT_NEAR(result.value, products::of_floats(x, w, gradc::Vector<float>{1, 2}), 1e-4);
  EXPECT_NEAR(result.grad.b(0), 0 + 7 - 1, 1e-5);
  EXPECT_NEAR(result.grad.b(1), 3 + 2 + 1, 1e-5);
}

}  // namespace
