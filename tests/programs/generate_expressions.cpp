// Random expressions. `traced` forms record what is decided on floating values: t(condition), t_max, ...
#include <cstdio>

#include "generator.h"

namespace programs {

Expr Generator::make(Kind kind, std::string text, std::vector<Expr> args, std::string traced) {
  return {kind, std::move(text), std::move(args), std::move(traced), "", false};
}

Expr Generator::mention(const Variable& variable, bool write) {
  return {variable.kind, variable.name, {}, "", variable.name, write};
}

Expr Generator::number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, value < 0 ? "(%.4g)" : "%.4g", value);
  std::string out = text;
  if (out.find_first_of(".e") == std::string::npos) out.insert(out.size() - (value < 0 ? 1 : 0), ".0");
  return make(Kind::real, out, {});
}

Expr Generator::whole(int value) {
  return make(Kind::integer, value < 0 ? "(" + std::to_string(value) + ")" : std::to_string(value), {});
}

const Variable* Generator::any(Kind kind, bool writable) {
  std::vector<const Variable*> found;
  for (std::size_t i = 0; i < scope_.size(); ++i) {
    bool hidden = false;
    for (std::size_t j = i + 1; j < scope_.size(); ++j) hidden = hidden || scope_[j].name == scope_[i].name;
    if (!hidden && scope_[i].kind == kind && (scope_[i].writable || !writable)) found.push_back(&scope_[i]);
  }
  return found.empty() ? nullptr : found[static_cast<std::size_t>(below(static_cast<int>(found.size())))];
}

Expr Generator::index(int extent) {
  if (const Variable* known = any(Kind::integer); known && known->below > 0 && known->below <= extent && chance(70))
    return mention(*known);
  if (chance(35)) return whole(below(extent));
  if (extent >= kArray)
    if (const Variable* i = any(Kind::indices); i && chance(40)) {
      const Expr table = mention(*i);
      return make(Kind::integer, "$0[$1]", {table, whole(below(kArray))});
    }
  const std::string n = std::to_string(extent);
  switch (below(3)) {
    case 0: return make(Kind::integer, "std::abs($0) % " + n, {integer(1)});
    case 1: return make(Kind::integer, "(($0) % " + n + " + " + n + ") % " + n, {integer(1)});
    default: return make(Kind::integer, "std::clamp($0, 0, " + std::to_string(extent - 1) + ")", {integer(1)});
  }
}

Expr Generator::element(const Variable& v, bool write) {
  const Expr whole_one = mention(v, write);
  switch (v.kind) {
    case Kind::vector:
    case Kind::view: return {Kind::real, "$0($1)", {whole_one, index(kExtent)}, "", "", write};
    case Kind::single: return {Kind::real, "$0[$1]", {whole_one, index(1)}, "", "", write};
    case Kind::single_tensor: return {Kind::real, "$0($1)", {whole_one, index(1)}, "", "", write};
    case Kind::matrix:
      return {Kind::real, "$0($1, $2)", {whole_one, index(kRows), index(kExtent)}, "", "", write};
    case Kind::list:
      if (chance(15)) return {Kind::real, chance(50) ? "$0.back()" : "$0.front()", {whole_one}, "", "", write};
      [[fallthrough]];
    case Kind::array:
    case Kind::c_array: return {Kind::real, "$0[$1]", {whole_one, index(kArray)}, "", "", write};
    case Kind::chooser: return {Kind::real, "$0($1)", {whole_one, index(kArray)}, "", "", write};
    case Kind::grid: return {Kind::real, "$0[$1][$2]", {whole_one, index(kRows), index(kArray)}, "", "", write};
    case Kind::points:
      if (chance(30)) return {Kind::real, "$0[$1].w[$2]", {whole_one, index(kMany), index(2)}, "", "", write};
      return {Kind::real, chance(50) ? "$0[$1].u" : "$0[$1].v", {whole_one, index(kMany)}, "", "", write};
    case Kind::point:
      if (chance(30)) return {Kind::real, "$0.w[$1]", {whole_one, index(2)}, "", "", write};
      return {Kind::real, chance(50) ? "$0.u" : "$0.v", {whole_one}, "", "", write};
    case Kind::tensors: return {Kind::real, "$0[$1]($2)", {whole_one, index(kMany), index(kExtent)}, "", "", write};
    case Kind::pair: return {Kind::real, chance(50) ? "$0.first" : "$0.second", {whole_one}, "", "", write};
    case Kind::state:
      if (write && chance(25)) return {Kind::real, "$0.part($1)", {whole_one, index(kArray)}, "", "", write};
      switch (below(3)) {
        case 0: return {Kind::real, "$0.u", {whole_one}, "", "", write};
        case 1: return {Kind::real, "$0.v", {whole_one}, "", "", write};
        default: return {Kind::real, "$0.w[$1]", {whole_one, index(kArray)}, "", "", write};
      }
    default: return whole_one;
  }
}

