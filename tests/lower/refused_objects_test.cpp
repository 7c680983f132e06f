// What is refused of objects that move: items of containers that are moved or reordered under references to them, pointers that
// change places, engines and containers of which not all is followed, statics that are written.
#include <gtest/gtest.h>

#include "lowered.h"

namespace lower_test {
namespace {

const char* const kBody = R"(#include <algorithm>
#include <random>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>
#define G GRADC_DIFFERENTIATE(gradient)
static float matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
struct Series { float* c; int order; };
static float kept_data[2] = {1, 2}, given_data[2] = {1, 2}, set_data[2] = {1, 2};
static Series kept = {kept_data, 1};
struct Open { float* c; };
static Open given = {given_data};
struct Loose { float* c; };
static Loose loose = {set_data};
struct Inner { float* c; };
struct Holder { Inner inner; };
static float held_data[2] = {1, 2};
static Holder held = {{held_data}};
void fill(const Holder& holder);
void hold() { fill(held); }
void fill(const Open* series);
void give() { fill(&given); }
void set(const Loose* series) { series->c[0] = 3; }
float at(const Series* series) { return series->c[series->order]; }
G float series(float x) {
  return x * at(&kept)
      + given.c[0] * x  // !writable_global: the global variable 'given_data' can change between calls; make it constexpr, or pass it as an argument
      + held.inner.c[0]  // !writable_global: the global variable 'held_data' can change between calls; make it constexpr, or pass it as an argument
      + loose.c[1];  // !writable_global: the global variable 'set_data' can change between calls; make it constexpr, or pass it as an argument
}
void decorate(std::string& text);
G float decorated(float x) {
  decorate(*new std::string("a"));  // !no_body: calls with no visible body and no custom rule can't be differentiated: 'decorate'
  return x;
}
G float rows(float x) {
  for (auto row : matrix) row[0] = x;  // !writable_global: the global variable 'matrix' can change between calls; make it constexpr, or pass it as an argument
  auto [a, b] = std::make_pair(x, 2 * x);
  static const std::vector<float> w{a, b};
  return w[0];  // !unknown_constant: the value of the constant 'w' is not known when code is generated; make it constexpr, or pass it as an argument
}
G float cast(float x) {
  std::vector<float> a{x, 2}, b, c{x}, d;
  float &of_cast = a[0], &of_forward = c[0];
  b = static_cast<std::vector<float>&&>(a);  // !unsupported_expression: moving or swapping a container of which 'of_cast' refers to an item is not understood in a function that is differentiated; name the item by the container again
  d = std::forward<std::vector<float>>(c);  // !unsupported_expression: moving or swapping a container of which 'of_forward' refers to an item is not understood in a function that is differentiated; name the item by the container again
  return of_cast * of_forward;
}
G float in_arm(float x) {  // a pointer that an arm leaves refused ended gradc
  std::vector<std::vector<float>> m{{3, x}, {1, x}, {2}};
  float& in_first = m[0][1];
  for (auto p = m.begin(), q = m.begin() + 1; q != m.end(); ++q)
    if ((*q)[0] > 0) {
      *p = std::move(*q);  // !unsupported_expression: moving or swapping a container of which 'in_first' refers to an item is not understood in a function that is differentiated; name the item by the container again
      ++p;
    }
  return in_first;
}
G float turns(float x, int n) {
  float a = x, b = 2 * x, c = x, d = 2 * x, e = x, f = 2 * x, g = x, h = x;
  float *p = &a, *q = &b, *r = &c, *s = &d, *t = &e, *u = &f, *v = &g, *w = nullptr;
  for (int i = 0; i < n; ++i) {  // !object_depends: which object is referred to here depends on a condition; choose between values instead
    a += *q;
    std::swap(p, q);
  }
  for (int i = 0; i < n; ++i) {  // !object_depends: which object is referred to here depends on a condition; choose between values instead
    std::swap(r, s);
    if (r == &c) *r *= 2;
  }
  for (int i = 0; i < n; ++i) {  // !object_depends: which object is referred to here depends on a condition; choose between values instead
    w = t;
    std::swap(t, u);
  }
  for (int i = 0; i < n; ++i) v = &h;  // !object_depends: which object is referred to here depends on a condition; choose between values instead
  return *p + *r + *t + *v;
}
void passed(float* p, float x) {
  *p += x;  // !object_depends: which object is referred to here depends on a condition; choose between values instead
}
G float left_by_a_loop(float x) {
  float e[] = {x, 2}, f[] = {5, x};
  float *a, *b, *c, *d, *g;
  for (int i = 0; i < 2; ++i) {
    a = b = c = d = g = i > 0 ? e : f;
    *a *= x;
  }
  if (x > 0) b = f;
  for (int i = 0; i < 2; ++i) {
    if (i > 0) c = e;
    *c *= x;  // !object_depends: which object is referred to here depends on a condition; choose between values instead
  }
  for (int i = 0; i < 2; ++i) d = f;
  passed(g, x);
  x += *a;  // !object_depends: which object is referred to here depends on a condition; choose between values instead
  x += *b;  // !object_depends: which object is referred to here depends on a condition; choose between values instead
  x += *d;  // !object_depends: which object is referred to here depends on a condition; choose between values instead
  return a == e ? x : 2 * x;  // !object_depends: which object is referred to here depends on a condition; choose between values instead
}
struct Placed { float x; };
G float of_longer(const std::pair<float, std::vector<float>>* p,  // !parameter_pointer: parameter 'p' of 'of_longer' points to 'std::pair<float, std::vector<float>>'; objects behind a pointer hold numbers and arrays of a constant size; take a std::vector of them
                  int n) {
  return p[n].first;
}
G float of_nested(const std::array<std::pair<float, int>, 2>* p,  // !parameter_pointer: parameter 'p' of 'of_nested' points to 'std::array<std::pair<float, int>, 2>'; arrays in it can hold only numbers here; hold structures, or take a std::vector of them
                  int n) {
  return p[n][0].first;
}
G float of_unknown(const std::pair<float, int>* p,  // !pointer_extent: how many values 'p' points to is not known, since an index is no formula that integer parameters bound; say it in the request: extent(p = n)
                   const int* at) {
  return p[*at].first;
}
G float second_of(float x) {
  const Placed one{x};
  const Placed* p = &one;
  return p[1].x;  // !pointer: this use of a pointer is not understood: it points to a single object; point into an array, a tensor or a std::vector, or use the variable itself
}
void sets(float* p) { p[1] = 2; }
void passes_on(float* p) { sets(p); }
void keeps(float* p, float** to) { *to = p; }
float set_by_callee[2] = {1, 2};
G float tables_that_are_written(float x) {
  static float a[2] = {1, 2};  // !static_local: the static variable 'a' keeps its value between calls; make it const, or an argument
  static float b[2] = {1, 2};  // !static_local: the static variable 'b' keeps its value between calls; make it const, or an argument
  static float c[2] = {1, 2};  // !static_local: the static variable 'c' keeps its value between calls; make it const, or an argument
  float* kept = nullptr;
  sets(a);
  passes_on(b);
  keeps(c, &kept);
  passes_on(set_by_callee);  // !writable_global: the global variable 'set_by_callee' can change between calls; make it constexpr, or pass it as an argument
  return x;
}
struct Mixed { float x; int n; float y; float at(int i) const {
  return (&x)[i];  // !pointer: this use of a pointer is not understood: it points to a single object; point into an array, a tensor or a std::vector, or use the variable itself
} };
struct Outer { float p, q; };
struct Derived : Outer { float r; };
void doubled(float* p, int n) { if (n > 0) {
  p[1] *= 2;  // !pointer: this use of a pointer is not understood: it points to a single object; point into an array, a tensor or a std::vector, or use the variable itself
  doubled(p, n - 1);
} }
G float beside(float x) {
  Mixed m{x, 1, x};
  Derived d;
  d.p = d.q = d.r = x;
  Outer o{x, x};
  doubled(&o.p, 2);
  float alone = m.at(1);
  return alone + (&alone)[1]  // !pointer: this use of a pointer is not understood: it points to a single object; point into an array, a tensor or a std::vector, or use the variable itself
      + (&d.p)[2]  // !pointer: this use of a pointer is not understood: it points to a single object; point into an array, a tensor or a std::vector, or use the variable itself
      + (&d.q)[-2];  // !pointer: this use of a pointer is not understood: it points to a single object; point into an array, a tensor or a std::vector, or use the variable itself
}
int copies = 0;
struct Doubled { float x, y; Doubled(float a) : x(a), y(a) {} Doubled(const Doubled& o) : x(o.x), y(2 * o.y) {} };
struct Part { float x, y; Part(float a) : x(a), y(a) {} Part(const Part& o) : x(o.x), y(0) {} };
struct Swapped { float x, y; Swapped(float a) : x(a), y(a) {} Swapped(const Swapped& o) : x(o.y), y(o.x) {} };
struct Based : Part { Based(float a) : Part(a) {} Based(const Based& o) : Part(o.x) {} };
struct Short { float d[3]; Short(float a) { d[0] = d[1] = d[2] = a; } Short(const Short& o) { for (int i = 0; i < 2; ++i) d[i] = o.d[i]; d[2] = 0; } };
struct Turned { float d[2]; Turned(float a) { d[0] = d[1] = a; } Turned(const Turned& o) { for (int i = 0; i < 2; ++i) d[i] = o.d[1 - i]; } };
struct Counted { float x; Counted(float a) : x(a) {} Counted(const Counted& o) : x(o.x) { ++copies; } };
struct Unseen { float x; Unseen(float a) : x(a) {} Unseen(const Unseen&); };
struct Assigned { float x = 0; Assigned& operator=(const Assigned& o) { x += o.x; return *this; } };
struct Emptied { float x; Emptied(float a) : x(a) {} Emptied(const Emptied&) = default; Emptied(Emptied&& o) : x(o.x) { o.x = 0; } };
struct HoldsDoubled { Doubled d; };
G float copied(float x) {
  std::vector<Doubled> vdoubled;  // !unsupported_type: 'vdoubled' has type 'std::vector<Doubled>', which can't be differentiated through: it holds Doubled, which is copied by code of its own; let the compiler write the copy constructors and assignments of Doubled
  std::vector<Part> vpart;  // !unsupported_type: 'vpart' has type 'std::vector<Part>', which can't be differentiated through: it holds Part, which is copied by code of its own; let the compiler write the copy constructors and assignments of Part
  std::vector<Swapped> vswapped;  // !unsupported_type: 'vswapped' has type 'std::vector<Swapped>', which can't be differentiated through: it holds Swapped, which is copied by code of its own; let the compiler write the copy constructors and assignments of Swapped
  std::vector<Based> vbased;  // !unsupported_type: 'vbased' has type 'std::vector<Based>', which can't be differentiated through: it holds Part, which is copied by code of its own; let the compiler write the copy constructors and assignments of Part
  std::vector<Short> vshort;  // !unsupported_type: 'vshort' has type 'std::vector<Short>', which can't be differentiated through: it holds Short, which is copied by code of its own; let the compiler write the copy constructors and assignments of Short
  std::vector<Turned> vturned;  // !unsupported_type: 'vturned' has type 'std::vector<Turned>', which can't be differentiated through: it holds Turned, which is copied by code of its own; let the compiler write the copy constructors and assignments of Turned
  std::vector<Counted> vcounted;  // !unsupported_type: 'vcounted' has type 'std::vector<Counted>', which can't be differentiated through: it holds Counted, which is copied by code of its own; let the compiler write the copy constructors and assignments of Counted
  std::vector<Unseen> vunseen;  // !unsupported_type: 'vunseen' has type 'std::vector<Unseen>', which can't be differentiated through: it holds Unseen, which is copied by code of its own; let the compiler write the copy constructors and assignments of Unseen
  std::vector<Assigned> vassigned;  // !unsupported_type: 'vassigned' has type 'std::vector<Assigned>', which can't be differentiated through: it holds Assigned, which is copied by code of its own; let the compiler write the copy constructors and assignments of Assigned
  std::vector<Emptied> vemptied;  // !unsupported_type: 'vemptied' has type 'std::vector<Emptied>', which can't be differentiated through: it holds Emptied, which is copied by code of its own; let the compiler write the copy constructors and assignments of Emptied
  HoldsDoubled h{x};  // !unsupported_type: 'h' has type 'HoldsDoubled', which can't be differentiated through: it holds Doubled, which is copied by code of its own; let the compiler write the copy constructors and assignments of Doubled
  return x;
}
G float drawn(float x, unsigned seed) {
  std::random_device device;
  std::mt19937 engine(device());  // !library_function: 'std::random_device::operator()' is a function of a library and no op of gradc; draw the numbers where the function is called and pass them, or use std::mt19937 with a seed
  std::gamma_distribution<float> gamma(1, 2);  // !library_function: 'std::gamma_distribution' is a function of a library and no op of gradc; draw the numbers where the function is called and pass them, or use std::mt19937 with a seed
  return x;
}
G float counted(float x, std::mt19937& engine) {  // !not_in_signature: parameter 'engine' of 'counted' can't have type 'std::mt19937': of a std::mersenne_twister_engine the functions are known and not the members; take a seed or the parameters, and make it in the function
  return x;
}
G float walked(float x) {
  std::unordered_map<int, float> found{{1, x}};
  float sum = 0;
  for (const auto& one : found) sum += one.second;  // !library_function: 'std::unordered_map::begin' is a function of a library and no op of gradc; use a std::map or std::set, whose order is known
  return sum;
}
G float reordered(float x) {
  std::vector<std::vector<float>> rows{{x, 2}, {3, x}};
  float& in_row = rows[0][1];
  std::reverse(rows.begin(), rows.end());  // !unsupported_expression: moving or swapping a container of which 'in_row' refers to an item is not understood in a function that is differentiated; name the item by the container again
  return x * in_row;
}
G float aimed(float x, int n) {
  float a[2] = {x, 2}, b[2] = {3, x};
  float* rows[2];
  for (int i = 0; i < n; ++i) rows[i] = i == 0 ? a : b;
  float* none[2] = {a, nullptr};
  x += rows[0][1];  // !object_depends: which object is referred to here depends on a condition; choose between values instead
  x += *none[n];  // !object_depends: which object is referred to here depends on a condition; choose between values instead
  float* one[2];
  one[n] = a;
  return x * one[0][n];
}
void counted(std::string& text, float* n) {
  *n += 1;
  text += "x";  // !unsupported_type: parameter 'text' has type 'std::string', which can't be differentiated through: this class of the standard library is not understood; do what depends on text where the function is called, and pass numbers or enumerators
}
G float number_in_text(float x) {
  float n = x;
  if (x > 4) {
    std::string text("at ");
    counted(text, &n);  // which writes more than the text
    throw std::runtime_error(text + std::to_string(n));
  }
  return x * n;
}
void exchange(std::vector<float>& a, std::vector<float>& b) {
  std::swap(a, b);  // !unsupported_expression: moving or swapping a container of which 'in_callee' refers to an item is not understood in a function that is differentiated; name the item by the container again
}
G float moved(float x, int n) {
  std::vector<float> a{x, 2}, b{3, x}, c{x}, d{x}, e{1, 2}, f{x};
  float& first = a[0];
  auto second = b.begin() + 1;
  float* third = c.data();
  float& in_callee = e[1];
  for (int i = 0; i < n; ++i) {
    x += first;
    a.swap(b);  // !unsupported_expression: moving or swapping a container of which 'first' refers to an item is not understood in a function that is differentiated; name the item by the container again
  }
  d = std::move(b);  // !unsupported_expression: moving or swapping a container of which 'second' refers to an item is not understood in a function that is differentiated; name the item by the container again
  std::vector<float> last = std::exchange(c, f);  // !unsupported_expression: moving or swapping a container of which 'third' refers to an item is not understood in a function that is differentiated; name the item by the container again
  exchange(e, f);
  std::vector<std::vector<float>> more{{x, 2}, {3, x}};
  float& in_more = more[0][1];
  more.erase(more.begin());  // !unsupported_expression: moving or swapping a container of which 'in_more' refers to an item is not understood in a function that is differentiated; name the item by the container again
  return x * *second * *third * in_callee * in_more;
}
)";

TEST(Refusals, OfObjectsThatMoveAtTheirLines) { expect_marked(lower_text(kBody, {}, {"-std=c++17"}), kBody); }

}  // namespace
}  // namespace lower_test
