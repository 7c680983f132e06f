// Helpers that return references, pointers, views, iterators and what holds them, and helpers that make views and pointers
// lead elsewhere through references. What they return leads to what they were passed, never to a variable of their own.
#include <algorithm>

#include "generator.h"

namespace programs {

// Where something that outlives the function may be referred to: an element or number of its parameters.
Expr Generator::origin(Kind result) {
  std::vector<Variable> found;
  for (const Variable& one : origins_) {
    const bool fits = result == Kind::view       ? one.kind == Kind::vector || one.kind == Kind::view
                      : result == Kind::pointer  ? one.kind == Kind::c_array || one.kind == Kind::real
                      : result == Kind::iterator ? one.kind == Kind::list
                                                 : true;
    if (fits) found.push_back(one);
  }
  const Variable& from = found.at(static_cast<std::size_t>(below(static_cast<int>(found.size()))));
  const Expr whole_one = mention(from, true);
  switch (result) {
    case Kind::view: return whole_one;
    case Kind::iterator: return make(result, "$0.begin() + $1", {whole_one, index(kArray)});
    case Kind::pointer:
      if (from.kind == Kind::real) return make(result, "&$0", {whole_one});
      return make(result, chance(50) ? "$0 + $1" : "&$0[$1]", {whole_one, index(kArray)});
    case Kind::holder: return make(result, "Holder{$0, $1}", {element(from, true), real(1)});
    case Kind::references: return make(result, "{$0, $1}", {element(from, true), element(found.front(), true)});
    default: return element(from, true);
  }
}

// A function that returns something of a kind that refers to its parameters.
Function Generator::referring(const std::string& name, int budget) {
  static constexpr Kind results[] = {Kind::reference, Kind::reference, Kind::reference, Kind::pointer,
                                     Kind::view,      Kind::iterator,  Kind::holder,    Kind::references};
  static constexpr Kind held[] = {Kind::real, Kind::c_array, Kind::array, Kind::list, Kind::state, Kind::vector};
  const Kind result = results[below(8)];
  const Kind first = result == Kind::view ? Kind::vector : result == Kind::iterator ? Kind::list : result == Kind::pointer ? held[below(2)] : held[below(6)];
  const bool writes = budget > 4 || chance(50);
  std::vector<Param> params{param(first, "a", first == Kind::c_array ? Param::by_pointer : Param::by_reference)};
  const bool has_two = chance(25);
  if (has_two) params.push_back(param(first, "b", params[0].passing));
  origins_ = scope_;
  for (Variable& variable : scope_) variable.writable = writes;
  if (chance(50)) params.push_back(param(Kind::real, "h", Param::by_value));
  params.push_back(param(Kind::integer, "i", Param::by_value));
  Function out = function(name, result, std::move(params), budget);
  out.writes = writes;
  origins_.clear();
  return out;
}

// A function that makes a view or a pointer lead to another object; the caller's is passed by reference.
Function Generator::aiming(const std::string& name) {
  const bool is_view = chance(60);
  Param to = param(is_view ? Kind::view : Kind::c_array, "to", Param::by_reference);
  to.written = is_view ? "gradc::View<double, 1>& to" : "double*& to";
  std::vector<Param> params{to, param(is_view ? Kind::vector : Kind::c_array, "from", is_view ? Param::by_reference : Param::by_pointer),
                            param(Kind::integer, "i", Param::by_value)};
  Function out = function(name, Kind::none, std::move(params), 2);
  out.aims = true;
  // Which view it is may not depend on a number that is known only at run time.
  Stmt aim = plain("to = from;");
  aim.fixed = true;
  out.body.insert(chance(50) ? out.body.begin() : out.body.end(), std::move(aim));
  return out;
}

// A number that a call refers to; nothing where no helper does, or none can be called here.
Expr Generator::referred() {
  std::vector<const Function*> found;
  for (const Function& helper : helpers_)
    if (!helper.writes && (helper.result == Kind::reference || helper.result == Kind::pointer || helper.result == Kind::iterator)) found.push_back(&helper);
  if (found.empty()) return {};
  const Function& helper = *found[static_cast<std::size_t>(below(static_cast<int>(found.size())))];
  Expr value = call(helper);
  if (value.text.empty()) return {};
  value.place = true;
  if (helper.result == Kind::reference) return value.kind = Kind::real, value;
  return {Kind::real, "(*$0)", {std::move(value)}, "", "", true};
}

void Generator::lock(const Expr& expr) {
  static constexpr Kind kinds[] = {Kind::list, Kind::points, Kind::tensors, Kind::vector, Kind::any_list};
  if (!expr.name.empty() && std::find(std::begin(kinds), std::end(kinds), expr.kind) != std::end(kinds)) locked_.push_back(expr.name);
  for (const Expr& arg : expr.args) lock(arg);
}

// A variable that is what a helper returns.
bool Generator::bind(std::vector<Stmt>& to) {
  std::vector<const Function*> found;
  for (const Function& helper : helpers_)
    if (helper.result >= Kind::view && helper.result <= Kind::references && helper.params[0].kind != Kind::closure) found.push_back(&helper);
  if (found.empty()) return false;
  const Function& helper = *found[static_cast<std::size_t>(below(static_cast<int>(found.size())))];
  supply(to, helper);
  Expr value = call(helper);
  if (value.text.empty()) return false;
  lock(value);
  value.place = true;
  const std::string name = fresh("r");
  const auto add = [&](const std::string& type) { to.push_back(plain(type + name + " = $0;", {std::move(value)})); };
  switch (helper.result) {
    case Kind::reference: add(chance(80) ? "double& " : "auto& "), declare(to.back(), name, Kind::real); return true;
    case Kind::view: add(chance(50) ? "gradc::View<double, 1> " : "auto "), declare(to.back(), name, Kind::view); return true;
    case Kind::holder: add("const Holder "), declare(to.back(), name + ".total", Kind::real); return true;
    case Kind::references: {
      const std::string other = fresh("r");
      to.push_back(plain("auto [" + name + ", " + other + "] = $0;", {std::move(value)}));
      declare(to.back(), name, Kind::real);
      declare(to.back(), other, Kind::real);
      return true;
    }
    default: add(helper.result == Kind::pointer && chance(50) ? "double* " : "const auto "), declare(to.back(), "(*" + name + ")", Kind::real); return true;
  }
}

// A view or pointer that is made to lead to something else, here or by a helper.
bool Generator::aim(std::vector<Stmt>& to) {
  const auto helper = std::find_if(helpers_.begin(), helpers_.end(), [](const Function& one) { return one.aims; });
  const Kind kind = helper == helpers_.end() ? Kind::view : helper->params[0].kind;
  const Kind target = kind == Kind::view ? Kind::vector : Kind::c_array;
  const Variable* at_first = any(target, true);
  if (!at_first) return false;
  const std::string name = fresh("r");
  const Expr begin = mention(*at_first, true);
  lock(begin);
  to.push_back(plain((kind == Kind::view ? "gradc::View<double, 1> " : "double* ") + name + " = $0;", {begin}));
  const Expr next = mention(*any(target, true), true);
  lock(next);
  declare(to.back(), name, kind);
  const Expr view = mention(scope_.back(), true);
  if (helper == helpers_.end()) {
    to.push_back(plain("$0 = $1;", {view, next}));
    return true;
  }
  Expr call{Kind::none, helper->name + "($0, $1, $2)", {view, next, integer(1)}, "", helper->name, false};
  to.push_back(plain("$0;", {std::move(call)}));
  return true;
}

// A lambda that returns a reference to an element.
bool Generator::chooser(std::vector<Stmt>& to) {
  static constexpr Kind kinds[] = {Kind::c_array, Kind::array, Kind::list};
  const Variable* from = any(kinds[below(3)], true);
  if (!from) return false;
  const Expr held = mention(*from, true);
  lock(held);
  const std::string name = fresh("l");
  to.push_back(plain("const auto " + name + " = [&](int k) -> double& { return $0[" + (chance(50) ? "k" : "2 - k") + "]; };", {held}));
  declare(to.back(), name, Kind::chooser);
  return true;
}

}  // namespace programs
