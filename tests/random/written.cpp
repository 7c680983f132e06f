#include "tests/random/written.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>
#include <stdexcept>

#include "codegen/cpp/emit.h"
#include "codegen/cuda/check.h"
#include "codegen/cuda/emit.h"
#include "ir/passes/derivative.h"
#include "ir/passes/pass.h"
#include "tests/reference/differences.h"

namespace random_test {
namespace {

using reference::Value;

std::string element_name(ir::ElementType element) {
  switch (element) {
    case ir::ElementType::f64: return "double";
    case ir::ElementType::f32: return "float";
    case ir::ElementType::i32: return "std::int32_t";
    case ir::ElementType::i64: return "std::int64_t";
    case ir::ElementType::u32: return "std::uint32_t";
    case ir::ElementType::u64: return "std::uint64_t";
    case ir::ElementType::boolean: return "bool";
    default: throw std::logic_error("random modules hold no other elements");
  }
}

codegen::CppValue leaf(const ir::Type& type) {
  codegen::CppValue value;
  value.form = type.is_scalar() ? codegen::CppValue::Form::scalar : codegen::CppValue::Form::tensor;
  value.type = type.is_scalar() ? element_name(type.element)
                                : fmt::format("gradc::Tensor<{}, {}>", element_name(type.element), type.rank());
  value.leaf = type;
  return value;
}

std::string number(double x) {
  if (std::isnan(x)) return "NAN";
  if (std::isinf(x)) return x > 0 ? "INFINITY" : "-INFINITY";
  return fmt::format("{:#.17g}", x);
}

std::string whole(ir::ElementType element, std::int64_t value) {
  const bool has_sign = element != ir::ElementType::u32 && element != ir::ElementType::u64;
  return has_sign ? fmt::to_string(value) : fmt::format("{}u", static_cast<std::uint64_t>(value));
}

// A tensor or scalar as a C++ expression.
std::string expression(const ir::Literal& x) {
  std::vector<std::string> elements;
  for (std::int64_t i = 0; i < x.size(); ++i)
    elements.push_back(x.is_real() ? number(x.reals[static_cast<std::size_t>(i)])
                                   : whole(x.element, x.integers[static_cast<std::size_t>(i)]));
  const std::string type = element_name(x.element);
  if (x.extents.empty()) return fmt::format("static_cast<{}>({})", type, elements[0]);
  return fmt::format("made<{}, {}>({{{}}}, {{{}}})", type, x.rank(), fmt::join(x.extents, ", "),
                     fmt::join(elements, ", "));
}

// What every main begins with: tensors from numbers, and the comparison.
constexpr std::string_view kMainHead = R"(#include "batch.grad.h"

#include <cmath>
#include <cstdio>
#include <initializer_list>

namespace {
int failures = 0;
constexpr double kClose = 1e-11;

template <class T, int R>
gradc::Tensor<T, R> made(gradc::Shape shape, std::initializer_list<T> elements) {
  gradc::Tensor<T, R> tensor(shape);
  std::int64_t i = 0;
  for (T element : elements) tensor.data()[i++] = element;
  return tensor;
}

void compare(const char* what, std::int64_t i, double actual, double expected, double scale) {
  const bool same = actual == expected || (std::isnan(actual) && std::isnan(expected)) ||
                    std::fabs(actual - expected) <= kClose * std::fmax(1.0, std::fmax(scale, std::fabs(expected)));
  if (same) return;
  std::printf("%s[%lld] is %.17g, not %.17g\n", what, static_cast<long long>(i), actual, expected);
  ++failures;
}

template <class T, int R>
void expect(const char* what, const gradc::Tensor<T, R>& actual, const gradc::Tensor<T, R>& expected) {
  if (!(actual.shape() == expected.shape())) {
    std::printf("%s has another shape\n", what);
    ++failures;
    return;
  }
  double scale = 0;
  for (std::int64_t i = 0; i < expected.size(); ++i)
    scale = std::fmax(scale, std::fabs(static_cast<double>(expected.data()[i])));
  for (std::int64_t i = 0; i < expected.size(); ++i)
    compare(what, i, static_cast<double>(actual.data()[i]), static_cast<double>(expected.data()[i]), scale);
}
template <class T>
void expect(const char* what, T actual, T expected) {
  compare(what, 0, static_cast<double>(actual), static_cast<double>(expected), 0);
}
)";

// One module on its way into the batch.
struct Entry {
  std::string name;
  codegen::Request request;
  std::vector<Value> x;         // arguments, then adjoints
  std::vector<Value> expected;  // results, then gradients
};

codegen::CppValue result_of(const ir::Function& f, const std::string& name, std::string& types) {
  if (f.results().size() == 1) return leaf(f[f.results()[0]].type);
  codegen::CppValue result;
  result.form = codegen::CppValue::Form::structure;
  result.type = name + "_results";
  types += fmt::format("struct {} {{\n", result.type);
  for (std::size_t k = 0; k < f.results().size(); ++k) {
    result.members.push_back({fmt::format("r{}", k), leaf(f[f.results()[k]].type)});
    types += fmt::format("  {} r{}{{}};\n", result.members.back().value.type, k);
  }
  types += "};\n";
  return result;
}

// Appends the module's function and its VJP to `all`.
Entry add(std::uint64_t seed, ir::Module& all, std::string& types) {
  ops_test::RandomModule made = ops_test::random_module(seed);
  Entry entry;
  entry.name = fmt::format("f{}", seed);
  ir::Function f = made.module[made.function];
  f.name = entry.name;
  reference::Random random(seed);
  entry.x = made.arguments;
  const std::vector<Value> y = reference::interpret(made.module, made.function, made.arguments);

  codegen::Primal& primal = entry.request.primal;
  primal.name = entry.name;
  primal.source = "batch.cpp";
  primal.headers = {"\"types.h\""};
  codegen::Derivative vjp;
  vjp.kind = codegen::DerivativeKind::vjp;
  vjp.base = entry.name;
  ir::DerivativeOptions options;
  options.unconnected = ir::Unconnected::zero;
  // A third each keeps all, what takes least, and what can't be had by elementwise work.
  using Strategy = ir::Checkpoint::Strategy;
  options.checkpoint.strategy = std::array{Strategy::none, Strategy::memory, Strategy::automatic}[seed % 3];
  int place = static_cast<int>(f.results().size());
  for (std::size_t i = 0; i < f.arguments().size(); ++i) {
    const ir::Value& argument = f[f.arguments()[i]];
    const codegen::CppValue value = leaf(argument.type);
    primal.parameters.push_back(
        {argument.name, argument.type.is_scalar() ? value.type : "const " + value.type + "&", value});
    if (!ir::is_differentiable(argument.type.element)) continue;
    options.wrt.push_back(f.arguments()[i]);
    vjp.wrt.push_back({{argument.name}, value, {place++}, false});
  }
  primal.result = result_of(f, entry.name, types);
  for (std::size_t k = 0; k < f.results().size(); ++k)
    if (ir::is_differentiable(f[f.results()[k]].type.element)) entry.x.push_back(reference::random_like(y[k], random));

  // Locations are those of one module each; here they would be of another.
  for (ir::Op& op : f.ops) op.loc = {};
  for (ir::Requirement& requirement : f.requirements) requirement.loc = {};
  f.extent_origins.clear();
  const ir::FunctionId id{static_cast<std::int32_t>(all.functions.size())};
  all.functions.push_back(std::move(f));
  ir::Diagnostics diagnostics;
  auto derived = ir::differentiate_reverse(all, id, options, diagnostics);
  if (!derived) throw std::logic_error(diagnostics.text());
  all = std::move(derived->module);
  vjp.function = derived->function;
  entry.expected = reference::interpret(all, vjp.function, entry.x);
  entry.request.derivatives.push_back(vjp);
  return entry;
}

void optimise(ir::Module& module) {
  ir::Diagnostics diagnostics;
  auto now = ir::run_passes(module, "expand,simplify,cse,dce", {.verify_each = true, .after = {}}, diagnostics);
  if (!now) throw std::logic_error(diagnostics.text());
  module = *std::move(now);
}

// The gradients of one structure against what is expected, from the place of the first.
std::string compare_gradients(const Entry& entry, const std::string& grad, std::size_t first) {
  std::string text;
  for (const codegen::WrtItem& item : entry.request.derivatives[0].wrt)
    text += fmt::format("  expect(\"{0}: d_{1}\", {2}.{1}, {3});\n", entry.name, item.path[0], grad,
                        expression(entry.expected[first++].tensor()));
  return text;
}

std::string test_of(const Entry& entry) {
  const codegen::Primal& primal = entry.request.primal;
  std::string text = fmt::format("\nvoid test_{}() {{\n", entry.name);
  std::vector<std::string> arguments, adjoints;
  for (std::size_t i = 0; i < primal.parameters.size(); ++i) {
    text += fmt::format("  const auto x{} = {};\n", i, expression(entry.x[i].tensor()));
    arguments.push_back(fmt::format("x{}", i));
  }
  std::size_t next = primal.parameters.size();
  const std::vector<codegen::Leaf> leaves = codegen::leaves(primal.result, "result");
  for (const codegen::Leaf& leaf : leaves)
    adjoints.push_back(ir::is_differentiable(leaf.value->leaf.element) ? expression(entry.x[next++].tensor())
                                                                       : leaf.value->type + "{}");
  text += fmt::format("  const {} adjoint{{{}}};\n", primal.result.type, fmt::join(adjoints, ", "));
  arguments.push_back("adjoint");
  text += fmt::format("  const auto vjp = {}_vjp({});\n", entry.name, fmt::join(arguments, ", "));
  for (std::size_t k = 0; k < leaves.size(); ++k)
    text += fmt::format("  expect(\"{}: value {}\", vjp.value{}, {});\n", entry.name, k,
                        leaves[k].expression.substr(6), expression(entry.expected[k].tensor()));
  text += compare_gradients(entry, "vjp.grad", leaves.size());
  arguments.pop_back();
  text += fmt::format("  const auto forward = {}_forward({});\n", entry.name, fmt::join(arguments, ", "));
  text += fmt::format("  const auto backward = {}_backward(forward.residuals, adjoint);\n", entry.name);
  text += compare_gradients(entry, "backward", leaves.size());
  return text + "}\n";
}

// The same with arguments and results on a device.
std::string device_test_of(const Entry& entry) {
  const codegen::Primal& primal = entry.request.primal;
  std::string text = fmt::format("\nvoid test_{}(const gradc::cuda::Stream& stream, gradc::cuda::Workspace& workspace) {{\n", entry.name);
  std::vector<std::string> arguments, adjoints;
  for (std::size_t i = 0; i < primal.parameters.size(); ++i) {
    text += fmt::format("  const auto x{} = there({}, stream);\n", i, expression(entry.x[i].tensor()));
    arguments.push_back(fmt::format("x{}", i));
  }
  std::size_t next = primal.parameters.size();
  const std::vector<codegen::Leaf> leaves = codegen::leaves(primal.result, "result");
  for (const codegen::Leaf& leaf : leaves)
    adjoints.push_back(ir::is_differentiable(leaf.value->leaf.element) ? expression(entry.x[next++].tensor())
                                                                       : leaf.value->type + "{}");
  text += fmt::format("  const {} adjoint = there({}{{{}}}, stream);\n", primal.result.type, primal.result.type, fmt::join(adjoints, ", "));
  arguments.insert(arguments.end(), {"adjoint", "out", "workspace"});
  text += fmt::format("  {0}_vjp_cuda_result out;\n  {0}_vjp({1});\n", entry.name, fmt::join(arguments, ", "));
  for (std::size_t k = 0; k < leaves.size(); ++k)
    text += fmt::format("  expect(\"{}: value {} on a device\", back(out.value{}, stream), {});\n", entry.name, k,
                        leaves[k].expression.substr(6), expression(entry.expected[k].tensor()));
  std::size_t first = leaves.size();
  for (const codegen::WrtItem& item : entry.request.derivatives[0].wrt)
    text += fmt::format("  expect(\"{0}: d_{1} on a device\", back(out.grad.{1}, stream), {2});\n", entry.name, item.path[0],
                        expression(entry.expected[first++].tensor()));
  return text + "}\n";
}

// What comes to a device, and back.
constexpr std::string_view kDeviceHead = R"(
template <class X>
auto there(const X& x, const gradc::cuda::Stream& stream) {
  return gradc::cuda::to_device(x, stream);
}
template <class T, int R>
gradc::Tensor<T, R> back(const gradc::Tensor<T, R>& x, const gradc::cuda::Stream& stream) {
  return gradc::cuda::to_host(x, stream);
}
template <class T>
T back(const gradc::cuda::Scalar<T>& x, const gradc::cuda::Stream&) {
  return x.get();
}
template <class T>
T back(T x, const gradc::cuda::Stream&) {
  return x;
}
)";

int adjoint_count(const codegen::Primal& primal) {
  int count = 0;
  for (const codegen::Leaf& leaf : codegen::leaves(primal.result, ""))
    count += ir::is_differentiable(leaf.value->leaf.element);
  return count;
}

}  // namespace

