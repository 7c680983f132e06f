#include "codegen/text/frame.h"

#include <fmt/format.h>

#include <algorithm>

#include "codegen/analysis/effects.h"
#include "codegen/analysis/symbols.h"
#include "codegen/text/parts.h"

namespace codegen {
namespace {

Names names_of(const Signature& signature) {
  Names names;
  for (const Formal& formal : signature.parameters) names.reserve(formal.name);
  if (!signature.out.empty()) names.reserve(signature.out);
  names.reserve(signature.workspace);
  return names;
}

constexpr std::size_t kLongestTruth = 48;  // longer ones are variables

}  // namespace

std::string KernelFunctions::text() const {
  Emitter out;
  for (const Function& function : functions) {
    out.blank_line();
    if (!function.places.empty()) out("// $places$", {{"places", function.places}});
    out("$text$", {{"text", function.text}});
  }
  return out.text();
}

Frame::Frame(const ir::Module& m, const Signature& s, const Backend& b, ir::Function f, Plan p)
    : Planned(std::move(f), std::move(p)),
      module(m),
      signature(s),
      backend(b),
      extents(m, function, s.arguments),
      sequence_sizes(function, plan),
      claimed_loops(codegen::claimed_loops(function)),
      unread_counts(codegen::unread_counts(function)),
      text_(function.values.size()) {
  scopes_.push_back(names_of(s));
  checks_.emplace_back();
  named_symbols_.emplace_back();
  extents.integer = [this](ir::ValueId value) {
    const Term term = number(root(value));
    GRADC_CHECK(!term.text.empty());  // an integer is known before the extents that are made of it
    return parenthesised(term, Binding::atom);
  };
  extents.is_variable = [this](const std::string& symbol) { return variable_extents_.contains(symbol); };
  extents.name_symbols(names());
  name_entered();
  for (const BlockPlan& block : plan.blocks)
    for (const RowSteps& each : block.rows) {
      extents.sizes().call(each.most, "rows_at_once");
      extents.sizes().call(each.held(), "rows_held");
      extents.sizes().call(each.summed(), "sums_held");
    }
  if (s.is_internal) {
    arena = names().fresh("inner");
  } else if ((s.callees && !s.callees->empty()) ||
             std::any_of(plan.buffers.begin(), plan.buffers.end(),
                         [](const Buffer& each) { return each.is_sequence || each.is_room; }) ||
             std::any_of(s.arguments.begin(), s.arguments.end(), [](const Place& each) { return !each.elements.empty(); }) ||
             std::any_of(s.results.begin(), s.results.end(), [](const Place& each) { return !each.elements.empty(); })) {
    arena = names().fresh("arena");
    element = names().fresh("element");
  }
  kept_arena = gives_kept(function, function.results()) ? s.workspace : arena;
  if (backend.side() == Side::device) stream = names().fresh("stream");
  name_buffers();
  name_tables();
  name_arguments();
}

void Frame::enter() {
  extents.sizes().enter();
  scopes_.emplace_back(&scopes_.back());
  checks_.emplace_back();
  named_symbols_.emplace_back();
}

std::string Frame::leave(const std::string& text) {
  scopes_.pop_back();
  checks_.pop_back();
  for (const std::string& symbol : named_symbols_.back()) extents.forget(symbol);
  named_symbols_.pop_back();
  return close(text);
}

std::string Frame::close(const std::string& text, std::string* before) {
  const std::string statements = extents.sizes().leave(text, before);
  return plan.side == Side::host ? in_parts(statements, names()) : statements;
}

void Frame::name_symbol(const std::string& symbol, const std::string& text, ir::ValueId value) {
  extents.name(symbol, text);
  bind(symbol, value);
  named_symbols_.back().push_back(symbol);
}

bool Frame::is_checked(const std::string& check) const {
  return std::any_of(checks_.begin(), checks_.end(), [&](const auto& made) { return made.contains(check); });
}

bool Frame::check_once(const std::string& check) { return !is_checked(check) && checks_.back().insert(check).second; }

const Place& Frame::place(ir::ValueId argument) const {
  GRADC_CHECK(!function[argument].op.valid() && function[argument].block == function.body);
  return signature.arguments[static_cast<std::size_t>(function[argument].index)];
}

bool Frame::bound_inside(const std::string& symbol, ir::BlockId block) const {
  std::optional<ir::ValueId> value = value_of_symbol(symbol);
  if (const auto found = bound_.find(symbol); found != bound_.end()) value = found->second;
  return value && is_inside(*value, block);
}

ir::Extent Frame::formula_of(ir::ValueId integer) const {
  const bool is_counter =
      std::any_of(loops.begin(), loops.end(), [&](const OpenLoop& loop) { return loop.counter == root(integer); });
  return Planned::formula_of(integer, is_counter);
}

// --- names
// -----------------------------------------------------------------------------------------------------

void Frame::name_entered() {
  std::map<ir::ValueId, Term> truths;
  extents.begin_entry();
  for (ir::ValueId value : plan.entered) {
    const ir::Value& v = function[value];
    const std::string symbol = entry_symbol(function, value);
    if (!v.type.is_tensor()) {
      const std::string& expression = place(value).expression;
      extents.enter(symbol, stem(expression) + "_size",
                          fmt::format("static_cast<std::int64_t>({}.size())", expression), names());
      continue;
    }
    std::vector<Term> operands;
    for (ir::ValueId operand : function[v.op].operands) {
      const ir::ValueId r = root(operand);
      operands.push_back(truths.contains(r) ? truths.at(r) : entered_term(r));
    }
    const Term term = formula(scalar_op(function, function[v.op]), operands, backend);
    const std::string wish = value_identifier(v.name);
    if (ir::is_integer(v.type.element))
      extents.enter(symbol, wish.empty() ? "trips" : wish,
                          backend.convert(term.text, v.type.element, ir::ElementType::i64), names());
    else if (term.text.size() <= kLongestTruth)
      truths[value] = term;
    else
      truths[value] = {extents.enter(symbol, !wish.empty() ? wish : ir::is_float(v.type.element) ? "number" : "is",
                                           term.text, names(), backend.compute_type(v.type.element)),
                       Binding::atom};
  }
  extents.end_entry();
}

// An operand of it, of its own type.
Term Frame::entered_term(ir::ValueId root) {
  const ir::ElementType type = function[root].type.element;
  const std::optional<ir::Extent>& extent = plan.at_entry[root.at()];
  if (!extent) return number(root);
  if (const auto constant = extent->constant()) return literal_term(backend.integer_literal(type, *constant));
  const std::string text = extents.text(*extent);
  const std::string converted = backend.convert(text, ir::ElementType::i64, type);
  return {converted, converted == text && !is_word(text) ? Binding::loose : Binding::atom};
}

// Arguments that loops and statements read get a pointer; kernels are called with x.data().
void Frame::name_arguments() {
  std::vector<bool> indexed = this->indexed();
  for (ir::ValueId argument : function.arguments())
    if (!type(argument).is_tensor() || place(argument).stacked || backend.side() == Side::device) indexed[argument.at()] = true;
  for (ir::ValueId argument : function.arguments()) {
    if (!indexed[argument.at()] || !has_memory(argument) || plan.home[argument.at()] != Home::argument) continue;
    if (signature.is_internal && !type(argument).is_tensor()) {
      text_[argument.at()] = place(argument).expression;
      continue;
    }
    const std::string expression = part_name(without_elements(place(argument)));
    const std::string& name = function[argument].name;
    // What is given as an adjoint or tangent keeps the name that says so.
    const bool derivative = name.ends_with("_bar") || name.ends_with("_dot");
    const std::string whole = identifier(expression);
    std::vector<std::string> others = derivative ? std::vector<std::string>() : longer_stems(expression);
    others.push_back(whole + "_data");
    text_[argument.at()] = names().fresh(derivative ? whole : stem(expression), others);
  }
}

void Frame::name_tables() {
  for (const auto& [value, table] : plan.tables)
    if (plan.home[value.at()] == Home::table) declare(value, {"table"});
}

void Frame::name_buffers() {
  for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
    if (plan.buffers[i].values.empty())
      aside_[static_cast<int>(i)] = names().fresh(plan.buffers[i].is_of_blocks ? "block_sums" : "aside");
    else
      name_buffer(plan.buffers[i]);
  }
}

