// Recursion that is passed references in the ways that C++ has for it, and chains of functions that are called from so many
// places that they are not inlined.
#include <algorithm>
#include <iterator>

#include "generator.h"

namespace programs {
namespace {

Expr call_of(const std::string& name, const std::string& arguments) {
  Expr out{Kind::none, name + arguments, {}, "", name, false};
  return out;
}

}  // namespace

// A function without a result: where it ends, statements, and its calls of itself before or after those.
Function Generator::recursion(const std::string& name, std::vector<Param> params, const std::string& base, std::vector<Stmt> again) {
  Function out = function(name, Kind::none, std::move(params), 3);
  for (Stmt& stmt : again) stmt.fixed = true;
  const auto at = out.body.begin() + static_cast<std::ptrdiff_t>(chance(60) ? out.body.size() : 0);
  out.body.insert(at, std::make_move_iterator(again.begin()), std::make_move_iterator(again.end()));
  Stmt stop = plain(base);
  stop.fixed = true;
  out.body.insert(out.body.begin(), std::move(stop));
  return out;
}

Function Generator::by_references(const std::string& name) {
  std::vector<Param> params{param(Kind::real, "x", Param::by_reference), param(Kind::real, "y", Param::by_const_reference),
                            param(Kind::integer, "depth", Param::by_value)};
  scope_.back().writable = false;
  return recursion(name, std::move(params), "if (depth <= 0) return;",
                   {plain("x = std::sin(x) + 0.1 * y;"),
                    plain("$0;", {call_of(name, chance(50) ? "(x, y, depth - 1)" : "(x, std::cos(y), depth - 1)")})});
}

Function Generator::by_view(const std::string& name) {
  Param y = param(Kind::view, "y", Param::by_reference);
  y.written = chance(50) ? "gradc::View<double, 1> y" : "const gradc::View<double, 1>& y";
  std::vector<Param> params{y, param(Kind::real, "h", Param::by_value), param(Kind::integer, "from", Param::by_value)};
  scope_.back().writable = false;
  scope_.back().below = kExtent;
  return recursion(name, std::move(params), "if (from >= 4) return;", {plain("$0;", {call_of(name, "(y, std::sin(h), from + 1)")})});
}

Function Generator::by_iterators(const std::string& name) {
  std::vector<Param> params{{Kind::range, "first", Param::by_value, "std::vector<double>::iterator first, std::vector<double>::iterator last"}};
  scope_.push_back({"(*first)", Kind::real, true, 0});
  if (chance(50)) scope_.push_back({"(*(last - 1))", Kind::real, true, 0});
  params.push_back(param(Kind::real, "h", Param::by_value));
  if (chance(50))
    return recursion(name, std::move(params), "if (last - first < 1) return;", {plain("$0;", {call_of(name, "(first + 1, last, std::sin(h))")})});
  return recursion(name, std::move(params), "if (last - first < 2) return;\nconst auto middle = first + (last - first) / 2;",
                   {plain("$0;", {call_of(name, "(first, middle, 0.5 * h)")}), plain("$0;", {call_of(name, "(middle, last, std::cos(h))")})});
}

Function Generator::by_holder(const std::string& name) {
  const bool by_value = chance(50);
  std::vector<Param> params{{Kind::holder, "to", Param::by_value, by_value ? "Holder to" : "const Holder& to"}};
  scope_.push_back({"to.total", Kind::real, true, 0});
  scope_.push_back({"to.weight", Kind::real, by_value, 0});
  params.push_back(param(Kind::real, "h", Param::by_value));
  params.push_back(param(Kind::integer, "depth", Param::by_value));
  scope_.back().writable = false;
  const char* const arguments = chance(50) ? "(to, std::sin(h), depth - 1)" : "(Holder{to.total, 0.5 * to.weight}, h, depth - 1)";
  return recursion(name, std::move(params), "if (depth <= 0) return;",
                   {plain("to.total = std::sin(to.total) + 0.1 * to.weight;"), plain("$0;", {call_of(name, arguments)})});
}

Function Generator::by_visitor(const std::string& name) {
  std::vector<Param> params{{Kind::closure, "visit", Param::by_value, chance(50) ? "const Visit& visit" : "Visit visit"},
                            param(Kind::real, "h", Param::by_value), param(Kind::integer, "depth", Param::by_value)};
  scope_.back().writable = false;
  std::vector<Stmt> again{plain("$0;", {call_of(name, "(visit, std::sin(h), depth - 1)")})};
  again.insert(chance(50) ? again.begin() : again.end(), plain("visit(depth, h);"));
  if (chance(30)) again.push_back(plain("$0;", {call_of(name, "(visit, 0.5 * h, depth - 2)")}));
  Function out = recursion(name, std::move(params), "if (depth <= 0) return;", std::move(again));
  out.head = "template <class Visit>\n";
  return out;
}

// One that sets an element, calls itself and sets what was there before, in a loop or once.
Function Generator::by_trials(const std::string& name) {
  std::vector<Param> params{param(Kind::list, "v", Param::by_reference), param(Kind::real, "x", Param::by_value),
                            param(Kind::integer, "depth", Param::by_value)};
  scope_.back().writable = false;
  const Variable found{"found", Kind::real, true, 0};
  Stmt stop = plain("if (depth <= 0) return $0;", {real(1)});
  const Expr again = call_of(name, chance(50) ? "(v, 0.5 * x, depth - 1)" : "(v, std::cos(x), depth - 1)");
  const std::string trial = "  const double before = v[k];\n  v[k] = $0;\n  found += std::tanh($1) * $2;\n  v[k] = before;\n}";
  Stmt trials = plain((chance(70) ? "double found = 0;\nfor (std::size_t k = 0; k < 2; ++k) {\n" : "double found = x;\n{\n  const std::size_t k = 1;\n") + trial,
                      {real(1), real(1), again});
  trials.declares = {"found"};
  stop.fixed = trials.fixed = true;
  Function out = function(name, Kind::real, std::move(params), 2);
  Stmt& last = out.body.back();
  last.args = {make(Kind::real, "$0 + 0.3 * $1", {last.args[0], mention(found)})};
  const auto at = out.body.begin() + static_cast<std::ptrdiff_t>(chance(50) ? out.body.size() - 1 : 0);
  out.body.insert(at, std::move(trials));
  out.body.insert(out.body.begin(), std::move(stop));
  return out;
}

// A call of a function that takes a visitor, with one that changes what is around it.
bool Generator::visit(std::vector<Stmt>& to) {
  const auto takes_visitor = [](const Function& helper) { return helper.params[0].kind == Kind::closure; };
  const auto found = std::find_if(helpers_.begin(), helpers_.end(), takes_visitor);
  if (found == helpers_.end()) return false;
  Stmt stmt;
  stmt.args = {call_of(found->name, ""), real(1), index(4)};
  const std::string k = fresh("k"), s = fresh("s");
  const std::vector<std::string> locked = locked_;
  const std::vector<Lambda> lambdas = lambdas_;
  for (const Variable& variable : scope_) locked_.push_back(variable.name);
  lambdas_.erase(std::remove_if(lambdas_.begin(), lambdas_.end(), [](const Lambda& l) { return l.writes; }), lambdas_.end());
  stmt.inner = {k, s};
  stmt.parts.push_back({"$0([&](int " + k + ", double " + s + ") {",
                        body(3, {}, {{k, Kind::integer, false, kExtent}, {s, Kind::real, true, 0}})});
  stmt.tail = "}, $1, $2);";
  locked_ = locked;
  lambdas_ = lambdas;
  to.push_back(std::move(stmt));
  return true;
}

// A lambda that is passed itself, and its call.
void Generator::self_calling(std::vector<Stmt>& to) {
  static const char* const passed[] = {"auto ", "const auto& ", "auto&& "};
  const std::string name = fresh("l"), self = fresh("self"), depth = fresh("d"), a = fresh("a"), x = fresh("x");
  const std::vector<std::string> locked = locked_;
  const std::vector<Lambda> lambdas = lambdas_;
  for (const Variable& variable : scope_) locked_.push_back(variable.name);
  lambdas_.erase(std::remove_if(lambdas_.begin(), lambdas_.end(), [](const Lambda& l) { return l.writes; }), lambdas_.end());
  const std::vector<Variable> inside{{depth, Kind::integer, false, kExtent}, {a, Kind::real, true, 0}};
  Place place;
  place.result = Kind::real;
  Stmt stmt;
  stmt.inner = {depth, a};
  stmt.parts.push_back({"const auto " + name + " = [&](" + passed[below(3)] + self + ", int " + depth + ", double " + a + ") -> double {",
                        body(3, place, inside)});
  const std::size_t before = scope_.size();
  scope_.insert(scope_.end(), inside.begin(), inside.end());
  Stmt base = plain("if (" + depth + " <= 0) return $0;", {real(1)});
  Stmt again = plain("return std::sin($0) + 0.5 * " + self + "(" + self + ", " + depth + " - 1, std::cos(" + a + "));", {real(1)});
  scope_.resize(before);
  base.fixed = again.fixed = true;
  std::vector<Stmt>& statements = stmt.parts.back().body;
  statements.insert(statements.begin(), std::move(base));
  statements.push_back(std::move(again));
  locked_ = locked;
  lambdas_ = lambdas;
  stmt.args = {index(4), real(1)};
  stmt.tail = "};\ndouble " + x + " = " + name + "(" + name + ", $0, $1);";
  declare(stmt, x, Kind::real);
  to.push_back(std::move(stmt));
}

// Statements that call a function from several places, and add to `sum`; none where nothing can be passed.
std::vector<Stmt> Generator::many_calls(const Function& callee, const Variable& sum) {
  std::vector<Stmt> out;
  supply(out, callee);
  for (int i = 0; i < 5; ++i) {
    Expr value = call(callee);
    if (value.text.empty()) continue;
    if (callee.result == Kind::reference) out.push_back(plain("$0 = std::sin($0) + 0.1 * $1;", {std::move(value), mention(sum)}));
    else if (callee.result == Kind::real) out.push_back(plain("$0 += 0.2 * $1;", {mention(sum, true), std::move(value)}));
    else out.push_back(plain("$0;", {std::move(value)}));
  }
  return out;
}

// Each function calls the one before it five times: inlined, they would be too many.
void Generator::chain(const std::string& name) {
  const std::string first = name + "_c0";
  std::vector<Param> params;
  if (chance(40)) {
    helpers_.push_back(referring(name + "_r0", 16));
  } else {
    params = {param(Kind::real, "x", chance(50) ? Param::by_reference : Param::by_value), param(Kind::real, "y", Param::by_value)};
    const Kind result = params[0].passing == Param::by_value ? Kind::real : Kind::none;
    helpers_.push_back(function(first, result, std::move(params), 16));
  }
  constexpr int length = 2;
  for (int i = 1; i <= length; ++i) {
    names_ = 0;
    params = {param(Kind::real, "x", Param::by_value), param(Kind::real, "y", Param::by_value)};
    const Variable sum{"sum", Kind::real, true, 0};
    std::vector<Variable> inside = scope_;
    inside.push_back(sum);
    Function next = function(name + "_c" + std::to_string(i), Kind::real, std::move(params), 2);
    scope_ = inside;
    std::vector<Stmt> calls = many_calls(helpers_.back(), sum);
    scope_.clear();
    Stmt declared = plain("double sum = 0.5 * x;");
    declared.declares = {"sum"};
    calls.insert(calls.begin(), std::move(declared));
    Stmt& last = next.body.back();
    last.args = {make(Kind::real, "std::tanh($0) + 0.3 * std::sin($1)", {mention(sum), last.args[0]})};
    next.body.insert(next.body.begin(), std::make_move_iterator(calls.begin()), std::make_move_iterator(calls.end()));
    helpers_.push_back(std::move(next));
  }
}

}  // namespace programs
