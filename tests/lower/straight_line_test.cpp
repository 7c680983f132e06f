// Straight-line C++: variables, arithmetic, structures and calls as IR.
#include <gtest/gtest.h>

#include "lowered.h"

namespace lower_test {
namespace {

TEST(StraightLine, TheFirstExampleOfTheDesign) {
  const LoweredSource source = lower_function(
      R"(float loss(const Params& params, const gradc::Matrix<float>& x, const gradc::Vector<int>& labels) {
  auto h = gradc::relu(gradc::matmul(x, params.w1) + params.b1);
  auto logits = gradc::matmul(h, params.w2) + params.b2;
  return gradc::mean(gradc::softmax_cross_entropy(logits, labels));
}
)",
      "struct Params { gradc::Matrix<float> w1, w2; gradc::Vector<float> b1, b2; };");
  EXPECT_EQ(source.ops(),
            R"(%0 = matmul %x, %params.w1 {transpose_a = false, transpose_b = false} : f32[x.0, params.w1.1]
%1 = broadcast %params.b1 {shape = <x.0, params.w1.1>} : f32[x.0, params.w1.1]
%2 = add %0, %1 : f32[x.0, params.w1.1]
%h = relu %2 : f32[x.0, params.w1.1]
%3 = matmul %h, %params.w2 {transpose_a = false, transpose_b = false} : f32[x.0, params.w2.1]
%4 = broadcast %params.b2 {shape = <x.0, params.w2.1>} : f32[x.0, params.w2.1]
%logits = add %3, %4 : f32[x.0, params.w2.1]
%5 = sparse_softmax_cross_entropy %logits, %labels : f32[x.0]
%6 = mean %5 {axes = [0], keepdims = false} : f32
return %6
)");
  const std::string text = ir::print(source.module);
  EXPECT_NE(
      text.find(R"-("model.cpp":5:24 "auto h = gradc::relu(gradc::matmul(x, params.w1) + params.b1)")-"),
      std::string::npos)
      << text;
}

TEST(StraightLine, ScalarsFollowTheConversionsOfCpp) {
  EXPECT_EQ(lower_function(R"(float f(float x, double y, int n, unsigned char c) {
  const float a = 2.0f, b = a * 3;
  double d = x * y + n / 2 % 3;
  d -= c;
  n = ++n + n--;
  bool q = d > 1 == !true;
  { float b = 5; d = b; }
  return -d + (int)x + float(n) + q + b;
}
)")
                .ops(),
            R"(%0 = astype %x {to = f64} : f64
%1 = multiply %0, %y : f64
%2 = constant {element = i32, value = 2} : i32
%3 = quotient %n, %2 : i32
%4 = constant {element = i32, value = 3} : i32
%5 = modulo %3, %4 : i32
%6 = astype %5 {to = f64} : f64
%d = add %1, %6 : f64
%7 = astype %c {to = i32} : i32
%8 = astype %7 {to = f64} : f64
%d#1 = subtract %d, %8 : f64
%9 = constant {element = i32, value = 1} : i32
%n#1 = add %n, %9 : i32
%10 = constant {element = i32, value = 1} : i32
%n#2 = subtract %n#1, %10 : i32
%n#3 = add %n#1, %n#1 : i32
%11 = constant {element = f64, value = 1.0} : f64
%12 = greater %d#1, %11 : bool
%13 = astype %12 {to = i32} : i32
%14 = constant {element = i32, value = 0} : i32
%q = equal %13, %14 : bool
%d#2 = constant {element = f64, value = 5.0} : f64
%15 = negative %d#2 : f64
%16 = astype %x {to = i32} : i32
%17 = astype %16 {to = f64} : f64
%18 = add %15, %17 : f64
%19 = astype %n#3 {to = f32} : f32
%20 = astype %19 {to = f64} : f64
%21 = add %18, %20 : f64
%22 = astype %q {to = i32} : i32
%23 = astype %22 {to = f64} : f64
%24 = add %21, %23 : f64
%25 = constant {element = f64, value = 6.0} : f64
%26 = add %24, %25 : f64
%27 = astype %26 {to = f32} : f32
return %27
)");
}

