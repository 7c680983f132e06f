#include "ir/extent.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

namespace ir {
namespace {

bool same_atoms(const std::vector<Extent::Atom>& a, const std::vector<Extent::Atom>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const auto& p, const auto& q) { return p.name == q.name; });
}

// Higher degree first, then by name: the order of a polynomial as people write it.
bool before(const std::vector<Extent::Atom>& a, const std::vector<Extent::Atom>& b) {
  if (a.size() != b.size()) return a.size() > b.size();
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                      [](const auto& p, const auto& q) { return p.name < q.name; });
}

const char* function_name(Extent::Atom::Kind kind) {
  switch (kind) {
    case Extent::Atom::Kind::min: return "min";
    case Extent::Atom::Kind::max: return "max";
    case Extent::Atom::Kind::floor_divide: return "div";
    case Extent::Atom::Kind::symbol: break;
  }
  return "";
}

// Coefficients wrap: sums and products stay those of a ring whatever the numbers, so that equality stays sound.
std::int64_t wrap(std::uint64_t value) { return static_cast<std::int64_t>(value); }
std::uint64_t bits(std::int64_t value) { return static_cast<std::uint64_t>(value); }
std::int64_t plus(std::int64_t a, std::int64_t b) { return wrap(bits(a) + bits(b)); }
std::int64_t times(std::int64_t a, std::int64_t b) { return wrap(bits(a) * bits(b)); }
std::int64_t minus(std::int64_t a) { return wrap(0 - bits(a)); }

std::int64_t floor_quotient(std::int64_t a, std::int64_t b) {
  if (b == -1) return minus(a);
  const std::int64_t q = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}

// Joins the terms of a polynomial with their signs; what gives the text of a factor is asked with the term that it is of.
template <class AtomText>
std::string join_terms(std::span<const Extent::Term> terms, const char* times, AtomText atom_text) {
  if (terms.empty()) return "0";
  std::string out;
  for (const Extent::Term& term : terms) {
    const bool negative = term.coefficient < 0;
    if (out.empty()) {
      if (negative) out += "-";
    } else {
      out += negative ? " - " : " + ";
    }
    std::vector<std::string> factors;
    const std::uint64_t magnitude = negative ? 0 - bits(term.coefficient) : bits(term.coefficient);
    if (magnitude != 1 || term.atoms.empty()) factors.push_back(fmt::to_string(magnitude));
    for (const Extent::Atom& atom : term.atoms) factors.push_back(atom_text(atom, term));
    out += fmt::format("{}", fmt::join(factors, times));
  }
  return out;
}

void add(std::vector<Extent::Term>& terms, Extent::Term term) {
  if (term.coefficient == 0) return;
  auto place = std::lower_bound(terms.begin(), terms.end(), term,
                                [](const auto& p, const auto& q) { return before(p.atoms, q.atoms); });
  if (place == terms.end() || !same_atoms(place->atoms, term.atoms)) {
    terms.insert(place, std::move(term));
  } else if ((place->coefficient = plus(place->coefficient, term.coefficient)) == 0) {
    terms.erase(place);
  }
}

}  // namespace

Extent::Extent() = default;

Extent::Extent(std::int64_t constant) : number_{{}, constant} {}

Extent Extent::of_terms(std::vector<Term> terms) {
  if (terms.empty()) return 0;
  if (terms.size() == 1 && terms[0].atoms.empty()) return terms[0].coefficient;
  Extent e;
  e.terms_ = std::make_shared<const std::vector<Term>>(std::move(terms));
  return e;
}

std::span<const Extent::Term> Extent::terms() const {
  if (terms_) return *terms_;
  return {&number_, number_.coefficient == 0 ? 0u : 1u};
}

Extent Extent::of_atom(Atom atom) {
  std::vector<Term> terms(1);
  terms[0].atoms.push_back(std::move(atom));
  terms[0].coefficient = 1;
  return of_terms(std::move(terms));
}

Extent Extent::symbol(std::string name) { return of_atom({Atom::Kind::symbol, std::move(name), {}}); }

Extent Extent::binary(Atom::Kind kind, const Extent& a, const Extent& b) {
  Atom atom{kind, {}, {a, b}};
  const bool commutes = kind != Atom::Kind::floor_divide;
  if (commutes && b.text() < a.text()) std::swap(atom.operands[0], atom.operands[1]);
  atom.name =
      fmt::format("{}({}, {})", function_name(kind), atom.operands[0].text(), atom.operands[1].text());
  return of_atom(std::move(atom));
}

