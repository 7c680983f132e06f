#include "tool/derive/each.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "codegen/interface/items.h"
#include "ir/check.h"
#include "ir/passes/batch/items.h"
#include "tool/derive/differentiate.h"
#include "tool/derive/lists.h"

namespace tool {
namespace {

using codegen::CppValue;
using codegen::ItemUse;
using Part = ir::ItemPart;
using Form = ir::ItemPart::Form;

// How a value of many items is made of those of one, whose leaves are numbered from 0 on.
class Parts {
 public:
  explicit Parts(ItemUse use) : use_(use) {}

  std::vector<Part> of(const CppValue& one) {
    if (codegen::is_listed_vector(one) && use_ == ItemUse::result) {
      add(Form::lines, 1, {});
    } else if (const auto numbers = codegen::numbers_of(one)) {
      add(Form::tensor, codegen::leaf_count(one), numbers->axes);
    } else if (codegen::is_vector_of_numbers(one) && use_ == ItemUse::argument) {
      add(Form::along, 1, {});
    } else {
      inside(one);
    }
    return std::move(parts_);
  }

 private:
  void inside(const CppValue& one) {
    if (codegen::is_listed_vector(one)) return add(Form::lines, 1, {});
    if (const auto numbers = codegen::is_array_of_items(one) ? codegen::numbers_of(one) : std::nullopt)
      return add(Form::tensor, codegen::leaf_count(one), numbers->axes);
    if (one.is_leaf()) return add(one.has_constant_extents() ? Form::tensor : Form::sequence, 1, {});
    if (one.form == CppValue::Form::vector) {
      for (std::size_t i = codegen::leaf_count(one); i > 0; --i) add(Form::sequence, 1, {});
      return;
    }
    for (const CppValue::Member& member : one.members) inside(member.value);
  }
  void add(Form form, std::size_t count, const ir::Shape& axes) {
    Part part;
    part.form = form;
    part.axes = axes;
    for (std::size_t i = 0; i < count; ++i) part.parts.push_back(next_++);
    parts_.push_back(std::move(part));
  }

  ItemUse use_;
  int next_ = 0;
  std::vector<Part> parts_;
};

bool is_each(const Items& items, const std::string& parameter) {
  return std::any_of(items.each.begin(), items.each.end(), [&](const Path& path) { return path.parts[0] == parameter; });
}

// A label is computed for each item.
bool is_shared(const codegen::WrtItem& item, const codegen::Primal& primal, const Items& items) {
  return primal.parameter(item.path[0]) && !is_each(items, item.path[0]);
}

// Whether no tensor says how many items there are.
bool is_sized(const CppValue& one) {
  const std::vector<Part> parts = Parts(ItemUse::argument).of(one);
  return std::all_of(parts.begin(), parts.end(), [](const Part& part) { return part.form == Form::sequence || part.form == Form::lines; });
}

// The same of what may be shared: each leaf is one part then.
std::vector<Part> parts_of(const CppValue& one, bool shared, ItemUse use) {
  if (!shared) return Parts(use).of(one);
  std::vector<Part> parts;
  for (std::size_t i = codegen::leaf_count(one); parts.size() < i;) parts.push_back({Form::shared, {static_cast<int>(parts.size())}, {}, {}, {}});
  return parts;
}

// For each block of a derivative, whether both of what it belongs to are the same for all items. Blocks of results are of the
// result and what it is taken with respect to.
std::vector<bool> shared_blocks(const codegen::Derivative& one, const codegen::Primal& primal, const Items& items) {
  std::vector<bool> in;
  for (const codegen::WrtItem& item : one.wrt)
    if (!item.left_out) in.insert(in.end(), codegen::named_leaves(item.value, "").size(), is_shared(item, primal, items));
  std::vector<bool> all;
  for (std::size_t i = 0; !in.empty() && i < one.blocks.size(); ++i)
    all.push_back(in[i % in.size()] && (one.kind == Kind::jacobian || in[i / in.size()]));
  return all;
}

// Whether the two halves of a vjp can be those of the function of all items: nothing in its loop has a name.
bool has_halves(const codegen::Derivative& one, const codegen::Primal& primal, const Items& items) {
  const auto is_whole = [&](const codegen::WrtItem& item) {
    const codegen::Parameter* parameter = primal.parameter(item.path[0]);
    const CppValue* at = parameter ? &parameter->value : nullptr;
    for (std::size_t i = 1; at && i < item.path.size(); ++i)
      at = at->form == CppValue::Form::structure || at->form == CppValue::Form::pair ? at->part(item.path[i]) : nullptr;
    return at != nullptr;
  };
  return items.stop.empty() && std::all_of(one.wrt.begin(), one.wrt.end(), is_whole);
}

CppValue block_of_items(const CppValue& block) {
  if (block.is_leaf()) return codegen::block_value(block.leaf.element, block.leaf.rank() + 1);
  return {CppValue::Form::items, fmt::format("std::vector<{}>", block.type), {}, {{"[]", block}}};
}

// The arguments and results of a function over items, as those of the function `f` of one.
class Assembly {
 public:
  // `input` has the function that the derivative is of.
  Assembly(const ir::Module& module, const DeriveInput& input) : f_(module[input.function]), input_(input), primal_(*input.primal) {
    options_.requested = input.requested;
    options_.of = primal_.name;
    int next = 0;
    for (const codegen::Parameter& parameter : primal_.parameters) {
      const bool each = is_each(*input.items, parameter.name);
      if (each && is_sized(parameter.value)) options_.sizes.push_back(parameter.name + ".size");
      for (Part part : parts_of(parameter.value, !each, ItemUse::argument)) add_argument(std::move(part), next);
      next += static_cast<int>(codegen::leaf_count(parameter.value));
    }
    options_.sizes_at = options_.arguments.size();
    next_argument_ = next;
  }

