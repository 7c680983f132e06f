#include "differences.h"
#include "networks.grad.h"

namespace {

using networks::Matrix;
using networks::Vector;

const Matrix kX{{0.3, -1.2, 2.1, 0.7}, {1.4, 0.25, -0.6, 1.9}, {-0.8, 1.1, 0.5, -2.2}};
// Away from where the losses change their form.
const Matrix kY = 1.037 * Matrix{{-0.5, 0.9, 1.7, -0.2}, {0.6, -1.3, 0.4, 1.1}, {1.2, 0.1, -0.9, 0.8}};

TEST(Networks, OfNorms) {
  Matrix x = kX;
  Vector p{0.7, -0.4, 1.3, 0.2};
  const auto f = [&] { return networks::of_norms(x, p); };
  const auto result = networks::of_norms_gradient(x, p);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(x, result.grad.x, f, "x");
  e2e::expect_gradient(p, result.grad.p, f, "p");
  const double sum = gradc::sum(result.grad.x * kY) + gradc::sum(gradc::square(p) * result.grad.p);
  e2e::expect_close(networks::of_norms_jvp(x, p, kY, gradc::square(p)).tangent, sum, "tangent", 1e-11);
}

template <class F, class G, class J>
void check(F of, G gradient, J jvp) {
  Matrix x = kX, y = kY;
  const auto f = [&] { return of(x, y); };
  const auto result = gradient(x, y);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(x, result.grad.x, f, "x");
  e2e::expect_gradient(y, result.grad.y, f, "y");
  const double sum = gradc::sum(result.grad.x * kY) + gradc::sum(result.grad.y * kX);
  e2e::expect_close(jvp(x, y, kY, kX).tangent, sum, "tangent", 1e-11);
}

TEST(Networks, OfLosses) {
  check([](const Matrix& x, const Matrix& y) { return networks::of_losses(x, y); },
        [](const Matrix& x, const Matrix& y) { return networks::of_losses_gradient(x, y); },
        [](const Matrix& x, const Matrix& y, const Matrix& u, const Matrix& v) { return networks::of_losses_jvp(x, y, u, v); });
}

TEST(Networks, OfAttention) {
  check([](const Matrix& x, const Matrix& y) { return networks::of_attention(x, y); },
        [](const Matrix& x, const Matrix& y) { return networks::of_attention_gradient(x, y); },
        [](const Matrix& x, const Matrix& y, const Matrix& u, const Matrix& v) { return networks::of_attention_jvp(x, y, u, v); });
}

TEST(Networks, AttentionKeepsNoProbabilities) {
  const Matrix few = kX;
  const auto result = networks::of_attentions_gradient(few);
  Matrix x = few;
  e2e::expect_gradient(x, result.grad.x, [&] { return networks::of_attentions(x); }, "x");
  // Of five, what one takes in the backward pass: P and two of its size; and what is passed from one to the next.
  const std::int64_t n = 200, bytes = networks::of_attentions_gradient_workspace_bytes(Matrix(gradc::Shape{n, 2}));
  EXPECT_LT(bytes, 4 * n * n * 8);
}

TEST(Networks, OfClasses) {
  Matrix x = kX;
  gradc::Vector<std::int64_t> ids{2, -1, 0};
  const auto f = [&] { return networks::of_ids(x, ids); };
  const auto result = networks::of_ids_gradient(x, ids);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(x, result.grad.x, f, "x");
  ids(0) = 4;
  EXPECT_THROW(networks::of_ids(x, ids), gradc::IndexError);
  EXPECT_THROW(networks::of_ids_gradient(x, ids), gradc::IndexError);
}

TEST(Networks, RefuseWhatDoesNotDivide) {
  EXPECT_THROW(networks::of_halves(kX), gradc::ShapeError);
  EXPECT_THROW(networks::of_halves_gradient(kX), gradc::ShapeError);
  const Matrix x{{1, 2, 3}};  // three channels, two groups
  EXPECT_THROW(gradc::group_norm(x, Vector{1, 2, 3}, Vector{1, 2, 3}, 2), gradc::ShapeError);
}

}  // namespace
