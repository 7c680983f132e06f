#include "codegen/frame.h"

#include <fmt/format.h>

#include <algorithm>

namespace codegen {
namespace {

Names names_of(const Signature& signature) {
  Names names;
  for (const Formal& formal : signature.parameters) names.reserve(formal.name);
  names.reserve(signature.out);
  names.reserve(signature.workspace);
  return names;
}

// Spellings of the element types in C++ that need no conversion in templates.
bool is_plain(const std::string& type, ir::ElementType element) {
  if (!ir::is_integer(element)) return true;
  return type == cpp_element(element) || "std::" + type == cpp_element(element) ||
         (element == ir::ElementType::i32 && type == "int") ||
         (element == ir::ElementType::i64 && type == "long");
}

}  // namespace

Frame::Frame(const ir::Module& m, const Signature& s, const Backend& b)
    : module(m),
      function(m[s.function]),
      signature(s),
      backend(b),
      plan(make_plan(function)),
      extents(m, function, s.arguments),
      uses(uses_of(function, plan)),
      text_(function.values.size()) {
  scopes_.push_back(names_of(s));
  checks_.emplace_back();
  extents.name_symbols(names());
  name_buffers();
  name_arguments();
}

void Frame::enter() {
  scopes_.emplace_back(&scopes_.back());
  checks_.emplace_back();
}

void Frame::leave() {
  scopes_.pop_back();
  checks_.pop_back();
}

bool Frame::check_once(const std::string& check) {
  for (const auto& made : checks_)
    if (made.contains(check)) return false;
  checks_.back().insert(check);
  return true;
}

const Place& Frame::place(ir::ValueId argument) const {
  return signature.arguments[static_cast<std::size_t>(function[argument].index)];
}

bool Frame::has_memory(ir::ValueId root) const {
  const Home home = plan.home[root.at()];
  return home == Home::buffer || home == Home::view || (home == Home::argument && !type(root).is_scalar());
}

ir::Shape Frame::shape(ir::ValueId value) const {
  const auto& layout = plan.layouts[value.at()];
  if (!layout) return type(value).extents;
  ir::Shape all = layout->counts;
  all.insert(all.end(), layout->element.begin(), layout->element.end());
  return all;
}

bool Frame::bound_inside(const std::string& symbol, ir::BlockId block) const {
  const auto found = bound_.find(symbol);
  if (found == bound_.end()) return false;
  for (ir::BlockId b = plan.nesting.block_of[found->second.at()]; b.valid(); b = plan.nesting.parent[b.at()])
    if (b == block) return true;
  return false;
}

int Frame::memory_of(ir::ValueId value) const {
  while (plan.base[value.at()].valid()) value = root(plan.base[value.at()]);
  return plan.home[value.at()] == Home::buffer ? plan.buffer_of[value.at()] : kForeign;
}

// --- names
// -----------------------------------------------------------------------------------------------------

// Arguments that loops and statements read get a pointer; kernels are called with x.data().
void Frame::name_arguments() {
  std::vector<bool> indexed(function.values.size());
  for (const BlockPlan& block : plan.blocks)
    for (const Step& step : block.steps)
      for (ir::OpId id : step.ops)
        for (const Access& a : reads(function, plan, function[id]))
          if (step.form != Step::Form::kernel || ir::definition(function[id].kind).info.trait == ir::Trait::element)
            indexed[a.root.at()] = true;
  for (ir::ValueId argument : function.arguments()) {
    if (!indexed[argument.at()] || !has_memory(argument)) continue;
    const std::string& expression = place(argument).expression;
    const std::string& name = function[argument].name;
    // What is given as an adjoint or tangent keeps the name that says so.
    const bool derivative = name.ends_with("_bar") || name.ends_with("_dot");
    const std::string whole = identifier(expression);
    text_[argument.at()] =
        names().fresh(derivative ? whole : stem(expression), names().taken(whole) ? whole + "_data" : whole);
  }
}

// Changed in some places only, or handed on by a block: still what it is called.
bool Frame::is_same_tensor(ir::ValueId value) const {
  const ir::OpId op = function[value].op;
  if (!op.valid()) return true;
  const ir::Trait trait = ir::definition(function[op].kind).info.trait;
  return trait == ir::Trait::element || trait == ir::Trait::control;
}

void Frame::name_buffers() {
  for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
    if (plan.buffers[i].values.empty())
      aside_[static_cast<int>(i)] = names().fresh("aside");
    else
      name_buffer(plan.buffers[i]);
  }
}

std::string Frame::wish(ir::ValueId value) const { return value_identifier(function[value].name); }

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
      if (known.empty()) known = names().fresh(wish(*last));
      name = known;
    } else if (!given.empty() && is_same_tensor(*first)) {
      name = text_[(first - 1)->at()];
    } else if (buffer.result < 0) {
      name = names().numbered("t");
    } else {
      const std::string& expression = signature.results[static_cast<std::size_t>(buffer.result)].expression;
      const ir::OpId op = function[*first].op;
      name = names().fresh((op.valid() && function[op].derived ? "d_" : "") + stem(expression));
    }
    for (; first != next; ++first) text_[first->at()] = name;
  }
}

