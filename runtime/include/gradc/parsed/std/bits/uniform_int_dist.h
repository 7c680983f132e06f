// std::uniform_int_distribution as gradc follows it: as GNU's library has it since its version 11. What other headers of
// that library include of <random>.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#if __cplusplus > 201703L
#include <concepts>
namespace std {
template <class G>
concept uniform_random_bit_generator = invocable<G&> && unsigned_integral<invoke_result_t<G&>> && requires {
  { G::min() } -> same_as<invoke_result_t<G&>>;
  { G::max() } -> same_as<invoke_result_t<G&>>;
  requires bool_constant<(G::min() < G::max())>::value;
};
}  // namespace std
#endif

namespace gradc_std {

template <class Int = int>
class uniform_int_distribution {
 public:
  using result_type = Int;
  class param_type {
   public:
    using distribution_type = uniform_int_distribution;
    param_type() : param_type(0) {}
    explicit param_type(Int a, Int b = std::numeric_limits<Int>::max()) : a_(a), b_(b) {}
    Int a() const { return a_; }
    Int b() const { return b_; }

   private:
    Int a_, b_;
  };

  uniform_int_distribution() : uniform_int_distribution(0) {}
  explicit uniform_int_distribution(Int a, Int b = std::numeric_limits<Int>::max()) : param_(a, b) {}
  explicit uniform_int_distribution(const param_type& param) : param_(param) {}
  void reset() {}
  Int a() const { return param_.a(); }
  Int b() const { return param_.b(); }
  Int min() const { return a(); }
  Int max() const { return b(); }
  param_type param() const { return param_; }
  void param(const param_type& param) { param_ = param; }
  template <class G>
  Int operator()(G& g) {
    return (*this)(g, param_);
  }
#if defined(_GLIBCXX_RELEASE) && _GLIBCXX_RELEASE >= 11
  template <class G>
  Int operator()(G& g, const param_type& param) {
    using Wide = std::common_type_t<typename G::result_type, std::make_unsigned_t<Int>>;
    const Wide range = static_cast<Wide>(param.b()) - static_cast<Wide>(param.a());
    return static_cast<Int>(up_to<Wide{std::numeric_limits<std::make_unsigned_t<Int>>::max()}>(g, range) + static_cast<Wide>(param.a()));
  }
#else
  template <class G>
  Int operator()(G& g, const param_type& param);
#endif

 private:
  // A number from 0 to `range`, which is not above `most`: of several draws where the generator's range is smaller.
  template <auto most, class G, class Wide>
  static Wide up_to(G& g, Wide range) {
    constexpr Wide given = G::max() - G::min();
    if constexpr (most > given) {
      if (range > given) {
        Wide high = 0;
        Wide drawn = 0;
        do {
          high = (given + 1) * up_to<static_cast<Wide>(most / (given + 1))>(g, static_cast<Wide>(range / (given + 1)));
          drawn = high + static_cast<Wide>(g() - G::min());
        } while (drawn > range || drawn < high);
        return drawn;
      }
    }
    if (range == given) return static_cast<Wide>(g() - G::min());
    if constexpr (given == 0xffffffffu) {
      return below<32>(g, static_cast<Wide>(range + 1));
    } else if constexpr (given == ~std::uint64_t{0}) {
      return below<64>(g, static_cast<Wide>(range + 1));
    } else {
      const Wide count = range + 1, scale = given / count, past = count * scale;
      Wide drawn = 0;
      do drawn = static_cast<Wide>(g() - G::min());
      while (drawn >= past);
      return drawn / scale;
    }
  }

  // A number below `count` of a generator of whole bits. Lemire, "Fast random integer generation in an interval".
  template <int bits, class G, class Wide>
  static Wide below(G& g, Wide count) {
    constexpr std::uint64_t mask = ~std::uint64_t{0} >> (64 - bits);
    const std::uint64_t range = count;
    std::uint64_t drawn = g() - G::min();
    std::uint64_t low = (drawn * range) & mask;
    if (low < range) {
      const std::uint64_t threshold = ((~range + 1) & mask) % range;
      while (low < threshold) {
        drawn = g() - G::min();
        low = (drawn * range) & mask;
      }
    }
    if constexpr (bits == 32) return static_cast<Wide>((drawn * range) >> 32);
    else return static_cast<Wide>(high_of_product(drawn, range));
  }
  static std::uint64_t high_of_product(std::uint64_t a, std::uint64_t b) {
    constexpr std::uint64_t mask = 0xffffffffu;
    const std::uint64_t low = (a & mask) * (b & mask);
    const std::uint64_t middle = (a >> 32) * (b & mask) + (low >> 32);
    const std::uint64_t other = (a & mask) * (b >> 32) + (middle & mask);
    return (a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32);
  }

  param_type param_;
};

}  // namespace gradc_std

namespace std {
using gradc_std::uniform_int_distribution;
}  // namespace std