  // Tangents, one for each leaf that has a derivative.
  void tangents(const std::vector<codegen::WrtItem>& wrt) {
    for (const codegen::WrtItem& item : wrt) more(item.value, is_shared(item, primal_, *input_.items), ItemUse::argument);
  }
  void tangents_of_result() {
    std::vector<int> place;
    for (const codegen::Leaf& leaf : codegen::leaves(primal_.result, ""))
      place.push_back(ir::is_differentiable(leaf.value->leaf.element) ? next_result_++ : -1);
    for (Part part : Parts(ItemUse::result).of(primal_.result)) {
      for (int& one : part.parts) one = place[static_cast<std::size_t>(one)];
      if (part.parts[0] >= 0) options_.results.push_back(std::move(part));
    }
  }
  void adjoints() { more(primal_.result, false, ItemUse::result); }

  void values() {
    for (const Part& part : Parts(ItemUse::result).of(primal_.result)) options_.results.push_back(part);
    next_result_ = static_cast<int>(codegen::leaf_count(primal_.result));
  }
  // The gradients of one item, or what stands so many results behind them, and which results they are for many. `g` gives the types.
  std::vector<std::vector<int>> gradients(const ir::Function& g, const std::vector<codegen::WrtItem>& wrt, int behind) {
    std::vector<std::vector<int>> index;
    for (std::size_t w = 0; w < wrt.size(); ++w) {
      const codegen::WrtItem& item = wrt[w];
      index.emplace_back();
      for (Part part : parts_of(item.value, is_shared(item, primal_, *input_.items), ItemUse::argument)) {
        const auto leaf = static_cast<std::size_t>(part.parts[0]);
        for (int& one : part.parts) one = item.left_out ? -1 : item.leaf_index[static_cast<std::size_t>(one)];
        const auto there = std::find_if(part.parts.begin(), part.parts.end(), [](int one) { return one >= 0; });
        if (there == part.parts.end()) {
          index.back().push_back(-1);
          continue;
        }
        part.zeros = g[g.results()[static_cast<std::size_t>(*there)]].type;
        for (int& one : part.parts) one += one < 0 ? 0 : behind;
        find_form(part, w, leaf);
        index.back().push_back(static_cast<int>(options_.results.size()));
        options_.results.push_back(std::move(part));
      }
    }
    return index;
  }
  void blocks(const codegen::Derivative& one, int first) {
    const std::vector<bool> shared = shared_blocks(one, primal_, *input_.items);
    for (std::size_t i = 0; i < one.blocks.size(); ++i) {
      Part part{shared[i] ? Form::shared : one.blocks[i].value.is_leaf() ? Form::tensor : Form::sequence, {first + static_cast<int>(i)}, {}, {}, {}};
      options_.results.push_back(std::move(part));
    }
  }

