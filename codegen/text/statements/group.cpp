// A step of fused elementwise ops as statements: one loop nest over their shape.
//
// Axes are collapsed where every operand runs along them together, so that most loops are flat. What is read
// more than once is loaded once, at the outermost loop that it depends on. A value that is read once and has
// no name of the user's becomes part of the expression that reads it.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "codegen/plan/expression.h"
#include "codegen/text/statements/steps.h"

namespace codegen {
namespace {

// Longer expressions are read more easily in two statements.
constexpr std::size_t kLongestInlined = 72;

// An operand that comes from outside of the step: the same element of the same memory is one input.
struct Input {
  Access access;
  int mentions = 0;
  int level = -1;     // the innermost loop that it runs with
  std::string local;  // its variable, or
  std::string index;  // its place in memory
};

struct Loop {
  std::vector<int> axes;  // of the shape, collapsed into one
  ir::Extent count;
  std::string index;
};

class Group {
 public:
  Group(Frame& frame, const Step& step) : frame_(frame), step_(step), scope_(&frame.names()) { gather(); }

  void write_loops(Emitter& out) {
    collapse_axes();
    for (Input& input : inputs_) locate(input);
    if (loops_.empty()) {
      out("{");
      out.indent();
    }
    for (std::size_t level = 0; level < loops_.size(); ++level) {
      frame_.backend.open_loop(out, loops_[level].index, frame_.extents.text(loops_[level].count));
      if (level + 1 < loops_.size()) load(out, static_cast<int>(level));
    }
    load(out, static_cast<int>(loops_.size()) - 1);
    for (ir::OpId id : step_.ops) statement(out, id);
    for (std::size_t level = 0; level < loops_.size(); ++level) frame_.backend.close_loop(out);
    if (loops_.empty()) {
      out.dedent();
      out("}");
    }
  }

 private:
  const ir::Op& op(ir::OpId id) const { return frame_.function[id]; }

  void gather() {
    for (ir::OpId id : step_.ops) mine_[op(id).results[0]] = id;
    for (ir::OpId id : step_.ops) {
      const std::vector<int> mentions = mentions_of_operands(frame_.function, op(id));
      const std::vector<Access> operands = reads(frame_.function, frame_.plan, op(id));
      for (std::size_t i = 0; i < operands.size(); ++i) {
        if (mine_.contains(operands[i].root))
          uses_[operands[i].root] += mentions[i];
        else
          input(operands[i]).mentions += mentions[i];
      }
    }
  }

  Input& input(const Access& access) {
    const auto [place, added] = input_at_.try_emplace({access.root, access.axes}, inputs_.size());
    if (added) inputs_.push_back({access, 0, -1, {}, {}});
    return inputs_[place->second];
  }

  // --- loops

  // Two neighbouring axes become one where every input runs with both or with neither.
  void collapse_axes() {
    auto together = [&](int a, int b) {
      return std::all_of(inputs_.begin(), inputs_.end(), [&](const Input& input) {
        const auto& axes = input.access.axes;
        return std::count(axes.begin(), axes.end(), a) == std::count(axes.begin(), axes.end(), b);
      });
    };
    for (std::size_t d = 0; d < step_.shape.size(); ++d) {
      const int axis = static_cast<int>(d);
      if (step_.shape[d] == ir::Extent(1)) continue;
      if (!loops_.empty() && together(loops_.back().axes.back(), axis)) {
        loops_.back().axes.push_back(axis);
        loops_.back().count = loops_.back().count * step_.shape[d];
      } else {
        loops_.push_back({{axis}, step_.shape[d], {}});
      }
    }
    for (Loop& loop : loops_) loop.index = scope_.index();
  }

  // Row-major: the index of each loop times the elements that one of its steps passes over.
  std::string index_of(const Access& access) const {
    std::string text;
    for (const Loop& loop : loops_) {
      const auto last = std::find(access.axes.begin(), access.axes.end(), loop.axes.back());
      if (last == access.axes.end()) continue;
      const auto dimension = last - access.axes.begin();
      const ir::Extent stride = ir::product({access.shape.begin() + dimension + 1, access.shape.end()});
      if (!text.empty()) text += " + ";
      text += loop.index;
      if (stride != ir::Extent(1)) text += " * " + frame_.extents.sizes().stride(stride);
    }
    return text.empty() ? "0" : text;
  }

  std::string letters(const Access& access) const {
    std::string out;
    for (const Loop& loop : loops_)
      if (std::find(access.axes.begin(), access.axes.end(), loop.axes.back()) != access.axes.end())
        out += loop.index;
    return out.empty() ? "0" : out;
  }

