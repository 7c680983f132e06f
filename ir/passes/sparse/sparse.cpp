#include "ir/passes/sparse/sparse.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "ir/kind.h"
#include "ir/op.h"
#include "ir/passes/analysis/loop.h"
#include "ir/passes/calls/called.h"
#include "ir/passes/simplify/rewriter.h"

namespace ir {
namespace {

// Some results of a function whose rows are wanted.
using Wanted = std::pair<FunctionId, std::vector<std::size_t>>;

// Values of a function whose rows go into the sum, each once.
struct Marks {
  std::set<ValueId> values;
  std::map<OpId, std::vector<std::size_t>> calls;  // the results of a call that are marked
  std::optional<OpId> dense;                       // why there is no such sum
};

bool is_zeros(const Function& f, ValueId value) {
  const OpId id = f[value].op;
  if (!id.valid()) return false;
  const Op& op = f[id];
  if (op.kind == Kind::Broadcast) return is_zeros(f, op.operands[0]);
  if (op.kind != Kind::Constant) return false;
  const Attribute* number = op.attributes.find("value");
  const double* real = std::get_if<double>(number);
  return real ? *real == 0 : std::get<std::int64_t>(*number) == 0;
}

std::optional<int> rows_onto(const Function& f, const Op& op) {
  const OpDefinition& rules = definition(op.kind);
  return rules.rows ? rules.rows_onto({f, op}) : std::nullopt;
}

// Sums that are made of zeros, sums, ops with rows and maps alone, so that their rows can be listed where they stand.
class Plain {
 public:
  explicit Plain(const Function& function) : f_(function) {}

  bool has(ValueId value) {
    const auto [found, added] = known_.try_emplace(value, false);
    if (added) found->second = find(value);
    return found->second;
  }
  // The operand of a value's op that it is linear in, row by row; null where that is none, or not plain.
  std::optional<std::size_t> mapped(ValueId value) {
    const Op& op = f_[f_[value].op];
    const bool is_linear = op.kind == Kind::Negative || op.kind == Kind::Divide || op.kind == Kind::Multiply ||
                           (op.kind == Kind::Astype && is_float(f_[op.operands[0]].type.element));
    if (!is_linear) return std::nullopt;
    if (has(op.operands[0])) return 0;
    return op.kind == Kind::Multiply && has(op.operands[1]) ? std::optional<std::size_t>(1) : std::nullopt;
  }

 private:
  bool find(ValueId value) {
    if (is_zeros(f_, value)) return true;
    if (!f_[value].op.valid()) return false;
    const Op& op = f_[f_[value].op];
    if (op.kind == Kind::Add) return has(op.operands[0]) && has(op.operands[1]);
    if (const auto onto = rows_onto(f_, op)) return *onto < 0 || has(op.operands[static_cast<std::size_t>(*onto)]);
    return mapped(value).has_value();
  }

  const Function& f_;
  std::map<ValueId, bool> known_;
};

// 1.
class Marker {
 public:
  Marker(const Module& module, std::map<Wanted, Marks>& all) : module_(module), all_(all) {}

  // The marks for results of a function; those of functions that it calls are made as well.
  const Marks& of(const Wanted& wanted) {
    const auto [found, added] = all_.try_emplace(wanted);
    Marks& marks = found->second;
    if (!added) return marks;  // a function that calls itself: as if it were sparse
    const Function& f = module_[wanted.first];
    for (std::size_t k : wanted.second)
      if (const auto root = mark(f, marks, f.results()[k]); root && root->valid()) fail(f, marks, *root);
    // Calls last: which of their results are marked must be known.
    for (const auto& [op, results] : std::map(marks.calls))
      if (!marks.dense && of({f[op].callee, results}).dense) marks.dense = op;
    return marks;
  }

 private:
  std::nullopt_t fail(const Function& f, Marks& marks, ValueId value) {
    if (!marks.dense) marks.dense = f[value].op;
    return std::nullopt;
  }

