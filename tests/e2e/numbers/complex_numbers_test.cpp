#include "complex_numbers.grad.h"
#include "differences.h"

namespace {

using complex_numbers::C;
using complex_numbers::CMatrix;
using complex_numbers::CVector;
using Vector = gradc::Vector<double>;

// A complex number as its two parts, where it lies.
template <class Z>
double* parts(Z& z) {
  if constexpr (std::is_same_v<Z, C>)
    return reinterpret_cast<double*>(&z);
  else
    return reinterpret_cast<double*>(z.data());
}
std::int64_t size_of(const C&) { return 2; }
template <int R>
std::int64_t size_of(const gradc::Tensor<C, R>& z) {
  return 2 * z.size();
}
// Re Σ conj(a) b
template <class Z>
double pairing(Z a, Z b) {
  double sum = 0;
  for (std::int64_t i = 0; i < size_of(a); ++i) sum += parts(a)[i] * parts(b)[i];
  return sum;
}

// Central differences of a real loss in the real and the imaginary direction of each element.
template <class Z, class F>
void expect_complex_gradient(Z& z, Z grad, F loss, const std::string& what) {
  for (std::int64_t i = 0; i < size_of(z); ++i)
    e2e::expect_close(parts(grad)[i], e2e::difference(parts(z)[i], loss), what + " " + std::to_string(i));
}

const CVector kZ{{0.7, 0.4}, {1.2, -0.6}, {-0.5, 0.9}, {0.3, -1.1}};
const CVector kW{{0.4, -0.8}, {-0.9, 0.5}, {1.1, 0.6}, {0.8, 1.3}};
const CMatrix kA{{{0.7, 0.4}, {1.2, -0.6}}, {{-0.5, 0.9}, {0.3, -1.1}}, {{0.2, 0.6}, {-0.8, -0.4}}};

TEST(Complex, OfTensors) {
  CVector z = kZ, w = kW;
  const auto f = [&] { return complex_numbers::of_tensors(z, w); };
  const auto result = complex_numbers::of_tensors_gradient(z, w);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  expect_complex_gradient(z, result.grad.z, f, "z");
  expect_complex_gradient(w, result.grad.w, f, "w");
}

TEST(Complex, ComplexAdjointsAndTangents) {
  CVector z = kZ;
  const auto adjoint = complex_numbers::parts_of_tensors_vjp(z, kW);
  const auto f = [&] { return pairing(kW, complex_numbers::parts_of_tensors(z)); };
  expect_complex_gradient(z, adjoint.grad.z, f, "z");
  const auto tangent = complex_numbers::parts_of_tensors_jvp(z, kZ + C(0.2, 0.5));
  e2e::expect_close(pairing(kW, tangent.tangent), pairing(adjoint.grad.z, kZ + C(0.2, 0.5)), "pairing", 1e-12);
}

TEST(Complex, OfScalars) {
  C z(0.7, 0.4), w(-0.9, 0.5);
  const C seed(0.3, -1.2), z_dot(0.1, 0.7), w_dot(-0.4, 0.2);
  const auto result = complex_numbers::of_scalars_vjp(z, w, seed);
  const auto f = [&] { return pairing(seed, complex_numbers::of_scalars(z, w)); };
  EXPECT_NEAR(std::abs(result.value - complex_numbers::of_scalars(z, w)), 0, 1e-13);
  expect_complex_gradient(z, result.grad.z, f, "z");
  expect_complex_gradient(w, result.grad.w, f, "w");
  const auto tangent = complex_numbers::of_scalars_jvp(z, w, z_dot, w_dot).tangent;
  e2e::expect_close(pairing(seed, tangent), pairing(result.grad.z, z_dot) + pairing(result.grad.w, w_dot), "pairing", 1e-12);
}

TEST(Complex, OfFloats) {
  const gradc::Tensor<std::complex<float>, 1> z{{0.7f, 0.4f}, {1.2f, -0.6f}};
  const gradc::Vector<float> x{0.5f, -0.8f};
  const auto result = complex_numbers::of_floats_gradient(z, x);
  for (std::int64_t i = 0; i < 2; ++i) {
    // y = |e^z x + 2z*|: with d the direction of the sum, z̄ = conj(e^z x) d + 2 d*, x̄ = Re(conj(e^z) d)
    const C wide(z(i)), sum = std::exp(wide) * static_cast<double>(x(i)) + 2.0 * std::conj(wide), d = sum / std::abs(sum);
    const C expected = std::conj(std::exp(wide)) * static_cast<double>(x(i)) * d + 2.0 * std::conj(d);
    EXPECT_NEAR(std::abs(C(result.grad.z(i)) - expected), 0, 2e-6);
    EXPECT_NEAR(result.grad.x(i), (std::conj(std::exp(wide)) * d).real(), 2e-6);
  }
}

TEST(Complex, OfRealAndComplex) {
  Vector x{0.5, -0.8, 1.3, 0.2};
  CVector z = kZ;
  double s = 0.6;
  C u(0.9, -0.3);
  const auto f = [&] { return complex_numbers::of_real_and_complex(x, z, s, u); };
  const auto result = complex_numbers::of_real_and_complex_gradient(x, z, s, u);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(x, result.grad.x, f, "x");
  e2e::expect_gradient(s, result.grad.s, f, "s");
  expect_complex_gradient(z, result.grad.z, f, "z");
  expect_complex_gradient(u, result.grad.u, f, "u");
}

TEST(Complex, OfReductions) {
  CMatrix a = kA;
  const auto f = [&] { return complex_numbers::of_reductions(a); };
  const auto result = complex_numbers::of_reductions_gradient(a);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  expect_complex_gradient(a, result.grad.a, f, "a");
}

TEST(Complex, OfProducts) {
  CMatrix a = kA, b{{{0.4, 0.1}, {0.3, -0.2}}, {{-0.6, 0.8}, {1.1, 0.5}}, {{0.9, -0.7}, {0.2, 0.3}}};
  CVector v{{0.8, -0.4}, {0.1, 1.2}};
  const CMatrix seed{{{0.2, 0.5}, {-0.7, 0.3}}, {{1.1, -0.4}, {0.6, 0.9}}};
  const auto f = [&] { return pairing(seed, complex_numbers::of_products(a, b, v)); };
  const auto result = complex_numbers::of_products_vjp(a, b, v, seed);
  expect_complex_gradient(a, result.grad.a, f, "a");
  expect_complex_gradient(b, result.grad.b, f, "b");
  expect_complex_gradient(v, result.grad.v, f, "v");
  const auto tangent = complex_numbers::of_products_jvp(a, b, v, b, a, v).tangent;
  e2e::expect_close(pairing(seed, tangent),
                    pairing(result.grad.a, b) + pairing(result.grad.b, a) + pairing(result.grad.v, v), "pairing", 1e-12);
}

TEST(Complex, OfIndices) {
  CMatrix a = kA;
  const gradc::Vector<std::int64_t> i{2, 0, 2};
  const auto f = [&] { return complex_numbers::of_indices(a, i); };
  const auto result = complex_numbers::of_indices_gradient(a, i);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  expect_complex_gradient(a, result.grad.a, f, "a");
}

TEST(Complex, OfLoops) {
  for (int n : {0, 1, 4}) {
    CVector z = kZ;
    C start(0.4, 0.3);
    const auto f = [&] { return complex_numbers::of_loops(z, start, n); };
    const auto result = complex_numbers::of_loops_gradient(z, start, n);
    e2e::expect_close(result.value, f(), "value", 1e-13);
    expect_complex_gradient(z, result.grad.z, f, "z");
    expect_complex_gradient(start, result.grad.start, f, "start");
    const double tangent = complex_numbers::of_loops_jvp(z, start, n, kW, C(0.7, -0.2)).tangent;
    e2e::expect_close(tangent, pairing(result.grad.z, kW) + pairing(result.grad.start, C(0.7, -0.2)), "pairing", 1e-11);
  }
}

TEST(Complex, OfBranches) {
  for (double x : {0.6, 1.7}) {
    CVector z = kZ;
    const C seed(0.3, -1.2);
    const auto f = [&] {
      const auto y = complex_numbers::of_branches(z, x);
      return pairing(seed, y.first) + pairing(kW, y.second);
    };
    const auto result = complex_numbers::of_branches_vjp(z, x, {seed, kW});
    expect_complex_gradient(z, result.grad.z, f, "z");
    double at = x;
    const auto g = [&] {
      const auto y = complex_numbers::of_branches(z, at);
      return pairing(seed, y.first) + pairing(kW, y.second);
    };
    e2e::expect_gradient(at, result.grad.x, g, "x");
  }
}

TEST(Complex, OfMembers) {
  C z(0.7, 0.4);
  std::array<C, 2> more{C(0.3, -0.6), C(0.5, 0.2)};
  const auto f = [&] { return complex_numbers::of_members(z, more); };
  const auto result = complex_numbers::of_members_gradient(z, more);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  expect_complex_gradient(z, result.grad.z, f, "z");
  expect_complex_gradient(more[0], result.grad.more[0], f, "more[0]");
  expect_complex_gradient(more[1], result.grad.more[1], f, "more[1]");
}

TEST(Complex, OfInside) {
  const auto result = complex_numbers::of_inside_gradient(1.5, -0.5);
  EXPECT_EQ(result.value, 2);
  EXPECT_EQ(result.grad.a, 3);
  EXPECT_EQ(result.grad.b, 1);
}

TEST(Complex, OfGate) {
  CVector state{{0.6, 0.1}, {-0.3, 0.7}};
  double angle = 0.8;
  const auto f = [&] { return complex_numbers::of_gate(state, angle); };
  const auto result = complex_numbers::of_gate_gradient(state, angle);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  expect_complex_gradient(state, result.grad.state, f, "state");
  e2e::expect_gradient(angle, result.grad.angle, f, "angle");
}

TEST(Complex, OfSystems) {
  CMatrix a{{{2.7, 0.4}, {1.2, -0.6}, {0.1, 0.2}}, {{-0.5, 0.9}, {2.3, -1.1}, {0.4, -0.3}}, {{0.2, 0.6}, {-0.8, -0.4}, {1.9, 0.7}}};
  CVector b{{0.7, 0.4}, {1.2, -0.6}, {-0.5, 0.9}};
  const auto f = [&] { return complex_numbers::of_systems(a, b); };
  const auto result = complex_numbers::of_systems_gradient(a, b);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  expect_complex_gradient(a, result.grad.a, f, "a");
  expect_complex_gradient(b, result.grad.b, f, "b");
  const CMatrix v = gradc::exp(a * C(0.3, 0.8));
  const CVector w = gradc::sin(b);
  const auto along = complex_numbers::of_systems_hvp(a, b, v, w).hvp;
  const CMatrix from = a;
  const CVector b0 = b;
  double t = 0;
  for (std::int64_t i = 0; i < 9; ++i)
    for (bool real : {true, false}) {
      const auto g = [&] {
        const auto grad = complex_numbers::of_systems_gradient(from + C(t) * v, b0 + C(t) * w).grad.a.data()[i];
        return real ? grad.real() : grad.imag();
      };
      e2e::expect_close(real ? along.a.data()[i].real() : along.a.data()[i].imag(), e2e::difference(t, g), "hvp");
    }
  a = CMatrix{{{1, 1}, {2, 2}}, {{1, 1}, {2, 2}}};
  EXPECT_THROW(complex_numbers::of_systems_gradient(a, CVector{{1, 0}, {0, 1}}), gradc::DomainError);
}

TEST(Complex, OfMatrices) {
  CMatrix a{{{1.7, 0.4}, {1.2, -0.6}}, {{-0.5, 0.9}, {1.3, -1.1}}};
  const C seed(0.6, -0.7);
  const auto f = [&] { return pairing(seed, complex_numbers::of_matrices(a)); };
  const CMatrix bar = complex_numbers::of_matrices_vjp(a, seed).grad.a;
  expect_complex_gradient(a, bar, f, "a");
  const CMatrix direction = gradc::cos(a);
  e2e::expect_close(pairing(seed, complex_numbers::of_matrices_jvp(a, direction).tangent), pairing(bar, direction), "pairing", 1e-11);
}

TEST(Complex, OfProductsAndSystems) {
  gradc::Matrix<double> a{{1.7, 0.4}, {-0.6, 1.3}};
  CMatrix z{{{1.2, 0.4}, {0.2, -0.6}}, {{-0.5, 0.9}, {1.3, -0.7}}};
  Vector x{0.7, -0.4};
  CVector w{{0.3, 0.8}, {-0.9, 0.2}};
  const auto f = [&] { return complex_numbers::of_products_and_systems(a, z, x, w); };
  const auto result = complex_numbers::of_products_and_systems_gradient(a, z, x, w);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(a, result.grad.a, f, "a");
  e2e::expect_gradient(x, result.grad.x, f, "x");
  expect_complex_gradient(z, result.grad.z, f, "z");
  expect_complex_gradient(w, result.grad.w, f, "w");
}

}  // namespace
