// What has any extents, 0 and 1 among them: it is read as a whole and in loops, and never at an index that must be there.
#include "generator.h"

namespace programs {

void Generator::any_extents(std::vector<Stmt>& to) {
  const auto add = [&](const std::string& type, const std::string& made, Kind kind, std::vector<Expr> args) {
    const std::string name = fresh(kind == Kind::any_matrix ? "m" : kind == Kind::any_list ? "v" : "t");
    to.push_back(plain(type + name + made, std::move(args)));
    declare(to.back(), name, kind);
  };
  const auto tensor = [&](const std::string& made, std::vector<Expr> args) { add("gradc::Vector<double> ", made, Kind::any_tensor, std::move(args)); };
  const auto matrix = [&](const std::string& made, std::vector<Expr> args) { add("gradc::Matrix<double> ", made, Kind::any_matrix, std::move(args)); };
  const Variable *t = any(Kind::any_tensor), *m = any(Kind::any_matrix);
  switch (below(8)) {
    case 0: return add("std::vector<double> ", ";", Kind::any_list, {});
    case 1:
      if (chance(40)) return add("std::vector<double> ", "(static_cast<std::size_t>($0.extent(0)), $1);", Kind::any_list, {vector(0), real(1)});
      return add("std::vector<double> ", "(static_cast<std::size_t>(std::abs($0) % 3), $1);", Kind::any_list, {integer(1), real(1)});
    case 2: return chance(40) ? tensor("(gradc::Shape{0});", {}) : tensor("(gradc::Shape{std::abs($0) % 3});", {integer(1)});
    case 3:
      if (chance(30)) return matrix(chance(50) ? "(gradc::Shape{0, 4});" : "(gradc::Shape{2, 0});", {});
      return matrix("(gradc::Shape{std::abs($0) % 3, std::abs($1) % 2});", {integer(1), integer(1)});
    case 4: {
      const int at = below(5);
      const std::string part = std::to_string(at);
      return tensor(" = gradc::slice($0, {" + part + "}, {" + part + "});", {vector(0)});
    }
    case 5:
      if (t) {
        static const char* const forms[] = {" = gradc::sin($0) * $1;", " = gradc::concat({$0, $2}, 0);", " = gradc::cumsum($0, 0) + $1;", " = gradc::flip($0, 0) * $0;"};
        return tensor(forms[below(4)], {mention(*t), real(1), vector(0)});
      }
      if (m) return tensor(chance(50) ? " = gradc::sum($0, 0);" : " = gradc::sum($0 * $0, 1);", {mention(*m)});
      break;
    case 6:
      if (m) {
        static const char* const forms[] = {" = gradc::tanh($0) * $1;", " = gradc::transpose($0);", " = gradc::matmul($0, gradc::transpose($0));"};
        return matrix(forms[below(3)], {mention(*m), real(1)});
      }
      break;
    default:
      if (t = any(Kind::any_tensor, true); t && !is_locked(t->name)) {
        static const char* const forms[] = {"$0 = 0.5 * $0 + gradc::cos($0);",
                                            "for (std::int64_t i = 0; i < $0.extent(0); ++i) $0(i) = 0.5 * $0(i) + $1 * static_cast<double>(i + 1);"};
        to.push_back(plain(forms[below(2)], {mention(*t, true), real(1)}));
        return;
      }
  }
  tensor("(gradc::Shape{std::abs($0) % 3});", {integer(1)});
}

Expr Generator::sum_of_any_extents() {
  static constexpr Kind kinds[] = {Kind::any_list, Kind::any_tensor, Kind::any_matrix};
  const Kind kind = kinds[below(3)];
  const Variable* v = any(kind);
  if (!v) return real_leaf();
  static const char* const forms[][4] = {
      {"std::accumulate($0.begin(), $0.end(), 0.5)", "($0.empty() ? 0.25 : $0.back())", "std::inner_product($0.begin(), $0.end(), $0.begin(), 0.0)",
       "($0.size() > 1 ? $0[1] * $0.front() : 0.5)"},
      {"static_cast<double>(gradc::sum($0))", "static_cast<double>(gradc::dot($0, $0))", "static_cast<double>(gradc::sum(gradc::tanh($0) * $0))",
       "static_cast<double>(gradc::prod($0))"},
      {"static_cast<double>(gradc::sum($0))", "static_cast<double>(gradc::sum(gradc::sin($0) * $0))",
       "static_cast<double>(gradc::sum(gradc::matmul(gradc::transpose($0), $0)))", "static_cast<double>(gradc::sum(gradc::square(gradc::sum($0, 1))))"}};
  const int form = below(6);
  return make(Kind::real, forms[kind == Kind::any_list ? 0 : kind == Kind::any_tensor ? 1 : 2][form < 3 ? form : 3], {mention(*v)});
}

void Generator::resize_any(std::vector<Stmt>& to, const Variable& list) {
  const Expr v = mention(list, true);
  switch (below(8)) {
    case 0: to.push_back(plain("if (!$0.empty()) $0.pop_back();", {v})); return;
    case 1:
    case 6:
    case 7: to.push_back(plain("$0.clear();", {v})); return;
    case 2: to.push_back(plain("$0.resize(static_cast<std::size_t>(std::abs($1) % 3));", {v, integer(1)})); return;
    case 3: to.push_back(plain("$0.insert($0.begin(), $1);", {v, real(1)})); return;
    case 4: to.push_back(plain("if (!$0.empty()) $0.erase($0.begin());", {v})); return;
    default: to.push_back(plain("$0.push_back($1);", {v, real(1)}));
  }
}

}  // namespace programs
