// Kernels compute the same bits whatever compiler, level of optimisation and set of instructions they are compiled for.
#include <gtest/gtest.h>

#include <cstdlib>

#include "run.h"

namespace {

// Sums of products, which a compiler might contract; divisions, a root and a kink; functions; 32 and 64 bits; both at once.
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
  %8 = tanh %3 : f32[n]
  %9 = sigmoid %8 : f32[n]
  %10 = exp %9 : f32[n]
  %11 = log %10 : f32[n]
  %12 = gelu_tanh %11 : f32[n]
  %13 = add %7, %12 : f32[n]
  return %5, %13
}

func @g(%x: f64[n], %y: f32[n], %s: f64) -> (f64[n]) {
  %0 = astype %y {to = f64} : f64[n]
  %1 = multiply %x, %0 : f64[n]
  %2 = broadcast %s {shape = <n>} : f64[n]
  %3 = multiply %2, %x : f64[n]
  %4 = add %1, %3 : f64[n]
  %5 = divide %4, %2 : f64[n]
  %6 = subtract %5, %1 : f64[n]
  %7 = mish %6 : f64[n]
  %8 = log1p %7 : f64[n]
  %9 = expm1 %8 : f64[n]
  return %9
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

int compilers = 0;  // that have run, each in a folder of its own

std::vector<std::string> commands() {
  std::vector<std::string> commands;
  for (const char* level : {"-O0", "-O2", "-O3 -march=native", "-O2 -DGRADC_KERNEL=",
                            "-O2 -DGRADC_KERNEL_TARGETS='\"avx2\",\"default\"'"})
    for (const char* compiler : {"g++", "clang++-19"})
      if (std::system((std::string(compiler) + " --version > /dev/null 2>&1").c_str()) == 0)
        commands.push_back(std::string(compiler) + " -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror " + level +
                           // Clang 19 warns of what it itself takes for the features of some processors.
                           (compiler[0] == 'c' ? " -Wno-invalid-feature-combination" : ""));
  return commands;
}

TEST(Kernels, GiveTheSameBitsEverywhere) {
  cases::Case c;
  c.add_plain(kSource);
  std::string first;
  for (const std::string& command : commands()) {
    const std::string hash = cases::compile_and_run(c, cases::described_types(c.module()), kMain,
                                                    {command, "compiler_" + std::to_string(++compilers)}, "same_bits");
    if (first.empty()) first = hash;
    EXPECT_EQ(hash, first) << command;
  }
  EXPECT_FALSE(first.empty());
}

// --- functions

struct Functions {
  int operands;
  std::vector<std::string> names;
};
const Functions kFunctions[] = {
    {1, {"exp", "expm1", "log", "log1p", "tanh", "sigmoid", "softplus", "silu", "mish", "logit", "log1mexp", "log_sigmoid",
         "quick_gelu", "gelu", "gelu_tanh", "selu", "entr", "exp2", "log2", "log10", "sin", "cos", "tan", "asin", "acos", "atan",
         "sinpi", "cospi", "sinh", "cosh", "asinh", "acosh", "atanh", "erf", "erfc", "ndtr", "cbrt"}},
    {2, {"pow", "atan2", "softplus_beta", "elu", "celu", "swiglu", "logaddexp", "logaddexp2", "logsubexp", "xlogy", "xlog1py"}}};

// The ops on elements of a type: in a kernel, in a loop among other statements, of numbers.
std::string functions_of(const std::string& element) {
  std::string out;
  for (const Functions& all : kFunctions)
    for (const std::string extents : {"[n]", "[9]", ""}) {
      const bool two = all.operands == 2;
      const std::string type = element + extents, name = extents.empty() ? "numbers" : extents == "[n]" ? "many" : "few";
      std::string ops, types, results;
      for (std::size_t i = 0; i < all.names.size(); ++i) {
        const std::string value = "%" + std::to_string(i), comma = i > 0 ? ", " : "";
        ops += "  " + value + " = " + all.names[i] + " %x" + (two ? ", %y : " : " : ") + type + "\n";
        types += comma + type;
        results += comma + value;
      }
      out += "func @" + name + (two ? "_of_two_" : "_") + element + "(%x: " + type + (two ? ", %y: " + type : "") + ") -> (" + types +
             ") {\n" + ops + "  return " + results + "\n}\n\n";
    }
  return out;
}

// Compares them bit by bit with the eager ops, of numbers too.
std::string main_of_functions() {
  std::string out = R"(
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "model.grad.h"

template <class T> bool same(T a, T b) { return a != a ? b != b : std::memcmp(&a, &b, sizeof a) == 0; }
template <class T> void compare(const char* name, const gradc::Vector<T>& a, const gradc::Vector<T>& b) {
  for (long i = 0; i < b.size(); ++i)
    if (!same(a(i), b(i))) {
      std::printf("%s of element %ld\n", name, i);
      return;
    }
}
template <class T> void compare(const char* name, T a, T b) {
  if (!same(a, b)) std::printf("%s of a number\n", name);
}
)";
  for (const std::string element : {"f32", "f64", "f16"}) {
    const std::string type = element == "f32" ? "float" : element == "f64" ? "double" : "gradc::half";
    out += "void check_" + element + "(const gradc::Vector<" + type + ">& x, const gradc::Vector<" + type + ">& y) {\n";
    out += "  gradc::Vector<" + type + "> u(gradc::Shape{9}), v(gradc::Shape{9});\n";
    out += "  for (long i = 0; i < 9; ++i) u(i) = x(i), v(i) = y(i);\n";
    for (const Functions& all : kFunctions) {
      const bool two = all.operands == 2;
      const std::string suffix = std::string(two ? "_of_two_" : "_") + element;
      const auto call = [&](const std::string& name, const std::string& arguments) {
        out += "  const auto " + name + suffix + " = model::" + name + suffix + "_gradient" + arguments + ".value;\n";
      };
      const std::string many = two ? "(x, y)" : "(x)", few = two ? "(u, v)" : "(u)", numbers = two ? "(u(i), v(i))" : "(u(i))";
      call("many", many);
      call("few", few);
      for (std::size_t i = 0; i < all.names.size(); ++i) {
        const std::string& name = all.names[i];
        const std::string op = "gradc::" + (name == "softplus_beta" ? "softplus" : name), compare = "  compare(\"" + name + "\", ";
        const std::string result = suffix + ".r" + std::to_string(i) + ", " + op;
        out += compare + "many" + result + many + ");\n" + compare + "few" + result + few + ");\n";
      }
      out += "  for (long i = 0; i < 9; ++i) {\n";
      call("numbers", numbers);
      for (std::size_t i = 0; i < all.names.size(); ++i) {
        const std::string& name = all.names[i];
        out += "  compare(\"" + name + "\", numbers" + suffix + ".r" + std::to_string(i) + ", gradc::" +
               (name == "softplus_beta" ? "softplus" : name) + numbers + ");\n";
      }
      out += "  }\n";
    }
    out += "}\n";
  }
  return out + R"(
template <class T> gradc::Vector<T> numbers(std::uint32_t state) {
  gradc::Vector<T> x(gradc::Shape{603});
  for (long i = 0; i < x.size(); ++i)
    x(i) = static_cast<T>(static_cast<float>((state = state * 1664525u + 1013904223u) >> 8) / (i < 300 ? 1048576.0f : 8388608.0f) - (i < 300 ? 8.0f : 0.0f));
  x(0) = T(0.0f);
  x(1) = T(-0.0f);
  x(2) = T(1.0f);
  return x;
}

int main() {
  check_f32(numbers<float>(1), numbers<float>(2));
  check_f64(numbers<double>(1), numbers<double>(2));
  check_f16(numbers<gradc::half>(1), numbers<gradc::half>(2));
}
)";
}

// Also where the program, and so what it has inline, may be contracted; with Clang where kernels have clones beside.
TEST(Kernels, ComputeFunctionsAsTheEagerOpsDo) {
  cases::Case c;
  c.add_plain(functions_of("f32") + functions_of("f64") + functions_of("f16"));
  const std::string model = cases::described_types(c.module()), main = main_of_functions();
  for (const std::string command : {"g++ -O1 -march=native", "clang++-19 -O1 -mavx2 -mfma"})
    if (std::system((command.substr(0, command.find(' ')) + " --version > /dev/null 2>&1").c_str()) == 0) {
      const std::string differences = cases::compile_and_run(
          c, model, main, {command + " -std=c++17", "compiler_" + std::to_string(++compilers)}, "same_functions");
      EXPECT_EQ(differences, "") << command;
    }
}

}  // namespace