  // Of the function of all items, the arguments that are what an item of wrt(...) has for one.
  std::vector<ir::ValueId> leaves(const ir::Function& all, const WrtLeaves& wrt) const {
    std::vector<ir::ValueId> found;
    for (const Part& part : parts_of(wrt.item.value, is_shared(wrt.item, primal_, *input_.items), ItemUse::argument))
      found.push_back(argument_of(all, wrt.leaves[static_cast<std::size_t>(part.parts[0])]));
    return found;
  }

  ir::ItemsOptions options(const std::string& name) const {
    ir::ItemsOptions options = options_;
    options.name = name;
    return options;
  }

 private:
  void add_argument(Part part, int first) {
    for (int& one : part.parts) one += first;
    part.name = f_[f_.arguments()[static_cast<std::size_t>(part.parts[0])]].name;
    for (std::size_t axis = 0; axis < part.axes.size(); ++axis) part.name = part.name.substr(0, part.name.rfind('.'));
    options_.arguments.push_back(std::move(part));
  }

  void more(const CppValue& value, bool shared, ItemUse use) {
    const std::vector<codegen::Leaf> leaves = codegen::leaves(value, "");
    std::vector<int> place;  // among those that have a derivative
    for (const codegen::Leaf& leaf : leaves) place.push_back(ir::is_differentiable(leaf.value->leaf.element) ? next_argument_++ : -1);
    for (Part part : parts_of(value, shared, use)) {
      for (int& one : part.parts) one = place[static_cast<std::size_t>(one)];
      if (part.parts[0] >= 0) options_.arguments.push_back(std::move(part));
    }
  }

  // What a result has the form of, where its type doesn't say it: the argument that it is the gradient of.
  void find_form(Part& part, std::size_t w, std::size_t leaf) {
    const auto i = number_of(leaf < input_.wrt[w].leaves.size() ? input_.wrt[w].leaves[leaf] : ir::ValueId{});
    if (!i) return;
    part.like = static_cast<int>(*i);
    part.name = options_.arguments[*i].name;
  }
  // Of an argument of f that is the first of its part, or the only one.
  std::optional<std::size_t> number_of(ir::ValueId value) const {
    const auto found = std::find(f_.arguments().begin(), f_.arguments().end(), value);
    for (std::size_t i = 0; value.valid() && found != f_.arguments().end() && i < options_.sizes_at; ++i)
      if (options_.arguments[i].parts[0] == static_cast<int>(found - f_.arguments().begin())) return i;
    return std::nullopt;
  }
  ir::ValueId argument_of(const ir::Function& all, ir::ValueId value) const {
    const auto i = number_of(value);
    return i ? all.arguments()[*i] : ir::ValueId{};
  }

  const ir::Function f_;
  const DeriveInput& input_;
  const codegen::Primal& primal_;
  ir::ItemsOptions options_;
  int next_argument_ = 0, next_result_ = 0;
};

class Maker {
 public:
  Maker(ir::Module& module, Task& task) : module_(module), task_(task), own_(input_of(module, task)) {}

  void run() {
    std::vector<codegen::Derivative> all;
    for (const codegen::Derivative& one : task_.derivatives) {
      auto made = make(one);
      if (!made) return;
      all.push_back(std::move(*made));
    }
    task_.derivatives = std::move(all);
  }

 private:
  std::optional<codegen::Derivative> make(const codegen::Derivative& one) {
    const DeriveInput& input = one.listed && task_.listed ? task_.listed->input : own_;
    codegen::Derivative many = for_items(one, *input.primal, *input.items);
    Assembly parts(module_, input);
    const ir::Function& g = module_[one.whole.valid() ? one.whole : one.function];
    if (one.kind == Kind::jvp || one.kind == Kind::hvp) parts.tangents(one.wrt);
    if (one.kind == Kind::vjp) parts.adjoints();
    parts.values();
    const auto values = static_cast<int>(codegen::leaf_count(input.primal->result));
    int gradients = 0;
    for (const codegen::WrtItem& item : one.wrt)
      gradients += static_cast<int>(std::count_if(item.leaf_index.begin(), item.leaf_index.end(), [&](int i) { return !item.left_out && i >= 0; }));
    if (one.kind == Kind::jvp) {
      parts.tangents_of_result();
    } else if (one.kind != Kind::jacobian) {
      const auto index = parts.gradients(g, one.wrt, 0);
      for (std::size_t w = 0; w < index.size(); ++w) many.wrt[w].leaf_index = index[w];
    }
    if (one.kind == Kind::hvp) parts.gradients(g, one.wrt, gradients);
    if (!one.blocks.empty()) parts.blocks(one, values + (one.kind == Kind::hessian ? gradients : 0));

    const auto over = [&](ir::FunctionId function) {
      return ir::for_each_item(module_, function, parts.options(module_.free_name(module_[function].name + "_each")), task_.problems);
    };
    const auto function = over(one.function);
    if (!function) return std::nullopt;
    many.function = *function;
    many.whole = {};
    for (codegen::Derivative::Budget::Way& way : many.budget.ways) {
      const auto made = way.function == one.function ? function : over(way.function);
      if (!made) return std::nullopt;
      way.function = *made;
    }
    if (many.items->halves && !halves(input, many)) return std::nullopt;
    return many;
  }