  // The parameter of the block that the sum begins with, not valid where it begins with zeros; null where it is dense.
  std::optional<ValueId> mark(const Function& f, Marks& marks, ValueId value) {
    if (marks.dense) return std::nullopt;
    if (is_zeros(f, value)) return ValueId{};
    const Value& v = f[value];
    if (!v.op.valid()) return v.block == f.body ? fail(f, marks, value) : std::optional(value);
    if (!marks.values.insert(value).second) return fail(f, marks, value);
    const Op& op = f[v.op];
    const auto k = static_cast<std::size_t>(v.index);
    if (op.kind == Kind::Add) {
      const auto a = mark(f, marks, op.operands[0]), b = mark(f, marks, op.operands[1]);
      if (!a || !b || (a->valid() && b->valid())) return fail(f, marks, value);
      return a->valid() ? a : b;
    }
    if (const auto onto = rows_onto(f, op))
      return *onto < 0 ? ValueId{} : mark(f, marks, op.operands[static_cast<std::size_t>(*onto)]);
    if (op.kind == Kind::Reshape && f[op.operands[0]].type == v.type) return mark(f, marks, op.operands[0]);
    if (plain(f).mapped(value)) return ValueId{};
    if (op.kind == Kind::If) return mark_if(f, marks, op, k);
    if (is_loop(op)) return mark_loop(f, marks, op, k);
    const bool is_followed = op.kind == Kind::Call && !module_[op.callee].foreign && !op.attributes.find("varying");
    if (!is_followed || uses(f, value) != 1) return fail(f, marks, value);
    std::vector<std::size_t>& results = marks.calls[v.op];
    results.insert(std::lower_bound(results.begin(), results.end(), k), k);
    return ValueId{};
  }

  std::optional<ValueId> mark_if(const Function& f, Marks& marks, const Op& op, std::size_t k) {
    std::vector<ValueId> roots;
    for (BlockId arm : op.blocks) {
      const ValueId given = f[arm].results[k];
      if (f[given].op.valid() && f[f[given].op].kind == Kind::Undefined) continue;
      const auto root = mark(f, marks, given);
      if (!root) return std::nullopt;
      roots.push_back(root->valid() ? op.operands[static_cast<std::size_t>(f[*root].index) + 1] : ValueId{});
    }
    // An arm that doesn't take up the sum would lose what others have added to it.
    const bool alike = std::all_of(roots.begin(), roots.end(), [&](ValueId root) { return root == roots[0]; });
    if (alike && !roots.empty() && roots[0].valid()) return mark(f, marks, roots[0]);
    for (ValueId root : roots)
      if (root.valid() && !is_zeros(f, root)) return fail(f, marks, op.results[k]);
    return ValueId{};
  }

  std::optional<ValueId> mark_loop(const Function& f, Marks& marks, const Op& op, std::size_t k) {
    const Loop loop = loop_of(op);
    if (k >= loop.carried) return fail(f, marks, op.results[k]);
    const auto root = mark(f, marks, f[loop.body].results[k]);
    if (!root || *root != f[loop.body].parameters[loop.first + k]) return fail(f, marks, op.results[k]);
    return mark(f, marks, op.operands[loop.first + k]);
  }

  static std::ptrdiff_t uses(const Function& f, ValueId value) {
    std::ptrdiff_t count = 0;
    for (const Op& op : f.ops) count += std::count(op.operands.begin(), op.operands.end(), value);
    for (const Block& block : f.blocks) count += std::count(block.results.begin(), block.results.end(), value);
    return count;
  }

  Plain& plain(const Function& f) { return plain_.try_emplace(&f, f).first->second; }

  const Module& module_;
  std::map<Wanted, Marks>& all_;
  std::map<const Function*, Plain> plain_;
};

// 2.
class Slicer : public Rewriter {
 public:
  // `variants`: what functions that are called have become, by what is wanted of them.
  Slicer(Module& module, const Function& from, const Wanted& wanted, const std::map<Wanted, Marks>& all,
         std::map<Wanted, FunctionId>& variants, bool is_callee, Diagnostics& diagnostics)
      : Rewriter(module, from, diagnostics), wanted_(wanted), all_(all), marks_(all.at(wanted)), variants_(variants),
        is_callee_(is_callee), plain_(from) {}

