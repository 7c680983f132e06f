// Densities, filters and estimates, as a library of statistics has them.
#pragma once

#include <gradc/annotate.h>

#include <vector>

namespace statistics {

GRADC_DIFFERENTIATE(gradient)
double mixture(const std::vector<double>& x, const std::vector<double>& weight,
               const std::vector<double>& mean, double sigma);
GRADC_DIFFERENTIATE(gradient) double gamma_lpdf(double y, double alpha, double beta);
GRADC_DIFFERENTIATE(gradient) double student_lpdf(double y, double nu, double mu, double s);
GRADC_DIFFERENTIATE(gradient) double hmm(const std::vector<int>& seen, double stay, double p);
GRADC_DIFFERENTIATE(gradient) double kalman(const std::vector<double>& z, double q, double r);
GRADC_DIFFERENTIATE(gradient)
double logistic(const std::vector<std::vector<double>>& x, const std::vector<int>& y,
                const std::vector<double>& beta);
GRADC_DIFFERENTIATE(gradient) double t_statistic(const std::vector<double>& a, const std::vector<double>& b);
GRADC_DIFFERENTIATE(gradient) double trimmed(std::vector<double> v);
GRADC_DIFFERENTIATE(gradient) double huber(const std::vector<double>& r, double delta);
GRADC_DIFFERENTIATE(gradient, unconnected(zero))
double spearman(const std::vector<double>& x, const std::vector<double>& y);
GRADC_DIFFERENTIATE(gradient) double with_optional(double x);
GRADC_DIFFERENTIATE(gradient)
double poisson_by_group(const std::vector<int>& group, const std::vector<int>& count,
                        const std::vector<double>& effect, double base);
GRADC_DIFFERENTIATE(gradient) double ar1(const std::vector<double>& y, double phi, double sigma);

}  // namespace statistics
