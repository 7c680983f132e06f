#include "codegen/verify/verify_tests.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

#include "codegen/interface/location.h"
#include "codegen/interface/names.h"
#include "codegen/text/emitter.h"
#include "ir/kind.h"

namespace codegen {
namespace {

// Why differences of the function are no derivative of it, where that is so.
std::string held_back(const Subject& subject) {
  if (!subject.verified->held.empty())
    return fmt::format("stop({}) holds a value constant, which differences of the function do not",
                       subject.verified->held);
  const ir::Module& module = *subject.verification->module;
  std::set<ir::FunctionId> seen;
  std::vector<ir::FunctionId> waiting{subject.verified->function};
  while (!waiting.empty()) {
    const ir::FunctionId id = waiting.back();
    waiting.pop_back();
    if (!seen.insert(id).second) continue;
    for (const ir::Op& op : module[id].ops) {
      if (op.kind == ir::Kind::StopGradient)
        return fmt::format(
            "stop_gradient at {} holds a value constant, which differences of the function do not",
            place_name(module, op.loc));
      if (op.callee.valid()) waiting.push_back(op.callee);
    }
  }
  return {};
}

using Form = CppValue::Form;

class Tests {
 public:
  Tests(const Subject& subject, Names& suites) : s_(subject), suites_(suites), held_(held_back(subject)) {}

  std::string text(const Reading& reading) {
    const std::vector<Moved> inputs = moved(s_);
    const std::string label = label_of(s_);
    for (std::size_t i = 0; i < s_.request->derivatives.size(); ++i) {
      const Derivative& derivative = s_.request->derivatives[i];
      const Interface& interface = (*s_.interfaces)[i];
      suite_ = suites_.fresh(interface.functions[0].name);
      const bool forward = takes_tangents(derivative.kind);
      if (!label.empty() && forward)
        skip("IsNotVerified", fmt::format("it takes a tangent of the label '{}', whose shape only {} knows",
                                          label, s_.primal().name));
      else if (inputs.empty())
        skip("IsNotVerified", "it has no derivative with respect to an argument that a test can move");
      else if (derivative.kind == DerivativeKind::jvp_batch || derivative.kind == DerivativeKind::vjp_batch)
        batch(derivative);
      else if (blocks_are_missing(derivative, inputs))
        skip("IsNotVerified", "it has blocks for what no test moves: labels, or inputs that the result does not depend on");
      else
        derivative_tests(derivative, interface);
      for (const WrtItem& item : derivative.wrt)
        if (!forward && is_label(s_.primal(), item))
          skip("WithRespectToTheLabel_" + identifier(item.path[0]),
               fmt::format("nothing but {} itself can move '{}'", s_.primal().name, item.path[0]));
    }
    if (!reading.empty()) reach(reading);
    return out_.text();
  }

 private:
  bool has(DerivativeKind kind) const {
    return std::any_of(s_.request->derivatives.begin(), s_.request->derivatives.end(),
                       [&](const Derivative& d) { return d.kind == kind; });
  }
  bool blocks_are_missing(const Derivative& derivative, const std::vector<Moved>& inputs) const {
    if (derivative.kind != DerivativeKind::hessian && derivative.kind != DerivativeKind::jacobian) return false;
    const auto items = std::count_if(derivative.wrt.begin(), derivative.wrt.end(),
                                     [](const WrtItem& item) { return !item.left_out; });
    return static_cast<std::size_t>(items) != inputs.size() ||
           !std::all_of(inputs.begin(), inputs.end(), [](const Moved& input) { return input.is_whole; });
  }

  void skip(const std::string& name, const std::string& why) {
    out_.blank_line();
    out_(R"(
        TEST($suite$, $name$) {
          GTEST_SKIP() << "$why$";
        }
        )",
         {{"suite", suite_}, {"name", name}, {"why", escaped(why)}});
  }
  // `check` is a call in gradc::verify without its first argument, the function under test.
  void test(const std::string& name, const std::string& check, const std::string& arguments) {
    out_.blank_line();
    out_("TEST($suite$, $name$) {", {{"suite", suite_}, {"name", name}});
    out_.indent();
    out_("$type$ f;", {{"type", s_.type}});
    out_("report(verify::$check$(f, $arguments$));", {{"check", check}, {"arguments", arguments}});
    out_.dedent();
    out_("}");
  }
  void test_of_differences(const std::string& name, const std::string& check, const std::string& arguments) {
    held_.empty() ? test(name, check, arguments) : skip(name, held_);
  }

