#include "codegen/text/sizes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "codegen/interface/location.h"
#include "codegen/text/emitter.h"
#include "ir/op.h"

namespace codegen {
namespace {

using Atom = ir::Extent::Atom;

std::set<std::string> symbols_of(const ir::Extent& extent) {
  std::set<std::string> symbols;
  extent.collect_symbols(symbols);
  return symbols;
}

bool is_sum(const ir::Extent& extent) { return extent.terms().size() > 1; }

// How many names it takes to write a polynomial.
std::size_t names_in(const ir::Extent& extent) {
  std::size_t count = 0;
  for (const ir::Extent::Term& term : extent.terms()) count += term.atoms.size();
  return count;
}

// Two names and a number, each of them once.
bool is_short(const ir::Extent& sum) {
  const auto is_plain = [](const ir::Extent::Term& term) { return term.atoms.empty() || term.coefficient == 1 || term.coefficient == -1; };
  return names_in(sum) < 3 && std::all_of(sum.terms().begin(), sum.terms().end(), is_plain);
}

bool is_derivative(const std::string& name) { return name.ends_with("_bar") || name.ends_with("_dot"); }

// Where the statement begins that has the first line with the name; npos where none has.
std::size_t first_statement(const std::string& text, const std::string& name) {
  std::size_t statement = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = std::string_view(text).substr(at, end - at);
    if (!line.empty() && line[0] != ' ' && line[0] != '}') statement = at;
    if (mentions(line, name)) return statement;
    at = end + 1;
  }
  return std::string::npos;
}

}  // namespace

std::string extent_name(const std::string& tensor, int rank, int axis) {
  if (rank == 1) return tensor + "_size";
  if (rank == 2) return tensor + (axis == 0 ? "_rows" : "_columns");
  return fmt::format("{}_extent_{}", tensor, axis);
}

Sizes::Sizes(const ir::Module& module, const ir::Function& function, std::vector<std::string> arguments)
    : module_(module), function_(function), arguments_(std::move(arguments)) {}

// --- what sizes are called

// The user's names first, then those of derivatives, then those of ops.
void Sizes::find_wishes() {
  ready_ = true;
  for (const bool derivatives : {false, true})
    for (const ir::Value& value : function_.values)
      if (!value.name.empty() && is_derivative(value.name) == derivatives) {
        const bool is_argument = !value.op.valid() && value.block == function_.body && !derivatives;
        add_value(value, is_argument ? arguments_[static_cast<std::size_t>(value.index)] : value.name);
      }
  for (const bool derived : {false, true})
    for (const ir::Op& op : function_.ops)
      for (ir::ValueId result : op.results)
        if (const ir::Value& value = function_[result]; value.name.empty() && op.derived == derived)
          add_value(value, called(module_, op));
}

void Sizes::add_value(const ir::Value& value, const std::string& owner) {
  if (!value.type.is_tensor()) return;
  const ir::Shape& extents = value.type.extents;
  const int rank = value.type.rank();
  const auto wish = [&](const std::string& suffix, const std::string& words) {
    return Wish{value_identifier(owner) + suffix, words, longer_value_identifiers(owner, suffix)};
  };
  for (int axis = 0; axis < rank; ++axis) {
    const std::string words = value.op.valid() && !is_derivative(owner) ? fmt::format("extent {} of {}", axis, owner) : "";
    add_axis(extents[static_cast<std::size_t>(axis)], wish(extent_name("", rank, axis), words));
  }
  ir::Extent size = 1;
  for (int axis = rank - 1; axis >= 0 && rank > 1; --axis) {
    size = size * extents[static_cast<std::size_t>(axis)];
    const std::string suffix = axis == 0 ? "_size" : fmt::format("_stride_{}", axis - 1);
    if (axis + 1 < rank && wishes_.try_emplace(size.text(), wish(suffix, "")).second) sizes_.push_back(size);
  }
}

void Sizes::add_axis(const ir::Extent& extent, Wish wish) {
  if (extent.constant() || extent.as_symbol()) return;
  const auto [known, added] = wishes_.try_emplace(extent.text(), wish);
  if (known->second.words.empty()) known->second.words = wish.words;
  if (added && is_sum(extent)) axes_.push_back(extent);
}

void Sizes::call(const ir::Extent& extent, const std::string& name) {
  if (!ready_) find_wishes();
  if (wishes_.try_emplace(extent.text(), Wish{name, "", {}}).second) called_.insert(extent.text());
}

std::string Sizes::described(const ir::Extent& extent) {
  if (!ready_) find_wishes();
  const auto found = wishes_.find(extent.text());
  return found == wishes_.end() ? "" : found->second.words;
}

// --- what extents are made of

