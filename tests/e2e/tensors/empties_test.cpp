#include <optional>
#include <string>

#include "differences.h"
#include "empties.grad.h"

namespace {

using empties::Images;
using empties::Matrix;

template <class F>
std::optional<double> value_of(F f) {
  try {
    return f();
  } catch (const gradc::Error&) {
    return std::nullopt;
  }
}

// The derivatives refuse what the function refuses, and nothing else.
template <class X, class F, class Gradient, class Jvp>
void check(const char* name, X x, F f, Gradient gradient, Jvp jvp) {
  const std::string what = name + gradc::to_string(x.shape());
  const auto value = value_of([&] { return f(x); });
  const auto of_gradient = value_of([&] { return gradient(x).value; }), of_jvp = value_of([&] { return jvp(x, x).value; });
  ASSERT_EQ(value.has_value(), of_gradient.has_value()) << what;
  ASSERT_EQ(value.has_value(), of_jvp.has_value()) << what;
  if (!value) return;
  e2e::expect_close(*of_gradient, *value, what, 1e-12);
  e2e::expect_close(*of_jvp, *value, what, 1e-12);
  const auto slopes = gradient(x).grad.x;
  ASSERT_EQ(slopes.shape(), x.shape()) << what;
  e2e::expect_gradient(x, slopes, [&] { return f(x); }, what);
}

#define CHECK_SHAPES(f, T, ...)                                                                                      \
  for (const auto& shape : std::vector<gradc::Shape>{__VA_ARGS__})                                                   \
  check(#f, e2e::filled<T>(shape), [](const auto& x) { return empties::f(x); },                                      \
        [](const auto& x) { return empties::f##_gradient(x); }, [](const auto& x, const auto& v) { return empties::f##_jvp(x, v); })
#define CHECK_IMAGES(f) CHECK_SHAPES(f, Images, {2, 1, 0}, {0, 1, 4}, {1, 0, 3}, {2, 2, 1}, {2, 1, 5})
#define CHECK_MATRICES(f) CHECK_SHAPES(f, Matrix, {0, 0}, {0, 3}, {3, 0}, {1, 1}, {2, 3}, {4, 1})

// "index -1, at place 0, is out of range", or "0, at place 0".
TEST(Empties, WindowsThatSeeNothing) {
  EXPECT_EQ(empties::greatest_in_windows_gradient(Images(gradc::Shape{2, 1, 0})).value, -4);  // tanh of -infinity
  CHECK_IMAGES(greatest_in_windows);
  CHECK_IMAGES(greatest_in_wide_windows);
  CHECK_IMAGES(greatest_in_holes);
  CHECK_IMAGES(means_of_windows);
  CHECK_IMAGES(norms_of_windows);
}

TEST(Empties, OrderStatisticsOfNothing) {
  EXPECT_EQ(empties::medians_gradient(Matrix(gradc::Shape{0, 0})).value, 0);
  CHECK_MATRICES(medians);
  CHECK_MATRICES(medians_of_rows);
  CHECK_MATRICES(quantiles);
  CHECK_MATRICES(midpoints);
}

TEST(Empties, ExtremesAndSortsOfNothing) {
  CHECK_MATRICES(extremes);
  CHECK_MATRICES(places_of_extremes);
  CHECK_MATRICES(sorted);
  CHECK_MATRICES(cumulative);
}

template <class F>
std::string error_of(F f) {
  const auto without_place = [](std::string text) {
    const std::size_t place = text.find(".cpp:");
    return place == std::string::npos ? text : text.substr(text.find(": ", place) + 2);
  };
  try {
    f();
  } catch (const gradc::IndexError& error) {
    return "IndexError " + without_place(error.what());
  } catch (const gradc::DomainError& error) {
    return "DomainError " + without_place(error.what());
  } catch (const gradc::ShapeError& error) {
    return "ShapeError " + without_place(error.what());
  } catch (const gradc::Error& error) {
    return "other " + without_place(error.what());
  }
  return "none";
}

#define EXPECT_ERROR_OF(f, expected)                                              \
  EXPECT_EQ(error_of([&] { empties::f(none); }), expected) << #f;                 \
  EXPECT_EQ(error_of([&] { empties::f##_gradient(none); }), expected) << #f;      \
  EXPECT_EQ(error_of([&] { empties::f##_jvp(none, none); }), expected) << #f

// The functions themselves threw a ShapeError, and derivatives an IndexError about a place that nobody asked for, -1.
TEST(Empties, ErrorsAreThoseOfTheFunction) {
  Matrix none(gradc::Shape{0, 3});
  EXPECT_ERROR_OF(medians, "IndexError median: can't take elements of an empty axis");
  EXPECT_ERROR_OF(midpoints, "IndexError quantile: can't take elements of an empty axis");
  EXPECT_ERROR_OF(places_of_extremes, "DomainError argmax: an axis of no elements has no largest");
  none = Matrix(gradc::Shape{1, 3});
  EXPECT_ERROR_OF(mirrored, "ShapeError pad_reflect: an axis of extent 1 can't be padded by 1 and 1 elements of its own");
  none = Matrix(gradc::Shape{3, 0});
  EXPECT_ERROR_OF(medians_of_rows, "IndexError median: can't take elements of an empty axis");
  EXPECT_ERROR_OF(quantiles, "IndexError quantile: can't take elements of an empty axis");
}

}  // namespace