constexpr Kind kContainers[] = {Kind::vector, Kind::matrix, Kind::list,    Kind::array, Kind::c_array, Kind::state, Kind::pair,
                                Kind::grid,   Kind::points, Kind::tensors, Kind::point, Kind::single,  Kind::single_tensor, Kind::view, Kind::chooser};
constexpr int kContainerKinds = 15;

Expr Generator::place() {
  if (chance(15))
    if (Expr out = referred(); !out.text.empty()) return out;
  const Variable* scalar = any(Kind::real, true);
  if (scalar && chance(50)) return mention(*scalar, true);
  for (int attempt = 0; attempt < 5; ++attempt)
    if (const Variable* v = any(kContainers[below(kContainerKinds)], true)) return element(*v, true);
  return scalar ? mention(*scalar, true) : Expr{};
}

Expr Generator::real_leaf() {
  if (chance(4))
    if (Expr out = referred(); !out.text.empty()) return out;
  const int what = below(14);
  if (what < 2) return number((below(2) ? 1 : -1) * (0.25 + 0.25 * below(8)));
  if (what < 7)
    for (int attempt = 0; attempt < 5; ++attempt)
      if (const Variable* v = any(kContainers[below(kContainerKinds)])) return element(*v, false);
  if (what == 7)
    if (const Variable* v = any(Kind::integer))
      return make(Kind::real, chance(50) ? "0.1 * $0" : "static_cast<double>($0) / 4", {mention(*v)});
  if (const Variable* v = any(Kind::real)) return mention(*v);
  return number(0.5 + 0.25 * below(8));
}

Expr Generator::real_function(int depth) {
  static const char* const forms[] = {
      "std::sin($0)", "std::cos($0)", "std::tanh($0)", "std::exp(std::sin($0))", "std::sqrt(1 + ($0) * ($0))",
      "std::log(1.5 + std::sin($0))", "std::atan($0)", "1 / (2 + std::cos($0))", "std::exp(-($0) * ($0))",
      "std::pow(1.25 + std::sin($0), 1.5)", "std::log1p(($0) * ($0))", "gradc::sigmoid($0)", "-($0)", "+($0)",
      "std::hypot(1.0, $0)", "gradc::square(std::sin($0))"};
  return make(Kind::real, forms[below(16)], {real(depth - 1)});
}

Expr Generator::reduction(int depth) {
  switch (below(6)) {
    case 5: return sum_of_any_extents();
    case 0: return make(Kind::real, "static_cast<double>(gradc::sum($0))", {vector(depth - 1)});
    case 1: return make(Kind::real, "static_cast<double>(gradc::mean($0))", {vector(depth - 1)});
    case 2: return make(Kind::real, "static_cast<double>(gradc::dot($0, $1))", {vector(depth - 1), vector(depth - 2)});
    case 3:
      return make(Kind::real, "static_cast<double>(gradc::max($0))", {vector(depth - 1)},
                  "static_cast<double>(gradc::max(t_max_of($0)))");
    default:
      if (const Variable* v = any(chance(50) ? Kind::list : Kind::array))
        return chance(50) ? make(Kind::real, "std::accumulate($0.begin(), $0.end(), 0.0)", {mention(*v)})
                          : make(Kind::real, "std::inner_product($0.begin(), $0.begin() + 2, $0.begin() + 1, 0.0)", {mention(*v)});
      if (const Variable* v = any(chance(50) ? Kind::state : Kind::point)) return make(Kind::real, "$0.energy()", {mention(*v)});
      return real_leaf();
  }
}