const std::optional<Sizes::Product>& Sizes::product(const ir::Extent& extent) {
  if (!ready_) find_wishes();
  const auto [found, added] = products_.try_emplace(extent.text());
  if (added) found->second = find_product(extent);
  return found->second;
}

std::optional<Sizes::Product> Sizes::find_product(const ir::Extent& extent) const {
  Product product;
  ir::Extent rest = extent;
  const std::set<std::string> symbols = symbols_of(extent);
  for (const ir::Extent& axis : axes_) {
    if (!is_sum(rest)) break;
    if (const auto of_axis = symbols_of(axis); !std::includes(symbols.begin(), symbols.end(), of_axis.begin(), of_axis.end()))
      continue;
    for (auto quotient = rest.quotient(axis); quotient && is_sum(rest); quotient = rest.quotient(axis)) {
      product.factors.push_back(axis);
      rest = *quotient;
    }
  }
  if (rest.terms().size() != 1) return std::nullopt;
  product.coefficient = rest.terms()[0].coefficient;
  std::vector<ir::Extent> factors;
  for (const Atom& atom : rest.terms()[0].atoms) factors.push_back(ir::Extent::of_atom(atom));
  product.factors.insert(product.factors.begin(), factors.begin(), factors.end());
  return product;
}

bool Sizes::is_of_arguments_alone(const ir::Extent& extent) const {
  const std::set<std::string> symbols = symbols_of(extent);
  return std::all_of(symbols.begin(), symbols.end(), is_of_arguments);
}

// --- text

std::string Sizes::text(const ir::Extent& extent, const std::string& wish) {
  if (const auto number = extent.constant()) return fmt::to_string(*number);
  if (const auto symbol = extent.as_symbol()) return name_of(*symbol);
  if (const auto found = known(extent.text())) return *found;
  // Of one name and a number.
  if (is_sum(extent) && names_in(extent) == 1 && symbols_of(extent).size() == 1) return sum_text(extent);
  if (const std::optional<Product> all = product(extent)) {
    const auto& [coefficient, factors] = *all;
    if (factors.size() == 1 && coefficient == 1) return name(factors[0]);
    if (factors.size() < 3) return product_text(coefficient, factors);
    const ir::Extent size = *extent.quotient(coefficient);
    if (const auto shorter = wishes_.contains(size.text()) ? std::nullopt : of_size(extent)) return *shorter;
    if (coefficient != 1) return product_text(coefficient, {}) + " * " + text(size, wish.empty() ? "size" : wish);
    return define(size, wish.empty() ? "size" : wish, product_text(1, factors));
  }
  const std::string sum = sum_text(extent);
  if (in_one_ || is_short(extent)) return sum;
  const std::set<std::string> symbols = symbols_of(extent);
  const bool counts = std::any_of(symbols.begin(), symbols.end(), [](const std::string& symbol) { return symbol.starts_with('#'); });
  return define(extent, !wish.empty() ? wish : counts ? "index" : "extent", sum);
}

// Told from a size of some value, where one factor is left.
std::optional<std::string> Sizes::of_size(const ir::Extent& extent) {
  for (const ir::Extent& size : sizes_) {
    const auto quotient = extent.quotient(size);
    if (!quotient || quotient->constant()) continue;
    const std::optional<Product> rest = product(*quotient);
    if (rest && rest->factors.size() == 1) return product_text(rest->coefficient, rest->factors) + " * " + stride(size);
  }
  return std::nullopt;
}

std::string Sizes::factor(const ir::Extent& extent) {
  if (!is_sum(extent)) return text(extent);
  const std::optional<Product> all = product(extent);
  return all ? product_text(all->coefficient, all->factors) : stride(extent);
}

std::string Sizes::stride(const ir::Extent& extent) {
  const std::string out = text(extent);
  return is_word(out) ? out : define(extent, "stride", out);
}

std::string Sizes::name(const ir::Extent& factor) {
  if (const auto symbol = factor.as_symbol()) return name_of(*symbol);
  if (const auto found = known(factor.text())) return *found;
  if (is_sum(factor)) return define(factor, "extent", sum_text(factor));
  const Atom& atom = factor.terms()[0].atoms[0];
  const bool is_called = called_.contains(factor.text());
  if (in_one_ && !is_called) return atom_text(atom);
  const bool before = std::exchange(in_one_, is_called);
  const std::string source = atom_text(atom);
  in_one_ = before;
  return define(factor, "extent", source);
}

std::string Sizes::atom_text(const Atom& atom) {
  if (atom.kind == Atom::Kind::symbol) return name_of(atom.name);
  if (const auto signed_one = ir::Extent::of_sign(atom)) return fmt::format("{} < 0 ? 1 : 0", text(*signed_one));
  const char* function = atom.kind == Atom::Kind::min   ? "min_extent"
                         : atom.kind == Atom::Kind::max ? "max_extent"
                                                        : "divide_extent";
  const std::string first = text(atom.operands[0]);
  return fmt::format("gradc::scalar::{}({}, {})", function, first, text(atom.operands[1]));
}

