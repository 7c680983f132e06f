// Everything that is refused, at its own line, with the name and text that a user sees. One source holds all
// of it, which also shows that a problem does not hide the next.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "lowered.h"
#include "tool/base/refusal.h"

namespace lower_test {
namespace {

const char* const kHeader = R"(
struct Params { float a; gradc::Vector<float> v; int n; };
struct Defaults { float a = 1; };
float missing(float x, const Params& p);
)";

const char* const kBody = R"(#include "types.h"
#include <cmath>
#include <algorithm>
#include <complex>
#include <cstdlib>
#include <functional>
#include <vector>
#include <array>
#include <tuple>
#define G GRADC_DIFFERENTIATE(gradient)
union Either { int i; float f; };
struct Punned { union { struct { float x, y; }; float list[2]; }; };
struct Padded { union { struct { float a; struct { double b; float c; }; float d; }; struct { float e; double f; float g, h; }; }; };
struct Bits { int a : 3; };
struct Base { float b; };
struct Derived : Base { float d; };
struct Own { float a; float& r; Own(float x) : a(x), r(a) {} };
struct Virtual : virtual Base { float d; };
struct Poly { float k = 1; virtual ~Poly() {} virtual float f(float x) const { return k * x; } };
struct Mine { float w; };
struct Guard { float& f; ~Guard() { f *= 2; } };
struct Copied { float f; Copied(float a) : f(a) {} Copied(const Copied& o) : f(2 * o.f) {} };
struct Holder { Copied c; };
struct Hidden { mutable float f; };
const Hidden hidden{2};
float scale = 2;
const float computed = missing(1, {});  // !no_body: calls with no visible body and no custom rule can't be differentiated: 'missing'
const float& last(const float& x, int n) {
  if (n == 0) return x;
  return last(x, n - 1);  // !recursion: the recursive function 'last' can't be generated as a static function; return a value
}
float through(float x) {
  return missing(x, Params{});  // !no_body: calls with no visible body and no custom rule can't be differentiated: 'missing'
}
template <int N> void doubled(const float*& p, const float*& q, const float*& r) {
  if constexpr (N == 0) std::swap(p, q), std::swap(q, r);
  else doubled<N - 1>(p, q, r), doubled<N - 1>(p, q, r);  // !too_many_calls: the calls that lead to this one of 'doubled' inline more than 100000 bodies; return a pointer or view instead of assigning the caller's, or compute once what the calls share
}
template <int N> float deep(float x) {
  if constexpr (N == 0) return x;
  else return deep<N - 1>(x);
}
GRADC_CUSTOM_VJP(ruled_vjp) float ruled(float x);  // !custom_rule: 'ruled' has a derivative rule of its own, but 'ruled_vjp' is no function that is declared here
float short_vjp(const float& x, const float& adjoint);  // !rule_signature: 'short_vjp' doesn't have the types of a rule of 'two'; declare it as: std::tuple<float, gradc::Tensor<float, 1>> two_vjp(float x, int n, const gradc::Tensor<float, 1>& v, float result, float adjoint)
GRADC_CUSTOM_VJP(short_vjp) float two(float x, int n, const gradc::Vector<float>& v);
GRADC_CUSTOM_JVP(short_vjp) float tangent(float x, int n);
GRADC_CUSTOM_VJP(short_vjp) void filled(float x, float& y);  // !custom_rule: 'filled' has a derivative rule of its own, so it takes values and references to const and returns what it computes
struct Ruled { GRADC_CUSTOM_VJP(short_vjp) float at(float x) { return x; } };  // !custom_rule: 'Ruled::at' has a derivative rule of its own, so as a member of a class it is const, not virtual, and called by its name
GRADC_CUSTOM_VJP(again_vjp) static float again(float x) {
  return x > 1 ? again(x - 1) : x;  // !recursion: the recursive function 'again' can't be generated as a static function; call a function without a rule of its own
}

GRADC_CUSTOM_VJP(telling_vjp) float telling(float x) { return 2 * gradc::print("x", x); }  // !effect: 'telling' prints or asserts, which is not supported in a rule, nor in a function that has one; do it in the caller
std::tuple<float> telling_vjp(float x, float result, float adjoint) { return {2 * adjoint}; }
void tell(float x) { gradc::assert_(x > 0, "above 0"); }
std::tuple<float> quiet_vjp(float x, float result, float adjoint) {  // !effect: 'quiet_vjp' prints or asserts, which is not supported in a rule, nor in a function that has one; do it in the caller
  tell(x);
  return {2 * adjoint};
}
GRADC_CUSTOM_VJP(quiet_vjp) float quiet(float x) { return 2 * x; }
G float effects(float x, const Params& p) {
  gradc::print(x > 0 ? "above" : "below", x);  // !not_constant: `text` of gradc::print must be text in quotes that is known when code is generated
  return telling(x) + quiet(x);
}
G float branches(float x, int n) {
  float y = x > 0 ? std::riemann_zeta(x) : x;  // !library_function: 'std::riemann_zeta' is a function of a library and no op of gradc; use an op of gradc, or write the function
  switch (n) {  // !jump: 'switch' is not understood; put its labels directly into its braces, not into statements inside
    case 1: if (x > 0) { case 2: y = 2; } break;
    default: y = 3;
  }
  float z = x;
  float* moving = &y;
  for (int i = 0; i < n; ++i) moving = &z;  // !object_depends: which object is referred to here depends on a condition; choose between values instead
  return y + z;
}
G float loops(float x, int n) {
  float y = 0;
  for (int i = 0; i < n; ++i) {
    y += i;
    if (y > 3) break;
    y = std::riemann_zeta(y);  // !library_function: 'std::riemann_zeta' is a function of a library and no op of gradc; use an op of gradc, or write the function
    auto h = gradc::label("y", x);  // !label_inside: the label 'y' stands in a branch or loop, where it has no one value; label a value outside of it
  }
  for (int i = 0; int left = n - i; ++i) y += left;
  if (n > 3) goto inside;  // !jump: 'goto' is not understood; use loops, break, continue and return
  while (y > 2) {
  inside:
    y -= 1;
  again:  // !jump: 'a goto back across a break or continue' is not understood; write the loop
    y -= x;
    if (y > 7) break;
    if (y > 5) goto again;
  }
  return y;
}
G float declared_late(float x) {
  if (x > 1) return x;
  float& late = x;  // !jump: 'goto' is not understood; declare 'late' before it
  for (; x > 0; --x)
    if (x < 0.5f) goto end;
end:
  return late;
}
G float bound_late(float x) {
  if (x > 1) return x;
  auto [first, second] = std::pair<float, float>(x, 2);  // !jump: 'goto' is not understood; declare 'first' before it
  if (second > 1) goto end;
  first = 2;
end:
  return first;
}
struct Node { float f; Node* next; };
G float pointers(const gradc::Vector<float>& x, gradc::View<float, 1> view, int n) {
  float a = x(0), b = x(1);
  float* p = &a;
  float* q = &b;
  float* unset;
  float* null = nullptr;
  gradc::Vector<float> y = x;
  a += *(p + n);  // !pointer: this use of a pointer is not understood: it points to a single object; point into an array, a tensor or a std::vector, or use the variable itself
  a += p < q;  // !pointer: this use of a pointer is not understood: the two point to different objects; compare indices into one of them
  y.resize({3});  // !unknown_member: 'resize' of gradc::Tensor<float, 1> is not available in a function that is differentiated; use the ops of gradc on the whole value
  a += *null;  // !pointer: this use of a pointer is not understood: it is null
  a += *unset;  // !uninitialised: 'unset' is read before it has a value
  void* any = p;  // !unsupported_type: 'any' has type 'void *', which can't be differentiated through: what a void pointer points to is not known; name the type
  Node node{a, nullptr};  // !unsupported_type: 'node' has type 'Node', which can't be differentiated through: member 'next': it points to Node: it holds or points to its own type; hold the values in a std::vector
  view(0) = 1;  // !view_write: a write through the gradc::View 'view' changes memory that belongs to someone else; return a new tensor instead
  return a;
}
G float containers(const gradc::Vector<float>& x, int n) {
  std::vector<float> v(3);
  std::sort(v.begin(), v.end(), [](float p, float q) { return p * p < q + q; });  // !library_function: 'std::sort' is a function of a library and no op of gradc; compare a number of one item with that of the other, by < or >
  std::vector<float> w(3);
  std::sort(w.begin(), w.end(), [](int p, int q) { return p < q; });  // !library_function: 'std::sort' is a function of a library and no op of gradc; compare a number of one item with that of the other, by < or >
  auto bit = std::vector<bool>(3)[0];  // !unsupported_type: 'bit' has type 'std::vector<bool>::reference', which can't be differentiated through: it refers to an element of a std::vector<bool>; write bool
  float sized[n][n];  // !unsupported_type: 'sized' has type 'float[n][n]', which can't be differentiated through: an array whose size is known only at run time is a gradc::Tensor or a std::vector
  std::vector<float*> held;  // !unsupported_type: 'held' has type 'std::vector<float *>', which can't be differentiated through: a std::vector of float* would hold what refers to other objects; hold values
  return v[0];
}
G float types(float x) {
  Either u;  // !unsupported_type: 'u' has type 'Either', which can't be differentiated through: it is a union of different types, whose members can't all be one value; use a structure
  Punned punned;  // !unsupported_type: 'punned' has type 'Punned', which can't be differentiated through: it is a union of different types, whose members can't all be one value; use a structure
  Padded padded;  // !unsupported_type: 'padded' has type 'Padded', which can't be differentiated through: it is a union of different types, whose members can't all be one value; use a structure
  Bits bits;  // !unsupported_type: 'bits' has type 'Bits', which can't be differentiated through: member 'a' is a bit-field; make it a whole integer
  Own own(x);  // !unsupported_expression: an object that refers to a part of itself is not understood in a function that is differentiated; name the part
  Virtual derived;  // !unsupported_type: 'derived' has type 'Virtual', which can't be differentiated through: it has a virtual base class; make it a member
  std::complex<int> c;  // !unsupported_type: 'c' has type 'std::complex<int>', which can't be differentiated through: complex numbers are of float and double
  _Complex float of_c;  // !unsupported_type: 'of_c' has type '_Complex float', which can't be differentiated through: the complex types of C are not understood; use std::complex
  std::function<float(float)> held = [](float t) { return t; };
  held = [](float t) { return -t; };  // !unsupported_type: this value has type 'std::function<float (float)>', which can't be differentiated through: it may hold any function, unless it is a local variable or a parameter that a call gives one; call the function by name
  return x;
}
G float unseen_code(float x) {
  Guard guard{x};  // !unsupported_type: 'guard' has type 'Guard', which can't be differentiated through: it has a destructor, which is not followed; write what it does where it should happen
  Copied copied = Copied(x);
  Holder holder{x};  // !unsupported_type: 'holder' has type 'Holder', which can't be differentiated through: it holds Copied, which is copied by code of its own; let the compiler write the copy constructors and assignments of Copied
  return copied.f * hidden.f;  // !writable_global: the global variable 'hidden' can change between calls; make it constexpr, or pass it as an argument
}
GRADC_CUSTOM_VJP(looked_up_vjp) float looked_up(float x);
float looked_up_vjp(float x, float result, float result_bar);
void set_mode(int mode);
G float set_first(float x) {
  set_mode(3);  // !outside_call: 'set_mode' is defined elsewhere, and may change what 'looked_up' gives; call it before the function that is differentiated
  return looked_up(x);
}
static float table[2] = {1, 2}, counter = 0;
void count(float& counted) { counted += 1; }
G float written(float x) {
  x += table[0];  // !writable_global: the global variable 'table' can change between calls; make it constexpr, or pass it as an argument
  return x + counter;  // !writable_global: the global variable 'counter' can change between calls; make it constexpr, or pass it as an argument
}
void write_elsewhere(int i) { table[i] = 3, count(counter); }
G float memory(float x) {
  float a = x;
  a += *&a;
  static_cast<float*>(std::realloc(nullptr, 4))[0] = x;  // !dynamic_memory: 'realloc' is not followed here: use a std::vector
  if (x > 2) delete new float(x);
  new (&a) float(x);  // !dynamic_memory: 'new' is not followed here: its memory is made by code of its own; use a local variable
  const float* made = &a;
  if (x > 3) made = new float(x);  // !dynamic_memory: 'memory' is not followed here: it is made in a branch or a loop, and used after it; make it before
  a += *made;
  volatile float& unseen = a;  // !volatile_access: 'a' is volatile, so that its value may change unseen; copy it into a plain variable outside, and pass that
  static int calls = 0; ++calls;  // !static_local: the static variable 'calls' keeps its value between calls; make it const, or an argument
  static const float kTwo = 2, kFirst = x; static float only_read = 3;
  int i = reinterpret_cast<int&>(a);  // !reinterpretation: 'reinterpret_cast' reads a value as another type; convert it with static_cast or gradc::astype
  asm("nop");  // !inline_assembly: inline assembly is not understood; write the computation in C++
  return a * scale  // !writable_global: the global variable 'scale' can change between calls; make it constexpr, or pass it as an argument
      + computed
      + kFirst  // !unknown_constant: the value of the constant 'kFirst' is not known when code is generated; make it constexpr, or pass it as an argument
      + kTwo * only_read;
}
G float faults(float x) {
  try { x += 1; } catch (...) {}  // !exception: 'try' is not available in a function that is differentiated; handle errors where the function is called
  if (x > 3) throw;  // !exception: 'throw' is not available in a function that is differentiated; name what is thrown
}
G float always(float x) {  // !exception: 'a throw on every path' is not available in a function that is differentiated; return a value on one of them
  throw x;
}
G float multiplied(float x) {
  const float y = 1, z = 2, *p = &x, *q = &y, *r = &z;
  doubled<40>(p, q, r);
  return *p;
}
G float calls(float x) {
  float (*f)(float) = nullptr;  // !unsupported_type: 'f' has type 'float (*)(float)', which can't be differentiated through: a function that is reached through a pointer is not known when code is generated; call it by name
  return last(x, 3) + through(x) + f(x) + deep<200>(x)
      + ruled(x) + two(x, 2, {x}) + Ruled{}.at(x) + again(x)
      + std::max(x, 2.0f)
      + missing(x, Params{});  // said of the one before
}
G float fills(float x) {
  filled(x, x);
  return x;
}
G float member_calls(float x) {
  float Mine::*w = &Mine::w;  // !unsupported_type: 'w' has type 'float Mine::*', which can't be differentiated through: pointers to members are not followed; name the member
  std::vector<Poly> many(2);
  return Poly().f(x) + many[1].f(x);  // !virtual_call: 'Poly::f' is virtual, so that which function runs is known only at run time; call it of an object whose class is known, or by its class: object.Class::f()
}
G float indirect(const gradc::Vector<float>& x) {
  return (*(float (*)(float))nullptr)(1);  // !indirect_call: the function that is called here is not known when code is generated; call it by name
}
G float shapes(const gradc::Matrix<float>& x, int n, float s) {
  int k = x.extent(0);
  auto a = gradc::sum(x, n);  // !not_constant: an axis of gradc::sum must be an integer that is known when code is generated
  auto b = gradc::sum(x, 2);  // !axis_out_of_range: gradc::sum: axis 2 is out of range for a tensor of rank 2
  auto c = gradc::sum(x, {0, -2});  // !axis_repeated: gradc::sum: axis 0 is given twice
  auto e = gradc::reshape(x, {-1, -1});  // !not_constant: an extent must be at least 0, or -1 for one extent only, that is known when code is generated
  auto f = gradc::slice(x, {k, 0}, {1, 1});  // !extent_unknown: each bound of the slice must be an integer constant or an expression over extents and integer parameters
  auto beyond = gradc::slice(gradc::zeros<float>({2, 3}), {0, 1}, {2, 4});  // !no_part: slice: [1, 4) is no part of axis 1, whose extent is 3
  auto turned = gradc::split_at(gradc::zeros<float>({2}), {2, 1});  // !no_part: split_at: [2, 1) is no part of axis 0, whose extent is 2
  auto t = gradc::transpose(x, {0, 0});  // !attribute_value: transpose: attribute 'perm' names each axis exactly once
  auto strided = gradc::slice(x, {0, 0}, {1, 1}, {n, 1});  // !not_constant: a stride must be an integer other than 0 that is known when code is generated
  auto between = gradc::quantile(x, 1.5, 0);  // !attribute_value: quantile: attribute 'fraction' is not between 0 and 1
  auto backwards = gradc::argsort(x, 0, n > 0);  // !not_constant: `descending` of argsort must be a number that is known when code is generated
  auto m = gradc::matmul(gradc::zeros<float>({2, 3}), gradc::zeros<float>({4, 5}));  // !shape_mismatch: matmul: 3 and 4 can't be equal (the inner extents)
  auto p = gradc::zeros<float>({2}) + gradc::zeros<float>({3});  // !shape_mismatch: add: 2 and 3 can't be equal (only an extent known to be 1 is repeated)
  auto v = gradc::var(x, 0, gradc::Variance().correction(n));  // !not_constant: `correction` of var must be an integer from 0 to 65535 that is known when code is generated
  auto w = gradc::vector_norm(x, 0, gradc::Norm().ord(s));  // !not_constant: `ord` of vector_norm must be a number that is known when code is generated
  auto q = gradc::vector_norm(x, gradc::Norm().ord(-1));  // !attribute_value: vector_norm: attribute 'ord' is below 0 and not -inf
  auto h = gradc::huber(x, x, -1);  // !attribute_value: huber: attribute 'delta' is not above 0
  auto o = gradc::glu(gradc::zeros<float>({2, 3}));  // !attribute_value: glu: attribute 'axis' has an odd extent, 3
  auto pooled = gradc::max_pool1d(gradc::zeros<float>({1, 1, 5}), n);  // !attribute_value: max_pool1d: attribute 'window' is known only at run time; give a stride, which is a number that is known when code is generated
  float u;
  return u;  // !uninitialised: 'u' is read before it has a value
}
struct Unset { float a[2]; };
struct HalfSet { float a = 1, b; };
struct Empty { Empty() {} float f; };
// What has no initialiser has no value either in an array, a member or a vector.
G float unset_parts(float x, int n) {
  float s = 0, row[3], table[2][2];
  Unset member;
  std::array<float, 3> array;
  HalfSet halves[2];
  std::vector<Empty> vector(3), zeros(2);
  std::vector<Unset> copies;
  const Unset given = {};
  row[0] = table[0][0] = table[1][1] = x;
  vector[0].f = x;
  halves[1].b = x;
  zeros.resize(3);
  s += row[0] + table[1][1] + halves[0].a + halves[1].b + vector[0].f + given.a[1] + zeros[2].f;
  s += row[1];  // !uninitialised: 'row[1]' is read before it has a value
  s += table[0][1];  // !uninitialised: 'table[0][1]' is read before it has a value
  s += member.a[0];  // !uninitialised: 'member.a[0]' is read before it has a value
  s += array[n];  // !uninitialised: 'array[n]' is read before it has a value
  s += halves[0].b;  // !uninitialised: 'b' is read before it has a value
  s += vector[1].f;  // !uninitialised: 'f' is read before it has a value
  copies.push_back(Unset());
  Unset unset;
  copies.push_back(unset);  // !uninitialised: 'a part of the value that is copied here' is read before it has a value
  return s;
}
// In the first trip of a loop, in any trip where none writes it, and after branches of which neither does.
G float unset_in_loops(float x, int n) {
  float s = x, u, v, a[3], b[3], c[3], d[3];
  Unset member;
  for (int i = 0; i < n; ++i) s += a[i];  // !uninitialised: 'a[i]' is read before it has a value
  for (int i = 0; i < n; ++i) {
    s += u;  // !uninitialised: 'u' is read before it has a value
    u = s;
    if (i > 1) s += b[0];  // !uninitialised: 'b[0]' is read before it has a value
    b[1] = s;
    for (int j = 0; j < i; ++j) s += member.a[j];  // !uninitialised: 'member.a[j]' is read before it has a value
  }
  while (s < n) {
    s += v;  // !uninitialised: 'v' is read before it has a value
    if (s > 2) v = s;
  }
  if (n > 1) c[0] = x;
  s += c[1];  // !uninitialised: 'c[1]' is read before it has a value
  for (int i = 0; i < n; ++i) d[0] = x;
  return s + d[1];  // !uninitialised: 'd[1]' is read before it has a value
}
G float unset_in_vectors(float x, int n) {
  std::vector<Empty> grown, one;
  std::vector<Unset> zeros;
  grown.resize(n);
  one.emplace_back();
  zeros.resize(n);
  grown[0].f = x;
  return grown[0].f + zeros[1].a[0]
      + grown[1].f  // !uninitialised: 'f' is read before it has a value
      + one[0].f;  // !uninitialised: 'f' is read before it has a value
}
// What a refused condition decides, and what a refused call would have written, is not said to have no value.
void set_both(float x, float& to, float* there) {
  static int sets = 0; ++sets;  // !static_local: the static variable 'sets' keeps its value between calls; make it const, or an argument
  to = *there = x;
}
struct Setter {
  float f;
  void set(float x) { new int*[2]; f = x; }  // !dynamic_memory: 'int*' is not followed here: it refers to other objects, of which there would be many; hold values
};
G float after_refusals(float x) {
  float a, b, c, d, e, f, row[2];
  int turns = 0;
  Setter first, second;
  const float* p;
  if (x * scale > 1) {  // !writable_global: the global variable 'scale' can change between calls; make it constexpr, or pass it as an argument
    a = x;
    p = &a;
  } else {
    a = b = 2 * x;
    p = &b;
  }
  switch (static_cast<int>(x * scale)) {  // said of the one before
    case 0: row[0] = x; break;
    default: row[0] = 1;
  }
  const float whole = std::logb(x);  // !library_function: 'std::logb' is a function of a library and no op of gradc; use an op of gradc, or write the function
  set_both(x, c, &d);
  set_both(x, e, &f);
  first.set(x);
  second.set(x);
  return a * b * c * d * e * f * *p * row[0] * whole * static_cast<float>(turns) * first.f * second.f;
}
G float vectors(const std::vector<float>* x) {  // !parameter_pointer: parameter 'x' of 'vectors' points to 'const std::vector<float>'; take what it points to by reference, or a std::vector or gradc::View of it
  return 0;
}
G float gathered(const float* x,  // !pointer_extent: how many values 'x' points to is not known, since an index is no formula that integer parameters bound; say it in the request: extent(x = n)
                 const int* i) {
  return x[*i];
}
GRADC_DIFFERENTIATE(gradient, extent(x = n)) float counted_by(const float* x, float n) {  // !extent_item: 'x' in extent(...) is of 'n', which is no integer parameter
  return x[0] * n;
}
G float labelled(const gradc::Vector<float>& a, gradc::View<float, 1> view, int n) {
  auto b = gradc::label("a", a);  // !label_repeated: the label 'a' is already given to a parameter; labels and parameters share one set of names
  auto c = gradc::label("h", a);
  auto d = gradc::label("h", a);  // !label_repeated: the label 'h' is already given to another value; labels and parameters share one set of names
  view += a;  // !view_write: a write through the gradc::View 'view' changes memory that belongs to someone else; return the new tensor instead
  Base plain{2};
  const Derived& down = static_cast<const Derived&>(plain);  // !unsupported_cast: this conversion (between a class and its base) is not understood; name the object itself
  return ({ int inside = n; inside; });  // !unsupported_expression: a statement expression is not understood in a function that is differentiated; write a function
}
G float marked(float x, int n) {
  if (n > 2) GRADC_LOOP(relaxed);  // !loop_mark: GRADC_LOOP stands before no loop; put it directly before a for, while or do
  GRADC_LOOP(relaxd);  // !unknown_item: unknown item 'relaxd' in GRADC_LOOP; did you mean 'relaxed'?
  for (int i = 0; i < n; ++i) x *= 2;
  GRADC_LOOP(relaxed);  // !loop_mark: GRADC_LOOP stands before no loop; put it directly before a for, while or do
  x += 1;
  switch (n) {
    case 1:
      GRADC_LOOP(relaxed, independent);
      while (x < 3) x += 1;
      break;
    default:
      GRADC_LOOP(relaxed);  // !loop_mark: GRADC_LOOP stands before no loop; put it directly before a for, while or do
  }
  return x;
}
namespace gradc { inline Tensor<float, 1> tanhh(const Tensor<float, 1>& x) { return x; } }
G float names(const gradc::Vector<float>& x) {
  return gradc::sum(gradc::tanhh(x));  // !unknown_op: 'gradc::tanhh' is no op of this version of gradc; close names: gradc::tanh, gradc::atanh, gradc::tan
}
G void nothing(float x) {}  // !no_result: 'nothing' returns nothing; return the values whose derivative is wanted
G int whole(int n) { return n; }  // !wrt_nothing: no parameter of 'whole' holds floating values; there is nothing to differentiate with respect to
G float closed(const gradc::Shape& s, float x) { return x; }  // !not_in_signature: parameter 's' of 'closed' can't have type 'gradc::Shape': a gradc::Shape is no value of a derivative; take a tensor or integers
GRADC_DIFFERENTIATE(gradient, wrt(y)) float nine(const gradc::Tensor<float, 9>& x, float y) { return y; }  // !not_in_signature: parameter 'x' of 'nine' can't have type 'gradc::Tensor<float, 9>': a tensor has at most 8 axes
struct Sided { virtual float of(float x) const { return x; } float side; };
struct Fixed { const float k = 2; float x; };
struct Squared { float a; explicit Squared(float t) : a(t * t) {} };
struct Plain { float a; explicit Plain(float t) : a(t) {} };
class Around { struct Within { float x = 0; }; friend float of_within(const Within& w); };
struct Hiding : private Plain { float b; Hiding() : Plain(1), b(2) {} };
struct Named : Plain { float a; Named() : Plain(1), a(2) {} };
G float of_hiding(const Hiding& h) { return h.b; }  // !not_in_signature: parameter 'h' of 'of_hiding' can't have type 'Hiding': its base class is not public; make it a member
G float of_named(const Named& n) { return n.a; }  // !not_in_signature: parameter 'n' of 'of_named' can't have type 'Named': a member has the name of one in a base class; give it another
G float of_within(const Around::Within& w) { return w.x; }  // !not_in_signature: parameter 'w' of 'of_within' can't have type 'Around::Within': the class is private in another
G float of_base(const Sided& b) { return b.of(b.side); }  // !not_in_signature: parameter 'b' of 'of_base' can't have type 'Sided': it may be an object of a class that is derived from 'Sided', whose functions run then; take an object of a class that nothing is derived from, or a function template's parameter
G float of_fixed(Fixed f) { return f.k * f.x; }  // !not_in_signature: parameter 'f' of 'of_fixed' can't have type 'Fixed': member 'k' is const, so that a derivative can't set it; give it no const
G float of_squared(Squared s) { return s.a; }  // !not_in_signature: parameter 's' of 'of_squared' can't have type 'Squared': gradc can't make a 'Squared' for its derivative; give it a constructor without arguments, or one that only copies numbers into members
G float of_many(const std::vector<Plain>& all) { return all[0].a; }  // !not_in_signature: parameter 'all' of 'of_many' can't have type 'std::vector<Plain>': gradc makes the objects that it holds without arguments; give their class a constructor without any
G float of_any(const std::function<float(float)>& f, float x) { return f(x); }  // !not_in_signature: parameter 'f' of 'of_any' can't have type 'std::function<float (float)>': it may hold any function, unless it is a local variable or a parameter that a call gives one; call the function by name
G float local_type(const Mine& m) { return m.w; }  // !type_only_in_source: 'Mine' is defined only in this source, so that the generated header can't declare parameter 'm' of 'local_type'; move it to a header
GRADC_DIFFERENTIATE(gradient, wrt(y)) float unknown(float x, const Params& p) { return x; }  // !wrt_unknown: 'y' in wrt(...) names nothing; there are the parameters 'x', 'p' and no labels
GRADC_DIFFERENTIATE(gradient, wrt(p.c)) float unknown2(const Params& p) { return p.a; }  // !wrt_unknown: 'p.c' in wrt(...) names nothing; there are the members 'a', 'v', 'n' in 'p'
GRADC_DIFFERENTIATE(gradient, wrt(p.n)) float integral(const Params& p) { return p.a; }  // !wrt_not_floating: 'p.n' holds no floating values (int); there is no derivative with respect to it
GRADC_DIFFERENTIATE(gradient, wrt(p as sparse)) float sparse(const Params& p) { return p.a; }  // !wrt_not_sparse: 'p' is Params, which has no sparse gradient; 'as sparse' is for a gradc::Tensor with one axis at least
GRADC_DIFFERENTIATE(gradient, wrt(x as sparse)) float sparse2(float x) { return x; }  // !wrt_not_sparse: 'x' is float, which has no sparse gradient; 'as sparse' is for a gradc::Tensor with one axis at least
GRADC_DIFFERENTIATE(gradient, each(y)) float each_unknown(float x, const Params& p) { return x * p.a; }  // !each_parameter: 'y' in each(...) is no parameter; the function has the parameters 'x', 'p' and no labels
GRADC_DIFFERENTIATE(gradient, each(side)) float each_side(float x, std::float_round_style side) { return side == std::round_to_nearest ? x : -x; }  // !each_parameter: 'side' in each(...) is of 'std::float_round_style', which no tensor holds; put it into a structure, or take an integer
GRADC_DIFFERENTIATE(gradient, each(x)) float each_axes(const gradc::Tensor<float, 8>& x) { return gradc::sum(x); }  // !each_parameter: 'x' in each(...) has 8 axes, and a tensor has at most 8
GRADC_DIFFERENTIATE(gradient, wrt(t as sparse), each(i)) float each_sparse(const gradc::Matrix<float>& t, int i) { return t(i, 0); }  // !each_parameter: 't' in each(...) would be summed over the items, which 'as sparse' is not
GRADC_DIFFERENTIATE(gradient, wrt(p, p.a)) float twice(const Params& p) { return p.a; }  // !wrt_repeated: 'p' and 'p.a' in wrt(...) overlap; name each value once
GRADC_DIFFERENTIATE(gradient, wrt(x[3])) float fourth(const std::array<gradc::Vector<float>, 3>& x) { return gradc::sum(x[0]); }  // !wrt_unknown: 'x[3]' in wrt(...) names nothing; there are the elements [0] to [2] in 'x'
GRADC_DIFFERENTIATE(gradient, wrt(x[0].w)) float inside(const std::array<gradc::Vector<float>, 3>& x) { return gradc::sum(x[0]); }  // !wrt_unknown: 'x[0].w' in wrt(...) names nothing; there are no members in 'x[0]'
GRADC_DIFFERENTIATE(gradient, wrt(x.w)) float of_all(const std::vector<gradc::Vector<float>>& x) { return gradc::sum(x[0]); }  // !wrt_unknown: 'x.w' in wrt(...) names nothing; there are elements, [0] and so on, in 'x'
GRADC_DIFFERENTIATE(gradient, wrt(x[0])) float of_tuple(const std::tuple<float, float>& x) { return std::get<0>(x); }  // !wrt_unknown: 'x[0]' in wrt(...) names nothing; there are no members in 'x'
GRADC_DIFFERENTIATE(gradient, wrt(h[0])) float of_label(const std::vector<float>& x) { const auto h = gradc::label("h", x); return h[0]; }  // !wrt_unknown: 'h[0]' in wrt(...) names nothing; there are no elements of a std::vector that a label names; label the element itself instead of 'h'
GRADC_DIFFERENTIATE(gradient, wrt(x[1], x)) float element_twice(const std::vector<gradc::Vector<float>>& x) { return gradc::sum(x[1]); }  // !wrt_repeated: 'x[1]' and 'x' in wrt(...) overlap; name each value once
GRADC_DIFFERENTIATE(gradient, wrt(x[1], x_1)) float one_name(const std::vector<gradc::Vector<float>>& x, float x_1) { return gradc::sum(x[1]) * x_1; }  // !wrt_clash: 'x[1]' and 'x_1' in wrt(...) would both be 'x_1' in results; rename the parameter, or ask for one at a time
)";