 private:
  struct Pieces {
    ValueId indices, rows;
  };

  const Type& dense() const { return from_[from_.results()[wanted_.second[0]]].type; }
  Expr expr(ValueId value) { return {&builder_, value}; }
  std::vector<ValueId> pieces() const { return {now_.indices, now_.rows}; }

  void begun() override {
    const Type indices = sequence_of({ElementType::i64, {0}, 0});
    Type rows = dense();
    if (is_callee_) {
      now_.indices = builder_.argument(indices, "indices");
      now_.rows = builder_.argument(sequence_of(rows), "rows");
      return;
    }
    builder_.derived = true;
    now_ = {builder_.empty_sequence(indices), builder_.empty_sequence(sequence_of(rows))};
    const bool always = std::any_of(from_[from_.body].ops.begin(), from_[from_.body].ops.end(), [&](OpId op) {
      return from_[op].results.size() == 1 && marks_.values.contains(from_[op].results[0]) && rows_onto(from_, from_[op]);
    });
    if (always || marks_.dense || rows.rank() == 1) return;
    // There may be no others: then the extents of a row are known by these.
    rows.extents[0] = 0;
    now_.rows = builder_.append(Kind::SequencePush, {now_.rows, builder_.full(rows, 0)});
  }

  std::vector<ValueId> given() override {
    if (marks_.dense) {
      const Expr all = expr(now(from_.results()[wanted_.second[0]]));
      push({expr(builder_.append(Kind::Iota, {}, {{"n", Shape{all.shape()[0]}}, {"to", ElementType::i64}})), all});
    }
    std::vector<ValueId> results;
    for (std::size_t k = 0; k < from_.results().size(); ++k) {
      const bool here = std::find(wanted_.second.begin(), wanted_.second.end(), k) != wanted_.second.end();
      if (!here) results.push_back(now(from_.results()[k]));
      if (!here || is_callee_) continue;
      const Shape extents = to_[now(from_.results()[k])].type.extents;  // a copy: values move
      for (const Extent& extent : extents) results.push_back(builder_.extent_value(extent));
      results.insert(results.end(), {now_.indices, now_.rows});
    }
    if (is_callee_) results.insert(results.end(), {now_.indices, now_.rows});
    return results;
  }

  void push(const AddedRows& added) {
    now_.indices = builder_.append(Kind::SequencePush, {now_.indices, added.indices.id});
    now_.rows = builder_.append(Kind::SequencePush, {now_.rows, added.rows.id});
  }

  void visit(OpId id) override {
    const Op& op = from_[id];
    if (marks_.dense) return copy(id);
    const bool marked =
        std::any_of(op.results.begin(), op.results.end(), [&](ValueId result) { return marks_.values.contains(result); });
    if (!marked) return copy(id);
    if (op.kind == Kind::If) return visit_if(op);
    if (is_loop(op)) return visit_loop(op);
    if (op.kind == Kind::Call) return visit_call(id);
    copy(id);
    if (rows_onto(from_, op)) return push(added(op));
    if (plain_.mapped(op.results[0]))
      for (const AddedRows& piece : listed(op.results[0])) push(piece);
  }

  AddedRows added(const Op& op) {
    std::vector<Expr> x;
    for (ValueId operand : op.operands) x.push_back(expr(now(operand)));
    return definition(op.kind).rows({x, expr(now(op.results[0])), {}, {}, op.attributes, &builder_});
  }