std::string Sizes::product_text(std::int64_t coefficient, const std::vector<ir::Extent>& factors) {
  if (factors.empty()) return fmt::to_string(coefficient);
  std::vector<std::string> parts;
  for (const ir::Extent& factor : factors) parts.push_back(name(factor));
  const std::string number = coefficient == 1 ? "" : coefficient == -1 ? "-" : fmt::format("{} * ", coefficient);
  return number + fmt::format("{}", fmt::join(parts, " * "));
}

// Told from another axis, where less is to be added to that than there is.
std::string Sizes::sum_text(const ir::Extent& extent) {
  const std::set<std::string> symbols = symbols_of(extent);
  ir::Extent rest = extent;
  std::optional<ir::Extent> base;
  for (const ir::Extent& axis : axes_) {
    if (axis.terms().size() >= extent.terms().size() || names_in(axis) < 2 || names_in(axis) >= names_in(extent)) continue;
    const ir::Extent more = extent - axis;
    const auto of_axis = symbols_of(axis);
    if (names_in(more) + 1 >= std::min(names_in(extent), base ? names_in(rest) + 1 : names_in(extent)) ||
        !std::includes(symbols.begin(), symbols.end(), of_axis.begin(), of_axis.end()))
      continue;
    rest = more;
    base = axis;
  }
  // What is added, then what is taken away, then the number.
  std::string out = base ? name(*base) : "";
  std::vector<ir::Extent::Term> terms(rest.terms().begin(), rest.terms().end());
  const auto rank = [](const ir::Extent::Term& term) { return term.atoms.empty() ? 2 : term.coefficient < 0 ? 1 : 0; };
  std::stable_sort(terms.begin(), terms.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  for (const ir::Extent::Term& term : terms) {
    std::vector<ir::Extent> factors;
    for (const Atom& atom : term.atoms) factors.push_back(ir::Extent::of_atom(atom));
    const std::string one = product_text(term.coefficient, factors);
    if (out.empty())
      out = one;
    else
      out += one[0] == '-' ? " - " + one.substr(1) : " + " + one;
  }
  return out;
}

// --- constants

std::optional<std::string> Sizes::known(const std::string& key) const {
  for (std::size_t d = depth() + 1; d-- > 0;)
    if (const auto found = scopes_[d].known.find(key); found != scopes_[d].known.end() && (d == depth() || !found->second.varies))
      return found->second.name;
  return std::nullopt;
}

std::string Sizes::define(const ir::Extent& extent, const std::string& wish, const std::string& source) {
  const std::string key = extent.text();
  if (const auto found = known(key)) return *found;
  const auto wished = wishes_.find(key);
  const std::string given = wished == wishes_.end() ? names->fresh_for_all(wish)
                                                    : names->fresh_for_all(wished->second.name, wished->second.others);
  const std::set<std::string> symbols = symbols_of(extent);
  const bool varies = std::any_of(symbols.begin(), symbols.end(), is_variable);
  if (entering || is_of_arguments_alone(extent)) {
    scopes_[0].known[key] = {given, false};
    constants_.push_back({given, source, entering ? entering() : Constant{}.before});
  } else {
    scopes_[depth()].known[key] = {given, varies};
    scopes_[depth()].constants.push_back({given, source});
  }
  return given;
}

std::string Sizes::leave(const std::string& text, std::string* before) {
  std::string out = text;
  const std::vector<Constant> constants = std::move(scopes_.back().constants);
  scopes_.back().constants.clear();
  for (auto constant = constants.rbegin(); constant != constants.rend(); ++constant)
    for (std::string* to : {before, &out})
      if (const std::size_t at = to ? first_statement(*to, constant->name) : std::string::npos; at != std::string::npos) {
        to->insert(at, fmt::format("const std::int64_t {} = {};\n", constant->name, constant->source));
        break;
      }
  if (scopes_.size() > 1) scopes_.pop_back();
  return out;
}

bool Sizes::has_local(const std::string& text) const {
  const auto& local = scopes_.back().constants;
  return std::any_of(local.begin(), local.end(), [&](const Constant& each) { return codegen::mentions(text, each.name); });
}

bool Sizes::mentions(const std::string& text, const std::string& name) const {
  if (codegen::mentions(text, name)) return true;
  return std::any_of(scopes_.begin(), scopes_.end(), [&](const Scope& scope) {
    return std::any_of(scope.constants.begin(), scope.constants.end(), [&](const Constant& each) {
      return codegen::mentions(text, each.name) && mentions(each.source, name);
    });
  });
}

}  // namespace codegen
