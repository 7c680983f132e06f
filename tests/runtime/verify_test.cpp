// The parts that tests of derivatives are made of: each finds what is wrong, and says nothing where nothing
// is known.
#include <gradc/complex.h>
#include <gradc/verify.h>
#include <gtest/gtest.h>

#include <complex>
#include <cstring>

namespace {

struct Inner {
  gradc::Vector<float> v;
  int n = 0;
};
struct Outer {
  double a = 0;
  std::vector<Inner> items;
  std::pair<gradc::StaticTensor<double, 2>, bool> pair;
  std::array<std::complex<double>, 2> z;
  gradc::half h{};
  double c[2] = {};
};

}  // namespace

namespace gradc::verify {
template <>
struct Members<Inner> {
  template <class S>
  static auto of(S& s) {
    return std::tie(s.v, s.n);
  }
};
template <>
struct Members<Outer> {
  template <class S>
  static auto of(S& s) {
    return std::tie(s.a, s.items, s.pair, s.z, s.h, s.c);
  }
};
}  // namespace gradc::verify

namespace {

namespace verify = gradc::verify;
using Kind = verify::Outcome::Kind;

TEST(VerifyValues, AreListsOfNumbersAndBack) {
  Outer value;
  value.items.resize(1);
  value.items[0].v = gradc::Vector<float>{2, 3};
  value.items[0].n = 7;
  value.z[1] = {4, 5};
  const verify::Numbers before = verify::numbers(value, value.a);
  EXPECT_EQ(before, (verify::Numbers{0, 2, 3, 0, 0, 0, 0, 4, 5, 0, 0, 0, 0}))
      << "integers and bools are no numbers here";
  verify::Numbers after(before.size());
  for (std::size_t i = 0; i < after.size(); ++i) after[i] = static_cast<double>(i) + 0.5;
  double again = 0;
  verify::set(after, value, again);
  EXPECT_EQ(verify::numbers(value, again), after);
  EXPECT_EQ(value.items[0].n, 7);
  EXPECT_EQ(value.z[0], std::complex<double>(5.5, 6.5));
  verify::clear(value);
  EXPECT_EQ(verify::numbers(value), verify::Numbers(12));
  verify::seed({}, value);
  EXPECT_EQ(verify::numbers(value), verify::Numbers(12, 1.0));
  EXPECT_EQ(verify::scaled({1, 2}, {3}), (verify::Numbers{3, 6}));
  EXPECT_EQ(verify::scaled({1, 2}, {}), (verify::Numbers{1, 2}));
}

TEST(VerifyValues, TwoDirectionsAreStackedAndUnstacked) {
  verify::Stack stack({1, 2, 3}, {4, 5, 6});
  gradc::Matrix<double> pair;
  gradc::Vector<double> single;
  stack.fill(pair, gradc::Vector<double>{0, 0});
  stack.fill(single, 0.0);
  EXPECT_EQ(pair(1, 0), 4);
  EXPECT_EQ(single(1), 6);
  EXPECT_EQ(verify::unstacked(pair, single), (verify::Numbers{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(verify::reversed({1, 2}), (verify::Numbers{2, 1}));
  Inner inner;
  inner.v = gradc::Vector<float>{3, 6};
  EXPECT_EQ(verify::blocks(inner), (std::vector<verify::Numbers>{{3, 6}, {}}));
}

TEST(VerifyValues, SparseGradientsAreTheirTensors) {
  gradc::IndexedSlices<double, 2> slices;
  slices.dense_shape = {2, 1};
  slices.indices = gradc::Vector<std::int64_t>{1, 1};
  slices.values = gradc::Matrix<double>{{2}, {3}};
  EXPECT_EQ(verify::numbers(slices), (verify::Numbers{0, 5}));
}

TEST(VerifyValues, SameBitsSeesShapesIntegersAndTheSignOfZero) {
  Outer a, b;
  EXPECT_TRUE(verify::same_bits(a, b));
  b.a = -0.0;
  EXPECT_FALSE(verify::same_bits(a, b));
  b.a = a.a = std::nan("");
  EXPECT_TRUE(verify::same_bits(a, b));
  a.items.resize(1), b.items.resize(1);
  b.items[0].n = 1;
  EXPECT_FALSE(verify::same_bits(a, b));
  EXPECT_FALSE(
      verify::same_bits(gradc::Matrix<float>(gradc::Shape{0, 2}), gradc::Matrix<float>(gradc::Shape{0, 3})));
  verify::poison(a);
  EXPECT_TRUE(std::isnan(a.a) && std::isnan(a.z[1].imag()) == false && std::isnan(a.z[1].real()) &&
              std::isnan(a.c[1]));
  EXPECT_EQ(a.items[0].n, std::numeric_limits<int>::max());
}

TEST(VerifyRandom, IsTheSameForOneSeedAndFillsEverything) {
  const auto drawn = [](std::uint64_t seed, int draw) {
    verify::Random random(seed);
    random.begin_draw(draw);
    Outer value;
    random.fill(value);
    return verify::numbers(value);
  };
  EXPECT_EQ(drawn(1, 0), drawn(1, 0));
  EXPECT_NE(drawn(1, 0), drawn(2, 0));
  EXPECT_NE(drawn(1, 0), drawn(1, 1));
  for (const double x : drawn(3, 2)) EXPECT_NE(x, 0);
}

TEST(VerifyRandom, ExtentsDifferOrAgreeAndOneMayBeEmpty) {
  verify::Random random(1);
  random.begin_draw(0);
  std::int64_t a = random.extent(), b = random.extent();
  EXPECT_NE(a, b);
  EXPECT_EQ(random.extents_drawn(), 2);
  random.begin_draw(1);
  a = random.extent(), b = random.extent();
  EXPECT_EQ(a, b);
  random.begin_draw(1);
  random.make_empty(1);
  a = random.extent(), b = random.extent();
  EXPECT_GT(a, 0);
  EXPECT_EQ(b, 0);
}

TEST(VerifyRandom, SomeSquareMatricesArePositiveDefinite) {
  verify::Random random(1);
  random.begin_draw(3);
  gradc::Matrix<double> a;
  random.fill(a, {3, 3});
  EXPECT_EQ(a(0, 2), a(2, 0));
  EXPECT_NO_THROW(gradc::cholesky(a));
}

TEST(VerifyNumbers, SlopesAreAsGoodAsTheTypeAllows) {
  const auto in_double =
      verify::slope_at_zero([](double h) { return std::exp(h); }, verify::epsilon<double>());
  EXPECT_NEAR(in_double.value, 1, 1e-10);
  EXPECT_LT(in_double.error, 1e-8);
  EXPECT_GT(in_double.error, 0);
  const auto in_float =
      verify::slope_at_zero([](double h) { return static_cast<double>(std::exp(static_cast<float>(1 + h))); },
                            verify::epsilon<float>());
  EXPECT_NEAR(in_float.value, std::exp(1), 3e-4);
  EXPECT_LT(in_float.error, 2e-3);
  EXPECT_FALSE(std::isfinite(verify::slope_at_zero([](double) { return std::nan(""); }, 1e-16).error));
  // What swings within the steps is left alone, or right.
  int usable = 0;
  for (int i = 0; i < 20000; ++i) {
    const double speed = std::exp(0.0006 * i), phase = 0.37 * i;  // up to 160 000
    const verify::Slope slope = verify::slope_at_zero(
        [&](double h) { return std::sin(speed * h + phase) + std::cos(0.7 * speed * h + phase); }, verify::epsilon<double>());
    const double exact = speed * (std::cos(phase) - 0.7 * std::sin(phase));
    usable += slope.usable;
    if (slope.usable) {
      EXPECT_LE(std::fabs(slope.value - exact), 8 * slope.error + 1e-9 * speed) << speed << ' ' << phase;
    }
  }
  EXPECT_GT(usable, 5000);
}

TEST(VerifyNumbers, RemaindersTellWhichTermIsWrong) {
  const auto exp = [](double h) { return std::exp(h); };
  const double e = verify::epsilon<double>();
  EXPECT_NEAR(verify::remainder_at_zero(exp, {1, 1}, e).slope, 2, 0.1);
  EXPECT_NEAR(verify::remainder_at_zero(exp, {1, 1.01}, e).slope, 1, 0.1);
  EXPECT_NEAR(verify::remainder_at_zero(exp, {1, 1, 1}, e).slope, 3, 0.1);
  const auto wrong_curvature = verify::remainder_at_zero(exp, {1, 1, 1.01}, e);
  EXPECT_NEAR(wrong_curvature.even, 2, 0.1);
  EXPECT_NEAR(wrong_curvature.odd, 3, 0.2);
  EXPECT_TRUE(verify::remainder_at_zero([](double h) { return 3 * h; }, {0, 3}, e).exact);
  EXPECT_NEAR(verify::remainder_at_zero([](double h) { return std::fabs(h); }, {0, 0}, e).even, 1, 0.1);
}

TEST(VerifyNumbers, CloseComparesWithTheGreatest) {
  EXPECT_EQ(verify::close({1, 1e-9}, {1, 2e-9}, 1e-6, "x").kind, Kind::passed);
  EXPECT_EQ(verify::close({1, 1e-3}, {1, 2e-3}, 1e-6, "x").kind, Kind::failed);
  EXPECT_EQ(verify::close({1}, {1, 1}, 1e-6, "x").kind, Kind::failed);
  EXPECT_EQ(verify::close({std::nan("")}, {std::nan("")}, 1e-6, "x").kind, Kind::passed);
  EXPECT_EQ(verify::close({std::nan("")}, {1}, 1e-6, "x").kind, Kind::failed);
}

TEST(VerifyNumbers, BlocksMakeAProduct) {
  // 1 2 | 3
  // ----+--
  // 4 5 | 6
  const std::vector<verify::Numbers> blocks{{1, 2}, {3}, {4, 5}, {6}};
  const auto rows = verify::leaves(0.0, 0.0), columns = verify::leaves(std::array<double, 2>{}, 0.0);
  EXPECT_EQ(verify::product(blocks, rows, columns, {1, 10, 100}), (verify::Numbers{321, 654}));
  EXPECT_EQ(verify::product(blocks, rows, columns, {1, 10}, true), (verify::Numbers{41, 52, 63}));
}

TEST(VerifyNumbers, BlocksOfVectorsHaveTheirPlaces) {
  using Lists = std::vector<std::vector<double>>;
  const auto places = [](const auto&... values) {
    std::vector<std::vector<std::vector<std::size_t>>> all;
    for (const verify::Leaf& leaf : verify::leaves(values...)) all.push_back(leaf.places);
    return all;
  };
  using Places = decltype(places(0.0));
  EXPECT_EQ(places(Lists{{1, 2}, {}, {3}}, 4, 5.0), (Places{{{0, 1}, {}, {2}}, {{3}}}));
  EXPECT_EQ(places(Lists{}, 1.0), (Places{{}, {{0}}}));
  // Numbers of the elements are one axis, however far they lie from each other; tensors have places.
  Inner one, two;
  one.v = gradc::Vector<float>{1, 2};
  two.v = gradc::Vector<float>{3};
  EXPECT_EQ(places(std::vector<Inner>{one, two}).at(0), (Places{{{0, 1}, {2}}}[0]));
  EXPECT_EQ(places(std::vector<std::pair<double, float>>{{1, 2.0F}, {3, 4.0F}}), (Places{{{0, 2}}, {{1, 3}}}));
  // Of a complex row the real parts, then the imaginary ones, of each number.
  const auto rows = verify::leaves(std::complex<double>{}), columns = verify::leaves(std::vector<double>{1, 2});
  EXPECT_EQ(verify::product({{1, 10, 2, 20}}, rows, columns, {1, 3}), (verify::Numbers{7, 70}));
  EXPECT_EQ(verify::product({{1, 2, 3, 4}}, verify::leaves(Lists{{0}, {0}}), verify::leaves(Lists{{0}, {0}}), {1, 10}),
            (verify::Numbers{21, 43}));
}

// --- checks, of a function whose derivatives are right or wrong

// f(x, y) = sum(x³) + y sum(x), and a kink in x(0) where `kink` is set.
class Cubic : public verify::Function {
 public:
  struct {
    gradc::Vector<double> x;
    double y = 0;
  } in;
  double kink = 0, domain = -1e9;

  std::string name() const override { return "cubic"; }
  double epsilon() const override { return verify::epsilon<double>(); }
  void draw(verify::Random& random) override {
    random.fill(in.x, {random.extent()});
    random.fill(in.y);
  }
  verify::Numbers point() const override { return verify::numbers(in.x, in.y); }
  std::vector<verify::Part> parts() const override { return {{"x", verify::numbers(in.x).size()}, {"y", 1}}; }
  void move(const verify::Numbers& to) override { verify::set(to, in.x, in.y); }
  verify::Numbers value() override {
    double sum = 0;
    for (const double x : in.x) sum += x * x * x + in.y * x;
    return {sum + kink * std::fabs(in.x.size() > 0 ? in.x(0) : 0)};
  }

  verify::Numbers gradient(double of_y = 1) const {
    if (in.y < domain) throw gradc::DomainError("y is too small");
    verify::Numbers g;
    double sum = 0;
    for (const double x : in.x) g.push_back(3 * x * x + in.y), sum += x;
    if (kink != 0 && !g.empty()) g[0] += in.x(0) < 0 ? -kink : kink;
    g.push_back(of_y * sum);
    return g;
  }
  verify::Numbers product(const verify::Numbers& v, double factor = 6) const {
    verify::Numbers out;
    double sum = 0;
    for (std::size_t i = 0; i + 1 < v.size(); ++i) {
      out.push_back(factor * in.x.data()[i] * v[i] + v.back());
      sum += v[i];
    }
    out.push_back(sum);
    return out;
  }
  verify::Pullback pullback(double of_y = 1) {
    return [this, of_y](const verify::Numbers& u) { return verify::scaled(gradient(of_y), u); };
  }
  verify::Pushforward pushforward(double of_y = 1) {
    return [this, of_y](const verify::Numbers& d) {
      const verify::Numbers g = gradient(of_y);
      double sum = 0;
      for (std::size_t i = 0; i < g.size(); ++i) sum += g[i] * d[i];
      return verify::Numbers{sum};
    };
  }
};

TEST(VerifyChecks, RightDerivativesPass) {
  Cubic f;
  const auto gradient = [&] { return f.gradient(); };
  const auto product = [&](const verify::Numbers& v) { return f.product(v); };
  for (const verify::Outcome& outcome :
       {verify::agrees_with_differences(f, f.pullback()),
        verify::agrees_with_differences_forward(f, f.pushforward()),
        verify::has_remainder_of_order_two(f, f.pullback()),
        verify::are_transposes(f, f.pullback(), f.pushforward()),
        verify::product_agrees_with_differences(f, gradient, product), verify::is_symmetric(f, product),
        verify::has_remainder_of_order_three(f, gradient, product),
        verify::gives_the_value(f, [&] { return f.value(); }),
        verify::takes_empty_inputs(f, gradient, [&] { return f.value(); })})
    EXPECT_EQ(outcome.kind, Kind::passed) << outcome.text;
}

TEST(VerifyChecks, WrongOnesFailAndAreNamed) {
  Cubic f;
  const auto gradient = [&] { return f.gradient(); };
  const auto bad_product = [&](const verify::Numbers& v) { return f.product(v, 6.2); };
  const verify::Outcome differences = verify::agrees_with_differences(f, f.pullback(1.01));
  EXPECT_EQ(differences.kind, Kind::failed);
  EXPECT_NE(differences.text.find("it gives "), std::string::npos) << differences.text;
  EXPECT_NE(differences.text.find("(seed 1, draw "), std::string::npos) << differences.text;
  EXPECT_EQ(verify::agrees_with_differences_forward(f, f.pushforward(1.01)).kind, Kind::failed);
  const verify::Outcome remainder = verify::has_remainder_of_order_two(f, f.pullback(1.1));
  EXPECT_EQ(remainder.kind, Kind::failed);
  EXPECT_NE(remainder.text.find("shrinks like h^"), std::string::npos) << remainder.text;
  EXPECT_EQ(verify::are_transposes(f, f.pullback(), f.pushforward(1.01)).kind, Kind::failed);
  EXPECT_EQ(verify::product_agrees_with_differences(f, gradient, bad_product).kind, Kind::failed);
  EXPECT_EQ(verify::has_remainder_of_order_three(f, gradient, bad_product).kind, Kind::failed);
  EXPECT_EQ(verify::has_remainder_of_order_three(
                f, [&] { return f.gradient(1.1); }, bad_product)
                .kind,
            Kind::failed);
  EXPECT_EQ(verify::is_symmetric(f,
                                 [&](const verify::Numbers& v) {
                                   verify::Numbers out = f.product(v);
                                   out.back() *= 1.01;
                                   return out;
                                 })
                .kind,
            Kind::failed);
  EXPECT_EQ(verify::gives_the_value(f, [&] { return verify::Numbers{1}; }).kind, Kind::failed);
  EXPECT_EQ(verify::gives_the_same(f, gradient, [&] { return f.gradient(1.1); }).kind, Kind::failed);
}

TEST(VerifyChecks, AKinkIsNoFailure) {
  Cubic f;
  f.kink = 5;
  EXPECT_EQ(verify::agrees_with_differences(f, f.pullback()).kind, Kind::passed);
  EXPECT_EQ(verify::has_remainder_of_order_two(f, f.pullback()).kind, Kind::passed);
}

TEST(VerifyChecks, ArgumentsThatAreRefusedAreDrawnAgain) {
  Cubic f;
  f.domain = 1;
  EXPECT_EQ(verify::agrees_with_differences(f, f.pullback()).kind, Kind::passed);
  f.domain = 1e9;
  const verify::Outcome outcome = verify::agrees_with_differences(f, f.pullback());
  EXPECT_EQ(outcome.kind, Kind::unclear);
  EXPECT_NE(outcome.text.find("of cubic; of the last: y is too small"), std::string::npos) << outcome.text;
}

TEST(VerifyChecks, ABufferThatIsReadOrKeptIsFound) {
  Cubic f;
  const auto make = [&] { return f.gradient()[0]; };
  const auto bytes = [] { return std::int64_t{64}; };
  EXPECT_EQ(verify::overwrites_its_buffers(
                f, make, [&](double& out, gradc::Workspace&) { out = f.gradient()[0]; }, bytes)
                .kind,
            Kind::passed);
  EXPECT_EQ(verify::overwrites_its_buffers(
                f, make, [&](double& out, gradc::Workspace&) { out += f.gradient()[0]; }, bytes)
                .kind,
            Kind::failed);
  // More memory than it says.
  EXPECT_EQ(verify::overwrites_its_buffers(
                f, make,
                [&](double& out, gradc::Workspace& workspace) {
                  const gradc::Memory memory = workspace.take(65);
                  out = f.gradient()[0];
                },
                bytes)
                .kind,
            Kind::failed);
  // Scratch memory that is read before it is written.
  EXPECT_EQ(verify::overwrites_its_buffers(
                f, make,
                [&](double& out, gradc::Workspace& workspace) {
                  const gradc::Memory memory = workspace.take(64);
                  out = f.gradient()[0] + *memory.at<double>(0) * 0;
                },
                bytes)
                .kind,
            Kind::failed);
}

TEST(VerifyChecks, SharedInputsAreCompared) {
  Cubic f;
  const auto nothing = [] {};
  const auto apart = [&] { return f.gradient()[0]; };
  EXPECT_EQ(verify::may_share_inputs(f, nothing, apart, apart).kind, Kind::passed);
  EXPECT_EQ(verify::may_share_inputs(f, nothing, apart, [&] { return 1 + f.gradient()[0]; }).kind,
            Kind::failed);
  f.domain = 1e9;
  EXPECT_EQ(verify::may_share_inputs(f, nothing, apart, apart).kind, Kind::unclear);
}

TEST(VerifyChecks, EmptyInputsMayBeRefusedButNotMistaken) {
  Cubic f;
  const auto value = [&] { return f.value(); };
  EXPECT_EQ(verify::takes_empty_inputs(
                f, [&] { return f.gradient(); }, value)
                .kind,
            Kind::passed);
  EXPECT_EQ(verify::takes_empty_inputs(
                f, [&] { return f.gradient(); },
                [&] { return f.in.x.size() == 0 ? verify::Numbers{1} : f.value(); })
                .kind,
            Kind::failed);
  EXPECT_EQ(verify::takes_empty_inputs(
                f, [&]() -> verify::Numbers { throw gradc::Error("no elements"); }, value)
                .kind,
            Kind::unclear);
}

TEST(VerifyChecks, ArmsThatAreNotReachedAreListed) {
  Cubic f;
  bool reached[4] = {};
  const std::vector<verify::Arm> arms{{"m.cpp:1: x > 0", "true"},
                                      {"m.cpp:1: x > 0", "false"},
                                      {"m.cpp:2: x > 9", "true"},
                                      {"m.cpp:2: x > 9", "false"}};
  const auto run = [&] { reached[f.in.x(0) > 0 ? 0 : 1] = reached[f.in.x(0) > 9 ? 2 : 3] = true; };
  const verify::Outcome outcome = verify::reaches_all(f, arms, reached, run);
  EXPECT_EQ(outcome.kind, Kind::unclear);
  EXPECT_NE(outcome.text.find("m.cpp:2: x > 9 was never true"), std::string::npos) << outcome.text;
  EXPECT_EQ(outcome.text.find("m.cpp:1"), std::string::npos) << outcome.text;
  reached[2] = true;
  EXPECT_EQ(verify::reaches_all(f, arms, reached, run).kind, Kind::passed);
}

}  // namespace
