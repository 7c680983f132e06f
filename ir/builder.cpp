#include "ir/builder.h"

#include <algorithm>
#include <limits>

#include "ir/kind.h"
#include "ir/op.h"

namespace ir {

// --- facts ---------------------------------------------------------------------------------------------------

bool Facts::equal(const Extent& a, const Extent& b) const {
  if (a == b) return true;
  const Extent difference = resolve(a) - resolve(b);
  if (difference == Extent(0)) return true;
  return std::any_of(requirements_.begin(), requirements_.end(), [&](const Requirement& known) {
    const Extent other = resolve(known.left) - resolve(known.right);
    return difference == other || difference == Extent(0) - other;
  });
}

bool Facts::equal(const Type& a, const Type& b) const {
  if (a == b) return true;
  return a.element == b.element && a.sequence_depth == b.sequence_depth && a.rank() == b.rank() &&
         std::equal(a.extents.begin(), a.extents.end(), b.extents.begin(),
                    [&](const Extent& x, const Extent& y) { return equal(x, y); });
}

bool Facts::differ(const Extent& a, const Extent& b) const {
  const auto difference = (resolve(a) - resolve(b)).constant();
  return difference && *difference != 0;
}

bool Facts::assume(const Extent& a, const Extent& b, BlockId here, LocId loc) {
  if (equal(a, b)) return true;
  if (!may_assume || differ(a, b)) return false;
  const Extent difference = resolve(a) - resolve(b);
  const auto rank = [&](const std::string& name) {
    const auto found = ranks_.find(name);
    if (found == ranks_.end()) return -1;
    const auto block = block_of_.find(name);
    return found->second < kFirstLocal || (block != block_of_.end() && block->second == here) ? found->second : -1;
  };
  const auto solution = difference.solve(rank);
  const int solved = solution ? rank(solution->first) : -1;
  if (solved >= kFirstLocal ? age(solution->second) > solved : !may_require || !known_at_entry(difference)) {
    unproven_.push_back({resolve(a), resolve(b), loc});
    return true;
  }
  if (!solution) {
    requirements_.push_back({resolve(a), resolve(b), loc});
    return true;
  }
  // A number or a plain symbol takes the place of the symbol; a formula too, once it can't be negative by itself.
  for (auto& [name, value] : solved_) value = value.substitute({{solution->first, solution->second}});
  solved_.emplace(solution->first, solution->second);
  solved_at_.emplace_back(solution->first, loc);
  return true;
}

bool Facts::known_at_entry(const Extent& extent) const { return age(extent) < kFirstLocal; }

int Facts::age(const Extent& extent) const {
  std::set<std::string> symbols;
  extent.collect_symbols(symbols);
  int last = -1;
  for (const std::string& symbol : symbols) {
    const auto found = ranks_.find(symbol);
    const int never = std::numeric_limits<int>::max();
    last = std::max(last, found != ranks_.end() ? found->second : integers_.contains(symbol) ? 0 : never);
  }
  return last;
}

Type Facts::resolve(Type type) const {
  for (Extent& extent : type.extents) extent = resolve(extent);
  return type;
}

void Facts::add_requirements(const Function& function) {
  requirements_.insert(requirements_.end(), function.requirements.begin(), function.requirements.end());
}

namespace {

constexpr int kMostChecks = 64;  // of one op: more than operands have axes

}  // namespace

// --- builder -------------------------------------------------------------------------------------------------

Function new_function(std::string name) {
  Function function;
  function.name = std::move(name);
  function.blocks.emplace_back();
  function.body = BlockId{0};
  return function;
}

Builder::Builder(Module& module, Function& function, Diagnostics& diagnostics)
    : module_(module), function_(function), diagnostics_(diagnostics), scope_(function), insertion_(function.body) {
  facts_.add_requirements(function);
  reserve_symbols(function);
  scope_.walk(function.body);
}

void Builder::note_symbols(const Value& value) {
  for (const Extent& extent : value.type.extents)
    if (auto symbol = extent.as_symbol()) symbols_.insert(*std::move(symbol));
  if (value.block.valid() && value.type.is_scalar() && is_integer(value.type.element))
    symbols_.insert("%" + value.name);
}

void Builder::reserve_symbols(const Function& other) {
  for (const Value& value : other.values) note_symbols(value);
}

void Builder::reserve_symbols(const Builder& other) {
  symbols_.insert(other.symbols_.begin(), other.symbols_.end());
  for (const std::string& symbol : other.symbols_) scope_.bind(function_.body, symbol);
}

std::string Builder::fresh_name(const std::string& stem) {
  std::string name = stem;
  for (int i = 2; !symbols_.insert("%" + name).second; ++i) name = fmt::format("{}_{}", stem, i);
  return name;
}

std::string Builder::fresh_symbol(const std::string& stem) {
  for (int i = 0;; ++i)
    if (std::string name = fmt::format("{}.{}", stem, i); !symbols_.contains(name) && given_->insert(name).second) {
      symbols_.insert(name);
      return name;
    }
}

ValueId Builder::argument(const Type& type, const std::string& name) {
  const ValueId id{static_cast<std::int32_t>(function_.values.size())};
  auto& parameters = function_[function_.body].parameters;
  const int index = static_cast<int>(parameters.size());
  function_.values.push_back({type, name, {}, function_.body, index});
  note_symbols(function_.values.back());
  parameters.push_back(id);
  scope_.enter(function_.body);
  for (const Extent& extent : type.extents)
    if (auto symbol = extent.as_symbol()) facts_.add_symbol(*symbol, index);
  if (const auto symbol = integer_symbol(function_, id)) facts_.add_integer(*symbol);
  return id;
}

BlockId Builder::block(const std::vector<Type>& parameters, const std::vector<std::string>& names) {
  const BlockId id{static_cast<std::int32_t>(function_.blocks.size())};
  function_.blocks.emplace_back().around = insertion_;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    function_[id].parameters.push_back({static_cast<std::int32_t>(function_.values.size())});
    function_.values.push_back(
        {parameters[i], i < names.size() ? names[i] : std::string{}, {}, id, static_cast<int>(i)});
    note_symbols(function_.values.back());
  }
  scope_.enter(id);
  return id;
}