TEST(StraightLine, ConstantsAreClangs) {
  EXPECT_EQ(lower_text(R"(#include <limits>
#include <cmath>
constexpr double kRate = 1.0 / 3;
enum class Mode { fast = 7 };
struct Config { float lr; int steps; static constexpr int kTwo = 2; };
constexpr Config kConfig{0.5f, 3};
constexpr float square(float x) { return x * x; }
GRADC_DIFFERENTIATE(gradient) double f(double x) {
  return x * kRate + sizeof(double) + static_cast<int>(Mode::fast) + kConfig.lr + Config::kTwo + square(3)
      + std::numeric_limits<float>::epsilon() + (kConfig.steps > 2 ? 1 : x) + M_PI;
}
)")
                .ops(),
            R"(%0 = constant {element = f64, value = 0.3333333333333333} : f64
%1 = multiply %x, %0 : f64
%2 = constant {element = f64, value = 8.0} : f64
%3 = add %1, %2 : f64
%4 = constant {element = f64, value = 7.0} : f64
%5 = add %3, %4 : f64
%6 = constant {element = f64, value = 0.5} : f64
%7 = add %5, %6 : f64
%8 = constant {element = f64, value = 2.0} : f64
%9 = add %7, %8 : f64
%10 = constant {element = f64, value = 9.0} : f64
%11 = add %9, %10 : f64
%12 = constant {element = f64, value = 1.1920928955078125e-07} : f64
%13 = add %11, %12 : f64
%14 = constant {element = f64, value = 1.0} : f64
%15 = add %13, %14 : f64
%16 = constant {element = f64, value = 3.141592653589793} : f64
%17 = add %15, %16 : f64
return %17
)");
}

TEST(StraightLine, ReferencesAndViewsAreTheObject) {
  EXPECT_EQ(lower_function(R"(float f(const gradc::Vector<float>& x, float s) {
  gradc::Vector<float> t = x;
  auto& r = t;
  gradc::View<const float, 1> view = t;
  auto copy = t;
  r += x;
  r = 2 * r;
  float a = s;
  float& b = a;
  (b += 1) *= 3;
  const auto& c = a;
  return gradc::sum(t - view + copy) + c;
}
)")
                .ops(),
            R"(%r = add %x, %x : f32[x.0]
%0 = constant {element = f32, value = 2.0} : f32
%1 = broadcast %0 {shape = <x.0>} : f32[x.0]
%r#1 = multiply %1, %r : f32[x.0]
%2 = constant {element = f32, value = 3.0} : f32
%3 = constant {element = f32, value = 1.0} : f32
%b = add %s, %3 : f32
%4 = multiply %b, %2 : f32
%5 = subtract %r#1, %r#1 : f32[x.0]
%6 = add %5, %x : f32[x.0]
%7 = sum %6 {axes = [0], keepdims = false} : f32
%8 = add %7, %4 : f32
return %8
)");
}

TEST(StraightLine, StructuresAreTheirMembers) {
  EXPECT_EQ(lower_function(
                R"(P f(const P& p, gradc::Vector<float> v) {
  P q = p, made{1, {v, 2}}, named{.a = 3};
  q.in.v += v;
  q.in = Inner{q.in.v * 2, 1};
  made = q;
  q.a = p.a;
  auto& [a, in] = made;
  a = a + named.a + named.in.s;
  return made;
}
)",
                "struct Inner { gradc::Vector<float> v; double s = 4; }; struct P { float a; Inner in; };")
                .ops(),
            R"(%named.a = constant {element = f32, value = 3.0} : f32
%0 = constant {element = f32, value = 0.0} : f32
%named.in.v = broadcast %0 {shape = <0>} : f32[0]
%named.in.s = constant {element = f64, value = 4.0} : f64
%q.in.v = add %p.in.v, %v : f32[p.in.v.0]
%1 = constant {element = f32, value = 2.0} : f32
%2 = broadcast %1 {shape = <p.in.v.0>} : f32[p.in.v.0]
%q.in.v#1 = multiply %q.in.v, %2 : f32[p.in.v.0]
%q.in.s = constant {element = f64, value = 1.0} : f64
%3 = add %p.a, %named.a : f32
%4 = astype %3 {to = f64} : f64
%5 = add %4, %named.in.s : f64
%a = astype %5 {to = f32} : f32
return %a, %q.in.v#1, %q.in.s
)");
}

TEST(StraightLine, PairsTuplesAndArrays) {
  EXPECT_EQ(lower_text(R"(#include <array>
#include <tuple>
std::pair<float, gradc::Vector<float>> both(float a, gradc::Vector<float> v) { return {a * 2, v}; }
GRADC_DIFFERENTIATE(gradient) std::tuple<double, float> f(float x, gradc::Vector<float> v) {
  auto [s, w] = both(x, v);
  auto t = std::make_tuple(s, 2.0);
  std::get<0>(t) = 3 * x;
  std::array<float, 3> a{x, s};
  a[1] += a[2];
  std::pair<double, float> p = std::make_pair(x, s);
  p = {1.0, x};
  return {std::get<0>(t), a[1] + p.second + gradc::sum(w)};
}
)")
                .ops(),
            R"(%0 = constant {element = f32, value = 2.0} : f32
%s = multiply %x, %0 : f32
%1 = constant {element = f32, value = 3.0} : f32
%2 = multiply %1, %x : f32
%3 = constant {element = f32, value = 0.0} : f32
%4 = broadcast %3 {shape = <3>} : f32[3]
%5 = constant {element = f32, value = 0.0} : f32
%6 = expand_dims %x {axes = [0]} : f32[1]
%7 = expand_dims %s {axes = [0]} : f32[1]
%8 = expand_dims %5 {axes = [0]} : f32[1]
%a = concat %6, %7, %8 {axis = 0} : f32[3]
%9 = constant {element = i64, value = 1} : i64
%10 = add %s, %5 : f32
%a#1 = set_element %a, %10, %9 : f32[3]
%p.first = astype %x {to = f64} : f64
%11 = add %10, %x : f32
%12 = sum %v {axes = [0], keepdims = false} : f32
%13 = add %11, %12 : f32
%14 = astype %2 {to = f64} : f64
return %14, %13
)");
}