  // The rows of a plain sum.
  std::vector<AddedRows> listed(ValueId value) {
    if (is_zeros(from_, value)) return {};
    const Op& op = from_[from_[value].op];
    std::vector<AddedRows> list;
    if (op.kind == Kind::Add) {
      list = listed(op.operands[0]);
      for (const AddedRows& piece : listed(op.operands[1])) list.push_back(piece);
    } else if (const auto onto = rows_onto(from_, op)) {
      if (*onto >= 0) list = listed(op.operands[static_cast<std::size_t>(*onto)]);
      list.push_back(added(op));
    } else {
      const std::size_t mapped = *plain_.mapped(value);
      list = listed(op.operands[mapped]);
      for (AddedRows& piece : list) {
        std::vector<Expr> x;
        for (std::size_t i = 0; i < op.operands.size(); ++i)
          x.push_back(i == mapped ? piece.rows : at_rows(op.operands[i], piece));
        piece.rows = apply(op.kind, x, op.attributes);
      }
    }
    return list;
  }

  // Those rows of a dense operand; of a number that is repeated, as many of it.
  Expr at_rows(ValueId dense, const AddedRows& piece) {
    const OpId id = from_[dense].op;
    if (id.valid() && from_[id].kind == Kind::Broadcast && from_[from_[id].operands[0]].type.is_scalar())
      return broadcast(expr(now(from_[id].operands[0])), piece.rows.shape());
    return apply(Kind::Take, {expr(now(dense)), piece.indices}, {{"axis", std::int64_t{0}}});
  }

  // A block that takes the pieces, as parameters from `at` on, and gives them.
  BlockId through(BlockId id, std::size_t at, std::size_t given_at) {
    const Pieces outside = now_;
    enters_ = at;
    const BlockId made = block(id, from_[id].parameters, from_[id].results, pieces(), {}, at);
    std::vector<ValueId>& results = to_[made].results;
    const std::vector<ValueId> inside = pieces();
    results.insert(results.begin() + static_cast<std::ptrdiff_t>(given_at), inside.begin(), inside.end());
    now_ = outside;
    return made;
  }
  void entered(BlockId) override {
    if (!enters_) return;
    const std::vector<ValueId>& parameters = to_[builder_.insertion()].parameters;
    now_ = {parameters[*enters_], parameters[*enters_ + 1]};
    enters_.reset();
  }

  void visit_if(const Op& op) {
    std::vector<BlockId> arms;
    for (BlockId arm : op.blocks) arms.push_back(through(arm, op.operands.size() - 1, op.results.size()));
    append(op, op.attributes, op.operands.size(), arms, op.results.size());
  }

  void visit_loop(const Op& op) {
    const Loop loop = loop_of(op);
    std::vector<BlockId> blocks;
    for (BlockId inner : op.blocks)
      blocks.push_back(inner == loop.body
                           ? through(inner, loop.first_scanned(), loop.carried)
                           : block(inner, from_[inner].parameters, from_[inner].results, pieces(), {}, loop.first_scanned()));
    Attributes attributes = op.attributes;
    attributes.set("carried", static_cast<std::int64_t>(loop.carried + 2));
    append(op, std::move(attributes), loop.first_scanned(), blocks, loop.carried);
  }

  void visit_call(OpId id) {
    const Op& op = from_[id];
    const std::vector<std::size_t>& sums = marks_.calls.at(id);
    const FunctionId callee = variant({op.callee, sums});
    builder_.loc = op.loc;
    builder_.derived = op.derived;
    std::vector<ValueId> operands = now(op.operands);
    operands.insert(operands.end(), {now_.indices, now_.rows});
    const std::vector<ValueId> made = builder_.append_all(Kind::Call, operands, op.attributes, {}, callee);
    std::size_t next = 0;
    for (std::size_t k = 0; k < op.results.size(); ++k)
      if (std::find(sums.begin(), sums.end(), k) == sums.end()) replace(op.results[k], made[next++]);
      else replace(op.results[k], builder_.full(from_[op.results[k]].type, 0));  // nobody reads it but the dense sum
    now_ = {made[next], made[next + 1]};
  }