BlockId Builder::insert_into(BlockId block) { return std::exchange(insertion_, block); }

ValueId Builder::append(Kind kind, std::vector<ValueId> operands, Attributes attributes, std::string name) {
  std::vector<ValueId> results = append_all(kind, std::move(operands), std::move(attributes));
  if (results.size() != 1) return {};
  if (!name.empty()) function_[results[0]].name = std::move(name);
  return results[0];
}

std::vector<ValueId> Builder::append_all(Kind kind, std::vector<ValueId> operands, Attributes attributes,
                                         std::vector<BlockId> blocks, FunctionId callee) {
  const OpDefinition& op = definition(kind);
  const std::string_view name = called.empty() ? op.info.name : called;
  if (op.info.arity >= 0 && static_cast<std::size_t>(op.info.arity) != operands.size()) {
    diagnostics_.report(DiagnosticId::operand_count, loc, name, op.info.arity, operands.size());
    return {};
  }
  std::optional<Types> types;
  for (int checks = 0;; ++checks) {
    types = op.type({module_, function_, name, operands, attributes, blocks, callee, loc, diagnostics_, facts_,
                     scope_, insertion_});
    const std::vector<Requirement> unproven = facts_.take_unproven();
    if (!types) return {};
    if (unproven.empty()) break;
    if (checks == kMostChecks || !require(unproven.front(), operands)) {
      diagnostics_.report(DiagnosticId::shape_mismatch, loc, name, unproven.front().left.text(),
                          unproven.front().right.text(), "and it can't be checked");
      return {};
    }
  }

  const OpId id{static_cast<std::int32_t>(function_.ops.size())};
  std::vector<ValueId> results;
  for (std::size_t i = 0; i < types->size(); ++i) {
    results.push_back({static_cast<std::int32_t>(function_.values.size())});
    function_.values.push_back({facts_.resolve((*types)[i]), {}, id, {}, static_cast<int>(i)});
    note_symbols(function_.values.back());
  }
  for (BlockId block : blocks) function_[block].around = insertion_;
  LocId place = loc;
  // Of what a derivative is made of, kernels alone have texts with a name.
  const bool is_named = name != op.info.name && (!derived || op.info.trait == Trait::kernel);
  if (const Location* here = module_.location(loc); here && is_named && here->called.empty()) {
    Location named = *here;
    named.called = name;
    place = module_.locate(named);
  }
  function_.ops.push_back({kind, std::move(attributes), std::move(operands), results, std::move(blocks), callee,
                           place, derived});
  function_[insertion_].ops.push_back(id);
  scope_.append(insertion_, function_.ops.back());
  return results;
}

// The operands with that extent, or with that many elements, get the other one by an op that checks it: the one that has
// been known for longer, if it can be.
bool Builder::require(const Requirement& equal, std::vector<ValueId>& operands) {
  std::pair<Extent, Extent> ways[] = {{equal.left, equal.right}, {equal.right, equal.left}};
  if (facts_.is_older(equal.left, equal.right)) std::swap(ways[0], ways[1]);
  const auto checked = [&](ValueId x, const Shape& shape) {
    return append(Kind::RequireExtents, {x}, {{"shape", shape}}, function_[x].name);
  };
  for (const auto& [from, to] : ways) {
    bool found = false;
    for (ValueId& operand : operands) {
      Shape shape = facts_.resolve(type(operand)).extents;
      if (!type(operand).is_tensor() || std::find(shape.begin(), shape.end(), from) == shape.end()) continue;
      std::replace(shape.begin(), shape.end(), from, to);
      operand = checked(operand, shape);
      found = true;
    }
    if (found) return true;
  }
  for (const auto& [from, to] : ways)
    for (ValueId& operand : operands)
      if (type(operand).is_tensor() && facts_.resolve(product(type(operand).extents)) == from) {
        operand = checked(append(Kind::Reshape, {operand}, {{"shape", Shape{from}}}), {to});
        return true;
      }
  return false;
}

