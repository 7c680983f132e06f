// What is kept is loaded at the outermost loop that it depends on. A value that is read once and has no name of the user's
// becomes part of the expression that reads it.
#include "codegen/text/statements/loop_nest.h"

#include <fmt/format.h>

#include <algorithm>

namespace codegen {
namespace {

// Longer expressions are read more easily in two statements.
constexpr std::size_t kLongestPart = 72;

class LoopNest {
 public:
  LoopNest(const Frame& frame, const Kernel& kernel, const KernelNames& names, Names& scope)
      : frame_(frame), kernel_(kernel), names_(names), scope_(scope), locals_(kernel.loads.size()), terms_(kernel.nodes.size()) {
    for (std::size_t a = 0; a < kernel.axes.size(); ++a) counters_.push_back(scope_.index());
    for (const Load& load : kernel.loads) places_.push_back(place(load.from));
  }

  void write(Emitter& out) {
    if (counters_.empty()) {
      out("{");
      out.indent();
    }
    const int innermost = static_cast<int>(counters_.size()) - 1;
    for (int axis = 0; axis <= innermost; ++axis) {
      const auto a = static_cast<std::size_t>(axis);
      frame_.backend.open_loop(out, counters_[a], names_.extents[a]);
      if (axis < innermost) load(out, axis);
    }
    load(out, std::max(innermost, 0));
    for (std::size_t n = 0; n < kernel_.nodes.size(); ++n) statement(out, n);
    for (int axis = 0; axis <= innermost; ++axis) frame_.backend.close_loop(out);
    if (counters_.empty()) {
      out.dedent();
      out("}");
    }
  }

 private:
  std::string place(const Elements& elements) const {
    std::string text;
    for (const IndexTerm& term : elements.index) {
      if (!text.empty()) text += " + ";
      text += counter(term);
      if (term.stride != ir::Extent(1)) text += " * " + names_.stride(term.stride);
    }
    return text.empty() ? "0" : text;
  }

  const std::string& counter(const IndexTerm& term) const { return counters_[static_cast<std::size_t>(term.axis)]; }

  // "x_ij"
  std::string element_name(const Elements& elements) {
    std::string letters;
    for (const IndexTerm& term : elements.index) letters += counter(term);
    return scope_.fresh(frame_.element_name(elements.tensor) + "_" + (letters.empty() ? "0" : letters));
  }

  // --- loads

  void load(Emitter& out, int level) {
    for (std::size_t l = 0; l < kernel_.loads.size(); ++l) {
      const Load& load = kernel_.loads[l];
      if (load.level() != level || !load.kept) continue;
      const std::string value = memory_element(l);
      locals_[l] = element_name(load.from);
      define(out, load.from.element, locals_[l], value);
    }
  }

  std::string memory_element(std::size_t l) const {
    const Elements& from = kernel_.loads[l].from;
    return frame_.backend.load(fmt::format("{}[{}]", names_.from[l], places_[l]), from.element);
  }

  // --- statements

  Term operand(const Operand& operand) {
    switch (operand.of) {
      case Operand::Of::node:
        return terms_[operand.index];
      case Operand::Of::number:
        return names_.numbers[operand.index];
      case Operand::Of::load:
        break;
    }
    const std::string& local = locals_[operand.index];
    return {local.empty() ? memory_element(operand.index) : local, Binding::atom};
  }

  void statement(Emitter& out, std::size_t n) {
    const Node& node = kernel_.nodes[n];
    std::vector<Term> operands;
    for (const Operand& each : node.operands) operands.push_back(operand(each));
    const Term term = formula(node.op, operands, frame_.backend);
    if (const Store* to = kernel_.store_of(n))
      store(out, n, *to, term);
    else
      local(out, n, term);
  }

  // A conversion that changes nothing is no statement either.
  static bool is_inlined(const Node& node, const Term& term) {
    if (is_word(term.text)) return true;
    return node.is_read && node.mentions == 1 && node.name.empty() && term.text.size() <= kLongestPart;
  }

  void local(Emitter& out, std::size_t n, const Term& term) {
    const Node& node = kernel_.nodes[n];
    terms_[n] = term;
    if (is_inlined(node, term)) return;
    const std::string wish = value_identifier(node.name);
    terms_[n] = {wish.empty() ? scope_.numbered("t") : scope_.fresh(wish), Binding::atom};
    define(out, node.op.result, terms_[n].text, term.text);
  }

  void store(Emitter& out, std::size_t n, const Store& store, const Term& term) {
    const ir::ElementType element = store.to.element;
    std::string text = term.text;
    if (kernel_.nodes[n].is_read) {
      text = element_name(store.to);
      terms_[n] = {text, Binding::atom};
      define(out, element, text, term.text);
    }
    out("$memory$[$index$] = $value$;", {{"memory", names_.to[static_cast<std::size_t>(&store - kernel_.stores.data())]},
                                         {"index", place(store.to)},
                                         {"value", frame_.backend.store(text, element)}});
  }

  void define(Emitter& out, ir::ElementType element, const std::string& name, const std::string& value) const {
    out("const $type$ $name$ = $value$;",
        {{"type", frame_.backend.compute_type(element)}, {"name", name}, {"value", value}});
  }

  const Frame& frame_;
  const Kernel& kernel_;
  const KernelNames& names_;
  Names& scope_;
  std::vector<std::string> counters_;  // by axis
  std::vector<std::string> places_;    // by load: its index
  std::vector<std::string> locals_;    // by load: its variable, where it is kept
  std::vector<Term> terms_;            // by node
};

}  // namespace

void write_loop_nest(const Frame& frame, const Kernel& kernel, const KernelNames& names, Names& scope, Emitter& out) {
  LoopNest(frame, kernel, names, scope).write(out);
}

}  // namespace codegen