  static std::string of_numbers(const std::string& method, const std::string& more = "") {
    return fmt::format("[&](const verify::Numbers& x) {{ return f.{}(x{}); }}", method, more);
  }
  static std::string of_nothing(const std::string& call) {
    return fmt::format("[&] {{ return f.{}; }}", call);
  }

  void derivative_tests(const Derivative& derivative, const Interface& interface) {
    using enum DerivativeKind;
    const std::string name{names_.at(static_cast<std::size_t>(derivative.kind))};
    std::string slopes;  // the derivative as numbers, for one direction
    switch (derivative.kind) {
      case gradient:
      case vjp:
        test_of_differences("AgreesWithDifferences", "agrees_with_differences", of_numbers(name));
        test_of_differences("HasARemainderOfOrderTwo", "has_remainder_of_order_two", of_numbers(name));
        slopes = of_nothing(name + "({})");
        if (derivative.kind == vjp)
          test("IsForwardAndThenBackward", "gives_the_same",
               slopes + ", " + of_nothing("forward_and_backward({})"));
        break;
      case jvp:
        test_of_differences("AgreesWithDifferences", "agrees_with_differences_forward", of_numbers(name));
        slopes = of_nothing("jvp(f.point())");
        break;
      case hvp:
      case hessian: {
        const std::string grad = of_nothing("gradient_of_" + name + "()");
        test_of_differences(
            "HasAGradientThatAgreesWithDifferences", "agrees_with_differences",
            fmt::format("[&](const verify::Numbers& u) {{ return verify::scaled(f.gradient_of_{}(), u); }}",
                        name));
        test_of_differences("AgreesWithDifferencesOfTheGradient", "product_agrees_with_differences",
                            grad + ", " + of_numbers(name));
        test_of_differences("HasARemainderOfOrderThree", "has_remainder_of_order_three",
                            grad + ", " + of_numbers(name));
        if (held_.empty()) test("IsSymmetric", "is_symmetric", of_numbers(name));
        slopes = grad;
        break;
      }
      case jacobian:
        test_of_differences("AgreesWithDifferences", "agrees_with_differences_forward", of_numbers(name));
        slopes = of_nothing("jacobian(f.point())");
        break;
      default:
        return;
    }
    transposes(derivative.kind);
    test("GivesTheValue", "gives_the_value", of_nothing("value_of_" + name + "()"));
    if (derivative.kind == gradient || derivative.kind == hessian || derivative.kind == jacobian) {
      buffers(interface.functions[0]);
      shares(interface.functions[0]);
    } else {
      buffers_with_directions(interface.functions[0], name, derivative.kind == vjp ? "{}" : "f.point()");
    }
    empties(slopes, name);
  }

  // Of all that are asked for, each forward one with one reverse one.
  void transposes(DerivativeKind kind) {
    using enum DerivativeKind;
    const std::string forward = of_numbers(kind == jvp ? "jvp" : "jacobian");
    if (kind != jvp && kind != jacobian) return;
    if (has(vjp))
      test("IsTheTransposeOfTheVjp", "are_transposes", of_numbers("vjp") + ", " + forward);
    else if (has(gradient))
      test("IsTheTransposeOfTheGradient", "are_transposes", of_numbers("gradient") + ", " + forward);
    if (kind == jvp && has(jacobian))
      test("IsTheTransposeOfTheJacobian", "are_transposes",
           "[&](const verify::Numbers& u) { return f.jacobian(u.empty() ? verify::Numbers(f.value().size(), "
           "1.0) : u, true); }, " +
               forward);
  }

  std::string filling(const Signature& s) const {
    const std::string given = s_.arguments();
    return fmt::format("{}{}({}{}out, workspace)", s_.scope(), s.name, in_f(given),
                       given.empty() ? "" : ", ");
  }
  // "f.in.x, f.in.y"
  static std::string in_f(std::string arguments) {
    for (std::size_t at = 0; (at = arguments.find("in.", at)) != std::string::npos; at += 5)
      if (at == 0 || arguments[at - 1] == ' ' || arguments[at - 1] == '(' || arguments[at - 1] == '&') arguments.insert(at, "f.");
    return arguments;
  }

  void buffers(const Signature& s) {
    const std::string given = in_f(s_.arguments());
    test("OverwritesItsBuffers", "overwrites_its_buffers",
         fmt::format("[&] {{ return {0}{1}({2}); }}, [&](auto& out, auto& workspace) {{ {3}; }}, "
                     "[&] {{ return {0}{1}_workspace_bytes({2}); }}",
                     s_.scope(), s.name, given, filling(s)));
  }

