// Structures as parameters, locals and results; members in wrt; calls of helpers.
#pragma once
#include <gradc/gradc.h>

#include <tuple>
#include <utility>

namespace structures {

struct Layer {
  gradc::Matrix<double> w;
  gradc::Vector<double> b;
};
struct Net {
  Layer first, second;
  double scale = 1;
  int depth = 2;  // not differentiated: keeps its place in the gradient
};

GRADC_DIFFERENTIATE(gradient, jvp, vjp)
double whole(const Net& net, const gradc::Matrix<double>& x);

GRADC_DIFFERENTIATE(gradient, wrt(net.second.w, net.scale, net.first))
double parts(const Net& net, const gradc::Matrix<double>& x);

struct Statistics {
  double mean;
  gradc::Vector<double> squares;
  int count;
};
GRADC_DIFFERENTIATE(vjp, jvp)
Statistics statistics(const gradc::Vector<double>& x, double shift);

GRADC_DIFFERENTIATE(vjp, jvp)
std::pair<double, gradc::Vector<double>> two_results(const gradc::Vector<double>& x);

GRADC_DIFFERENTIATE(vjp)
std::tuple<double, double, double> three_results(double x, double y);

GRADC_DIFFERENTIATE(gradient)
double helpers(double x, const gradc::Vector<double>& v);

// One member of the structure has no influence: zeros for it, as the other members are connected.
GRADC_DIFFERENTIATE(gradient, wrt(layer))
double half_used(const Layer& layer);

}  // namespace structures
