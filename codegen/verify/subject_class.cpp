// The class of a test file that stands for a function under test (subject.h says what it needs to know): its arguments,
// how they are drawn, and its derivatives as functions from numbers to numbers, in the form of gradc/verify.h.
#include "codegen/verify/subject_class.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "codegen/interface/names.h"
#include "codegen/text/emitter.h"
#include "codegen/verify/draw.h"

namespace codegen {
namespace {

using Form = CppValue::Form;

std::string plain_name(const WrtItem& item) { return fmt::format("{}", fmt::join(item.path, "_")); }

// --- derivatives

class Methods {
 public:
  explicit Methods(const Subject& subject) : s_(subject), inputs_(moved(subject)) {}

  std::string text() {
    for (std::size_t i = 0; i < s_.request->derivatives.size(); ++i) {
      const Derivative& derivative = s_.request->derivatives[i];
      const std::string base = derivative.base;
      if (takes_tangents(derivative.kind) && !label_of(s_).empty()) continue;
      switch (derivative.kind) {
        case DerivativeKind::gradient:
          gradient(base);
          break;
        case DerivativeKind::vjp:
          vjp(base);
          break;
        case DerivativeKind::jvp:
          jvp(base, derivative);
          break;
        case DerivativeKind::hvp:
          hvp(base, derivative);
          break;
        case DerivativeKind::hessian:
          hessian(base);
          break;
        case DerivativeKind::jacobian:
          jacobian(base);
          break;
        case DerivativeKind::jvp_batch:
          if (compares_batches(s_)) jvp_batch(base, derivative);
          break;
        case DerivativeKind::vjp_batch:
          if (compares_batches(s_)) vjp_batch(base, derivative);
          break;
      }
    }
    return out_.text();
  }

 private:
  std::string numbers(const std::string& prefix) const {
    return fmt::format("verify::numbers({})", listed(inputs_, prefix, true));
  }

  void gradient(const std::string& base) {
    out_(R"(
        verify::Numbers gradient(const verify::Numbers& u) {
          const auto result = $call$;
          return verify::scaled($grad$, u);
        }
        )",
         {{"call", s_.call(base + "_gradient")}, {"grad", numbers("result.grad.")}});
    value("gradient", s_.call(base + "_gradient"));
  }
  void value(const std::string& name, const std::string& call) {
    out_(R"(
        verify::Numbers value_of_$name$() {
          return verify::numbers($call$.value);
        }
        )",
         {{"name", name}, {"call", call}});
  }