std::string Frame::wish(ir::ValueId value) const {
  const std::string name = value_identifier(function[value].name);
  // What a loop stacks leaves the name to the value itself.
  const ir::OpId op = function[value].op;
  const bool stack = !type(value).is_tensor() && op.valid() && is_iteration(function[op]) &&
                     function[value].index >= function[op].attributes.get<std::int64_t>("carried");
  return name.empty() || !stack ? name : name + "_stack";
}

std::vector<std::string> Frame::other_wishes(ir::ValueId value) const {
  const std::string name = value_identifier(function[value].name), asked = wish(value);
  return longer_value_identifiers(function[value].name, asked.substr(std::min(name.size(), asked.size())));
}

// Each named value that lives in a buffer has a pointer of its own, but those of one name share it. Those before it
// that have no name go by its name; those after the last one share a pointer, or go by its name where they are the
// same tensor.
void Frame::name_buffer(const Buffer& buffer) {
  auto named = [&](ir::ValueId v) { return !wish(v).empty(); };
  std::map<std::string, std::string> given;
  for (auto first = buffer.values.begin(); first != buffer.values.end();) {
    const auto last = std::find_if(first, buffer.values.end(), named);
    const auto next = last == buffer.values.end() ? last : last + 1;
    std::string name;
    if (last != buffer.values.end()) {
      std::string& known = given[wish(*last)];
      if (known.empty()) known = names().fresh(wish(*last), other_wishes(*last));
      name = known;
    } else if (!given.empty() && is_same_tensor(*first)) {
      name = text_[(first - 1)->at()];
    } else if (buffer.result < 0) {
      name = names().numbered("t");
    } else {
      const std::string expression = without_elements(signature.results[static_cast<std::size_t>(buffer.result)]);
      const ir::OpId op = function[*first].op;
      const std::string prefix = op.valid() && function[op].derived ? "d_" : "";
      name = names().fresh(prefix + stem(expression), longer_stems(expression, prefix));
    }
    for (; first != next; ++first) text_[first->at()] = name;
  }
  if (buffer.is_sequence || buffer.is_room)
    for (ir::ValueId value : buffer.values) text_[value.at()] = text_[buffer.values.back().at()];
}

