// Values that are batched, by one walk along the ops. Around a loop it goes until nothing more is found: what is carried is
// batched where the value before it or the one that comes round is.
#include "ir/passes/batch/batched.h"

#include <algorithm>

#include "ir/op.h"
#include "ir/passes/analysis/loop.h"

namespace ir {

Batched::Batched(const Module& module, const Function& function, const std::vector<bool>& arguments, Calls& calls)
    : module_(module), function_(function), calls_(&calls), batched_(function.values.size()) {
  for (std::size_t i = 0; i < arguments.size(); ++i) set(function.arguments()[i], arguments[i]);
  mark(function.body);
}

Batched::Batched(const Module& module, const Function& function, const std::vector<bool>& arguments)
    : module_(module), function_(function), calls_(nullptr) {
  Calls calls;
  do {
    calls.news = false;
    calls.seen.clear();
    batched_ = Batched(module, function, arguments, calls).batched_;
  } while (calls.news);
}

std::vector<bool> Batched::results_of(const Op& call) {
  std::vector<bool> arguments;
  for (ValueId operand : call.operands) arguments.push_back((*this)(operand));
  const auto key = std::pair{call.callee, arguments};
  const Function& callee = module_[call.callee];
  calls_->results[key].resize(callee.results().size());
  if (calls_->seen.insert(key).second) {
    const Batched inside(module_, callee, arguments, *calls_);
    std::vector<bool>& known = calls_->results[key];
    for (std::size_t k = 0; k < known.size(); ++k)
      if (inside(callee.results()[k]) && !known[k]) known[k] = calls_->news = true;
  }
  return calls_->results[key];
}

bool Batched::any(const std::vector<ValueId>& values) const {
  return std::any_of(values.begin(), values.end(), *this);
}

// True where that is news.
bool Batched::set(ValueId value, bool batched) {
  const bool news = batched && !batched_[value.at()];
  if (news) batched_[value.at()] = true;
  return news;
}

bool Batched::mark_all(const std::vector<ValueId>& values, bool batched) {
  bool news = false;
  for (ValueId value : values) news = set(value, batched) || news;
  return news;
}

bool Batched::is_opaque(const Op& op) const {
  if (op.kind == Kind::Call) {
    const Function& callee = module_[op.callee];
    return callee.foreign || callee.has_rule();
  }
  if (op.kind == Kind::If || op.kind == Kind::Scan) return (*this)(op.operands[0]);
  return op.kind == Kind::While && (*this)(function_[op.blocks[0]].results[0]);
}

void Batched::mark(BlockId block) {
  for (OpId id : function_[block].ops) mark(function_[id]);
}

void Batched::mark(const Op& op) {
  const unsigned mask = definition(op.kind).batched_by;
  bool any_operand = false;
  for (std::size_t i = 0; i < op.operands.size(); ++i)
    any_operand = any_operand || ((mask == ~0u || (mask >> i & 1u) != 0) && (*this)(op.operands[i]));
  if (is_loop(op)) return mark_loop(op);
  if (!any_operand) return;
  if (is_opaque(op) || (op.blocks.empty() && op.kind != Kind::Call)) {
    mark_all(op.results, true);
  } else if (op.kind == Kind::Call) {
    const std::vector<bool> results = results_of(op);
    for (std::size_t k = 0; k < results.size(); ++k) set(op.results[k], results[k]);
  } else {
    for (BlockId arm : op.blocks) {
      for (std::size_t i = 1; i < op.operands.size(); ++i) set(function_[arm].parameters[i - 1], (*this)(op.operands[i]));
      mark(arm);
      for (std::size_t k = 0; k < op.results.size(); ++k) set(op.results[k], (*this)(function_[arm].results[k]));
    }
  }
}

void Batched::mark_loop(const Op& op) {
  if (!any(op.operands)) return;
  const Loop loop = loop_of(op);
  const Block& body = function_[loop.body];
  for (bool news = true; news;) {
    news = false;
    for (BlockId block : op.blocks)
      for (std::size_t i = 0; i < op.operands.size(); ++i)
        news = set(function_[block].parameters[i], (*this)(op.operands[i]) || (*this)(body.parameters[i])) || news;
    for (BlockId block : op.blocks) mark(block);
    for (std::size_t j = 0; j < loop.carried; ++j)
      news = set(body.parameters[loop.first + j], (*this)(body.results[j])) || news;
  }
  if (is_opaque(op)) {
    mark_all(op.results, true);
    return;
  }
  for (std::size_t j = 0; j < loop.carried; ++j) set(op.results[j], (*this)(body.parameters[loop.first + j]));
  for (std::size_t k = loop.carried; k < body.results.size(); ++k)
    set(op.results[loop.first_stack + k - loop.carried], (*this)(body.results[k]));
}

}  // namespace ir
