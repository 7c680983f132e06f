// How many functions of the corpus are taken: those that its headers declare, of these and those that are refused, each at its line.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "control_refused.h"

namespace {

class Corpus : public ShellTest {};

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t n = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

TEST_F(Corpus, IsTakenButForThese) {
  const std::string refused = R"(#include <Eigen/Dense>
#include <Eigen/Geometry>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>
class Spring { public: virtual ~Spring() = default; virtual double energy(double dx) const = 0; };
class Linear : public Spring { double k_; public: explicit Linear(double k) : k_(k) {} double energy(double dx) const override { return 0.5 * k_ * dx * dx; } };
double springs(double k, double x) {
  std::vector<std::unique_ptr<Spring>> all;
  all.push_back(std::make_unique<Linear>(k));
  double e = 0;
  for (const auto& s : all) e += s->energy(x);
  return e;
}
double link(const std::string& name, double x) { return name == "log" ? x * x : x; }
double norm_of(const Eigen::Ref<const Eigen::VectorXd>& x) { return x.norm(); }
class Integrator {
  std::function<double(double)> rhs_;
 public:
  explicit Integrator(std::function<double(double)> rhs) : rhs_(std::move(rhs)) {}
  double step(double x) const { return x + 0.1 * rhs_(x); }
};
double held(double x, double k) { return Integrator([&](double v) { return k * v * v; }).step(x); }
double nested(double x, int n) {
  std::function<double(int)> value = [&](int k) -> double { return k == 0 ? x : std::sin(value(k - 1)); };
  return value(n);
}
)";
  write("m.cpp", refused);
  std::size_t taken = 0;
  for (const auto& entry : std::filesystem::directory_iterator(GRADC_TEST_SOURCE_DIR "/tests/e2e/corpus")) {
    if (entry.path().extension() != ".h") continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    taken += count(text.str(), "GRADC_DIFFERENTIATE(");
  }
  const std::vector<std::string> others{"springs", "link", "norm_of", "held", "nested"};
  for (const std::string& function : others) {
    const Outcome outcome = gradc("m.cpp -o gen --function=" + function + " --differentiate=gradient -- -isystem /usr/include/eigen3");
    EXPECT_EQ(outcome.status, 1) << function;
    EXPECT_NE(outcome.err.find(" error: "), std::string::npos) << outcome.err;
  }
  std::cout << "corpus: " << taken << " of " << taken + others.size() << " functions are taken as they are\n";
  EXPECT_GE(taken, 9 * others.size());
}

}  // namespace
