#include "run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "codegen/cpp/emit.h"
#include "codegen/text/declaration.h"
#include "tests/reference/interpreter.h"

namespace cases {
namespace {

using Symbols = std::map<std::string, std::int64_t>;

// main() is ours: for it warnings and the optimiser are off.
constexpr const char* kMainOptions = "-w -O0 -I" GRADC_TEST_RUNTIME_INCLUDE;

void write_file(const std::filesystem::path& path, const std::string& text) { std::ofstream(path) << text; }

// Standard output and error of a command, and whether it succeeded.
std::pair<std::string, bool> shell(const std::string& command) {
  std::string out;
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  if (!pipe) return {"cannot run " + command, false};
  std::array<char, 4096> buffer;
  while (const std::size_t n = std::fread(buffer.data(), 1, buffer.size(), pipe))
    out.append(buffer.data(), n);
  return {out, pclose(pipe) == 0};
}

// What both sides fill the k-th argument with.
double number(std::size_t k, std::int64_t i) {
  return static_cast<double>((static_cast<std::int64_t>(k) * 7 + i * 5) % 13 - 6) / 8;
}
std::int64_t integer(std::size_t k, std::int64_t i) { return (static_cast<std::int64_t>(k) + i) % 3 + 1; }

constexpr const char* kSupport = R"(
#include <cstdio>
#include <cstdlib>
#include <new>
#include <type_traits>
#include <vector>
#include "model.grad.h"

static long allocations = 0;
static void* counted(std::size_t size, std::size_t alignment) {
  ++allocations;
  return std::aligned_alloc(alignment, (size + alignment) / alignment * alignment);
}
void* operator new(std::size_t size) { return counted(size, 16); }
void* operator new(std::size_t size, std::align_val_t a) { return counted(size, static_cast<std::size_t>(a)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return counted(size, 16); }
void* operator new(std::size_t size, std::align_val_t a, const std::nothrow_t&) noexcept {
  return counted(size, static_cast<std::size_t>(a));
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }

template <class T> T value(long k, long i) {
  if constexpr (std::is_same_v<T, bool>) return (k + i) % 3 + 1 != 2;
  else if constexpr (std::is_integral_v<T>) return static_cast<T>((k + i) % 3 + 1);
  else return T(static_cast<double>((k * 7 + i * 5) % 13 - 6) / 8);
}
template <class T> void fill(T& tensor, long k) {
  for (long i = 0; i < tensor.size(); ++i) tensor.data()[i] = value<std::decay_t<decltype(tensor.data()[0])>>(k, i);
}
template <class T> void make(std::vector<T>& values, long k);
template <class T> void make(T& x, long k) {
  if constexpr (std::is_arithmetic_v<T>) x = value<T>(k, 0);
  else { gradc::Shape shape; for (int i = 0; i < x.rank(); ++i) shape.push_back(2); x.resize(shape); fill(x, k); }
}
template <class T> void make(std::vector<T>& values, long k) {
  values.clear();
  for (long e = 0; e < 3; ++e) { T x{}; make(x, k + e); values.push_back(x); }
}
template <class T> void print(const std::vector<T>& values);
template <class T> void print(const T& x) {
  if constexpr (std::is_arithmetic_v<T>) std::printf("%.17g\n", static_cast<double>(x));
  else if constexpr (gradc::detail::is_half_v<T>) std::printf("%.17g\n", static_cast<double>(static_cast<float>(x)));
  else for (long i = 0; i < x.size(); ++i) print(x.data()[i]);
}
template <class T> void print(const std::vector<T>& values) {
  for (const T& x : values) print(x);
}
)";

std::vector<std::int64_t> extents_of(const ir::Type& type, const Symbols& symbols) {
  std::vector<std::int64_t> out;
  for (const ir::Extent& e : type.extents) {
    const auto value = e.evaluate(symbols);
    EXPECT_TRUE(value.has_value()) << e.text();
    out.push_back(value.value_or(0));
  }
  return out;
}

// A block of main() that calls one function twice and prints its results; the second call must not allocate.
std::string call(const ir::Module& module, const codegen::Signature& s, const std::string& name_space,
                 const Symbols& symbols) {
  std::string out = "{\n";
  if (!name_space.empty()) out += fmt::format("using namespace {};\n", name_space);
  for (const codegen::Formal& p : s.parameters)
    out += fmt::format("std::decay_t<{}> {}{{}};\n", p.type, p.name);
  const ir::Function& function = module[s.function];
  for (std::size_t k = 0; k < s.arguments.size(); ++k) {
    const codegen::Place& place = s.arguments[k];
    const ir::Type& type = function[function.arguments()[k]].type;
    const auto known = symbols.find("%" + function[function.arguments()[k]].name);
    if (!type.is_tensor()) {
      out += fmt::format("make({}, {});\n", place.expression, k);
    } else if (known != symbols.end()) {
      out += fmt::format("{} = {};\n", place.expression, known->second);
    } else if (place.form == codegen::CppValue::Form::scalar) {
      out += fmt::format("{0} = value<std::decay_t<decltype({0})>>({1}, 0);\n", place.expression, k);
    } else {
      out += fmt::format("{0}.resize({{{1}}}); fill({0}, {2});\n", place.expression,
                         fmt::join(extents_of(type, symbols), ", "), k);
    }
  }
  const std::string arguments = codegen::argument_list(s.parameters);
  const std::string comma = arguments.empty() ? "" : ", ";
  out += fmt::format("{} {};\n", s.result, s.out);
  out += fmt::format("gradc::Workspace {};\n", s.workspace);
  const std::string again = fmt::format("{}({}{}{}, {});\n", s.name, arguments, comma, s.out, s.workspace);
  out += again + "const long before = allocations;\n" + again;
  out += "if (allocations != before) std::printf(\"allocates\\n\");\n";
  out += fmt::format("if ({0}.high_water() != {1}_workspace_bytes({2})) std::printf(\"not as it says\\n\");\n",
                     s.workspace, s.name, arguments);
  for (const codegen::Place& place : s.results) out += fmt::format("print({});\n", place.expression);
  return out + "}\n";
}

// As make() in the support does.
reference::Value made(const ir::Type& type, int depth, std::size_t k) {
  if (depth > 0) {
    std::vector<reference::Value> values;
    for (std::size_t e = 0; e < 3; ++e) values.push_back(made(type, depth - 1, k + e));
    return values;
  }
  ir::Literal x = ir::Literal::zeros(type.element, std::vector<std::int64_t>(type.extents.size(), 2));
  for (std::int64_t i = 0; i < x.size(); ++i) {
    if (x.is_real())
      x.set(i, number(k, i));
    else
      x.set_integer(i, type.element == ir::ElementType::boolean ? integer(k, i) != 2 : integer(k, i));
  }
  return x;
}

void flatten(const reference::Value& value, std::vector<ir::Literal>& out) {
  if (value.is_tensor()) return out.push_back(value.tensor());
  for (const reference::Value& each : value.sequence()) flatten(each, out);
}

std::vector<double> expected(const ir::Module& module, const codegen::Signature& s, const Symbols& symbols,
                             std::vector<double>& tolerances) {
  const ir::Function& function = module[s.function];
  std::vector<reference::Value> arguments;
  for (std::size_t k = 0; k < function.arguments().size(); ++k) {
    const ir::Type& type = function[function.arguments()[k]].type;
    if (!type.is_tensor()) {
      arguments.push_back(made(type, type.sequence_depth, k));
      continue;
    }
    ir::Literal x = ir::Literal::zeros(type.element, extents_of(type, symbols));
    const auto known = symbols.find("%" + function[function.arguments()[k]].name);
    for (std::int64_t i = 0; i < x.size(); ++i) {
      if (x.is_real())
        x.set(i, number(k, i));
      else if (known != symbols.end())
        x.set_integer(i, known->second);
      else
        x.set_integer(i, type.element == ir::ElementType::boolean ? integer(k, i) != 2 : integer(k, i));
    }
    arguments.emplace_back(std::move(x));
  }
  std::vector<double> out;
  std::vector<ir::Literal> results;
  for (const reference::Value& value : reference::interpret(module, s.function, arguments)) flatten(value, results);
  for (const ir::Literal& y : results) {
    const double precision = y.element == ir::ElementType::f64   ? 1e-10
                             : y.element == ir::ElementType::f32 ? 2e-5
                                                                 : 2e-2;
    for (std::int64_t i = 0; i < y.size(); ++i) {
      out.push_back(y.at(i));
      tolerances.push_back(y.is_real() ? precision * std::max(1.0, std::abs(y.at(i))) : 0);
    }
  }
  return out;
}

}  // namespace

std::vector<Compiler> compilers() {
  static const std::vector<Compiler> found = [] {
    const std::string flags = " -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror ";
    std::vector<Compiler> out{{"g++" + flags + "-O2", "gcc"}};
    if (shell("clang++-19 --version").second)
      out.push_back({"clang++-19" + flags + "-O1 -fsanitize=address,undefined -fno-sanitize-recover=all", "clang"});
    for (Compiler& compiler : out) {
      const auto folder = std::filesystem::path(GRADC_TEST_FOLDER) / "headers" / compiler.name;
      std::filesystem::create_directories(folder);
      write_file(folder / "headers.h", "#include <gradc/gradc.h>\n#include <vector>\n");
      const auto [messages, built] = shell(fmt::format("cd {} && {} {} -x c++-header headers.h -o headers.h.{}", folder.string(),
                                                       compiler.command, kMainOptions, compiler.name == "gcc" ? "gch" : "pch"));
      EXPECT_TRUE(built) << messages;
      compiler.headers = fmt::format("-include {}", (folder / "headers.h").string());
    }
    return out;
  }();
  return found;
}

std::string compile_and_run(const Case& c, const std::string& model_header, const std::string& main,
                            const Compiler& compiler, const std::string& folder) {
  const codegen::GeneratedFiles files = codegen::emit_cpp(c.program());
  EXPECT_EQ(files.refusal, "");
  const auto path = std::filesystem::path(GRADC_TEST_FOLDER) / folder / compiler.name;
  std::filesystem::create_directories(path);
  write_file(path / "model.h", model_header);
  write_file(path / "model.grad.h", files.header);
  write_file(path / "model.grad.cpp", files.source);
  write_file(path / "main.cpp", main);
  const std::string build =
      fmt::format("cd {} && {} -I{} -I. -c model.grad.cpp && {} {} {} -I. main.cpp model.grad.o {} -o run", path.string(),
                  compiler.command, GRADC_TEST_RUNTIME_INCLUDE, compiler.command, kMainOptions, compiler.headers,
                  GRADC_TEST_RUNTIME_LIBRARY);
  const auto [messages, built] = shell(build);
  EXPECT_TRUE(built) << messages;
  if (!built) return {};
  const auto [printed, ran] = shell((path / "run").string());
  EXPECT_TRUE(ran) << printed;
  return printed;
}

void check_against_reference(const Case& c, const std::string& model_header,
                             const std::map<std::string, Symbols>& symbols) {
  const codegen::Program program = c.program();
  std::string main = std::string(kSupport) + "int main() {\n";
  std::vector<double> wanted, tolerances;
  std::vector<std::string> whose;
  for (const codegen::Request& request : program.requests)
    for (const codegen::Derivative& derivative : request.derivatives)
      for (const codegen::Signature& s :
           codegen::interface_of(program.module, request, derivative).functions) {
        // Made-up sequences are not what a forward pass would keep.
        if (s.trusted > 0 && std::any_of(s.arguments.begin(), s.arguments.end(),
                                         [](const codegen::Place& place) { return place.is_sequence(); }))
          continue;
        const auto found = symbols.find(request.primal.name);
        const Symbols none;
        const Symbols& extents = found == symbols.end() ? none : found->second;
        main += call(*program.module, s, request.primal.name_space, extents);
        for (double number : expected(*program.module, s, extents, tolerances)) wanted.push_back(number);
        whose.resize(wanted.size(), s.name);
      }
  main += "}\n";
  const auto* info = testing::UnitTest::GetInstance()->current_test_info();
  for (const Compiler& compiler : compilers()) {
    std::istringstream printed(compile_and_run(c, model_header, main, compiler, info->name()));
    std::string word;
    std::size_t i = 0;
    for (; printed >> word && i < wanted.size(); ++i) {
      char* end = nullptr;
      const double got = std::strtod(word.c_str(), &end);
      ASSERT_EQ(*end, '\0') << word << " in " << whose[i];
      // What a forward function keeps for the arm that wasn't taken is undefined: NaN in the reference.
      const bool any = std::isnan(got) || whose[i].ends_with("_forward");
      const bool same = (any && std::isnan(wanted[i])) || got == wanted[i] ||
                        std::abs(got - wanted[i]) <= tolerances[i];
      EXPECT_TRUE(same) << compiler.name << ": " << whose[i] << " gives " << got << " for number " << i
                        << " where the reference gives " << wanted[i];
    }
    EXPECT_EQ(i, wanted.size()) << compiler.name;
  }
}

void check(const std::string& ir, const std::map<std::string, Symbols>& symbols) {
  Case c;
  c.add_plain(ir);
  check_against_reference(c, described_types(c.module()), symbols);
}

}  // namespace cases
