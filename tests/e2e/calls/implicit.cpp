#include "implicit.h"

#include "implicit.grad.h"

namespace implicit {

Vector step(const Vector& z, const Matrix& w, const Vector& x) {
  return gradc::tanh(gradc::matmul(w, z) + x);
}

Vector balance(const Matrix& w, const Vector& x) {
  Vector z = gradc::zeros_like(x);
  for (double change = 1; change > 1e-14;) {
    const Vector next = step(z, w, x);
    change = gradc::max(gradc::abs(next - z));
    z = next;
  }
  return z;
}

// u = z_bar + (df/dz)^T u, as the point itself.
std::tuple<Matrix, Vector> balance_vjp(const Matrix& w, const Vector& x, const Vector& z,
                                       const Vector& adjoint) {
  Vector u = adjoint;
  for (int k = 0; k < 80; ++k) u = adjoint + step_vjp(z, w, x, u).grad.z;
  const auto grad = step_vjp(z, w, x, u).grad;
  return {grad.w, grad.x};
}

double energy(const Matrix& w, const Vector& x) {
  const Vector z = balance(w, x);
  return gradc::sum(gradc::sin(z) * x);
}

// The second difference round a circle with weights, and the identity.
Vector product(const Vector& w, const Vector& x) {
  const Vector d = w * (gradc::roll(x, {1}, {0}) - x);
  return x + gradc::roll(d, {-1}, {0}) - d;
}

Vector solved(const Vector& w, const Vector& b) {
  Vector x = gradc::zeros_like(b), r = b, p = b;
  double size = gradc::sum(r * r);
  for (int k = 0; k < 40 && size > 1e-28; ++k) {
    const Vector q = product(w, p);
    const double length = size / gradc::sum(p * q);
    x = x + length * p;
    r = r - length * q;
    const double next = gradc::sum(r * r);
    p = r + (next / size) * p;
    size = next;
  }
  return x;
}

// A is symmetric: b_bar = A^-1 x_bar, and that of A x at -b_bar for w.
std::tuple<Vector, Vector> solved_vjp(const Vector& w, const Vector&, const Vector& x,
                                      const Vector& adjoint) {
  const Vector b_bar = solved(w, adjoint);
  return {product_vjp(w, x, -b_bar).grad.w, b_bar};
}
Vector solved_jvp(const Vector& w, const Vector&, const Vector& x, const Vector& w_dot, const Vector& b_dot) {
  return solved(w, b_dot - product_jvp(w, x, w_dot).tangent);
}

double response(const Vector& w, const Vector& b) {
  const Vector x = solved(gradc::exp(w), b);
  return gradc::sum(gradc::sin(x) * b);
}

}  // namespace implicit