TEST(Refusals, W86_EachConstructAtItsLine) {
  const LoweredSource lowered = lower_text(kBody, kHeader, {"-std=c++17"});
  expect_marked(lowered, kBody);
}

TEST(Refusals, F05_TwoRules) {
  const LoweredSource lowered = lower_text(R"(float a(float x, float y, float y_bar);
float b(float x, float y, float y_bar);
GRADC_CUSTOM_VJP(a) float f(float x);
GRADC_CUSTOM_VJP(b) float f(float x);
GRADC_DIFFERENTIATE(gradient) float g(float x) { return f(x); }
)");
  EXPECT_EQ(lowered.errors(),
            "5: 'f' has a derivative rule of its own, but two by GRADC_CUSTOM_VJP: 'a' and 'b'; keep one [custom_rule]\n");
}

// What began a loop is not what a trip sees; what stays the same in all trips is.
TEST(Refusals, W53_WithRespectToAValueInsideABody) {
  const std::string loop = R"(float f(float x, float w) {
  float h = gradc::label("first", x * w);
  const float k = gradc::label("k", w * 2);
  for (int i = 0; i < 3; ++i) {
    const float step = $ ;
    h = h * step + k;
  }
  return h;
}
)";
  const auto errors = [&](const std::string& wrt, const std::string& step) {
    std::string text = loop;
    text.replace(text.find('$'), 1, step);
    return lower_text("GRADC_DIFFERENTIATE(gradient, wrt(" + wrt + "))\n" + text).errors();
  };
  EXPECT_EQ(errors("first, k", "h"), "");
  EXPECT_EQ(errors("h", "gradc::label(\"h\", h)"),
            "7: the label 'h' stands in a branch or loop, where it has no one value; label a value outside of it [label_inside]\n"
            "2: 'h' in wrt(...) names nothing; there are the parameters 'x', 'w' and the labels 'first', 'k' [wrt_unknown]\n");
}

