#include "c_signatures.h"

#include <cmath>

namespace c_signatures {

double form(double m[2][3], double p[3]) {
  double s = 0;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j) s += m[i][j] * m[i][j] * p[j] * (i + 1);
  return s;
}

double of_const(const double m[2][3], int row) { return m[row][0] * m[1 - row][2] + m[0][1]; }

float in_float(const float m[2][2]) { return m[0][0] * m[1][1] - m[0][1] * m[1][0]; }

double three_axes(double m[2][2][2]) { return m[0][1][0] * m[1][0][1] + m[1][1][1]; }

void rotation(double angle, double m[2][2]) {
  m[0][0] = m[1][1] = std::cos(angle);
  m[0][1] = -std::sin(angle);
  m[1][0] = std::sin(angle);
}

int rotate(double angle, double m[2][2]) {
  double r[2][2], product[2][2];
  rotation(angle, r);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      product[i][j] = 0;
      for (int k = 0; k < 2; ++k) product[i][j] += r[i][k] * m[k][j];
    }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) m[i][j] = product[i][j];
  return 0;
}

// The other elements stay what they were.
void set_diagonal(double x, double m[2][2]) {
  for (int i = 0; i < 2; ++i) m[i][i] = x * (i + 1);
}

double energy(const Body* body, double speed) {
  double s = body->mass * speed * speed;
  for (int i = 0; i < 3; ++i) s += body->place[i] * body->place[i] * body->turns;
  return s + (*body).frame[1][0];
}

double attraction(const Body* a, Body* b) { return a->mass * b->mass * b->place[2]; }

void make_body(double x, Body* body) {
  body->mass = x * x;
  for (int i = 0; i < 3; ++i) body->place[i] = x * i;
  body->frame[0][0] = body->frame[1][1] = x;
  body->frame[0][1] = body->frame[1][0] = 0;
  body->turns = 3;
}

void move(Body* body, double x) {
  body->place[0] += x * body->mass;
  body->place[1] *= x;
}

void collide(Body* a, Body* b) {
  const double mass = a->mass;
  a->mass += b->mass;
  b->mass *= mass;
}

}  // namespace c_signatures
