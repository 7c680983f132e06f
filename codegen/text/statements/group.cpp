// A kernel as a function of its own and a call of it, or, where it is small, as loops among the other statements.
#include <fmt/format.h>

#include <algorithm>

#include "codegen/kernel/make.h"
#include "codegen/text/declaration.h"
#include "codegen/text/statements/loop_nest.h"
#include "codegen/text/statements/steps.h"

namespace codegen {
namespace {

constexpr std::int64_t kFewElements = 16;
constexpr std::int64_t kLeastWork = std::int64_t{1} << 17;  // of the runtime: less stays on one thread (detail/parallel.h)
constexpr std::size_t kMostInName = 2;  // values that a kernel is named after

// A function would say more about its parameters than about what it computes, and no set of instructions makes it faster.
bool is_small(const Kernel& kernel) {
  const auto elements = kernel.size().constant();
  const bool computes = std::any_of(kernel.nodes.begin(), kernel.nodes.end(), [](const Node& node) { return ir::flops(scalar_expression(node.op)) > 0; });
  return kernel.sums.empty() && kernel.parts.empty() && (!computes || (elements && *elements <= kFewElements));
}

// A number that a kernel gives.
std::string declare_sum(Frame& frame, const Sum& sum, Emitter& out) {
  const std::string name = frame.declare(sum.value);
  out("$type$ $name$;", {{"type", frame.backend.storage_type(frame.type(sum.value).element)}, {"name", name}});
  return name;
}

std::string block_sum_type(const Frame& frame, const Kernel& kernel, const Sum& sum) {
  const ir::ElementType element = kernel.nodes[sum.node].op.result;
  return frame.rows ? fmt::format("gradc::RowSum<{}>", cpp_element(element)) : frame.backend.block_sum_type(element);
}
// What sums the blocks of a node; its name.
std::string declare_block_sum(Frame& frame, const Kernel& kernel, const Sum& sum, Emitter& out) {
  const std::string wish = value_identifier(frame.function[sum.value].name);
  const std::string name = frame.names().fresh(wish.empty() ? "sum" : wish + "_sum");
  out("$type$ $name$$of$;", {{"type", block_sum_type(frame, kernel, sum)},
                             {"name", name},
                             {"of", frame.rows ? "(" + frame.pointer(sum.value) + ")" : ""}});
  return name;
}

// Whether the function takes a range of trips, of which several may be computed at once.
bool is_divided(const Kernel& kernel) {
  const auto elements = kernel.size().constant();
  return kernel.is_divisible() && !(elements && *elements * kernel.cost() < kLeastWork);
}

// What parts are added to is all zeros before. Of one piece that is assigned, only what lies around it.
void write_zeros_of_parts(Frame& frame, const Kernel& kernel, Emitter& out) {
  for (std::size_t p = 0; p < kernel.parts.size(); ++p) {
    const Elements& to = kernel.parts[p].to;
    const bool is_first = std::none_of(kernel.parts.begin(), kernel.parts.begin() + static_cast<std::ptrdiff_t>(p),
                                       [&](const PartStore& other) { return other.to.tensor == to.tensor; });
    if (!is_first) continue;
    const bool is_piece = kernel.parts[p].is_first && to.index.size() == 1;
    if (!is_piece) {
      write_zeros(frame, to.tensor, 0, to.size, out);
      continue;
    }
    // Where the piece is empty, it may begin behind the end.
    const auto within = [&](const ir::Extent& extent) { return (to.size - extent).never_negative() ? extent : ir::Extent::min(extent, to.size); };
    const ir::Extent before = within(to.index[0].begin), end = within(to.index[0].begin + kernel.axes[0].extent);
    if (before != ir::Extent(0)) write_zeros(frame, to.tensor, 0, before, out);
    if (to.size != end) write_zeros(frame, to.tensor, end, to.size - end, out);
  }
}

void write_inline(Frame& frame, const Kernel& kernel, Emitter& out) {
  KernelNames names;
  for (const Axis& axis : kernel.axes)
    names.extents.push_back(frame.extents.text(frame.rows && names.extents.empty() ? frame.rows->of_these(axis.extent) : axis.extent));
  for (const Load& load : kernel.loads) names.from.push_back(frame.pointer(load.from.tensor));
  for (const Store& store : kernel.stores) names.to.push_back(frame.pointer(store.to.tensor));
  for (const Number& number : kernel.numbers) names.numbers.push_back(frame.number(number.value));
  for (const PartStore& part : kernel.parts) names.parts.push_back(frame.pointer(part.to.tensor));
  for (const Sum& sum : kernel.sums)
    names.sums.push_back(frame.rows ? "(&" + declare_block_sum(frame, kernel, sum, out) + ")" : declare_sum(frame, sum, out));
  if (frame.rows && !kernel.sums.empty()) names.range = {"0", frame.extents.text(frame.rows->of_these(kernel.size()))};
  write_zeros_of_parts(frame, kernel, out);
  names.size = [&](const ir::Extent& extent) { return frame.extents.sizes().stride(extent); };
  Names scope(&frame.names());
  write_loop_nest(frame, kernel, names, scope, out);
}

class KernelFunction {
 public:
  KernelFunction(Frame& frame, const Kernel& kernel) : frame_(frame), kernel_(kernel) {}