  void buffers_with_directions(const Signature& s, const std::string& name, const std::string& direction) {
    test("OverwritesItsBuffers", "overwrites_its_buffers",
         fmt::format("[&] {{ return f.{0}_result({1}); }}, [&](auto& out, auto& workspace) {{ "
                     "f.{0}_call({1}, [&](const auto&... x) "
                     "{{ {2}{3}(x..., out, workspace); }}); }}, [&] {{ return f.{0}_call({1}, [](const "
                     "auto&... x) {{ return "
                     "{2}{3}_workspace_bytes(x...); }}); }}",
                     name, direction, s_.scope(), s.name));
  }

  // Two parameters that take the same type by reference may be given the same object.
  void shares(const Signature& s) {
    const std::vector<Formal> formals = s_.formals();
    for (std::size_t i = 0; i < formals.size(); ++i)
      for (std::size_t j = i + 1; j < formals.size(); ++j) {
        const Parameter &a = s_.primal().parameters[i], &b = s_.primal().parameters[j];
        if (a.value.type != b.value.type || a.value.form == Form::scalar || a.is_written || b.is_written) continue;
        if (a.declared_type != b.declared_type) continue;
        const bool is_pointer = a.value.form == Form::pointer || a.value.is_counted();
        if (is_pointer && a.value.leaf.extents != b.value.leaf.extents) continue;
        std::vector<std::string> apart, shared;
        for (std::size_t k = 0; k < formals.size(); ++k) {
          apart.push_back(in_f(s_.argument(k)));
          shared.push_back(in_f(s_.argument(k == j ? i : k)));
        }
        const auto call = [&](const std::vector<std::string>& given) {
          return fmt::format("[&] {{ return {}{}({}); }}", s_.scope(), s.name, fmt::join(given, ", "));
        };
        test(fmt::format("MayShare_{}_and_{}", formals[i].name, formals[j].name), "may_share_inputs",
             fmt::format("[&] {{ f.in.{} = f.in.{}; }}, {}, {}", formals[j].name, formals[i].name,
                         call(apart), call(shared)));
      }
  }

  void empties(const std::string& slopes, const std::string& name) {
    if (!has_free_extents(s_.primal())) return;
    if (s_.verified->has_inputs)
      skip("TakesEmptyInputs", fmt::format("{}_verify_inputs gives the arguments", s_.primal().name));
    else
      test("TakesEmptyInputs", "takes_empty_inputs", slopes + ", " + of_nothing("value_of_" + name + "()"));
  }

  void batch(const Derivative& derivative) {
    if (!compares_batches(s_))
      return skip("IsNotVerified", "it has vectors, or members for inputs that the result does not depend on");
    const std::string name = derivative.kind == DerivativeKind::jvp_batch ? "jvp" : "vjp";
    test("IsOneCallForTwo", "gives_the_same",
         of_nothing(name + "_batch()") + ", " + of_nothing(name + "_twice()"));
  }

  void reach(const Reading& reading) {
    suite_ = suites_.fresh(s_.primal().name);
    std::vector<std::string> arguments;
    for (std::size_t i = 0; i < s_.primal().parameters.size(); ++i) arguments.push_back(in_f(s_.argument(i)));
    arguments.insert(arguments.end(), {"out", "workspace"});
    out_.blank_line();
    out_(R"(
        TEST($suite$, IsReachedInAllArms) {
          $type$ f;
          const std::vector<verify::Arm> arms{
            $arms$
          };
          report(verify::reaches_all(f, arms, $marks$, [&] {
            $result$ out{};
            gradc::Workspace workspace;
            $name$($arguments$);
          }));
        }
        )",
         {{"suite", suite_},
          {"type", s_.type},
          {"arms", fmt::format("{}", fmt::join(reading.arms, ",\n"))},
          {"marks", reading.marks.name},
          {"result", s_.value_type()},
          {"name", reading.signature.name},
          {"arguments", fmt::format("{}", fmt::join(arguments, ", "))}});
  }

  const Subject& s_;
  Names& suites_;
  std::string suite_, held_;
  static constexpr std::array<std::string_view, 8> names_ = {
      "gradient", "vjp", "jvp", "hvp", "hessian", "jacobian", "jvp_batch", "vjp_batch"};
  Emitter out_;
};

}  // namespace

std::string tests_of(const Subject& subject, const Reading& reading, Names& suites) { return Tests(subject, suites).text(reading); }

}  // namespace codegen
