// Batching of a function (batch.h).
//
//  1. Expand composite ops that have no rule (expand.h).
//  2. Find what is batched (batched.h). The rest is copied as it is.
//  3. An op is done for all of the batch as its paragraph says; where that has no rule for these operands, it is done k
//     times, in a `scan` around it alone.
//  4. `if`, `while` and `scan` whose way is the same for all go inside, with the values that are batched batched. Where the
//     way depends on what is batched, they are done k times.
//  5. A call is one of the callee's batched form, made once for each pattern of arguments.
//
// In: a function that verifies. Out: the same language, so that it can be differentiated or batched again.
#include "ir/passes/batch/batch.h"

#include <algorithm>
#include <set>

#include "ir/op.h"
#include "ir/ops/rules.h"
#include "ir/passes/analysis/boxed.h"
#include "ir/passes/analysis/loop.h"
#include "ir/passes/batch/batched.h"
#include "ir/passes/calls/called.h"
#include "ir/passes/simplify/expand.h"

namespace ir {
namespace {

std::optional<Function> batched_function(Module& module, const Function& given, const BatchOptions& options,
                                         std::vector<bool>& results, Diagnostics& diagnostics);

// The axis of a function: its extent, and what says it where no tensor among the arguments does.
struct Axis {
  Extent k;
  std::string argument;  // empty: none
};
Axis axis_of(Module& module, const Function& from, const std::vector<bool>& batched) {
  Function none = new_function("");
  Diagnostics diagnostics;
  Builder names(module, none, diagnostics);
  names.reserve_symbols(from);
  bool bound = false;
  for (std::size_t i = 0; i < batched.size(); ++i) bound = bound || (batched[i] && from[from.arguments()[i]].type.is_tensor());
  if (bound) return {Extent::symbol(names.fresh_symbol("k")), ""};
  const std::string argument = names.fresh_name("k");
  return {Extent::symbol("%" + argument), argument};
}

class Batcher {
 public:
  Batcher(const Function& from, Builder& builder, const Extent& k, const Batched& batched, const BatchOptions& options)
      : from_(from), builder_(builder), k_(k), batched_(batched), options_(options), now_(from, builder) {}

  void set(ValueId old, ValueId now) { now_.set(old, now); }
  void run() {
    steps(from_.body);
    check_ranks();
  }
  // The value as it is, or with the axis in any case.
  ValueId given(ValueId old, bool with_axis) {
    const ValueId now = now_(old);
    if (!with_axis || batched_(old)) return now;
    const Expr spread_value = spread({&builder_, now}, k_);
    if (spread_value.valid()) return spread_value.id;
    refuse_kept(from_[old].op);
    return now;
  }
  bool ok() const { return ok_; }

 private:
  Type type(ValueId old) const {
    return batched_(old) ? with_axis(k_, from_[old].type) : from_[old].type;
  }
  // Ends at what is refused: what comes after has no operands.
  void steps(BlockId block) {
    for (OpId id : from_[block].ops)
      if (ok_) step(id);
  }

  void step(OpId id) {
    const Op& op = from_[id];
    if (done_.count(id)) return;
    if (!batched_.any(op.operands) && !batched_.any(op.results)) return now_.op(id);
    if (batched_.is_opaque(op)) return k_times(id);
    if (op.kind == Kind::If) return step_if(op);
    if (is_loop(op)) return step_loop(op);
    if (op.kind == Kind::Call) return step_call(op);
    by_rule(id);
  }

  void by_rule(OpId id) {
    const Op& op = from_[id];
    std::vector<Expr> x;
    std::vector<bool> with_axis;
    for (ValueId operand : op.operands) {
      x.push_back({&builder_, now_(operand)});
      with_axis.push_back(batched_(operand));
    }
    const Batching rule = definition(op.kind).batch;
    builder_.loc = op.loc;
    builder_.derived = op.derived;
    const Expr made = rule ? rule({op.kind, x, with_axis, k_, op.attributes, &builder_}) : Expr{};
    if (!made.valid()) return k_times(id);
    if (made.type().is_tensor() && !builder_.facts().equal(made.type(), type(op.results[0])))
      return refuse(op, fmt::format("its rule gives {}, not {}", made.type().text(), type(op.results[0]).text()));
    name(op.results[0], made.id);
  }

  void name(ValueId old, ValueId now) {
    set(old, now);
    Value& value = builder_.function()[now];
    if (value.name.empty()) value.name = from_[old].name;
  }

  void refuse(const Op& op, const std::string& why) {
    Diagnostic& problem = builder_.diagnostics().report(DiagnosticId::no_batch, op.loc, definition(op.kind).info.name, why);
    problem.notes.push_back({options_.requested, fmt::format("in the derivative of '{}' requested here", from_.name)});
    ok_ = false;
  }

