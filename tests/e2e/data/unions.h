// Members without a name, and unions of one type: what is written by one name is read by the others.
#pragma once

#include <gradc/gradc.h>

#include <array>
#include <vector>

namespace control {

struct Nameless {
  __extension__ struct {
    double x, y;
  };
  double z;
  template <class Visit>
  void each(Visit visit) {
    visit(x), visit(y), visit(z);
  }
};

struct Several {
  union {
    double x, r, s;
  };
  __extension__ union {
    struct {
      double y, z;
    };
    struct {
      double g, b;
    };
  };
  int n;
  template <class Visit>
  void each(Visit visit) {
    visit(x), visit(y), visit(z), visit(n);
  }
};

union Whole {
  double length, width;
  template <class Visit>
  void each(Visit visit) {
    visit(length);
  }
};

struct Holding {
  Several first;
  std::array<Several, 2> list;
  Whole whole;
  template <class Visit>
  void each(Visit visit) {
    first.each(visit);
    for (Several& one : list) one.each(visit);
    whole.each(visit);
  }
};

GRADC_DIFFERENTIATE(gradient) double nameless(const Nameless& p);
GRADC_DIFFERENTIATE(gradient) double several(const Several& p);
GRADC_DIFFERENTIATE(gradient) double holding(const Holding& p, double t);
GRADC_DIFFERENTIATE(gradient) double in_vector(const std::vector<Several>& list);
GRADC_DIFFERENTIATE(gradient, wrt(p.g, p.r)) double by_another_name(const Several& p);
GRADC_DIFFERENTIATE(gradient) double both_ways(double x, double y);
GRADC_DIFFERENTIATE(gradient) double references(double x, double y);
GRADC_DIFFERENTIATE(gradient) double copies(double x, double y);
GRADC_DIFFERENTIATE(gradient) double constructors(double x, double y);
GRADC_DIFFERENTIATE(gradient) double lists(double x, double y);
GRADC_DIFFERENTIATE(gradient) double defaults(double x, double y);
GRADC_DIFFERENTIATE(gradient) double constants(double x, double y);
GRADC_DIFFERENTIATE(gradient) double arrays(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double vectors(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double branches(double x, double y);
GRADC_DIFFERENTIATE(gradient) double objects(double x, double y);
GRADC_DIFFERENTIATE(gradient) double derived(double x, double y);
GRADC_DIFFERENTIATE(vjp) Several returned(double x, double y);

}  // namespace control
