// The functions of <cmath> that take a number apart, and put it together again.
#include <limits>

#include "ir/kind.h"
#include "tool/lower/library/library.h"

namespace tool {

// Both arguments are evaluated before a part is written: it may be written to where the number was read.
std::optional<Outcome> Library::parts_of_number(const clang::CallExpr* expr, const std::string& name) {
  using ir::Kind;
  const CppType* type = types_.of(expr->getType());
  const bool scales = name == "ldexp" || name == "scalbn";
  if (!type || type->form != CppType::Form::scalar || !ir::is_float(type->element)) return std::nullopt;
  const bool is_nan = name == "nan" || name == "nanf" || name == "nanl";
  if (is_nan && expr->getNumArgs() == 1 && llvm::isa<clang::StringLiteral>(expr->getArg(0)->IgnoreParenImpCasts()))
    return Outcome{leaf_cell(type, forward(at_here().constant(type->element, std::numeric_limits<double>::quiet_NaN()))), nullptr};
  if (name == "remquo" && expr->getNumArgs() == 3) return remainder_and_quotient(expr, type);
  if ((!scales && name != "frexp" && name != "modf") || expr->getNumArgs() != 2) return std::nullopt;
  const std::vector<Cell> given = read_all({expr->getArg(0), expr->getArg(1)});
  const Cell given_x = converted(given[0], type);
  if (given_x.state != Cell::State::ready || !given[1].type) return Outcome{};

  const ir::ValueId x = given_x.value;
  const auto number = [&](double of) { return forward(at_here().constant(type->element, of)); };
  const auto integer = [&](std::int64_t of) { return forward(at_here().constant_integer(ir::ElementType::i32, of)); };
  const auto choose = [&](ir::ValueId condition, ir::ValueId yes, ir::ValueId no) {
    return append(Kind::Where, {condition, yes, no});
  };
  const auto size_of = [&](ir::ValueId of) { return append(Kind::Abs, {of}); };
  if (scales) {
    const Cell exponent = converted(given[1], types_.scalar(ir::ElementType::i32));
    if (exponent.state != Cell::State::ready) return Outcome{};
    return Outcome{leaf_cell(type, append(Kind::Ldexp, {x, exponent.value})), nullptr};
  }

  Cell* part = pointee(given[1], whole(0), expr);
  const double infinity = std::numeric_limits<double>::infinity();
  if (name == "modf") {
    store(*part, leaf_cell(type, append(Kind::Trunc, {x})), expr);
    const ir::ValueId is_infinite = append(Kind::Equal, {size_of(x), number(infinity)});
    const ir::ValueId behind_point = append(Kind::Fmod, {x, number(1)});
    return Outcome{leaf_cell(type, choose(is_infinite, append(Kind::Copysign, {number(0), x}), behind_point)), nullptr};
  }
  // A fraction of magnitude from 1/2 up to 1 times a power of two; x and 0 where there is none. The logarithm may be rounded
  // to the next integer, which is put right: so both parts are exact.
  const ir::ValueId is_finite = append(Kind::Less, {size_of(x), number(infinity)});
  const ir::ValueId has_parts = append(Kind::LogicalAnd, {is_finite, append(Kind::NotEqual, {x, number(0)})});
  const ir::ValueId safe = choose(has_parts, x, number(1));
  const ir::ValueId logarithm = append(Kind::Floor, {append(Kind::Log2, {size_of(safe)})});
  const ir::ValueId about =
      append(Kind::Add, {append(Kind::Astype, {logarithm}, {{"to", ir::ElementType::i32}}), integer(1)});
  const ir::ValueId fraction = append(Kind::Ldexp, {safe, append(Kind::Negative, {about})});
  const ir::ValueId is_above = append(Kind::LessEqual, {number(1), size_of(fraction)});
  const ir::ValueId is_below = append(Kind::Less, {size_of(fraction), number(0.5)});
  const ir::ValueId right = choose(is_above, append(Kind::Multiply, {fraction, number(0.5)}),
                                   choose(is_below, append(Kind::Multiply, {fraction, number(2)}), fraction));
  const ir::ValueId exponent =
      append(Kind::Add, {about, choose(is_above, integer(1), choose(is_below, integer(-1), integer(0)))});
  store(*part, leaf_cell(types_.scalar(ir::ElementType::i32), choose(has_parts, exponent, integer(0))), expr);
  return Outcome{leaf_cell(type, choose(has_parts, right, x)), nullptr};
}

// The remainder; and with the sign of the quotient, what that has of y in what is left after all of 8 y, from 0 to 8: congruent to it
// modulo 8, as the C library of GNU gives it.
Outcome Library::remainder_and_quotient(const clang::CallExpr* expr, const CppType* type) {
  using ir::Kind;
  const std::vector<Cell> given = read_all({expr->getArg(0), expr->getArg(1), expr->getArg(2)});
  const Cell given_x = converted(given[0], type), given_y = converted(given[1], type);
  if (given_x.state != Cell::State::ready || given_y.state != Cell::State::ready || !given[2].type) return {};
  const ir::ValueId x = given_x.value, y = given_y.value;
  const auto number = [&](double of) { return forward(at_here().constant(type->element, of)); };
  const ir::ValueId size = append(Kind::Abs, {y});
  const ir::ValueId left = append(Kind::Fmod, {append(Kind::Abs, {x}), append(Kind::Multiply, {number(8), size})});
  const ir::ValueId rest = append(Kind::Divide, {append(Kind::Remainder, {left, size}), size});
  const ir::ValueId count = append(Kind::Round, {append(Kind::Subtract, {append(Kind::Divide, {left, size}), rest})});
  const ir::ValueId with_sign = append(Kind::Copysign, {count, append(Kind::Multiply, {append(Kind::Copysign, {number(1), x}), append(Kind::Copysign, {number(1), y})})});
  const ir::ValueId known = append(Kind::Where, {append(Kind::Equal, {with_sign, with_sign}), with_sign, number(0)});
  const CppType* integer = types_.scalar(ir::ElementType::i32);
  store(*pointee(given[2], whole(0), expr), leaf_cell(integer, append(Kind::Astype, {known}, {{"to", integer->element}})), expr);
  return {leaf_cell(type, append(Kind::Remainder, {x, y})), nullptr};
}

}  // namespace tool