Extent Extent::min(const Extent& a, const Extent& b) {
  if ((b - a).never_negative()) return a;
  if ((a - b).never_negative()) return b;
  return binary(Atom::Kind::min, a, b);
}

Extent Extent::max(const Extent& a, const Extent& b) {
  if ((a - b).never_negative()) return a;
  if ((b - a).never_negative()) return b;
  return binary(Atom::Kind::max, a, b);
}

Extent Extent::floor_divide(const Extent& a, const Extent& b) {
  if (auto d = b.constant(); d && *d != 0) {
    if (*d == 1) return a;
    if (*d == -1) return Extent(0) - a;
    if (auto n = a.constant()) return floor_quotient(*n, *d);
    std::vector<Term> quotient;
    for (const Term& term : a.terms()) {
      if (term.coefficient % *d != 0) return binary(Atom::Kind::floor_divide, a, b);
      quotient.push_back({term.atoms, term.coefficient / *d});
    }
    return of_terms(std::move(quotient));
  }
  return binary(Atom::Kind::floor_divide, a, b);
}

Extent operator+(const Extent& a, const Extent& b) {
  if (!a.terms_ && !b.terms_) return plus(a.number_.coefficient, b.number_.coefficient);
  if (a == 0) return b;
  if (b == 0) return a;
  std::vector<Extent::Term> sum(a.terms().begin(), a.terms().end());
  for (const Extent::Term& term : b.terms()) add(sum, term);
  return Extent::of_terms(std::move(sum));
}

Extent operator-(const Extent& a, const Extent& b) {
  if (!a.terms_ && !b.terms_) return plus(a.number_.coefficient, minus(b.number_.coefficient));
  if (b == 0) return a;
  std::vector<Extent::Term> difference(a.terms().begin(), a.terms().end());
  for (const Extent::Term& term : b.terms()) add(difference, {term.atoms, minus(term.coefficient)});
  return Extent::of_terms(std::move(difference));
}

Extent operator*(const Extent& a, const Extent& b) {
  if (!a.terms_ && !b.terms_) return times(a.number_.coefficient, b.number_.coefficient);
  if (a == 1) return b;
  if (b == 1) return a;
  std::vector<Extent::Term> product;
  for (const Extent::Term& p : a.terms())
    for (const Extent::Term& q : b.terms()) {
      Extent::Term term{p.atoms, times(p.coefficient, q.coefficient)};
      term.atoms.insert(term.atoms.end(), q.atoms.begin(), q.atoms.end());
      std::sort(term.atoms.begin(), term.atoms.end(),
                [](const auto& s, const auto& t) { return s.name < t.name; });
      add(product, std::move(term));
    }
  return Extent::of_terms(std::move(product));
}

bool operator==(const Extent& a, const Extent& b) {
  if (a.terms_ == b.terms_) return a.terms_ || a.number_.coefficient == b.number_.coefficient;
  if (!a.terms_ || !b.terms_) return false;
  return std::equal(a.terms_->begin(), a.terms_->end(), b.terms_->begin(), b.terms_->end(),
                    [](const auto& p, const auto& q) {
                      return p.coefficient == q.coefficient && same_atoms(p.atoms, q.atoms);
                    });
}

std::optional<std::int64_t> Extent::constant() const {
  if (terms_) return std::nullopt;
  return number_.coefficient;
}

std::optional<std::string> Extent::as_symbol() const {
  if (!terms_ || terms_->size() != 1) return std::nullopt;
  const Term& term = terms_->front();
  if (term.coefficient != 1 || term.atoms.size() != 1) return std::nullopt;
  const Atom& atom = term.atoms[0];
  if (atom.kind != Atom::Kind::symbol) return std::nullopt;
  return atom.name;
}