std::string Frame::pointer(ir::ValueId root) const {
  if (rows)
    if (const auto found = rows->memory.find(root); found != rows->memory.end()) return found->second;
  if (!text_[root.at()].empty()) return text_[root.at()];
  return data_of(place(root));
}

std::string Frame::element_name(ir::ValueId root) const {
  const Home home = plan.home[root.at()];
  if (home == Home::argument) return stem(place(root).expression);
  if (home == Home::view || home == Home::table) return text_[root.at()];
  // One that goes by the name of the value that takes its place.
  const Buffer& buffer = plan.buffers[static_cast<std::size_t>(plan.buffer_of[root.at()])];
  const bool borrowed = wish(root).empty() && text_[buffer.values.back().at()] == text_[root.at()] &&
                        !wish(buffer.values.back()).empty();
  return borrowed ? "t" : text_[root.at()];
}

std::string Frame::declare(ir::ValueId root, const std::vector<std::string>& wishes) {
  std::string asked = wish(root);
  for (const std::string& other : wishes)
    if (asked.empty()) asked = other;
  return text_[root.at()] = asked.empty() ? names().numbered("t") : names().fresh(asked);
}

bool Frame::lands(ir::ValueId root) {
  const auto found = landings.find(root);
  if (found != landings.end()) text_[root.at()] = found->second;
  return found != landings.end();
}

std::string Frame::spoken(ir::ValueId value) const {
  while (function[value].name.empty() && plan.base[value.at()].valid()) value = root(plan.base[value.at()]);
  if (plan.home[value.at()] == Home::argument) return place(value).expression;
  const std::string& name = function[value].name;
  if (name.empty()) return type(value).is_tensor() ? "a tensor" : "a sequence";
  return name.ends_with("_bar") ? value_identifier(name) : name;
}