  // What a call keeps is known to calls alone.
  void refuse_kept(OpId by) {
    Op call;
    call.kind = Kind::Call;
    if (by.valid()) call.loc = from_[by].loc;
    refuse(call, "what it keeps depends on the direction");
  }

  // A tensor with as many axes as there may be has no room for the axis of the directions.
  void check_ranks() {
    const Function& made = builder_.function();
    const auto is_too_much = [](const Value& value) { return value.type.is_tensor() && value.type.rank() > kMostAxes; };
    const auto found = std::find_if(made.values.begin(), made.values.end(), is_too_much);
    if (!ok_ || found == made.values.end()) return;
    const std::string what = found->op.valid() ? std::string(definition(made[found->op].kind).info.name) : "'" + found->name + "'";
    Diagnostic& problem =
        builder_.diagnostics().report(DiagnosticId::no_batch, found->op.valid() ? made[found->op].loc : LocId{}, what,
                                      fmt::format("a tensor of {} axes has no room for one more", kMostAxes));
    problem.notes.push_back({options_.requested, fmt::format("in the derivative of '{}' requested here", from_.name)});
    ok_ = false;
  }

  // --- one after the other

  // What is done for one direction after the other: an op, or the call of a function outside with what takes its tensors
  // and says which extents they must have. Until then only the function knows them.
  struct Turn {
    std::vector<OpId> ops;
    std::vector<ValueId> results;
  };
  Turn turn(OpId id) const {
    const Op& op = from_[id];
    Turn whole{{id}, {}};
    if (op.kind != Kind::Call || !builder_.module()[op.callee].foreign) return {{id}, op.results};
    for (ValueId result : op.results) {
      for (Kind next : {Kind::SequenceAt, Kind::RequireExtents}) {
        if (from_[result].type.is_tensor() && next == Kind::SequenceAt) break;
        const std::vector<OpId> users = users_of(result);
        if (users.empty() && next == Kind::SequenceAt) result = {};
        if (users.empty()) break;
        if (users.size() > 1 || from_[users[0]].kind != next) return {{id}, op.results};
        whole.ops.push_back(users[0]);
        result = from_[users[0]].results[0];
      }
      if (result.valid()) whole.results.push_back(result);
    }
    return whole;
  }
  std::vector<OpId> users_of(ValueId value) const {
    std::vector<OpId> users;
    for (std::size_t i = 0; i < from_.ops.size(); ++i) {
      const auto& operands = from_.ops[i].operands;
      if (std::find(operands.begin(), operands.end(), value) != operands.end())
        users.push_back({static_cast<std::int32_t>(i)});
    }
    return users;
  }

  // A value that is the same for all and stands further on may be needed before.
  bool bring_forward(ValueId value) {
    if (now_.has(value)) return true;
    const OpId id = from_[value].op;
    if (!id.valid() || !from_[id].blocks.empty() || batched_(value)) return false;
    for (ValueId operand : from_[id].operands)
      if (!bring_forward(operand)) return false;
    now_.op(id);
    done_.insert(id);
    return true;
  }

  void k_times(OpId id) {
    const Op& op = from_[id];
    const std::string_view binds = definition(op.kind).info.binds;
    const bool bound = !binds.empty() && op.attributes.find(binds);
    const Turn whole = turn(id);
    const bool tensors =
        std::all_of(whole.results.begin(), whole.results.end(), [&](ValueId r) { return from_[r].type.is_tensor(); });
    if (bound || !tensors) return refuse(op, "the form of its result depends on the direction");
    for (ValueId operand : op.operands)
      if (batched_(operand) && from_[operand].type.element == ElementType::any) return refuse_kept(id);
    done_.insert(whole.ops.begin(), whole.ops.end());
    builder_.loc = op.loc;
    builder_.derived = op.derived;
    std::vector<Type> types{scalar(ElementType::i64)};
    std::vector<ValueId> operands{builder_.extent_value(k_)}, given = op.operands;
    for (OpId user : whole.ops)
      for (ValueId operand : from_[user].operands) {
        const OpId made_by = from_[operand].op;
        if (user == id || std::find(whole.ops.begin(), whole.ops.end(), made_by) != whole.ops.end()) continue;
        if (!bring_forward(operand)) return refuse(op, "what is read of its result depends on what comes after it");
        if (std::find(given.begin(), given.end(), operand) == given.end()) given.push_back(operand);
      }
    for (ValueId result : whole.results) {
      types.push_back(type(result));
      operands.push_back(builder_.full(type(result), 0));
    }
    for (ValueId operand : given) {
      types.push_back(type(operand));
      operands.push_back(now_(operand));
    }
    const BlockId body = builder_.block(types);
    const std::vector<ValueId> p = builder_.function()[body].parameters;
    const BlockId outside = builder_.insert_into(body);
    const Expr trip{&builder_, p[0]};
    Cloner one(from_, builder_);
    const std::size_t first = 1 + whole.results.size();
    for (std::size_t i = 0; i < given.size(); ++i) {
      const Expr x{&builder_, p[first + i]};
      one.set(given[i], batched_(given[i]) ? one_of(x, trip).id : x.id);
    }
    for (OpId each : whole.ops) one.op(each);
    std::vector<ValueId> next;
    for (std::size_t r = 0; r < whole.results.size(); ++r)
      next.push_back(apply(Kind::SetElement, {{&builder_, p[1 + r]}, {&builder_, one(whole.results[r])}, trip}).id);
    builder_.set_results(next);
    builder_.insert_into(outside);
    const auto made = builder_.append_all(
        Kind::Scan, operands,
        {{"carried", static_cast<std::int64_t>(whole.results.size())}, {"scanned", std::int64_t{0}}}, {body});
    for (std::size_t r = 0; r < made.size(); ++r) name(whole.results[r], made[r]);
  }