bool Extent::never_negative() const {
  auto non_negative_atom = [](const Atom& atom) {
    switch (atom.kind) {
      case Atom::Kind::symbol: return !atom.name.starts_with('%');
      case Atom::Kind::max: return atom.operands[0].never_negative() || atom.operands[1].never_negative();
      case Atom::Kind::min:
      case Atom::Kind::floor_divide:
        return atom.operands[0].never_negative() && atom.operands[1].never_negative();
    }
    return false;
  };
  const auto is_positive = [&](const Term& term) {
    return term.coefficient > 0 && std::all_of(term.atoms.begin(), term.atoms.end(), non_negative_atom);
  };
  if (std::all_of(terms().begin(), terms().end(), is_positive)) return true;
  // max(a, b) + c is at least a + c, and b + c. With many of them that is not looked for, as it would be for each choice.
  constexpr std::ptrdiff_t kMost = 4;
  const auto is_max = [](const Term& term) { return term.coefficient > 0 && term.atoms.size() == 1 && term.atoms[0].kind == Atom::Kind::max; };
  const auto first = std::find_if(terms().begin(), terms().end(), is_max);
  if (first == terms().end() || std::count_if(terms().begin(), terms().end(), is_max) > kMost) return false;
  const Extent without = *this - of_terms({*first});
  const auto is_enough = [&](const Extent& operand) { return (without + Extent(first->coefficient) * operand).never_negative(); };
  return std::any_of(first->atoms[0].operands.begin(), first->atoms[0].operands.end(), is_enough) || (is_positive(*first) && without.never_negative());
}

void Extent::collect_symbols(std::set<std::string>& names) const {
  for (const Term& term : terms())
    for (const Atom& atom : term.atoms) {
      if (atom.kind == Atom::Kind::symbol) names.insert(atom.name);
      for (const Extent& operand : atom.operands) operand.collect_symbols(names);
    }
}

Extent Extent::substitute(const std::map<std::string, Extent>& values) const {
  if (!terms_) return *this;
  Extent result;
  for (const Term& term : terms()) {
    Extent factor = term.coefficient;
    for (const Atom& atom : term.atoms) {
      if (atom.kind == Atom::Kind::symbol) {
        auto found = values.find(atom.name);
        factor = factor * (found == values.end() ? symbol(atom.name) : found->second);
        continue;
      }
      const Extent a = atom.operands[0].substitute(values), b = atom.operands[1].substitute(values);
      factor = factor * (atom.kind == Atom::Kind::min   ? min(a, b)
                         : atom.kind == Atom::Kind::max ? max(a, b)
                                                        : floor_divide(a, b));
    }
    result = result + factor;
  }
  return result;
}

std::optional<std::int64_t> Extent::evaluate(const std::map<std::string, std::int64_t>& values) const {
  std::int64_t sum = 0;
  for (const Term& term : terms()) {
    std::int64_t product = term.coefficient;
    for (const Atom& atom : term.atoms) {
      if (atom.kind == Atom::Kind::symbol) {
        const auto found = values.find(atom.name);
        if (found == values.end()) return std::nullopt;
        product = times(product, found->second);
        continue;
      }
      const auto a = atom.operands[0].evaluate(values), b = atom.operands[1].evaluate(values);
      if (!a || !b || (atom.kind == Atom::Kind::floor_divide && *b == 0)) return std::nullopt;
      product = times(product, atom.kind == Atom::Kind::min   ? std::min(*a, *b)
                               : atom.kind == Atom::Kind::max ? std::max(*a, *b)
                                                              : floor_quotient(*a, *b));
    }
    sum = plus(sum, product);
  }
  return sum;
}

// Division of polynomials: the order of terms is one that products keep, so that each step removes the first term.
std::optional<Extent> Extent::quotient(const Extent& divisor) const {
  if (divisor == 0) return std::nullopt;
  const auto by_name = [](const Atom& a, const Atom& b) { return a.name < b.name; };
  const Term& by = divisor.terms()[0];
  Extent rest = *this, quotient;
  while (!(rest == 0)) {
    const Term& first = rest.terms()[0];
    if ((by.coefficient != -1 && first.coefficient % by.coefficient != 0) ||
        !std::includes(first.atoms.begin(), first.atoms.end(), by.atoms.begin(), by.atoms.end(), by_name))
      return std::nullopt;
    Extent step = floor_quotient(first.coefficient, by.coefficient);
    std::vector<Atom> atoms;
    std::set_difference(first.atoms.begin(), first.atoms.end(), by.atoms.begin(), by.atoms.end(), std::back_inserter(atoms),
                        by_name);
    for (const Atom& atom : atoms) step = step * of_atom(atom);
    quotient = quotient + step;
    rest = rest - step * divisor;
  }
  return quotient;
}

std::optional<std::pair<std::string, Extent>> Extent::solve(
    const std::function<int(const std::string&)>& rank) const {
  const auto without = [&](const Term& term) { return *this - of_terms({term}); };
  const Term* best = nullptr;
  for (const Term& term : terms()) {
    if (term.atoms.size() != 1 || term.atoms[0].kind != Atom::Kind::symbol) continue;
    if (term.coefficient != 1 && term.coefficient != -1) continue;
    const std::string& name = term.atoms[0].name;
    if (rank(name) < 0 || (best && rank(name) <= rank(best->atoms[0].name))) continue;
    const Extent rest = without(term);
    std::set<std::string> others;
    rest.collect_symbols(others);
    if (!others.contains(name)) best = &term;
  }
  if (!best) return std::nullopt;
  const Extent rest = without(*best);
  return std::pair{best->atoms[0].name, best->coefficient > 0 ? Extent(0) - rest : rest};
}