  // The op with the pieces among its operands and its results.
  void append(const Op& op, Attributes attributes, std::size_t at, const std::vector<BlockId>& blocks, std::size_t given_at) {
    builder_.loc = op.loc;
    builder_.derived = op.derived;
    std::vector<ValueId> operands = now(op.operands);
    const std::vector<ValueId> passed = pieces();
    operands.insert(operands.begin() + static_cast<std::ptrdiff_t>(at), passed.begin(), passed.end());
    const std::vector<ValueId> made = builder_.append_all(op.kind, operands, std::move(attributes), blocks);
    for (std::size_t k = 0; k < op.results.size(); ++k) replace(op.results[k], made[k < given_at ? k : k + 2]);
    now_ = {made[given_at], made[given_at + 1]};
  }

  FunctionId variant(const Wanted& wanted) {
    if (const auto found = variants_.find(wanted); found != variants_.end()) return found->second;
    Module& module = builder_.module();
    const Function callee = module[wanted.first];  // a copy: the module grows
    const std::vector<Type> taken{sequence_of({ElementType::i64, {0}, 0}), sequence_of(dense())};
    std::vector<Type> arguments, results;
    for (ValueId argument : callee.arguments()) arguments.push_back(callee[argument].type);
    arguments.insert(arguments.end(), taken.begin(), taken.end());
    for (std::size_t k = 0; k < callee.results().size(); ++k)
      if (std::find(wanted.second.begin(), wanted.second.end(), k) == wanted.second.end())
        results.push_back(callee[callee.results()[k]].type);
    results.insert(results.end(), taken.begin(), taken.end());
    const std::string name = module.free_name(callee.name + ".rows");
    const FunctionId id = announce(module, callee, name, arguments, results);
    variants_.emplace(wanted, id);
    Function made = Slicer(module, callee, wanted, all_, variants_, true, builder_.diagnostics()).run();
    made.name = name;
    module.functions[id.at()] = std::move(made);
    return id;
  }

  const Wanted wanted_;
  const std::map<Wanted, Marks>& all_;
  const Marks& marks_;
  std::map<Wanted, FunctionId>& variants_;
  const bool is_callee_;
  Plain plain_;
  Pieces now_;                         // what was added so far
  std::optional<std::size_t> enters_;  // the block that is made takes the pieces from this parameter on
};

}  // namespace

SparseResult sparse_result(const Module& module, FunctionId function, std::size_t result) {
  std::map<Wanted, Marks> all;
  const Wanted wanted{function, {result}};
  const std::optional<OpId> dense = Marker(module, all).of(wanted).dense;
  SparseResult out{module, dense};
  std::map<Wanted, FunctionId> variants;
  Diagnostics none;  // what comes of well-typed ops is well-typed
  Function made = Slicer(out.module, module[function], wanted, all, variants, false, none).run();
  out.module[function] = std::move(made);
  return out;
}

std::optional<Module> run_sparse_pass(const Module& module, const PassArguments& arguments, Diagnostics& diagnostics) {
  const FunctionId function = arguments.size() == 2 ? module.find(arguments[0]) : FunctionId{};
  const bool is_number = function.valid() && !arguments[1].empty() && arguments[1].size() < 9 &&
                         std::all_of(arguments[1].begin(), arguments[1].end(), [](char c) { return c >= '0' && c <= '9'; });
  const std::size_t result = is_number ? std::stoul(arguments[1]) : 0;
  if (is_number && result < module[function].results().size()) {
    const Type& type = module[function][module[function].results()[result]].type;
    if (type.is_tensor() && type.rank() > 0 && is_float(type.element)) return sparse_result(module, function, result).module;
  }
  diagnostics.report(DiagnosticId::pass_usage, {}, "sparse",
                     "it takes a function and the number of a result that is a floating tensor with an axis");
  return std::nullopt;
}

bool can_be_sparse(const Module& module, FunctionId function, std::size_t result) {
  std::map<Wanted, Marks> all;
  return !Marker(module, all).of({function, {result}}).dense;
}

}  // namespace ir
