// Control flow as blocks of the IR.
#include <gtest/gtest.h>

#include "ir/kind.h"
#include "lowered.h"

namespace lower_test {
namespace {

TEST(Control, ArmsGiveWhatEitherChanges) {
  EXPECT_EQ(lower_function(R"(double f(double x, double y) {
  double a = x, b;
  if (x > y) { a = x * y; b = 2; } else b = y;
  return a + b;
}
)").ops(),
            R"(%0 = greater %x, %y : bool
%a, %b = if %0, %x, %y then(%x: f64, %y: f64) {
  %a = multiply %x, %y : f64
  %b = constant {element = f64, value = 2.0} : f64
  -> %a, %b
} else(%x: f64, %y: f64) {
  -> %x, %y
} : f64, f64
%1 = add %a, %b : f64
return %1
)");
}

TEST(Control, WhatFollowsAnEarlyReturnGoesIntoTheOtherArm) {
  EXPECT_EQ(lower_function(R"(double f(double x) {
  if (x < 0) return 0;
  double y = x * x;
  if (y > 4) return y;
  return y + x;
}
)").ops(),
            R"(%0 = constant {element = f64, value = 0.0} : f64
%1 = less %x, %0 : bool
%y = if %1, %x then(%x: f64) {
  %0 = constant {element = f64, value = 0.0} : f64
  -> %0
} else(%x: f64) {
  %y = multiply %x, %x : f64
  %0 = constant {element = f64, value = 4.0} : f64
  %1 = greater %y, %0 : bool
  %y#1 = if %1, %y, %x then(%y: f64, %x: f64) {
    -> %y
  } else(%y: f64, %x: f64) {
    %0 = add %y, %x : f64
    -> %0
  } : f64
  -> %y#1
} : f64
return %y
)");
}

TEST(Control, ALoopCarriesWhatItWrites) {
  EXPECT_EQ(lower_function(R"(double f(double x, int n) {
  double s = 0, unchanged = x;
  for (int i = 0; i < n; ++i) { double t = unchanged * i; s += t; }
  return s;
}
)").ops(),
            R"(%s = constant {element = f64, value = 0.0} : f64
%i = constant {element = i32, value = 0} : i32
%s#1, %i#1, %0 = while %s, %i, %n, %x {carried = 2} condition(%s: f64, %i: i32, %n: i32, %x: f64) {
  %0 = less %i, %n : bool
  -> %0
} body(%s: f64, %i: i32, %n: i32, %x: f64) {
  %0 = astype %i {to = f64} : f64
  %t = multiply %x, %0 : f64
  %s#1 = add %s, %t : f64
  %1 = constant {element = i32, value = 1} : i32
  %i#1 = add %i, %1 : i32
  -> %s#1, %i#1
} : f64, i32, i64
return %s#1
)");
}

TEST(Control, AMarkHoldsForTheLoopAfterIt) {
  const LoweredSource lowered = lower_text(R"(template <class T> T doubled(T x) {
  GRADC_LOOP(relaxed);
  [[unlikely]] while (x < 2) x += x;
  return x;
}
GRADC_DIFFERENTIATE(gradient) double f(double x, int n) {
  double a[3] = {x, x, x}, s = 0;
  GRADC_LOOP(independent, relaxed);
  for (int i = 0; i < n; ++i)
    for (double one : a) s += one;
  GRADC_LOOP(independent);
  do s += x; while (s < 1);
  return s + doubled(x);
}
)");
  std::string marks;
  for (const ir::Op& op : lowered.module.functions.at(0).ops)
    if (op.kind == ir::Kind::While)
      marks += std::string(op.attributes.find("independent") ? "i" : "") + (op.attributes.find("relaxed") ? "r" : "") + ",";
  EXPECT_EQ(marks, ",ir,i,r,") << lowered.errors();  // the inner loop comes first
}

TEST(Control, BreakAndReturnAreAskedBeforeTheCondition) {
  EXPECT_EQ(lower_function(R"(double f(double x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i) {
    if (i == 3) continue;
    s *= x;
    if (s > 10) break;
    if (s < 0) return x;
  }
  return s;
}
)").ops(),
            R"(%0 = constant {element = bool, value = 0} : bool
