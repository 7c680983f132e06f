// Kernels compute the same bits whatever compiler, level of optimisation and set of instructions they are compiled for.
#include <gtest/gtest.h>

#include <cstdlib>

#include "run.h"

namespace {

// Sums of products, which a compiler might contract; divisions, a root and a kink; 32 and 64 bits; both at once.
constexpr const char* kSource = R"(
func @f(%x: f32[n], %y: f32[n]) -> (f32[n], f32[n]) {
  %0 = multiply %x, %y : f32[n]
  %1 = add %0, %x : f32[n]
  %2 = multiply %1, %1 : f32[n]
  %3 = subtract %2, %0 : f32[n]
  %4 = sqrt %2 : f32[n]
  %5 = divide %3, %4 : f32[n]
  %6 = less %5, %x : bool[n]
  %7 = where %6, %5, %3 : f32[n]
  return %5, %7
}

func @g(%x: f64[n], %y: f32[n], %s: f64) -> (f64[n]) {
  %0 = astype %y {to = f64} : f64[n]
  %1 = multiply %x, %0 : f64[n]
  %2 = broadcast %s {shape = <n>} : f64[n]
  %3 = multiply %2, %x : f64[n]
  %4 = add %1, %3 : f64[n]
  %5 = divide %4, %2 : f64[n]
  %6 = subtract %5, %1 : f64[n]
  return %6
}
)";

constexpr const char* kMain = R"(
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "model.grad.h"

std::uint64_t hash = 1469598103934665603u;
template <class T> void add(const T& x) {
  unsigned char bytes[sizeof *x.data()];
  for (long i = 0; i < x.size(); ++i) {
    std::memcpy(bytes, x.data() + i, sizeof bytes);
    for (unsigned char byte : bytes) hash = (hash ^ byte) * 1099511628211u;
  }
}

int main() {
  gradc::Vector<float> x(gradc::Shape{1003}), y(gradc::Shape{1003});
  gradc::Vector<double> z(gradc::Shape{1003});
  std::uint32_t state = 1;
  const auto next = [&] { return static_cast<double>((state = state * 1664525u + 1013904223u) >> 8) / 8388608 - 1; };
  for (long i = 0; i < x.size(); ++i) {
    x(i) = static_cast<float>(next());
    y(i) = static_cast<float>(next());
    z(i) = next();
  }
  const auto f = model::f_gradient(x, y);
  add(f.value.r0);
  add(f.value.r1);
  add(model::g_gradient(z, y, 0.7).value);
  std::printf("%llx", static_cast<unsigned long long>(hash));
}
)";

TEST(Kernels, GiveTheSameBitsEverywhere) {
  cases::Case c;
  c.add_plain(kSource);
  std::vector<std::string> commands;
  for (const char* level : {"-O0", "-O2", "-O3 -march=native", "-O2 -DGRADC_KERNEL=",
                            "-O2 -DGRADC_KERNEL_TARGETS='\"avx2\",\"default\"'"})
    for (const char* compiler : {"g++", "clang++-19"})
      if (std::system((std::string(compiler) + " --version > /dev/null 2>&1").c_str()) == 0)
        commands.push_back(std::string(compiler) + " -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror " + level);
  std::string first;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    const std::string hash = cases::compile_and_run(c, cases::described_types(c.module()), kMain,
                                                    {commands[i], "compiler_" + std::to_string(i)}, "same_bits");
    if (i == 0) first = hash;
    EXPECT_EQ(hash, first) << commands[i];
  }
  EXPECT_FALSE(first.empty());
}

}  // namespace
