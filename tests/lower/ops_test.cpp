// Calls that are ops: their attributes, broadcasts and extents.
#include <gtest/gtest.h>

#include "lowered.h"

namespace lower_test {
namespace {

// The ops of one expression over x[x.0, x.1], v[v.0] and s, a result of any kind summed.
std::string ops_of(const std::string& statements) {
  return lower_text("#include <cmath>\nGRADC_DIFFERENTIATE(gradient) float f(const gradc::Matrix<float>& x, const gradc::Vector<float>& v, "
                    "const gradc::Tensor<float, 3>& b, const gradc::Vector<std::int64_t>& ids, float s, std::int64_t n) {\n" +
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
            R"(%0 = extent {value = <x.1>} : i64
%a = reshape %x {shape = <x.1, x.0>} : f32[x.1, x.0]
)");
}

TEST(Ops, Products) {
  EXPECT_EQ(ops_of(R"(auto a = gradc::matmul(x, v); auto c = gradc::matmul(v, x, gradc::MatMul().transpose_b());
auto d = gradc::matmul(b, x, gradc::MatMul().transpose_a(false).transpose_a()); auto e = gradc::dot(v, v); auto g = gradc::outer(v, v);)"),
            R"()");
}

TEST(Ops, ScalarsAreWeak) {
  EXPECT_EQ(ops_of(R"(auto a = 2 * x; auto c = x > n; auto d = gradc::where(c, x, 0); auto e = gradc::maximum(v, 0.5);
auto g = gradc::pow(x, 2); float h = std::pow(s, 2) + std::exp(n) + tanhf(s) + std::fabs(s) + gradc::maximum(s, 1.0f);
gradc::Tensor<float, 0> t = gradc::sum(v); auto u = x * t; float w = t; w += t;)"),
            R"()");
}

TEST(Ops, ElementTypesAndConstants) {
  EXPECT_EQ(ops_of(R"(auto a = gradc::astype<double>(x); auto c = gradc::one_hot(ids, n); auto d = gradc::one_hot<double>(ids, 4);
auto e = gradc::take(x, ids, -1); auto e2 = gradc::take(v, 2); auto z = gradc::zeros<double>({2, n}); auto o = gradc::ones<float, 2>(x.shape());
auto g = gradc::full({2}, s); gradc::Matrix<float> m(gradc::Shape{2, x.extent(0)}); gradc::Matrix<double> l{{1, s}, {3, 4}};
gradc::half p(s); auto q = p * 2; gradc::StaticTensor<float, 3> st(v);)"),
            R"()");
}

TEST(Ops, Meta) {
  EXPECT_EQ(ops_of(R"(auto a = gradc::stop_gradient(x); auto c = gradc::label("h", v); auto d = gradc::checkpoint(c);
auto e = gradc::prevent_gradient(s, "because");)"),
            R"(%a = stop_gradient %x : f32[x.0, x.1]
%h = label %v {label = "h"} : f32[v.0]
%d = checkpoint %h : f32[v.0]
%e = prevent_gradient %s {why = "because"} : f32
return %s
)");
}

TEST(Ops, UnequalExtentsOfArgumentsAreRequired) {
  const LoweredSource source = lower_function("float f(const gradc::Vector<float>& a, const gradc::Vector<float>& b, const "
                                              "gradc::StaticTensor<float, 4>& c) { return gradc::sum(a * b + c); }\n");
  EXPECT_EQ(source.ops(), "%0 = multiply %a, %b : f32[4]\n%1 = add %0, %c : f32[4]\n%2 = sum %1 {axes = [0], keepdims = false} : f32\nreturn %2\n");
}

}  // namespace
}  // namespace lower_test
