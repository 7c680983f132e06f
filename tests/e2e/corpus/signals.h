// Filters, transforms, controllers and sequences, as libraries of signals have them.
#pragma once

#include <gradc/annotate.h>

#include <vector>

namespace signals {

using Samples = std::vector<double>;

struct Biquad {
  double b0, b1, b2, a1, a2;
  double z1 = 0, z2 = 0;
  double process(double in) {
    const double out = in * b0 + z1;
    z1 = in * b1 + z2 - a1 * out;
    z2 = in * b2 - a2 * out;
    return out;
  }
  template <class Visit>
  void each(Visit visit) {
    for (double* p : {&b0, &b1, &b2, &a1, &a2, &z1, &z2}) visit(*p);
  }
};

struct PidGains {
  double kp{1}, ki{0}, kd{0};
  template <class Visit>
  void each(Visit visit) {
    visit(kp);
    visit(ki);
    visit(kd);
  }
};

GRADC_DIFFERENTIATE(gradient) double equalised(const std::vector<Biquad>& sections, const Samples& in);
GRADC_DIFFERENTIATE(gradient) double spectrum(const Samples& re);
GRADC_DIFFERENTIATE(gradient) double pid(const PidGains& gains, double setpoint, double mass, int steps);
GRADC_DIFFERENTIATE(gradient) double tracked(const Samples& z, double q, double r, double dt);
GRADC_DIFFERENTIATE(gradient) double soft_dtw(const Samples& a, const Samples& b, double gamma);
GRADC_DIFFERENTIATE(gradient) double delayed(const Samples& x, double feedback, double mix);

}  // namespace signals