  void write(const std::string& comment, Emitter& out) {
    Emitter body;
    const KernelNames names = parameters(out);
    write_loop_nest(frame_, kernel_, names, scope_, body);
    std::vector<Formal> formals;
    if (names.range || !names.count.empty()) formals = {{frame_.backend.trips_type(), trips_}};
    std::vector<std::string> arguments;
    for (const Parameter& each : parameters_)
      if (mentions(body.text(), each.formal.name)) {
        formals.push_back(each.formal);
        arguments.push_back(each.argument);
      }
    auto& functions = frame_.kernels->functions;
    const auto [known, is_new] = frame_.kernels->by_text.try_emplace(nameless(formals, body.text()), functions.size());
    if (is_new) {
      const std::string name = frame_.kernels->names.fresh(wish());
      Emitter text;
      text("$template$\n$head$\n  $body$\n}", {{"template", lanes_ > 1 ? frame_.backend.lanes_template() : ""}, {"head", parameter_list(frame_.backend.kernel_head(has_classes()) + " " + name + "(", formals, ") {")},
                                   {"body", body.text()}});
      functions.push_back({name, comment, text.text()});
    }
    KernelFunctions::Function& function = functions[known->second];
    if (function.places.find(comment) == std::string::npos) function.places += "; " + comment;
    if (!names.range && names.count.empty()) {
      out("$call$", {{"call", wrapped(function.name + "(", arguments, ",", ");")}});
      return;
    }
    if (frame_.rows && !kernel_.sums.empty()) {  // in order
      arguments.insert(arguments.begin(), "{0, " + frame_.extents.text(frame_.rows->of_these(kernel_.size())) + "}");
      return out("$call$", {{"call", wrapped(function.name + "(", arguments, ",", ");", 2)}});
    }
    ir::Extent trips = kernel_.size(), cost = kernel_.cost();
    if (names.range && kernel_.sums.empty()) {
      trips = frame_.rows ? frame_.rows->of_these(kernel_.axes[0].extent) : kernel_.axes[0].extent;
      for (std::size_t axis = 1; axis < kernel_.axes.size(); ++axis) cost = cost * kernel_.axes[axis].extent;
    }
    const std::string row = kernel_.axes.size() > 1 ? frame_.extents.text(kernel_.axes.back().extent) : "";
    if (lanes_ > 1) return frame_.backend.call_in_lanes(out, frame_.stream, function.name, lanes_, frame_.extents.text(trips), row, arguments);
    frame_.backend.call_in_parts(out, frame_.stream, function.name, frame_.extents.text(trips), frame_.extents.text(cost), arguments);
    write_totals(out);
  }

 private:
  bool has_classes() const {
    return std::any_of(kernel_.nodes.begin(), kernel_.nodes.end(), [&](const Node& node) {
      const ir::Op& op = frame_.function[frame_.function[node.value].op];
      const auto is_class = [&](ir::ValueId value) {
        const ir::ElementType element = frame_.type(value).element;
        return element == ir::ElementType::f16 || element == ir::ElementType::bf16 || ir::is_complex(element);
      };
      return is_class(node.value) || std::any_of(op.operands.begin(), op.operands.end(), is_class);
    });
  }

