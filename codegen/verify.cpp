#include "codegen/verify.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

#include "codegen/backend.h"
#include "codegen/call.h"
#include "codegen/emit.h"
#include "codegen/foreign.h"
#include "codegen/header.h"
#include "codegen/subject.h"
#include "ir/kind.h"

namespace codegen {
namespace {

using Form = CppValue::Form;

// --- the members of structures

// What the tests go through: the structures of arguments and results, and those that gradc made.
class MemberLists {
 public:
  void add(const CppValue& value) {
    for (const auto& [name, inner] : value.members) add(inner);
    if (value.form != Form::structure || !seen_.insert(value.type).second) return;
    std::vector<std::string> names;
    for (const auto& [name, inner] : value.members) names.push_back(name);
    write(value.type, names);
  }
  void add(const Struct& s, const std::string& scope) {
    for (const Struct& inner : s.inner) add(inner, fmt::format("{}{}::", scope, s.name));
    if (!seen_.insert(scope + s.name).second) return;
    std::vector<std::string> names;
    for (const Member& member : s.members) names.push_back(member.name);
    write(scope + s.name, names);
  }
  const std::string& text() const { return out_.text(); }

 private:
  void write(const std::string& type, const std::vector<std::string>& names) {
    std::vector<std::string> members;
    for (const std::string& name : names) members.push_back("s." + name);
    out_(R"(
        template <>
        struct Members<$type$> {
          template <class S> static auto of(S&$s$) { return std::tie($members$); }
        };
        )",
         {{"type", type},
          {"s", names.empty() ? "" : " s"},
          {"members", fmt::format("{}", fmt::join(members, ", "))}});
  }
  std::set<std::string> seen_;
  Emitter out_;
};

// --- arms of branches, and loops

// The function as gradc read it, which notes the arms that it takes and the loops that it enters.
struct Reading {
  Signature signature;
  Marks marks;
  std::vector<std::string> arms;  // an initialiser of gradc::verify::Arm each
  bool empty() const { return arms.empty(); }
};

// Those that are left of what the user wrote: a branch or loop that changes nothing is none.
std::set<std::pair<ir::LocId, bool>> branches_of(const ir::Module& module, ir::FunctionId start) {
  std::set<ir::FunctionId> seen;
  std::vector<ir::FunctionId> waiting{start};
  std::set<std::pair<ir::LocId, bool>> locs;
  while (!waiting.empty()) {
    const ir::FunctionId id = waiting.back();
    waiting.pop_back();
    if (!seen.insert(id).second) continue;
    for (const ir::Op& op : module[id].ops) {
      if (!op.blocks.empty()) locs.emplace(op.loc, op.kind != ir::Kind::If);
      if (op.callee.valid()) waiting.push_back(op.callee);
    }
  }
  return locs;
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

Reading reading_of(const Subject& subject) {
  const ir::Module& module = *subject.verification->module;
  Reading reading;
  const auto left = branches_of(module, subject.verified->function);
  reading.marks.name = subject.type + "_arms";
  for (const Branch& branch : subject.verified->branches) {
    auto& elements = branch.is_loop ? reading.marks.loops : reading.marks.arms;
    if (!left.contains({branch.loc, branch.is_loop}) || !elements.emplace(branch.loc, reading.arms.size()).second) continue;
    const std::string place = fmt::format("{}: {}", place_name(module, branch.loc), branch.text);
    const auto add = [&](const char* when) {
      reading.arms.push_back(fmt::format("{{\"{}\", \"{}\"}}", escaped(place), when));
    };
    add(branch.is_loop ? "entered" : "true");
    if (!branch.is_loop) add("false");
  }
  if (reading.empty()) return reading;
  Names names;
  Signature& s = reading.signature;
  s.name = subject.type + "_as_read";
  s.derived = "derivative";
  s.function = subject.verified->function;
  s.parameters = subject.formals();
  for (std::size_t i = 0; i < s.parameters.size(); ++i) {
    names.reserve(s.parameters[i].name);
    append_places(subject.primal().parameters[i].value, s.parameters[i].name, s.arguments);
  }
  s.out = names.fresh("out");
  s.workspace = names.fresh("workspace");
  append_places(subject.primal().result, s.out, s.results);
  s.parameters.push_back({subject.primal().result.type + "&", s.out});
  s.parameters.push_back({"gradc::Workspace&", s.workspace});
  s.callees = callees_of(module, {s.function});
  s.marks = &reading.marks;
  return reading;
}

std::string reading_text(const Program& program, const Verification& verification, const Reading& reading) {
  Program read = program;
  read.module = verification.module;
  Signature s = reading.signature;
  s.marks = &reading.marks;
  const std::string body = function_body(*verification.module, s, cpp_backend());
  Emitter out;
  const std::string internal = internal_functions(read, s.callees, body, &reading.marks);
  out("$internal$", {{"internal", internal}});
  out.blank_line();
  out(R"(
      namespace {

      $head$
        $body$
      }

      }  // namespace
      )",
      {{"head", definition("void " + s.name, s.parameters, body)}, {"body", body}});
  return out.text();
}

