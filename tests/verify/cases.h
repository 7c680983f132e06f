// Functions whose derivatives are right, as various as the tests that gradc writes for them must be.
#pragma once

#include <gradc/complex.h>
#include <gradc/gradc.h>

#include <array>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

// Names that gradc::verify has, too.
struct Part {
  gradc::Vector<double> slopes;
  double offset = 0;
};
struct Outcome {
  double loss = 0;
  std::vector<Part> parts;
  std::pair<Part, int> last;
};
struct value {
  double scale = 1;
};

namespace cases {

enum class Norm { one, two };

struct Layer {
  gradc::Matrix<float> w;
  gradc::Vector<float> b;
  int repeats = 1;
};
struct Net {
  std::vector<Layer> layers;
  std::array<double, 2> scale{};
  std::pair<double, gradc::StaticTensor<double, 2>> tail;
};
struct Moments {
  double mean = 0, spread = 0;
  std::int64_t count = 0;
};

// Structures, vectors, arrays, integers, an enumeration, booleans.
GRADC_DIFFERENTIATE(gradient, jvp, wrt(net, x))
double energy(const Net& net, const gradc::Matrix<float>& x, Norm norm, bool halved);

// Several results, of which one is an integer; blocks.
GRADC_DIFFERENTIATE(vjp, jvp, jacobian)
Moments moments(const gradc::Vector<double>& x, double shift);

// A structure of structures, in a vector too, as the result; classes that are called what the tests call their own.
GRADC_DIFFERENTIATE(vjp, jvp)
Outcome trained(const Part& part, const gradc::Vector<double>& x, value by);

// All orders, and two parameters of one type.
GRADC_DIFFERENTIATE(gradient, hvp, hessian)
double coupled(const gradc::Vector<double>& a, const gradc::Vector<double>& b, double c);

// Arrays and vectors of numbers, each an axis of blocks and batches.
GRADC_DIFFERENTIATE(gradient, hvp, hessian)
double coupled_lists(const std::array<double, 2>& x, const std::vector<double>& y, double c);
GRADC_DIFFERENTIATE(jvp, vjp, jacobian)
std::vector<double> filtered(const std::vector<double>& x, const std::array<double, 2>& weights);

// Blocks for each element of a vector, at each level.
struct Body {
  std::array<double, 2> at;
  double mass;
  std::vector<double> charges;
};
GRADC_DIFFERENTIATE(hessian, jacobian)
double field(const std::vector<Body>& bodies, const std::vector<gradc::Vector<double>>& masks);
GRADC_DIFFERENTIATE(jacobian) std::vector<Body> moved(const std::vector<Body>& bodies, double time);
GRADC_DIFFERENTIATE(jacobian)
std::vector<std::complex<double>> turning(const std::vector<std::vector<double>>& radii, double speed);

// Products that are symmetric, of which half is computed, and others that look like them.
GRADC_DIFFERENTIATE(gradient, hvp)
double grams(const gradc::Matrix<double>& x, const gradc::Vector<double>& rows, const gradc::Vector<double>& columns);

// Indices into a table, and a sparse gradient.
GRADC_DIFFERENTIATE(gradient, wrt(table as sparse))
double looked_up(const gradc::Matrix<double>& table, const gradc::Vector<int>& rows);

// Complex and half values, a view.
GRADC_DIFFERENTIATE(gradient)
double power(const gradc::Tensor<std::complex<double>, 1>& wave, std::complex<double> turn);
GRADC_DIFFERENTIATE(gradient) gradc::half short_sum(const gradc::Vector<gradc::half>& x);
GRADC_DIFFERENTIATE(vjp)
std::tuple<gradc::Vector<double>, double> scaled(gradc::View<const double, 1> x, double by);

// Branches in a helper, a recursion, a switch; one arm that random arguments never reach.
GRADC_DIFFERENTIATE(gradient, wrt(x)) double branched(double x, int n);
// Loops, of which one makes no trip whatever is drawn.
GRADC_DIFFERENTIATE(gradient) double repeated(double x, const gradc::Vector<double>& c, int n);

// A label, a value that is held, a member alone.
GRADC_DIFFERENTIATE(gradient, wrt(layer.w, hidden))
float labelled(const Layer& layer, const gradc::Vector<float>& x);
GRADC_DIFFERENTIATE(gradient, wrt(x), each(y)) GRADC_DIFFERENTIATE(gradient, wrt(x)) double held(double x, double y);

// Arguments that random numbers don't hit: cases_inputs.cpp gives them.
GRADC_DIFFERENTIATE(gradient, wrt(a))
double picky(const gradc::Matrix<double>& a, const gradc::Vector<std::int64_t>& order);
void picky_verify_inputs(gradc::Matrix<double>& a, gradc::Vector<std::int64_t>& order, std::uint64_t seed);

}  // namespace cases
