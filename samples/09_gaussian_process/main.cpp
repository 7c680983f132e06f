// Carbon dioxide over Mauna Loa: hyperparameters by the gradient of the likelihood, then predictions of held-out months.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "model.grad.h"

namespace {

struct Series {
  gradc::Vector<double> times, values;
};
struct Data {
  Series seen, between, after;  // training data; held-out months between them; the following years
  double mean = 0;              // of the training data, subtracted from all
};

Series series(const std::vector<double>& times, const std::vector<double>& values, double mean) {
  const auto n = static_cast<std::int64_t>(times.size());
  Series s{gradc::Vector<double>(gradc::Shape{n}), gradc::Vector<double>(gradc::Shape{n})};
  for (std::int64_t i = 0; i < n; ++i) {
    s.times(i) = times[static_cast<std::size_t>(i)];
    s.values(i) = values[static_cast<std::size_t>(i)] - mean;
  }
  return s;
}

// Of the years 1972 to 1995 every other month is seen, every sixth held out; and so are the two years after.
Data read(const char* path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  std::vector<double> times[3], values[3];
  for (int month = 0; std::getline(file, line); ++month) {
    const double year = std::stod(line), ppm = std::stod(line.substr(line.find(',') + 1));
    if (year < 1972 || year > 1998) continue;
    const int part = year > 1996 ? 2 : month % 2 == 0 ? 0 : month % 6 == 1 ? 1 : -1;
    if (part < 0) continue;
    times[part].push_back(year);
    values[part].push_back(ppm);
  }
  Data data;
  for (const double value : values[0]) data.mean += value / static_cast<double>(values[0].size());
  data.seen = series(times[0], values[0], data.mean);
  data.between = series(times[1], values[1], data.mean);
  data.after = series(times[2], values[2], data.mean);
  return data;
}

struct Score {
  double error;   // root mean square, in ppm
  double within;  // the part that lies within two standard deviations
};

// The mean and standard deviation of the prediction at other times.
Score predict(const Hyperparameters& log, const Series& seen, const Series& other) {
  const auto l = factor(log, seen.times);
  const auto across = covariance(log, seen.times, other.times);
  const auto mean = gradc::matvec(gradc::transpose(across), gradc::cholesky_solve(l, seen.values));
  const auto known = gradc::sum(gradc::square(gradc::triangular_solve(l, across)), 0);
  const double before = covariance(log, seen.times, seen.times)(0, 0) + std::exp(2 * log.noise);
  Score score{0, 0};
  const std::int64_t n = other.times.size();
  for (std::int64_t i = 0; i < n; ++i) {
    const double miss = mean(i) - other.values(i);
    score.error += miss * miss / static_cast<double>(n);
    score.within += miss * miss <= 4 * (before - known(i)) ? 1 / static_cast<double>(n) : 0;
  }
  score.error = std::sqrt(score.error);
  return score;
}

// Adam, as gradient ascent.
struct Ascent {
  static constexpr int kCount = 8;
  static_assert(sizeof(Hyperparameters) == kCount * sizeof(double));
  double slope[kCount] = {}, square[kCount] = {};
  int steps = 0;
  void step(Hyperparameters& log, const Hyperparameters& gradient) {
    double* const to[] = {&log.trend_size,   &log.trend_length, &log.season_size, &log.season_length,
                          &log.season_decay, &log.rest_size,    &log.rest_length, &log.noise};
    const double by[] = {gradient.trend_size,   gradient.trend_length, gradient.season_size, gradient.season_length,
                         gradient.season_decay, gradient.rest_size,    gradient.rest_length, gradient.noise};
    ++steps;
    for (int i = 0; i < kCount; ++i) {
      slope[i] = 0.9 * slope[i] + 0.1 * by[i];
      square[i] = 0.99 * square[i] + 0.01 * by[i] * by[i];
      const double mean = slope[i] / (1 - std::pow(0.9, steps)), size = std::sqrt(square[i] / (1 - std::pow(0.99, steps)));
      *to[i] += 0.05 * mean / (size + 1e-8);
    }
  }
};

}  // namespace

int main(int argc, char** argv) {
  const Data data = read(argc > 1 ? argv[1] : "../data/co2.csv");
  if (data.seen.times.size() == 0) {
    std::fprintf(stderr, "no data: 09_gaussian_process co2.csv\n");
    return 1;
  }
  Hyperparameters log{std::log(20.0), std::log(20.0), std::log(1.0), std::log(1.0), std::log(20.0), std::log(1.0), std::log(1.0), std::log(1.0)};

  // Compares one derivative with a finite difference.
  const double h = 1e-4;
  Hyperparameters more = log, less = log;
  more.season_size += h;
  less.season_size -= h;
  const double difference =
      (log_likelihood(more, data.seen.times, data.seen.values) - log_likelihood(less, data.seen.times, data.seen.values)) / (2 * h);
  const auto first = log_likelihood_gradient(log, data.seen.times, data.seen.values);
  std::printf("d season_size: %.8f, by a difference %.8f\n", first.grad.log.season_size, difference);

  Ascent ascent;
  log_likelihood_gradient_result result;
  gradc::Workspace workspace;
  for (int step = 0; step <= 150; ++step) {
    log_likelihood_gradient(log, data.seen.times, data.seen.values, result, workspace);
    if (step % 50 == 0) std::printf("step %3d: log likelihood %.2f\n", step, result.value);
    if (step < 150) ascent.step(log, result.grad.log);
  }
  std::printf("a trend of %.0f ppm over %.0f years, a season of %.1f ppm that changes over %.0f years, noise of %.2f ppm\n",
              std::exp(log.trend_size), std::exp(log.trend_length), std::exp(log.season_size), std::exp(log.season_decay),
              std::exp(log.noise));

  const Score between = predict(log, data.seen, data.between), after = predict(log, data.seen, data.after);
  std::printf("months left out:    off by %.2f ppm, %.0f %% within two standard deviations\n", between.error, 100 * between.within);
  std::printf("the two years after: off by %.2f ppm, %.0f %% within two standard deviations\n", after.error, 100 * after.within);

  const bool good = std::fabs(first.grad.log.season_size - difference) < 1e-5 * std::fabs(difference) && result.value > first.value + 50 &&
                    between.error < 0.5 && after.error < 1.5 && between.within > 0.75;
  std::printf("%s\n", good ? "learned" : "FAILED");
  return good ? 0 : 1;
}
