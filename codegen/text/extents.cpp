#include "codegen/text/extents.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "codegen/plan/nesting.h"
#include "codegen/plan/resolve.h"
#include "codegen/text/entry.h"
#include "ir/op.h"

namespace codegen {
namespace {

std::string quoted(const std::string& text) { return fmt::format("\"{}\"", text); }

bool is_number_of_trips(const std::string& symbol) { return symbol.starts_with('%') || is_entry_symbol(symbol); }

// The last argument of a check: the place, or nothing.
std::string comma_where(const std::string& where) { return where.empty() ? "" : ", " + quoted(where); }

// Whether C++ is asked for all extents at once.
bool has_extents(const Place& place) { return place.form == CppValue::Form::tensor || place.form == CppValue::Form::view; }

template <class F>
bool is_known(const ir::Extent& extent, F knows) {
  std::set<std::string> symbols;
  extent.collect_symbols(symbols);
  return std::all_of(symbols.begin(), symbols.end(), knows);
}

}  // namespace

bool counts_trips(const ir::Extent& bytes) {
  std::set<std::string> symbols;
  bytes.collect_symbols(symbols);
  return std::any_of(symbols.begin(), symbols.end(), is_number_of_trips);
}

bool is_static_axis(const Place& place, std::size_t axis) {
  if (place.form == CppValue::Form::list) return place.type.starts_with("std::array");
  if (place.form != CppValue::Form::static_tensor) return false;
  std::string_view rest = place.type;
  for (std::size_t comma = 0; comma <= axis; ++comma) {
    const std::size_t at = rest.find(',');
    if (at == std::string_view::npos) return false;
    rest.remove_prefix(at + 1);
  }
  rest = rest.substr(0, rest.find_first_of(",>"));
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  return !rest.empty() && rest[0] >= '0' && rest[0] <= '9';
}

std::string extent_at(const Place& place, std::size_t axis) {
  if (place.form == CppValue::Form::list) return fmt::format("static_cast<std::int64_t>({}.size())", place.expression);
  return fmt::format("{}.extent({})", place.expression, axis);
}

std::string data_of(const Place& place) {
  const bool is_array = place.form == CppValue::Form::list && is_static_axis(place, 0);
  return fmt::format(fmt::runtime(is_array ? "std::data({})" : "{}.data()"), place.expression);
}

std::string resized(const Place& place, const std::vector<std::string>& extents) {
  if (place.form == CppValue::Form::list)
    return fmt::format("{}.resize(static_cast<std::size_t>({}));", place.expression, extents.at(0));
  return fmt::format("{}.resize({{{}}});", place.expression, fmt::join(extents, ", "));
}

std::string place_name(const ir::Module& module, ir::LocId loc) {
  const ir::Location* location = module.location(loc);
  if (!location || location->file.empty()) return {};
  const std::string& file = location->file;
  const bool absolute = file[0] == '/';
  return fmt::format("{}:{}", absolute ? file.substr(file.find_last_of('/') + 1) : file, location->line);
}

std::string named_place(const ir::Module& module, const ir::Op& op) {
  const std::string place = place_name(module, op.loc), name = called(module, op);
  const ir::OpInfo& info = ir::definition(op.kind).info;
  // What is asserted says all itself.
  return place.empty() || info.acts || name == info.name ? place : place + ": " + name;
}

std::string called(const ir::Module& module, const ir::Op& op) {
  const ir::Location* location = module.location(op.loc);
  return location && !location->called.empty() ? location->called : std::string(ir::definition(op.kind).info.name);
}

Extents::Extents(const ir::Module& module, const ir::Function& function, const std::vector<Place>& arguments)
    : module_(module), function_(function), arguments_(arguments) {
  std::vector<std::string> expressions;
  for (const Place& argument : arguments) expressions.push_back(argument.expression);
  sizes_ = std::make_unique<Sizes>(module, function, std::move(expressions));
  sizes_->name_of = [this](const std::string& symbol) { return name_of(symbol); };
  sizes_->is_of_arguments = [this](const std::string& symbol) { return bindings_.contains(symbol) && !is_number_of_trips(symbol); };
  sizes_->is_variable = [this](const std::string& symbol) { return is_variable && is_variable(symbol); };
  for (std::size_t a = 0; a < arguments.size(); ++a) bind(a);
}

void Extents::name_symbols(Names& names) {
  sizes_->names = &names;
  axes_.resize(arguments_.size());
  for (const std::string& symbol : order_) {
    Binding& b = bindings_.at(symbol);
    b.name = names.fresh(b.name, b.others);
    if (b.axis < 0 || !has_extents(arguments_[b.argument])) continue;
    axes_[b.argument].resize(axes_of(b.argument));
    axes_[b.argument][static_cast<std::size_t>(b.axis)] = b.name;
  }
  // One that is known by another name has one of its own too, unless C++ is asked for a single one.
  for (std::size_t a = 0; a < axes_.size(); ++a) {
    const std::string& expression = arguments_[a].expression;
    if (axes_[a].size() - static_cast<std::size_t>(std::count(axes_[a].begin(), axes_[a].end(), "")) < 2) axes_[a].clear();
    for (std::size_t axis = 0; axis < axes_[a].size(); ++axis) {
      const std::string suffix = extent_name("", static_cast<int>(axes_[a].size()), static_cast<int>(axis));
      if (axes_[a][axis].empty()) axes_[a][axis] = names.fresh(stem(expression) + suffix, longer_stems(expression, "", suffix));
    }
  }
}

std::string Extents::enter(const std::string& symbol, const std::string& wish, const std::string& source, Names& names,
                           const std::string& type) {
  for (const std::string& other : order_)
    if (const Binding& b = bindings_.at(other); b.source == source) return (bindings_[symbol] = b).name;
  bindings_[symbol] = {names.fresh(wish), source, {}, 0, -1, type};
  order_.push_back(symbol);
  return bindings_[symbol].name;
}

void Extents::bind(std::size_t argument) {
  const ir::Value& value = function_[function_.arguments()[argument]];
  const std::string& expression = arguments_[argument].expression;
  auto add = [&](const std::string& symbol, const std::string& suffix, std::string source, int axis) {
    if (bindings_.contains(symbol)) return;
    bindings_[symbol] = {stem(expression) + suffix, std::move(source), longer_stems(expression, "", suffix), argument, axis,
                         "std::int64_t"};
    order_.push_back(symbol);
  };
  const auto is_integer = [&](const std::string& symbol) {
    const auto& all = function_.arguments();
    return std::any_of(all.begin(), all.end(), [&](ir::ValueId other) {
      return function_[other].type.is_scalar() && ir::is_integer(function_[other].type.element) && "%" + function_[other].name == symbol;
    });
  };
  for (std::size_t axis = 0; value.type.is_tensor() && axis < value.type.extents.size(); ++axis)
    // What an integer says is asked of it, so that the extent is compared with it.
    if (auto symbol = value.type.extents[axis].as_symbol(); symbol && !is_integer(*symbol)) {
      const int rank = value.type.rank(), number = static_cast<int>(axis);
      add(*symbol, extent_name("", rank, number), extent_at(arguments_[argument], axis), number);
    }
  if (value.type.is_scalar() && ir::is_integer(value.type.element)) {
    const bool tensor_form = arguments_[argument].form != CppValue::Form::scalar;
    const std::string number = tensor_form ? fmt::format("*{}.data()", expression) : expression;
    const bool is_wide = arguments_[argument].type == "std::int64_t";
    // A member is not called by its own name anywhere else.
    add("%" + value.name, expression.find('.') == std::string::npos ? "_value" : "",
        is_wide ? number : fmt::format("static_cast<std::int64_t>({})", number),
        -1);
  }
}

std::optional<std::string> Extents::unbound() const {
  std::set<std::string> symbols;
  for (ir::ValueId argument : function_.arguments())
    for (const ir::Extent& extent : function_[argument].type.extents)
      if (function_[argument].type.is_tensor()) extent.collect_symbols(symbols);
  for (const std::string& symbol : symbols)
    if (!bindings_.contains(symbol)) return symbol;
  return std::nullopt;
}

bool Extents::knows(const std::string& symbol) const {
  return locals_.contains(symbol) || bindings_.contains(symbol) || value_of_symbol(symbol);
}

std::string Extents::name_of(const std::string& symbol) const {
  if (const auto value = value_of_symbol(symbol)) return integer(*value);
  const auto local = locals_.find(symbol);
  if (local != locals_.end()) return local->second;
  GRADC_CHECK(bindings_.contains(symbol));  // a symbol is bound before it is used
  return bindings_.at(symbol).name;
}

std::string Extents::bytes_text(const ir::Extent& bytes) const {
  if (!counts_trips(bytes)) return text(bytes);
  if (const auto& product = sizes_->product(bytes)) {
    ir::Extent plain = product->coefficient;
    std::string counts;
    for (const ir::Extent& factor : product->factors) {
      if (!counts_trips(factor)) plain = plain * factor;
      else if (factor.terms().size() > 1) counts += fmt::format(" * ({})", sum_of_bytes(factor));
      else counts += fmt::format(" * gradc::Bytes({})", text(factor, "trips"));
    }
    return plain == ir::Extent(1) ? counts.substr(3) : sizes_->factor(plain) + counts;
  }
  return sum_of_bytes(bytes);
}

std::string Extents::sum_of_bytes(const ir::Extent& bytes) const {
  return bytes.cpp([&](const std::string& symbol) { return name_of(symbol); },
                   [&](const std::string& text, const std::set<std::string>& symbols) {
                     const bool any = std::any_of(symbols.begin(), symbols.end(), is_number_of_trips);
                     return any ? fmt::format("gradc::Bytes({})", text) : text;
                   });
}

std::string Extents::words(const ir::Extent& extent) const {
  const auto& product = sizes_->product(extent);
  if (product && product->factors.size() > 1 && extent.terms().size() > 1) {
    std::string out = product->coefficient == 1 ? "" : fmt::to_string(product->coefficient);
    for (const ir::Extent& factor : product->factors) {
      const bool is_one = factor.terms().size() == 1;
      out += fmt::format(fmt::runtime(is_one ? "{}{}" : "{}({})"), out.empty() ? "" : " * ", words(factor));
    }
    return out;
  }
  return extent.words([&](const std::string& symbol) {
    const auto found = bindings_.find(symbol);
    if (found == bindings_.end()) return name_of(symbol);
    const Binding& b = found->second;
    return b.axis < 0 && !is_entry_symbol(symbol) ? arguments_[b.argument].expression : b.source;
  });
}

std::vector<std::string> Extents::texts(const ir::Shape& shape) const {
  std::vector<std::string> parts;
  for (const ir::Extent& extent : shape) parts.push_back(text(extent));
  return parts;
}

std::string Extents::list(const ir::Shape& shape) const { return fmt::format("{{{}}}", fmt::join(texts(shape), ", ")); }

std::string Extents::shape_comment(const ir::Shape& shape) const {
  std::vector<std::string> parts;
  for (const ir::Extent& extent : shape) {
    const std::string part = text(extent);
    const bool simple = shape.size() == 1 || part.find_first_of(" (") == std::string::npos;
    parts.push_back(simple ? part : fmt::format("({})", part));
  }
  return fmt::format("{}", fmt::join(parts, " x "));
}

void Extents::declare(Emitter& out, const std::string& text) const {
  struct Constant {
    std::string type, name, source;
    int of = -1;  // the argument that it is an extent of
  };
  std::vector<Constant> all, mentioned;
  const auto add = [&](const Sizes::Constant& each) { all.push_back({"std::int64_t", each.name, each.source}); };
  for (std::size_t i = 0; i < order_.size(); ++i) {
    for (const Sizes::Constant& each : sizes_->constants())
      if (each.before == i) add(each);
    const Binding& b = bindings_.at(order_[i]);
    all.push_back({b.type, b.name, b.source, b.axis < 0 ? -1 : static_cast<int>(b.argument)});
  }
  for (const Sizes::Constant& each : sizes_->constants())
    if (each.before >= order_.size()) add(each);
  std::set<std::string, std::less<>> used = codegen::words(text);
  for (auto constant = all.rbegin(); constant != all.rend(); ++constant) {
    if (!used.contains(constant->name)) continue;
    used.merge(codegen::words(constant->source));
    mentioned.push_back(*constant);
  }
  // Those of one argument go together.
  for (auto c = mentioned.rbegin(); c != mentioned.rend();) {
    const auto first = c;
    std::vector<std::string> items;
    do items.push_back(fmt::format("{} = {}", c->name, c->source));
    while (++c != mentioned.rend() && first->of >= 0 && c->of == first->of);
    const auto argument = static_cast<std::size_t>(std::max(first->of, 0));
    if (items.size() > 1 && !axes_[argument].empty())
      out("const auto [$axes$] = $tensor$.extents();",
          {{"axes", fmt::format("{}", fmt::join(axes_[argument], ", "))}, {"tensor", arguments_[argument].expression}});
    else
      out("$constants$", {{"constants", wrapped(fmt::format("const {} ", first->type), items, ",", ";")}});
  }
}

// A formula that would fill a line by itself says less than what it is an extent of.
std::string Extents::what(const ir::Extent& extent) const {
  constexpr std::size_t kLongest = 80;
  const std::string all = words(extent), described = sizes_->described(extent);
  return quoted(all.size() <= kLongest || described.empty() ? all : described);
}

std::string Extents::origin(std::size_t argument, std::size_t axis) const {
  for (const auto& origin : function_.extent_origins)
    if (origin.argument == static_cast<int>(argument) && origin.axis == static_cast<int>(axis))
      return place_name(module_, origin.loc);
  return {};
}

void Extents::check_axis(Emitter& out, std::size_t argument, std::size_t axis) const {
  const Place& place = arguments_[argument];
  const ir::Extent& extent = function_[function_.arguments()[argument]].type.extents[axis];
  if (is_static_axis(place, axis)) return;
  const std::string number = fmt::to_string(axis), where = comma_where(origin(argument, axis));
  if (auto symbol = extent.as_symbol()) {
    const Binding& b = bindings_.at(*symbol);
    if (b.argument == argument && b.axis == static_cast<int>(axis)) return;
    if (b.axis >= 0) {
      out("gradc::require_extent($tensor$, $axis$, $extent$, $other$, $k$, $bound$$where$);",
          {{"tensor", quoted(place.expression)},
           {"axis", number},
           {"extent", extent_at(place, axis)},
           {"other", quoted(arguments_[b.argument].expression)},
           {"k", fmt::to_string(b.axis)},
           {"bound", b.name},
           {"where", where}});
      return;
    }
  }
  const std::string words = extent.constant() ? "nullptr" : what(extent);
  out("gradc::require_extent($tensor$, $axis$, $extent$, $value$$what$$where$);",
      {{"tensor", quoted(place.expression)},
       {"axis", number},
       {"extent", extent_at(place, axis)},
       {"value", text(extent)},
       {"what", extent.constant() && where.empty() ? "" : ", " + words},
       {"where", where}});
}

void Extents::check_requirement(Emitter& out, const ir::Requirement& requirement) const {
  const std::string where = comma_where(place_name(module_, requirement.loc));
  for (const auto& [mine, other] :
       {std::pair{requirement.left, requirement.right}, std::pair{requirement.right, requirement.left}}) {
    const auto symbol = mine.as_symbol();
    if (!symbol || bindings_.at(*symbol).axis < 0) continue;
    const Binding& b = bindings_.at(*symbol);
    out("gradc::require_extent($tensor$, $axis$, $name$, $value$, $what$$where$);",
        {{"tensor", quoted(arguments_[b.argument].expression)},
         {"axis", fmt::to_string(b.axis)},
         {"name", b.name},
         {"value", text(other)},
         {"what", what(other)},
         {"where", where}});
    return;
  }
  out("gradc::require_equal_sizes($left_words$, $left$, $right_words$, $right$$where$);",
      {{"left_words", quoted(words(requirement.left))},
       {"left", text(requirement.left)},
       {"right_words", quoted(words(requirement.right))},
       {"right", text(requirement.right)},
       {"where", where}});
}

std::size_t Extents::axes_of(std::size_t argument) const {
  const ir::Type& type = function_[function_.arguments()[argument]].type;
  return type.is_tensor() ? type.extents.size() : 0;
}

// Never negative by itself, by what has been checked, or as what is made of such.
bool Extents::is_sure(const ir::Extent& extent) const {
  if (extent.never_negative() || (is_checked && is_checked(fmt::format("{} >= 0", extent.text())))) return true;
  const auto& product = sizes_->product(extent);
  if (!product || product->coefficient < 0) return false;
  return std::all_of(product->factors.begin(), product->factors.end(), [&](const ir::Extent& factor) {
    if (factor == extent) {
      const ir::Extent::Atom& atom = extent.terms()[0].atoms[0];
      return extent.terms().size() == 1 && atom.kind == ir::Extent::Atom::Kind::floor_divide && is_sure(atom.operands[0]) &&
             is_sure(atom.operands[1]);
    }
    return is_sure(factor);
  });
}

// The adjoint of a part is a part too: where the value itself is never made, that is where it is missed.
bool Extents::check_parts(Emitter& out, const ir::Op& op, const std::string& where, const IsNew& is_new) const {
  const auto hook = ir::definition(op.kind).parts;
  const std::vector<ir::Part> parts = hook ? hook({function_, op}) : std::vector<ir::Part>{};
  for (std::size_t axis = 0; axis < parts.size(); ++axis) {
    const auto& [begin, end, extent] = parts[axis];
    if (begin.never_negative() && (end - begin).never_negative() && (extent - end).never_negative()) continue;
    if (!is_new(fmt::format("[{}, {}) of {}", begin.text(), end.text(), extent.text()))) continue;
    out("gradc::require_part($op$, $axis$, $begin$, $end$, $extent$$where$);",
        {{"op", quoted(called(module_, op))},
         {"axis", fmt::to_string(axis)},
         {"begin", text(begin)},
         {"end", text(end)},
         {"extent", text(extent)},
         {"where", comma_where(where)}});
    is_new(fmt::format("{} >= 0", (end - begin).text()));  // what is as long needs no check of that
  }
  return !parts.empty();
}

void Extents::check_results(Emitter& out, const ir::Op& op, const IsNew& is_new) const {
  // What an arm or a trip would make is checked there, what a sequence holds is there, and a derivative has the extents of
  // what it is one of, at a place of the source.
  const ir::Trait trait = ir::definition(op.kind).info.trait;
  const std::string where = place_name(module_, op.loc);
  if (check_parts(out, op, where, is_new)) return;
  if (trait == ir::Trait::control || trait == ir::Trait::sequence || op.derived || where.empty()) return;
  for (ir::ValueId result : op.results) {
    const ir::Type& type = function_[result].type;
    if (is_undefined(function_, result)) continue;
    for (std::size_t axis = 0; type.is_tensor() && axis < type.extents.size(); ++axis) {
      const ir::Extent& extent = type.extents[axis];
      if (is_sure(extent) || !is_known(extent, [&](const std::string& symbol) { return knows(symbol); })) continue;
      if (!is_new(fmt::format("{} >= 0", extent.text()))) continue;
      out("gradc::require_not_negative($op$, $axis$, $extent$, $words$$where$);",
          {{"op", quoted(called(module_, op))},
           {"axis", fmt::to_string(axis)},
           {"extent", text(extent)},
           {"words", what(extent)},
           {"where", comma_where(where)}});
    }
  }
}

void Extents::check(Emitter& out, std::size_t trusted, const IsNew& is_new) const {
  // What is sure to be made, before there is memory for it, and before sums of extents, which don't overflow then.
  for (ir::OpId id : function_[function_.body].ops) {
    const ir::Op& op = function_[id];
    const auto is_bound = [&](const ir::Extent& extent) {
      return is_known(extent, [&](const std::string& symbol) { return bindings_.contains(symbol); });
    };
    const auto parts = ir::definition(op.kind).parts;
    bool bound = !parts || [&] {
      const std::vector<ir::Part> all = parts({function_, op});
      return std::all_of(all.begin(), all.end(), [&](const ir::Part& part) {
        return is_bound(part.begin) && is_bound(part.end) && is_bound(part.extent);
      });
    }();
    for (ir::ValueId result : op.results) {
      const ir::Shape& extents = function_[result].type.extents;
      bound = bound && std::all_of(extents.begin(), extents.end(), is_bound);
    }
    if (bound) check_results(out, op, is_new);
  }
  for (std::size_t a = trusted; a < arguments_.size(); ++a)
    for (std::size_t axis = 0; axis < axes_of(a); ++axis)
      check_axis(out, a, axis);
  for (const ir::Requirement& requirement : function_.requirements) check_requirement(out, requirement);
}

}  // namespace codegen
