// Data as C++ holds it: elements, arrays, vectors, references and pointers as IR.
#include <gtest/gtest.h>

#include "lowered.h"

namespace lower_test {
namespace {

// An array whose size is known at run time is as a vector of that size.
TEST(Data, ArraysOfAnySize) {
  const LoweredSource lowered = lower_function(R"(double f(double x, long n) {
  double a[n];
  for (long i = 0; i < n; ++i) a[i] = x * double(i);
  double s = 0;
  for (double* p = &a[0]; p != &a[0] + n; ++p) s += *p * *p;
  return s;
}
)");
  EXPECT_EQ(lowered.errors(), "");
  EXPECT_NE(lowered.ops().find("%1 = sequence_fill %n, %0 : seq<f64>\n"), std::string::npos) << lowered.ops();
}

// An index of any integer type; what is written is read back without an op.
TEST(Data, ElementsOfTensors) {
  EXPECT_EQ(lower_function(R"(double f(gradc::Matrix<double> y, const gradc::Vector<double>& x, int i, unsigned char c) {
  y(i, c) += x(2);
  y(0, 1) = 3;
  return y(0, 1) + y(i, 0) + y(0, i)++;
}
)")
                .ops(),
            R"(%0 = constant {element = i64, value = 2} : i64
%1 = element %x, %0 : f64
%2 = astype %i {to = i64} : i64
%3 = astype %c {to = i64} : i64
%4 = element %y, %2, %3 : f64
%5 = add %4, %1 : f64
%y#1 = set_element %y, %5, %2, %3 : f64[y.0, y.1]
%6 = constant {element = f64, value = 3.0} : f64
%7 = constant {element = i64, value = 0} : i64
%8 = constant {element = i64, value = 1} : i64
%y#2 = set_element %y#1, %6, %7, %8 : f64[y.0, y.1]
%9 = astype %i {to = i64} : i64
%10 = constant {element = i64, value = 0} : i64
%11 = element %y#2, %9, %10 : f64
%12 = add %6, %11 : f64
%13 = constant {element = i64, value = 0} : i64
%14 = astype %i {to = i64} : i64
%15 = element %y#2, %13, %14 : f64
%16 = constant {element = f64, value = 1.0} : f64
%17 = add %15, %16 : f64
%y#3 = set_element %y#2, %17, %13, %14 : f64[y.0, y.1]
%18 = add %12, %15 : f64
return %18
)");
}

TEST(Data, AReferenceKeepsItsIndices) {
  EXPECT_EQ(lower_function(R"(double f(gradc::Vector<double> y, int i) {
  double& r = y(i);
  i = 7;
  r = 2;
  const double& same = r;
  ++r;
  return same * y(i);
}
)")
                .ops(),
            R"(%0 = astype %i {to = i64} : i64
%1 = constant {element = f64, value = 2.0} : f64
%y#1 = set_element %y, %1, %0 : f64[y.0]
%2 = constant {element = f64, value = 1.0} : f64
%3 = add %1, %2 : f64
%y#2 = set_element %y#1, %3, %0 : f64[y.0]
%4 = constant {element = i64, value = 7} : i64
%5 = element %y#2, %4 : f64
%6 = multiply %3, %5 : f64
return %6
)");
}

TEST(Data, AViewWritesWhatItViews) {
  EXPECT_EQ(lower_text(R"(void scale(gradc::View<double, 1> v, int i) { v(i) *= 2; }
GRADC_DIFFERENTIATE(gradient) double f(gradc::Vector<double> y, int i) {
  scale(y, i);
  return gradc::sum(y);
}
)")
                .ops(),
            R"(%0 = constant {element = f64, value = 2.0} : f64
%1 = astype %i {to = i64} : i64
%2 = element %y, %1 : f64
%3 = multiply %2, %0 : f64
%y#1 = set_element %y, %3, %1 : f64[y.0]
%4 = sum %y#1 {axes = [0], keepdims = false} : f64
return %4
)");
}

