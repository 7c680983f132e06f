// The generator's known answers, and what the distributions must have.
#include <gradc/gradc.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

namespace {

using gradc::Key;

// Three answers of the authors' implementation, for blocks and keys of zeros, of ones and of digits of pi. Blocks whose
// number is great are reached by keys alone, which are made under another seed.
TEST(Random, KnownAnswersOfPhilox) {
  const auto bits = gradc::random_bits(Key{0, 0}, {4});
  EXPECT_EQ(bits(0), 0x6627e8d5u);
  EXPECT_EQ(bits(1), 0xe169c58du);
  EXPECT_EQ(bits(2), 0xbc57ac4cu);
  EXPECT_EQ(bits(3), 0x9b00dbd8u);
  constexpr std::uint64_t kApart = 0x6b79732061706172;
  EXPECT_EQ(gradc::fold_in({~std::uint64_t{0} ^ kApart, ~std::uint64_t{0}}, ~std::uint64_t{0}),
            (Key{0x41c83b0e408f276d, 0x6d5451fda20bc7c6}));
  EXPECT_EQ(gradc::fold_in({0x299f31d0a4093822 ^ kApart, 0x0370734413198a2e}, 0x85a308d3243f6a88),
            (Key{0x94fdccebd16cfe09, 0x24126ea15001e420}));
}

TEST(Random, BitsDoNotDependOnWhereADrawEnds) {
  const Key key{3, 9};
  const auto all = gradc::random_bits(key, {1000});
  for (std::int64_t n : {0, 1, 3, 63, 64, 65, 257}) {
    const auto some = gradc::random_bits(key, {n});
    for (std::int64_t i = 0; i < n; ++i) ASSERT_EQ(some(i), all(i)) << n;
  }
  const auto numbers = gradc::random_uniform<float>(key, {1000});
  for (std::int64_t i = 0; i < 1000; ++i) ASSERT_EQ(numbers(i), static_cast<float>(all(i) >> 8) * 0x1p-24f);
}

TEST(Random, KeysAndStreamsAreUnrelated) {
  std::set<std::pair<std::uint64_t, std::uint64_t>> keys;
  for (std::uint64_t seed : {0u, 1u, 2u})
    for (std::uint64_t i = 0; i < 100; ++i) {
      const Key key = gradc::fold_in({seed, 0}, i);
      keys.insert({key.seed, key.stream});
    }
  EXPECT_EQ(keys.size(), 300u);
  const auto [a, b] = gradc::split<2>(Key{5, 5});
  EXPECT_EQ(a, gradc::fold_in({5, 5}, 0));
  EXPECT_NE(a, b);
  EXPECT_NE(gradc::random_bits({5, 5}, {1})(0), gradc::random_bits({5, 6}, {1})(0));
  EXPECT_NE(gradc::random_bits({5, 5}, {1})(0), gradc::random_bits({6, 5}, {1})(0));
}

template <class T>
double moment(const gradc::Tensor<T, 1>& x, int order, double center = 0) {
  double sum = 0;
  for (std::int64_t i = 0; i < x.size(); ++i) sum += std::pow(static_cast<double>(static_cast<float>(x(i))) - center, order);
  return sum / static_cast<double>(x.size());
}

// Means of 10^5 numbers, within five standard deviations.
TEST(Random, DistributionsHaveTheirMoments) {
  constexpr std::int64_t kMany = 100000;
  const Key key{1, 2};
  EXPECT_NEAR(moment(gradc::random_uniform<double>(key, {kMany}), 1), 0.5, 0.005);
  EXPECT_NEAR(moment(gradc::random_uniform<float>(key, {kMany}), 2, 0.5), 1.0 / 12, 0.002);
  for (int order : {1, 2, 3, 4}) {
    const double expected = order == 2 ? 1 : order == 4 ? 3 : 0;
    EXPECT_NEAR(moment(gradc::random_normal<double>(key, {kMany}), order), expected, 0.16) << order;
    EXPECT_NEAR(moment(gradc::random_normal<float>(key, {kMany}), order), expected, 0.16) << order;
  }
  EXPECT_NEAR(moment(gradc::random_exponential<double>(key, {kMany}), 1), 1, 0.016);
  EXPECT_NEAR(moment(gradc::random_exponential<float>(key, {kMany}), 2), 2, 0.1);
  EXPECT_NEAR(moment(gradc::random_gumbel<double>(key, {kMany}), 1), 0.5772156649, 0.021);
  const auto between = gradc::random_truncated_normal(key, {kMany}, 1.0, 2.0);
  EXPECT_NEAR(moment(between, 1), 1.3831637, 0.005);
  EXPECT_GE(gradc::min(between), 1);
  EXPECT_LE(gradc::max(between), 2);
}

TEST(Random, UniformNumbersOf16BitsAreLessThanOne) {
  const Key key{1, 2};
  const auto wide = gradc::random_uniform<float>(key, {20000});
  const auto half = gradc::random_uniform<gradc::half>(key, {20000});
  const auto brain = gradc::random_uniform<gradc::bfloat16>(key, {20000});
  for (std::int64_t i = 0; i < wide.size(); ++i) {
    const float h = static_cast<float>(half(i)), b = static_cast<float>(brain(i));
    ASSERT_TRUE(h < 1 && h <= wide(i) && h >= wide(i) * (1 - 0x1p-10f)) << wide(i);
    ASSERT_TRUE(b < 1 && b <= wide(i) && b >= wide(i) * (1 - 0x1p-7f)) << wide(i);
  }
}

TEST(Random, TailsAreWhereTheyBelong) {
  const auto far = gradc::random_truncated_normal(Key{1, 2}, {1000}, 20.0, 21.0);
  EXPECT_GT(gradc::min(far), 20);
  EXPECT_LT(gradc::mean(far), 20.1);
  EXPECT_GT(gradc::max(far), 20.1);
}

TEST(Random, IntegersPermutationsAndClasses) {
  const Key key{4, 4};
  const auto dice = gradc::random_integers(key, {60000}, 1, 7);
  const auto counts = gradc::bincount(dice, 7);
  EXPECT_EQ(counts(0), 0);
  for (std::int64_t k = 1; k < 7; ++k) EXPECT_NEAR(static_cast<double>(counts(k)), 10000, 460);
  const auto order = gradc::random_permutation(key, 100);
  const auto sorted = gradc::sort(order);
  EXPECT_NE(order(0) + order(1) + order(2), 3);
  for (std::int64_t i = 0; i < 100; ++i) EXPECT_EQ(sorted(i), i);
  const auto classes = gradc::random_categorical(
      gradc::broadcast_to(gradc::log(gradc::Vector<double>{0.1, 0.2, 0.7}), {60000, 3}), key);
  const auto drawn = gradc::bincount(classes, 3);
  EXPECT_NEAR(static_cast<double>(drawn(0)), 6000, 370);
  EXPECT_NEAR(static_cast<double>(drawn(2)), 42000, 570);
  EXPECT_THROW(gradc::random_integers(key, {2}, 3, 3), gradc::ShapeError);
}

TEST(Random, Dropout) {
  const gradc::Vector<double> x = gradc::full<double>({50000}, 3);
  const auto y = gradc::dropout(x, {8, 8}, 0.25);
  EXPECT_NEAR(gradc::mean(y), 3, 0.04);
  for (std::int64_t i = 0; i < 100; ++i) EXPECT_TRUE(y(i) == 0 || y(i) == 4);
  EXPECT_EQ(gradc::max(gradc::dropout(x, {8, 8}, 1)), 0);
  EXPECT_EQ(gradc::min(gradc::dropout(x, {8, 8}, 0)), 3);
  EXPECT_THROW(gradc::dropout(x, {8, 8}, 1.5), gradc::DomainError);
  const gradc::Vector<double> bad{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()};
  EXPECT_EQ(gradc::max(gradc::dropout(bad, {8, 8}, 1)), 0);
}

// Mean and variance are the shape; the same numbers in other types.
TEST(Random, GammaNumbers) {
  for (const double shape : {0.3, 1.0, 7.0}) {
    const auto y = gradc::random_gamma(gradc::Key{5, 6}, gradc::full<double>({4000}, shape));
    EXPECT_NEAR(static_cast<double>(gradc::mean(y)), shape, 0.06 * shape + 0.02);
    EXPECT_NEAR(static_cast<double>(gradc::var(y)), shape, 0.12 * shape + 0.05);
    const auto f = gradc::random_gamma(gradc::Key{5, 6}, gradc::full<float>({4000}, static_cast<float>(shape)));
    EXPECT_NEAR(f(17), y(17), 1e-5);
  }
  EXPECT_TRUE(std::isnan(gradc::random_gamma(gradc::Key{1, 2}, gradc::Vector<double>{-1})(0)));
}

}  // namespace
