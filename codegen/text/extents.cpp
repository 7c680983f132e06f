#include "codegen/text/extents.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "codegen/text/emitter.h"

namespace codegen {
namespace {

// Whether C++ is asked for all extents at once.
bool has_extents(const Place& place) { return place.form == CppValue::Form::tensor || place.form == CppValue::Form::view; }

}  // namespace

Extents::Extents(const ir::Module& module, const ir::Function& function, const std::vector<Place>& arguments)
    : function_(function), arguments_(arguments) {
  std::vector<std::string> expressions;
  for (const Place& argument : arguments) expressions.push_back(argument.expression);
  sizes_ = std::make_unique<Sizes>(module, function, std::move(expressions));
  sizes_->name_of = [this](const std::string& symbol) { return name_of(symbol); };
  sizes_->is_of_arguments = [this](const std::string& symbol) { return bindings_.contains(symbol) && !is_number_of_trips(symbol); };
  sizes_->is_variable = [this](const std::string& symbol) { return is_variable && is_variable(symbol); };
  const auto has_extents = [&](std::size_t argument) { return arguments_[argument].form != CppValue::Form::pointer && !arguments_[argument].counted; };
  for (const Bound& bound : bound_symbols(function, has_extents)) bind(bound);
}

void Extents::bind(const Bound& bound) {
  const ir::Type& type = function_[function_.arguments()[bound.argument]].type;
  const Place& place = arguments_[bound.argument];
  const std::string& expression = place.expression;
  Binding binding{{}, {}, {}, bound.argument, bound.axis, "std::int64_t"};
  std::string suffix;
  if (bound.axis >= 0) {
    suffix = extent_name("", type.rank(), static_cast<int>(axis_as_written(place, static_cast<std::size_t>(bound.axis))));
    binding.source = extent_at(place, static_cast<std::size_t>(bound.axis));
  } else {
    // A member is not called by its own name anywhere else.
    suffix = expression.find('.') == std::string::npos ? "_value" : "";
    const std::string number = place.form == CppValue::Form::scalar ? expression : fmt::format("*{}.data()", expression);
    const bool is_wide = place.type == "std::int64_t";
    binding.source = is_wide ? number : fmt::format("static_cast<std::int64_t>({})", number);
  }
  binding.name = stem(expression) + suffix;
  binding.others = longer_stems(expression, "", suffix);
  bindings_[bound.symbol] = std::move(binding);
  order_.push_back(bound.symbol);
}

void Extents::name_symbols(Names& names) {
  sizes_->names = &names;
  axes_.resize(arguments_.size());
  for (const std::string& symbol : order_) {
    Binding& b = bindings_.at(symbol);
    b.name = names.fresh(b.name, b.others);
    if (b.axis < 0 || !has_extents(arguments_[b.argument])) continue;
    axes_[b.argument].resize(function_[function_.arguments()[b.argument]].type.extents.size());
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

const Extents::Binding* Extents::binding(const std::string& symbol) const {
  const auto found = bindings_.find(symbol);
  return found == bindings_.end() ? nullptr : &found->second;
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
  // Those of one argument go together; C++17 has no lambdas that see names which are declared together in this way.
  const bool is_captured = text.find("[&]") != std::string::npos;
  for (auto c = mentioned.rbegin(); c != mentioned.rend();) {
    const auto first = c;
    std::vector<std::string> items;
    do items.push_back(fmt::format("{} = {}", c->name, c->source));
    while (++c != mentioned.rend() && first->of >= 0 && c->of == first->of);
    const auto argument = static_cast<std::size_t>(std::max(first->of, 0));
    if (items.size() > 1 && !axes_[argument].empty() && !is_captured)
      out("const auto [$axes$] = $tensor$.extents();",
          {{"axes", fmt::format("{}", fmt::join(axes_[argument], ", "))}, {"tensor", arguments_[argument].expression}});
    else
      out("$constants$", {{"constants", wrapped(fmt::format("const {} ", first->type), items, ",", ";")}});
  }
}

std::string Extents::what(const ir::Extent& extent) const {
  constexpr std::size_t kLongest = 80;
  const std::string all = words(extent), described = sizes_->described(extent);
  return quoted(all.size() <= kLongest || described.empty() ? all : described);
}

}  // namespace codegen
