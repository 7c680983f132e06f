#include "ir/verify.h"

#include <algorithm>
#include <set>

#include "ir/builder.h"
#include "ir/op.h"

namespace ir {
namespace {

bool is_kind(const Attribute& value, std::string_view kind) {
  const auto* integer = std::get_if<std::int64_t>(&value);
  const auto* extents = std::get_if<Shape>(&value);
  const bool real = std::holds_alternative<double>(value);
  if (kind == "bool") return std::holds_alternative<bool>(value);
  if (kind == "integer") return integer != nullptr;
  if (kind == "count") return integer && *integer >= 0 && *integer < 65536;
  if (kind == "real") return real;
  if (kind == "number") return integer || real;
  if (kind == "string") return std::holds_alternative<std::string>(value);
  if (kind == "integers") return std::holds_alternative<Integers>(value);
  if (kind == "extents") return extents != nullptr;
  if (kind == "extent") return extents && extents->size() == 1;
  if (kind == "element") return std::holds_alternative<ElementType>(value);
  return false;
}

template <class Id, class T>
bool within(Id id, const std::vector<T>& list) {
  return id.valid() && id.at() < list.size();
}

class Verifier {
 public:
  Verifier(const Module& module, const Function& function, Diagnostics& diagnostics)
      : module_(module), f_(function), diagnostics_(diagnostics) {}

  void run() {
    const std::size_t before = diagnostics_.list().size();
    const auto clean = [&] { return diagnostics_.list().size() == before; };
    ids();
    if (!clean()) return;
    definitions();
    places();
    if (!clean()) return;
    closed(f_.body);
    names();
    if (!clean()) return;
    facts_.add_requirements(f_);
    types(f_.body);
    callees();
    rules();
  }

 private:
  void break_of(LocId loc, const std::string& text) {
    const LocId known = within(loc, module_.locations) ? loc : LocId{};
    diagnostics_.report(DiagnosticId::ill_formed, known, fmt::format("@{}: {}", f_.name, text));
  }

  std::string value(ValueId id) const {
    const std::string& name = f_[id].name;
    return name.empty() ? fmt::format("value {}", id.index) : "%" + name;
  }
  static std::string op_name(const Op& op) { return std::string{definition(op.kind).info.name}; }

  // 1. Every id is in range.
  void ids() {
    if (!within(f_.body, f_.blocks)) return break_of({}, "it has no body");
    const auto loc_known = [&](LocId loc) { return !loc.valid() || within(loc, module_.locations); };
    for (const Op& op : f_.ops) {
      if (static_cast<std::size_t>(op.kind) >= op_table().size())
        return break_of(op.loc, "an op has an unknown kind");
      for (ValueId id : op.operands)
        if (!within(id, f_.values))
          break_of(op.loc, fmt::format("{}: there is no operand {}", op_name(op), id.index));
      for (ValueId id : op.results)
        if (!within(id, f_.values))
          break_of(op.loc, fmt::format("{}: there is no result {}", op_name(op), id.index));
      for (BlockId id : op.blocks)
        if (!within(id, f_.blocks))
          break_of(op.loc, fmt::format("{}: there is no block {}", op_name(op), id.index));
      if (op.callee.valid() && !within(op.callee, module_.functions))
        break_of(op.loc, fmt::format("{}: there is no function {}", op_name(op), op.callee.index));
      if (!loc_known(op.loc))
        break_of(op.loc, fmt::format("{}: there is no location {}", op_name(op), op.loc.index));
    }
    for (const Block& block : f_.blocks) {
      for (OpId id : block.ops)
        if (!within(id, f_.ops)) break_of({}, fmt::format("a block has no op {}", id.index));
      for (const auto* list : {&block.parameters, &block.results})
        for (ValueId id : *list)
          if (!within(id, f_.values)) break_of({}, fmt::format("a block has no value {}", id.index));
    }
    for (const NamedValue& one : f_.named)
      if (!within(one.value, f_.values)) break_of({}, fmt::format("there is no value {} to be named", one.value.index));
    for (const Requirement& requirement : f_.requirements)
      if (!loc_known(requirement.loc)) break_of({}, "a requirement has no such location");
    for (const Function::ExtentOrigin& origin : f_.extent_origins) {
      const auto& arguments = f_.arguments();
      const auto argument = static_cast<std::size_t>(origin.argument),
                 axis = static_cast<std::size_t>(origin.axis);
      const bool known =
          origin.argument >= 0 && argument < arguments.size() && within(arguments[argument], f_.values);
      if (!known || origin.axis < 0 || axis >= f_[arguments[argument]].type.extents.size())
        break_of({}, "the origin of an extent names no axis of an argument");
      if (!loc_known(origin.loc)) break_of({}, "the origin of an extent has no such location");
    }
  }

