// Symbolic extents: integer expressions in a canonical form, so that equality is comparison.
//
// An extent is a polynomial with integer coefficients over atoms. An atom is a symbol, or min, max or floor
// division of two extents. A symbol such as `x.0` is an extent of an argument (or of an op that defines it) and
// never negative; `%n` is the value of the integer argument n and may be anything.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace ir {

class Extent {
 public:
  struct Atom;
  struct Term {
    std::vector<Atom> atoms;  // sorted by name; empty for the constant
    std::int64_t coefficient = 0;
  };

  Extent();                       // 0
  Extent(std::int64_t constant);  // implicit: extents are mostly numbers
  static Extent symbol(std::string name);
  static Extent min(const Extent& a, const Extent& b);
  static Extent max(const Extent& a, const Extent& b);
  static Extent floor_divide(const Extent& a, const Extent& b);

  std::optional<std::int64_t> constant() const;
  // The name, where the extent is one symbol and nothing else.
  std::optional<std::string> as_symbol() const;
  // Provably >= 0 for every value of its symbols.
  bool never_negative() const;

  void collect_symbols(std::set<std::string>& names) const;
  Extent substitute(const std::map<std::string, Extent>& values) const;
  // The value, if every symbol has one and nothing is divided by zero.
  std::optional<std::int64_t> evaluate(const std::map<std::string, std::int64_t>& values) const;
  // What times the divisor is this extent, for every value of the symbols; null where there is no such polynomial.
  std::optional<Extent> quotient(const Extent& divisor) const;
  // symbol = solution, where `*this == 0` can be solved for one symbol with coefficient +1 or -1 that occurs
  // nowhere else in it. Prefers the symbol for which `rank` is greatest; skips those with rank below 0.
  std::optional<std::pair<std::string, Extent>> solve(
      const std::function<int(const std::string&)>& rank) const;

  std::string text() const;
  // As a C++ expression: `name` gives the identifier of a symbol; min, max and division call
  // gradc::scalar functions of these names.
  std::string cpp(const std::function<std::string(const std::string&)>& name) const;
  // The same, with each factor as `factor` has it, which is given its text and symbols.
  std::string cpp(const std::function<std::string(const std::string&)>& name,
                  const std::function<std::string(const std::string&, const std::set<std::string>&)>& factor) const;

  // As one would write it: `min(a, b)`, `max(a, b)` and `a / b`.
  std::string words(const std::function<std::string(const std::string&)>& name) const;

  friend Extent operator+(const Extent& a, const Extent& b);
  friend Extent operator-(const Extent& a, const Extent& b);
  friend Extent operator*(const Extent& a, const Extent& b);
  friend bool operator==(const Extent& a, const Extent& b);

  struct Atom {
    enum class Kind : std::uint8_t { symbol, min, max, floor_divide };
    Kind kind = Kind::symbol;
    std::string name;               // of a symbol; of the others their text, by which atoms are ordered
    std::vector<Extent> operands;   // none for a symbol
  };
  static Extent of_atom(Atom atom);
  // Of min(1, max(-e, 0)), which is 1 where e is negative: e, which is to be compared, as -e could overflow.
  static std::optional<Extent> of_sign(const Atom& atom);
  // Those of the highest degree first; none has the coefficient zero.
  std::span<const Term> terms() const;

 private:
  static Extent of_terms(std::vector<Term> terms);
  static Extent binary(Atom::Kind kind, const Extent& a, const Extent& b);

  // Extents are copied more often than anything else of the IR: a number is held in place, and copies share the terms of
  // everything else, which are sorted and never change.
  Term number_;
  std::shared_ptr<const std::vector<Term>> terms_;  // null: the extent is the number
};

using Shape = std::vector<Extent>;

// The number of elements.
Extent product(const Shape& shape);
// The extents, where all are constants.
std::optional<std::vector<std::int64_t>> constants(const Shape& shape);
std::string text(const Shape& shape);

}  // namespace ir
