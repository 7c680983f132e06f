// std::vector in loops that keep its size, and in loops that don't: where its elements lie is known before the first ones.
#pragma once

#include <gradc/gradc.h>

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

}  // namespace sized
