#include "tool/derive/focus.h"

#include <set>

#include "ir/builder.h"

namespace tool {
namespace {

class Reach {
 public:
  Reach(const ir::Module& module, const std::vector<ir::FunctionId>& functions) : module_(module), reached_(module.functions.size()) {
    for (ir::FunctionId function : functions) add(function);
    while (add_derived()) {
    }
  }
  bool has(std::size_t i) const { return reached_[i]; }

 private:
  void add(ir::FunctionId function) {
    std::vector<ir::FunctionId> open{function};
    while (!open.empty()) {
      const ir::FunctionId id = open.back();
      open.pop_back();
      if (!id.valid() || reached_[id.at()]) continue;
      reached_[id.at()] = true;
      names_.insert(module_[id].name);
      for (const ir::Op& op : module_[id].ops) open.push_back(op.callee);
      open.insert(open.end(), {module_[id].vjp, module_[id].jvp});
    }
  }
  // What another request has made of a function is found by its name, which the function's begins.
  bool add_derived() {
    bool added = false;
    for (std::size_t i = 0; i < reached_.size(); ++i) {
      const std::string& name = module_.functions[i].name;
      for (std::size_t dot = name.find('.'); dot != std::string::npos && !reached_[i]; dot = name.find('.', dot + 1)) {
        if (!names_.contains(name.substr(0, dot))) continue;
        add({static_cast<std::int32_t>(i)});
        added = true;
      }
    }
    return added;
  }

  const ir::Module& module_;
  std::vector<bool> reached_;
  std::set<std::string> names_;
};

}  // namespace

Focus::Focus(ir::Module& module, const std::vector<ir::FunctionId>& functions) : module_(module) {
  const Reach reach(module, functions);
  for (std::size_t i = 0; i < module.functions.size(); ++i)
    if (!reach.has(i)) aside_.emplace_back(i, std::exchange(module.functions[i], ir::new_function(module.functions[i].name)));
}

Focus::~Focus() {
  for (auto& [place, function] : aside_) module_.functions[place] = std::move(function);
}

}  // namespace tool