// Indices that are known take the number itself.
TEST(Data, ArraysOfNumbersAreTensors) {
  EXPECT_EQ(lower_text(R"(#include <array>
GRADC_DIFFERENTIATE(gradient) double f(std::array<double, 3> a, double x, int i) {
  a[1] = x;
  double m[2][2] = {{x, 1}};
  m[i][1] = a[0] * a[1];
  double t[4];
  t[i] = m[1][i];
  return a[2] + t[3] + m[0][0];
}
)")
                .ops(),
            R"(%0 = expand_dims %a.0 {axes = [0]} : f64[1]
%1 = expand_dims %a.1 {axes = [0]} : f64[1]
%2 = expand_dims %a.2 {axes = [0]} : f64[1]
%a = concat %0, %1, %2 {axis = 0} : f64[3]
%3 = constant {element = i64, value = 1} : i64
%a#1 = set_element %a, %x, %3 : f64[3]
%4 = constant {element = f64, value = 0.0} : f64
%5 = broadcast %4 {shape = <2, 2>} : f64[2, 2]
%6 = constant {element = f64, value = 1.0} : f64
%7 = expand_dims %x {axes = [0]} : f64[1]
%8 = expand_dims %6 {axes = [0]} : f64[1]
%9 = concat %7, %8 {axis = 0} : f64[2]
%10 = constant {element = f64, value = 0.0} : f64
%11 = broadcast %10 {shape = <2>} : f64[2]
%12 = expand_dims %9 {axes = [0]} : f64[1, 2]
%13 = expand_dims %11 {axes = [0]} : f64[1, 2]
%m = concat %12, %13 {axis = 0} : f64[2, 2]
%14 = multiply %a.0, %x : f64
%15 = astype %i {to = i64} : i64
%16 = constant {element = i64, value = 1} : i64
%m#1 = set_element %m, %14, %15, %16 : f64[2, 2]
%17 = constant {element = f64, value = 0.0} : f64
%t = broadcast %17 {shape = <4>} : f64[4]
%18 = constant {element = i64, value = 1} : i64
%19 = astype %i {to = i64} : i64
%20 = element %m#1, %18, %19 : f64
%21 = astype %i {to = i64} : i64
%t#1 = set_element %t, %20, %21 : f64[4]
%22 = constant {element = i64, value = 3} : i64
%23 = element %t#1, %22 : f64
%24 = add %a.2, %23 : f64
%25 = add %24, %x : f64
return %25
)");
}

TEST(Data, ArraysOfStructuresAreAStructureOfTensors) {
  EXPECT_EQ(lower_text(R"(#include <array>
struct P { double a; std::array<double, 2> b; };
GRADC_DIFFERENTIATE(gradient) double f(double x, int i) {
  P p[3] = {{x, {1, x}}};
  p[i].b[1] *= p[0].a;
  const P q = p[i];
  p[1] = q;
  return p[i].a + q.b[0];
}
)")
                .ops(),
            R"(%0 = constant {element = f64, value = 0.0} : f64
%1 = broadcast %0 {shape = <3>} : f64[3]
%2 = constant {element = f64, value = 0.0} : f64
%3 = broadcast %2 {shape = <3, 2>} : f64[3, 2]
%4 = constant {element = f64, value = 1.0} : f64
%5 = expand_dims %4 {axes = [0]} : f64[1]
%6 = expand_dims %x {axes = [0]} : f64[1]
%7 = concat %5, %6 {axis = 0} : f64[2]
%8 = constant {element = f64, value = 0.0} : f64
%9 = constant {element = f64, value = 0.0} : f64
%10 = broadcast %9 {shape = <2>} : f64[2]
%11 = constant {element = f64, value = 0.0} : f64
%12 = constant {element = f64, value = 0.0} : f64
%13 = broadcast %12 {shape = <2>} : f64[2]
%14 = expand_dims %x {axes = [0]} : f64[1]
%15 = expand_dims %8 {axes = [0]} : f64[1]
%16 = expand_dims %11 {axes = [0]} : f64[1]
%p.a = concat %14, %15, %16 {axis = 0} : f64[3]
%17 = expand_dims %7 {axes = [0]} : f64[1, 2]
%18 = expand_dims %10 {axes = [0]} : f64[1, 2]
%19 = expand_dims %13 {axes = [0]} : f64[1, 2]
%p.b = concat %17, %18, %19 {axis = 0} : f64[3, 2]
%20 = astype %i {to = i64} : i64
%21 = constant {element = i64, value = 1} : i64
%22 = element %p.b, %20, %21 : f64
%23 = multiply %22, %x : f64
%p.b#1 = set_element %p.b, %23, %20, %21 : f64[3, 2]
%24 = constant {element = f64, value = 0.0} : f64
%25 = broadcast %24 {shape = <2>} : f64[2]
%26 = astype %i {to = i64} : i64
%q.a = element %p.a, %26 : f64
%q.b = element %p.b#1, %26 : f64[2]
%27 = constant {element = i64, value = 1} : i64
%p.a#1 = set_element %p.a, %q.a, %27 : f64[3]
%p.b#2 = set_element %p.b#1, %q.b, %27 : f64[3, 2]
%28 = astype %i {to = i64} : i64
%29 = element %p.a#1, %28 : f64
%30 = constant {element = i64, value = 0} : i64
%31 = element %q.b, %30 : f64
%32 = add %29, %31 : f64
return %32
)");
}

