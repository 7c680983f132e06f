// CONTROL_CHECK of functions of matrices of Eigen.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cmath>
#include <vector>

namespace e2e {

template <class D>
void collect(Eigen::PlainObjectBase<D>& x, std::vector<double*>& to) {
  for (Eigen::Index i = 0; i < x.size(); ++i) to.push_back(x.data() + i);
}

template <class D>
void collect(Eigen::QuaternionBase<D>& x, std::vector<double*>& to) {
  collect(x.coeffs(), to);
}
inline void collect(Eigen::AngleAxisd& x, std::vector<double*>& to) {
  collect(x.axis(), to);
  to.push_back(&x.angle());
}
inline void collect(Eigen::Isometry3d& x, std::vector<double*>& to) { collect(x.matrix(), to); }

// Numbers without a pattern, of which none are equal.
template <class M>
M drawn(Eigen::Index rows, Eigen::Index columns, double first) {
  M m(rows, columns);
  double x = first;
  for (Eigen::Index i = 0; i < rows; ++i)
    for (Eigen::Index j = 0; j < columns; ++j) {
      x = std::fmod(1.93 * x + 0.41, 1.37);
      m(i, j) = x;
    }
  return m;
}

}  // namespace e2e

#include "control_check.h"