  // --- ops with blocks

  // A block with the same parameters and results, those that are batched with the axis; `with_axis` says which results have
  // it in any case.
  BlockId block(BlockId id, const std::vector<bool>& with_axis) {
    std::vector<Type> types;
    std::vector<std::string> names;
    for (ValueId parameter : from_[id].parameters) {
      types.push_back(type(parameter));
      names.push_back(from_[parameter].name);
    }
    const BlockId made = builder_.block(types, names);
    for (std::size_t i = 0; i < types.size(); ++i) set(from_[id].parameters[i], builder_.function()[made].parameters[i]);
    const BlockId outside = builder_.insert_into(made);
    steps(id);
    std::vector<ValueId> results;
    for (std::size_t k = 0; ok_ && k < from_[id].results.size(); ++k)
      results.push_back(given(from_[id].results[k], k < with_axis.size() && with_axis[k]));
    builder_.set_results(results);
    builder_.insert_into(outside);
    return made;
  }

  std::vector<bool> flags(const std::vector<ValueId>& values) const {
    std::vector<bool> all;
    for (ValueId value : values) all.push_back(batched_(value));
    return all;
  }

  // The extents of results that vary have the axis in `shapes`, too.
  Attributes with_axes(const Op& op) const {
    Attributes attributes = op.attributes;
    if (!op.attributes.find("shapes")) return attributes;
    const Shape& old = op.attributes.get<Shape>("shapes");
    Shape shapes;
    std::size_t next = 0;
    for (std::int64_t which : op.attributes.get<Integers>("varying")) {
      const ValueId result = op.results[static_cast<std::size_t>(which)];
      if (batched_(result)) shapes.push_back(k_);
      for (int axis = 0; axis < from_[result].type.rank(); ++axis) shapes.push_back(old[next++]);
    }
    attributes.set("shapes", shapes);
    return attributes;
  }

  void finish(const Op& op, const std::vector<ValueId>& operands, Attributes attributes, const std::vector<BlockId>& blocks,
              FunctionId callee = {}) {
    if (!ok_) return;
    builder_.loc = op.loc;
    builder_.derived = op.derived;
    const auto results = builder_.append_all(op.kind, operands, std::move(attributes), blocks, callee);
    GRADC_CHECK(results.size() == op.results.size());
    for (std::size_t k = 0; k < results.size(); ++k) {
      set(op.results[k], results[k]);
      builder_.function()[results[k]].name = from_[op.results[k]].name;
    }
  }

  void step_if(const Op& op) {
    const std::vector<ValueId> operands = now_(op.operands);
    std::vector<BlockId> blocks;
    for (BlockId arm : op.blocks) blocks.push_back(block(arm, flags(op.results)));
    finish(op, operands, with_axes(op), blocks);
  }

  void step_loop(const Op& op) {
    const Loop loop = loop_of(op);
    const Block& body = from_[loop.body];
    std::vector<ValueId> operands;
    std::vector<bool> carried;
    for (std::size_t i = 0; i < op.operands.size(); ++i)
      operands.push_back(given(op.operands[i], i >= loop.first && i < loop.first_scanned() && batched_(body.parameters[i])));
    for (std::size_t j = 0; j < loop.carried; ++j) carried.push_back(batched_(body.parameters[loop.first + j]));
    std::vector<BlockId> blocks;
    if (!loop.counts) blocks.push_back(block(op.blocks[0], {}));
    blocks.push_back(block(loop.body, carried));
    finish(op, operands, with_axes(op), blocks);
  }

