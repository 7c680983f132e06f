// Functions of the standard library that are no ops: choices by comparison, as C++ makes them at ties and at NaN, and
// algorithms on ranges.
#include <algorithm>
#include <array>
#include <map>
#include <limits>

#include "ir/kind.h"
#include "ir/op.h"
#include "tool/lower/library/library.h"

namespace tool {
using Form = CppType::Form;

// --- the smaller, the larger, the one within bounds ---

// The bool `x < y`; not valid where either is no number.
ir::ValueId Library::less(const Cell& x, const Cell& y) {
  if (!x.is_leaf() || !y.is_leaf() || x.state != Cell::State::ready || y.state != Cell::State::ready) return {};
  return append(ir::Kind::Less, {x.value, y.value});
}

Cell Library::extreme_of_list(const clang::Expr* list, bool largest) {
  Cell best;
  for (Cell* item : list_items(list)) {
    const Cell next = load(*item, list);
    if (!best.type) {
      best = next;
      continue;
    }
    const ir::ValueId better = largest ? less(best, next) : less(next, best);
    if (!better.valid()) return {};
    best = selected(better, {next, best});
  }
  return best;
}

// The first of the least and the last of the greatest, as std::minmax has it.
Cell Library::extremes_of_list(const clang::Expr* list, const CppType* pair) {
  Cell least, greatest;
  for (Cell* item : list_items(list)) {
    const Cell next = load(*item, list);
    if (!least.type) {
      least = greatest = next;
      continue;
    }
    const ir::ValueId below = less(next, least), within = less(next, greatest);
    if (!below.valid() || !within.valid()) return {};
    least = selected(below, {next, least});
    greatest = selected(within, {greatest, next});
  }
  Cell both = fresh(pair, Cell::State::ready);
  if (both.members.size() != 2 || !least.type) return {};
  both.members[0] = least;
  both.members[1] = greatest;
  return both;
}

// std::min, std::max and std::clamp give one of the objects that they are given.
std::optional<Outcome> Library::choice_by_comparison(const clang::CallExpr* expr, const std::string& name) {
  const unsigned count = expr->getNumArgs();
  const CppType* type = types_.of(expr->getType());
  const bool is_of_list = count > 0 && is_initializer_list(expr->getArg(0)->getType());
  if (count == 2 && is_of_list) return std::nullopt;  // with a comparison
  if (type && type->form == Form::pair && name == "minmax" && count == 1 && is_of_list)
    return Outcome{extremes_of_list(expr->getArg(0), type), nullptr};
  if (type && type->form == Form::pair && name == "minmax" && count == 2) {
    Cell *a = object_given(expr->getArg(0)), *b = object_given(expr->getArg(1));
    const ir::ValueId turned = less(load(*b, expr->getArg(1)), load(*a, expr->getArg(0)));
    Cell both = fresh(type, Cell::State::ready);
    both.members[0].alias = one_of(turned, b, a);
    both.members[1].alias = one_of(turned, a, b);
    return Outcome{std::move(both), nullptr};
  }
  if (!type || type->form != Form::scalar) return std::nullopt;
  const auto read_of = [&](Cell* object, unsigned i) { return load(*object, expr->getArg(i)); };
  if ((name == "min" || name == "max") && count == 1 && is_of_list)
    return Outcome{extreme_of_list(expr->getArg(0), name == "max"), nullptr};
  if ((name == "min" || name == "max") && count == 2) {
    Cell *a = object_given(expr->getArg(0)), *b = object_given(expr->getArg(1));
    const Cell x = read_of(a, 0), y = read_of(b, 1);
    return Outcome{{}, one_of(name == "max" ? less(x, y) : less(y, x), b, a)};
  }
  if (name == "clamp" && count == 3) {
    Cell *v = object_given(expr->getArg(0)), *low = object_given(expr->getArg(1)), *high = object_given(expr->getArg(2));
    const Cell x = read_of(v, 0), a = read_of(low, 1), b = read_of(high, 2);
    return Outcome{{}, one_of(less(x, a), low, one_of(less(b, x), high, v))};
  }
  if (name == "fdim" && count == 2) {
    const std::vector<Cell> given = read_all({expr->getArg(0), expr->getArg(1)});
    const Cell x = converted(given[0], type), y = converted(given[1], type);
    if (!less(x, y).valid()) return Outcome{};
    const Cell beyond = leaf_cell(type, append(ir::Kind::Subtract, {x.value, y.value}));
    return Outcome{selected(append(ir::Kind::LessEqual, {x.value, y.value}), {zero(type), beyond}), nullptr};
  }
  if ((name == "lround" || name == "llround") && count == 1) {
    const Cell x = value(expr->getArg(0));
    if (!x.is_leaf() || x.state != Cell::State::ready || !ir::is_float(x.type->element)) return std::nullopt;
    return Outcome{converted(leaf_cell(x.type, append(ir::Kind::RoundAway, {x.value})), type), nullptr};
  }
  if ((name == "fmin" || name == "fmax") && count == 2) {
    const std::vector<Cell> given = read_all({expr->getArg(0), expr->getArg(1)});
    const Cell x = converted(given[0], type), y = converted(given[1], type);
    const ir::ValueId beyond = name == "fmax" ? less(x, y) : less(y, x);
    if (!beyond.valid()) return Outcome{};
    const ir::ValueId nothing = append(ir::Kind::NotEqual, {x.value, x.value});  // NaN: the other one
    return Outcome{selected(append(ir::Kind::LogicalOr, {beyond, nothing}), {y, x}), nullptr};
  }
  return std::nullopt;
}

// std::isnan and its like, and the builtin that std::fpclassify is made of: it is given what to say of each class, and a number.
std::optional<Outcome> Library::sort_of_number(const clang::CallExpr* expr, const std::string& name) {
  const bool classifies = name == "__builtin_fpclassify";
  const bool is_normal = name == "isnormal" || name == "__builtin_isnormal";
  if ((name != "isnan" && name != "isinf" && name != "isfinite" && name != "signbit" && !is_normal && !classifies) ||
      expr->getNumArgs() != (classifies ? 6 : 1))
    return std::nullopt;
  Cell x = value(expr->getArg(expr->getNumArgs() - 1));
  const CppType* type = types_.of(expr->getType());
  if (!x.is_leaf() || x.state != Cell::State::ready || !type) return Outcome{};
  const ir::ElementType element = x.type->element;
  if (!ir::is_float(element)) return std::nullopt;
  const auto number = [&](double of) { return forward(at_here().constant(element, of)); };
  const auto size = [&] { return append(ir::Kind::Abs, {x.value}); };
  const double infinity = std::numeric_limits<double>::infinity();
  const auto least_normal = [&] {
    const bool is_wide = element == ir::ElementType::f64;
    return number(is_wide ? std::numeric_limits<double>::min() : static_cast<double>(std::numeric_limits<float>::min()));
  };
  if (classifies) {  // NaN, infinite, normal, subnormal, zero
    std::vector<Cell> classes;
    for (unsigned i = 0; i < 5; ++i) classes.push_back(value(expr->getArg(i)));
    const auto either = [&](ir::ValueId condition, const Cell& yes, const Cell& no) { return selected(condition, {yes, no}); };
    const Cell small = either(append(ir::Kind::Equal, {x.value, number(0)}), classes[4], classes[3]);
    const Cell finite = either(append(ir::Kind::Less, {size(), least_normal()}), small, classes[2]);
    const Cell number_of = either(append(ir::Kind::Equal, {size(), number(infinity)}), classes[1], finite);
    return Outcome{either(append(ir::Kind::NotEqual, {x.value, x.value}), classes[0], number_of), nullptr};
  }
  ir::ValueId answer;
  if (is_normal)
    answer = append(ir::Kind::LogicalAnd, {append(ir::Kind::LessEqual, {least_normal(), size()}), append(ir::Kind::Less, {size(), number(infinity)})});
  else if (name == "isnan")
    answer = append(ir::Kind::NotEqual, {x.value, x.value});
  else if (name == "isinf")
    answer = append(ir::Kind::Equal, {size(), number(infinity)});
  else if (name == "isfinite")
    answer = append(ir::Kind::Less, {size(), number(infinity)});
  else
    answer = append(ir::Kind::Less, {append(ir::Kind::Copysign, {number(1), x.value}), number(0)});
  return Outcome{converted(leaf_cell(types_.scalar(ir::ElementType::boolean), answer), type), nullptr};
}

// --- functions of containers and iterators ---

std::optional<Outcome> Library::access(const clang::CallExpr* expr, const std::string& name) {
  const unsigned count = expr->getNumArgs();
  if (count == 0) return std::nullopt;
  const clang::Expr* first = expr->getArg(0);
  const CppType* type = types_.of(first->getType());
  const bool has_items = type && (type->form == Form::array || type->form == Form::vector || type->is_tensor());
  const bool is_pointer = type && type->form == Form::pointer;
  const CppType* result = types_.of(expr->getType());
  if (has_items && count == 1 && (name == "begin" || name == "cbegin" || name == "data"))
    return Outcome{first_of(*object_given(first)), nullptr};
  if (has_items && count == 1 && (name == "end" || name == "cend")) {
    Cell* object = object_given(first);
    const Cell begin = first_of(*object);
    return Outcome{moved(begin, ir::Kind::Add, size_of(*object).value_or(ir::ValueId{}), expr), nullptr};
  }
  if (has_items && result && count == 1 && (name == "size" || name == "ssize")) {
    const auto size = size_of(*object_given(first));
    return Outcome{size ? converted(leaf_cell(types_.scalar(ir::ElementType::i64), *size), result) : Cell{}, nullptr};
  }
  if (is_pointer && (name == "next" || name == "prev")) {
    const Cell pointer = value(first);
    const ir::ValueId by = count > 1 && !llvm::isa<clang::CXXDefaultArgExpr>(expr->getArg(1)) ? index_value(expr->getArg(1))
                                                                                              : whole(1);
    return Outcome{moved(pointer, name == "next" ? ir::Kind::Add : ir::Kind::Subtract, by, expr), nullptr};
  }
  if (is_pointer && name == "advance" && count == 2) {
    Cell* pointer = place(first);
    const ir::ValueId by = index_value(expr->getArg(1));
    write(resolved(*pointer), moved(load(*pointer, first), ir::Kind::Add, by, expr));
    return Outcome{};
  }
  if (is_pointer && name == "distance" && count == 2)
    return Outcome{pointer_binary(expr, clang::BO_Sub, expr->getArg(1), first), nullptr};
  if ((name == "addressof" || name == "__addressof") && count == 1) return Outcome{address_of(*place(first)), nullptr};
  return std::nullopt;
}

std::optional<Cell> Library::compare_by_object(const clang::CallExpr* expr, const clang::CXXMethodDecl* method) {
  static const std::map<llvm::StringRef, clang::BinaryOperatorKind> kComparisons = {
      {"less", clang::BO_LT}, {"less_equal", clang::BO_LE}, {"greater", clang::BO_GT}, {"greater_equal", clang::BO_GE}, {"equal_to", clang::BO_EQ}, {"not_equal_to", clang::BO_NE}};
  const auto found = kComparisons.find(method->getParent()->getName());
  if (found == kComparisons.end() || expr->getNumArgs() != 3 || method->getOverloadedOperator() != clang::OO_Call) return std::nullopt;
  const CppType *x = types_.of(expr->getArg(1)->getType()), *y = types_.of(expr->getArg(2)->getType());
  if (!x || !y || x->form != CppType::Form::scalar || !is_one_type(x, y) || ir::is_complex(x->element)) return std::nullopt;
  const Cell left = value(expr->getArg(1)), right = value(expr->getArg(2));
  return arithmetic(expr, found->second, left, right, types_.scalar(ir::ElementType::boolean));
}

std::string name_without_suffix(const clang::FunctionDecl* function) {
  std::string name = function->getNameAsString();
  if (function->isInStdNamespace() || function->getNumParams() == 0) return name;
  const clang::QualType of = function->getParamDecl(0)->getType();
  const bool is_of_float = of->isSpecificBuiltinType(clang::BuiltinType::Float) && name.ends_with('f');
  if (is_of_float || (of->isSpecificBuiltinType(clang::BuiltinType::LongDouble) && name.ends_with('l'))) name.pop_back();
  return name;
}

std::optional<Outcome> Library::call_algorithm(const clang::CallExpr* expr, const clang::FunctionDecl* function) {
  const std::string name = name_without_suffix(function);
  if (auto chosen = choice_by_comparison(expr, name)) return chosen;
  if (auto told = sort_of_number(expr, name)) return told;
  if (auto taken = parts_of_number(expr, name)) return taken;
  if (auto copied = copy_of_bytes(expr, name)) return copied;
  if (!function->isInStdNamespace()) return std::nullopt;
  if (name == "swap" && expr->getNumArgs() == 2) {
    Cell *left = place(expr->getArg(0)), *right = place(expr->getArg(1));
    swap(*left, *right, expr);
    return Outcome{};
  }
  if (name == "exchange" && expr->getNumArgs() == 2) {
    Cell* object = place(expr->getArg(0));
    const Outcome given = outcome(expr->getArg(1));
    take_items_along(*object, expr);
    const Cell old = load(*object, expr->getArg(0));
    if (!old.type) return Outcome{};
    store(*object, read_as(given.place ? *given.place : *temporary(given.value), old.type, expr->getArg(1)), nullptr);
    return Outcome{old, nullptr};
  }
  if (auto done = call_range_algorithm(expr, name)) return done;
  return access(expr, name);
}

}  // namespace tool
