#include "differences.h"
#include "exceptions.grad.h"

namespace {

using exceptions::Vector;

// The class of what is thrown, with its message, as far as a derivative keeps it; or the value.
template <class F>
std::string end_of(F f) {
  const auto said = [](const char* name, const std::exception& error) { return std::string(name) + ": " + error.what(); };
  try {
    std::ostringstream out;
    out.precision(17);
    out << f();
    return out.str();
  } catch (const std::domain_error& error) {
    return said("domain_error", error);
  } catch (const std::invalid_argument& error) {
    return said("invalid_argument", error);
  } catch (const std::length_error& error) {
    return said("length_error", error);
  } catch (const std::out_of_range& error) {
    return said("out_of_range", error);
  } catch (const std::logic_error& error) {
    return said("logic_error", error);
  } catch (const std::range_error& error) {
    return said("range_error", error);
  } catch (const std::overflow_error& error) {
    return said("overflow_error", error);
  } catch (const std::underflow_error& error) {
    return said("underflow_error", error);
  } catch (const std::runtime_error& error) {
    return said("runtime_error", error);
  }
}

constexpr double kNumbers[] = {-1.5, 0, 0.25, 1.5, 2.5, 4.5, 12, 30, 75, 101};

// One number: the end is that of the function, and the gradient its derivative where it has a value.
template <class F, class G>
void check(F f, G gradient) {
  int thrown = 0, given = 0;
  for (double x : kNumbers) {
    const std::string end = end_of([&] { return f(x); });
    EXPECT_EQ(end_of([&] { return gradient(x).value; }), end) << x;
    const bool has_value = end.find(':') == std::string::npos;
    has_value ? ++given : ++thrown;
    if (has_value) e2e::expect_close(gradient(x).grad.x, (f(x + 1e-6) - f(x - 1e-6)) / 2e-6, "x", 1e-6);
  }
  EXPECT_GT(thrown, 0);
  EXPECT_GT(given, 1);
}

#define OF(name) [](double x) { return exceptions::name(x); }, [](double x) { return exceptions::name##_gradient(x); }
#define OF_TWO(name, other) \
  [](double x) { return exceptions::name(x, other); }, [](double x) { return exceptions::name##_gradient(x, other); }

TEST(Exceptions, AreThoseOfTheFunction) {
  check(OF(plain));
  check(OF_TWO(with_numbers, 3));
  check(OF(of_own_class));
  check(OF(in_else));
  check(OF(conditional));
  check(OF(at_the_end));
  check(OF(in_while));
  check(OF(by_helpers));
  check(OF_TWO(recursive, 3));
  check(OF_TWO(after_return, 4));
  check(OF_TWO(by_macro, 0.375));
}

TEST(Exceptions, OfIntegers) {
  for (int k : {0, 1, 2, -1}) {
    const auto f = [&] { return exceptions::chosen(1.5, k); };
    EXPECT_EQ(end_of([&] { return exceptions::chosen_gradient(1.5, k).value; }), end_of(f)) << k;
  }
  EXPECT_EQ(exceptions::chosen_gradient(1.5, 1).grad.x, 3 * 1.5 * 1.5);
  for (int n : {-1, 0, 2, 20}) {
    const auto f = [&] { return exceptions::recursive(1.5, n); };
    EXPECT_EQ(end_of([&] { return exceptions::recursive_gradient(1.5, n).value; }), end_of(f)) << n;
  }
  EXPECT_EQ(end_of([&] { return exceptions::after_return_gradient(4, 2).value; }), end_of([&] { return exceptions::after_return(4, 2); }));
}

TEST(Exceptions, OfElements) {
  Vector v{0.5, 2, 0.25, 1.5};
  const auto loop = exceptions::in_loop_gradient(v, 0.75);
  EXPECT_EQ(loop.value, exceptions::in_loop(v, 0.75));
  e2e::expect_gradient(
      v, loop.grad.v, [&] { return exceptions::in_loop(v, 0.75); }, "v");
  const auto elements = exceptions::of_elements_gradient(v, 0.75, 4);
  EXPECT_EQ(elements.value, exceptions::of_elements(v, 0.75, 4));
  e2e::expect_gradient(
      v, elements.grad.u, [&] { return exceptions::of_elements(v, 0.75, 4); }, "u");
  EXPECT_EQ(end_of([&] { return exceptions::of_elements_gradient(v, 0.75, 5).value; }),
            end_of([&] { return exceptions::of_elements(v, 0.75, 5); }));
  EXPECT_EQ(end_of([&] { return exceptions::before_index_gradient(v, 4).value; }), "out_of_range: i");
  EXPECT_EQ(exceptions::before_index_gradient(v, 3).grad.v(3), 3.0);
  v(2) = -1;
  EXPECT_EQ(end_of([&] { return exceptions::in_loop_gradient(v, 0.75).value; }), end_of([&] { return exceptions::in_loop(v, 0.75); }));
}

TEST(Exceptions, OfOtherDerivatives) {
  EXPECT_EQ(end_of([] { return exceptions::plain_forward(-1).value; }), "domain_error: x must be {positive}");
  EXPECT_EQ(end_of([] { return exceptions::plain_jvp(-1, 1).tangent; }), "domain_error: x must be {positive}");
  EXPECT_EQ(end_of([] { return exceptions::plain_hvp(-1, 1).value; }), "domain_error: x must be {positive}");
  EXPECT_EQ(exceptions::plain_hvp(2, 1).hvp.x, -0.25);
  EXPECT_EQ(end_of([] { return exceptions::in_else_hvp(-1, 1).value; }), "domain_error: else");
  e2e::expect_close(exceptions::in_else_hvp(2, 1).hvp.x, 1, "x", 1e-12);
}

TEST(Exceptions, MadeInVariables) {
  EXPECT_EQ(end_of([] { return exceptions::passed_on_gradient(-1).value; }), "domain_error: negative");
  EXPECT_EQ(end_of([] { return exceptions::passed_on_gradient(60).value; }), "range_error: in passed_on: too far");
  EXPECT_EQ(end_of([] { return exceptions::passed_on_gradient(101).value; }), "runtime_error: x is 101.000000");
  EXPECT_EQ(exceptions::passed_on_gradient(2).grad.x, 12.0);
}

TEST(Exceptions, OfWhatThrows) {
  EXPECT_EQ(end_of([] { return exceptions::of_what_throws_gradient(3, 3).value; }), "domain_error: pole at 9.000000");
  EXPECT_EQ(end_of([] { return exceptions::of_what_throws_gradient(30, 1).value; }), "domain_error: pole at 30.000000");
  EXPECT_EQ(exceptions::of_what_throws_gradient(3, 1).grad.x, 6.0);
  EXPECT_EQ(exceptions::of_what_throws_gradient(2, 3).value, 0.25);
  EXPECT_EQ(exceptions::of_what_throws_gradient(2, 3).grad.x, -0.25);
}

// Of several items the first one throws that would.
TEST(Exceptions, OfItems) {
  const Vector good{0.5, 2}, bad{0.5, -2, 3, -4};
  const auto result = exceptions::of_each_gradient_each(good);
  for (std::int64_t i = 0; i < good.size(); ++i) e2e::expect_close(result.grad.x(i), std::log(good(i)) + 1, "x", 1e-15);
  EXPECT_EQ(end_of([&] { return exceptions::of_each_gradient_each(bad).grad.x(0); }), "domain_error: x is -2.000000");
}

}  // namespace