// An index known at run time goes through a sequence.
TEST(Data, ArraysOfTensorsAreTakenApart) {
  EXPECT_EQ(lower_text(R"(#include <array>
GRADC_DIFFERENTIATE(gradient) double f(const gradc::Vector<double>& x, const gradc::Vector<double>& y, int i) {
  std::array<gradc::Vector<double>, 2> a{x, y};
  a[0] = a[1] * 2;
  a[i] = x;
  return gradc::sum(a[i]) + gradc::sum(a[1]);
}
)")
                .ops(),
            R"(%0 = constant {element = f64, value = 2.0} : f64
%1 = broadcast %0 {shape = <y.0>} : f64[y.0]
%2 = multiply %y, %1 : f64[y.0]
%3 = astype %i {to = u64} : u64
%4 = astype %i {to = i64} : i64
%5 = sequence_empty {depth = 0, element = f64, rank = 1} : seq<f64[?]>
%6 = sequence_push %5, %2 : seq<f64[?]>
%7 = sequence_push %6, %y : seq<f64[?]>
%8 = sequence_set %7, %x, %4 : seq<f64[?]>
%9 = constant {element = i64, value = 0} : i64
%10 = sequence_at %8, %9 {shape = <item.0>} : f64[item.0]
%11 = constant {element = i64, value = 1} : i64
%12 = sequence_at %8, %11 {shape = <y.1>} : f64[y.1]
%13 = astype %i {to = u64} : u64
%14 = astype %i {to = i64} : i64
%15 = sequence_empty {depth = 0, element = f64, rank = 1} : seq<f64[?]>
%16 = sequence_push %15, %10 : seq<f64[?]>
%17 = sequence_push %16, %12 : seq<f64[?]>
%18 = sequence_at %17, %14 {shape = <item.1>} : f64[item.1]
%19 = sum %18 {axes = [0], keepdims = false} : f64
%20 = sum %12 {axes = [0], keepdims = false} : f64
%21 = add %19, %20 : f64
return %21
)");
}