  // What has a name for outside stands in the body, under that name alone.
  void names() {
    std::set<std::string_view> seen;
    for (const NamedValue& one : f_.named) {
      const Value& v = f_[one.value];
      const std::vector<OpId>& ops = f_[f_.body].ops;
      const bool here = v.op.valid() ? std::find(ops.begin(), ops.end(), v.op) != ops.end() : v.block == f_.body;
      if (!here) break_of({}, fmt::format("{} is named \"{}\", and stands not in the body", value(one.value), one.name));
      if (!seen.insert(one.name).second) break_of({}, fmt::format("two values are named \"{}\"", one.name));
    }
  }

  // 2. Every value is defined once, where it says.
  void definitions() {
    std::vector<int> count(f_.values.size());
    const auto defined = [&](ValueId id, LocId loc, bool here) {
      if (++count[id.at()] > 1)
        break_of(loc, fmt::format("{} is defined twice", value(id)));
      else if (!here)
        break_of(loc, fmt::format("{} does not say where it is defined", value(id)));
    };
    for (std::size_t i = 0; i < f_.ops.size(); ++i)
      for (std::size_t k = 0; k < f_.ops[i].results.size(); ++k) {
        const Value& v = f_[f_.ops[i].results[k]];
        const bool here =
            v.op.valid() && v.op.at() == i && !v.block.valid() && v.index == static_cast<int>(k);
        defined(f_.ops[i].results[k], f_.ops[i].loc, here);
      }
    for (std::size_t i = 0; i < f_.blocks.size(); ++i)
      for (std::size_t k = 0; k < f_.blocks[i].parameters.size(); ++k) {
        const Value& v = f_[f_.blocks[i].parameters[k]];
        const bool here =
            v.block.valid() && v.block.at() == i && !v.op.valid() && v.index == static_cast<int>(k);
        defined(f_.blocks[i].parameters[k], {}, here);
      }
    for (std::size_t i = 0; i < count.size(); ++i)
      if (count[i] == 0)
        break_of({}, fmt::format("{} is defined nowhere", value(ValueId{static_cast<std::int32_t>(i)})));
  }

  // 3. Every op stands in one block, every block but the body belongs to one op.
  void places() {
    const std::size_t before = diagnostics_.list().size();
    std::vector<int> in_blocks(f_.ops.size()), of_ops(f_.blocks.size());
    for (const Block& block : f_.blocks)
      for (OpId id : block.ops) ++in_blocks[id.at()];
    for (const Op& op : f_.ops)
      for (BlockId id : op.blocks) ++of_ops[id.at()];
    for (std::size_t i = 0; i < in_blocks.size(); ++i)
      if (in_blocks[i] != 1)
        break_of(f_.ops[i].loc,
                 fmt::format("{} (op {}) stands in {} blocks", op_name(f_.ops[i]), i, in_blocks[i]));
    for (std::size_t i = 0; i < of_ops.size(); ++i) {
      const int expected = i == f_.body.at() ? 0 : 1;
      if (of_ops[i] != expected)
        break_of({}, fmt::format("block {} belongs to {} ops, not {}", i, of_ops[i], expected));
    }
    if (diagnostics_.list().size() != before) return;
    // With the counts right, blocks that can't be reached from the body contain each other.
    if (std::size_t reached = 0; reach(f_.body, reached), reached != f_.blocks.size())
      return break_of({}, "a block contains itself");
    const auto around = [&](BlockId id, BlockId outer) {
      if (f_[id].around != outer)
        break_of({}, fmt::format("block {} does not say which block it stands in", id.index));
    };
    around(f_.body, {});
    for (std::size_t i = 0; i < f_.blocks.size(); ++i)
      for (OpId id : f_.blocks[i].ops)
        for (BlockId inner : f_[id].blocks) around(inner, {static_cast<std::int32_t>(i)});
  }