// --- tests

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
    const auto items = std::count_if(derivative.wrt.begin(), derivative.wrt.end(), [](const WrtItem& item) { return !item.left_out; });
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
      if (at == 0 || arguments[at - 1] == ' ' || arguments[at - 1] == '(') arguments.insert(at, "f.");
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
        if (a.value.type != b.value.type || a.value.form == Form::scalar) continue;
        if (a.declared_type != b.declared_type) continue;
        std::vector<std::string> apart, shared;
        for (std::size_t k = 0; k < formals.size(); ++k) {
          apart.push_back("f.in." + formals[k].name);
          shared.push_back("f.in." + formals[k == j ? i : k].name);
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
    for (const Formal& formal : s_.formals()) arguments.push_back("f.in." + formal.name);
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
          {"result", s_.primal().result.type},
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

// "void f_verify_inputs(...)", of which the user gives the definition.
std::string inputs_declaration(const Subject& subject) {
  std::vector<Formal> formals = subject.formals();
  for (std::size_t i = 0; i < formals.size(); ++i)
    formals[i].type = subject.primal().parameters[i].value.type + "&";
  formals.push_back({"std::uint64_t", "seed"});
  const std::string& space = subject.primal().name_space;
  const std::string declaration =
      parameter_list(fmt::format("void {}_verify_inputs(", subject.primal().name), formals, ");");
  return space.empty() ? declaration : fmt::format("{}\n{}\n{}", opened(space), declaration, closed(space));
}

}  // namespace

std::string verify_file(const Program& program, const Verification& verification) {
  const auto interfaces = interfaces_of(program);
  Names types, suites;
  MemberLists members;
  Emitter declarations, classes, tests, readings;
  for (std::size_t i = 0; i < program.requests.size(); ++i) {
    const Request& request = program.requests[i];
    if (request.derivatives.empty()) continue;
    Subject subject{&program,       &verification,
                    &request,       &verification.requests[i],
                    &interfaces[i], types.fresh(request.derivatives[0].base + "_under_test")};
    if (!subject.verified->callable) {
      tests.blank_line();
      tests(R"(
          TEST($base$, IsNotVerified) {
            GTEST_SKIP() << "$name$ is local to $source$: declare it in a header, so that a test can call it";
          }
          )",
            {{"base", suites.fresh(request.derivatives[0].base)},
             {"name", request.primal.name},
             {"source", program.source}});
      continue;
    }
    for (const Parameter& parameter : request.primal.parameters) members.add(parameter.value);
    members.add(request.primal.result);
    for (const Interface& interface : interfaces[i])
      for (const Struct& s : interface.structs) members.add(s, subject.scope());
    if (subject.verified->has_inputs) {
      declarations.blank_line();
      declarations("$text$", {{"text", inputs_declaration(subject)}});
    }
    const Reading reading = reading_of(subject);
    classes.blank_line();
    classes("$class$", {{"class", subject_class(subject)}});
    if (!reading.empty()) {
      classes.blank_line();
      classes(
          "// Which arms and loops were reached, and $name$ as gradc read it, which notes that: at the end of this "
          "file.",
          {{"name", request.primal.name}});
      classes("bool $name$[$count$] = {};",
              {{"name", reading.marks.name}, {"count", fmt::to_string(reading.arms.size())}});
      classes("$declaration$", {{"declaration", parameter_list("void " + reading.signature.name + "(",
                                                               reading.signature.parameters, ");")}});
      readings.blank_line();
      readings("$text$", {{"text", reading_text(program, verification, reading)}});
    }
    tests("$tests$", {{"tests", Tests(subject, suites).text(reading)}});
    tests.blank_line();
  }
  const std::string included = includes_of(readings.text());
  const std::string foreign =
      readings.empty() ? "" : foreign_includes(program) + foreign_declarations(program);
  Emitter out;
  out(R"(
      // Generated by gradc 0.1 from $source$. Do not edit.
      // Tests of $stem$.grad.h against the functions themselves; "Checking derivatives" in the guide says what they do.
      #include "$stem$.grad.h"

      #include <gradc/verify.h>
      #include <gtest/gtest.h>

      #include <tuple>
      #include <vector>
      )",
      {{"source", program.source}, {"stem", program.stem}});
  for (const std::string& part : {included, foreign, declarations.text()}) {
    if (part.empty()) continue;
    out.blank_line();
    out("$part$", {{"part", part}});
  }
  if (!members.text().empty()) {
    out.blank_line();
    out(R"(
        // The members of structures, which the tests go through.
        namespace gradc::verify {
        $members$
        }  // namespace gradc::verify
        )",
        {{"members", members.text()}});
  }
  out.blank_line();
  out(R"(
      namespace {

      namespace verify = gradc::verify;

      // What found nothing out is skipped, and says why. GRADC_VERIFY_SEED in the environment gives other random numbers.
      [[maybe_unused]] void report(const verify::Outcome& outcome) {
        if (outcome.kind == verify::Outcome::Kind::failed) FAIL() << outcome.text;
        if (outcome.kind == verify::Outcome::Kind::unclear) GTEST_SKIP() << outcome.text;
      }

      $classes$

      $tests$

      }  // namespace

      $readings$
      )",
      {{"classes", classes.text()}, {"tests", tests.text()}, {"readings", readings.text()}});
  return folded(out.text());
}

}  // namespace codegen