%s = constant {element = f64, value = 1.0} : f64
%i = constant {element = i32, value = 0} : i32
%1 = constant {element = bool, value = 0} : bool
%2 = undefined {element = f64, shape = <>} : f64
%3, %x#1, %s#1, %i#1, %4, %5 = while %0, %2, %s, %i, %1, %n, %x {carried = 5} condition(%0: bool, %1: f64, %s: f64, %i: i32, %2: bool, %n: i32, %x: f64) {
  %3 = logical_or %2, %0 : bool
  %4 = if %3, %i, %n then(%i: i32, %n: i32) {
    %0 = constant {element = bool, value = 0} : bool
    -> %0
  } else(%i: i32, %n: i32) {
    %0 = less %i, %n : bool
    -> %0
  } : bool
  -> %4
} body(%0: bool, %1: f64, %s: f64, %i: i32, %2: bool, %n: i32, %x: f64) {
  %3 = constant {element = i32, value = 3} : i32
  %4 = equal %i, %3 : bool
  %5, %x#1, %s#1, %6, %7 = if %4, %1, %s, %x then(%0: f64, %s: f64, %x: f64) {
    %1 = constant {element = bool, value = 1} : bool
    %2 = constant {element = bool, value = 0} : bool
    %3 = constant {element = bool, value = 0} : bool
    -> %2, %0, %s, %3, %1
  } else(%0: f64, %s: f64, %x: f64) {
    %s#1 = multiply %s, %x : f64
    %1 = constant {element = f64, value = 10.0} : f64
    %2 = greater %s#1, %1 : bool
    %3, %x#1, %4 = if %2, %0, %s#1, %x then(%0: f64, %s: f64, %x: f64) {
      %1 = constant {element = bool, value = 1} : bool
      %2 = constant {element = bool, value = 0} : bool
      -> %2, %0, %1
    } else(%0: f64, %s: f64, %x: f64) {
      %1 = constant {element = f64, value = 0.0} : f64
      %2 = less %s, %1 : bool
      %3, %x#1 = if %2, %x, %0 then(%x: f64, %0: f64) {
        %1 = constant {element = bool, value = 1} : bool
        -> %1, %x
      } else(%x: f64, %0: f64) {
        %1 = constant {element = bool, value = 0} : bool
        -> %1, %0
      } : bool, f64
      %4 = constant {element = bool, value = 0} : bool
      -> %3, %x#1, %4
    } : bool, f64, bool
    %5 = constant {element = bool, value = 0} : bool
    -> %3, %x#1, %s#1, %4, %5
  } : bool, f64, f64, bool, bool
  %8 = constant {element = i32, value = 1} : i32
  %i#1 = add %i, %8 : i32
  -> %5, %x#1, %s#1, %i#1, %6
} : bool, f64, f64, i32, bool, i64
%6, %x#2 = if %3, %3, %x#1, %s#1 then(%0: bool, %x: f64, %s: f64) {
  -> %0, %x
} else(%0: bool, %x: f64, %s: f64) {
  %1 = constant {element = bool, value = 1} : bool
  -> %1, %s
} : bool, f64
return %x#2
)");
}

TEST(Control, AConditionThatWritesIsEvaluatedAtTheEndOfTheTrip) {
  EXPECT_EQ(lower_function(R"(double f(double x, int n) {
  double s = 0;
  while (n-- > 0) s += x;
  do s *= x; while (s < 1);
  return s;
}
)").ops(),
            R"(%s = constant {element = f64, value = 0.0} : f64
%0 = constant {element = i32, value = 1} : i32
%n#1 = subtract %n, %0 : i32
%1 = constant {element = i32, value = 0} : i32
%2 = greater %n, %1 : bool
%n_3, %s#1, %3, %4 = while %n#1, %s, %2, %x {carried = 3} condition(%n_3: i32, %s: f64, %0: bool, %x: f64) {
  -> %0
} body(%n_3: i32, %s: f64, %0: bool, %x: f64) {
  %s#1 = add %s, %x : f64
  %1 = constant {element = i32, value = 1} : i32
  %n = subtract %n_3, %1 : i32
  %2 = constant {element = i32, value = 0} : i32
  %3 = greater %n_3, %2 : bool
  -> %n, %s#1, %3
} : i32, f64, bool, i64
%5 = constant {element = bool, value = 1} : bool
%s#2, %6, %7 = while %s#1, %5, %x {carried = 2} condition(%s: f64, %0: bool, %x: f64) {
  -> %0
} body(%s: f64, %0: bool, %x: f64) {
  %s#1 = multiply %s, %x : f64
  %1 = constant {element = f64, value = 1.0} : f64
  %2 = less %s#1, %1 : bool
  -> %s#1, %2
} : f64, bool, i64
return %s#2
)");
}