Expr Generator::real(int depth) {
  if (depth <= 0) return real_leaf();
  switch (below(16)) {
    case 0: case 1: case 2: return make(Kind::real, "($0 + $1)", {real(depth - 1), real(depth - 1)});
    case 3: case 4: {
      Expr a = real(depth - 1), b = real(depth - 1);
      // What cancels as a whole leaves rounding in its derivative, too.
      const bool cancels = a.text == b.text && a.args.empty() && b.args.empty();
      return make(Kind::real, cancels ? "($0 + $1)" : "($0 - $1)", {std::move(a), std::move(b)});
    }
    case 5: case 6: case 7: return make(Kind::real, "$0 * $1", {real(depth - 1), real(depth - 1)});
    case 8: return make(Kind::real, "$0 / (1.5 + ($1) * ($1))", {real(depth - 1), real(depth - 1)});
    case 9: case 10: return real_function(depth);
    case 11: return make(Kind::real, "($0 ? $1 : $2)", {condition(depth - 1), real(depth - 1), real(depth - 1)});
    case 12:
      switch (below(5)) {
        case 0: return make(Kind::real, "std::max($0, $1)", {real(depth - 1), real(depth - 1)}, "t_max($0, $1)");
        case 1: return make(Kind::real, "std::min($0, $1)", {real(depth - 1), real(depth - 1)}, "t_min($0, $1)");
        case 2: return make(Kind::real, "std::abs($0)", {real(depth - 1)}, "t_abs($0)");
        case 3: return make(Kind::real, "std::clamp($0, -0.75, 0.75)", {real(depth - 1)}, "t_clamp($0, -0.75, 0.75)");
        default:  // the side not taken has no value
          return below(2) ? make(Kind::real, "($0 > 0.1 ? std::sqrt($0) : $0 * $0)", {real_leaf()},
                                 "(t($0 > 0.1) ? std::sqrt($0) : $0 * $0)")
                          : make(Kind::real, "($0 > 0.2 ? std::log($0) : 0.5 * $0)", {real_leaf()},
                                 "(t($0 > 0.2) ? std::log($0) : 0.5 * $0)");
      }
    case 13: return reduction(depth);
    case 14:
      for (const Lambda& l : lambdas_)
        if (!l.writes && chance(60)) {
          Expr out = make(Kind::real, l.name + "($0)", {real(depth - 1)});
          out.name = l.name;
          return out;
        }
      [[fallthrough]];
    default: {
      std::vector<const Function*> pure;
      for (const Function& helper : helpers_) {
        bool writes = helper.result != Kind::real;
        for (const Param& param : helper.params) writes = writes || param.passing >= Param::by_reference;
        if (!writes) pure.push_back(&helper);
      }
      if (pure.empty()) return real_leaf();
      return call(*pure[static_cast<std::size_t>(below(static_cast<int>(pure.size())))]);
    }
  }
}

Expr Generator::call(const Function& helper) {
  if (helper.aims) return {};
  std::string text = helper.name + "(";
  std::vector<Expr> args;
  for (const Param& param : helper.params) {
    text += (args.empty() ? "$" : ", $") + std::to_string(args.size());
    if (param.passing == Param::by_reference && param.kind == Kind::real) {
      args.push_back(place());
    } else if (param.kind == Kind::range) {
      const Variable* v = any(Kind::list, true);
      if (!v) return {};
      const Expr list = mention(*v, true);
      args.push_back(make(Kind::range, chance(60) ? "$0.begin(), $0.end()" : "$0.begin() + 1, $0.end()", {list}));
    } else if (param.kind == Kind::holder) {
      const Variable* held = any(Kind::real, true);
      if (!held) return {};
      const Expr total = mention(*held, true);
      args.push_back(make(Kind::holder, "Holder{$0, $1}", {total, real(1)}));
    } else if (param.passing >= Param::by_reference) {
      const Variable* v = any(param.kind == Kind::view && chance(80) ? Kind::vector : param.kind, true);
      if (!v) return {};
      args.push_back(mention(*v, true));
    } else if (param.kind == Kind::real) {
      args.push_back(real(1));
    } else if (param.kind == Kind::integer) {
      args.push_back(param.name == "depth" || param.name == "from" ? index(4) : integer(1));
    } else {
      args.push_back(param.kind == Kind::vector ? vector(1) : container(param.kind));
    }
    if (args.back().text.empty()) return {};
  }
  Expr out = make(helper.result, text + ")", std::move(args));
  out.name = helper.name;
  return out;
}

Expr Generator::container(Kind kind) {
  if (const Variable* v = any(kind); v && chance(80)) return mention(*v);
  if (kind == Kind::point)
    if (const Variable* v = any(Kind::points)) {
      const Expr from = mention(*v);
      return make(kind, "$0[$1]", {from, index(kMany)});
    }
  switch (kind) {
    case Kind::any_list: return chance(50) ? make(kind, "std::vector<double>{}", {}) : make(kind, "std::vector<double>{$0}", {real(0)});
    case Kind::list: return make(kind, "std::vector<double>{$0, $1, $2}", {real(0), real(0), real(0)});
    case Kind::array: return make(kind, "std::array<double, 3>{$0, $1, $2}", {real(0), real(0), real(0)});
    case Kind::state: return make(kind, "State{$0, $1, 0, {$0, 0.5, $1}}", {real(0), real(0)});
    case Kind::point: return make(kind, "Point{$0, $1, 0, {0.5, $1}}", {real(0), real(0)});
    case Kind::pair: return make(kind, "std::pair<double, double>($0, $1)", {real(0), real(0)});
    default: return {};
  }
}