ValueId Builder::extend(OpId id, const std::vector<ValueId>& more, const Type& type) {
  Op& op = function_[id];
  GRADC_CHECK(more.size() == op.blocks.size());
  for (std::size_t i = 0; i < more.size(); ++i)
    if (more[i].valid()) function_[op.blocks[i]].results.push_back(more[i]);
  op.results.push_back({static_cast<std::int32_t>(function_.values.size())});
  function_.values.push_back({type, function_[more.back()].name, id, {}, static_cast<int>(op.results.size()) - 1});
  note_symbols(function_.values.back());
  return op.results.back();
}

ValueId Builder::constant(ElementType element, double value) {
  return append(Kind::Constant, {}, {{"element", element}, {"value", value}});
}

ValueId Builder::constant_integer(ElementType element, std::int64_t value) {
  return append(Kind::Constant, {}, {{"element", element}, {"value", value}});
}

ValueId Builder::full(Type type, double value) {  // a copy: the constant may move the values
  const ValueId number = is_differentiable(type.element)
                             ? constant(type.element, value)
                             : constant_integer(type.element, static_cast<std::int64_t>(value));
  return broadcast(number, type.extents);
}

ValueId Builder::empty_sequence(const Type& type, bool undefined) {
  Attributes attributes{{"depth", std::int64_t{type.sequence_depth} - 1},
                        {"element", type.element},
                        {"rank", std::int64_t{type.rank()}}};
  if (undefined) attributes.set("undefined", true);
  return append(Kind::SequenceEmpty, {}, attributes);
}

ValueId Builder::extent_value(const Extent& extent) {
  return append(Kind::ExtentValue, {}, {{"value", Shape{extent}}});
}

ValueId Builder::broadcast(ValueId x, const Shape& shape) {
  if (type(x).extents == shape) return x;
  return append(Kind::Broadcast, {x}, {{"shape", shape}});
}

ValueId Builder::require_extents(ValueId x, const Shape& shape, std::string_view what) {
  const Shape extents = type(x).extents;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (facts_.assume(extents[axis], shape[axis], insertion_, loc)) continue;
    diagnostics_.report(DiagnosticId::shape_mismatch, loc, what, facts_.resolve(extents[axis]).text(),
                        facts_.resolve(shape[axis]).text(), fmt::format("axis {}", axis));
    return {};
  }
  if (facts_.take_unproven().empty()) return x;
  return append(Kind::RequireExtents, {x}, {{"shape", shape}}, function_[x].name);
}

std::optional<Shape> Builder::common_shape(const std::vector<ValueId>& values, std::string_view what) {
  std::size_t rank = 0;
  for (ValueId value : values) rank = std::max(rank, type(value).extents.size());
  Shape shape(rank, Extent(1));
  for (ValueId value : values) {
    const Shape& extents = type(value).extents;
    for (std::size_t i = 0; i < extents.size(); ++i) {
      Extent& common = shape[rank - extents.size() + i];
      const Extent mine = facts_.resolve(extents[i]);
      if (mine == Extent(1)) continue;
      if (common == Extent(1)) {
        common = mine;
      } else if (!facts_.assume(common, mine, insertion_, loc)) {
        diagnostics_.report(DiagnosticId::shape_mismatch, loc, what, common.text(), mine.text(),
                            "only an extent known to be 1 is repeated");
        return std::nullopt;
      } else if (!facts_.take_unproven().empty() && facts_.is_older(mine, common)) {
        common = mine;  // `broadcast` sees to the check
      }
      common = facts_.resolve(common);
    }
  }
  return shape;
}