  void reach(BlockId id, std::size_t& reached) {
    if (++reached > f_.blocks.size()) return;
    for (OpId op : f_[id].ops)
      for (BlockId block : f_[op].blocks) reach(block, reached);
  }

  // 4. Operands and results come from the block itself, and from before.
  void closed(BlockId id) {
    const Block& block = f_[id];
    std::set<ValueId> seen(block.parameters.begin(), block.parameters.end());
    for (OpId op_id : block.ops) {
      const Op& op = f_[op_id];
      for (ValueId operand : op.operands)
        if (!seen.contains(operand))
          break_of(op.loc, fmt::format("{} uses {}, which is not defined before it in its block", op_name(op),
                                       value(operand)));
      for (BlockId inner : op.blocks) closed(inner);
      seen.insert(op.results.begin(), op.results.end());
    }
    for (ValueId result : block.results)
      if (!seen.contains(result))
        break_of({}, fmt::format("a block gives {}, which is not defined in it", value(result)));
  }

  // 5. Attributes, operand counts and types are those of the op. 6. Every extent symbol is bound where it stands. Inner
  // blocks first: the rules of their ops read them.
  void types(BlockId id) {
    const Block& block = f_[id];
    scope_.enter(id);
    for (ValueId parameter : block.parameters) known(id, f_[parameter].type, {}, value(parameter));
    if (id == f_.body)
      for (const Requirement& requirement : f_.requirements)
        known(id, {ElementType::i64, {requirement.left, requirement.right}, 0}, requirement.loc, "a requirement");
    for (OpId op_id : block.ops) {
      const Op& op = f_[op_id];
      for (BlockId inner : op.blocks) types(inner);
      type(id, op);
      scope_.append(id, op);
      for (ValueId result : op.results) known(id, f_[result].type, op.loc, value(result));
      for (const auto& [name, attribute] : op.attributes)
        if (const Shape* shape = std::get_if<Shape>(&attribute))
          known(id, {ElementType::i64, *shape, 0}, op.loc, fmt::format("attribute '{}' of {}", name, op_name(op)));
    }
  }

  void type(BlockId block, const Op& op) {
    const OpDefinition& rules = definition(op.kind);
    if (auto fault = attribute_fault(op.kind, op.attributes)) {
      fault->loc = op.loc;
      diagnostics_.add(*std::move(fault));
      return;
    }
    if (rules.info.arity >= 0 && static_cast<std::size_t>(rules.info.arity) != op.operands.size()) {
      diagnostics_.report(DiagnosticId::operand_count, op.loc, rules.info.name, rules.info.arity,
                          op.operands.size());
      return;
    }
    const auto inferred = rules.type(TypeRule{module_, f_, rules.info.name, op.operands, op.attributes, op.blocks,
                                              op.callee, op.loc, diagnostics_, facts_, scope_, block});
    if (!inferred) return;
    if (inferred->size() != op.results.size())
      return break_of(op.loc,
                      fmt::format("{} has {} results, not {}", op_name(op), inferred->size(), op.results.size()));
    for (std::size_t i = 0; i < inferred->size(); ++i)
      if (const Type& type = f_[op.results[i]].type; !(type == (*inferred)[i]))
        break_of(op.loc, fmt::format("{} has type {}, but {} gives {}", value(op.results[i]), type.text(), op_name(op),
                                     (*inferred)[i].text()));
  }

  void known(BlockId block, const Type& type, LocId loc, const std::string& where) {
    if (!type.is_tensor()) return;
    std::set<std::string> used;
    for (const Extent& extent : type.extents) extent.collect_symbols(used);
    for (const std::string& symbol : used)
      if (!scope_.has(block, symbol))
        break_of(loc, fmt::format("the extent symbol {} in {} is not bound", symbol, where));
  }

  // 7. Only a call names a function.
  void callees() {
    for (const Op& op : f_.ops)
      if (op.callee.valid() && (definition(op.kind).info.trait != Trait::control || !op.blocks.empty()))
        break_of(op.loc,
                 fmt::format("{} calls nothing, but names @{}", op_name(op), module_[op.callee].name));
  }