// Extents of what is taken out are those that it meets.
TEST(Data, VectorsOfStructuresAreAStructureOfSequences) {
  EXPECT_EQ(lower_text(R"(#include <vector>
struct Layer { gradc::Matrix<double> w; gradc::Vector<double> b; };
GRADC_DIFFERENTIATE(gradient) double f(const gradc::Matrix<double>& w, const gradc::Vector<double>& x) {
  std::vector<Layer> layers;
  layers.push_back({w, x});
  Layer& first = layers[0];
  first.b(1) = 2;
  return gradc::sum(gradc::matmul(x, layers[0].w) + layers[0].b);
}
)")
                .ops(),
            R"(%layers.w = sequence_empty {depth = 0, element = f64, rank = 2} : seq<f64[?, ?]>
%layers.b = sequence_empty {depth = 0, element = f64, rank = 1} : seq<f64[?]>
%layers.w#1 = sequence_push %layers.w, %w : seq<f64[?, ?]>
%layers.b#1 = sequence_push %layers.b, %x : seq<f64[?]>
%0 = constant {element = i64, value = 0} : i64
%1 = constant {element = f64, value = 2.0} : f64
%2 = constant {element = i64, value = 1} : i64
%layers.b#2 = sequence_set_element %layers.b#1, %1, %0, %2 : seq<f64[?]>
%3 = constant {element = i64, value = 0} : i64
%4 = sequence_at %layers.w#1, %3 {shape = <x.0, layers.w.1>} : f64[x.0, layers.w.1]
%5 = expand_dims %x {axes = [0]} : f64[1, x.0]
%6 = matmul %5, %4 {transpose_a = false, transpose_b = false} : f64[1, layers.w.1]
%7 = squeeze %6 {axes = [0]} : f64[layers.w.1]
%8 = constant {element = i64, value = 0} : i64
%9 = sequence_at %layers.b#2, %8 {shape = <layers.w.1>} : f64[layers.w.1]
%10 = add %7, %9 : f64[layers.w.1]
%11 = sum %10 {axes = [0], keepdims = false} : f64
return %11
)");
}

TEST(Data, VectorsOfVectors) {
  EXPECT_EQ(lower_text(R"(#include <vector>
GRADC_DIFFERENTIATE(gradient) double f(double x, int i) {
  std::vector<std::vector<double>> v(2, std::vector<double>(3));
  v[i][1] = x;
  std::vector<double>& row = v[0];
  row.push_back(v[i][0]);
  return v[0][i];
}
)")
                .ops(),
            R"(%0 = constant {element = i64, value = 2} : i64
%1 = constant {element = i64, value = 3} : i64
%2 = constant {element = f64, value = 0.0} : f64
%3 = sequence_fill %1, %2 : seq<f64>
%v = sequence_fill %0, %3 : seq<seq<f64>>
%4 = astype %i {to = u64} : u64
%5 = astype %i {to = i64} : i64
%6 = constant {element = i64, value = 1} : i64
%v#1 = sequence_set_element %v, %x, %5, %6 : seq<seq<f64>>
%7 = constant {element = i64, value = 0} : i64
%8 = astype %i {to = u64} : u64
%9 = astype %i {to = i64} : i64
%10 = constant {element = i64, value = 0} : i64
%11 = sequence_at %v#1, %9 {shape = <>} : seq<f64>
%12 = sequence_at %11, %10 {shape = <>} : f64
%13 = sequence_at %v#1, %7 {shape = <>} : seq<f64>
%14 = sequence_push %13, %12 : seq<f64>
%v#2 = sequence_set %v#1, %14, %7 : seq<seq<f64>>
%15 = constant {element = i64, value = 0} : i64
%16 = astype %i {to = u64} : u64
%17 = astype %i {to = i64} : i64
%18 = sequence_at %v#2, %15 {shape = <>} : seq<f64>
%19 = sequence_at %18, %17 {shape = <>} : f64
return %19
)");
}