// --- numbers
// ---------------------------------------------------------------------------------------------------

std::string Frame::stored_number(ir::ValueId root) {
  const ir::Value& value = function[root];
  if (inlined.contains(root)) return backend.store(number(root).text, value.type.element);
  switch (plan.home[root.at()]) {
    case Home::argument: {
      const Place& p = place(root);
      if (p.form != CppValue::Form::scalar) return "*" + data_of(p);
      return is_plain(p.type, value.type.element)
                 ? p.expression
                 : fmt::format("static_cast<{}>({})", cpp_element(value.type.element), p.expression);
    }
    case Home::literal:
    case Home::integer:
      return backend.store(number(root).text, value.type.element);
    default:
      // A tensor of one element stands for the number that is an alias of it.
      GRADC_CHECK(is_declared(root) || has_memory(root));
      if (plan.side == Side::device && has_memory(root)) return fmt::format("{}::read({}, {})", backend.runtime(), pointer(root), stream);
      return value.type.is_scalar() ? text_[root.at()] : pointer(root) + "[0]";
  }
}

std::string Frame::literal(ir::ElementType type, const ir::Attribute& number) const {
  const double* real = std::get_if<double>(&number);
  return real ? backend.real_literal(type, *real) : backend.integer_literal(type, std::get<std::int64_t>(number));
}

Term Frame::number(ir::ValueId root) {
  const ir::Value& value = function[root];
  const ir::ElementType type = value.type.element;
  if (const auto found = inlined.find(root); found != inlined.end()) {
    found->second.written = true;
    return found->second.term;
  }
  const Home home = plan.home[root.at()];
  if (home == Home::literal) {
    const ir::Attribute* number = function[value.op].attributes.find("value");
    if (number) return literal_term(literal(type, *number));
    return literal_term(ir::is_differentiable(type) ? backend.real_literal(type, 0) : backend.integer_literal(type, 0));
  }
  if (home == Home::integer) {
    const auto& formula = plan.formulas[root.at()];
    const ir::Extent& extent = formula ? *formula : function[value.op].attributes.get<ir::Shape>("value")[0];
    if (auto constant = extent.constant()) return literal_term(backend.integer_literal(type, *constant));
    const std::string text = backend.convert(extents.text(extent), ir::ElementType::i64, type);
    return {text, text.find(' ') == std::string::npos || text.starts_with("static_cast<") ? Binding::atom : Binding::sum};
  }
  const std::string text = stored_number(root);
  return {backend.load(text, type), text.starts_with('*') ? Binding::unary : Binding::atom};
}

bool Frame::has_size_to_make(std::size_t result) const {
  const Place& place = signature.results[result];
  const ir::Type& t = type(function.results()[result]);
  if (plan.on_device[function.results()[result].at()]) return true;
  if (signature.is_internal || !t.is_tensor() || t.extents.empty()) return false;
  if (place.form == CppValue::Form::scalar && !place.stacked) return false;
  bool known = true;
  for (std::size_t axis = 0; axis < t.extents.size(); ++axis) known = known && is_static_axis(place, axis);
  return !known && is_of_arguments(function, ir::product(t.extents));
}

std::string Frame::items(std::size_t argument) const {
  const Place& place = signature.arguments[argument];
  if (!place.counted) return place.expression;
  return fmt::format("gradc::Items({}, {})", place.expression, extents.text(type(function.arguments()[argument]).extents[0]));
}

std::string Frame::made(std::size_t result) const {
  return backend.made(signature.results[result], extents.list(type(function.results()[result]).extents), stream);
}

bool Frame::makes_with_pointer(std::size_t result, const std::set<std::string, std::less<>>& used) const {
  if (!has_size_to_make(result) || signature.results[result].form == CppValue::Form::list ||
      signature.results[result].form == CppValue::Form::eigen || signature.results[result].stacked) return false;
  return std::any_of(plan.buffers.begin(), plan.buffers.end(), [&](const Buffer& buffer) {
    return buffer.result == static_cast<int>(result) &&
           std::any_of(buffer.values.begin(), buffer.values.end(), [&](ir::ValueId value) { return used.contains(text_[value.at()]); });
  });
}