namespace {

// Each value once: sums of sums may share their operands.
using Extents = std::map<ValueId, std::optional<Extent>>;

std::optional<Extent> find_extent(const Function& function, ValueId integer, Extents& known, const Outside& outside) {
  const Value& value = function[integer];
  if (!value.type.is_scalar() || !is_integer(value.type.element)) return std::nullopt;
  if (!value.op.valid()) {
    if (const auto symbol = integer_symbol(function, integer)) return Extent::symbol(*symbol);
    const ValueId passed = outside ? outside(integer) : ValueId{};
    return passed.valid() ? find_extent(function, passed, known, outside) : std::nullopt;
  }
  const Op& op = function[value.op];
  const auto hook = definition(op.kind).extent;
  if (!hook) return std::nullopt;
  if (const auto found = known.find(integer); found != known.end()) return found->second;
  std::vector<std::optional<Extent>> operands;
  for (ValueId operand : op.operands) operands.push_back(find_extent(function, operand, known, outside));
  return known[integer] = hook({function, op}, operands);
}

}  // namespace

std::optional<Extent> extent_of(const Function& function, ValueId integer, const Outside& outside) {
  Extents known;
  return find_extent(function, integer, known, outside);
}

std::optional<std::int64_t> known_integer(const Function& function, ValueId value) {
  const OpId id = function[value].op;
  const ElementType element = function[value].type.element;
  if (!id.valid() || function[id].kind != Kind::Constant || is_differentiable(element)) return std::nullopt;
  return wrap_to(element, function[id].attributes.get<std::int64_t>("value"));
}

void replace_extents(Function& function, const std::function<Extent(const Extent&)>& now) {
  const auto in = [&](Shape& shape) {
    for (Extent& extent : shape) extent = now(extent);
  };
  for (Value& value : function.values) in(value.type.extents);
  for (Op& op : function.ops) {
    Attributes replaced;
    for (const auto& [name, attribute] : op.attributes) {
      Attribute changed = attribute;
      if (Shape* shape = std::get_if<Shape>(&changed)) in(*shape);
      replaced.set(name, std::move(changed));
    }
    op.attributes = std::move(replaced);
  }
}

void Builder::finish() {
  for (const auto& [symbol, where] : facts_.solved_at()) {
    const auto& arguments = function_.arguments();
    for (std::size_t a = 0; a < arguments.size(); ++a) {
      const Shape& extents = type(arguments[a]).extents;
      for (std::size_t axis = 0; axis < extents.size(); ++axis)
        if (extents[axis].as_symbol() == symbol)
          function_.extent_origins.push_back({static_cast<int>(a), static_cast<int>(axis), where});
    }
  }
  replace_extents(function_, [this](const Extent& extent) { return facts_.resolve(extent); });
  function_.requirements.clear();
  for (const Requirement& known : facts_.requirements()) {
    const Extent left = facts_.resolve(known.left), right = facts_.resolve(known.right);
    if (!(left == right)) function_.requirements.push_back({left, right, known.loc});
  }
}

// --- cloner --------------------------------------------------------------------------------------------------

std::vector<ValueId> Cloner::operator()(const std::vector<ValueId>& olds) const {
  std::vector<ValueId> now;
  for (ValueId old : olds) now.push_back(map_[old.at()]);
  return now;
}

Shape Cloner::substitute(Shape shape) const {
  for (Extent& extent : shape) extent = extent.substitute(symbols);
  return shape;
}

void Cloner::op(OpId id) {
  const Op old = from_[id];  // a copy: `from` may be what is appended to
  std::vector<BlockId> blocks;
  for (BlockId block_id : old.blocks) blocks.push_back(block(block_id));
  to_.loc = old.loc;
  to_.derived = old.derived;
  Attributes attributes = old.attributes;
  if (!symbols.empty())
    for (const auto& [name, attribute] : old.attributes)
      if (const Shape* shape = std::get_if<Shape>(&attribute)) attributes.set(name, substitute(*shape));
  const auto results = to_.append_all(old.kind, (*this)(old.operands), attributes, blocks, old.callee);
  GRADC_CHECK(results.size() == old.results.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    to_.function()[results[i]].name = from_[old.results[i]].name;
    set(old.results[i], results[i]);
  }
}

BlockId Cloner::block(BlockId id) {
  std::vector<Type> types;
  std::vector<std::string> names;
  for (ValueId parameter : from_[id].parameters) {
    types.push_back(from_[parameter].type);
    types.back().extents = substitute(types.back().extents);
    names.push_back(from_[parameter].name);
    // A symbol `%name` that has another name now is bound by a parameter of that name.
    const auto symbol = integer_symbol(from_, parameter);
    if (auto found = symbol ? symbols.find(*symbol) : symbols.end(); found != symbols.end())
      if (const auto now = found->second.as_symbol()) names.back() = now->substr(1);
  }
  const BlockId copy = to_.block(types, names);
  for (std::size_t i = 0; i < types.size(); ++i)
    set(from_[id].parameters[i], to_.function()[copy].parameters[i]);
  const BlockId outside = to_.insert_into(copy);
  for (OpId op_id : from_[id].ops) op(op_id);
  to_.set_results((*this)(from_[id].results));
  to_.insert_into(outside);
  return copy;
}

}  // namespace ir
