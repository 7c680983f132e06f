#include "codegen/analysis/tables.h"

#include <algorithm>
#include <optional>

#include "ir/kind.h"

namespace codegen {
namespace {

constexpr std::int64_t kMostNumbers = 1 << 16;  // more are made when they are needed

class Tables {
 public:
  Tables(const ir::Function& function, const Passed& passed) : function_(function), passed_(passed) {}

  std::map<ir::ValueId, Table> run() {
    block(function_.body);
    return std::move(tables_);
  }

 private:
  // What an op reads stands before it.
  void block(ir::BlockId id) {
    for (ir::OpId op_id : function_[id].ops) {
      const ir::Op& op = function_[op_id];
      if (op.kind == ir::Kind::Concat)
        if (auto table = concat(op)) tables_.emplace(op.results[0], *std::move(table));
      for (ir::BlockId inner : op.blocks) block(inner);
    }
  }

  // Null where it is too large, or not known.
  std::optional<std::int64_t> size(ir::ValueId value, std::size_t from = 0) const {
    std::int64_t size = 1;
    const ir::Shape& extents = function_[value].type.extents;
    for (std::size_t axis = from; axis < extents.size(); ++axis) {
      const auto extent = extents[axis].constant();
      if (!extent || *extent < 0 || *extent > kMostNumbers) return std::nullopt;
      size *= *extent;
      if (size > kMostNumbers) return std::nullopt;
    }
    return size;
  }

  std::optional<Table> numbers(ir::ValueId value) const {
    const ir::ValueId root = alias_root(function_, passed_, value);
    if (const auto known = tables_.find(root); known != tables_.end()) return known->second;
    const ir::OpId id = function_[root].op;
    const auto count = size(root);
    if (!id.valid() || !count) return std::nullopt;
    const ir::Op& op = function_[id];
    const ir::Trait trait = ir::definition(op.kind).info.trait;
    if (trait == ir::Trait::broadcast) {
      auto one = numbers(op.operands[0]);
      if (one && one->size() == 1) return Table(static_cast<std::size_t>(*count), one->front());
      return one && static_cast<std::int64_t>(one->size()) == *count ? one : std::nullopt;
    }
    const ir::Attribute* number = trait == ir::Trait::constant ? op.attributes.find("value") : nullptr;
    if (!number || (!std::holds_alternative<double>(*number) && !std::holds_alternative<std::int64_t>(*number))) return std::nullopt;
    return Table(static_cast<std::size_t>(*count), *number);
  }

  std::optional<Table> concat(const ir::Op& op) const {
    const ir::Type& type = function_[op.results[0]].type;
    using enum ir::ElementType;
    if (type.element != f32 && type.element != f64 && type.element != i32 && type.element != i64) return std::nullopt;
    const auto all = size(op.results[0]);
    if (!all || *all == 0) return std::nullopt;
    const std::int64_t given = op.attributes.get<std::int64_t>("axis");
    const auto axis = static_cast<std::size_t>(given < 0 ? given + type.rank() : given);
    std::vector<Table> parts;
    for (ir::ValueId operand : op.operands) {
      auto part = numbers(operand);
      if (!part) return std::nullopt;
      parts.push_back(*std::move(part));
    }
    std::vector<std::ptrdiff_t> row;  // so many of each, one part after another
    for (ir::ValueId operand : op.operands) row.push_back(static_cast<std::ptrdiff_t>(*size(operand, axis)));
    Table table;
    for (std::ptrdiff_t k = 0; static_cast<std::int64_t>(table.size()) < *all; ++k)
      for (std::size_t i = 0; i < parts.size(); ++i)
        table.insert(table.end(), parts[i].begin() + k * row[i], parts[i].begin() + (k + 1) * row[i]);
    return table;
  }

  const ir::Function& function_;
  const Passed& passed_;
  std::map<ir::ValueId, Table> tables_;
};

}  // namespace

std::map<ir::ValueId, Table> tables_of(const ir::Function& function, const Passed& passed) { return Tables(function, passed).run(); }

}  // namespace codegen
