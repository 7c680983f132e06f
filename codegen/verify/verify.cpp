#include "codegen/verify/verify.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "codegen/cpp/cpp.h"
#include "codegen/interface/kinds.h"
#include "codegen/interface/names.h"
#include "codegen/text/declaration.h"
#include "codegen/text/emitter.h"
#include "codegen/text/files/body.h"
#include "codegen/text/files/foreign.h"
#include "codegen/text/files/source.h"
#include "codegen/verify/reading.h"
#include "codegen/verify/subject_class.h"
#include "codegen/verify/verify_tests.h"

namespace codegen {
namespace {

using Form = CppValue::Form;

// --- the members of structures

// What the tests go through: the structures of arguments and results, and those that gradc made.
class MemberLists {
 public:
  // `scope`: of a structure that is generated.
  void add(const CppValue& value, const std::string& scope = {}) {
    for (const CppValue::Member& member : value.members) add(member.value);
    if (value.form != Form::structure || !seen_.insert(scope + value.type).second) return;
    std::vector<std::string> members;
    for (const CppValue::Member& member : value.members) members.push_back(member_of(value, "s", member.name));
    write(scope + value.type, members);
  }
  void add(const Struct& s, const std::string& scope) {
    for (const Struct& inner : s.inner) add(inner, fmt::format("{}{}::", scope, s.name));
    if (!seen_.insert(scope + s.name).second) return;
    std::vector<std::string> members;
    for (const Member& member : s.members) members.push_back("s." + member.name);
    write(scope + s.name, members);
  }
  const std::string& text() const { return out_.text(); }

 private:
  void write(const std::string& type, const std::vector<std::string>& members) {
    out_(R"(
        template <>
        struct gradc::verify::Members<$type$> {
          template <class S> static auto of(S&$s$) { return std::tie($members$); }
        };
        )",
         {{"type", type},
          {"s", members.empty() ? "" : " s"},
          {"members", fmt::format("{}", fmt::join(members, ", "))}});
  }
  std::set<std::string> seen_;
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

// The definition of the function as gradc read it.
std::string reading_text(const Program& program, const Verification& verification, const Reading& reading) {
  Program read = program;
  read.module = verification.module;
  Signature s = reading.signature;
  s.marks = &reading.marks;
  const std::string body = function_body(*verification.module, s, cpp_backend());
  Emitter out;
  const std::string internal = internal_functions(read, s.callees, body, cpp_backend(), &reading.marks);
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

std::string why_not_verified(const Request& request, const Verified& verified, const std::string& source) {
  const std::string& name = request.primal.name;
  if (request.derivatives[0].items) return fmt::format("the derivatives of {} for many items are those of one: request them without each", name);
  const auto is_of_number = [](const Derivative& derivative) { return kind_row(derivative.kind).of_number; };
  if (request.primal.has_outputs() && leaf_count(request.primal.result) > 1 && std::any_of(request.derivatives.begin(), request.derivatives.end(), is_of_number))
    return fmt::format("{} has several results, of which its gradient is that of one: request a vjp of it alone", name);
  if (verified.callable) return {};
  return fmt::format("{} is local to {}: declare it in a header, so that a test can call it", name, source);
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
    if (const std::string why = why_not_verified(request, *subject.verified, program.source); !why.empty()) {
      tests.blank_line();
      tests(R"(
          TEST($base$, IsNotVerified) {
            GTEST_SKIP() << "$why$";
          }
          )",
            {{"base", suites.fresh(request.derivatives[0].base)}, {"why", why}});
      continue;
    }
    for (const Parameter& parameter : request.primal.parameters) members.add(parameter.value);
    members.add(request.primal.result, request.primal.has_outputs() && !request.primal.name_space.empty() ? subject.scope() : "");
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
    tests("$tests$", {{"tests", tests_of(subject, reading, suites)}});
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
  const std::string revealed = revealed_members(program, members.text() + classes.text() + tests.text() + readings.text());
  for (const std::string& part : {included, foreign, revealed, declarations.text()}) {
    if (part.empty()) continue;
    out.blank_line();
    out("$part$", {{"part", part}});
  }
  if (!members.text().empty()) {
    out.blank_line();
    out(R"(
        // The members of structures, which the tests go through.
        $members$
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
