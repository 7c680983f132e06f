// Elementwise functions of tensors, whose values and gradients are kernels of generated code.
#pragma once

#include <gradc/gradc.h>

/// Arithmetic alone: sums, products, a division, a kink.
GRADC_DIFFERENTIATE(gradient, wrt(x, y))
float arithmetic(const gradc::Vector<float>& x, const gradc::Vector<float>& y);

/// A chain of eight ops, four of them functions.
GRADC_DIFFERENTIATE(gradient, wrt(x, y))
float functions(const gradc::Vector<float>& x, const gradc::Vector<float>& y);
GRADC_DIFFERENTIATE(gradient, wrt(x, y))
double functions_double(const gradc::Vector<double>& x, const gradc::Vector<double>& y);

/// Rosenbrock's function: two slices of one vector, whose adjoints overlap, and a sum.
GRADC_DIFFERENTIATE(gradient)
float neighbours(const gradc::Vector<float>& x);

/// Rows: a normalisation and what a weighted sum of it gives to all three; a cross entropy of soft targets.
GRADC_DIFFERENTIATE(gradient, wrt(x, scale, offset))
float normalised(const gradc::Matrix<float>& x, const gradc::Vector<float>& scale, const gradc::Vector<float>& offset,
                 const gradc::Matrix<float>& weights);
GRADC_DIFFERENTIATE(gradient, wrt(x, bias))
float classes(const gradc::Matrix<float>& x, const gradc::Vector<float>& bias, const gradc::Matrix<float>& targets);

/// Of a matrix, a row that is added to each of its rows, and another that scales them.
GRADC_DIFFERENTIATE(gradient, wrt(x))
float scaled(const gradc::Matrix<float>& x, const gradc::Vector<float>& row, const gradc::Vector<float>& scale);
