// What the adjoint of each op reads of its operands (x0, x1, ...), its result (y) and of what else the op would have to
// compute for it (a type), as saved.txt lists it: the column "saved" of the catalogue of ops. No op keeps more in silence.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "ir/op.h"
#include "ir/passes/derivative.h"
#include "ir/passes/pass.h"
#include "tests/ops/cases.h"

namespace ops_test {
namespace {

// Of the sample with most elements; numbers, which cost nothing, are not listed.
std::optional<std::string> saved(ir::Kind kind) {
  reference::Random random(1);
  std::optional<Case> greatest;
  std::int64_t most = 0;
  for (const Sample& sample : samples_of(kind)) {
    ir::Diagnostics refused;
    auto c = make_case(kind, sample.operands, sample.attributes, {}, random, refused);
    std::int64_t size = 0;
    for (const reference::Value& x : c->x) size += reference::count_of(x);
    if (size > most) most = size, greatest = std::move(c);
  }
  if (!greatest) return std::nullopt;
  const ir::Function& f = greatest->module[greatest->function];
  ir::DerivativeOptions options;
  for (std::size_t i : ir::differentiable(f, f.arguments())) options.wrt.push_back(f.arguments()[i]);
  options.unconnected = ir::Unconnected::zero;
  if (options.wrt.empty() || ir::differentiable(f, f.results()).empty()) return std::nullopt;
  ir::Diagnostics problems;
  const auto derived = ir::differentiate_reverse(greatest->module, greatest->function, options, problems);
  if (!derived) return std::nullopt;
  ir::Module module = derived->module;
  std::swap(module.functions.back(), module.functions[derived->function.at()]);
  auto short_form = ir::run_passes(module, "simplify,cse,dce", {.verify_each = true, .after = {}}, problems);
  if (!short_form) return "error: " + problems.text();
  const ir::FunctionId last{static_cast<int>(short_form->functions.size()) - 1};
  const ir::SplitFunctions parts = ir::split_vjp(*short_form, last, 1, 1);
  const ir::Function& forward = parts.module[parts.forward];
  std::set<std::string> kept;
  for (std::size_t k = 1; k < forward.results().size(); ++k) {
    const ir::ValueId value = forward.results()[k];
    const ir::Type& type = forward[value].type;
    if (type.is_scalar() && most > 1) continue;
    const auto& x = forward.arguments();
    const auto operand = std::find(x.begin(), x.end(), value);
    kept.insert(operand != x.end()                ? fmt::format("x{}", operand - x.begin())
                : value == forward.results()[0] ? "y"
                                                : type.text());
  }
  return fmt::format("{}", fmt::join(kept, " "));
}

TEST(Saved, IsWhatTheCatalogueNames) {
  std::map<std::string, std::string> listed;
  std::ifstream file(GRADC_SOURCE_DIR "/tests/ops/saved.txt");
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t colon = line.find(':'), comment = std::min(line.find("  #"), line.size());
    const std::string values = line.substr(colon + 1, comment - colon - 1);
    listed[line.substr(0, colon)] = values.empty() ? "" : values.substr(1);
  }
  for (std::size_t i = 0; i < ir::op_table().size(); ++i) {
    const std::string name(ir::op_table()[i].info.name);
    const auto kept = saved(static_cast<ir::Kind>(i));
    EXPECT_EQ(kept.has_value(), listed.contains(name)) << name << ": " << kept.value_or("has no adjoint");
    if (kept && listed.contains(name)) {
      EXPECT_EQ(*kept, listed[name]) << name;
    }
    listed.erase(name);
  }
  for (const auto& [name, values] : listed) ADD_FAILURE() << name << " is no op";
}

}  // namespace
}  // namespace ops_test