TEST(Control, SwitchIsAChainOrRunsOn) {
  EXPECT_EQ(lower_function(R"(double f(double x, int k) {
  switch (k) {
    case 0: return x;
    case 1: case 2: x *= 2; break;
    default: x = 3;
  }
  return x;
}
)").ops(),
            R"(%0 = constant {element = i32, value = 0} : i32
%1 = equal %k, %0 : bool
%2 = logical_not %1 : bool
%3 = constant {element = i32, value = 1} : i32
%4 = equal %k, %3 : bool
%5 = constant {element = i32, value = 2} : i32
%6 = equal %k, %5 : bool
%7 = logical_or %4, %6 : bool
%8 = logical_not %7 : bool
%9 = logical_and %2, %8 : bool
%x#1, %10, %x#2, %11 = if %1, %x, %7 then(%x: f64, %0: bool) {
  %1 = constant {element = bool, value = 1} : bool
  %2 = constant {element = bool, value = 0} : bool
  -> %x, %1, %x, %2
} else(%x: f64, %0: bool) {
  %x#1, %1 = if %0, %x then(%x: f64) {
    %0 = constant {element = f64, value = 2.0} : f64
    %x#1 = multiply %x, %0 : f64
    %1 = constant {element = bool, value = 1} : bool
    -> %x#1, %1
  } else(%x: f64) {
    %x#1 = constant {element = f64, value = 3.0} : f64
    %0 = constant {element = bool, value = 0} : bool
    -> %x#1, %0
  } : f64, bool
  %2 = constant {element = bool, value = 0} : bool
  %3 = undefined {element = f64, shape = <>} : f64
  -> %x#1, %2, %3, %1
} : f64, bool, f64, bool
%12, %x#3 = if %10, %10, %x#2, %x#1 then(%0: bool, %x: f64, %x#1: f64) {
  -> %0, %x
} else(%0: bool, %x: f64, %x#1: f64) {
  %1 = constant {element = bool, value = 1} : bool
  -> %1, %x#1
} : bool, f64
return %x#3
)");
  EXPECT_EQ(lower_function(R"(double f(double x, int k) {
  switch (k) {
    default: x += 1;
    case 1: x *= 2;
  }
  return x;
}
)").ops(),
            R"(%0 = constant {element = i32, value = 1} : i32
%1 = equal %k, %0 : bool
%2 = logical_not %1 : bool
%x#1 = if %2, %x then(%x: f64) {
  %0 = constant {element = f64, value = 1.0} : f64
  %x#1 = add %x, %0 : f64
  -> %x#1
} else(%x: f64) {
  -> %x
} : f64
%3 = logical_or %2, %1 : bool
%x#2 = if %3, %x#1 then(%x: f64) {
  %0 = constant {element = f64, value = 2.0} : f64
  %x#1 = multiply %x, %0 : f64
  -> %x#1
} else(%x: f64) {
  -> %x
} : f64
return %x#2
)");
}

TEST(Control, TheRightSideIsEvaluatedOnlyWhereItCounts) {
  EXPECT_EQ(lower_function(R"(double f(double x, double y) {
  bool plain = x > 0 && y < 1;
  bool both = plain && std::sqrt(x) < 2;
  return both ? x : x > y ? std::sqrt(y) : y;
}
)").ops(),
            R"(%0 = constant {element = f64, value = 0.0} : f64
%1 = greater %x, %0 : bool
%2 = constant {element = f64, value = 1.0} : f64
%3 = less %y, %2 : bool
%plain = logical_and %1, %3 : bool
%both = if %plain, %x then(%x: f64) {
  %0 = sqrt %x : f64
  %1 = constant {element = f64, value = 2.0} : f64
  %2 = less %0, %1 : bool
  -> %2
} else(%x: f64) {
  %0 = constant {element = bool, value = 0} : bool
  -> %0
} : bool
%x#1 = if %both, %x, %y then(%x: f64, %y: f64) {
  -> %x
} else(%x: f64, %y: f64) {
  %0 = greater %x, %y : bool
  %y#1 = if %0, %y then(%y: f64) {
    %0 = sqrt %y : f64
    -> %0
  } else(%y: f64) {
    -> %y
  } : f64
  -> %y#1
} : f64
return %x#1
)");
}

