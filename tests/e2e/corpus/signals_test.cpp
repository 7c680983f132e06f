#define CONTROL_NAMESPACE signals
#include "signals.grad.h"
#include "control_check.h"

namespace {

using signals::Samples;

Samples samples(std::size_t n, double phase) {
  Samples x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = std::sin(phase + 1.7 * double(i * i)) + 0.1 * double(i);
  return x;
}

TEST(Corpus, Signals) {
  CONTROL_CHECK(equalised,
                std::vector<signals::Biquad>{{0.5, 0.2, 0.1, -0.3, 0.2}, {0.9, -0.4, 0.2, 0.1, 0.05}},
                samples(6, 0.3));
  CONTROL_CHECK(spectrum, samples(8, 0.3));
  CONTROL_CHECK(pid, signals::PidGains{2.1, 0.7, 0.3}, 1.2, 0.9, 12);
  CONTROL_CHECK(tracked, samples(4, 0.3), 0.4, 0.2, 0.5);
  CONTROL_CHECK(soft_dtw, samples(4, 0.3), samples(3, 0.7), 0.8);
  CONTROL_CHECK(delayed, samples(8, 0.3), 0.6, 0.4);
}

}  // namespace