TEST(Refusals, EveryRowIsProvoked) {
  std::set<std::string> shown;
  for (const Expected& one : expected_in(kBody)) shown.insert(one.name);
  // Shown by a flag of their own, below, and in eigen_test.cpp.
  shown.insert({"lazy_variable", "openmp", "unsupported_statement"});
  std::string missing;
  for (const ir::DiagnosticRow& row : tool::refusal_rows())
    if (shown.count(std::string(row.name)) == 0) missing += std::string(row.name) + "\n";
  EXPECT_EQ(missing, "");
}

TEST(Refusals, RowsAreSorted) {
  const auto& rows = tool::refusal_rows();
  EXPECT_TRUE(
      std::is_sorted(rows.begin(), rows.end(),
                     [](const ir::DiagnosticRow& a, const ir::DiagnosticRow& b) { return a.name < b.name; }));
}

TEST(Refusals, OpenMpAtItsLine) {
  const LoweredSource lowered = lower_text(R"(#define G GRADC_DIFFERENTIATE(gradient)
G float region(float x) {
#pragma omp parallel
  { x += 1; }
#pragma omp declare reduction(product : float : omp_out *= omp_in)
#pragma omp parallel for reduction(product : x)
  for (int i = 0; i < 3; ++i) x *= 2;
  return x;
}
G float updates(float x, int n) {
  float most = x, s = 0;
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
#pragma omp critical
    if (x * i > most) most = x * i;
#pragma omp atomic
    s *= x;
    float old;
#pragma omp atomic capture
    { old = s; s += x; }
  }
  int k = 0;
#pragma omp simd linear(k)
  for (int i = 0; i < n; ++i) s += x;
  return most + s + k;
}
float shared = 2;
G float globals(float x, int n) {
#pragma omp parallel for firstprivate(shared) reduction(+ : x)
  for (int i = 0; i < n; ++i) x += i;
  return x;
}
)",
                                           {}, {"-fopenmp"});
  const std::string no = " is not understood in a function that is differentiated; ";
  EXPECT_EQ(lowered.errors(), "4: '#pragma omp parallel'" + no + "write a loop with parallel for, for or simd [openmp]\n" +
                                  "6: this declaration (OMPDeclareReduction)" + no + "declare variables [unsupported_statement]\n" +
                                  "7: this reduction" + no + "use +, -, *, min or max [openmp]\n" +
                                  "15: '#pragma omp critical' around more than sums" + no + "write x += ..., or a reduction clause [openmp]\n" +
                                  "17: '#pragma omp atomic' around more than sums" + no + "write x += ..., or a reduction clause [openmp]\n" +
                                  "20: '#pragma omp atomic' around more than sums" + no + "write x += ..., or a reduction clause [openmp]\n" +
                                  "24: the clause 'linear'" + no + "leave it out [openmp]\n" +
                                  "30: a private copy of what is no variable of a function" + no +
                                  "name local variables and parameters [openmp]\n");
}

TEST(Refusals, NotesNameTheCallsAndTheRequest) {
  const LoweredSource lowered = lower_text(R"(float away(const float& x, int n);
float inner(float x) { return away(x, 2); }
float outer(float x) {
  return inner(x) * 2;
}
GRADC_DIFFERENTIATE(gradient, jvp)
float f(float x) { return outer(x) + outer(2 * x); }
)");
  EXPECT_EQ(lowered.all(),
            R"(3: calls with no visible body and no custom rule can't be differentiated: 'away' [no_body]
5: note: in the call of 'inner' here
8: note: in the call of 'outer' here
7: note: in the gradient and jvp of 'f' requested here
2: note: declared here; its rule would be: std::tuple<float> away_vjp(float x, int n, float result, float adjoint); GRADC_CUSTOM_VJP(away_vjp) float away(const float& x, int n);
)");
}

}  // namespace
}  // namespace lower_test