  // 8. Rules take and give values of the types that they are for, extents aside.
  void rules() {
    if (!f_.has_rule()) return;
    const std::vector<Type> x = types_of(f_, f_.arguments()), y = types_of(f_, f_.results());
    const std::vector<Type> x_bar = differentiable_among(x), y_bar = differentiable_among(y);
    rule("vjp", f_.vjp, {x, y, y_bar}, x_bar);
    rule("jvp", f_.jvp, {x, y, x_bar}, y_bar);
  }
  void rule(std::string_view word, FunctionId id, const std::vector<std::vector<Type>>& takes,
            const std::vector<Type>& gives) {
    if (!id.valid()) return;
    if (!within(id, module_.functions)) return break_of({}, fmt::format("{}: there is no function {}", word, id.index));
    const Function& rule = module_[id];
    std::vector<Type> taken;
    for (const auto& part : takes) taken.insert(taken.end(), part.begin(), part.end());
    if (!alike(types_of(rule, rule.arguments()), taken) || !alike(types_of(rule, rule.results()), gives))
      break_of({}, fmt::format("{} @{} takes ({}) and gives ({})", word, rule.name, listed(taken), listed(gives)));
  }
  static std::vector<Type> types_of(const Function& function, const std::vector<ValueId>& values) {
    std::vector<Type> types;
    for (ValueId value : values) types.push_back(function[value].type);
    return types;
  }
  static std::vector<Type> differentiable_among(std::vector<Type> types) {
    std::erase_if(types, [](const Type& type) { return !is_differentiable(type.element); });
    return types;
  }
  static bool alike(const std::vector<Type>& a, const std::vector<Type>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Type& s, const Type& t) {
      return s.element == t.element && s.sequence_depth == t.sequence_depth && s.rank() == t.rank();
    });
  }
  static std::string listed(const std::vector<Type>& types) {
    std::string text;
    for (const Type& type : types) text += (text.empty() ? "" : ", ") + type.text();
    return text;
  }

  const Module& module_;
  const Function& f_;
  Diagnostics& diagnostics_;
  Facts facts_;
  Scope scope_{f_};
};

}  // namespace

std::vector<DeclaredAttribute> declared_attributes(Kind kind) {
  std::vector<DeclaredAttribute> list;
  for (std::string_view rest = definition(kind).info.attributes; !rest.empty();) {
    const std::string_view entry = rest.substr(0, rest.find(", "));
    rest.remove_prefix(std::min(rest.size(), entry.size() + 2));
    DeclaredAttribute one{entry.substr(0, entry.find(": ")), {}};
    one.kind = entry.substr(one.name.size() + 2);
    one.optional = one.kind.ends_with('?');
    if (one.optional) one.kind.remove_suffix(1);
    list.push_back(one);
  }
  return list;
}

std::string_view attribute_kind(Kind kind, std::string_view name) {
  for (const DeclaredAttribute& one : declared_attributes(kind))
    if (one.name == name) return one.kind;
  return {};
}

std::optional<Diagnostic> attribute_fault(Kind kind, const Attributes& attributes) {
  const OpInfo& info = definition(kind).info;
  const auto fault = [&](std::string_view name, const std::string& what) {
    Diagnostics made;
    return made.report(DiagnosticId::attribute_value, {}, info.name, name, what);
  };
  for (const DeclaredAttribute& one : declared_attributes(kind)) {
    const Attribute* found = attributes.find(one.name);
    if (!found && one.optional) continue;
    if (!found) return fault(one.name, "is missing");
    if (!is_kind(*found, one.kind)) return fault(one.name, fmt::format("is not of the kind '{}'", one.kind));
  }
  for (const auto& [name, value] : attributes)
    if (attribute_kind(kind, name).empty()) return fault(name, "is not one that the op has");
  return std::nullopt;
}

bool verify(const Module& module, const Function& function, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.list().size();
  Verifier(module, function, diagnostics).run();
  return diagnostics.list().size() == before;
}

bool verify(const Module& module, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.list().size();
  std::set<std::string_view> names;
  for (const Function& function : module.functions)
    if (!names.insert(function.name).second)
      diagnostics.report(DiagnosticId::ill_formed, LocId{},
                         fmt::format("two functions are called @{}", function.name));
  for (const Function& function : module.functions) verify(module, function, diagnostics);
  return diagnostics.list().size() == before;
}

}  // namespace ir