TEST(Control, ARecursiveFunctionCallsItself) {
  const LoweredSource source = lower_text(R"(
void add(double& s, double x, int n) { if (n == 0) return; s += x; add(s, x * x, n - 1); }
GRADC_DIFFERENTIATE(gradient) double f(double x, int n) { double s = 0; add(s, x, n); return s; }
)");
  EXPECT_EQ(source.ops(0), R"(%0 = constant {element = i32, value = 0} : i32
%1 = equal %n, %0 : bool
%s#1, %2 = if %1, %s, %x, %n then(%s: f64, %x: f64, %n: i32) {
  %0 = constant {element = bool, value = 1} : bool
  -> %s, %0
} else(%s: f64, %x: f64, %n: i32) {
  %s#1 = add %s, %x : f64
  %0 = multiply %x, %x : f64
  %1 = constant {element = i32, value = 1} : i32
  %2 = subtract %n, %1 : i32
  %3 = call @add_recursion %s#1, %0, %2 : f64
  %4 = constant {element = bool, value = 0} : bool
  -> %3, %4
} : f64, bool
return %s#1
)");
  EXPECT_EQ(source.ops(1), R"(%0 = constant {element = i32, value = 0} : i32
%1 = equal %n, %0 : bool
%s, %2 = if %1, %x, %n then(%x: f64, %n: i32) {
  %0 = constant {element = bool, value = 1} : bool
  %s = constant {element = f64, value = 0.0} : f64
  -> %s, %0
} else(%x: f64, %n: i32) {
  %s = constant {element = f64, value = 0.0} : f64
  %s#1 = add %s, %x : f64
  %0 = multiply %x, %x : f64
  %1 = constant {element = i32, value = 1} : i32
  %2 = subtract %n, %1 : i32
  %3 = call @add_recursion %s#1, %0, %2 : f64
  %4 = constant {element = bool, value = 0} : bool
  -> %3, %4
} : f64, bool
return %s
)");
}

TEST(Control, ExtentsKnownOnlyAtRunTimeAreCheckedWhereTheyMeet) {
  EXPECT_EQ(lower_function(R"(double f(gradc::Vector<double> x, const gradc::Vector<double>& y, int n) {
  for (int i = 0; i < n; ++i) x = gradc::concat({x, x}, 0);
  return gradc::sum(x * y);
}
)").ops(),
            R"(%i = constant {element = i32, value = 0} : i32
%x#1, %i#1, %0 = while %x, %i, %n {carried = 2, shapes = <x.3.0>, varying = [0]} condition(%x: f64[x.1.0], %i: i32, %n: i32) {
  %0 = less %i, %n : bool
  -> %0
} body(%x: f64[x.2.0], %i: i32, %n: i32) {
  %x#1 = concat %x, %x {axis = 0} : f64[2*x.2.0]
  %0 = constant {element = i32, value = 1} : i32
  %i#1 = add %i, %0 : i32
  -> %x#1, %i#1
} : f64[x.3.0], i32, i64
%x#2 = require_extents %x#1 {shape = <y.0>} : f64[y.0]
%1 = multiply %x#2, %y : f64[y.0]
%2 = sum %1 {axes = [0], keepdims = false} : f64
return %2
)");
  EXPECT_EQ(lower_function(R"(double f(const gradc::Vector<double>& x, int n) {
  auto y = gradc::zeros<double>({1});
  for (int i = 0; i < n; ++i) y = gradc::reshape(y, {2}) + 1.0;
  return gradc::sum(x) + gradc::sum(y);
}
)").errors(),
            "5: reshape: 1 and 2 can't be equal (the numbers of elements) [shape_mismatch]\n");
}

TEST(Control, AnIntegerThatHoldsAnExtentIsOneInALoop) {
  EXPECT_EQ(lower_function(R"(double f(const gradc::Matrix<double>& x) {
  std::int64_t n = x.extent(1);
  double sum = 0;
  for (int i = 0; i < 3; ++i) sum += gradc::sum(gradc::matmul(x, gradc::ones<double>({n, 2})));
  return sum;
}
)").ops(),
            R"(%sum = constant {element = f64, value = 0.0} : f64
%i = constant {element = i32, value = 0} : i32
%sum#1, %i#1, %0 = while %sum, %i, %x {carried = 2} condition(%sum: f64, %i: i32, %x: f64[x.0, x.1]) {
  %0 = constant {element = i32, value = 3} : i32
  %1 = less %i, %0 : bool
  -> %1
} body(%sum: f64, %i: i32, %x: f64[x.0, x.1]) {
  %0 = constant {element = f64, value = 1.0} : f64
  %1 = broadcast %0 {shape = <x.1, 2>} : f64[x.1, 2]
  %2 = matmul %x, %1 {transpose_a = false, transpose_b = false} : f64[x.0, 2]
  %3 = sum %2 {axes = [0, 1], keepdims = false} : f64
  %sum#1 = add %sum, %3 : f64
  %4 = constant {element = i32, value = 1} : i32
  %i#1 = add %i, %4 : i32
  -> %sum#1, %i#1
} : f64, i32, i64
return %sum#1
)");
}

}  // namespace
}  // namespace lower_test
