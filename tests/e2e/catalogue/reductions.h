// Reductions, scans and what is made of them: sections 6 and 10 of the catalogue.
#pragma once

#include <gradc/gradc.h>

#include <limits>

namespace reductions {

using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;

// A sum with a weight for each function, so that none hides another.
template <class X>
auto statistics(const X& x) {
  auto y = 0.9f * gradc::var(x, 0) + 1.1f * gradc::var(x, {-2}, gradc::Variance().correction(1));
  y += 1.2f * gradc::std(x, 0) + 1.3f * gradc::std(x, {0}, gradc::Variance().correction(2));
  y += 1.4f * gradc::logmeanexp(x, 0) + gradc::var(x) * gradc::logmeanexp(x);
  return gradc::sum(y) + gradc::sum(gradc::square(gradc::std(x, 1, gradc::keepdims)));
}

template <class X>
auto norms(const X& x) {
  auto y = 0.9f * gradc::vector_norm(x, 0) + 1.1f * gradc::vector_norm(x, {0}, gradc::Norm().ord(1));
  y += 1.2f * gradc::vector_norm(x, 0, gradc::Norm().ord(3.5)) + 1.3f * gradc::vector_norm(x, 0, gradc::Norm().ord(0.5));
  y += 1.4f * gradc::vector_norm(x, 0, gradc::Norm().ord(std::numeric_limits<double>::infinity()));
  y += 1.5f * gradc::vector_norm(x, -2, gradc::Norm().ord(-std::numeric_limits<double>::infinity()));
  y += 1.6f * gradc::cosine_similarity(x, gradc::square(x), 0) + 1.7f * gradc::cosine_similarity(x, 1.0f + x, 0, 3.1);
  const auto n = 0.3f * gradc::normalize(x) + 0.7f * gradc::normalize(x, 0, 2.5);
  return gradc::sum(y) + gradc::sum(gradc::exp(n)) + gradc::vector_norm(x, gradc::Norm().ord(0)) * gradc::vector_norm(x);
}

template <class X>
auto scans(const X& x) {
  auto y = 0.9f * gradc::cumsum(x, 0) + 1.1f * gradc::cumsum(x, 1, gradc::Scan().exclusive());
  y += 1.2f * gradc::cumsum(x, -1, gradc::Scan().reverse()) + 1.3f * gradc::cumprod(x, 1);
  y += 1.4f * gradc::cumprod(x, 0, gradc::Scan().exclusive().reverse()) + 1.5f * gradc::cumlogsumexp(x, 0);
  y += 1.6f * gradc::cummax(x, 1) + 1.7f * gradc::cummin(x, 0) + 1.8f * gradc::cumprod(x, 0, gradc::Scan().reverse(true));
  y += 1.9f * gradc::cumlogsumexp(x, 1) * gradc::cumprod(x, 1, gradc::Scan().exclusive(true).reverse(false));
  return gradc::sum(gradc::square(y)) + gradc::prod(gradc::prod(x, 0)) + gradc::sum(gradc::square(gradc::prod(x, 1, gradc::keepdims)));
}

// With a row of zeros, what is divided nowhere.
template <class X>
auto products(const X& x) {
  return gradc::sum(gradc::square(1.0f + gradc::prod(x, {0}))) + gradc::sum(gradc::sin(gradc::cumprod(x, 0)));
}

template <class X>
auto parts(const X& x) {
  const gradc::Vector<std::int64_t> ids{1, -1, 1};
  const auto some = gradc::segment_sum(x, ids, 2);
  const auto large = x > 0.6f;
  const auto counts = gradc::count_nonzero(large, 1) * gradc::argmin(x, 1);
  const auto chosen = gradc::where(gradc::logical_and(gradc::any(large, 0), gradc::logical_not(gradc::all(large, 0))), gradc::sum(x, 0), 0.0f);
  const auto trace = gradc::trace(gradc::square(x));
  return gradc::sum(gradc::square(some)) + trace * gradc::sum(chosen) + gradc::sum(gradc::where(counts > 2, gradc::sum(x, 1), 0.5f));
}

GRADC_DIFFERENTIATE(gradient, jvp) double of_norms(const Matrix& x);
GRADC_DIFFERENTIATE(gradient, jvp) double of_scans(const Matrix& x);
GRADC_DIFFERENTIATE(gradient, jvp) double of_products(const Matrix& x);
GRADC_DIFFERENTIATE(gradient, jvp) double of_parts(const Matrix& x);
GRADC_DIFFERENTIATE(gradient) double of_recursion(const Matrix& x, int n);
GRADC_DIFFERENTIATE(gradient, jvp) double of_statistics(const Matrix& x);
GRADC_DIFFERENTIATE(gradient) float of_statistics_in_float(const gradc::Matrix<float>& x);

}  // namespace reductions
