// Random functions: parameters, helpers, recursion, and the function to differentiate.
#include <algorithm>
#include <iterator>

#include "generator.h"

namespace programs {

int Generator::below(int n) {
  state_ ^= state_ << 13;
  state_ ^= state_ >> 7;
  state_ ^= state_ << 17;
  return static_cast<int>((state_ >> 11) % static_cast<std::uint64_t>(n));
}

Param Generator::param(Kind kind, const std::string& stem, Param::Passing passing) {
  Param out{kind, stem, passing, {}};
  scope_.push_back({out.name, kind, passing != Param::by_const_reference, 0});
  if (kind == Kind::list || kind == Kind::points || kind == Kind::tensors || kind == Kind::any_list) locked_.push_back(out.name);
  return out;
}

Function Generator::function(const std::string& name, Kind result_kind, std::vector<Param> params, int budget) {
  Function out{name, result_kind, std::move(params), {}, {}};
  Place place;
  place.result = result_kind;
  // As block(), with a last statement that sees its declarations.
  while (budget > 0) {
    const int part = 1 + below(std::min(budget, 40));
    statement(out.body, part, place);
    budget -= part;
  }
  if (result_kind != Kind::none) {
    Stmt last = plain("return $0;", {result(result_kind)});
    last.fixed = true;
    out.body.push_back(std::move(last));
  }
  scope_.clear();
  lambdas_.clear();
  locked_.clear();
  return out;
}

// Calls itself with a depth that falls to 0.
Function Generator::recursive(const std::string& name) {
  switch (below(8)) {
    case 0: return by_references(name);
    case 1: return by_view(name);
    case 2: return by_iterators(name);
    case 3: return by_holder(name);
    case 4: return by_visitor(name);
    case 5: return by_trials(name);
    default: break;
  }
  std::vector<Param> params{param(Kind::real, "x", Param::by_value), param(Kind::integer, "depth", Param::by_value)};
  scope_.back().writable = false;
  const Variable depth = scope_.back();
  Stmt base = plain("if ($0 <= 0) return $1;", {mention(depth), real(1)});
  base.fixed = true;
  Function out = function(name, Kind::real, std::move(params), 3);
  out.body.insert(out.body.begin(), std::move(base));
  Stmt& last = out.body.back();
  // What a body does to its argument must not be done to the result again, or the last digits decide.
  Expr again = make(Kind::real, name + "(std::sin($0), $1 - 1)", {last.args[0], mention(depth)});
  again.name = name;
  static const char* const forms[] = {"std::sin($0)", "$0 + 0.5 * $0", "$0 * $0"};
  last.args = {make(Kind::real, forms[below(2)], {std::move(again)})};
  return out;
}

Function Generator::helper(const std::string& name) {
  std::vector<Param> params;
  switch (below(10)) {
    case 9:
      params = {param(Kind::any_list, "v", chance(50) ? Param::by_reference : Param::by_const_reference), param(Kind::real, "h", Param::by_value)};
      return function(name, Kind::real, std::move(params), 4);
    case 0:
      params = {param(Kind::real, "x", Param::by_value), param(Kind::real, "y", Param::by_value)};
      return function(name, Kind::real, std::move(params), 4);
    case 1:
      params = {param(Kind::real, "x", Param::by_reference), param(Kind::real, "y", Param::by_value)};
      return function(name, Kind::none, std::move(params), 4);
    case 2:
      params = {param(Kind::list, "v", chance(50) ? Param::by_reference : Param::by_const_reference), param(Kind::integer, "n", Param::by_value)};
      return function(name, Kind::real, std::move(params), 4);
    case 3:
      params = {param(Kind::state, "s", Param::by_value), param(Kind::real, "h", Param::by_value)};
      return function(name, Kind::state, std::move(params), 4);
    case 4:
      params = {param(Kind::state, "s", Param::by_reference), param(Kind::real, "h", Param::by_value)};
      return function(name, Kind::none, std::move(params), 4);
    case 5:
      params = {param(Kind::c_array, "p", Param::by_pointer), param(Kind::real, "h", Param::by_value)};
      return function(name, Kind::none, std::move(params), 4);
    case 6:
      params = {param(Kind::vector, "g", Param::by_const_reference), param(Kind::real, "h", Param::by_value)};
      return function(name, Kind::vector, std::move(params), 4);
    case 7:
      params = {param(Kind::array, "a", chance(50) ? Param::by_reference : Param::by_value), param(Kind::real, "h", Param::by_value)};
      return function(name, Kind::real, std::move(params), 4);
    default:
      params = {param(Kind::real, "x", Param::by_value), param(Kind::integer, "n", Param::by_value)};
      return function(name, Kind::pair, std::move(params), 4);
  }
}

Program Generator::program(std::uint64_t seed, int size) {
  Program out;
  out.seed = seed;
  out.products = below(4) == 0;
  out.items = out.seed % 3 == 1;
  const std::string name = "f" + std::to_string(seed);
  const int helpers = below(4);
  for (int i = 0; i < helpers; ++i) {
    names_ = 0;
    const std::string helper_name = name + "_h" + std::to_string(i);
    helpers_.push_back(chance(30) ? recursive(helper_name) : chance(35) ? chance(20) ? aiming(helper_name) : referring(helper_name, 3) : helper(helper_name));
  }
  const bool is_deep = chance(8);
  if (is_deep) chain(name);
  names_ = 0;
  static constexpr Kind kinds[] = {Kind::real, Kind::real,   Kind::integer, Kind::vector,
                                   Kind::matrix, Kind::list, Kind::array,   Kind::state,
                                   Kind::points, Kind::tensors, Kind::any_list, Kind::any_tensor, Kind::any_matrix};
  std::vector<Param> params{param(Kind::real, "u1", Param::by_value)};
  const int more = 1 + below(4);
  for (int i = 0; i < more; ++i) {
    const Kind kind = kinds[below(13)];
    const bool value = kind == Kind::real || kind == Kind::integer || chance(25);
    params.push_back(param(kind, "u" + std::to_string(i + 2), value ? Param::by_value : Param::by_const_reference));
  }
  locked_.clear();  // a parameter by value may change its size
  const Variable first = scope_.front();
  Function last = function(name, Kind::real, std::move(params), size > 0 ? size : 6 + below(14));
  if (is_deep) {
    scope_ = {first};
    std::vector<Stmt> calls = many_calls(helpers_.back(), first);
    scope_.clear();
    last.body.insert(last.body.begin(), std::make_move_iterator(calls.begin()), std::make_move_iterator(calls.end()));
  }
  helpers_.push_back(std::move(last));
  out.functions = std::move(helpers_);
  helpers_.clear();
  return out;
}

Program generate(std::uint64_t seed, int size) { return Generator(seed).program(seed, size); }

}  // namespace programs