  // The two halves are those of the function of all items.
  bool halves(const DeriveInput& input, codegen::Derivative& many) {
    Assembly parts(module_, input);
    parts.values();
    const auto all = ir::for_each_item(module_, input.function, parts.options(module_.free_name(input.base + "_each")), task_.problems);
    if (!all) return false;
    DeriveInput of_all = input;
    of_all.function = *all;
    of_all.base += "_each";
    of_all.primal = &*many.listed;
    for (std::size_t w = 0; w < input.wrt.size(); ++w) {
      of_all.wrt[w].item = many.wrt[w];
      of_all.wrt[w].leaves = parts.leaves(module_[*all], input.wrt[w]);
    }
    const auto derived = derive(module_, of_all, Kind::vjp, task_.problems);
    if (!derived) return false;
    many.whole = derived->whole.valid() ? derived->whole : derived->function;
    drop_others(many, *derived);
    return true;
  }

  // What one item doesn't depend on is no result.
  void drop_others(const codegen::Derivative& many, const codegen::Derivative& derived) {
    ir::Function& g = module_[many.whole];
    std::vector<ir::ValueId> results = g.results();
    std::vector<bool> keep(results.size(), true);
    for (std::size_t w = 0; w < many.wrt.size(); ++w)
      for (std::size_t i = 0; i < derived.wrt[w].leaf_index.size(); ++i) {
        const int at = derived.wrt[w].leaf_index[i];
        const bool wanted = !many.wrt[w].left_out && many.wrt[w].leaf_index[i] >= 0;
        GRADC_CHECK(at >= 0 || !wanted);
        if (at >= 0) keep[static_cast<std::size_t>(at)] = wanted;
      }
    std::vector<ir::ValueId> kept;
    for (std::size_t i = 0; i < results.size(); ++i)
      if (keep[i]) kept.push_back(results[i]);
    g[g.body].results = std::move(kept);
  }

  ir::Module& module_;
  Task& task_;
  DeriveInput own_;
};

}  // namespace

codegen::Derivative for_items(const codegen::Derivative& one, const codegen::Primal& primal, const Items& items) {
  codegen::Derivative many = one;
  many.listed = primal;
  many.items.emplace();
  many.items->halves = one.kind == Kind::vjp && has_halves(one, primal, items);
  for (codegen::Parameter& parameter : many.listed->parameters) {
    if (!is_each(items, parameter.name)) continue;
    if (is_sized(parameter.value)) many.items->sized.push_back(parameter.name);
    parameter.value = codegen::value_of_items(parameter.value, ItemUse::argument);
    if (parameter.value.is_vector()) {
      parameter.declared_type = fmt::format("const {}&", parameter.value.type);
    } else {
      parameter.value.form = CppValue::Form::view;
      parameter.declared_type = codegen::view_type(parameter.value.leaf, true);
    }
  }
  many.listed->result = codegen::value_of_items(primal.result, ItemUse::result);
  for (codegen::WrtItem& item : many.wrt)
    if (!is_shared(item, primal, items)) {
      item.value = codegen::value_of_items(item.value, ItemUse::argument);
      item.leaf_index.assign(codegen::leaf_count(item.value), -1);
    }
  const std::vector<bool> shared = shared_blocks(one, primal, items);
  for (std::size_t i = 0; i < many.blocks.size(); ++i)
    if (!shared[i]) many.blocks[i].value = block_of_items(many.blocks[i].value);
  return many;
}

void make_items(ir::Module& module, Task& task) { Maker(module, task).run(); }

}  // namespace tool
