// Random simple statements: declarations, assignments, containers, aliases, calls, lambdas.
#include <algorithm>
#include <map>

#include "generator.h"

namespace programs {

Stmt Generator::plain(std::string text, std::vector<Expr> args) {
  Stmt out;
  out.tail = std::move(text);
  out.args = std::move(args);
  return out;
}

namespace {
bool mentions(const Expr& expr, const std::string& name) {
  for (const Expr& arg : expr.args)
    if (mentions(arg, name)) return true;
  return expr.name == name;
}
}  // namespace

void Generator::declare(Stmt& stmt, std::string name, Kind kind, bool writable, int below) {
  stmt.declares.push_back(name);
  scope_.push_back({std::move(name), kind, writable, below});
}

bool Generator::is_locked(const std::string& list) const {
  return std::find(locked_.begin(), locked_.end(), list) != locked_.end();
}

void Generator::declaration(std::vector<Stmt>& to) {
  const auto add = [&](const std::string& stem, const std::string& before, const std::string& after, Kind kind,
                       std::vector<Expr> args, bool writable = true, int bound = 0) {
    const std::string name = fresh(stem);
    to.push_back(plain(before + name + after, std::move(args)));
    declare(to.back(), name, kind, writable, bound);
  };
  if (chance(10)) return any_extents(to);
  switch (below(24)) {
    case 0: case 1: case 2: {
      Expr value = real(2);
      std::string name = fresh("x");
      if (outer_ > 0 && chance(25)) {  // the name of a variable around this block, unless its value is read here
        const Variable& hidden = scope_[static_cast<std::size_t>(below(static_cast<int>(outer_)))];
        const auto is_hidden = [&](const Variable& one) { return one.name == hidden.name; };
        const bool has_a_name = hidden.kind == Kind::real && hidden.name.front() != '(';  // not `(*first)`
        if (has_a_name && !mentions(value, hidden.name) && std::none_of(origins_.begin(), origins_.end(), is_hidden)) name = hidden.name;
      }
      for (std::size_t i = outer_; i < scope_.size(); ++i)
        if (scope_[i].name == name) name = fresh("x");
      to.push_back(plain("double " + name + " = $0;", {std::move(value)}));
      declare(to.back(), name, Kind::real);
      return;
    }
    case 16: add("g", "double ", "[2][3] = {{$0, $1, 0.5}, {$2}};", Kind::grid, {real(1), real(1), real(0)}); return;
    case 17: add("i", "int ", "[3] = {$0, $1, 1};", Kind::indices, {index(kArray), index(kArray)}); return;
    case 18:
      if (chance(50)) add("z", "std::vector<Point> ", "{$0, $1};", Kind::points, {container(Kind::point), container(Kind::point)});
      else add("z", "std::vector<Point> ", "(2 + std::abs($1) % 2, $0);", Kind::points, {container(Kind::point), integer(1)});
      return;
    case 19: add("d", "std::vector<gradc::Vector<double>> ", "{$0, $1};", Kind::tensors, {vector(1), vector(1)}); return;
    case 22: {
      static constexpr const char* kTypes[][2] = {
          {"double ", "[1] = {$0};"}, {"std::array<double, 1> ", "{$0};"}, {"std::vector<double> ", "{$0};"}, {"std::vector<double> ", "(1, $0);"}};
      const auto& [type, made] = kTypes[below(4)];
      add("w", type, made, Kind::single, {chance(40) ? number(1.25) : real(1)});
      return;
    }
    case 23: add("w", "gradc::Vector<double> ", "{$0};", Kind::single_tensor, {chance(40) ? number(-0.75) : real(1)}); return;
    case 20: add("c", "constexpr double ", "[3] = {0.5, -1.25, 2.0};", Kind::c_array, {}, false); return;
    case 21: {  // without a value at first
      const std::string name = fresh("x");
      to.push_back(plain("double " + name + ";\nif ($0) " + name + " = $1; else " + name + " = $2;", {condition(1), real(1), real(1)}));
      declare(to.back(), name, Kind::real);
      return;
    }
    case 3: add("c", "const double ", " = $0;", Kind::real, {real(2)}, false); return;
    case 4: case 5: {  // several in one declaration, the second reading the first
      const std::string a = fresh("x"), b = fresh("x");
      Expr first = real(2);
      to.push_back(plain("double " + a + " = $0, " + b + " = $1;", {std::move(first)}));
      declare(to.back(), a, Kind::real);
      const Expr read = mention(scope_.back());
      to.back().args.push_back(chance(60) ? make(Kind::real, "$0 * $1", {read, real(1)}) : real(2));
      declare(to.back(), b, Kind::real);
      return;
    }
    case 6: add("n", "int ", " = ($0) % 5;", Kind::integer, {integer(2)}); return;
    case 7: add("k", "const int ", " = $0;", Kind::integer, {index(kArray)}, false, kArray); return;
    case 8: add("b", "bool ", " = $0;", Kind::boolean, {condition(1)}); return;
    case 9: add("a", "std::array<double, 3> ", "{$0, $1, $2};", Kind::array, {real(1), real(1), real(0)}); return;
    case 10: add("q", "double ", "[3] = {$0, $1, $2};", Kind::c_array, {real(1), real(1), real(0)}); return;
    case 11:
      if (chance(50)) add("v", "std::vector<double> ", "{$0, $1, $2};", Kind::list, {real(1), real(1), real(0)});
      else add("v", "std::vector<double> ", "(3 + std::abs($1) % 2, $0);", Kind::list, {real(1), integer(1)});
      return;
    case 12: add("s", "State ", chance(50) ? "{$0, $1, 0, {$0, 0.5, 0.25}};" : " = $2;", Kind::state, {real(1), real(1), container(Kind::state)}); return;
    case 13: {
      static constexpr Kind kinds[] = {Kind::array, Kind::list, Kind::state, Kind::pair, Kind::point};
      const Kind kind = kinds[below(5)];
      if (const Variable* v = any(kind)) {
        const Expr from = mention(*v);
        add("y", "auto ", " = $0;", kind, {from});
      } else {
        add("o", "std::pair<double, double> ", "($0, $1);", Kind::pair, {real(1), real(1)});
      }
      return;
    }
    case 14: add("t", chance(50) ? "auto " : "gradc::Vector<double> ", " = $0;", Kind::vector, {make(Kind::vector, "$0 * 0.5", {vector(2)})}); return;
    default:
      if (const Variable* m = any(Kind::matrix)) {
        const Expr from = mention(*m);
        add("m", "gradc::Matrix<double> ", chance(50) ? " = $0;" : " = gradc::cos($0);", Kind::matrix, {from});
      } else {
        add("t", "gradc::Vector<double> ", "(gradc::Shape{4});", Kind::vector, {});
      }
  }
}

void Generator::assignment(std::vector<Stmt>& to, const Place& at) {
  const int what = below(12);
  if (what == 0)
    if (const Variable* n = any(Kind::integer, true)) {
      static const char* const forms[] = {"++$0;", "$0 = ($1) % 7;", "$0 -= 2;", "$0 = ($0 + 1) % 3;"};
      const Expr target = mention(*n, true);
      to.push_back(plain(forms[below(4)], {target, integer(2)}));
      return;
    }
  if (what == 1)
    if (const Variable* b = any(Kind::boolean, true)) {
      const Expr target = mention(*b, true);
      to.push_back(plain(chance(50) ? "$0 = $1;" : "$0 = !$0;", {target, condition(1)}));
      return;
    }
  if (what == 2) {  // an index that moves where it is read
    const Variable *k = any(Kind::integer, true), *a = any(chance(50) ? Kind::array : Kind::c_array);
    const Expr target = place();
    if (k && a && !target.text.empty()) {
      const Expr index = mention(*k, true), from = mention(*a);
      to.push_back(plain("if ($0 >= 0 && $0 < 3) $1 += $2[$0++];", {index, target, from}));
      return;
    }
  }
  if (what == 3 && replaced(to)) return;
  Expr target = place();
  if (target.text.empty()) return declaration(to);
  static const char* const free_forms[] = {"$0 = $1;", "$0 = $1;", "$0 += $1;", "$0 -= $1;", "$0 *= $1;",
                                           "$0 /= 1.5 + std::sin($1);"};
  static const char* const loop_forms[] = {"$0 = std::sin($1);", "$0 += 0.1 * $1;", "$0 = 0.5 * $0 + std::tanh($1);",
                                           "$0 *= std::cos($1);", "$0 -= 0.25 * std::sin($1);", "$0 = $1;"};
  to.push_back(plain((at.loops > 0 ? loop_forms : free_forms)[below(6)], {std::move(target), real(at.loops > 1 ? 2 : 3)}));
}

void Generator::resize(std::vector<Stmt>& to, const Variable& list) {
  if (list.kind == Kind::any_list) return resize_any(to, list);
  const Expr v = mention(list, true);
  if (list.kind == Kind::points || list.kind == Kind::tensors) {
    if (chance(25)) to.push_back(plain("if ($0.size() > 2) $0.pop_back();", {v}));
    else to.push_back(plain("$0.push_back($1);", {v, list.kind == Kind::points ? container(Kind::point) : vector(1)}));
    return;
  }
  switch (below(5)) {
    case 0: to.push_back(plain("$0.resize(static_cast<std::size_t>(3 + std::abs($1) % 3));", {v, integer(1)})); return;
    case 1: to.push_back(plain("$0.resize(4, $1);", {v, real(1)})); return;
    case 2: to.push_back(plain("if ($0.size() > 3) $0.pop_back();", {v})); return;
    default: to.push_back(plain("$0.push_back($1);", {v, real(2)}));
  }
}

void Generator::containers(std::vector<Stmt>& to, const Place& at) {
  switch (below(8)) {
    case 6:
      if (const Variable* i = any(Kind::indices, true)) {
        const Expr table = mention(*i, true);
        to.push_back(plain(chance(50) ? "std::swap($0[$1], $0[$2]);" : "$0[$1] = $2;", {table, index(kArray), index(kArray)}));
        return;
      }
      break;
    case 0: case 1: {
      static constexpr Kind kinds[] = {Kind::list, Kind::list, Kind::points, Kind::tensors, Kind::any_list, Kind::any_list};
      for (int attempt = 0; attempt < 4; ++attempt)
        if (const Variable* list = any(kinds[below(6)], true); list && !is_locked(list->name)) return resize(to, Variable(*list));
      break;
    }
    case 2: {
      Expr a = place(), b = place();
      if (a.text.empty() || b.text.empty()) break;
      to.push_back(plain("std::swap($0, $1);", {std::move(a), std::move(b)}));
      return;
    }
    case 3:
      if (const Variable* a = any(chance(50) ? Kind::list : Kind::array, true)) {
        const Expr target = mention(*a, true);
        to.push_back(plain("std::fill($0.begin(), $0.end(), $1);", {target, real(1)}));
        return;
      }
      break;
    case 4: {
      const Variable *from = any(chance(50) ? Kind::list : Kind::array), *into = any(Kind::array, true);
      if (!from || !into || from->name == into->name) break;
      const Expr a = mention(*from), b = mention(*into, true);
      to.push_back(plain("std::copy($0.begin(), $0.begin() + 3, $1.begin());", {a, b}));
      return;
    }
    case 5:
      if (const Variable* s = any(chance(50) ? Kind::state : Kind::point, true)) {
        const Expr target = mention(*s, true);
        to.push_back(plain("$0.push($1);", {target, real(1)}));
        return;
      }
      break;
    default: return whole_tensors(to);
  }
  assignment(to, at);
}

// An element is read from memory that another tensor then takes.
bool Generator::replaced(std::vector<Stmt>& to) {
  const Variable* v = any(Kind::vector, true);
  if (!v || is_locked(v->name)) return false;
  const Expr target = mention(*v, true);
  Expr number = place();
  if (number.text.empty()) return false;
  const std::string other = fresh("w"), made = "{ const gradc::Vector<double> " + other + " = gradc::cos($1); if ($1.size() > 1) { ";
  to.push_back(plain(made + (chance(50) ? "$0 = $1(1); " : "$0 += 0.5 * $1(0); ") + "$1 = " + other + "; } }", {std::move(number), target}));
  return true;
}

void Generator::whole_tensors(std::vector<Stmt>& to) {
  const Variable* v = any(Kind::vector, true);
  if (!v || is_locked(v->name)) return declaration(to);
  const Expr target = mention(*v, true);
  static const char* const forms[] = {"$0 = gradc::sin($1);", "$0 = $1 * 0.5;", "$0 = 0.25 * $0 + gradc::tanh($1);"};
  to.push_back(plain(forms[below(3)], {target, vector(2)}));
}

void Generator::alias(std::vector<Stmt>& to) {
  if (chance(40) && (chance(70) ? bind(to) : chance(50) ? aim(to) : chooser(to))) return;
  switch (below(6)) {
    case 0: case 1: {  // a reference to a scalar or an element
      Expr target = place();
      if (target.text.empty()) break;
      lock(target);
      const std::string name = fresh("r");
      to.push_back(plain((chance(80) ? "double& " : "auto& ") + name + " = $0;", {std::move(target)}));
      declare(to.back(), name, Kind::real);
      return;
    }
    case 2: {
      const Variable* v = any(chance(50) ? Kind::state : Kind::array, true);
      if (!v) break;
      const Kind kind = v->kind;
      const Expr target = mention(*v, true);
      const std::string name = fresh("r");
      to.push_back(plain("auto& " + name + " = $0;", {target}));
      declare(to.back(), name, kind);
      return;
    }
    case 3: {
      const Variable* q = any(Kind::c_array, true);
      if (!q) break;
      const Expr target = mention(*q, true);
      const std::string name = fresh("p");
      to.push_back(plain("double* " + name + " = $0;", {target}));
      declare(to.back(), name, Kind::c_array);
      return;
    }
    default: {
      Expr from;
      bool reference = false;
      if (const Variable* o = any(Kind::pair, true); o && chance(50)) {
        reference = true;
        from = mention(*o, true);
      } else {
        for (const Function& helper : helpers_)
          if (helper.result == Kind::pair) from = call(helper);
        if (from.text.empty()) from = container(Kind::pair);
      }
      const std::string a = fresh("x"), b = fresh("x");
      to.push_back(plain((reference ? "auto& [" : "auto [") + a + ", " + b + "] = $0;", {std::move(from)}));
      declare(to.back(), a, Kind::real);
      declare(to.back(), b, Kind::real);
      return;
    }
  }
  declaration(to);
}

// Variables for what a function writes, where there are none yet.
void Generator::supply(std::vector<Stmt>& to, const Function& callee) {
  static const std::map<Kind, std::pair<const char*, const char*>> made{
      {Kind::real, {"double ", " = $0;"}},
      {Kind::list, {"std::vector<double> ", "{$0, 0.5, $1};"}},
      {Kind::any_list, {"std::vector<double> ", "{$0};"}},
      {Kind::vector, {"gradc::Vector<double> ", "{$0, 0.5, $1, 0.25};"}},
      {Kind::array, {"std::array<double, 3> ", "{$0, 0.5, $1};"}},
      {Kind::c_array, {"double ", "[3] = {$0, 0.5, $1};"}},
      {Kind::state, {"State ", "{$0, $1, 0, {$0, 0.5, 0.25}};"}}};
  for (const Param& param : callee.params) {
    const Kind kind = param.kind == Kind::range ? Kind::list : param.kind == Kind::view ? Kind::vector : param.kind == Kind::holder ? Kind::real : param.kind;
    const bool is_written = param.passing >= Param::by_reference || kind != param.kind;
    const auto found = made.find(kind);
    if (!is_written || found == made.end() || any(kind, true)) continue;
    const std::string name = fresh("w");
    const auto& [type, value] = found->second;
    to.push_back(plain(type + name + value, {real(1), real(1)}));
    declare(to.back(), name, kind);
  }
}

void Generator::call_statement(std::vector<Stmt>& to) {
  if (chance(50) && visit(to)) return;
  std::vector<const Function*> writers;
  for (const Function& helper : helpers_)
    for (const Param& param : helper.params)
      if (param.passing >= Param::by_reference || param.kind == Kind::range || param.kind == Kind::holder) {
        writers.push_back(&helper);
        break;
      }
  for (const Lambda& l : lambdas_)
    if (l.writes && chance(50)) {
      Expr value = make(Kind::real, l.name + "($0)", {real(1)});
      value.name = l.name;
      const std::string name = fresh("x");
      to.push_back(plain("double " + name + " = $0;", {std::move(value)}));
      declare(to.back(), name, Kind::real);
      return;
    }
  for (const Function& helper : helpers_)
    if (helper.result == Kind::state && chance(50)) {
      const Variable* s = any(Kind::state, true);
      if (!s) break;
      const Expr target = mention(*s, true);
      Expr value = call(helper);
      if (value.text.empty()) break;
      to.push_back(plain("$0 = $1;", {target, std::move(value)}));
      return;
    }
  if (writers.empty()) return declaration(to);
  const Function& writer = *writers[static_cast<std::size_t>(below(static_cast<int>(writers.size())))];
  supply(to, writer);
  Expr value = call(writer);
  if (value.text.empty()) return declaration(to);
  // An argument that is read while another is written has no fixed order only where it is no value of a statement:
  // arguments are evaluated before the body runs, and bodies alone write.
  to.push_back(plain("$0;", {std::move(value)}));
}

void Generator::lambda(std::vector<Stmt>& to) {
  const bool by_value = chance(40);
  const bool writes = !by_value && chance(60);
  const std::string name = fresh("l"), a = fresh("a");
  const std::vector<Variable> before = scope_;
  const std::vector<std::string> locked = locked_;
  const std::vector<Lambda> lambdas = lambdas_;
  for (Variable& variable : scope_) {
    if (!writes) variable.writable = false;
    if (variable.kind == Kind::list || variable.kind == Kind::points || variable.kind == Kind::tensors || variable.kind == Kind::any_list) locked_.push_back(variable.name);
  }
  // Calls of lambdas that write stay out: a lambda that only reads may be called in any order.
  lambdas_.erase(std::remove_if(lambdas_.begin(), lambdas_.end(), [](const Lambda& l) { return l.writes; }), lambdas_.end());
  const std::size_t outer = outer_;
  outer_ = scope_.size();
  scope_.push_back({a, Kind::real, true, 0});
  Place inside;
  inside.result = Kind::real;
  Stmt stmt;
  stmt.inner = {a};
  stmt.parts.push_back({"auto " + name + " = [" + (by_value ? "=" : "&") + "](double " + a + ") {", block(2, inside)});
  stmt.tail = "};";
  scope_ = before;
  for (Variable& variable : scope_) variable.writable = variable.writable && writes;  // a helper may take it by reference
  scope_.push_back({a, Kind::real, true, 0});
  Stmt last = plain("return $0;", {real(2)});
  last.fixed = true;
  stmt.parts.back().body.push_back(std::move(last));
  scope_ = before;
  outer_ = outer;
  locked_ = locked;
  lambdas_ = lambdas;
  stmt.declares = {name};
  to.push_back(std::move(stmt));
  lambdas_.push_back({name, writes});
}

// A value made by a lambda that is called at once.
void Generator::immediate(std::vector<Stmt>& to) {
  Stmt stmt;
  const std::string name = fresh("x");
  const std::vector<std::string> locked = locked_;
  for (const Variable& variable : scope_) locked_.push_back(variable.name);
  Place inside;
  inside.result = Kind::real;
  stmt.parts.push_back({"double " + name + " = [&]() -> double {", body(3, inside, {})});
  locked_ = locked;
  Stmt last = plain("return $0;", {real(2)});
  last.fixed = true;
  stmt.parts.back().body.push_back(std::move(last));
  stmt.tail = "}();";
  declare(stmt, name, Kind::real);
  to.push_back(std::move(stmt));
}

void Generator::simple(std::vector<Stmt>& to, const Place& at) {
  if (chance(4)) return parallel_loop(to);
  const int what = below(24);
  if (what < 5) return declaration(to);
  if (what < 10) return assignment(to, at);
  if (what < 15) return containers(to, at);
  if (what < 17) return alias(to);
  if (what == 17 && lambdas_.size() < 2 && at.loops < 2) return chance(55) ? lambda(to) : chance(50) ? self_calling(to) : immediate(to);
  return call_statement(to);
}

}  // namespace programs
