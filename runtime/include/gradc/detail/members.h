// The members of a structure, by structured bindings: what takes structures apart without knowing them.
//
// A structure here is an aggregate without base classes, of at most 32 members. Members are counted by how many initialisers it
// takes; an array takes one for each of its elements where it isn't in braces, which is found out for each place.
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace gradc {
namespace detail {

// Initialisers are fewer than members on purpose.
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wmissing-braces"
#endif

/// Stands for an initialiser of any type.
struct AnyMember {
  template <class T>
  operator T() const;  // never defined
};

template <std::size_t>
using AnyAt = AnyMember;

template <class T, std::size_t... I>
auto initialises(std::index_sequence<I...>) -> decltype(T{AnyAt<I>{}...}, std::true_type());
template <class T>
std::false_type initialises(...);
template <class T, std::size_t kCount>
inline constexpr bool takes_v = decltype(initialises<T>(std::make_index_sequence<kCount>()))::value;

// kInner of them in braces, after `I` others and before `J` more.
template <class T, std::size_t... I, std::size_t... K, std::size_t... J>
auto initialises_braced(std::index_sequence<I...>, std::index_sequence<K...>, std::index_sequence<J...>)
    -> decltype(T{AnyAt<I>{}..., {AnyAt<K>{}...}, AnyAt<J>{}...}, std::true_type());
template <class T>
std::false_type initialises_braced(...);
template <class T, std::size_t kBefore, std::size_t kInner, std::size_t kAfter>
inline constexpr bool takes_braced_v =
    decltype(initialises_braced<T>(std::make_index_sequence<kBefore>(), std::make_index_sequence<kInner>(),
                                   std::make_index_sequence<kAfter>()))::value;

#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

inline constexpr std::size_t kMostMembers = 32;
inline constexpr std::size_t kMostInitialisers = 256;

/// The most initialisers that T takes.
template <class T, std::size_t kCount = 0>
constexpr std::size_t count_initialisers() {
  static_assert(kCount <= kMostInitialisers, "gradc: a structure has at most 32 members");
  if constexpr (takes_v<T, kCount + 1>)
    return count_initialisers<T, kCount + 1>();
  else
    return kCount;
}

/// The initialisers that the member at place kBefore of kAll takes: the elements of an array; otherwise 1.
template <class T, std::size_t kBefore, std::size_t kAll, std::size_t kInner>
constexpr std::size_t count_elements() {
  if constexpr (kInner < 2)
    return 1;
  else if constexpr (takes_braced_v<T, kBefore, kInner, kAll - kBefore - kInner> &&
                     !takes_braced_v<T, kBefore, kInner, kAll - kBefore - kInner + 1>)
    return kInner;
  else
    return count_elements<T, kBefore, kAll, kInner - 1>();
}

template <class T, std::size_t kBefore, std::size_t kAll>
constexpr std::size_t count_members_from() {
  if constexpr (kBefore >= kAll)
    return 0;
  else
    return 1 + count_members_from<T, kBefore + count_elements<T, kBefore, kAll, kAll - kBefore>(), kAll>();
}

template <class T>
inline constexpr std::size_t kMembers = count_members_from<T, 0, count_initialisers<T>()>();

/// References to the members of a structure, in a tuple.
template <class S>
auto members(S& structure) {
  constexpr std::size_t kCount = kMembers<std::remove_const_t<S>>;
  static_assert(kCount <= kMostMembers, "gradc: a structure has at most 32 members");
  if constexpr (kCount == 0) {
    static_cast<void>(structure);
    return std::tuple<>();
  } else if constexpr (kCount == 1) {
    auto& [m0] = structure;
    return std::tie(m0);
  } else if constexpr (kCount == 2) {
    auto& [m0, m1] = structure;
    return std::tie(m0, m1);
  } else if constexpr (kCount == 3) {
    auto& [m0, m1, m2] = structure;
    return std::tie(m0, m1, m2);
  } else if constexpr (kCount == 4) {
    auto& [m0, m1, m2, m3] = structure;
    return std::tie(m0, m1, m2, m3);
  } else if constexpr (kCount == 5) {
    auto& [m0, m1, m2, m3, m4] = structure;
    return std::tie(m0, m1, m2, m3, m4);
  } else if constexpr (kCount == 6) {
    auto& [m0, m1, m2, m3, m4, m5] = structure;
    return std::tie(m0, m1, m2, m3, m4, m5);
  } else if constexpr (kCount == 7) {
    auto& [m0, m1, m2, m3, m4, m5, m6] = structure;
    return std::tie(m0, m1, m2, m3, m4, m5, m6);
  } else if constexpr (kCount == 8) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7] = structure;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7);
  } else if constexpr (kCount == 9) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8] = structure;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8);
  } else if constexpr (kCount == 10) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9] = structure;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9);
  } else if constexpr (kCount == 11) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10] = structure;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10);
  } else if constexpr (kCount == 12) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11] = structure;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11);
  } else if constexpr (kCount == 13) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12] = structure;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12);
  } else if constexpr (kCount == 14) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13] = structure;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13);
  } else if constexpr (kCount == 15) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14] = structure;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14);
  } else if constexpr (kCount == 16) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15] = structure;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15);
  } else if constexpr (kCount == 17) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16] = structure;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16);
  } else if constexpr (kCount == 18) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17] = structure;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17);
  } else if constexpr (kCount == 19) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18] = structure;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18);
  } else if constexpr (kCount == 20) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19] = structure;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19);
  } else if constexpr (kCount == 21) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20] = structure;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20);
  } else if constexpr (kCount == 22) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21] = structure;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21);
  } else if constexpr (kCount == 23) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21,
           m22] = structure;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22);
  } else if constexpr (kCount == 24) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22,
           m23] = structure;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22,
                    m23);
  } else if constexpr (kCount == 25) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22, m23,
           m24] = structure;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22,
                    m23, m24);
  } else if constexpr (kCount == 26) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22, m23, m24,
           m25] = structure;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22,
                    m23, m24, m25);
  } else if constexpr (kCount == 27) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22, m23, m24,
           m25, m26] = structure;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22,
                    m23, m24, m25, m26);
  } else if constexpr (kCount == 28) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22, m23, m24,
           m25, m26, m27] = structure;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22,
                    m23, m24, m25, m26, m27);
  } else if constexpr (kCount == 29) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22, m23, m24,
           m25, m26, m27, m28] = structure;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22,
                    m23, m24, m25, m26, m27, m28);
  } else if constexpr (kCount == 30) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22, m23, m24,
           m25, m26, m27, m28, m29] = structure;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22,
                    m23, m24, m25, m26, m27, m28, m29);
  } else if constexpr (kCount == 31) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22, m23, m24,
           m25, m26, m27, m28, m29, m30] = structure;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22,
                    m23, m24, m25, m26, m27, m28, m29, m30);
  } else if constexpr (kCount == 32) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22, m23, m24,
           m25, m26, m27, m28, m29, m30, m31] = structure;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22,
                    m23, m24, m25, m26, m27, m28, m29, m30, m31);
  }
}

}  // namespace detail
}  // namespace gradc
