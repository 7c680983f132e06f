// Random control flow. Each loop owns a counter that its body can't name.
#include "generator.h"

namespace programs {

std::vector<Stmt> Generator::body(int budget, const Place& place, const std::vector<Variable>& inside) {
  const std::size_t before = scope_.size(), outer = outer_;
  outer_ = before;
  for (const Variable& variable : inside) scope_.push_back(variable);
  std::vector<Stmt> out = block(budget, place);
  scope_.resize(before);
  outer_ = outer;
  return out;
}

std::vector<Stmt> Generator::block(int budget, Place place) {
  const std::size_t scope = scope_.size(), lambdas = lambdas_.size(), locked = locked_.size();
  std::vector<Stmt> out;
  while (budget > 0) {
    const int part = 1 + below(budget);
    statement(out, part, place);
    budget -= part;
  }
  scope_.resize(scope);
  lambdas_.resize(lambdas);
  locked_.resize(locked);
  return out;
}

void Generator::statement(std::vector<Stmt>& to, int budget, const Place& place) {
  if (budget >= 3 && chance(75)) {
    switch (below(10)) {
      case 0: case 1: case 2: return branch(to, budget - 1, place);
      case 3: return choice(to, budget - 1, place);
      case 4: case 5: case 6: if (place.loops < 3) return counted(to, budget - 1, place); break;
      case 7: case 8: if (place.loops < 3) return conditional(to, budget - 1, place); break;
      default: if (place.loops < 3) return over_elements(to, budget - 1, place); break;
    }
  }
  for (int i = 0; i < budget; ++i) simple(to, place);
}

Expr Generator::result(Kind kind) {
  switch (kind) {
    case Kind::real: {  // reads much of what was written
      Expr out = real(2);
      for (int i = 0; i < 3; ++i) out = make(kind, "$0 + $1", {std::move(out), chance(50) ? real(1) : real_leaf()});
      return out;
    }
    case Kind::vector: return vector(2);
    case Kind::pair: return make(kind, "std::pair<double, double>($0, $1)", {real(2), real(1)});
    case Kind::reference: case Kind::pointer: case Kind::iterator: case Kind::view: case Kind::holder: case Kind::references: return origin(kind);
    default: return container(kind);
  }
}

Stmt Generator::leave(const Place& place) {
  if (place.can_break && chance(45)) return plain("break;");
  if (place.can_continue && chance(60)) return plain("continue;");
  if (place.result == Kind::none) return plain("return;");
  return plain("return $0;", {result(place.result)});
}

void Generator::branch(std::vector<Stmt>& to, int budget, const Place& place) {
  Stmt stmt;
  stmt.args.push_back(condition(2, true));
  const int first = 1 + below(budget);
  stmt.parts.push_back({"if ($0) {", body(first, place, {})});
  if (chance(35)) stmt.parts.back().body.push_back(leave(place));
  if (chance(25)) {
    stmt.args.push_back(condition(1, true));
    stmt.parts.push_back({"} else if ($1) {", body(1 + below(2), place, {})});
  }
  if (chance(50)) {
    stmt.parts.push_back({"} else {", body(std::max(1, budget - first), place, {})});
    if (chance(15)) stmt.parts.back().body.push_back(leave(place));
  }
  stmt.tail = "}";
  to.push_back(std::move(stmt));
}

void Generator::choice(std::vector<Stmt>& to, int budget, const Place& outer) {
  Stmt stmt;
  stmt.args.push_back(chance(60) ? index(4) : integer(2));
  const int cases = 2 + below(3), fallback = chance(70) ? below(cases) : -1;
  Place place = outer;
  place.can_break = false;
  for (int i = 0; i < cases; ++i) {
    std::string head = i == 0 ? "switch ($0) {\n" : "";
    if (i > 0) head += "}\n";
    head += i == fallback ? "default: {" : "case " + std::to_string(i) + ": {";
    stmt.parts.push_back({head, body(std::max(1, budget / cases), place, {})});
    std::vector<Stmt>& inside = stmt.parts.back().body;
    if (chance(65)) inside.push_back(plain("break;"));
    else if (chance(30)) inside.push_back(leave(place));
  }
  stmt.tail = "}\n}";
  // FN3's form has no braces: one statement a case, which may fall through.
  if (const Variable* x = any(Kind::real, true); x && chance(30)) {
    const Expr target = mention(*x, true);
    Stmt bare;
    bare.args = {index(3), target, real(1), real(1)};
    bare.tail = std::string("switch ($0) {\n  case 0: $1 *= $2;") + (chance(50) ? " break;" : "") +
                "\n  case 1: $1 = $1 - $3;" + (chance(50) ? " break;" : "") + "\n  default: $1 += 0.5;\n}";
    to.push_back(std::move(bare));
  }
  to.push_back(std::move(stmt));
}

void Generator::counted(std::vector<Stmt>& to, int budget, Place place) {
  place.can_break = place.can_continue = true;
  ++place.loops;
  const std::string i = fresh("i"), j = fresh("j");
  Stmt stmt;
  std::vector<Variable> inside{{i, Kind::integer, false, 0}};
  std::string head;
  const std::string most = std::to_string(place.loops > 2 ? 2 : 4);
  switch (below(8)) {
    case 0: case 1:
      if (const Variable* v = any(chance(60) ? Kind::vector : Kind::any_tensor)) {
        stmt.args = {mention(*v)};
        head = "for (std::int64_t " + i + " = 0; " + i + " < $0.extent(0); ++" + i + ") {";
        // Of another type than int, so that it only indexes.
        stmt.args.push_back(mention(*v));
        const std::string x = fresh("x");
        head += "\n  double " + x + " = $1(" + i + ");";
        inside = {{x, Kind::real, true, 0}};
        break;
      }
      [[fallthrough]];
    case 2:
      stmt.args = {whole(kArray)};
      head = "for (int " + i + " = 0; " + i + " < $0; ++" + i + ") {";
      inside[0].below = kArray;
      break;
    case 3:
      head = "for (int " + i + " = 2; " + i + " >= 0; --" + i + ") {";
      inside[0].below = kArray;
      break;
    case 4:
      stmt.args = {index(4)};
      head = "for (int " + i + " = 0; " + i + " < $0; " + i + " += 2) {";
      inside[0].below = kExtent;
      break;
    case 5:
      head = "for (int " + i + " = 0, " + j + " = 2; " + i + " < " + j + "; ++" + i + ", --" + j + ") {";
      inside[0].below = kArray;
      inside.push_back({j, Kind::integer, false, kArray});
      break;
    case 6:
      head = "for (double " + i + " = 0.1; " + i + " < 1.0; " + i + " += 0.3) {";
      inside = {{i, Kind::real, false, 0}};
      break;
    default:
      stmt.args = {integer(2), integer(1)};
      head = "for (int " + i + " = std::clamp($1, -2, 2); " + i + " < std::clamp($0, 0, " + most + "); ++" + i + ") {";
      break;
  }
  for (const Variable& variable : inside) stmt.inner.push_back(variable.name);
  stmt.parts.push_back({head, body(budget, place, inside)});
  stmt.tail = "}";
  to.push_back(std::move(stmt));
}

void Generator::conditional(std::vector<Stmt>& to, int budget, Place place) {
  place.can_break = place.can_continue = true;
  ++place.loops;
  const std::string k = fresh("k"), n = fresh("n"), most = std::to_string(2 + below(3));
  Stmt stmt;
  std::vector<Variable> inside;
  std::string head, tail = "}";
  stmt.args = {condition(1, true)};
  switch (below(7)) {
    case 0: head = "int " + k + " = 0;\nwhile (" + k + "++ < " + most + " && $0) {"; break;
    case 1: head = "int " + k + " = 0;\nwhile (" + k + " < " + most + " && $0) {\n  ++" + k + ";"; break;
    case 2:
      head = "int " + k + " = 0;\ndo {";
      tail = "} while (++" + k + " < " + most + " && $0);";
      break;
    case 3: head = "for (int " + k + " = 0;; ++" + k + ") {\n  if (" + k + " >= " + most + " || $0) break;"; break;
    case 4: head = "int " + k + " = 0;\nwhile (true) {\n  if (" + k + "++ == " + most + ") break;\n  if ($0) continue;"; break;
    case 5:
      stmt.args = {integer(1)};
      head = "int " + n + " = std::abs($0) % 9 + 2;\nfor (int " + k + " = 0; " + n + " > 1 && " + k + " < 6; ++" + k + ") {\n  " +
             n + " = " + n + " % 2 == 0 ? " + n + " / 2 : 3 * " + n + " + 1;";
      inside = {{n, Kind::integer, false, 0}};
      break;
    default: {
      const std::string r = fresh("x");
      stmt.args = {real(1)};
      stmt.tail = "double " + r + " = 1.0;\nfor (int " + k + " = 0; " + k + " < 8; ++" + k + ") {\n  const double next = 0.5 * (" +
                  r + " + (1.5 + std::sin($0)) / " + r + ");\n  if (std::abs(next - " + r + ") < 1e-3) break;\n  " + r +
                  " = next;\n}";
      declare(stmt, r, Kind::real);
      to.push_back(std::move(stmt));
      return;
    }
  }
  for (const Variable& variable : inside) stmt.inner.push_back(variable.name);
  stmt.parts.push_back({head, body(budget, place, inside)});
  stmt.tail = tail;
  to.push_back(std::move(stmt));
}

void Generator::over_elements(std::vector<Stmt>& to, int budget, Place place) {
  static constexpr Kind kinds[] = {Kind::list, Kind::array, Kind::list, Kind::vector, Kind::points, Kind::tensors, Kind::single, Kind::single_tensor,
                                   Kind::any_list, Kind::any_tensor, Kind::any_list, Kind::any_tensor};
  const bool write = chance(40);
  const Variable* over = any(kinds[below(12)], write);
  if (chance(12)) {
    place.can_break = place.can_continue = true;
    ++place.loops;
    const std::string e = fresh("e");
    Stmt stmt;
    stmt.args = {real(1), real(1)};
    stmt.inner = {e};
    stmt.parts.push_back({"for (double " + e + " : {$0, 0.5, $1}) {", body(budget, place, {{e, Kind::real, true, 0}})});
    stmt.tail = "}";
    to.push_back(std::move(stmt));
    return;
  }
  if (!over) return counted(to, budget, place);
  place.can_break = place.can_continue = true;
  ++place.loops;
  const std::string e = fresh("e");
  Stmt stmt;
  stmt.args = {mention(*over, write)};
  std::string head;
  Kind item = Kind::real;
  if ((over->kind == Kind::list || over->kind == Kind::any_list) && !write && chance(40)) {
    const std::string i = fresh("i");
    head = "for (std::size_t " + i + " = 0; " + i + " < $0.size(); ++" + i + ") {\n  const double " + e + " = $0[" + i + "];";
  } else {
    const bool numbers = over->kind != Kind::points && over->kind != Kind::tensors;
    if (over->kind == Kind::points) item = Kind::point;
    if (over->kind == Kind::tensors) item = Kind::vector;
    head = std::string("for (") + (write ? numbers ? "double& " : "auto& " : numbers && chance(50) ? "const double " : "const auto& ") + e + " : $0) {";
  }
  const std::size_t locked = locked_.size();
  if (is_locked(over->name)) locked_.push_back(e);
  locked_.push_back(over->name);
  stmt.inner = {e};
  stmt.parts.push_back({head, body(budget, place, {{e, item, write, 0}})});
  locked_.resize(locked);
  stmt.tail = "}";
  to.push_back(std::move(stmt));
}

}  // namespace programs