  // How many neighbours a thread of a device computes each time: 16 bytes of the largest elements that run with those of the kernel.
  int lanes() const {
    std::int64_t largest = 0;
    const auto look = [&](const Elements& elements) {
      bool runs = elements.index.size() == kernel_.axes.size() && !elements.is_part;
      for (std::size_t axis = 0; axis < elements.index.size() && runs; ++axis)
        runs = elements.index[axis].axis == static_cast<int>(axis) && elements.index[axis].begin == ir::Extent(0);
      if (runs) largest = std::max<std::int64_t>(largest, ir::bytes(elements.element));
    };
    for (const Load& load : kernel_.loads) look(load.from);
    for (const Store& store : kernel_.stores) look(store.to);
    return !kernel_.axes.empty() && largest > 0 ? static_cast<int>(16 / largest) : 1;
  }

  struct Parameter {
    Formal formal;
    std::string argument;
  };

  // The function with numbers for its names.
  std::string nameless(const std::vector<Formal>& formals, const std::string& body) const {
    std::string text, out;
    for (const Formal& formal : formals) text += formal.type + " " + formal.name + ", ";
    std::map<std::string_view, std::size_t> numbers;
    text += body;
    for (std::string_view word : words_of(text))
      out += scope_.has(std::string(word)) ? fmt::format("#{}", numbers.emplace(word, numbers.size()).first->second) : std::string(word);
    return out;
  }

  // Sizes first, then numbers, what is read, what is written, sums.
  KernelNames parameters(Emitter& out) {
    KernelNames names;
    names.may_block = true;
    if (frame_.plan.side == Side::device) {
      names.count = trips_ = scope_.fresh("count");
      lanes_ = lanes();
      names.in_lanes = lanes_ > 1;
      if (names.in_lanes) scope_.reserve("kLanes");
    } else if (frame_.rows || is_divided(kernel_)) {
      trips_ = scope_.fresh("trips");
      names.range = {trips_ + ".first", trips_ + ".last"};
    }
    for (const Load& load : kernel_.loads) add_sizes(load.from.index);
    for (const Store& store : kernel_.stores) add_sizes(store.to.index);
    for (const PartStore& part : kernel_.parts) add_sizes(part.to.index);
    for (const Axis& axis : kernel_.axes) names.extents.push_back((names.range || !names.count.empty()) && names.extents.empty() ? "" : extent(axis.extent));
    names.size = [this](const ir::Extent& each) { return sizes_.at(each.text()); };
    for (const Number& each : kernel_.numbers) names.numbers.push_back(number(each));
    for (const Load& load : kernel_.loads) names.from.push_back(is_stored(load) ? "" : pointer(load.from, false));
    for (const Store& store : kernel_.stores) names.to.push_back(pointer(store.to, true));
    for (std::size_t l = 0; l < names.from.size(); ++l)
      for (std::size_t s = 0; s < names.to.size() && names.from[l].empty(); ++s)
        if (kernel_.stores[s].to.memory == kernel_.loads[l].from.memory) names.from[l] = names.to[s];
    for (const PartStore& part : kernel_.parts) names.parts.push_back(pointer(part.to, true));
    write_zeros_of_parts(frame_, kernel_, out);
    for (const Sum& sum : kernel_.sums) {
      if (names.range) {
        names.sums.push_back(block_sum(sum, out));
        continue;
      }
      const std::string name = declare_sum(frame_, sum, out);
      names.sums.push_back("*" + parameter(frame_.backend.kernel_pointer(frame_.type(sum.value).element, true), name, "&" + name));
    }
    return names;
  }

  // The parameter that sums the blocks of a node, and what the caller gives for it.
  std::string block_sum(const Sum& sum, Emitter& out) {
    const auto [known, is_new] = block_sums_.try_emplace(sum.node);
    if (is_new) known->second = declare_block_sum(frame_, kernel_, sum, out);
    return parameter(block_sum_type(frame_, kernel_, sum) + "*", known->second, "&" + known->second);
  }

  // The numbers, after the call.
  void write_totals(Emitter& out) {
    for (const Sum& sum : kernel_.sums) {
      std::string total = block_sums_.at(sum.node) + ".total()";
      const ir::ElementType summed = kernel_.nodes[sum.node].op.result;
      if (sum.is_mean) total += " / " + frame_.backend.convert(frame_.extents.text(kernel_.size()), ir::ElementType::i64, summed);
      out("const $type$ $name$ = $total$;", {{"type", frame_.backend.storage_type(frame_.type(sum.value).element)},
                                             {"name", frame_.declare(sum.value)},
                                             {"total", total}});
    }
  }