TEST(Data, PointersAreAnObjectAndAnOffset) {
  EXPECT_EQ(lower_text(R"(double ends(const double* p, int n) { return p[0] + *(p + n - 1); }
void put(double* p, double x) { *p++ = x; *p = 2 * x; }
GRADC_DIFFERENTIATE(gradient) double f(gradc::Matrix<double> y, const gradc::Vector<double>& x, int i) {
  put(&y(1, 0), x(0));
  double a[4] = {};
  put(a + i, x(1));
  const double* first = a;
  const double* last = a + 4;
  double single = 1;
  double* p = &single;
  *p = 3;
  return ends(x.data(), i) + y(1, 1) + a[1] + (last - first) + single + (p != nullptr);
}
)")
                .ops(),
            R"(%0 = extent {value = <y.1>} : i64
%1 = constant {element = i64, value = 0} : i64
%2 = element %x, %1 : f64
%3 = constant {element = i64, value = 1} : i64
%4 = add %0, %3 : i64
%5 = extent {value = <y.1>} : i64
%6 = modulo %0, %5 : i64
%7 = quotient %0, %5 : i64
%y#1 = set_element %y, %2, %7, %6 : f64[y.0, y.1]
%8 = constant {element = f64, value = 2.0} : f64
%9 = multiply %8, %2 : f64
%10 = extent {value = <y.1>} : i64
%11 = modulo %4, %10 : i64
%12 = quotient %4, %10 : i64
%y#2 = set_element %y#1, %9, %12, %11 : f64[y.0, y.1]
%13 = constant {element = f64, value = 0.0} : f64
%14 = broadcast %13 {shape = <4>} : f64[4]
%15 = constant {element = f64, value = 0.0} : f64
%a = broadcast %15 {shape = <4>} : f64[4]
%16 = astype %i {to = i64} : i64
%17 = constant {element = i64, value = 1} : i64
%18 = element %x, %17 : f64
%19 = constant {element = i64, value = 1} : i64
%20 = add %16, %19 : i64
%a#1 = set_element %a, %18, %16 : f64[4]
%21 = constant {element = f64, value = 2.0} : f64
%22 = multiply %21, %18 : f64
%a#2 = set_element %a#1, %22, %20 : f64[4]
%23 = constant {element = f64, value = 3.0} : f64
%24 = constant {element = i64, value = 0} : i64
%25 = element %x, %24 : f64
%26 = astype %i {to = i64} : i64
%27 = constant {element = i64, value = 1} : i64
%28 = subtract %26, %27 : i64
%29 = element %x, %28 : f64
%30 = add %25, %29 : f64
%31 = constant {element = i64, value = 1} : i64
%32 = constant {element = i64, value = 1} : i64
%33 = element %y#2, %31, %32 : f64
%34 = add %30, %33 : f64
%35 = constant {element = i64, value = 1} : i64
%36 = element %a#2, %35 : f64
%37 = add %34, %36 : f64
%38 = constant {element = f64, value = 4.0} : f64
%39 = add %37, %38 : f64
%40 = add %39, %23 : f64
%41 = constant {element = f64, value = 1.0} : f64
%42 = add %40, %41 : f64
return %42
)");
}

// The first of two that are equal, or of which one is NaN.
TEST(Data, TheSmallerAndTheLarger) {
  EXPECT_EQ(lower_text(R"(#include <algorithm>
GRADC_DIFFERENTIATE(gradient) double f(double x, double y, int n) {
  const double a = std::min(x, y), b = std::max({x, y, 1.0}), c = std::clamp(x, 0.0, y);
  return a + b + c + std::max(n, 3);
}
)")
                .ops(),
            R"(%0 = less %y, %x : bool
%a = where %0, %y, %x : f64
%1 = constant {element = f64, value = 1.0} : f64
%2 = less %x, %y : bool
%3 = where %2, %y, %x : f64
%4 = less %3, %1 : bool
%b = where %4, %1, %3 : f64
%5 = constant {element = f64, value = 0.0} : f64
%6 = less %y, %x : bool
%7 = less %x, %5 : bool
%8 = where %6, %y, %x : f64
%c = where %7, %5, %8 : f64
%9 = add %a, %b : f64
%10 = add %9, %c : f64
%11 = constant {element = i32, value = 3} : i32
%12 = less %n, %11 : bool
%13 = where %12, %11, %n : i32
%14 = astype %13 {to = f64} : f64
%15 = add %10, %14 : f64
return %15
)");
}

