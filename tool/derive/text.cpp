#include "tool/derive/text.h"

#include <fmt/format.h>

#include <utility>

#include "tool/derive/inlined.h"
#include "tool/derive/stages.h"
#include "tool/request/items.h"

namespace tool {
namespace {

using codegen::CppValue;

// A type of the IR as a value that C++ would have; types are called as the IR writes them.
CppValue value_of(const ir::Type& type, int depth) {
  CppValue value;
  if (depth > 0) {
    value.form = CppValue::Form::vector;
    value.type = fmt::format("vector of {}", type.text());
    value.members.push_back({"[]", value_of(type, depth - 1)});
    return value;
  }
  value.leaf = {type.element, type.extents, 0};
  value.form = type.rank() > 0 ? CppValue::Form::tensor : CppValue::Form::scalar;
  value.type = value.leaf.text();
  return value;
}
CppValue value_of(const ir::Type& type) { return value_of(type, type.sequence_depth); }

CppValue value_of(const std::vector<std::pair<std::string, ir::Type>>& parts, CppValue::Form form) {
  if (parts.size() == 1 && parts[0].first.empty()) return value_of(parts[0].second);
  CppValue value;
  value.form = form;
  for (const auto& [name, type] : parts) {
    value.members.push_back({name, value_of(type)});
    value.type += (value.type.empty() ? "(" : ", ") + type.text();
  }
  value.type += ")";
  return value;
}

codegen::Primal primal_of(const ir::Function& function) {
  codegen::Primal primal;
  primal.name = function.name;
  for (ir::ValueId argument : function.arguments())
    primal.parameters.push_back({function[argument].name, function[argument].type.text(), value_of(function[argument].type)});
  const std::vector<ir::ValueId>& results = function.results();
  std::vector<std::pair<std::string, ir::Type>> parts;
  for (std::size_t i = 0; i < results.size(); ++i)
    parts.emplace_back(results.size() == 1 ? "" : std::to_string(i), function[results[i]].type);
  primal.result = value_of(parts, CppValue::Form::tuple);
  return primal;
}

class Runner {
 public:
  Runner(ir::Module module, const TextRequest& request, const ir::PassOptions& options) : request_(request), options_(options) {
    work_.module = std::move(module);
    work_.run_passes = [this](ir::Module& to, std::string_view passes) { to = with_passes(to, passes, options_); };
  }

  TextResult run() {
    if (!begin()) return std::move(result_);
    for (const Stage& stage : stages()) {
      stage.run(work_);
      collect();
      if (!result_.errors.empty()) return std::move(result_);
    }
    result_.module = std::move(work_.module);
    return std::move(result_);
  }

 private:
  bool fail(const std::string& text) {
    result_.errors.push_back(text);
    return false;
  }

  bool begin() {
    ParsedItems parsed = parse_items(request_.items);
    for (const ItemProblem& problem : parsed.problems) fail(fmt::format("{} [{}]", problem.text, row(problem.id).name));
    if (!parsed.problems.empty()) return false;
    items_ = std::move(parsed.items);
    const ir::Module& module = work_.module;
    if (module.functions.empty()) return fail("the module has no function");
    const ir::FunctionId function =
        request_.function.empty() ? ir::FunctionId{static_cast<std::int32_t>(module.functions.size()) - 1} : module.find(request_.function);
    if (!function.valid()) return fail(fmt::format("there is no function @{}", request_.function));
    primal_ = primal_of(module[function]);
    Task& task = work_.tasks.emplace_back();
    task.function = function;
    task.primal = &primal_;
    task.items = &items_;
    task.base = items_.as.empty() ? primal_.name : items_.as;
    return select(task);
  }

  bool select(Task& task) {
    const ir::Function& function = work_.module[task.function];
    if (!items_.wrt)
      for (ir::ValueId argument : function.arguments())
        if (ir::is_differentiable(function[argument].type.element)) add(task, {function[argument].name}, false);
    for (const Path& path : items_.wrt.value_or(std::vector<Path>{}))
      if (!add(task, path.parts, path.sparse)) return unknown("wrt", path);
    for (const Path& path : items_.each)
      if (!primal_.parameter(path.text())) return unknown("each", path);
    for (const Path& path : items_.stop) {
      const auto found = names_of(function, path.text());
      if (found.empty()) return unknown("stop", path);
      for (const auto& [name, part] : found) task.stop.push_back(name);
    }
    return true;
  }

  bool unknown(std::string_view item, const Path& path) {
    return fail(fmt::format("{}: @{} has no argument and no named value '{}'", item, primal_.name, path.text()));
  }

  // The names that a path leads to, each with what stands behind the path.
  static std::vector<std::pair<std::string, std::string>> names_of(const ir::Function& function, const std::string& path) {
    if (function.find(path).valid()) return {{path, ""}};
    std::vector<std::pair<std::string, std::string>> found;
    for (ir::ValueId argument : function.arguments())
      if (const std::string& name = function[argument].name; name.starts_with(path + "."))
        found.emplace_back(name, name.substr(path.size() + 1));
    return found;
  }

  bool add(Task& task, const std::vector<std::string>& path, bool sparse) {
    const ir::Function& function = work_.module[task.function];
    WrtNames item;
    std::vector<std::pair<std::string, ir::Type>> parts;
    for (const auto& [name, part] : names_of(function, codegen::expression_of(path))) {
      const ir::Type& type = function[function.find(name)].type;
      parts.emplace_back(part, type);
      item.leaves.push_back(ir::is_differentiable(type.element) ? name : "");
    }
    if (parts.empty()) return false;
    item.item = {path, value_of(parts, CppValue::Form::structure), std::vector<int>(parts.size(), -1), false, sparse};
    task.wrt.push_back(std::move(item));
    return true;
  }

  std::string placed(ir::LocId loc, std::string_view text) const {
    const ir::Location* at = work_.module.location(loc);
    return at ? fmt::format("{}:{}: {}", at->file, at->line, text) : std::string(text);
  }

  void collect() {
    for (Task& task : work_.tasks) {
      for (const ir::Diagnostic& problem : task.problems.list())
        fail(placed(problem.loc, fmt::format("{} [{}]", problem.text, ir::row(problem.id).name)));
      for (const Warning& warning : std::exchange(task.warnings, {}))
        result_.warnings.push_back(placed(warning.loc, fmt::format("{} [{}]", warning.text, row(warning.id).name)));
    }
  }

  const TextRequest& request_;
  const ir::PassOptions& options_;
  Items items_;
  codegen::Primal primal_;
  Work work_;
  TextResult result_;
};

}  // namespace

TextResult run_request(ir::Module module, const TextRequest& request, const ir::PassOptions& options) {
  return Runner(std::move(module), request, options).run();
}

}  // namespace tool
