#include "ir/text/parse_terms.h"

#include <charconv>
#include <limits>

namespace ir {
namespace {

// Deeper nesting than any program has, shallower than the stack.
constexpr int kDeepestTerm = 64;

}  // namespace

bool Cursor::fail_at(int line, const std::string& text) const {
  diagnostics_.report(DiagnosticId::parse_error, {}, line, text);
  return false;
}

bool Cursor::accept(std::string_view what) {
  if (!is(what)) return false;
  ++at_;
  return true;
}

bool Cursor::expect(std::string_view what) {
  return accept(what) || fail(fmt::format("'{}' is expected, not '{}'", what, token().text));
}

std::optional<std::string> Cursor::expect(Token::Kind kind, std::string_view what) {
  if (token().kind == kind) return next().text;
  fail(fmt::format("{} is expected, not '{}'", what, token().text));
  return std::nullopt;
}

std::optional<std::int64_t> Cursor::magnitude(bool negative) {
  const int line = token().line;
  const auto digits = expect(Token::Kind::integer, "an integer");
  if (!digits) return std::nullopt;
  const std::string text = (negative ? "-" : "") + *digits;
  std::int64_t value = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc{}) {
    fail_at(line, fmt::format("{} is too large", text));
    return std::nullopt;
  }
  return value;
}

std::optional<double> Cursor::real(bool negative) {
  const int line = token().line;
  const std::string text = (negative ? "-" : "") + next().text;
  double value = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc{}) {
    fail_at(line, fmt::format("{} is out of the range of f64", text));
    return std::nullopt;
  }
  return value;
}

std::optional<std::int64_t> Cursor::integer() {
  const bool negative = accept("-");
  return magnitude(negative);
}

// --- extents: sums of products of integers, symbols, min(a, b), max(a, b), div(a, b)
// ---------------------------

std::optional<Extent> Cursor::extent(int depth) {
  if (depth > kDeepestTerm) {
    fail("an extent is nested too deeply");
    return std::nullopt;
  }
  Extent sum;
  bool first = true, negative = accept("-");
  while (first || is("+") || is("-")) {
    if (!first) negative = next().text == "-";
    first = false;
    const auto product = term(negative, depth);
    if (!product) return std::nullopt;
    sum = sum + *product;
  }
  return sum;
}

std::optional<Extent> Cursor::term(bool negative, int depth) {
  std::optional<Extent> product;
  if (negative && token().kind == Token::Kind::integer) {
    // -9223372036854775808 is a number, 9223372036854775808 is not.
    if (const auto number = magnitude(true)) product = Extent(*number);
  } else {
    product = factor(depth);
    if (product && negative) product = Extent(0) - *product;
  }
  while (product && accept("*")) {
    const auto more = factor(depth);
    if (!more) return std::nullopt;
    product = *product * *more;
  }
  return product;
}

std::optional<Extent> Cursor::factor(int depth) {
  using ExtentFunction = Extent (*)(const Extent&, const Extent&);
  if (token().kind == Token::Kind::integer) {
    const auto number = magnitude(false);
    if (!number) return std::nullopt;
    return Extent(*number);
  }
  if (token().kind == Token::Kind::value) return Extent::symbol("%" + next().text);
  if (accept("(")) {
    auto inner = extent(depth + 1);
    if (!inner || !expect(")")) return std::nullopt;
    return inner;
  }
  const auto word = expect(Token::Kind::word, "an extent");
  if (!word) return std::nullopt;
  const ExtentFunction function = *word == "min"   ? &Extent::min
                                  : *word == "max" ? &Extent::max
                                  : *word == "div" ? &Extent::floor_divide
                                                   : ExtentFunction{};
  if (!function || !is("(")) return Extent::symbol(*word);
  next();
  const auto a = extent(depth + 1);
  if (!a || !expect(",")) return std::nullopt;
  const auto b = extent(depth + 1);
  if (!b || !expect(")")) return std::nullopt;
  return function(*a, *b);
}

// --- types: f32, f32[x.0, 4], seq<f32[?, ?]>
// -------------------------------------------------------------------

std::optional<Type> Cursor::type(int depth) {
  if (depth > kDeepestTerm) {
    fail("a type is nested too deeply");
    return std::nullopt;
  }
  const auto word = expect(Token::Kind::word, "a type");
  if (!word) return std::nullopt;
  if (*word == "seq") {
    if (!expect("<")) return std::nullopt;
    auto inner = type(depth + 1);
    if (!inner || !expect(">")) return std::nullopt;
    return sequence_of(*inner);
  }
  const auto element = element_type(*word);
  if (!element) {
    fail(fmt::format("there is no element type '{}'", *word));
    return std::nullopt;
  }
  Type type = scalar(*element);
  if (!accept("[")) return type;
  const bool read = list("]", [&] {
    if (depth > 0 && accept("?")) {
      type.extents.emplace_back();
      return true;
    }
    const auto extent_read = extent();
    if (extent_read) type.extents.push_back(*extent_read);
    return extent_read.has_value();
  });
  if (!read) return std::nullopt;
  return type;
}

// --- attributes
// ------------------------------------------------------------------------------------------------

std::optional<Attribute> Cursor::attribute() {
  if (token().kind == Token::Kind::string) return Attribute(next().text);
  if (accept("true")) return Attribute(true);
  if (accept("false")) return Attribute(false);
  if (accept("nan")) return Attribute(std::numeric_limits<double>::quiet_NaN());
  if (accept("[")) {
    Integers integers;
    const bool read = list("]", [&] {
      const auto value = integer();
      if (value) integers.push_back(*value);
      return value.has_value();
    });
    if (!read) return std::nullopt;
    return Attribute(std::move(integers));
  }
  if (accept("<")) {
    Shape shape;
    const bool read = list(">", [&] {
      const auto value = extent();
      if (value) shape.push_back(*value);
      return value.has_value();
    });
    if (!read) return std::nullopt;
    return Attribute(std::move(shape));
  }
  const bool negative = accept("-");
  if (accept("inf")) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    return Attribute(negative ? -kInfinity : kInfinity);
  }
  if (token().kind == Token::Kind::real) {
    const auto value = real(negative);
    if (!value) return std::nullopt;
    return Attribute(*value);
  }
  if (negative || token().kind == Token::Kind::integer) {
    const auto value = magnitude(negative);
    if (!value) return std::nullopt;
    return Attribute(*value);
  }
  const auto word = expect(Token::Kind::word, "the value of an attribute");
  if (!word) return std::nullopt;
  if (const auto element = element_type(*word)) return Attribute(*element);
  fail(fmt::format("'{}' is not the value of an attribute", *word));
  return std::nullopt;
}

}  // namespace ir