std::optional<Extent> Extent::of_sign(const Atom& atom) {
  // The other of two operands, of which one is that constant.
  const auto beside = [](const Atom& of, Atom::Kind kind, std::int64_t constant) -> const Extent* {
    if (of.kind != kind) return nullptr;
    return of.operands[0] == constant ? &of.operands[1] : of.operands[1] == constant ? &of.operands[0] : nullptr;
  };
  const Extent* inner = beside(atom, Atom::Kind::min, 1);
  const bool is_atom = inner && inner->terms_ && inner->terms().size() == 1 && inner->terms()[0].coefficient == 1 &&
                       inner->terms()[0].atoms.size() == 1;
  const Extent* negated = is_atom ? beside(inner->terms()[0].atoms[0], Atom::Kind::max, 0) : nullptr;
  return negated ? std::optional(Extent(0) - *negated) : std::nullopt;
}

std::string Extent::text() const {
  return join_terms(terms(), "*", [](const Atom& atom, const Term&) { return atom.name; });
}

std::string Extent::cpp(const std::function<std::string(const std::string&)>& name) const {
  return cpp(name, [](const std::string& text, const auto&) { return text; });
}

std::string Extent::cpp(const std::function<std::string(const std::string&)>& name,
                        const std::function<std::string(const std::string&, const std::set<std::string>&)>& factor) const {
  return join_terms(terms(), " * ", [&](const Atom& atom, const Term&) -> std::string {
    if (atom.kind == Atom::Kind::symbol) return factor(name(atom.name), {atom.name});
    const char* function = atom.kind == Atom::Kind::min   ? "gradc::scalar::min_extent"
                           : atom.kind == Atom::Kind::max ? "gradc::scalar::max_extent"
                                                          : "gradc::scalar::divide_extent";
    std::set<std::string> symbols;
    for (const Extent& operand : atom.operands) operand.collect_symbols(symbols);
    if (const auto signed_one = of_sign(atom)) return factor(fmt::format("({} < 0 ? 1 : 0)", signed_one->cpp(name)), symbols);
    return factor(fmt::format("{}({}, {})", function, atom.operands[0].cpp(name), atom.operands[1].cpp(name)), symbols);
  });
}

std::string Extent::words(const std::function<std::string(const std::string&)>& name) const {
  return join_terms(terms(), " * ", [&](const Atom& atom, const Term& term) -> std::string {
    if (atom.kind == Atom::Kind::symbol) return name(atom.name);
    if (atom.kind != Atom::Kind::floor_divide)
      return fmt::format("{}({}, {})", atom.kind == Atom::Kind::min ? "min" : "max", atom.operands[0].words(name),
                         atom.operands[1].words(name));
    const auto operand = [&](const Extent& e) {
      const auto is_factor = [](const Term& t) {
        return t.atoms.size() == 1 && t.coefficient == 1 && t.atoms[0].kind != Atom::Kind::floor_divide;
      };
      const bool is_one = e.constant() || (e.terms().size() == 1 && is_factor(e.terms()[0]));
      return fmt::format(fmt::runtime(is_one ? "{}" : "({})"), e.words(name));
    };
    const bool is_alone = term.atoms.size() == 1 && term.coefficient == 1;
    return fmt::format(fmt::runtime(is_alone ? "{} / {}" : "({} / {})"), operand(atom.operands[0]), operand(atom.operands[1]));
  });
}

Extent product(const Shape& shape) {
  Extent result = 1;
  for (const Extent& extent : shape) result = result * extent;
  return result;
}

std::optional<std::vector<std::int64_t>> constants(const Shape& shape) {
  std::vector<std::int64_t> out;
  for (const Extent& extent : shape) {
    const auto constant = extent.constant();
    if (!constant) return std::nullopt;
    out.push_back(*constant);
  }
  return out;
}

std::string text(const Shape& shape) {
  std::vector<std::string> parts;
  for (const Extent& extent : shape) parts.push_back(extent.text());
  return fmt::format("[{}]", fmt::join(parts, ", "));
}

}  // namespace ir