  // The name of the parameter that is given the argument; the same one for the same argument.
  std::string parameter(const std::string& type, const std::string& wish, const std::string& argument) {
    for (const Parameter& known : parameters_)
      if (known.argument == argument && known.formal.type == type) return known.formal.name;
    parameters_.push_back({{type, scope_.fresh(wish)}, argument});
    return parameters_.back().formal.name;
  }

  static bool is_number(const std::string& text) { return is_word(text) && text[0] >= '0' && text[0] <= '9'; }

  std::string extent(const ir::Extent& extent) {
    const auto size = sizes_.find(extent.text());
    return size != sizes_.end() ? size->second : extent_parameter(frame_.extents.text(extent), "n");
  }
  std::string extent_parameter(const std::string& text, const std::string& wish) {
    return is_number(text) ? text : parameter("std::int64_t", is_word(text) ? text : wish, text);
  }
  void add_sizes(const Index& index) {
    const auto add = [&](const ir::Extent& size, const std::string& wish) {
      if (!sizes_.contains(size.text())) sizes_[size.text()] = extent_parameter(frame_.extents.sizes().stride(size), wish);
    };
    for (const IndexTerm& term : index) {
      if (term.stride != ir::Extent(1)) add(term.stride, "stride");
      if (term.begin != ir::Extent(0)) add(term.begin, "begin");
    }
  }

  Term number(const Number& each) {
    const Term term = frame_.number(each.value);
    if (frame_.plan.home[each.value.at()] == Home::literal || is_number(term.text)) return term;
    const std::string name = value_identifier(frame_.function[each.value].name);
    const std::string wish = is_word(term.text) ? term.text : name.empty() ? "c" : name;
    return {parameter(frame_.backend.compute_type(each.element), wish, term.text), Binding::atom};
  }

  bool is_stored(const Load& load) const {
    return load.from.memory != kForeign && std::any_of(kernel_.stores.begin(), kernel_.stores.end(), [&](const Store& store) {
             return store.to.memory == load.from.memory;
           });
  }

  std::string pointer(const Elements& elements, bool is_written) {
    const std::string text = frame_.pointer(elements.tensor);
    const bool is_argument = frame_.plan.home[elements.tensor.at()] == Home::argument;
    return parameter(frame_.backend.kernel_pointer(elements.element, is_written),
                     is_argument || !is_word(text) || frame_.rows ? frame_.element_name(elements.tensor) : text, text);
  }

  // After the user's names for what is stored, or the op that comes last.
  std::string wish() const {
    std::vector<std::string> parts;
    for (const Store& store : kernel_.stores) {
      const std::string name = value_identifier(kernel_.nodes[store.node].name);
      if (!name.empty() && std::find(parts.begin(), parts.end(), name) == parts.end()) parts.push_back(name);
    }
    for (const PartStore& part : kernel_.parts) {
      const std::string name = value_identifier(frame_.function[part.to.tensor].name);
      if (!name.empty() && std::find(parts.begin(), parts.end(), name) == parts.end()) parts.push_back(name);
    }
    for (const Sum& sum : kernel_.sums) {
      const std::string name = value_identifier(frame_.function[sum.value].name);
      parts.push_back(!name.empty() ? name : sum.is_mean ? "mean" : "sum");
    }
    if (parts.empty()) parts.emplace_back(ir::definition(kernel_.nodes.back().op.kind).info.name);
    parts.resize(std::min(parts.size(), kMostInName));
    std::string out = frame_.signature.name;
    for (const std::string& part : parts) out += "_" + part;
    return out;
  }

  Frame& frame_;
  const Kernel& kernel_;
  Names scope_;
  std::string trips_;  // of the range; empty where the function computes all
  int lanes_ = 1;      // on a device
  std::vector<Parameter> parameters_;
  std::map<std::string, std::string> sizes_;
  std::map<std::size_t, std::string> block_sums_;  // by node: of the caller
};

}  // namespace

void write_loop(Frame& frame, const Step& step, Emitter& out) {
  const Kernel kernel = make_kernel(frame, step);
  if (frame.kernels != nullptr) frame.kernels->has_any = true;
  if (frame.plan.side == Side::host && (frame.kernels == nullptr || is_small(kernel)))
    write_inline(frame, kernel, out);
  else
    KernelFunction(frame, kernel).write(source_places(frame, step.ops), out);
}

}  // namespace codegen
