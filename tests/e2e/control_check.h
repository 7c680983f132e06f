// Compares f_gradient(args...) with differences of f, for arguments of any kind: CONTROL_CHECK(f, args...). The form
// that writes into the caller's memory starts from poisoned outputs; they and the workspace stand between guard words,
// and what they own on the heap between AddressSanitizer's.
#pragma once

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "differences.h"

namespace e2e {

// The numbers of a value, in order. Structures have a member `each(visit)`.
inline void collect(double& x, std::vector<double*>& to) { to.push_back(&x); }
template <class T, std::enable_if_t<std::is_integral_v<T> || std::is_enum_v<T>, int> = 0>
void collect(T&, std::vector<double*>&) {}
template <int R>
void collect(gradc::Tensor<double, R>& x, std::vector<double*>& to) {
  for (double& e : x) to.push_back(&e);
}
template <int R>
void collect(gradc::Tensor<int, R>&, std::vector<double*>&) {}
struct Visitor {
  template <class T>
  void operator()(T&) const {}
};
template <class T>
auto collect(T& x, std::vector<double*>& to) -> decltype(x.each(Visitor{}), void());
template <class T>
void collect(std::vector<T>& x, std::vector<double*>& to);
template <class A, class B>
void collect(std::pair<A, B>& x, std::vector<double*>& to) {
  collect(x.first, to);
  collect(x.second, to);
}
template <class T, std::size_t N>
void collect(std::array<T, N>& x, std::vector<double*>& to) {
  for (T& e : x) collect(e, to);
}
template <class T>
void collect(std::vector<T>& x, std::vector<double*>& to) {
  for (T& e : x) collect(e, to);
}
template <class T>
auto collect(T& x, std::vector<double*>& to) -> decltype(x.each(Visitor{}), void()) {
  x.each([&to](auto& member) { collect(member, to); });
}

template <class... T>
std::vector<double*> numbers(T&... values) {
  std::vector<double*> out;
  (collect(values, out), ...);
  return out;
}

template <class T>
struct IsConstant : std::bool_constant<std::is_integral_v<T> || std::is_enum_v<T>> {};
template <int R>
struct IsConstant<gradc::Tensor<int, R>> : std::true_type {};
template <class T>
struct IsConstant<std::vector<T>> : IsConstant<T> {};
template <class T, std::size_t N>
struct IsConstant<std::array<T, N>> : IsConstant<T> {};
template <class A, class B>
struct IsConstant<std::pair<A, B>> : std::conjunction<IsConstant<A>, IsConstant<B>> {};

// The numbers of a gradient: an aggregate with a member for each argument that is no integer.
template <int kMembers, class Grad>
std::vector<double*> members(Grad& grad) {
  if constexpr (kMembers == 1) {
    auto& [a] = grad;
    return numbers(a);
  } else if constexpr (kMembers == 2) {
    auto& [a, b] = grad;
    return numbers(a, b);
  } else if constexpr (kMembers == 3) {
    auto& [a, b, c] = grad;
    return numbers(a, b, c);
  } else if constexpr (kMembers == 4) {
    auto& [a, b, c, d] = grad;
    return numbers(a, b, c, d);
  } else if constexpr (kMembers == 5) {
    auto& [a, b, c, d, e] = grad;
    return numbers(a, b, c, d, e);
  } else if constexpr (kMembers == 6) {
    auto& [a, b, c, d, e, f] = grad;
    return numbers(a, b, c, d, e, f);
  } else {
    static_assert(kMembers == 7);
    auto& [a, b, c, d, e, f, g] = grad;
    return numbers(a, b, c, d, e, f, g);
  }
}

// Memory with guard words on both sides.
class Guarded {
 public:
  static constexpr std::uint64_t kGuard = 0xABADCAFEDEADBEEF;
  explicit Guarded(std::int64_t bytes) : bytes_(gradc::padded_bytes(bytes)), words_(static_cast<std::size_t>(bytes_ / 8 + 24), kGuard) {
    start_ = 8;
    while (reinterpret_cast<std::uintptr_t>(&words_[start_]) % 64 != 0) ++start_;
    std::memset(memory(), 0xFF, static_cast<std::size_t>(bytes_));  // doubles that are NaN
  }
  void* memory() { return &words_[start_]; }
  std::int64_t bytes() const { return bytes_; }
  bool intact() const {
    for (std::size_t i = 0; i < words_.size(); ++i)
      if ((i < start_ || i >= start_ + static_cast<std::size_t>(bytes_ / 8)) && words_[i] != kGuard) return false;
    return true;
  }

 private:
  std::int64_t bytes_;
  std::vector<std::uint64_t> words_;
  std::size_t start_;
};

template <class F, class Gradient, class Into, class Bytes, class... Args>
void check_gradient(const char* name, F f, Gradient gradient, Into into, Bytes bytes, Args... args) {
  constexpr int kMembers = (0 + ... + (IsConstant<Args>::value ? 0 : 1));
  const double expected = f(args...);
  auto result = gradient(args...);
  expect_close(result.value, expected, name, 1e-12);
  const std::vector<double*> xs = numbers(args...), exact = members<kMembers>(result.grad);
  ASSERT_EQ(exact.size(), xs.size()) << name;
  for (std::size_t i = 0; i < xs.size(); ++i)
    expect_close(*exact[i], difference(*xs[i], [&] { return f(args...); }), std::string(name) + " [" + std::to_string(i) + "]", 1e-6);

  // What is written must not depend on what was there, and the bytes that it is said to take are enough.
  struct {
    std::uint64_t before;
    decltype(result) given;
    std::uint64_t after;
  } framed{Guarded::kGuard, result, Guarded::kGuard};
  auto& again = framed.given;
  again.value = std::numeric_limits<double>::quiet_NaN();
  for (double* x : members<kMembers>(again.grad)) *x = std::numeric_limits<double>::quiet_NaN();
  Guarded guarded(bytes(args...));
  gradc::Workspace workspace(guarded.memory(), guarded.bytes());
  into(args..., again, workspace);
  EXPECT_TRUE(guarded.intact() && framed.before == Guarded::kGuard && framed.after == Guarded::kGuard) << name;
  EXPECT_EQ(again.value, result.value) << name;
  const std::vector<double*> rewritten = members<kMembers>(again.grad);
  ASSERT_EQ(rewritten.size(), exact.size()) << name;
  for (std::size_t i = 0; i < exact.size(); ++i) EXPECT_EQ(*rewritten[i], *exact[i]) << name << " [" << i << "]";
}

}  // namespace e2e

#ifndef CONTROL_NAMESPACE
#define CONTROL_NAMESPACE control
#endif
#define CONTROL_CHECK(f, ...)                                                                                     \
  e2e::check_gradient(#f, [](const auto&... a) { return CONTROL_NAMESPACE::f(a...); },                            \
                      [](const auto&... a) { return CONTROL_NAMESPACE::f##_gradient(a...); },                     \
                      [](auto&... a) { CONTROL_NAMESPACE::f##_gradient(a...); },                                  \
                      [](const auto&... a) { return CONTROL_NAMESPACE::f##_gradient_workspace_bytes(a...); }, __VA_ARGS__)