TEST(Data, SwappedElements) {
  EXPECT_EQ(lower_text(R"(#include <utility>
GRADC_DIFFERENTIATE(gradient) double f(gradc::Vector<double> y, int i) {
  std::swap(y(0), y(i));
  y(1) = std::exchange(y(i), 5.0);
  return y(0);
}
)")
                .ops(),
            R"(%0 = constant {element = i64, value = 0} : i64
%1 = astype %i {to = i64} : i64
%2 = element %y, %0 : f64
%3 = element %y, %1 : f64
%y#1 = set_element %y, %3, %0 : f64[y.0]
%y#2 = set_element %y#1, %2, %1 : f64[y.0]
%4 = astype %i {to = i64} : i64
%5 = constant {element = f64, value = 5.0} : f64
%6 = element %y#2, %4 : f64
%y#3 = set_element %y#2, %5, %4 : f64[y.0]
%7 = constant {element = i64, value = 1} : i64
%y#4 = set_element %y#3, %6, %7 : f64[y.0]
%8 = constant {element = i64, value = 0} : i64
%9 = element %y#4, %8 : f64
return %9
)");
}

// In the type of the first value.
TEST(Data, AlgorithmsOnAPartAreLoops) {
  EXPECT_EQ(lower_text(R"(#include <numeric>
GRADC_DIFFERENTIATE(gradient) double f(const gradc::Vector<double>& x, int n) {
  return std::accumulate(x.data(), x.data() + n, 0.0);
}
)")
                .ops(),
            R"(%0 = astype %n {to = i64} : i64
%1 = constant {element = f64, value = 0.0} : f64
%2 = constant {element = i64, value = 0} : i64
%3, %4, %5 = while %1, %2, %x {carried = 2} condition(%0: f64, %1: i64, %x: f64[x.0]) {
  %2 = extent {value = <%n>} : i64
  %3 = less %1, %2 : bool
  -> %3
} body(%0: f64, %1: i64, %x: f64[x.0]) {
  %2 = element %x, %1 : f64
  %3 = add %0, %2 : f64
  %4 = constant {element = i64, value = 1} : i64
  %5 = add %1, %4 : i64
  -> %3, %5
} : f64, i64, i64
return %3
)");
}

// The right side first.
TEST(Data, EvaluationIsInTheOrderOfCpp17) {
  EXPECT_EQ(lower_text(R"(#include <array>
GRADC_DIFFERENTIATE(gradient) double f(std::array<double, 4> a, int i) {
  a[i] = i++;
  a[i++] += a[i++];
  return a[i];
}
)")
                .ops(),
            R"(%0 = expand_dims %a.0 {axes = [0]} : f64[1]
%1 = expand_dims %a.1 {axes = [0]} : f64[1]
%2 = expand_dims %a.2 {axes = [0]} : f64[1]
%3 = expand_dims %a.3 {axes = [0]} : f64[1]
%a = concat %0, %1, %2, %3 {axis = 0} : f64[4]
%4 = constant {element = i32, value = 1} : i32
%i#1 = add %i, %4 : i32
%5 = astype %i {to = f64} : f64
%6 = astype %i#1 {to = u64} : u64
%7 = astype %i#1 {to = i64} : i64
%a#1 = set_element %a, %5, %7 : f64[4]
%8 = constant {element = i32, value = 1} : i32
%i#2 = add %i#1, %8 : i32
%9 = astype %i#1 {to = u64} : u64
%10 = astype %i#1 {to = i64} : i64
%11 = element %a#1, %10 : f64
%12 = constant {element = i32, value = 1} : i32
%i#3 = add %i#2, %12 : i32
%13 = astype %i#2 {to = u64} : u64
%14 = astype %i#2 {to = i64} : i64
%15 = element %a#1, %14 : f64
%16 = add %15, %11 : f64
%a#2 = set_element %a#1, %16, %14 : f64[4]
%17 = astype %i#3 {to = u64} : u64
%18 = astype %i#3 {to = i64} : i64
%19 = element %a#2, %18 : f64
return %19
)");
}

}  // namespace
}  // namespace lower_test
