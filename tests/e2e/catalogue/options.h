// Options of ops and forms with more operands, as users call them.
#pragma once

#include <gradc/complex.h>
#include <gradc/gradc.h>

#include "catalogue.h"

namespace options {

using catalogue::Images;
using catalogue::Matrix;
using catalogue::Scores;
using catalogue::Vector;
using catalogue::weigh;
using catalogue::weigh_complex;
using Ids = gradc::Vector<int>;

GRADC_DIFFERENTIATE(gradient, jvp, wrt(x, w))
double weighted_classes(const Matrix& x, const Vector& w, const Ids& ids);
GRADC_DIFFERENTIATE(gradient, wrt(q, k, v, bias))
double attention(const Scores& q, const Scores& k, const Scores& v, const Scores& bias,
                 const gradc::Tensor<bool, 3>& mask, const gradc::Key& key);
GRADC_DIFFERENTIATE(gradient, unconnected(zero))
double running(const Matrix& x, const Vector& scale, const Vector& mean, const Vector& variance);
GRADC_DIFFERENTIATE(gradient) double padded(const Matrix& table, const Ids& ids);
GRADC_DIFFERENTIATE(gradient, wrt(x)) double chosen(const Matrix& x, const Matrix& c, const gradc::Key& key);
GRADC_DIFFERENTIATE(gradient, wrt(x)) double drawn(const Matrix& x, const Matrix& c, const gradc::Key& key);
GRADC_DIFFERENTIATE(gradient, jvp, hvp, wrt(a)) double gammas(const Vector& a, const gradc::Key& key);
GRADC_DIFFERENTIATE(gradient, hvp) double incomplete_gammas(const Vector& a, const Vector& x);
GRADC_DIFFERENTIATE(gradient, jvp) double statistics(const Matrix& x, const Ids& ids);
GRADC_DIFFERENTIATE(gradient) double straight(const Vector& x);
GRADC_DIFFERENTIATE(gradient, jvp) double channels_last(const Images& x, const Images& w);
GRADC_DIFFERENTIATE(gradient, jvp) double adjoints(const Matrix& re, const Matrix& im);

}  // namespace options
