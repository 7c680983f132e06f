#include "exceptions.h"

#include <cmath>
#include <sstream>

#define REQUIRE(condition, message)        \
  if (!(condition)) {                      \
    std::ostringstream stream;             \
    stream << message;                     \
    throw std::runtime_error(stream.str()); \
  } else                                   \
    static_cast<void>(0)

namespace exceptions {
namespace {

double at(const std::vector<double>& v, std::size_t i) {
  if (i >= v.size()) throw std::out_of_range("no element " + std::to_string(i));
  return v[i];
}

[[noreturn]] void fail(const char* text) { throw std::logic_error(text); }

void check(bool good, const std::string& what) {
  if (!good) throw std::length_error("check: " + what);
}

void check_line(bool good, std::string what, int line) {
  if (good) return;
  what += " in line " + std::to_string(line);
  throw std::range_error(what);
}

}  // namespace

double plain(double x) {
  if (x <= 0) throw std::domain_error("x must be {positive}");
  return std::log(x);
}

double with_numbers(double x, int n) {
  if (x <= 0) {
    std::ostringstream s;
    s << "x is " << x << " of {" << n << "}" << std::endl;
    throw std::domain_error(s.str());
  }
  if (x > 100) throw std::domain_error("x is " + std::to_string(x) + '!');
  return std::log(x) * n;
}

double by_macro(double x, double y) {
  REQUIRE(x > y, "x (" << x << ") is not above y (" << y << ")");
  return std::log(x - y);
}

double of_own_class(double x) {
  if (x <= 0) throw OutOfModel("below");
  return std::log(x);
}

double in_else(double x) {
  double y;
  if (x > 0) {
    y = std::log(x);
    y *= 2;
  } else {
    throw std::domain_error("else");
  }
  return y * x;
}

double conditional(double x) { return x > 0 ? std::log(x) * x : throw std::domain_error("conditional"); }

double chosen(double x, int k) {
  switch (k) {
    case 0:
      return x * x;
    case 1:
      return x * x * x;
    default:
      throw std::out_of_range("k");
  }
}

double at_the_end(double x) {
  if (x > 0) {
    if (x > 10) return x;
    return x * x;
  }
  throw std::logic_error("end");
}

double in_loop(const Vector& v, double x) {
  double s = 0;
  for (int i = 0; i < v.size(); ++i) {
    if (v(i) < 0) throw std::domain_error("v(" + std::to_string(i) + ") is negative");
    s += std::sqrt(v(i)) * x;
  }
  return s;
}

double of_elements(const Vector& u, double x, int n) {
  std::vector<double> v;
  for (int i = 0; i < u.size(); ++i) v.push_back(u(i) * x);
  double s = 0;
  for (int i = 0; i < n; ++i) s += at(v, static_cast<std::size_t>(i)) * at(v, static_cast<std::size_t>(i));
  return s;
}

double in_while(double x) {
  if (x > 100 || x <= 0) throw std::underflow_error("start");
  while (true) {
    x = x * 1.5;
    if (x > 20) throw std::overflow_error("large");
    if (x > 2) break;
  }
  return x * x;
}

double by_helpers(double x) {
  if (x < 0) fail("negative");
  check(x > 1, "x is small");
  check(x < 100, "x is " + std::to_string(x));
  check_line(x > 2, "range", 7);
  return std::sqrt(x);
}

namespace {

class Fault : public std::runtime_error {
 public:
  Fault(const std::string& what, int) : std::runtime_error(what) {}
};

template <class E>
[[noreturn]] void raise(const E& error) {
  throw error;
}

void mark(std::string&, const char*) {}

template <class E>
void report(const char* where, const char* what) {
  if (where == nullptr) where = "somewhere";
  std::string place(where);
  std::string text("in ");
  mark(place, "%");
  text += place;
  text += ": ";
  text += what;
  E error(text);
  raise(error);
}

double checked(const char* where, double x) {
  if (x > 50) report<std::range_error>(where, "too far");
  return x * x;
}

}  // namespace

// Made in a variable, and passed to a function that only throws.
double passed_on(double x) {
  static const char* here = "passed_on";
  if (x > 100) {
    std::string text("x is ");
    text += std::to_string(x);
    Fault fault(text, 1);
    raise(fault);
  }
  if (x < 0) {
    std::domain_error error("negative");
    throw error;
  }
  return checked(here, x) * x;
}

double recursive(double x, int n) {
  if (n < 0) throw std::invalid_argument("n");
  if (n == 0) return x;
  if (x > 50) throw std::overflow_error("x");
  return x * recursive(x * 1.1, n - 1);
}

namespace {

double pole(double at) { throw std::domain_error("pole at " + std::to_string(at)); }

}  // namespace

// What is computed of what never comes.
double of_what_throws(double x, int n) {
  double y = x;
  if (n > 2) {
    y = of_what_throws(-x, n - 2);
    if (y > 5) return -pole(y);
    return 1 / y;
  }
  if (x > 20) y = 1 + pole(x);
  return y * x;
}

double after_return(double x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    if (i > 5) return s;
    if (x > 3 && i == 2) throw std::domain_error("deep");
    s += x * i * x;
  }
  return s;
}

// The exception comes before the index that isn't there.
double before_index(const Vector& v, int i) {
  if (i >= v.size()) throw std::out_of_range("i");
  return v(i) * v(i);
}

double of_each(double x) {
  if (x <= 0) throw std::domain_error("x is " + std::to_string(x));
  return std::log(x) * x;
}

}  // namespace exceptions