Written write_batch(std::uint64_t first, int count) {
  Written written;
  written.types = "#pragma once\n#include <gradc/gradc.h>\n";
  ir::Module module;
  std::vector<Entry> entries;
  for (int i = 0; i < count; ++i)
    entries.push_back(add(first + static_cast<std::uint64_t>(i), module, written.types));
  optimise(module);
  for (Entry& entry : entries) {
    codegen::Derivative& vjp = entry.request.derivatives[0];
    const int results = static_cast<int>(codegen::leaves(entry.request.primal.result, "").size());
    ir::SplitFunctions split = ir::split_vjp(module, vjp.function, adjoint_count(entry.request.primal), results);
    module = std::move(split.module);
    vjp.forward = split.forward;
    vjp.backward = split.backward;
  }
  optimise(module);

  codegen::Program program{&module, "batch", "batch.cpp", {}};
  written.main = kMainHead;
  std::string calls, device_calls;
  for (const Entry& entry : entries) {
    program.requests.push_back(entry.request);
    written.main += test_of(entry);
    calls += fmt::format("  test_{}();\n", entry.name);
  }
  written.main += fmt::format("}}  // namespace\n\nint main() {{\n{}  return failures == 0 ? 0 : 1;\n}}\n", calls);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    codegen::Request& request = program.requests[i];
    ir::Diagnostics problems;
    request.on_cuda = true;
    codegen::check_device(module, request, {}, problems);
    request.on_cuda = problems.empty();
    if (!request.on_cuda) continue;
    ++written.on_device;
    written.device_main += device_test_of(entries[i]);
    device_calls += fmt::format("  test_{}(stream, workspace);\n", entries[i].name);
  }
  written.device_main = fmt::format(
      "#include <gradc/cuda.h>\n{}{}{}}}  // namespace\n\nint main() {{\n  const gradc::cuda::Stream stream;\n"
      "  gradc::cuda::Workspace workspace(stream);\n{}  return failures == 0 ? 0 : 1;\n}}\n",
      kMainHead, kDeviceHead, written.device_main, device_calls);
  written.device = codegen::emit_cuda(program);
  codegen::GeneratedFiles files = codegen::emit_cpp(program);
  written.header = std::move(files.header);
  written.source = std::move(files.source);
  return written;
}

}  // namespace random_test