TEST(StraightLine, CallsAreInlined) {
  EXPECT_EQ(lower_text(R"(template <class T> T twice(const T& x) { return x + x; }
void scale(gradc::Vector<float>& v, float by = 3) { v *= by; }
float pick(float x) { return x; }
double pick(double x) { return 2 * x; }
struct Layer { float w; float operator()(float x) const { return w * x; } float both(float x) const { return (*this)(x) + this->w; } };
struct Sum { float s; explicit Sum(float x) : s(x) { s += 1; } void add(float x) { s += x; } };
template <int N> float power(float x) { if constexpr (N == 0) { return 1; } else { return x * power<N - 1>(x); } }
template <class F> float apply(F f, float x) { return f(x); }
GRADC_DIFFERENTIATE(gradient) float f(float x, gradc::Vector<float> v) {
  scale(v);
  Layer layer{x};
  Sum sum(x);
  sum.add(2);
  float s = 1;
  auto add = [&s, k = 2 * x](float z) { s += z; return z * k; };
  float y = add(x) + add(s);
  return gradc::sum(twice(v)) + pick(x) + pick(1.0 * x) + layer.both(x) + sum.s + y + s + power<2>(x)
      + apply([](auto z) { return z; }, x);
}
)")
                .ops(),
            R"(%0 = constant {element = f32, value = 3.0} : f32
%1 = broadcast %0 {shape = <v.0>} : f32[v.0]
%v#1 = multiply %v, %1 : f32[v.0]
%2 = constant {element = f32, value = 1.0} : f32
%s = add %x, %2 : f32
%3 = constant {element = f32, value = 2.0} : f32
%s#1 = add %s, %3 : f32
%s#2 = constant {element = f32, value = 1.0} : f32
%4 = constant {element = f32, value = 2.0} : f32
%5 = multiply %4, %x : f32
%s#3 = add %s#2, %x : f32
%6 = multiply %x, %5 : f32
%s#4 = add %s#3, %s#3 : f32
%7 = multiply %s#3, %5 : f32
%y = add %6, %7 : f32
%8 = add %v#1, %v#1 : f32[v.0]
%9 = sum %8 {axes = [0], keepdims = false} : f32
%10 = add %9, %x : f32
%11 = constant {element = f64, value = 1.0} : f64
%12 = astype %x {to = f64} : f64
%13 = multiply %11, %12 : f64
%14 = constant {element = f64, value = 2.0} : f64
%15 = multiply %14, %13 : f64
%16 = astype %15 {to = f32} : f32
%17 = add %10, %16 : f32
%18 = multiply %x, %x : f32
%19 = add %18, %x : f32
%20 = add %17, %19 : f32
%21 = add %20, %s#1 : f32
%22 = add %21, %y : f32
%23 = add %22, %s#4 : f32
%24 = constant {element = f32, value = 1.0} : f32
%25 = multiply %x, %24 : f32
%26 = multiply %x, %25 : f32
%27 = add %23, %26 : f32
%28 = add %27, %x : f32
return %28
)");
}

TEST(StraightLine, ADefaultMemberMayUseTheObject) {
  EXPECT_EQ(
      lower_function("float f(float x) { Q q{x}; return q.b; }\n", "struct Q { float a; float b = a * 2; };")
          .ops(),
      "%0 = constant {element = f32, value = 2.0} : f32\n%q.b = multiply %x, %0 : f32\nreturn %q.b\n");
}

TEST(StraightLine, TextOfLongStatementsIsCut) {
  const LoweredSource source = lower_function(
      "float f(float x) {\n  return x + x + x  // why\n      + x + x + x + x + x + x + x + x + x + x + x + x "
      "+ x + x + x + x + x + x + x + x + x + x + x + x + x + x;\n}\n");
  const std::string& text = source.module.locations[1].text;  // the first is the function
  EXPECT_EQ(text.size(), 100u);
  EXPECT_TRUE(text.starts_with("return x + x + x // why + x") && text.ends_with("...")) << text;
}

}  // namespace
}  // namespace lower_test
