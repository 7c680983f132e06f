#include "order.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <memory>
#include <numeric>
#include <utility>

namespace order {

namespace {

double weighted(const std::vector<double>& v) {
  double s = 0;
  for (std::size_t i = 0; i < v.size(); ++i) s += static_cast<double>(i + 1) * v[i] * v[i];
  return s;
}

struct Item {
  double key, weight;
  std::vector<double> more;
};

bool is_nearer(const Item& a, const Item& b) { return a.key * a.key < b.key * b.key; }

struct Farther {
  double centre;
  bool operator()(double a, double b) const { return std::abs(a - centre) > std::abs(b - centre); }
};

class Segment {
 public:
  Segment(double begin, double end) : begin_(begin), end_(end) {}
  double length() const { return end_ - begin_; }

 private:
  double begin_, end_;
};

}  // namespace

double by_size(const std::vector<double>& a) {
  std::vector<double> v = a;
  std::sort(v.begin(), v.end(), [](double p, double q) { return std::abs(p) < std::abs(q); });
  return weighted(v);
}

double falling(const std::vector<double>& a) {
  std::vector<double> v = a, w = a;
  std::sort(v.begin(), v.end(), std::greater<>());
  if (w.size() > 2) std::sort(w.begin() + 1, w.end(), [](auto p, auto q) { return q < p; });
  return weighted(v) * weighted(w);
}

double of_structures(const std::vector<double>& a, const std::vector<double>& w) {
  std::vector<Item> items, others;
  for (std::size_t i = 0; i < a.size(); ++i) items.push_back({a[i], w[i], {a[i], w[i]}});
  others = items;
  std::sort(items.begin(), items.end(), [](const Item& p, const Item& q) { return p.key > q.key; });
  std::stable_sort(others.begin(), others.end(), is_nearer);
  double s = 0;
  for (std::size_t i = 0; i < items.size(); ++i) s += static_cast<double>(i + 1) * items[i].weight * items[i].key * others[i].more[1] + others[i].more[0];
  return s;
}

double of_places(const std::vector<double>& a) {
  std::vector<int> places(a.size());
  std::iota(places.begin(), places.end(), 0);
  std::sort(places.begin(), places.end(), [&](int i, int j) { return a[static_cast<std::size_t>(i)] < a[static_cast<std::size_t>(j)]; });
  double s = 0;
  for (std::size_t i = 0; i < places.size(); ++i) s += static_cast<double>(i + 1) * std::sin(a[static_cast<std::size_t>(places[i])]);
  return s;
}

double of_pairs(const std::vector<double>& a, const std::vector<double>& w) {
  std::vector<std::pair<double, double>> pairs;
  for (std::size_t i = 0; i < a.size(); ++i) pairs.emplace_back(std::floor(a[i] * 2), w[i]);
  std::sort(pairs.begin(), pairs.end());
  double s = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) s += static_cast<double>(i + 1) * pairs[i].second * pairs[i].second + a[i] * a[i];
  return s;
}

double by_functions(const std::vector<double>& a, double centre) {
  std::vector<double> v = a;
  std::sort(v.begin(), v.end(), Farther{centre});
  return weighted(v) * centre;
}

double in_part(const std::vector<double>& a) {
  std::vector<double> v = a, w = a;
  const auto half = static_cast<std::ptrdiff_t>(v.size() / 2);
  std::nth_element(v.begin(), v.begin() + half, v.end());
  std::partial_sort(w.begin(), w.begin() + 2, w.end(), std::greater<double>());
  return v[v.size() / 2] * w[0] + w[1] * w[1];
}

double turned(const std::vector<double>& a) {
  std::vector<double> v = a, w = a;
  std::reverse(v.begin(), v.end());
  if (!w.empty()) {
    const auto first = std::rotate(w.begin(), w.begin() + 1, w.end());
    *first *= 3;
  }
  return weighted(v) + 2 * weighted(w);
}

double inserted(const std::vector<double>& a, double x) {
  std::vector<double> v{x, 2.0};
  v.insert(v.begin() + 1, {x * x, 3 * x});
  v.insert(v.begin() + 2, a.begin(), a.end());
  return weighted(v);
}

double at_the_back(const std::vector<double>& a) {
  std::vector<double> v, w;
  std::transform(a.begin(), a.end(), std::back_inserter(v), [](double x) { return std::sin(x); });
  std::copy_if(a.begin(), a.end(), std::back_inserter(w), [](double x) { return x > 0.2; });
  return weighted(v) + weighted(w);
}

double taken_out(const std::vector<double>& a) {
  std::vector<double> v = a, w = a;
  v.erase(std::remove_if(v.begin(), v.end(), [](double x) { return x < 0.2; }), v.end());
  w.insert(w.end(), a.begin(), a.end());
  std::sort(w.begin(), w.end());
  w.erase(std::unique(w.begin(), w.end()), w.end());
  return weighted(v) + weighted(w);
}

// A lambda that compares items of two types.
double by_one_comparison(const std::vector<double>& a, int n) {
  const auto rises = [](auto p, auto q) { return p < q; };
  std::vector<int> counts{3, n, 1};
  std::vector<double> v = a;
  std::sort(counts.begin(), counts.end(), rises);
  std::sort(v.begin(), v.end(), rises);
  return weighted(v) * counts[1];
}

// The ends of a range are named one by one; the place of the row is an unsigned integer.
double of_rows(const std::vector<std::vector<double>>& rows, const std::vector<double>& x) {
  double s = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    s += std::inner_product(rows[i].begin(), rows[i].end(), x.begin(), 0.0) * static_cast<double>(i + 1);
    for (auto it = rows[i].begin(); it < rows[i].end(); ++it) s += *it * *it;
  }
  return s;
}

double made_in_place(double x) {
  std::vector<Segment> all;
  all.emplace_back(x, 3.0);
  all.emplace_back(x * x, x);
  return all[0].length() * all.back().length();
}

double shared(double x) {
  const auto p = std::make_shared<double>(x);
  const std::shared_ptr<double> q = p;
  *q *= x;
  const auto segment = std::make_shared<Segment>(*p, 4.0);
  return *p * segment->length();
}

}  // namespace order
