// Runs of scalar statements: arithmetic on variables, and reads and writes of elements.
#include <fmt/format.h>

#include <algorithm>

#include "codegen/text/statements/element.h"
#include "codegen/text/statements/steps.h"

namespace codegen {
namespace {

// Longer expressions are read more easily in two statements.
constexpr std::size_t kLongestInlined = 72;

void define(Frame& frame, ir::ValueId value, const Term& term, Emitter& out) {
  const ir::ElementType element = frame.type(value).element;
  const std::string text = frame.backend.store(term.text, element);
  if (frame.lands(value))
    out("$name$ = $value$;", {{"name", frame.stored_number(value)}, {"value", text}});
  else
    out("const $type$ $name$ = $value$;",
        {{"type", frame.backend.storage_type(element)}, {"name", frame.declare(value)}, {"value", text}});
}

class Statements {
 public:
  Statements(Frame& frame, ir::BlockId block, std::size_t step, Emitter& out, Commentator& comment)
      : frame_(frame), block_(block), place_(static_cast<int>(step)), out_(out), comment_(comment) {}

  void run() {
    for (ir::OpId id : frame_.plan[block_].steps[static_cast<std::size_t>(place_)].ops) {
      const ir::Op& op = frame_.function[id];
      if (is_scalar_write(frame_.function, frame_.plan, op))
        write(id, op);
      else
        compute(id, op);
    }
  }

 private:
  void compute(ir::OpId id, const ir::Op& op) {
    const ir::ValueId value = op.results[0];
    std::set<int> memory;
    Emitter checks;
    Term term;
    if (is_pointwise(op)) {
      std::vector<Term> operands;
      for (const Access& a : reads(frame_.function, frame_.plan, op)) operands.push_back(operand(a, memory));
      term = formula(scalar_op(frame_.function, op), operands, frame_.backend);
    } else {
      const ir::ValueId from = frame_.root(op.operands[0]);
      for (std::size_t i = 1; i < op.operands.size(); ++i) collect(frame_.root(op.operands[i]), memory);
      term = read_element(frame_, op, block_, checks);
      memory.insert(frame_.memory_of(from));
    }
    if (!checks.empty()) {
      comment_(out_, {id});
      out_("$checks$", {{"checks", checks.text()}});
    }
    if (is_inlined(value, term, memory)) {
      comment_.wait(id);
      if (!memory.empty()) frame_.unsettled.push_back(value);
      frame_.inlined[value] = {term, std::move(memory), false};
      return;
    }
    comment_(out_, {id});
    define(frame_, value, term, out_);
  }

  void write(ir::OpId id, const ir::Op& op) {
    comment_(out_, {id});
    // A statement reads what it needs before it writes, but not before the copy that it may have to begin with.
    const ir::ValueId from = frame_.root(op.operands[0]), to = op.results[0];
    if (frame_.memory_of(from) != frame_.memory_of(to)) settle(frame_, frame_.memory_of(to), out_);
    Emitter checks, statement;
    write_element(frame_, op, block_, checks, statement);
    settle(frame_, frame_.memory_of(to), out_);
    out_("$checks$", {{"checks", checks.text()}});
    out_("$statement$", {{"statement", statement.text()}});
  }

  Term operand(const Access& access, std::set<int>& memory) {
    const ir::ValueId root = access.root;
    collect(root, memory);
    if (!frame_.has_memory(root)) return frame_.number(root);
    GRADC_CHECK(frame_.plan.side == Side::host);  // of a device the host reads no element
    memory.insert(frame_.memory_of(root));
    const std::string element = fmt::format("{}[{}]", frame_.pointer(root), frame_.extents.sizes().stride(access.start()));
    return {frame_.backend.load(element, frame_.type(root).element), Binding::atom};
  }

  void collect(ir::ValueId root, std::set<int>& memory) const {
    if (const auto found = frame_.inlined.find(root); found != frame_.inlined.end())
      memory.insert(found->second.memory.begin(), found->second.memory.end());
  }

  bool is_inlined(ir::ValueId value, const Term& term, const std::set<int>& memory) const {
    const Use& use = frame_.use(value);
    if (!use.only_text || use.block != block_) return false;
    // A conversion that changes nothing is no statement either.
    if (is_word(term.text)) return true;
    if (use.mentions != 1 || term.text.size() > kLongestInlined) return false;
    const std::vector<Step>& steps = frame_.plan[block_].steps;
    const bool at_end = use.step == static_cast<int>(steps.size());
    const bool by_control =
        at_end || steps[static_cast<std::size_t>(use.step)].form == Step::Form::control;
    if (!frame_.function[value].name.empty() && !by_control) return false;
    // Nothing may come between the memory and who reads it.
    return memory.empty() || use.step == place_ || (by_control && use.step == place_ + 1);
  }

  Frame& frame_;
  ir::BlockId block_;
  int place_;
  Emitter& out_;
  Commentator& comment_;
};

}  // namespace

void settle(Frame& frame, int buffer, Emitter& out) {
  const auto slot_of = [&](int index) { return index < 0 ? -1 : frame.plan.buffers[static_cast<std::size_t>(index)].slot; };
  const auto is_written = [&](int read) { return read == buffer || (slot_of(read) >= 0 && slot_of(read) == slot_of(buffer)); };
  auto settled = [&](ir::ValueId value) {
    const Inlined& inlined = frame.inlined.at(value);
    if (inlined.written) return true;
    if (std::none_of(inlined.memory.begin(), inlined.memory.end(), is_written)) return false;
    const Term term = inlined.term;
    frame.inlined.erase(value);
    define(frame, value, term, out);
    return true;
  };
  std::erase_if(frame.unsettled, settled);
}

void write_scalars(Frame& frame, ir::BlockId block, std::size_t step, Emitter& out, Commentator& comment) {
  Statements(frame, block, step, out, comment).run();
}

}  // namespace codegen
