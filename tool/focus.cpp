#include "tool/focus.h"

#include "ir/builder.h"

namespace tool {
namespace {

std::vector<bool> reached_from(const ir::Module& module, ir::FunctionId function) {
  std::vector<bool> reached(module.functions.size());
  std::vector<ir::FunctionId> open{function};
  const auto add = [&](ir::FunctionId id) {
    if (id.valid() && !reached[id.at()]) open.push_back(id);
  };
  while (!open.empty()) {
    const ir::FunctionId id = open.back();
    open.pop_back();
    reached[id.at()] = true;
    for (const ir::Op& op : module[id].ops) add(op.callee);
    add(module[id].vjp);
    add(module[id].jvp);
  }
  return reached;
}

}  // namespace

Focus::Focus(ir::Module& module, ir::FunctionId function) : module_(module) {
  const std::vector<bool> reached = reached_from(module, function);
  for (std::size_t i = 0; i < reached.size(); ++i)
    if (!reached[i]) aside_.emplace_back(i, std::exchange(module.functions[i], ir::new_function(module.functions[i].name)));
}

Focus::~Focus() {
  for (auto& [place, function] : aside_) module_.functions[place] = std::move(function);
}

}  // namespace tool
