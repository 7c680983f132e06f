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
      names(names_of(s)),
      extents(m, function, s.arguments, names),
      text_(function.values.size()),
      escapes_(function.values.size()) {
  find_escapes();
  name_buffers();
  name_arguments();
}

void Frame::find_escapes() {
  std::vector<int> step_of(function.values.size(), -1);
  for (std::size_t s = 0; s < plan.steps.size(); ++s)
    for (ir::OpId id : plan.steps[s].ops)
      for (ir::ValueId result : function[id].results) step_of[result.at()] = static_cast<int>(s);
  for (std::size_t s = 0; s < plan.steps.size(); ++s)
    for (ir::OpId id : plan.steps[s].ops)
      for (const Access& a : reads(function, plan, function[id]))
        if (step_of[a.root.at()] != static_cast<int>(s)) escapes_[a.root.at()] = true;
  for (ir::ValueId result : function.results()) escapes_[alias_root(function, result).at()] = true;
}

const Place& Frame::place(ir::ValueId argument) const {
  return signature.arguments[static_cast<std::size_t>(function[argument].index)];
}

bool Frame::has_memory(ir::ValueId root) const {
  const Home home = plan.home[root.at()];
  return home == Home::buffer || (home == Home::argument && !type(root).is_scalar());
}

// --- names
// -----------------------------------------------------------------------------------------------------

// Arguments that loops read get a pointer; kernels are called with x.data().
void Frame::name_arguments() {
  std::vector<bool> in_loop(function.values.size());
  for (const Step& step : plan.steps)
    for (ir::OpId id : step.ops)
      for (const Access& a : reads(function, plan, function[id]))
        if (step.form == Step::Form::loop) in_loop[a.root.at()] = true;
  for (ir::ValueId argument : function.arguments()) {
    if (!in_loop[argument.at()] || !has_memory(argument)) continue;
    const std::string& expression = place(argument).expression;
    const std::string& name = function[argument].name;
    // What is given as an adjoint or tangent keeps the name that says so.
    const bool derivative = name.ends_with("_bar") || name.ends_with("_dot");
    const std::string whole = identifier(expression);
    text_[argument.at()] =
        names.fresh(derivative ? whole : stem(expression), names.taken(whole) ? whole + "_data" : whole);
  }
}

void Frame::name_buffers() {
  for (const Buffer& buffer : plan.buffers) name_buffer(buffer);
}

std::string Frame::wish(ir::ValueId value) const { return value_identifier(function[value].name); }

// Each named value that lives in a buffer has a pointer of its own. Those before it that have no name go by
// its name; those after the last one share a pointer.
void Frame::name_buffer(const Buffer& buffer) {
  auto named = [&](ir::ValueId v) { return !wish(v).empty(); };
  for (auto first = buffer.values.begin(); first != buffer.values.end();) {
    const auto last = std::find_if(first, buffer.values.end(), named);
    const auto next = last == buffer.values.end() ? last : last + 1;
    std::string name;
    if (last != buffer.values.end()) {
      name = names.fresh(wish(*last));
    } else if (buffer.result < 0) {
      name = names.numbered("t");
    } else {
      const std::string& expression = signature.results[static_cast<std::size_t>(buffer.result)].expression;
      name = names.fresh((function[function[*first].op].derived ? "d_" : "") + stem(expression));
    }
    for (; first != next; ++first) text_[first->at()] = name;
  }
}

std::string Frame::pointer(ir::ValueId root) const {
  if (!text_[root.at()].empty()) return text_[root.at()];
  return place(root).expression + ".data()";
}

std::string Frame::element_name(ir::ValueId root) const {
  if (plan.home[root.at()] == Home::argument) return stem(place(root).expression);
  // One that goes by the name of the value that takes its place.
  const Buffer& buffer = plan.buffers[static_cast<std::size_t>(plan.buffer_of[root.at()])];
  const bool borrowed = wish(root).empty() && text_[buffer.values.back().at()] == text_[root.at()] &&
                        !wish(buffer.values.back()).empty();
  return borrowed ? "t" : text_[root.at()];
}

std::string Frame::declare(ir::ValueId root) {
  std::string& name = text_[root.at()];
  name = wish(root).empty() ? names.numbered("t") : names.fresh(wish(root));
  return name;
}

// --- numbers
// ---------------------------------------------------------------------------------------------------

std::string Frame::stored_number(ir::ValueId root) const {
  const ir::Value& value = function[root];
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
      return text_[root.at()];
  }
}

Term Frame::number(ir::ValueId root) const {
  const ir::Value& value = function[root];
  const ir::ElementType element = value.type.element;
  const Home home = plan.home[root.at()];
  if (home == Home::literal) {
    const ir::Attribute& number = *function[value.op].attributes.find("value");
    if (const double* real = std::get_if<double>(&number))
      return literal_term(backend.real_literal(element, *real));
    return literal_term(backend.integer_literal(element, std::get<std::int64_t>(number)));
  }
  if (home == Home::integer) {
    const ir::Extent& extent = function[value.op].attributes.get<ir::Shape>("value")[0];
    if (auto constant = extent.constant()) return literal_term(backend.integer_literal(element, *constant));
    const std::string text = extents.text(extent);
    return {text, text.find(' ') == std::string::npos ? Binding::atom : Binding::loose};
  }
  const std::string text = stored_number(root);
  return {backend.load(text, element), text.starts_with('*') ? Binding::unary : Binding::atom};
}

// --- pointers
// --------------------------------------------------------------------------------------------------

void Frame::declare_pointers(Emitter& out, const std::string& text, const std::string& memory,
                             const std::vector<std::string>& slot_offsets) const {
  auto declare_one = [&](ir::ValueId value, const std::string& constness, const std::string& source) {
    const std::string& name = text_[value.at()];
    out("$constness$$type$* const $name$ = $source$;  // $shape$",
        {{"constness", constness},
         {"type", cpp_element(type(value).element)},
         {"name", name},
         {"source", source},
         {"shape", extents.shape_comment(type(value).extents)}});
  };
  for (ir::ValueId argument : function.arguments())
    if (!text_[argument.at()].empty() && mentions(text, text_[argument.at()]))
      declare_one(argument, "const ", place(argument).expression + ".data()");
  for (const bool arena : {false, true})
    for (const Buffer& buffer : plan.buffers) {
      if ((buffer.result < 0) != arena) continue;
      const std::string& first = text_[buffer.values[0].at()];
      const std::string source =
          !arena ? signature.results[static_cast<std::size_t>(buffer.result)].expression + ".data()"
                 : fmt::format("{}.at<{}>({})", memory, cpp_element(type(buffer.values[0]).element),
                               slot_offsets[static_cast<std::size_t>(buffer.slot)]);
      declare_one(buffer.values[0], "", source);
      std::string last = first;
      for (ir::ValueId value : buffer.values) {
        const std::string& name = text_[value.at()];
        if (name == last) continue;
        out("$type$* const $name$ = $before$;  // takes its place",
            {{"type", cpp_element(type(value).element)}, {"name", name}, {"before", last}});
        last = name;
      }
    }
}

}  // namespace codegen
