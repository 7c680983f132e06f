// std::vector in loops that keep its size, and in loops that don't: where its elements lie is known before the first ones.
#pragma once

#include <gradc/gradc.h>

#include <array>
#include <cstddef>
#include <vector>

namespace sized {

using List = std::vector<double>;

GRADC_DIFFERENTIATE(gradient, jvp, hvp) double stages(const List& x, std::int64_t steps);
GRADC_DIFFERENTIATE(gradient) double swapped(const List& x, int steps);
GRADC_DIFFERENTIATE(gradient) double assigned(const List& x, int steps);
GRADC_DIFFERENTIATE(gradient) double pushed(const List& x, int count);
GRADC_DIFFERENTIATE(gradient) double growing(const List& x, int steps);
GRADC_DIFFERENTIATE(gradient) double triangle(const List& x);
GRADC_DIFFERENTIATE(gradient) double turned(const List& x);
GRADC_DIFFERENTIATE(gradient) double chosen(const List& x, int steps);
GRADC_DIFFERENTIATE(gradient) double beyond(const List& x, std::size_t to);
GRADC_DIFFERENTIATE(gradient) double of_lists(const std::vector<List>& x);
GRADC_DIFFERENTIATE(gradient, wrt(x)) double indexed(const List& x, const std::vector<int>& at);


// Vectors in structures, beside ones that aren't tensors.
struct Parts {
  List a;
  std::vector<List> deep;
  double s = 0;

  template <class Visit>
  void each(const Visit& visit) {
    visit(a);
    visit(deep);
    visit(s);
  }
};
GRADC_DIFFERENTIATE(gradient) double of_parts(const List& x, const Parts& p);
GRADC_DIFFERENTIATE(vjp, jvp, jacobian, wrt(x, p.a)) List scaled(const List& x, const Parts& p);
// One argument that stays a vector, since it grows.
GRADC_DIFFERENTIATE(gradient, hvp) double one_that_grows(List x, const List& y);
GRADC_DIFFERENTIATE(gradient) double of_literals(const List& x);
GRADC_DIFFERENTIATE(gradient, wrt(x)) double of_any_size(const List& x, int m, bool take);
GRADC_DIFFERENTIATE(gradient) double products(const List& x, const List& y);
GRADC_DIFFERENTIATE(gradient) double of_tensor(const gradc::Vector<double>& x);
GRADC_DIFFERENTIATE(gradient) double of_view(gradc::View<const double, 1> x);
GRADC_DIFFERENTIATE(gradient) double of_numbers(const std::array<double, 3>& x);

}  // namespace sized
