#include "signatures.grad.h"

#include <functional>
#include <stdexcept>
#include <type_traits>

#include "differences.h"

namespace {

using namespace signatures;
using Numbers = std::vector<double>;

Numbers some(int n, unsigned seed = 1) {
  const auto tensor = e2e::filled<gradc::Vector<double>>({n}, 0.4, 1.6, seed);
  return {tensor.begin(), tensor.end()};
}
Numbers listed(const gradc::Vector<double>& x) { return {x.begin(), x.end()}; }
gradc::Vector<double> tensor(const Numbers& x) {
  gradc::Vector<double> made(gradc::Shape{static_cast<std::int64_t>(x.size())});
  std::copy(x.begin(), x.end(), made.begin());
  return made;
}
Numbers operator+(Numbers a, const Numbers& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

struct Product {
  Numbers value, grad;
};

// A function of all that it takes, against its products with one adjoint: values are the same bits.
void check(Numbers in, const std::function<Numbers(const Numbers&)>& f, const std::function<Product(const Numbers&, const Numbers&)>& vjp) {
  const Numbers value = f(in), bar = some(static_cast<int>(value.size()), 7);
  const Product product = vjp(in, bar);
  EXPECT_EQ(product.value, value);
  ASSERT_EQ(product.grad.size(), in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    const double slope = e2e::difference(in[i], [&] {
      const Numbers now = f(in);
      double s = 0;
      for (std::size_t k = 0; k < now.size(); ++k) s += now[k] * bar[k];
      return s;
    });
    e2e::expect_close(product.grad[i], slope, "number " + std::to_string(i));
  }
}

// Parts of what was put one behind the other, each in memory of its own.
class Parts {
 public:
  explicit Parts(const Numbers& all) : at_(all.begin()) {}
  Numbers next(int n) {
    at_ += n;
    return {at_ - n, at_};
  }

 private:
  Numbers::const_iterator at_;
};

TEST(Signatures, OutputsByPointer) {
  for (int n : {0, 1, 2, 7}) {
    check(some(n), [&](const Numbers& x) { Numbers y(x.size()); square(x.data(), y.data(), n); return y; },
          [&](const Numbers& x, const Numbers& bar) {
            const auto r = square_vjp(x.data(), n, {tensor(bar)});
            const auto forward = square_forward(x.data(), n);
            EXPECT_EQ(listed(forward.value.y), listed(r.value.y));
            EXPECT_EQ(listed(square_backward(forward.residuals, {tensor(bar)}).x), listed(r.grad.x));
            return Product{listed(r.value.y), listed(r.grad.x)};
          });
    check(some(n), [&](const Numbers& x) { Numbers y(x.size()); triangular_sums(x.data(), y.data(), n); return y; },
          [&](const Numbers& x, const Numbers& bar) {
            const auto r = triangular_sums_vjp(x.data(), n, {tensor(bar)});
            return Product{listed(r.value.y), listed(r.grad.x)};
          });
    check(some(n), [&](Numbers x) { for (double& e : x) e -= 1; Numbers y(x.size()); by_arms(x.data(), y.data(), n); return y; },
          [&](Numbers x, const Numbers& bar) {
            for (double& e : x) e -= 1;
            const auto r = by_arms_vjp(x.data(), n, {tensor(bar)});
            return Product{listed(r.value.y), listed(r.grad.x)};
          });
    check(some(n), [&](const Numbers& x) { Numbers y(x.size()); by_moving(x.data(), y.data(), n); return y; },
          [&](const Numbers& x, const Numbers& bar) {
            const auto r = by_moving_vjp(x.data(), n, {tensor(bar)});
            return Product{listed(r.value.y), listed(r.grad.x)};
          });
    if (n > 5) {
      EXPECT_THROW(checked_vjp(some(n).data(), n, {tensor(some(n))}), std::invalid_argument);
    } else {
      check(some(n), [&](const Numbers& x) { Numbers y(x.size()); checked(x.data(), y.data(), n); return y; },
            [&](const Numbers& x, const Numbers& bar) {
              const auto r = checked_vjp(x.data(), n, {tensor(bar)});
              return Product{listed(r.value.y), listed(r.grad.x)};
            });
    }
    if (n == 0) continue;
    check(some(n), [&](const Numbers& x) { Numbers y(x.size()); prefix_sums(x.data(), y.data(), n); return y; },
          [&](const Numbers& x, const Numbers& bar) {
            const auto r = prefix_sums_vjp(x.data(), n, {tensor(bar)});
            return Product{listed(r.value.y), listed(r.grad.x)};
          });
    check(some(n) + some(n, 2) + some(n, 3) + some(n, 4),
          [&](const Numbers& in) {
            Parts p(in);
            const Numbers a = p.next(n), b = p.next(n), c = p.next(n), d = p.next(n);
            Numbers moved = b, x(a.size());
            for (double& e : moved) e += 3;
            tridiagonal(a.data(), moved.data(), c.data(), d.data(), x.data(), n);
            return x;
          },
          [&](const Numbers& in, const Numbers& bar) {
            Parts p(in);
            const Numbers a = p.next(n), b = p.next(n), c = p.next(n), d = p.next(n);
            Numbers moved = b;
            for (double& e : moved) e += 3;
            const auto r = tridiagonal_vjp(a.data(), moved.data(), c.data(), d.data(), n, {tensor(bar)});
            return Product{listed(r.value.x), listed(r.grad.a) + listed(r.grad.b) + listed(r.grad.c) + listed(r.grad.d)};
          });
  }
  for (const auto& [m, n] : {std::pair(0, 2), std::pair(1, 0), std::pair(2, 3), std::pair(4, 1)}) {
    check(some(m * n) + some(n, 2),
          [&, m = m, n = n](const Numbers& in) {
            Parts p(in);
            const Numbers a = p.next(m * n), x = p.next(n);
            Numbers y(static_cast<std::size_t>(m));
            product(a.data(), x.data(), y.data(), m, n);
            return y;
          },
          [&, m = m, n = n](const Numbers& in, const Numbers& bar) {
            Parts p(in);
            const Numbers a = p.next(m * n), x = p.next(n);
            const auto r = product_vjp(a.data(), x.data(), m, n, {tensor(bar)});
            return Product{listed(r.value.y), listed(r.grad.a) + listed(r.grad.x)};
          });
    check(some(m * 2) + some(2 * n, 2),
          [&, m = m, n = n](const Numbers& in) {
            Parts p(in);
            const Numbers a = p.next(m * 2), b = p.next(2 * n);
            Numbers c(static_cast<std::size_t>(m * n));
            products(a.data(), b.data(), c.data(), m, n, 2);
            return c;
          },
          [&, m = m, n = n](const Numbers& in, const Numbers& bar) {
            Parts p(in);
            const Numbers a = p.next(m * 2), b = p.next(2 * n);
            const auto r = products_vjp(a.data(), b.data(), m, n, 2, {tensor(bar)});
            return Product{listed(r.value.c), listed(r.grad.a) + listed(r.grad.b)};
          });
  }
}

TEST(Signatures, ArraysAreOfTheirSizes) {
  check(some(7),
        [](const Numbers& in) {
          Parts p(in);
          const Numbers q = p.next(4), at = p.next(3);
          Numbers out(3);
          rotated(q.data(), at.data(), out.data());
          return out;
        },
        [](const Numbers& in, const Numbers& bar) {
          Parts p(in);
          const Numbers q = p.next(4), at = p.next(3);
          const auto r = rotated_vjp(q.data(), at.data(), {tensor(bar)});
          // The products with unit vectors are the columns of the Jacobian.
          const auto j = rotated_jacobian(q.data(), at.data());
          EXPECT_EQ(j.jacobian.out_p.shape(), (gradc::Shape{3, 3}));
          for (int column = 0; column < 3; ++column) {
            Numbers unit(3);
            unit[static_cast<std::size_t>(column)] = 1;
            const auto t = rotated_jvp(q.data(), at.data(), tensor(Numbers(4)), tensor(unit)).tangent.out;
            for (int row = 0; row < 3; ++row) EXPECT_NEAR(t(row), j.jacobian.out_p(row, column), 1e-14);
          }
          return Product{listed(r.value.out), listed(r.grad.q) + listed(r.grad.p)};
        });
}

TEST(Signatures, ReferencesToArrays) {
  check(some(4),
        [](const Numbers& in) {
          const double m[2][2] = {{in[0], in[1]}, {in[2], in[3]}};
          double x[2];
          of_arrays(m, x);
          return Numbers{x[0], x[1]};
        },
        [](const Numbers& in, const Numbers& bar) {
          const double m[2][2] = {{in[0], in[1]}, {in[2], in[3]}};
          const auto r = of_arrays_vjp(m, {{bar[0], bar[1]}});
          return Product{{r.value.x[0], r.value.x[1]}, {r.grad.m[0][0], r.grad.m[0][1], r.grad.m[1][0], r.grad.m[1][1]}};
        });
}

// Where they share memory the function sees its own writes, which no derivative follows.
TEST(Signatures, WhatIsWrittenIsApartFromWhatIsRead) {
  Numbers x = some(6);
  const gradc::Vector<double> bar = tensor(some(3));
  EXPECT_NO_THROW(axpy_vjp(2, x.data(), x.data() + 3, 3, {bar}));
  try {
    axpy_vjp(2, x.data() + 2, x.data(), 3, {bar});
    FAIL() << "x reaches into y";
  } catch (const gradc::Error& error) {
    EXPECT_STREQ(error.what(), "x is part of y, which is written while x is read");
  }
  EXPECT_THROW(scaled_vjp(x.data(), 3, x[1], {bar, 1, 1}), gradc::Error);
  EXPECT_NO_THROW(scaled_vjp(x.data(), 3, x[3], {bar, 1, 1}));
  // What is read alone may be the same, and outputs are new.
  EXPECT_NO_THROW(product_vjp(x.data(), x.data(), 1, 3, {tensor({1})}));
}

TEST(Signatures, OutputsByReference) {
  check(some(3), [](const Numbers& x) { double low = 0, high = 0; lowest_and_highest(x.data(), low, high); return Numbers{low, high}; },
        [](const Numbers& x, const Numbers& bar) {
          const auto r = lowest_and_highest_vjp(x.data(), {bar[0], bar[1]});
          return Product{{r.value.low, r.value.high}, listed(r.grad.x)};
        });
  check(some(4), [](const Numbers& x) { Pose to; moved({x[0], x[1], x[2]}, x[3], to); return Numbers{to.x, to.y, to.angle}; },
        [](const Numbers& x, const Numbers& bar) {
          const auto r = moved_vjp({x[0], x[1], x[2]}, x[3], {{bar[0], bar[1], bar[2]}});
          return Product{{r.value.to.x, r.value.to.y, r.value.to.angle}, {r.grad.from.x, r.grad.from.y, r.grad.from.angle, r.grad.step}};
        });
  check(some(4), [](const Numbers& x) { Numbers y; squares(y, x); return y; },
        [](const Numbers& x, const Numbers& bar) {
          const auto r = squares_vjp(x, {bar});
          return Product{r.value.y, r.grad.x};
        });
}

TEST(Signatures, InputsThatAreOutputs) {
  const auto of_two = [](auto f, auto vjp, int n, int m) {
    check(some(n) + some(m, 2),
          [=](const Numbers& in) {
            Parts p(in);
            const Numbers x = p.next(n);
            Numbers y = p.next(m);
            f(x.data(), y.data());
            return y;
          },
          [=](const Numbers& in, const Numbers& bar) {
            Parts p(in);
            const Numbers x = p.next(n), y = p.next(m);
            const auto r = vjp(x.data(), y.data(), gradc::Vector<double>(tensor(bar)));
            return Product{listed(r.value.y), listed(r.grad.x) + listed(r.grad.y)};
          });
  };
  for (int n : {0, 1, 5}) {
    of_two([=](const double* x, double* y) { axpy(0.7, x, y, n); },
           [=](const double* x, const double* y, gradc::Vector<double> bar) { return axpy_vjp(0.7, x, y, n, {bar}); }, n, n);
    of_two([=](const double* x, double* y) { every_other(x, y, n); },
           [=](const double* x, const double* y, gradc::Vector<double> bar) { return every_other_vjp(x, y, n, {bar}); }, n, 2 * n);
    of_two([=](const double* x, double* y) { from_second(x, y, n); },
           [=](const double* x, const double* y, gradc::Vector<double> bar) { return from_second_vjp(x, y, n, {bar}); }, n, n);
    of_two([=](const double* x, double* y) { if_positive(x, y, n, 2); },
           [=](const double* x, const double* y, gradc::Vector<double> bar) { return if_positive_vjp(x, y, n, 2, {bar}); }, n, n);
    of_two([=](const double* x, double* y) { while_small(x, y, n); },
           [=](const double* x, const double* y, gradc::Vector<double> bar) { return while_small_vjp(x, y, n, {bar}); }, n, n);
  }
  check(some(4),
        [](const Numbers& in) {
          Numbers x{in[0], in[1], in[2]};
          double scale = in[3];
          const double result = scaled(x.data(), 3, scale);
          return x + Numbers{scale, result};
        },
        [](const Numbers& in, const Numbers& bar) {
          const Numbers x{in[0], in[1], in[2]};
          const auto r = scaled_vjp(x.data(), 3, in[3], {tensor({bar[0], bar[1], bar[2]}), bar[3], bar[4]});
          return Product{listed(r.value.x) + Numbers{r.value.scale, r.value.result}, listed(r.grad.x) + Numbers{r.grad.scale}};
        });
  check(some(4), [](const Numbers& x) { Pose pose{x[0], x[1], x[2]}; advanced(pose, x[3]); return Numbers{pose.x, pose.y, pose.angle}; },
        [](const Numbers& x, const Numbers& bar) {
          const auto r = advanced_vjp({x[0], x[1], x[2]}, x[3], {{bar[0], bar[1], bar[2]}});
          const Pose& to = r.value.pose;
          return Product{{to.x, to.y, to.angle}, {r.grad.pose.x, r.grad.pose.y, r.grad.pose.angle, r.grad.step}};
        });
}

// How many it has is an input, though each is set.
TEST(Signatures, ExtentsOfOutputsMayBeInputs) {
  const auto r = as_many_vjp(tensor({2, 3, 4}), tensor({7, 8}), {tensor({1, 10})});
  EXPECT_EQ(listed(r.value.y), (Numbers{4, 9}));
  EXPECT_EQ(listed(r.grad.x), (Numbers{4, 60, 0}));
  EXPECT_EQ(listed(r.grad.y), (Numbers{0, 0}));
}

// y[0] of no elements is read before it is written, so that it is an input: where n is 0, y has one.
TEST(Signatures, WhatNoTripSetsIsAnInput) {
  const double x = 2, y = 5;
  const auto r = first_added_vjp(&x, &y, 0, {tensor({1.0})});
  EXPECT_EQ(listed(r.value.y), Numbers{7.0});
  EXPECT_EQ(listed(r.grad.y), Numbers{1.0});
}

TEST(Signatures, WhatIsNotWrittenIsNoOutput) {
  Numbers x = some(4);
  const auto f = [&] { return sum_of_cubes(x.data(), 4); };
  const auto r = sum_of_cubes_gradient(x.data(), 4);
  static_assert(std::is_same_v<decltype(r.value), double>);
  EXPECT_EQ(r.value, f());
  const gradc::Vector<double> v = tensor(some(4, 3));
  const auto product = sum_of_cubes_hvp(x.data(), 4, v);
  const auto hessian = sum_of_cubes_hessian(x.data(), 4);
  for (int i = 0; i < 4; ++i) {
    e2e::expect_close(r.grad.x(i), e2e::difference(x[static_cast<std::size_t>(i)], f), "gradient");
    EXPECT_NEAR(product.hvp.x(i), 6 * x[static_cast<std::size_t>(i)] * v(i), 1e-14);
    EXPECT_NEAR(hessian.hessian.x_x(i, i), 6 * x[static_cast<std::size_t>(i)], 1e-14);
  }
  const auto u = unchanged_gradient(0.5, {2, 3, 4});
  static_assert(std::is_same_v<decltype(u.value), double>);
  EXPECT_EQ(u.value, 7);
  EXPECT_EQ(u.grad.x, 6);
  EXPECT_EQ(u.grad.pose.y, 1);
}

TEST(Signatures, GradientsAreOfWhatIsReturnedOrTheOnlyOutput) {
  Numbers x = some(3);
  double e = 0;
  const auto by_pointer = energy_gradient(x.data(), 3);
  energy(x.data(), 3, &e);
  EXPECT_EQ(by_pointer.value.e(0), e);
  const auto by_reference = energy_by_reference_gradient(x.data(), 3);
  energy_by_reference(x.data(), 3, e);
  EXPECT_EQ(by_reference.value.e, e);
  const auto returned = norm_gradient(x.data(), 3);
  Numbers unit(3);
  EXPECT_EQ(returned.value.result, norm(x.data(), 3, unit.data()));
  EXPECT_EQ(listed(returned.value.unit), unit);
  const gradc::Vector<double> v = tensor(some(3, 3));
  const auto product = energy_hvp(x.data(), 3, v);
  const auto bent = norm_hvp(x.data(), 3, v);
  const auto hessian = energy_by_reference_hessian(x.data(), 3);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto k = static_cast<std::int64_t>(i);
    e2e::expect_close(by_pointer.grad.x(k), 3 * x[i] * x[i], "by pointer");
    e2e::expect_close(by_reference.grad.x(k), e2e::difference(x[i], [&] { energy_by_reference(x.data(), 3, e); return e; }), "by reference");
    e2e::expect_close(returned.grad.x(k), unit[i], "returned");
    e2e::expect_close(product.hvp.x(k), 6 * x[i] * v(k), "product");
    double along = 0;
    for (std::size_t j = 0; j < 3; ++j) along += unit[j] * v(static_cast<std::int64_t>(j));
    e2e::expect_close(bent.hvp.x(k), (v(k) - unit[i] * along) / returned.value.result, "product of norm");
  }
  EXPECT_NEAR(hessian.hessian.x_x(1, 2), 2 * x[2], 1e-14);
}

TEST(Signatures, ViewsOfPointers) {
  const auto of_two = [](auto f, auto vjp, int n, int m) {
    check(some(n) + some(m, 2),
          [=](const Numbers& in) {
            Parts p(in);
            const Numbers a = p.next(n), x = p.next(m);
            return Numbers{f(a.data(), x.data())};
          },
          [=](const Numbers& in, const Numbers& bar) {
            Parts p(in);
            const Numbers a = p.next(n), x = p.next(m);
            const auto r = vjp(a.data(), x.data(), bar[0]);
            auto [first, second] = r.grad;
            return Product{{r.value}, listed(first) + listed(second)};
          });
  };
  for (int n : {0, 1, 3})
    of_two([=](const double* a, const double* x) { return quadratic_form(a, x, n); },
           [=](const double* a, const double* x, double bar) { return quadratic_form_vjp(a, x, n, bar); }, n * n, n);
  of_two([=](const double* w, const double* x) { return perceptron(w, x, 2, 3); },
         [=](const double* w, const double* x, double bar) { return perceptron_vjp(w, x, 2, 3, bar); }, 12, 2);
  for (const auto& [n, m] : {std::pair(1, 1), std::pair(2, 3)})
    check(some(n * m), [n = n, m = m](const Numbers& x) { return Numbers{sum_of_rows(x.data(), n, m)}; },
          [n = n, m = m](const Numbers& x, const Numbers& bar) {
            const auto r = sum_of_rows_vjp(x.data(), n, m, bar[0]);
            return Product{{r.value}, listed(r.grad.x)};
          });
}

// Memory ends behind what is read (AddressSanitizer).
TEST(Signatures, PointersReachAsFarAsIndicesGo) {
  const auto of_one = [](auto f, auto vjp, int n) {
    check(some(n), [=](const Numbers& x) { return Numbers{f(x.data())}; },
          [=](const Numbers& x, const Numbers& bar) {
            const auto r = vjp(x.data(), bar[0]);
            auto [grad] = r.grad;
            return Product{{r.value}, listed(grad)};
          });
  };
  for (int n : {0, 1, 2, 5, 6}) {
    of_one([=](const double* x) { return squared(x, n); }, [=](const double* x, double bar) { return squared_vjp(x, n, bar); }, n);
    of_one([=](const double* x) { return stencil(x, n); }, [=](const double* x, double bar) { return stencil_vjp(x, n, bar); }, n);
    of_one([=](const double* x) { return largest(x, n); }, [=](const double* x, double bar) { return largest_vjp(x, n, bar); }, n);
    of_one([=](const double* x) { return until(x, n, 2.3); }, [=](const double* x, double bar) { return until_vjp(x, n, 2.3, bar); }, n);
    of_one([=](const double* x) { return neighbours(x, n); }, [=](const double* x, double bar) { return neighbours_vjp(x, n, bar); }, n / 2 * 2);
    of_one([=](const double* x) { return recursive(x, n); }, [=](const double* x, double bar) { return recursive_vjp(x, n, bar); }, n);
    of_one([=](const double* x) { return distances(x, n); }, [=](const double* x, double bar) { return distances_vjp(x, n, bar); }, 3 * n);
    check(some(n * (n + 1) / 2) + some(n, 2),
          [&](const Numbers& in) {
            Parts p(in);
            const Numbers l = p.next(n * (n + 1) / 2), x = p.next(n);
            return Numbers{packed_triangle(l.data(), x.data(), n)};
          },
          [&](const Numbers& in, const Numbers& bar) {
            Parts p(in);
            const Numbers l = p.next(n * (n + 1) / 2), x = p.next(n);
            const auto r = packed_triangle_vjp(l.data(), x.data(), n, bar[0]);
            return Product{{r.value}, listed(r.grad.l) + listed(r.grad.x)};
          });
    check(some(n) + some(n, 2),
          [&](const Numbers& in) {
            Parts p(in);
            const Numbers w = p.next(n), x = p.next(n);
            return Numbers{weighted(w.data(), tensor(x))};
          },
          [&](const Numbers& in, const Numbers& bar) {
            Parts p(in);
            const Numbers w = p.next(n), x = p.next(n);
            const auto r = weighted_vjp(w.data(), tensor(x), bar[0]);
            return Product{{r.value}, listed(r.grad.w) + listed(r.grad.x)};
          });
    if (n < 5) continue;
    check(some(n) + some(5, 2),
          [&](const Numbers& in) {
            Parts p(in);
            const Numbers x = p.next(n), w = p.next(5);
            return Numbers{cyclic(x.data(), w.data(), n)};
          },
          [&](const Numbers& in, const Numbers& bar) {
            Parts p(in);
            const Numbers x = p.next(n), w = p.next(5);
            const auto r = cyclic_vjp(x.data(), w.data(), n, bar[0]);
            return Product{{r.value}, listed(r.grad.x) + listed(r.grad.w)};
          });
  }
  const std::vector<int> index{2, 0, 2};
  check(some(6), [&](const Numbers& x) { return Numbers{gathered(x.data(), index.data(), 3, 3)}; },
        [&](const Numbers& x, const Numbers& bar) {
          const auto r = gathered_vjp(x.data(), index.data(), 3, 3, bar[0]);
          return Product{{r.value}, listed(r.grad.table)};
        });
  const unsigned places[3] = {1, 1, 0};
  const unsigned char on[3] = {1, 0, 255};
  const short sign[3] = {-1, 1, 3};
  check(some(3), [&](const Numbers& x) { return Numbers{picked(x.data(), places, on, sign, 3)}; },
        [&](const Numbers& x, const Numbers& bar) {
          const auto r = picked_vjp(x.data(), places, on, sign, 3, bar[0]);
          return Product{{r.value}, listed(r.grad.x)};
        });
  const float x[3] = {1.5f, 9, 2};
  const auto r = single_gradient(x, 3);
  EXPECT_EQ(r.value, 9);
  EXPECT_EQ(r.grad.x(0), 6);
  EXPECT_EQ(r.grad.x(1), 0);
  EXPECT_EQ(r.grad.w, 3);
}

}  // namespace