  void locate(Input& input) {
    input.index = index_of(input.access);
    for (std::size_t level = 0; level < loops_.size(); ++level) {
      const auto& axes = input.access.axes;
      if (std::find(axes.begin(), axes.end(), loops_[level].axes.back()) != axes.end())
        input.level = static_cast<int>(level);
    }
  }

  // A value of this step takes over the input's memory, and something is computed after it is stored.
  bool is_overwritten(const Input& input) const {
    const int buffer = frame_.plan.buffer_of[input.access.root.at()];
    if (buffer < 0) return false;
    return std::any_of(step_.ops.begin(), step_.ops.end() - 1,
                       [&](ir::OpId id) { return frame_.plan.buffer_of[op(id).results[0].at()] == buffer; });
  }

  void load(Emitter& out, int level) {
    const int innermost = static_cast<int>(loops_.size()) - 1;
    for (Input& input : inputs_) {
      if (std::max(input.level, 0) != std::max(level, 0) || !frame_.has_memory(input.access.root)) continue;
      const bool once = input.mentions < 2 && level == innermost && !is_overwritten(input);
      if (once || !input.local.empty()) continue;
      const std::string value = memory_element(input);
      input.local = scope_.fresh(frame_.element_name(input.access.root) + "_" + letters(input.access));
      out("const $type$ $name$ = $value$;",
          {{"type", frame_.backend.compute_type(frame_.type(input.access.root).element)},
           {"name", input.local},
           {"value", value}});
    }
  }

  std::string memory_element(const Input& input) const {
    const ir::ValueId root = input.access.root;
    return frame_.backend.load(fmt::format("{}[{}]", frame_.pointer(root), input.index),
                               frame_.type(root).element);
  }

  // --- statements

  Term operand(const Access& access) {
    if (auto found = terms_.find(access.root); found != terms_.end()) return found->second;
    const Input& from = input(access);
    if (!from.local.empty()) return {from.local, Binding::atom};
    if (frame_.has_memory(access.root)) return {memory_element(from), Binding::atom};
    return frame_.number(access.root);
  }

  void statement(Emitter& out, ir::OpId id) {
    const ir::ValueId value = op(id).results[0];
    std::vector<Term> operands;
    for (const Access& a : reads(frame_.function, frame_.plan, op(id))) operands.push_back(operand(a));
    const Term term = formula(frame_.function, op(id), operands, frame_.backend);
    if (frame_.plan.home[value.at()] == Home::local)
      local(out, value, term);
    else
      store(out, value, term);
  }

  // A conversion that changes nothing is no statement either.
  bool is_inlined(ir::ValueId value, const Term& term) const {
    if (is_word(term.text)) return true;
    const auto uses = uses_.find(value);
    return uses != uses_.end() && uses->second == 1 && frame_.function[value].name.empty() &&
           term.text.size() <= kLongestInlined;
  }

  void local(Emitter& out, ir::ValueId value, const Term& term) {
    if (is_inlined(value, term)) {
      terms_[value] = term;
      return;
    }
    const std::string wish = value_identifier(frame_.function[value].name);
    define(out, value, wish.empty() ? scope_.numbered("t") : scope_.fresh(wish), term);
  }

  void store(Emitter& out, ir::ValueId value, const Term& term) {
    const Access here{value, step_.shape, identity()};
    std::string text = term.text;
    if (uses_.contains(value)) {
      text = scope_.fresh(frame_.element_name(value) + "_" + letters(here));
      define(out, value, text, term);
    }
    out("$memory$[$index$] = $value$;", {{"memory", frame_.pointer(value)},
                                         {"index", index_of(here)},
                                         {"value", frame_.backend.store(text, frame_.type(value).element)}});
  }

  void define(Emitter& out, ir::ValueId value, const std::string& name, const Term& term) {
    out("const $type$ $name$ = $value$;", {{"type", frame_.backend.compute_type(frame_.type(value).element)},
                                           {"name", name},
                                           {"value", term.text}});
    terms_[value] = {name, Binding::atom};
  }

  std::vector<int> identity() const {
    std::vector<int> axes;
    for (std::size_t i = 0; i < step_.shape.size(); ++i)
      axes.push_back(step_.shape[i] == ir::Extent(1) ? -1 : static_cast<int>(i));
    return axes;
  }

  Frame& frame_;
  const Step& step_;
  Names scope_;
  std::map<ir::ValueId, ir::OpId> mine_;
  std::map<ir::ValueId, int> uses_;  // mentions inside the step
  std::vector<Input> inputs_;
  std::map<std::pair<ir::ValueId, std::vector<int>>, std::size_t> input_at_;
  std::vector<Loop> loops_;
  std::map<ir::ValueId, Term> terms_;
};

}  // namespace

void write_loop(Frame& frame, const Step& step, Emitter& out) { Group(frame, step).write_loops(out); }

}  // namespace codegen