std::string Frame::pointer(ir::ValueId root) const {
  if (!text_[root.at()].empty()) return text_[root.at()];
  return place(root).expression + ".data()";
}

std::string Frame::element_name(ir::ValueId root) const {
  const Home home = plan.home[root.at()];
  if (home == Home::argument) return stem(place(root).expression);
  if (home == Home::view) return text_[root.at()];
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

std::string Frame::spoken(ir::ValueId value) const {
  while (function[value].name.empty() && plan.base[value.at()].valid()) value = root(plan.base[value.at()]);
  if (plan.home[value.at()] == Home::argument) return place(value).expression;
  const std::string& name = function[value].name;
  return name.empty() ? "a tensor" : name;
}

// --- numbers
// ---------------------------------------------------------------------------------------------------

std::string Frame::stored_number(ir::ValueId root) {
  const ir::Value& value = function[root];
  if (inlined.contains(root)) return backend.store(number(root).text, value.type.element);
  switch (plan.home[root.at()]) {
    case Home::argument: {
      const Place& p = place(root);
      if (p.form != CppValue::Form::scalar) return fmt::format("*{}.data()", p.expression);
      return is_plain(p.type, value.type.element)
                 ? p.expression
                 : fmt::format("static_cast<{}>({})", cpp_element(value.type.element), p.expression);
    }
    case Home::literal:
    case Home::integer:
      return backend.store(number(root).text, value.type.element);
    default:
      // A tensor of one element stands for the number that is an alias of it.
      return value.type.is_scalar() ? text_[root.at()] : pointer(root) + "[0]";
  }
}

Term Frame::number(ir::ValueId root) {
  const ir::Value& value = function[root];
  const ir::ElementType element = value.type.element;
  if (const auto found = inlined.find(root); found != inlined.end()) {
    found->second.written = true;
    return found->second.term;
  }
  const Home home = plan.home[root.at()];
  if (home == Home::literal) {
    const ir::Attribute* number = function[value.op].attributes.find("value");
    if (!number) return literal_term(ir::is_float(element) ? backend.real_literal(element, 0)
                                                           : backend.integer_literal(element, 0));
    if (const double* real = std::get_if<double>(number))
      return literal_term(backend.real_literal(element, *real));
    return literal_term(backend.integer_literal(element, std::get<std::int64_t>(*number)));
  }
  if (home == Home::integer) {
    const auto& formula = plan.formulas[root.at()];
    const ir::Extent& extent = formula ? *formula : function[value.op].attributes.get<ir::Shape>("value")[0];
    if (auto constant = extent.constant()) return literal_term(backend.integer_literal(element, *constant));
    const std::string text = backend.convert(extents.text(extent), ir::ElementType::i64, element);
    return {text, text.find(' ') == std::string::npos || text.starts_with("static_cast<") ? Binding::atom : Binding::sum};
  }
  const std::string text = stored_number(root);
  return {backend.load(text, element), text.starts_with('*') ? Binding::unary : Binding::atom};
}

// --- pointers
// --------------------------------------------------------------------------------------------------

void Frame::declare_pointers(Emitter& out, const std::string& text, const std::string& memory,
                             const std::vector<std::string>& slot_offsets) const {
  auto declare_one = [&](ir::ValueId value, const std::string& name, const std::string& constness,
                         const std::string& source) {
    out("$constness$$type$* const $name$ = $source$;  // $shape$",
        {{"constness", constness},
         {"type", cpp_element(type(value).element)},
         {"name", name},
         {"source", source},
         {"shape", extents.shape_comment(shape(value))}});
  };
  for (ir::ValueId argument : function.arguments())
    if (!text_[argument.at()].empty() && mentions(text, text_[argument.at()]))
      declare_one(argument, text_[argument.at()], "const ", place(argument).expression + ".data()");
  for (const bool arena : {false, true})
    for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
      const Buffer& buffer = plan.buffers[i];
      if ((buffer.result < 0) != arena) continue;
      const bool aside = buffer.values.empty();
      const std::string first = aside ? aside_.at(static_cast<int>(i)) : text_[buffer.values[0].at()];
      const std::string source =
          !arena ? signature.results[static_cast<std::size_t>(buffer.result)].expression + ".data()"
                 : fmt::format("{}.at<{}>({})", memory, cpp_element(type(buffer.like).element),
                               slot_offsets[static_cast<std::size_t>(buffer.slot)]);
      declare_one(buffer.like, first, "", source);
      std::set<std::string> declared{first};
      std::string last = first;
      for (ir::ValueId value : buffer.values) {
        const std::string& name = text_[value.at()];
        if (!declared.insert(name).second) continue;
        out("$type$* const $name$ = $before$;  // takes its place",
            {{"type", cpp_element(type(value).element)}, {"name", name}, {"before", last}});
        last = name;
      }
    }
}

}  // namespace codegen
