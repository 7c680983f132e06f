// Calls that are ops: their attributes, broadcasts and extents.
#include <gtest/gtest.h>

#include "lowered.h"

namespace lower_test {
namespace {

// The ops of one expression over x[x.0, x.1], v[v.0] and s, a result of any kind summed.
std::string ops_of(const std::string& statements) {
  return lower_text(
             "#include <cmath>\nGRADC_DIFFERENTIATE(gradient) float f(const gradc::Matrix<float>& x, const "
             "gradc::Vector<float>& v, "
             "const gradc::Tensor<float, 3>& b, const gradc::Vector<std::int64_t>& ids, float s, "
             "std::int64_t n) {\n" +
             statements + "\n  return s;\n}\n")
      .ops();
}

TEST(Ops, Reductions) {
  EXPECT_EQ(ops_of(R"(auto a = gradc::sum(x); auto c = gradc::mean(x, -1); auto d = gradc::max(b, {2, 0});
auto e = gradc::logsumexp(x, 0, gradc::keepdims); auto f2 = gradc::min(x, gradc::keepdims); auto g = gradc::argmax(x, 1);)"),
            R"(%a = sum %x {axes = [0, 1], keepdims = false} : f32
%c = mean %x {axes = [1], keepdims = false} : f32[x.0]
%d = max %b {axes = [0, 2], keepdims = false} : f32[b.1]
%e = logsumexp %x {axes = [0], keepdims = true} : f32[1, x.1]
%f2 = min %x {axes = [0, 1], keepdims = true} : f32[1, 1]
%g = argmax %x {axis = 1} : i64[x.0]
return %s
)");
}

TEST(Ops, Shapes) {
  EXPECT_EQ(ops_of(R"(auto a = gradc::reshape(x, {x.extent(1), -1}); auto c = gradc::reshape(v, {n, 2 * n});
auto d = gradc::transpose(b, {2, 0, -2}); auto e = gradc::expand_dims(v, {0, -1}); auto e2 = gradc::squeeze(e, 0);
auto g = gradc::slice(v, {1}, {-1}); auto h = gradc::slice(x, {0, 2}, {x.extent(0), 5}); auto i = gradc::concat({x, x}, -1);
auto j = gradc::broadcast_to(v, {3, v.size()}); auto k = gradc::reshape<2>(x, x.shape());)"),
            R"(%a = reshape %x {shape = <x.1, x.0>} : f32[x.1, x.0]
%0 = constant {element = i64, value = 2} : i64
%1 = multiply %0, %n : i64
%c = reshape %v {shape = <%n, 2*%n>} : f32[%n, 2*%n]
%d = transpose %b {perm = [2, 0, 1]} : f32[b.2, b.0, b.1]
%e = expand_dims %v {axes = [0, 2]} : f32[1, 2*%n*%n, 1]
%e2 = squeeze %e {axes = [0]} : f32[2*%n*%n, 1]
%g = slice %v {begin = <1>, end = <2*%n*%n - 1>, shape = <2*%n*%n - 2>} : f32[2*%n*%n - 2]
%h = slice %x {begin = <0, 2>, end = <x.0, 5>, shape = <x.0, 3>} : f32[x.0, 3]
%i = concat %x, %x {axis = 1} : f32[x.0, 2*x.1]
%j = broadcast %v {shape = <3, 2*%n*%n>} : f32[3, 2*%n*%n]
%k = reshape %x {shape = <x.0, x.1>} : f32[x.0, x.1]
return %s
)");
}

TEST(Ops, Products) {
  EXPECT_EQ(
      ops_of(R"(auto a = gradc::matmul(x, v); auto c = gradc::matmul(v, x, gradc::MatMul().transpose_b());
auto d = gradc::matmul(b, x, gradc::MatMul().transpose_a(false).transpose_a()); auto e = gradc::dot(v, v); auto g = gradc::outer(v, v);)"),
      R"(%0 = expand_dims %v {axes = [1]} : f32[x.1, 1]
%1 = matmul %x, %0 {transpose_a = false, transpose_b = false} : f32[x.0, 1]
%a = squeeze %1 {axes = [1]} : f32[x.0]
%2 = expand_dims %v {axes = [0]} : f32[1, x.1]
%3 = matmul %2, %x {transpose_a = false, transpose_b = true} : f32[1, x.0]
%c = squeeze %3 {axes = [0]} : f32[x.0]
%d = einsum %b, %x {rank = 3, spec = "...ji,...jk->...ik"} : f32[b.0, b.2, x.1]
%4 = expand_dims %v {axes = [0]} : f32[1, x.1]
%5 = expand_dims %v {axes = [1]} : f32[x.1, 1]
%6 = matmul %4, %5 {transpose_a = false, transpose_b = false} : f32[1, 1]
%e = squeeze %6 {axes = [0, 1]} : f32
%7 = expand_dims %v {axes = [1]} : f32[x.1, 1]
%8 = broadcast %7 {shape = <x.1, x.1>} : f32[x.1, x.1]
%9 = broadcast %v {shape = <x.1, x.1>} : f32[x.1, x.1]
%g = multiply %8, %9 : f32[x.1, x.1]
return %s
)");
}

// The same of matrices of real and of complex numbers.
TEST(Ops, AdjointsAreConjugatesTransposed) {
  EXPECT_EQ(lower_text(R"(#include <gradc/complex.h>
GRADC_DIFFERENTIATE(jvp) double f(const gradc::Matrix<double>& x) {
  const auto z = gradc::complex(x, x);
  auto a = gradc::matmul(x, x, gradc::MatMul().adjoint_a());
  auto b = gradc::matmul(z, z, gradc::MatMul().adjoint_b().transpose_a());
  auto c = gradc::matmul(z, z, gradc::MatMul().adjoint_a(false));
  return gradc::sum(x);
})")
                .ops(),
            R"(%z = complex %x, %x : c128[x.1, x.1]
%a = matmul %x, %x {transpose_a = true, transpose_b = false} : f64[x.1, x.1]
%0 = conj %z : c128[x.1, x.1]
%b = matmul %z, %0 {transpose_a = true, transpose_b = true} : c128[x.1, x.1]
%c = matmul %z, %z {transpose_a = false, transpose_b = false} : c128[x.1, x.1]
%1 = sum %x {axes = [0, 1], keepdims = false} : f64
return %1
)");
}

// A system of the conjugate's transpose is a system; options of derivatives reach the members that have them.
TEST(Ops, OptionsOfSystemsAndFactors) {
  EXPECT_EQ(lower_text(R"(#include <gradc/complex.h>
GRADC_DIFFERENTIATE(jvp) double f(const gradc::Matrix<double>& x) {
  const auto z = gradc::complex(x, x);
  auto a = gradc::triangular_solve(x, x, gradc::Triangular().upper().adjoint());
  auto b = gradc::triangular_solve(z, z, gradc::Triangular().adjoint());
  auto c = gradc::solve(z, z, gradc::Solve().adjoint());
  auto d = gradc::solve(z, z, gradc::Solve().adjoint(false));
  auto e = gradc::eigh(x, gradc::Spectral().broadening(1e-20));
  auto g = gradc::svd(x, gradc::Spectral().broadening(1e-20));
  auto h = gradc::svd(x, gradc::Complete());
  return gradc::sum(x);
})")
                .ops(),
            R"(%z = complex %x, %x : c128[x.1, x.1]
%a = triangular_solve %x, %x {right = false, transpose = true, unit_diagonal = false, upper = true} : f64[x.1, x.1]
%0 = conj %z : c128[x.1, x.1]
%b = triangular_solve %0, %z {right = false, transpose = true, unit_diagonal = false, upper = false} : c128[x.1, x.1]
%1 = conj %z : c128[x.1, x.1]
%c = solve %1, %z {transpose = true} : c128[x.1, x.1]
%d = solve %z, %z {transpose = false} : c128[x.1, x.1]
%e.w = eigvalsh %x {broadening = 1e-20} : f64[x.1]
%e.v = eigh_vectors %x {broadening = 1e-20} : f64[x.1, x.1]
%g.u = svd_u %x {broadening = 1e-20} : f64[x.1, x.1]
%g.s = svdvals %x {broadening = 1e-20} : f64[x.1]
%g.vt = svd_vt %x {broadening = 1e-20} : f64[x.1, x.1]
%h.u = svd_complete_u %x : f64[x.1, x.1]
%h.s = svdvals %x : f64[x.1]
%h.vt = svd_complete_vt %x : f64[x.1, x.1]
%2 = sum %x {axes = [0, 1], keepdims = false} : f64
return %2
)");
}

// What each member of a result is depends on the class of the operand, and on how many there are.
TEST(Ops, MembersOfResults) {
  EXPECT_EQ(lower_text(R"(#include <gradc/complex.h>
GRADC_DIFFERENTIATE(jvp) double f(const gradc::Matrix<double>& x, const gradc::Vector<double>& v) {
  const auto z = gradc::complex(x, x);
  const auto real = gradc::slogdet(x);
  const auto complex = gradc::slogdet(z);
  const auto once = gradc::batch_norm_training(x, v, v);
  const auto running = gradc::batch_norm_training(x, v, v, v, v, gradc::BatchNorm().momentum(0.25).unbiased());
  return gradc::sum(x);
})")
                .ops(),
            R"(%z = complex %x, %x : c128[x.1, x.1]
%real.sign = det_sign %x : f64
%real.logabsdet = logabsdet %x : f64
%complex.sign = det_phase %z : c128
%complex.logabsdet = logabsdet %z : f64
%once.y = batch_norm_training %x, %v, %v {eps = 1e-05} : f64[x.1, x.1]
%once.mean = batch_mean %x, %v, %v {eps = 1e-05} : f64[x.1]
%once.variance = batch_variance %x, %v, %v {eps = 1e-05} : f64[x.1]
%running.y = batch_norm_training %x, %v, %v {eps = 1e-05, momentum = 0.25, unbiased = true} : f64[x.1, x.1]
%running.mean = batch_mean %x, %v, %v {eps = 1e-05, momentum = 0.25, unbiased = true} : f64[x.1]
%running.variance = batch_variance %x, %v, %v {eps = 1e-05, momentum = 0.25, unbiased = true} : f64[x.1]
%running.running_mean = running_mean %x, %v, %v, %v, %v {eps = 1e-05, momentum = 0.25, unbiased = true} : f64[x.1]
%running.running_variance = running_variance %x, %v, %v, %v, %v {eps = 1e-05, momentum = 0.25, unbiased = true} : f64[x.1]
%0 = sum %x {axes = [0, 1], keepdims = false} : f64
return %0
)");
}

TEST(Ops, FormsThatDifferInWhatFollows) {
  EXPECT_EQ(lower_text(R"(
GRADC_DIFFERENTIATE(jvp) double f(const gradc::Matrix<double>& x, const gradc::Vector<double>& w, const gradc::Vector<int>& ids,
                                  const gradc::Matrix<bool>& mask, const gradc::Key& key) {
  auto a = gradc::nll_loss(x, ids, 3);
  auto b = gradc::nll_loss(x, ids, w, 3, gradc::summed);
  auto c = gradc::cross_entropy(x, ids, w, gradc::CrossEntropy().label_smoothing(0.1));
  auto d = gradc::scaled_dot_product_attention(x, x, x, mask);
  auto e = gradc::scaled_dot_product_attention(x, x, x, key, gradc::Attention().dropout(0.5));
  auto g = gradc::scaled_dot_product_attention(x, x, x, mask, key, gradc::Attention().dropout(0.5).causal());
  auto h = gradc::embedding_lookup(x, ids);
  auto i = gradc::embedding_lookup(x, ids, 0);
  auto j = gradc::quantile(x, 0.5, 0, gradc::keepdims, gradc::Interpolation::nearest);
  auto k = gradc::quantile(x, 0.5, 1, gradc::Interpolation::lower);
  auto l = gradc::gather_nd<1, 1>(x, gradc::expand_dims(ids, 1));
  auto m = gradc::logit(x, 0.25);
  auto n = gradc::hard_sigmoid(x, 0.2, 0.5);
  auto o = gradc::nonzero(w > 0.5, 4, 7);
  return gradc::sum(x);
})")
                .ops(),
            R"(%a = nll_loss %x, %ids {ignore_index = 3, reduction = "mean"} : f64
%b = nll_loss %x, %ids, %w {ignore_index = 3, reduction = "sum"} : f64
%c = cross_entropy %x, %ids, %w {ignore_index = -100, label_smoothing = 0.1, reduction = "mean", z_loss = 0.0} : f64
%d = scaled_dot_product_attention %x, %x, %x, %mask {causal = false, scale = 0.0} : f64[x.0, x.1]
%e = scaled_dot_product_attention %x, %x, %x, %key.seed, %key.stream {causal = false, dropout = 0.5, scale = 0.0} : f64[x.0, x.1]
%g = scaled_dot_product_attention %x, %x, %x, %mask, %key.seed, %key.stream {causal = true, dropout = 0.5, scale = 0.0} : f64[x.0, x.1]
%h = take %x, %ids {axis = 0} : f64[x.0, x.1]
%i = embedding_lookup %x, %ids {padding_idx = 0} : f64[x.0, x.1]
%j = quantile %x {axis = 0, fraction = 0.5, interpolation = 4, keepdims = true} : f64[1, x.1]
%k = quantile %x {axis = 1, fraction = 0.5, interpolation = 1, keepdims = false} : f64[x.0]
%0 = expand_dims %ids {axes = [1]} : i32[x.0, 1]
%l = gather_nd %x, %0 {batch = 1, depth = 1} : f64[x.0]
%m = logit_clipped %x {eps = 0.25} : f64[x.0, x.1]
%1 = constant {element = f64, value = 0.2} : f64
%2 = constant {element = f64, value = 0.5} : f64
%3 = broadcast %1 {shape = <x.0, x.1>} : f64[x.0, x.1]
%4 = broadcast %2 {shape = <x.0, x.1>} : f64[x.0, x.1]
%n = hard_sigmoid_of %x, %3, %4 : f64[x.0, x.1]
%5 = constant {element = f64, value = 0.5} : f64
%6 = broadcast %5 {shape = <x.1>} : f64[x.1]
%7 = greater %w, %6 : bool[x.1]
%o = nonzero_filled %7 {fill = 7, n = <4>} : i64[4]
%8 = sum %x {axes = [0, 1], keepdims = false} : f64
return %8
)");
}

TEST(Ops, ScalarsAreWeak) {
  EXPECT_EQ(
      ops_of(
          R"(auto a = 2 * x; auto c = x > n; auto d = gradc::where(c, x, 0); auto e = gradc::maximum(v, 0.5);
auto g = gradc::pow(x, 2); float h = std::pow(s, 2) + std::exp(n) + tanhf(s) + std::fabs(s) + gradc::maximum(s, 1.0f);
gradc::Tensor<float, 0> t = gradc::sum(v); auto u = x * t; float w = t; w += t;)"),
      R"(%0 = constant {element = f32, value = 2.0} : f32
%1 = broadcast %0 {shape = <x.0, x.1>} : f32[x.0, x.1]
%a = multiply %1, %x : f32[x.0, x.1]
%2 = astype %n {to = f32} : f32
%3 = broadcast %2 {shape = <x.0, x.1>} : f32[x.0, x.1]
%c = greater %x, %3 : bool[x.0, x.1]
%4 = constant {element = f32, value = 0.0} : f32
%5 = broadcast %4 {shape = <x.0, x.1>} : f32[x.0, x.1]
%d = where %c, %x, %5 : f32[x.0, x.1]
%6 = constant {element = f32, value = 0.5} : f32
%7 = broadcast %6 {shape = <v.0>} : f32[v.0]
%e = maximum %v, %7 : f32[v.0]
%8 = constant {element = f32, value = 2.0} : f32
%9 = broadcast %8 {shape = <x.0, x.1>} : f32[x.0, x.1]
%g = pow %x, %9 : f32[x.0, x.1]
%10 = astype %s {to = f64} : f64
%11 = constant {element = f64, value = 2.0} : f64
%12 = pow %10, %11 : f64
%13 = astype %n {to = f64} : f64
%14 = exp %13 : f64
%15 = add %12, %14 : f64
%16 = tanh %s : f32
%17 = astype %16 {to = f64} : f64
%18 = add %15, %17 : f64
%19 = abs %s : f32
%20 = astype %19 {to = f64} : f64
%21 = add %18, %20 : f64
%22 = constant {element = f32, value = 1.0} : f32
%23 = maximum %s, %22 : f32
%24 = astype %23 {to = f64} : f64
%25 = add %21, %24 : f64
%h = astype %25 {to = f32} : f32
%t = sum %v {axes = [0], keepdims = false} : f32
%26 = broadcast %t {shape = <x.0, x.1>} : f32[x.0, x.1]
%u = multiply %x, %26 : f32[x.0, x.1]
%w = add %t, %t : f32
return %s
)");
}

TEST(Ops, ElementTypesAndConstants) {
  EXPECT_EQ(
      ops_of(
          R"(auto a = gradc::astype<double>(x); auto c = gradc::one_hot(ids, n); auto d = gradc::one_hot<double>(ids, 4);
auto e = gradc::take(x, ids, -1); auto e2 = gradc::take(v, 2); auto z = gradc::zeros<double>({2, n}); auto o = gradc::ones<float, 2>(x.shape());
auto g = gradc::full({2}, s); gradc::Matrix<float> m(gradc::Shape{2, x.extent(0)}); gradc::Matrix<double> l{{1, s}, {3, 4}};
gradc::half p(s); auto q = p * 2; gradc::StaticTensor<float, 3> st(v);)"),
      R"(%a = astype %x {to = f64} : f64[x.0, x.1]
%c = one_hot %ids {n = <%n>, to = f32} : f32[ids.0, %n]
%d = one_hot %ids {n = <4>, to = f64} : f64[ids.0, 4]
%e = take %x, %ids {axis = 1} : f32[x.0, ids.0]
%0 = constant {element = i32, value = 2} : i32
%e2 = take %v, %0 {axis = 0} : f32
%1 = constant {element = f64, value = 0.0} : f64
%z = broadcast %1 {shape = <2, %n>} : f64[2, %n]
%2 = constant {element = f32, value = 1.0} : f32
%o = broadcast %2 {shape = <x.0, x.1>} : f32[x.0, x.1]
%g = broadcast %s {shape = <2>} : f32[2]
%3 = constant {element = f32, value = 0.0} : f32
%m = broadcast %3 {shape = <2, x.0>} : f32[2, x.0]
%4 = constant {element = f64, value = 1.0} : f64
%5 = expand_dims %4 {axes = [0]} : f64[1]
%6 = astype %s {to = f64} : f64
%7 = expand_dims %6 {axes = [0]} : f64[1]
%8 = concat %5, %7 {axis = 0} : f64[2]
%9 = expand_dims %8 {axes = [0]} : f64[1, 2]
%10 = constant {element = f64, value = 3.0} : f64
%11 = expand_dims %10 {axes = [0]} : f64[1]
%12 = constant {element = f64, value = 4.0} : f64
%13 = expand_dims %12 {axes = [0]} : f64[1]
%14 = concat %11, %13 {axis = 0} : f64[2]
%15 = expand_dims %14 {axes = [0]} : f64[1, 2]
%l = concat %9, %15 {axis = 0} : f64[2, 2]
%p = astype %s {to = f16} : f16
%16 = astype %p {to = f32} : f32
%17 = constant {element = f32, value = 2.0} : f32
%q = multiply %16, %17 : f32
return %s
)");
}

TEST(Ops, Meta) {
  EXPECT_EQ(
      ops_of(
          R"(auto a = gradc::stop_gradient(x); auto c = gradc::label("h", v); auto d = gradc::checkpoint(c);
auto e = gradc::prevent_gradient(s, "because");)"),
      R"(%a = stop_gradient %x : f32[x.0, x.1]
%h = label %v {label = "h"} : f32[v.0]
%d = checkpoint %h : f32[v.0]
%e = prevent_gradient %s {why = "because"} : f32
return %s
)");
}

TEST(Ops, UnequalExtentsOfArgumentsAreRequired) {
  const LoweredSource source = lower_function(
      "float f(const gradc::Vector<float>& a, const gradc::Vector<float>& b, const "
      "gradc::StaticTensor<float, 4>& c) { return gradc::sum(a * b + c); }\n");
  EXPECT_EQ(source.ops(),
            "%0 = multiply %a, %b : f32[4]\n%1 = add %0, %c : f32[4]\n%2 = sum %1 {axes = [0], keepdims = "
            "false} : f32\nreturn %2\n");
}

}  // namespace
}  // namespace lower_test