Expr Generator::vector(int depth) {
  const Variable* v = any(Kind::vector);
  if (!v) return make(Kind::vector, "gradc::Vector<double>{$0, 0.5, $1, (-0.75)}", {real(0), real(0)});
  if (depth <= 0) return mention(*v);
  switch (below(11)) {
    case 9:
      if (const Variable* m = any(Kind::matrix)) {
        const Expr from = mention(*m);
        return make(Kind::vector, chance(50) ? "gradc::sum($0, 0)" : "gradc::mean($0, 0)", {from});
      }
      return mention(*v);
    case 10:
      if (const Variable* t = any(Kind::tensors)) {
        const Expr from = mention(*t);
        return make(Kind::vector, "$0[$1]", {from, index(kMany)});
      }
      return mention(*v);
    case 0: return make(Kind::vector, "($0 + $1)", {vector(depth - 1), vector(depth - 1)});
    case 1: return make(Kind::vector, "$0 * $1", {vector(depth - 1), vector(depth - 1)});
    case 2: return make(Kind::vector, "($0 - $1)", {vector(depth - 1), real(1)});
    case 3: return make(Kind::vector, "$0 * $1", {real(1), vector(depth - 1)});
    case 4: return make(Kind::vector, "gradc::tanh($0)", {vector(depth - 1)});
    case 5: return make(Kind::vector, "gradc::sin($0)", {vector(depth - 1)});
    case 6: return make(Kind::vector, "gradc::relu($0)", {vector(depth - 1)}, "gradc::relu(t_signs($0))");
    case 7:
      if (const Variable* m = any(Kind::matrix))
        return make(Kind::vector, "gradc::matmul(gradc::matmul($0, $1), $0)", {mention(*m), vector(depth - 1)});
      [[fallthrough]];
    default:
      for (const Function& helper : helpers_)
        if (helper.result == Kind::vector && chance(70))
          if (Expr out = call(helper); !out.text.empty()) return out;
      return mention(*v);
  }
}

Expr Generator::integer(int depth) {
  const Variable* v = any(Kind::integer);
  if (depth <= 0) return v && chance(85) ? mention(*v) : whole(below(7) - 2);
  switch (below(9)) {
    case 0: case 1: return make(Kind::integer, "($0 + $1)", {integer(depth - 1), integer(depth - 1)});
    case 2: return make(Kind::integer, "($0 - $1)", {integer(depth - 1), integer(depth - 1)});
    case 3: return make(Kind::integer, "$0 * $1", {integer(depth - 1), integer(depth - 1)});
    case 4: return make(Kind::integer, "($0 / $1)", {integer(depth - 1), whole(2 + below(3))});
    case 5: return make(Kind::integer, "($0 % $1)", {integer(depth - 1), whole(2 + below(3))});
    case 6: return make(Kind::integer, "static_cast<int>(3 * std::sin($0))", {real(1)}, "t_int(3 * std::sin($0))");
    case 7: return make(Kind::integer, "($0 ? $1 : $2)", {condition(0), integer(depth - 1), integer(depth - 1)});
    default:
      if (const Variable* list = any(chance(50) ? Kind::list : Kind::any_list)) return make(Kind::integer, "static_cast<int>($0.size())", {mention(*list)});
      return integer(0);
  }
}

Expr Generator::comparison(int depth) {
  static const char* const reals[] = {"$0 < $1", "$0 > $1", "$0 <= $1", "$0 >= $1"};
  static const char* const wholes[] = {"$0 < $1", "$0 > $1", "$0 == $1", "$0 != $1", "$0 <= $1"};
  if (chance(60)) {
    const std::string form = reals[below(4)];
    return make(Kind::boolean, form, {real(depth), chance(50) ? number(0.25 * below(5) - 0.5) : real(depth)}, "t(" + form + ")");
  }
  if (chance(30)) return make(Kind::boolean, "($0) % 2 == 0", {integer(depth)});
  return make(Kind::boolean, wholes[below(5)], {integer(depth), integer(0)});
}

// Effects stand only where their order is fixed: on the left of a comparison with a number.
Expr Generator::condition(int depth, bool effects) {
  if (effects && chance(12))
    if (const Variable* v = any(Kind::real, true)) {
      const char* const form = chance(50) ? "($0 += $1) > 0.1" : "($0 *= $1) < 0.3";
      const Variable* other = any(Kind::real);
      if (other->name != v->name)
        return make(Kind::boolean, form, {mention(*v, true), make(Kind::real, "std::cos($0)", {mention(*other)})},
                    "t(" + std::string(form) + ")");
    }
  if (const Variable* v = any(Kind::boolean); v && chance(20)) return mention(*v);
  if (depth <= 0) return comparison(0);
  switch (below(7)) {
    case 0: return make(Kind::boolean, "($0 && $1)", {condition(depth - 1, effects), condition(depth - 1, effects)});
    case 1: return make(Kind::boolean, "($0 || $1)", {condition(depth - 1, effects), condition(depth - 1, effects)});
    case 2: return make(Kind::boolean, "!($0)", {condition(depth - 1, effects)});
    default: return comparison(1);
  }
}

}  // namespace programs