// --- pointers
// --------------------------------------------------------------------------------------------------

void Frame::declare_pointers(Emitter& out, const std::string& text, const std::string& memory,
                             const std::vector<std::string>& slot_offsets) const {
  auto declare_one = [&](ir::ValueId value, const std::string& name, const std::string& constness,
                         const std::string& source, const std::string& more = {}) {
    std::string comment = extents.shape_comment(shape(value));
    if (!more.empty()) comment += (comment.empty() ? "" : ", ") + more;
    out("$constness$$type$* const $name$ = $source$;  // $shape$",
        {{"constness", constness},
         {"type", cpp_element(type(value).element)},
         {"name", name},
         {"source", source},
         {"shape", comment.empty() ? "one number" : comment}});
  };
  const auto in_memory = [&](ir::ValueId value, std::size_t slot) {
    return fmt::format("{}.at<{}>({})", memory, cpp_element(type(value).element), slot_offsets[slot]);
  };
  const std::set<std::string, std::less<>> used = words(text);
  for (std::size_t i = 0; i < function.arguments().size(); ++i) {
    const ir::ValueId argument = function.arguments()[i];
    if (!type(argument).is_tensor() || plan.home[argument.at()] != Home::argument || !used.contains(text_[argument.at()])) continue;
    const auto gathered = plan.gathered.find(i);
    if (gathered == plan.gathered.end()) {
      declare_one(argument, text_[argument.at()], "const ", backend.data(place(argument), stream));
    } else {
      declare_one(argument, text_[argument.at()], "", in_memory(argument, gathered->second));
      out("gradc::gather_numbers($from$, $numbers$$accessors$);", {{"from", items(i)},
                                                                   {"numbers", text_[argument.at()]},
                                                                   {"accessors", accessors(place(argument), element)}});
    }
  }
  for (const auto& [value, table] : plan.tables) {
    if (plan.home[value.at()] != Home::table || !used.contains(text_[value.at()])) continue;
    std::vector<std::string> numbers;
    for (const ir::Attribute& number : table) numbers.push_back(literal(type(value).element, number));
    if (type(value).rank() > 1) out("// $name$: $shape$", {{"name", text_[value.at()]}, {"shape", extents.shape_comment(shape(value))}});
    out("$table$", {{"table", wrapped(fmt::format("static constexpr {} {}[{}] = {{", cpp_element(type(value).element), text_[value.at()],
                                                  table.size()),
                                      numbers, ",", "};")}});
  }
  for (const bool of_arena : {false, true})
    for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
      const Buffer& buffer = plan.buffers[i];
      if ((buffer.result < 0) != of_arena || buffer.is_sequence || buffer.is_room || buffer.stack.valid()) continue;
      const bool aside = buffer.values.empty();
      std::vector<std::string> called;
      if (aside) called.push_back(aside_.at(static_cast<int>(i)));
      for (ir::ValueId value : buffer.values)
        if (const std::string& name = text_[value.at()]; std::find(called.begin(), called.end(), name) == called.end())
          called.push_back(name);
      std::erase_if(called, [&](const std::string& name) { return !used.contains(name); });
      if (called.empty()) continue;
      const auto result = static_cast<std::size_t>(std::max(buffer.result, 0));
      if (!of_arena && makes_with_pointer(result, used))
        out("$type$* const $name$ = $made$;", {{"type", cpp_element(type(buffer.like).element)}, {"name", called[0]}, {"made", made(result)}});
      else
        declare_one(buffer.like, called[0], "",
                    of_arena                          ? in_memory(buffer.like, static_cast<std::size_t>(buffer.slot))
                    : plan.scattered.contains(result) ? in_memory(buffer.like, plan.scattered.at(result))
                                                      : data_of(signature.results[result]),
                    !buffer.is_of_blocks ? "" : aside ? "of each block of rows" : "for some rows at a time");
      for (std::size_t k = 1; k < called.size(); ++k)
        out("$type$* const $name$ = $before$;  // takes its place",
            {{"type", cpp_element(type(buffer.like).element)}, {"name", called[k]}, {"before", called[k - 1]}});
    }
}

}  // namespace codegen
