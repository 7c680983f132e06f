#include "polymorphic.h"

#include <cmath>

namespace control {
namespace {

class Curve {
 public:
  virtual ~Curve() = default;
  virtual double at(double x) const = 0;
  virtual double scale() const { return 2; }
  double scaled(double x) const { return scale() * at(x); }  // the functions of whatever class the object is of
};

class Exponential : public Curve {
 public:
  explicit Exponential(double k) : k_(k) {}
  double at(double x) const override { return std::exp(-k_ * x); }

 protected:
  double k_;
};

class Shifted : public Exponential {
 public:
  Shifted(double k, double shift) : Exponential(k), shift_(shift) {}
  ~Shifted() override {}
  double at(double x) const override { return Exponential::at(x) + shift_ * x; }
  double scale() const final { return 3 + k_; }

 private:
  double shift_;
};

class Square final : public Curve {
 public:
  double at(double x) const override { return x * x; }
};

struct Named {
  double weight = 1.5;
  virtual double weighted(double x) const { return weight * x; }
  virtual ~Named() {}
};

class Both : public Named, public Exponential {
 public:
  explicit Both(double k) : Exponential(k) { weight = k * k; }
  double at(double x) const override { return weighted(x) + Exponential::at(x); }
  double weighted(double x) const override { return weight * x * x; }
};

double value_of(const Curve& curve, double x) { return curve.scaled(x) + curve.at(x); }
double weight_of(const Named& named, double x) { return named.weighted(x); }

class Sum {
 public:
  Sum(const Curve& curve, int n) : curve_(curve), n_(n) {}
  double operator()(double x) const {
    double s = 0;
    for (int i = 0; i < n_; ++i) s += curve_.at(x + i) * x;
    return s;
  }

 private:
  const Curve& curve_;
  int n_;
};

struct Counter {
  virtual ~Counter() {}
  virtual void count(double x) = 0;
  double total = 0;
};
struct Squares : Counter {
  void count(double x) override { total += x * x; }
};
struct Rates : Counter {
  double rate;
  explicit Rates(double r) : rate(r) {}
  void count(double x) override { total += rate * x, rate *= 0.5; }
};
void count_all(Counter& counter, double x, int n) {
  for (int i = 0; i < n; ++i) counter.count(x + i);
}

const Shifted kShifted(0.5, 0.25);

// A base class that knows what it is a base of.
template <class Derived>
struct Stepper {
  int steps = 0;
  void run(double x, int n) {
    for (int i = 0; i < n; ++i) {
      ++steps;
      static_cast<Derived*>(this)->step(x + i);
    }
  }
};
template <class Derived>
void step_all(Stepper<Derived>& stepper, double x, int n) {
  for (int i = 0; i < n; ++i) static_cast<Derived&>(stepper).step(x * i);
}
struct Total : Stepper<Total> {
  double total = 0, last = 1;
  void step(double x) { total += x * last, last = x; }
};

}  // namespace

double by_reference(double x, double k) {
  const Exponential one(k);
  const Shifted other(k, x);
  return value_of(one, x) * value_of(other, k) + value_of(Square(), x);
}

double by_pointer(double x, double k, int which) {
  Exponential one(k);
  Square two;
  const Curve* curve = &one;
  double y = curve->at(x);
  curve = &two;
  y *= curve->at(x);
  if (which == 1) y += static_cast<const Curve&>(two).scale();
  return y;
}

double by_this(double x, double k) {
  const Shifted curve(k, 0.5);
  const Exponential& as_base = curve;
  return curve.scaled(x) + as_base.scaled(k) + as_base.Exponential::at(x) + curve.Curve::scale();
}

double sliced(double x, double k) {
  const Shifted curve(k, x);
  const Exponential copy = curve;
  return copy.at(x) + value_of(copy, x) * value_of(curve, x);
}

double of_two_bases(double x, double k) {
  const Both both(k);
  return value_of(both, x) + weight_of(both, x) * weight_of(Named(), k);
}

double by_member(double x, double k, int n) {
  const Shifted curve(k, x);
  const Sum sum(curve, n);
  return sum(x) * sum(k);
}

double written_by_virtual(double x, double k, int n) {
  Squares squares;
  Rates rates(k);
  count_all(squares, x, n);
  count_all(rates, x, n);
  count_all(squares, k, 2);
  return squares.total * rates.total + rates.rate;
}

double by_class_of_object(double x, double k, int n) {
  Total total;
  total.run(x, n);
  step_all(total, k, n);
  return total.total * total.last + total.steps;
}

double global_object(double x) { return value_of(kShifted, x); }

}  // namespace control