  void vjp(const std::string& base) {
    out_(R"(
        // Calls with the arguments of $base$_vjp, of which the adjoint holds the numbers u.
        template <class Call>
        auto vjp_call(const verify::Numbers& u, Call call) {
          auto adjoint = $forward$.value;
          verify::seed(u, adjoint);
          return call($given$adjoint);
        }
        auto vjp_result(const verify::Numbers& u) {
          return vjp_call(u, [](const auto&... x) { return $scope$$base$_vjp(x...); });
        }
        verify::Numbers vjp(const verify::Numbers& u) {
          const auto result = vjp_result(u);
          return $grad$;
        }
        verify::Numbers value_of_vjp() { return verify::numbers(vjp_result({}).value); }
        verify::Numbers forward_and_backward(const verify::Numbers& u) {
          const auto forward = $forward$;
          auto adjoint = forward.value;
          verify::seed(u, adjoint);
          const auto grad = $scope$$base$_backward(forward.residuals, adjoint);
          return $back$;
        }
        )",
         {{"forward", s_.call(base + "_forward")},
          {"scope", s_.scope()},
          {"base", base},
          {"given", given()},
          {"grad", numbers("result.grad.")},
          {"back", numbers("grad.")}});
  }

  // The arguments of the function, and a comma.
  std::string given() const {
    const std::string arguments = s_.arguments();
    return arguments.empty() ? arguments : arguments + ", ";
  }

  // A value for each input, with numbers in the place of the argument's, and their names as arguments.
  std::string directions(const Derivative& derivative, const std::string& from, std::string& names) const {
    Emitter out;
    std::vector<std::string> all, filled;
    for (const WrtItem& item : derivative.wrt) {
      const std::string path = item.expression(), name = from + "_" + plain_name(item);
      all.push_back(name);
      out("auto $name$ = in.$path$;", {{"name", name}, {"path", path}});
      const auto input =
          std::find_if(inputs_.begin(), inputs_.end(), [&](const Moved& m) { return m.path == path; });
      if (input != inputs_.end() && input->is_whole) {
        filled.push_back(name);
        continue;
      }
      out("verify::clear($name$);", {{"name", name}});
      if (input == inputs_.end()) continue;
      for (std::string part : input->parts)
        filled.push_back(part.replace(part.find(path), path.size(), name));
    }
    out("verify::set($from$, $filled$);",
        {{"from", from}, {"filled", fmt::format("{}", fmt::join(filled, ", "))}});
    names = fmt::format("{}", fmt::join(all, ", "));
    return out.text();
  }

  void call_with_directions(const std::string& name, const std::string& base, const std::string& from,
                            const Derivative& derivative) {
    std::string names;
    const std::string made = directions(derivative, from, names);
    out_(R"(
        // Calls with the arguments of $base$_$name$, of which the directions hold the numbers $from$.
        template <class Call>
        auto $name$_call(const verify::Numbers& $from$, Call call) {
          $made$
          return call($given$$names$);
        }
        auto $name$_result(const verify::Numbers& $from$) {
          return $name$_call($from$, [](const auto&... x) { return $scope$$base$_$name$(x...); });
        }
        verify::Numbers value_of_$name$() { return verify::numbers($name$_result(point()).value); }
        )",
         {{"name", name},
          {"from", from},
          {"made", made},
          {"scope", s_.scope()},
          {"base", base},
          {"given", given()},
          {"names", names}});
  }

  void jvp(const std::string& base, const Derivative& derivative) {
    call_with_directions("jvp", base, "d", derivative);
    out_("verify::Numbers jvp(const verify::Numbers& d) { return verify::numbers(jvp_result(d).tangent); }");
    out_("\n");
  }

  void hvp(const std::string& base, const Derivative& derivative) {
    call_with_directions("hvp", base, "v", derivative);
    out_(R"(
        verify::Numbers hvp(const verify::Numbers& v) {
          const auto result = hvp_result(v);
          return $product$;
        }
        verify::Numbers gradient_of_hvp() {
          const auto result = hvp_result(point());
          return $grad$;
        }
        )",
         {{"product", numbers("result.hvp.")}, {"grad", numbers("result.grad.")}});
  }

  // --- several directions

  // The members of what holds a value for several directions, each after `to`, beside what it holds one of
  // after `like`.
  static std::vector<std::pair<std::string, std::string>> stacked(const CppValue& value,
                                                                  const std::string& to,
                                                                  const std::string& like) {
    const CppValue several = batched(with_lists(value), "");
    const std::vector<std::string> parts = parts_of(value, like);
    if (several.form != Form::structure) return {{to, like}};
    std::vector<std::pair<std::string, std::string>> out;
    for (std::size_t k = 0; k < several.members.size(); ++k)
      out.emplace_back(to + "." + several.members[k].name, parts.at(k));
    return out;
  }
  static std::string type_for_several(const CppValue& value, const std::string& type) {
    return batched(with_lists(value), type).type;
  }

  void jvp_batch(const std::string& base, const Derivative& derivative) {
    Emitter made;
    std::vector<std::string> names, tangents;
    for (const WrtItem& item : derivative.wrt) {
      const std::string path = item.expression(), plain = plain_name(item), name = "d_" + plain;
      names.push_back(name);
      made("$type$ $name$;",
           {{"type", type_for_several(item.value, fmt::format("{}{}_jvp_batch_{}", s_.scope(), base, plain))},
            {"name", name}});
      for (const auto& [to, like] : stacked(item.value, name, "in." + path))
        made("stack.fill($to$, $like$);", {{"to", to}, {"like", like}});
    }
    for (const auto& [to, like] : stacked(s_.primal().result, "result.tangent", "")) tangents.push_back(to);
    out_(R"(
        // Two directions in one call, and in two.
        verify::Numbers jvp_batch() {
          verify::Stack stack(point(), verify::reversed(point()));
          $made$
          const auto result = $scope$$base$_jvp_batch($given$$names$);
          return verify::unstacked($tangents$);
        }
        verify::Numbers jvp_twice() { return verify::joined(jvp(point()), jvp(verify::reversed(point()))); }
        )",
         {{"made", made.text()},
          {"scope", s_.scope()},
          {"base", base},
          {"given", given()},
          {"names", fmt::format("{}", fmt::join(names, ", "))},
          {"tangents", fmt::format("{}", fmt::join(tangents, ", "))}});
  }

  void vjp_batch(const std::string& base, const Derivative& derivative) {
    Emitter made;
    std::vector<std::string> grads;
    made("$type$ adjoint;",
         {{"type", type_for_several(s_.primal().result, s_.scope() + base + "_vjp_batch_adjoint")}});
    for (const auto& [to, like] : stacked(s_.primal().result, "adjoint", "value"))
      made("stack.fill($to$, $like$);", {{"to", to}, {"like", like}});
    for (const WrtItem& item : derivative.wrt)
      if (!item.left_out && !is_label(s_.primal(), item))
        for (const auto& [to, like] : stacked(item.value, "result.grad." + member_of_grad(item), ""))
          grads.push_back(to);
    out_(R"(
        // Two adjoints in one call, and in two.
        verify::Numbers vjp_batch() {
          const auto value = $forward$.value;
          verify::Stack stack(verify::numbers(value), verify::reversed(verify::numbers(value)));
          $made$
          const auto result = $scope$$base$_vjp_batch($given$adjoint);
          return verify::unstacked($grads$);
        }
        verify::Numbers vjp_twice() {
          const verify::Numbers u = verify::numbers($forward$.value);
          return verify::joined(vjp(u), vjp(verify::reversed(u)));
        }
        )",
         {{"forward", s_.call(base + "_forward")},
          {"made", made.text()},
          {"scope", s_.scope()},
          {"base", base},
          {"given", given()},
          {"grads", fmt::format("{}", fmt::join(grads, ", "))}});
  }

  // --- blocks

  static std::string leaves_of(const std::vector<std::string>& places) { return fmt::format("verify::leaves({})", fmt::join(places, ", ")); }
  static std::string stacked_place(bool is_stacked, const std::string& place) {
    return is_stacked ? fmt::format("verify::stacked({})", place) : place;
  }

  std::string columns() const {
    std::vector<std::string> places;
    for (const Moved& input : inputs_) places.push_back(stacked_place(input.is_stacked, listed({input}, "in.")));
    return leaves_of(places);
  }

  std::string rows() const {
    const CppValue& result = s_.primal().result;
    const auto is_items = [](const CppValue::Member& member) { return member.value.form == Form::items; };
    if (std::none_of(result.members.begin(), result.members.end(), is_items)) return leaves_of({"result.value"});
    std::vector<std::string> places;
    for (const CppValue::Member& member : result.members) places.push_back(stacked_place(is_items(member), "result.value." + member.name));
    return leaves_of(places);
  }

  void hessian(const std::string& base) {
    out_(R"(
        verify::Numbers hessian(const verify::Numbers& v) {
          const auto result = $call$;
          const auto leaves = $inputs$;
          return verify::product(verify::blocks(result.hessian), leaves, leaves, v);
        }
        verify::Numbers gradient_of_hessian() {
          const auto result = $call$;
          return $grad$;
        }
        )",
         {{"call", s_.call(base + "_hessian")},
          {"inputs", columns()},
          {"grad", numbers("result.grad.")}});
    value("hessian", s_.call(base + "_hessian"));
  }

  void jacobian(const std::string& base) {
    out_(R"(
        verify::Numbers jacobian(const verify::Numbers& x, bool transposed = false) {
          const auto result = $call$;
          const auto rows = $rows$;
          const auto columns = $inputs$;
          return verify::product(verify::blocks(result.jacobian), rows, columns, x, transposed);
        }
        )",
         {{"call", s_.call(base + "_jacobian")},
          {"rows", rows()},
          {"inputs", columns()}});
    value("jacobian", s_.call(base + "_jacobian"));
  }

  const Subject& s_;
  std::vector<Moved> inputs_;
  Emitter out_;
};

}  // namespace

