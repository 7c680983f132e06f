#include "codegen/verify/draw.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "codegen/interface/names.h"
#include "codegen/text/emitter.h"

namespace codegen {
namespace {

using Form = CppValue::Form;

// Numbers first, which extents may depend on, then extents, then tensors.
class Draw {
 public:
  explicit Draw(const Subject& subject) : subject_(subject) {
    for (const std::string name : {"in", "random"}) names_.reserve(name);
    for (const Formal& formal : subject.formals()) formals_.push_back(formal.name);
  }

  std::string text() {
    const ir::Function& function = (*subject_.verification->module)[subject_.verified->function];
    std::size_t k = 0;
    for (std::size_t i = 0; i < formals_.size(); ++i)
      for (const Leaf& leaf : leaves(subject_.primal().parameters[i].value, formals_[i])) {
        const ir::Value& argument = function[function.arguments()[k++]];
        if (argument.type.is_scalar()) numbers_["%" + argument.name] = place_in("in.", leaf.expression);
        if (!leaf.counted) add(leaf);
      }
    for (std::size_t i = 0; i < formals_.size(); ++i) {
      const CppValue& value = subject_.primal().parameters[i].value;
      if (value.is_counted()) add(formals_[i], value.leaf.extents);
      if (value.is_counted() || value.form == Form::pointer)
        for (const ir::Extent& extent : value.leaf.extents) extent.collect_symbols(sizes_);
    }
    solve(function.requirements);
    draw_sizes();
    Emitter out;
    std::set<ir::FunctionId> seen;
    if (calls_outside(subject_.verified->function, seen)) out("random.extents_alike();");
    if (const std::int64_t least = least_length(); least > 0)
      out("random.lengths_at_least($least$);", {{"least", fmt::format("{}", least)}});
    for (const std::string& line : first_) out("$line$", {{"line", line}});
    for (const std::string& symbol : free_)
      out("const std::int64_t $name$ = $value$;",
          {{"name", name_of_.at(symbol)},
           {"value", numbers_.count(symbol)
                         ? fmt::format("static_cast<std::int64_t>({})", numbers_.at(symbol))
                         : "random.extent()"}});
    for (const auto& [expression, shape] : tensors_) {
      std::vector<std::string> extents;
      for (const ir::Extent& extent : shape) extents.push_back(text_of(extent.substitute(solved_)));
      out("random.fill($to$, {$extents$});",
          {{"to", expression}, {"extents", fmt::format("{}", fmt::join(extents, ", "))}});
    }
    return out.text();
  }

 private:
  bool calls_outside(ir::FunctionId id, std::set<ir::FunctionId>& seen) const {
    const ir::Function& function = (*subject_.verification->module)[id];
    return function.foreign || (seen.insert(id).second && std::any_of(function.ops.begin(), function.ops.end(), [&](const ir::Op& op) {
             return op.callee.valid() && calls_outside(op.callee, seen);
           }));
  }

  // Integers that say how much pointers lead to are drawn as extents are.
  void draw_sizes() {
    for (const std::string& symbol : sizes_) {
      const auto number = numbers_.find(symbol);
      if (number == numbers_.end()) continue;
      const std::string plain = fmt::format("random.fill({});", number->second);
      std::replace(first_.begin(), first_.end(), plain, fmt::format("random.fill_extent({});", number->second));
    }
  }

  // How long vectors must be to have the elements that wrt names.
  std::int64_t least_length() const {
    std::int64_t least = 0;
    for (const Derivative& derivative : subject_.request->derivatives)
      for (const WrtItem& item : derivative.wrt) {
        const CppValue* value = nullptr;
        for (const Parameter& parameter : subject_.primal().parameters)
          if (parameter.name == item.path[0]) value = &parameter.value;
        for (std::size_t i = 1; value && i < item.path.size(); ++i) {
          if (value->form == Form::vector) least = std::max<std::int64_t>(least, std::stoll(item.path[i]) + 1);
          value = value->part(item.path[i]);
        }
      }
    return least;
  }

  void add(const Leaf& leaf) {
    const std::string expression = place_in("in.", leaf.expression);
    const ir::Shape& shape = leaf.value->leaf.extents;
    const bool known =
        (leaf.value->form == Form::static_tensor || leaf.value->form == Form::eigen) &&
        std::all_of(shape.begin(), shape.end(), [](const ir::Extent& e) { return e.constant(); });
    if (!leaf.elements.empty() || leaf.value->form == Form::scalar || shape.empty() || known) {
      const std::string line = fmt::format("random.fill({});", expression);
      if (std::find(first_.begin(), first_.end(), line) == first_.end()) first_.push_back(line);
      return;
    }
    add(leaf.expression, shape);
  }

  // A tensor, or a vector.
  void add(const std::string& expression, const ir::Shape& shape) {
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
      const auto own = shape[axis].as_symbol();
      std::set<std::string> symbols;
      shape[axis].collect_symbols(symbols);
      for (const std::string& symbol : symbols) {
        if (name_of_.count(symbol)) continue;
        const std::string tensor = stem(expression);
        const std::string ends = shape.size() == 1  ? "size"
                                 : shape.size() > 2 ? fmt::format("extent_{}", axis)
                                 : axis == 0        ? "rows"
                                                    : "columns";
        name_of_[symbol] = names_.fresh(own ? fmt::format("{}_{}", tensor, ends) : "extent");
        free_.push_back(symbol);
      }
    }
    tensors_.emplace_back(place_in("in.", expression), shape);
  }

  // Requirements give some extents by others; what cannot be solved is left to chance.
  void solve(const std::vector<ir::Requirement>& requirements) {
    for (const ir::Requirement& requirement : requirements) {
      const ir::Extent zero = (requirement.left - requirement.right).substitute(solved_);
      const auto rank = [&](const std::string& symbol) {
        const auto at = std::find(free_.begin(), free_.end(), symbol);
        return at == free_.end() || numbers_.count(symbol) ? -1 : static_cast<int>(at - free_.begin());
      };
      const auto solution = zero.solve(rank);
      if (!solution) continue;
      std::set<std::string> symbols;
      solution->second.collect_symbols(symbols);
      if (std::any_of(symbols.begin(), symbols.end(),
                      [&](const std::string& s) { return !name_of_.count(s); }))
        continue;
      free_.erase(std::find(free_.begin(), free_.end(), solution->first));
      for (auto& [symbol, extent] : solved_) extent = extent.substitute({*solution});
      solved_.insert(*solution);
    }
  }

  std::string text_of(const ir::Extent& extent) const {
    return extent.cpp([&](const std::string& symbol) { return name_of_.at(symbol); });
  }

  const Subject& subject_;
  Names names_;
  std::vector<std::string> formals_, first_, free_;  // free_: symbols, in order
  std::set<std::string> sizes_;                      // symbols of what pointers lead to
  std::vector<std::pair<std::string, ir::Shape>> tensors_;
  std::map<std::string, std::string> numbers_, name_of_;  // by symbol
  std::map<std::string, ir::Extent> solved_;
};

}  // namespace

std::string statements_that_draw(const Subject& subject) { return Draw(subject).text(); }

}  // namespace codegen
