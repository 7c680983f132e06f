// Each function as users write it.
#include "other_containers.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <numeric>
#include <queue>
#include <set>
#include <stack>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>

namespace other_containers {

namespace {

struct Circle {
  double r;
  double area() const { return 3.14159 * r * r; }
};
struct Rect {
  double w, h;
  double area() const { return w * h; }
};
using Shape = std::variant<Circle, Rect>;
struct A {
  double r;
};
struct B {
  double w, h;
};
template <class... Ts>
struct overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts>
overloaded(Ts...) -> overloaded<Ts...>;

double squared_at(const std::map<int, double>& m, int k) {
  auto it = m.find(k);
  return it == m.end() ? 0.0 : it->second * it->second;
}

}  // namespace

double by_key(double x) {
  std::map<int, double> m;
  m[3] = x;
  m[1] = x * x;
  return m[3] + 2 * m[1] * x;
}
double in_key_order(double x) {
  std::map<int, double> m;
  m[3] = x;
  m[1] = x * x;
  double s = 0;
  for (const auto& [k, v] : m) s += k * v * v;
  return s;
}
double found_or_not(double x, int k) {
  std::map<int, double> m{{3, x}, {1, 2 * x}};
  auto it = m.find(k);
  if (it == m.end()) return x;
  return it->second * it->second;
}
double emplaced(double x) {
  std::map<int, double> m;
  m.emplace(2, x);
  m.insert({5, x * x});
  return m.at(2) * m.at(5);
}
double summed_by_key(const std::vector<double>& x) {
  std::map<int, double> m;
  for (std::size_t i = 0; i < x.size(); ++i) m[static_cast<int>(i) % 3] += x[i] * x[i];
  double s = 0;
  for (auto it = m.begin(); it != m.end(); ++it) s += it->first * it->second;
  return s;
}
double vectors_by_key(const std::vector<double>& x) {
  std::map<int, std::vector<double>> m;
  for (std::size_t i = 0; i < x.size(); ++i) m[static_cast<int>(i) % 3].push_back(x[i]);
  double s = 1;
  for (auto& [k, v] : m) {
    double p = 0;
    for (double a : v) p += a;
    s *= p;
  }
  return s;
}
double references_stay(double x) {
  std::map<double, double, std::greater<double>> m;
  m[0.5] = x;
  m[1.5] = x * x;
  double& a = m[0.5];
  m[2.5] = 3;
  a *= x;
  auto it = m.begin();
  ++it;
  return it->second + m.rbegin()->second;
}
double of_a_set(double x) {
  std::set<int> s{3, 1, 2, 3};
  double p = 1;
  for (int k : s) p = p * x + k;
  if (s.count(2)) p *= 2;
  s.erase(2);
  return p * s.size();
}
double curve(double x, double t) {
  std::map<double, double> curve{{0.0, x}, {1.0, 2 * x}, {2.0, x * x}};
  auto hi = curve.lower_bound(t);
  if (hi == curve.end()) return std::prev(hi)->second;
  if (hi == curve.begin()) return hi->second;
  auto lo = std::prev(hi);
  double w = (t - lo->first) / (hi->first - lo->first);
  return lo->second + w * (hi->second - lo->second);
}
double several_of_a_key(double x) {
  std::multimap<int, double> m;
  m.insert({1, x});
  m.insert({1, 2 * x});
  m.insert({0, x * x});
  auto r = m.equal_range(1);
  double s = 0;
  for (auto it = r.first; it != r.second; ++it) s += it->second * it->second;
  return s;
}
double by_pair(const std::vector<double>& x) {
  std::map<std::pair<int, int>, double> m;
  for (std::size_t i = 0; i + 1 < x.size(); ++i)
    m[{static_cast<int>(i) % 2, static_cast<int>(i) / 2}] = x[i] * x[i + 1];
  double s = 0;
  for (const auto& e : m) s += e.second * e.first.first + e.second * e.second;
  return s;
}
double of_a_list(double x) {
  std::list<double> l{x, 2 * x, 3};
  l.push_front(x * x);
  l.pop_back();
  double s = 0;
  int k = 1;
  for (double v : l) s += k++ * v * v;
  return s;
}
double list_edited(double x) {
  std::list<double> l{1, x, 3};
  auto it = std::next(l.begin());
  l.insert(it, x * x);
  l.erase(l.begin());
  l.reverse();
  return l.front() * l.back() + l.size() * *it;
}
double list_removed(const std::vector<double>& x) {
  std::list<double> l(x.begin(), x.end());
  l.remove_if([](double v) { return v < 0; });
  return std::accumulate(l.begin(), l.end(), 0.0, [](double a, double b) { return a + b * b; });
}
double window(const std::vector<double>& x) {
  std::deque<double> w;
  double s = 0, best = 0;
  for (double v : x) {
    w.push_back(v);
    s += v;
    if (w.size() > 3) {
      s -= w.front();
      w.pop_front();
    }
    best += s * s / w.size();
  }
  return best;
}
double both_ends(const std::vector<double>& x) {
  std::deque<double> d;
  for (double v : x) {
    if (v > 0)
      d.push_back(v * v);
    else
      d.push_front(v);
  }
  double s = 0;
  for (std::size_t i = 0; i < d.size(); ++i) s += (i + 1) * d[i];
  return s;
}
double front_reference(double x) {
  std::deque<double> d{x, 2 * x};
  double& r = d.front();
  d.push_front(3);
  r *= x;
  return d[1] + d[2] * d[0];
}
double deque_extreme(const std::vector<double>& x) {
  std::deque<double> d(x.begin(), x.end());
  double m = *std::max_element(d.begin(), d.end());
  return m * std::accumulate(d.begin(), d.end(), 0.0);
}
double backwards(const std::vector<double>& x) {
  std::deque<double> d(x.begin(), x.end());
  double s = 0;
  for (auto it = d.rbegin(); it != d.rend(); ++it) s = s * 0.5 + *it;
  return s;
}
double queued(const std::vector<double>& x) {
  std::queue<std::pair<int, double>> q;
  q.push({0, x[0]});
  double s = 0;
  while (!q.empty()) {
    auto [i, v] = q.front();
    q.pop();
    s += v;
    if (i + 1 < static_cast<int>(x.size())) q.push({i + 1, v * x[i + 1]});
  }
  return s;
}
double stacked(const std::vector<double>& x) {
  std::stack<double> st;
  for (double v : x) {
    st.push(v);
    if (st.size() >= 2) {
      double a = st.top();
      st.pop();
      double b = st.top();
      st.pop();
      st.push(a * b + a);
    }
  }
  return st.empty() ? 0.0 : st.top();
}
double by_priority(const std::vector<double>& x) {
  std::priority_queue<double> q;
  for (double v : x) q.push(v * v);
  double s = 0;
  int k = 1;
  while (!q.empty()) {
    s += k++ * q.top();
    q.pop();
  }
  return s;
}
double shortest_path(const std::vector<double>& w) {
  int n = static_cast<int>(w.size());
  std::vector<double> dist(n, 1e9);
  std::priority_queue<std::pair<double, int>, std::vector<std::pair<double, int>>,
                      std::greater<std::pair<double, int>>>
      q;
  dist[0] = 0;
  q.push({0.0, 0});
  while (!q.empty()) {
    auto [d, u] = q.top();
    q.pop();
    if (d > dist[u]) continue;
    for (int k = 1; k <= 2; ++k) {
      int v = u + k;
      if (v >= n) continue;
      double nd = d + std::exp(w[v]) * k;
      if (nd < dist[v]) {
        dist[v] = nd;
        q.push({nd, v});
      }
    }
  }
  return dist[n - 1];
}
double hashed(double x) {
  std::unordered_map<int, double> m;
  m[5] = x;
  m.emplace(7, x * x);
  auto it = m.find(7);
  double s = it != m.end() ? it->second : 0.0;
  return s * m[5] + m.count(6);
}
double memoised(double x, int n) {
  std::unordered_map<int, double> memo;
  memo[0] = x;
  for (int i = 1; i < n; ++i) memo[i] = memo[i - 1] * x + 1;
  return memo.at(n > 1 ? n - 1 : 0);
}
double seen_before(const std::vector<double>& x) {
  std::unordered_set<int> seen;
  double s = 0;
  for (double v : x)
    if (seen.insert(static_cast<int>(std::floor(v))).second) s += v * v;
  return s;
}
double visited(double x) {
  Shape s = Circle{x};
  return std::visit([](const auto& a) { return a.area(); }, s);
}
double visited_by_branch(double x, int k) {
  Shape s = Circle{x};
  if (k > 2) s = Rect{x, 2 * x};
  return std::visit([](const auto& a) { return a.area(); }, s);
}
double held(double x) {
  std::variant<int, double> v = x;
  return std::holds_alternative<double>(v) ? std::get<double>(v) * x : 0;
}
double visited_two(double x, int k) {
  Shape a = Circle{x}, b = Rect{x, 2};
  if (k > 0) a = Rect{3, x};
  return std::visit([](const auto& p, const auto& q) { return p.area() * q.area(); }, a, b);
}
double visited_by_overloads(double x, int k) {
  std::variant<A, B> s = A{x};
  if (k > 1) s = B{x, 2 * x};
  return std::visit(
      overloaded{[](const A& a) { return a.r * a.r; }, [&](const B& b) { return b.w * b.h * x; }}, s);
}
double passed_on(const std::vector<double>& x) {
  std::map<int, double> m;
  for (std::size_t i = 0; i < x.size(); ++i) m[static_cast<int>(i % 3)] += x[i];
  double s = 0;
  for (int k = 0; k < 5; ++k) s += squared_at(m, k);
  return s + squared_at(m, 1) * squared_at(m, 2);
}

}  // namespace other_containers
