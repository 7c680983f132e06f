// The fits by solvers that are templates, in sources of their own: they take longest to compile.
#pragma once

#include <gradc/gradc.h>

#include <vector>

/// Height, shift, rate and shape by Levenberg-Marquardt of Eigen.
std::vector<double> eigen_fit(const gradc::Vector<double>& days, const gradc::Vector<double>& weights,
                              const std::vector<double>& start);

/// The same by dlib; empty where the program was built without dlib.
std::vector<double> dlib_fit(const gradc::Vector<double>& days, const gradc::Vector<double>& weights,
                             const std::vector<double>& start);