std::string subject_class(const Subject& subject) {
  const std::vector<Formal> formals = subject.formals();
  const std::vector<Moved> inputs = moved(subject);
  const Primal& primal = subject.primal();
  Emitter members;  // of a structure outside: inside the class, a type of the user's may be hidden by a member
  std::vector<std::string> passed;
  for (std::size_t i = 0; i < formals.size(); ++i) {
    members("$type$ $name$$initial$;", {{"type", primal.parameters[i].value.type}, {"name", formals[i].name}, {"initial", initial_of(primal.parameters[i].value)}});
    passed.push_back("in." + formals[i].name);
  }
  Emitter draw;
  draw("$draw$", {{"draw", statements_that_draw(subject)}});
  if (subject.verified->has_inputs) {
    passed.push_back("random.bits()");
    draw("$scope$$name$_verify_inputs($passed$);", {{"scope", subject.scope()},
                                                    {"name", primal.name},
                                                    {"passed", fmt::format("{}", fmt::join(passed, ", "))}});
  }
  std::vector<std::string> named;
  for (const Moved& input : inputs)
    for (const std::string& part : input.parts)
      named.push_back(fmt::format("{{\"{}\", verify::numbers({}).size()}}", part, place_in("in.", part)));
  Emitter out;
  out(R"(
      struct $type$_arguments {
        $members$
      };
      class $type$ : public verify::Function {
       public:
        $type$_arguments in;

        std::string name() const override { return "$name$"; }
        double epsilon() const override { return verify::epsilon<$coarsest$>(); }
        void draw(verify::Random& $random$) override {
          $draw$
        }
        verify::Numbers value() override { return verify::numbers($call$); }
        verify::Numbers point() const override { return $point$; }
        std::vector<verify::Part> parts() const override {
          return {
            $named$
          };
        }
        void move(const verify::Numbers& $to$) override { $set$ }

        $methods$
      };
      )",
      {{"type", subject.type},
       {"members", members.text()},
       {"name", (primal.name_space.empty() ? "" : subject.scope()) + primal.name},
       {"coarsest", coarsest_type(*subject.verification->module, subject.verified->function)},
       {"random", draw.empty() ? "" : "random"},
       {"draw", draw.text()},
       {"call", subject.value()},
       {"point", inputs.empty() ? "{}" : fmt::format("verify::numbers({})", listed(inputs, "in."))},
       {"named", fmt::format("{}", fmt::join(named, ",\n"))},
       {"to", inputs.empty() ? "" : "to"},
       {"set", inputs.empty() ? "" : fmt::format("verify::set(to, {});", listed(inputs, "in."))},
       {"methods", inputs.empty() ? std::string() : Methods(subject).text()}});
  return out.text();
}

}  // namespace codegen
