// Signatures as C has them: arrays of arrays, and pointers to structures that have their name by a typedef alone.
#pragma once

#include <gradc/gradc.h>

namespace c_signatures {

typedef struct {
  double mass;
  double place[3];
  double frame[2][2];
  int turns;
} Body;

GRADC_DIFFERENTIATE(gradient, hvp) double form(double m[2][3], double p[3]);
GRADC_DIFFERENTIATE(gradient) double of_const(const double m[2][3], int row);
GRADC_DIFFERENTIATE(gradient) float in_float(const float m[2][2]);
GRADC_DIFFERENTIATE(gradient) double three_axes(double m[2][2][2]);
GRADC_DIFFERENTIATE(vjp, jvp) void rotation(double angle, double m[2][2]);
GRADC_DIFFERENTIATE(vjp) int rotate(double angle, double m[2][2]);
GRADC_DIFFERENTIATE(vjp) void set_diagonal(double x, double m[2][2]);
GRADC_DIFFERENTIATE(gradient) double energy(const Body* body, double speed);
GRADC_DIFFERENTIATE(gradient) double attraction(const Body* a, Body* b);
GRADC_DIFFERENTIATE(vjp) void make_body(double x, Body* body);
GRADC_DIFFERENTIATE(vjp) void move(Body* body, double x);
GRADC_DIFFERENTIATE(vjp) void collide(Body* a, Body* b);

}  // namespace c_signatures
