#include "tool/derive/declare.h"

#include <algorithm>

#include "codegen/interface/kinds.h"
#include "tool/derive/blocks.h"
#include "tool/derive/each.h"
#include "tool/derive/lists.h"

namespace tool {
namespace {

// Whether each part of a value, with so many axes more, is a number or a tensor.
bool are_tensors(const codegen::CppValue& value, int more) {
  const std::vector<codegen::NamedLeaf> leaves = codegen::named_leaves(value, "");
  return std::all_of(leaves.begin(), leaves.end(),
                     [&](const codegen::NamedLeaf& leaf) { return leaf.rank() + more <= ir::kMostAxes; });
}

}  // namespace

std::vector<codegen::Derivative> declared(const Items& items, const std::string& base, const codegen::Primal& primal,
                                          const std::vector<codegen::WrtItem>& wrt) {
  std::vector<codegen::Derivative> all;
  for (const KindRequest& request : items.kinds) {
    const codegen::KindRow& row = codegen::kind_row(request.kind);
    codegen::Derivative one;
    one.kind = request.kind;
    one.base = base;
    one.wrt = wrt;
    codegen::Derivative listed = one;
    if (auto with = row.is_of_lists() ? with_lists(primal, wrt) : std::nullopt) {
      listed.listed = std::move(with->primal);
      listed.wrt = std::move(with->wrt);
    }
    const codegen::Primal& of = listed.listed ? *listed.listed : primal;
    if (row.has_blocks) {
      listed.blocks = blocks_of(one.kind, of, listed.wrt);
      if (std::all_of(listed.blocks.begin(), listed.blocks.end(), [](const auto& block) { return are_tensors(block.value, 0); }))
        all.push_back(items.each.empty() ? std::move(listed) : for_items(listed, of, items));
      continue;
    }
    for (codegen::WrtItem& item : one.wrt)
      if (item.sparse && row.has_rows) item.value = codegen::indexed_slices(item.value);
    all.push_back(items.each.empty() ? std::move(one) : for_items(one, primal, items));
    if (!row.batch || !items.each.empty() || !are_tensors(of.result, 1) ||
        !std::all_of(listed.wrt.begin(), listed.wrt.end(), [](const auto& item) { return are_tensors(item.value, 1); }))
      continue;
    listed.kind = *row.batch;
    all.push_back(std::move(listed));
  }
  return all;
}

}  // namespace tool