  void step_call(const Op& op) {
    const Function callee = builder_.module()[op.callee];  // a copy: the module grows
    BatchOptions options;
    options.arguments = flags(op.operands);
    options.results = flags(op.results);
    options.requested = options_.requested;
    options.name = callee.name + ".batch";
    for (std::size_t i = 0; i < options.arguments.size(); ++i)
      if (options.arguments[i]) options.name += fmt::format("_{}", i);
    const FunctionId function = called(callee, options);
    std::vector<ValueId> operands = now_(op.operands);
    if (builder_.module()[function].arguments().size() > operands.size()) operands.push_back(builder_.extent_value(k_));
    finish(op, operands, with_axes(op), {}, function);
  }

  FunctionId called(const Function& callee, const BatchOptions& options) {
    Module& module = builder_.module();
    if (const FunctionId made = module.find(options.name); made.valid()) return made;
    const Axis axis = axis_of(module, callee, options.arguments);
    const auto types = [&](const std::vector<ValueId>& values, const std::vector<bool>& batched) {
      std::vector<Type> all;
      for (std::size_t i = 0; i < values.size(); ++i)
        all.push_back(batched[i] ? with_axis(axis.k, callee[values[i]].type) : callee[values[i]].type);
      return all;
    };
    std::vector<Type> arguments = types(callee.arguments(), options.arguments);
    if (!axis.argument.empty()) arguments.push_back(scalar(ElementType::i64));
    const FunctionId announced =
        announce(module, callee, options.name, arguments, types(callee.results(), options.results), axis.argument);
    std::vector<bool> results;
    auto made = batched_function(module, callee, options, results, builder_.diagnostics());
    ok_ = ok_ && made && results == options.results;
    if (made) module[announced] = *std::move(made);
    return announced;
  }

  const Function& from_;
  Builder& builder_;
  const Extent k_;
  const Batched& batched_;
  const BatchOptions& options_;
  Cloner now_;
  std::set<OpId> done_;  // with an op before them
  bool ok_ = true;
};

std::optional<Function> batched_function(Module& module, const Function& given, const BatchOptions& options,
                                         std::vector<bool>& results, Diagnostics& diagnostics) {
  const Function from = batchable_form(module, given, diagnostics);
  Function to = new_function(options.name.empty() ? from.name + "_batch" : options.name);
  to.requirements = from.requirements;
  to.extent_origins = from.extent_origins;
  Builder builder(module, to, diagnostics);
  const Axis axis = axis_of(module, from, options.arguments);
  builder.reserve_symbols(from);
  const Batched batched(module, from, options.arguments);
  Batcher batcher(from, builder, axis.k, batched, options);
  for (ValueId argument : from.arguments()) {
    const Type type = from[argument].type;
    batcher.set(argument, builder.argument(batched(argument) ? with_axis(axis.k, type) : type, from[argument].name));
  }
  if (!axis.argument.empty()) builder.argument(scalar(ElementType::i64), axis.argument);
  batcher.run();
  if (!batcher.ok()) return std::nullopt;
  std::vector<ValueId> ids;
  results.clear();
  for (std::size_t i = 0; i < from.results().size(); ++i) {
    const ValueId result = from.results()[i];
    const bool with_axis = i < options.results.size() && options.results[i];
    ids.push_back(batcher.given(result, with_axis));
    results.push_back(with_axis || batched(result));
  }
  builder.set_results(ids);
  return to;
}

}  // namespace

std::optional<BatchedFunction> batch(const Module& module, FunctionId function, const BatchOptions& options,
                                     Diagnostics& diagnostics) {
  BatchedFunction out{module, {}, {}};
  auto made = batched_function(out.module, module[function], options, out.results, diagnostics);
  if (!made) return std::nullopt;
  out.function = {static_cast<std::int32_t>(out.module.functions.size())};
  out.module.functions.push_back(*std::move(made));
  return out;
}

std::optional<Module> run_batch_pass(const Module& module, const PassArguments& arguments, Diagnostics& diagnostics) {
  const FunctionId function = arguments.empty() ? FunctionId{} : module.find(arguments[0]);
  if (!function.valid()) {
    diagnostics.report(DiagnosticId::pass_usage, {}, "batch", "names a function of the module first");
    return std::nullopt;
  }
  BatchOptions options;
  for (ValueId argument : module[function].arguments())
    options.arguments.push_back(arguments.size() == 1 || std::find(arguments.begin() + 1, arguments.end(),
                                                                   module[function][argument].name) != arguments.end());
  auto made = batch(module, function, options, diagnostics);
  if (!made) return std::nullopt;
  return std::move(made->module);
}

}  // namespace ir
