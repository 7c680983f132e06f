#include "codegen/text/files/body.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "codegen/analysis/resolve.h"
#include "codegen/analysis/symbols.h"
#include "codegen/plan/in_place.h"
#include "codegen/plan/planner.h"
#include "codegen/text/statements/checks.h"
#include "codegen/text/statements/element.h"
#include "codegen/text/statements/operand.h"
#include "codegen/text/statements/sequence.h"
#include "codegen/text/statements/steps.h"
#include "codegen/text/statements/values.h"
#include "ir/kind.h"

namespace codegen {
namespace {

std::int64_t padded(std::int64_t bytes, std::int64_t alignment) { return (bytes + alignment - 1) / alignment * alignment; }

}  // namespace

Plan plan_of(const ir::Module& module, const ir::Function& function, const Signature& signature, Side side) {
  Plan plan = make_plan(function, side, side == Side::host ? taken_over(module, function) : TakenOver{},
                        side == Side::host ? restored(module, function) : Restored{});
  std::set<ir::ValueId> read(function.results().begin(), function.results().end());
  for (const ir::Op& op : function.ops) read.insert(op.operands.begin(), op.operands.end());
  const auto add = [&](ir::ValueId value) {
    plan.slots.push_back({{ir::product(function[value].type.extents) * ir::Extent(ir::bytes(function[value].type.element))}});
    return plan.slots.size() - 1;
  };
  for (std::size_t i = 0; i < signature.arguments.size(); ++i)
    if (signature.arguments[i].stacked && read.contains(function.arguments()[i])) plan.gathered[i] = add(function.arguments()[i]);
  for (const Buffer& buffer : plan.buffers)
    if (const auto i = static_cast<std::size_t>(std::max(buffer.result, 0)); buffer.result >= 0 && signature.results[i].stacked)
      plan.scattered[i] = add(function.results()[i]);
  return plan;
}

ir::Extent bytes_in_arena(const Slot& slot, std::int64_t alignment) {
  const auto constant = slot.bytes().constant();
  return constant ? ir::Extent(padded(*constant, alignment)) : slot.bytes();
}

namespace {

Frame frame_of(const ir::Module& module, const Signature& signature, const Backend& backend) {
  ir::Function function = resolved(module[signature.function]);
  Plan plan = plan_of(module, function, signature, backend.side());
  return {module, signature, backend, std::move(function), std::move(plan)};
}

std::string slot_bytes(const Frame& frame, const Slot& slot) {
  if (auto constant = slot.bytes().constant()) return fmt::to_string(padded(*constant, frame.backend.alignment()));
  std::vector<std::string> sizes;
  for (const ir::Extent& size : slot.sizes) sizes.push_back(frame.extents.bytes_text(size));
  return fmt::format("{}::padded_bytes({})", frame.backend.runtime(), fmt::join(sizes, ", "));
}

// --- arguments that are results
// ----------------------------------------------------------------------------------------------------

// Whether the expression reaches into a parameter.
bool is_of(const Formal& parameter, const std::string& expression) {
  return words(expression).contains(parameter.name) && expression.find(parameter.name) <= expression.find('.');
}

// The parameter of which an expression names a part: "m" of "m.w[0]" and of "(*m).w".
std::string owner_of(const std::string& expression) {
  const std::size_t begin = expression.find_first_not_of("(*&");
  return begin == std::string::npos ? "" : expression.substr(begin, expression.find_first_of(".[)", begin) - begin);
}

// Whether what is there belongs to somebody else.
bool borrows(const Place& place) {
  return (place.form == CppValue::Form::view && place.elements.empty()) || place.form == CppValue::Form::pointer || place.counted;
}

// A std::vector<bool>, which has no elements in memory.
bool is_of_bits(const Place& place) { return place.elements.size() == 1 && place.elements[0] == "$" && place.type == "bool"; }

// What an argument has elements of, by an expression that has data() and size(); null for none.
std::optional<std::string> elements_of(const Frame& frame, std::size_t i) {
  const Place& place = frame.signature.arguments[i];
  const ir::Type& type = frame.type(frame.function.arguments()[i]);
  if (place.counted) return frame.items(i);
  if (!place.elements.empty()) return is_of_bits(place) ? std::nullopt : std::optional(place.expression);  // of the outermost vector
  if (place.form == CppValue::Form::pointer) return fmt::format("{}({}, {})", view_type(type, true), place.expression, frame.extents.list(type.extents));
  if (place.form == CppValue::Form::scalar) return fmt::format("gradc::View<const {}, 1>(&{}, {{1}})", place.type, place.expression);
  return place.form == CppValue::Form::list && (!place.type.starts_with("std::vector") || place.type == "std::vector<bool>") ? std::nullopt : std::optional(place.expression);
}

// Checks that elements share no memory, each once.
class ElementsApart {
 public:
  explicit ElementsApart(Emitter& out) : out_(out) {}
  void require(const std::string& name, const std::string& elements, const std::string& result, const std::string& written) {
    if (!done_.emplace(name, result).second) return;
    out_("gradc::require_elements_apart($name$, $x$, $result$, $y$);", {{"name", quoted(name)}, {"x", elements}, {"result", quoted(result)}, {"y", written}});
  }

 private:
  Emitter& out_;
  std::set<std::pair<std::string, std::string>> done_;
};

// What the user's function writes to is one thing, and what it reads another: that it may see its own writes there is not followed.
void check_written(const Frame& frame, Emitter& out) {
  const Signature& signature = frame.signature;
  const auto by_reference = [&](const std::string& name) {
    return std::any_of(signature.parameters.begin(), signature.parameters.end(),
                       [&](const Formal& formal) { return formal.name == name && (is_reference(formal.type) || !formal.object.empty()); });
  };
  const auto object = [&](const std::string& name) {
    const auto formal = std::find_if(signature.parameters.begin(), signature.parameters.end(), [&](const Formal& one) { return one.name == name; });
    return formal == signature.parameters.end() || formal->object.empty() ? name : formal->object;
  };
  const auto part = [&](const std::string& read, const std::string& written) {
    out("gradc::require_apart($result$, $out$, $name$, $read$);", {{"result", quoted(written)}, {"out", object(written)}, {"name", quoted(read)}, {"read", object(read)}});
  };
  const auto is_in_vector = [](const Place& place) { return !place.elements.empty() && !place.counted; };
  // Those behind a pointer or in a vector, or the one object.
  const auto counted = [&](const std::string& name) {
    const auto is_it = [&](const Place& place) { return place.counted && place.expression == name; };
    const auto place = std::find_if(signature.arguments.begin(), signature.arguments.end(), is_it);
    return place == signature.arguments.end() ? std::string() : frame.items(static_cast<std::size_t>(place - signature.arguments.begin()));
  };
  const auto objects = [&](const std::string& name) {
    const auto is_it = [&](const Place& place) { return place.expression == name && is_in_vector(place) && !is_of_bits(place); };
    if (std::any_of(signature.arguments.begin(), signature.arguments.end(), is_it)) return name;
    const std::string several = counted(name);
    return several.empty() ? fmt::format("gradc::Items(&{}, 1)", object(name)) : several;
  };
  const auto is_number = [](const Place& place) { return place.form == CppValue::Form::scalar && place.elements.empty(); };
  ElementsApart apart(out);
  std::set<std::string> done;
  for (const std::string& written : signature.written.names) {
    done.insert(written);
    for (std::size_t i = 0; i < signature.written.parameters; ++i) {
      const std::string& other = signature.parameters[i].name;
      const bool is_several = !counted(other).empty(), writes_several = !counted(written).empty();
      if (done.contains(other) || !(is_several || by_reference(other)) || !(writes_several || by_reference(written))) continue;
      if (is_several || writes_several) {
        apart.require(other, objects(other), written, objects(written));
        continue;
      }
      part(other, written);
      part(written, other);
    }
    for (std::size_t i = 0; i < signature.written.leaves; ++i)
      for (std::size_t k = 0; k < signature.written.leaves; ++k) {
        const Place &to = signature.arguments[i], &from = signature.arguments[k];
        if (owner_of(to.expression) != written || done.contains(owner_of(from.expression))) continue;
        const bool may_share = !is_number(from) || by_reference(from.expression);
        if (!may_share || (is_number(to) && is_number(from)) || (to.counted && from.counted)) continue;
        if (is_in_vector(to) && is_in_vector(from)) continue;  // of its own, or one vector, as above
        if (frame.type(frame.function.arguments()[i]).element != frame.type(frame.function.arguments()[k]).element) continue;
        const auto to_elements = elements_of(frame, i), from_elements = elements_of(frame, k);
        if (to_elements && from_elements) apart.require(part_name(from.expression), *from_elements, part_name(to.expression), *to_elements);
      }
  }
}

// An argument that may be part of what is written: one by reference with a leaf of a type that results have, and elements of a view.
void check_apart(const Frame& frame, Emitter& out) {
  const Signature& signature = frame.signature;
  if (signature.is_internal || signature.out.empty()) return;
  const std::vector<Place>& arguments = signature.arguments;
  std::vector<std::string> references, objects;
  for (const Formal& parameter : signature.parameters) {
    if ((!is_reference(parameter.type) && parameter.object.empty()) || parameter.name == signature.out || parameter.name == signature.workspace) continue;
    const auto leaf = std::find_if(arguments.begin(), arguments.end(), [&](const Place& place) { return is_of(parameter, place.expression); });
    const bool may_be = leaf != arguments.end() && std::any_of(signature.results.begin(), signature.results.end(),
                                                               [&](const Place& result) { return result.type == leaf->type; });
    if (!may_be) continue;
    references.push_back(parameter.name);
    objects.push_back(parameter.object.empty() ? parameter.name : parameter.object);
  }
  const std::string names = fmt::format("{}", fmt::join(references, ", "));
  if (!references.empty()) out("gradc::require_apart($result$, $out$, $names$, $all$);", {{"result", quoted(signature.out)},
                                                                                         {"out", signature.out},
                                                                                         {"names", quoted(names)},
                                                                                         {"all", fmt::format("{}", fmt::join(objects, ", "))}});
  const auto has_elements = [](const Place& place) {
    const bool is_tensor = place.form == CppValue::Form::tensor || place.form == CppValue::Form::view || place.form == CppValue::Form::eigen;
    return place.elements.empty() && (is_tensor || (place.form == CppValue::Form::list && place.type.starts_with("std::vector")));
  };
  ElementsApart apart(out);
  for (std::size_t i = 0; i < arguments.size() && frame.plan.side == Side::host; ++i)
    for (std::size_t k = 0; k < signature.results.size() && borrows(arguments[i]); ++k) {
      const Place& result = signature.results[k];
      const ir::Type& type = frame.type(frame.function.arguments()[i]);
      const bool may_be = has_elements(result) ? frame.type(frame.function.results()[k]).element == type.element : arguments[i].counted && result.stacked;
      if (may_be) apart.require(part_name(arguments[i].expression), *elements_of(frame, i), result.expression, result.expression);
    }
}

// --- results
// ---------------------------------------------------------------------------------------------------

// What was done before a result is a number that nothing reads; where a branch gave it, the compiler would say so.
void write_last_effects(Frame& frame, Emitter& out) {
  std::set<ir::ValueId> seen;
  for (ir::ValueId result : frame.function.results())
    for (ir::OpId id = frame.function[result].op; id.valid(); id = frame.function[frame.function[id].operands[0]].op) {
      const ir::Op& op = frame.function[id];
      if (op.kind != ir::Kind::After) break;
      const ir::ValueId last = frame.root(op.operands[1]);
      const ir::OpId made_by = frame.function[last].op;
      const bool is_number = frame.type(last) == ir::scalar(ir::ElementType::i64) && frame.plan.home[last.at()] == Home::variable;
      if (is_number && made_by.valid() && is_branch(frame.function[made_by]) && !frame.unread_counts.contains(last) && seen.insert(last).second)
        out("static_cast<void>($last$);", {{"last", frame.stored_number(last)}});
    }
}

// Results that are numbers, or copies of an argument or of another result.
void write_results(Frame& frame, Emitter& out) {
  const auto& results = frame.function.results();
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Place& place = frame.signature.results[i];
    const ir::ValueId root = frame.root(results[i]);
    const int buffer = frame.plan.buffer_of[root.at()];
    if (place.is_sequence()) {
      write_scattered(place, sequence_text(frame, root), frame.element, out);
      continue;
    }
    if (place.stacked) {
      write_scattered(place, frame.pointer(root), frame.element, out);
      continue;
    }
    const bool scalar = place.form == CppValue::Form::scalar;
    const auto as_declared = [&](const std::string& number) {
      const bool plain = !scalar || is_plain(place.type, frame.type(root).element);
      return plain ? number : fmt::format("static_cast<{}>({})", place.type, number);
    };
    if (frame.type(root) == ir::sequence_of_any()) {
      out("$to$ = $kept$;", {{"to", place.expression}, {"kept", sequence_text(frame, root)}});
      continue;
    }
    if (!frame.type(root).is_tensor() && frame.signature.is_internal) {
      out("$to$.assign($arena$, $sequence$);", {{"to", place.expression},
                                                {"arena", frame.signature.workspace},
                                                {"sequence", sequence_text(frame, root)}});
    } else if (!frame.type(root).is_tensor()) {
      out("$to$ = $sequence$;", {{"to", place.expression}, {"sequence", kept_text(frame, out, root, false)}});
    } else if (!frame.has_memory(root)) {
      out("$to$ = $number$;",
          {{"to", scalar ? place.expression : "*" + data_of(place)},
           {"number", as_declared(frame.stored_number(root))}});
    } else if (scalar && frame.plan.side == Side::host) {
      out("$to$ = $number$;", {{"to", place.expression}, {"number", as_declared(frame.pointer(root) + "[0]")}});
    } else if (!is_of_arguments(frame.function, ir::product(frame.type(results[i]).extents))) {
      out("$resized$", {{"resized", resized(place, frame.extents.texts(frame.type(results[i]).extents))}});
      write_copy(frame, out, root, data_of(place));
    } else if (buffer < 0 ||
               frame.plan.buffers[static_cast<std::size_t>(buffer)].result != static_cast<int>(i)) {
      frame.backend.call_kernel(out, frame.stream, "copy", frame.extents.text(ir::product(frame.type(results[i]).extents)),
                                {frame.pointer(root), frame.stream.empty() ? data_of(place) : frame.made(i)});
    }
  }
  for (const std::string& expression : frame.signature.cleared) out("$to$ = {};", {{"to", expression}});
}

// What goes into results, where a caller has it elsewhere; what is written and restored.
void write_taken_over(Frame& frame, Emitter& out) {
  for (const int taken : frame.plan.taken_over.arguments) {
    if (taken < 0) continue;
    const ir::ValueId argument = frame.function.arguments()[static_cast<std::size_t>(taken)];
    frame.backend.call_kernel(out, frame.stream, "copy", frame.extents.text(ir::product(frame.type(argument).extents)),
                              {data_of(frame.signature.arguments[static_cast<std::size_t>(taken)]), frame.pointer(argument)});
  }
  const std::vector<RestoredArgument>& restored = frame.plan.restored.arguments;
  for (std::size_t i = 0; i < restored.size(); ++i)
    if (restored[i])
      out("$to$ = $from$.$in$($arena$);", {{"to", frame.pointer(frame.function.arguments()[i])},
                                           {"from", frame.signature.arguments[i].expression},
                                           {"in", is_restored_in_place(frame.function, frame.plan, i) ? "shared" : "copy"},
                                           {"arena", frame.arena}});
}

// But for those that are made where their pointers are declared.
void make_results_to_size(const Frame& frame, Emitter& out, const std::string& text) {
  const auto used = words(text);
  std::set<std::string> made;  // the leaves of structures in one vector make it once
  for (std::size_t i = 0; i < frame.function.results().size(); ++i)
    if (frame.has_size_to_make(i) && !frame.makes_with_pointer(i, used))
      if (const auto [text_of_one, is_new] = made.insert(
              frame.plan.side == Side::device ? frame.made(i) + ";"
                                              : resized(frame.signature.results[i], frame.extents.texts(frame.type(frame.function.results()[i]).extents)));
          is_new)
        out("$resized$", {{"resized", *text_of_one}});
}

// The frame of scratch memory, and where each slot begins in it.
std::vector<std::string> take_memory(Frame& frame, Emitter& out, const std::string& memory) {
  std::vector<std::string> offsets;
  std::string end = "0";
  std::int64_t known = 0;  // the end, while it is a number
  for (const Slot& slot : frame.plan.slots) {
    offsets.push_back(end);
    const bool still_known = known >= 0 && slot.bytes().constant();
    known = still_known ? known + padded(*slot.bytes().constant(), frame.backend.alignment()) : -1;
    if (still_known) {
      end = fmt::to_string(known);
      continue;
    }
    end = (end == "0" ? "" : end + " + ") + slot_bytes(frame, slot);
    if (&slot == &frame.plan.slots.back()) continue;  // nothing begins there
    const std::string name = frame.names().numbered("end_");
    out("const std::int64_t $name$ = $end$;", {{"name", name}, {"end", end}});
    end = name;
  }
  if (!frame.plan.slots.empty())
    out(frame.signature.is_internal ? "const gradc::Scratch $memory$($workspace$, $bytes$);"
                                    : "const $runtime$::Memory $memory$ = $workspace$.take($bytes$);",
        {{"runtime", frame.backend.runtime()}, {"memory", memory}, {"workspace", frame.signature.workspace}, {"bytes", end}});
  return offsets;
}

// Kernels of the runtime, or of this file where they run in parts or for some rows, or functions that may call some.
bool runs_kernels(const Frame& frame, const std::string& text) {
  for (const std::string_view some : {"gradc::kernels::", "gradc::parallel", "gradc::RowBlocks"})
    if (text.find(some) != std::string::npos) return true;
  const auto mentioned = words(text);
  return frame.signature.callees && std::any_of(frame.signature.callees->begin(), frame.signature.callees->end(), [&](const auto& callee) { return mentioned.contains(callee.second); });
}

}  // namespace

std::string function_body(const ir::Module& module, const Signature& signature, const Backend& backend, KernelFunctions* kernels) {
  Frame frame = frame_of(module, signature, backend);
  frame.kernels = kernels;
  const std::string memory_name = frame.names().fresh("memory");
  Emitter steps, checks, sizes, memory, sequences, pointers, extents, body;
  Commentator comment(frame);
  check_apart(frame, checks);
  check_written(frame, checks);
  check_arguments(frame, checks);
  for (ir::ValueId argument : frame.function.arguments()) write_adjoint_checks(frame, argument, steps);
  write_taken_over(frame, steps);
  write_block(frame, frame.function.body, steps, comment);
  Emitter results;
  write_last_effects(frame, results);
  write_results(frame, results);
  if (!results.empty()) {
    steps.blank_line();
    steps("$results$", {{"results", results.text()}});
  }
  make_results_to_size(frame, sizes, steps.text());
  const std::vector<std::string> offsets = take_memory(frame, memory, memory_name);
  declare_variables(frame, pointers, steps.text());
  gather_arguments(frame, sequences, steps.text());
  if (!frame.arena.empty() && mentions(sequences.text() + pointers.text() + steps.text(), frame.arena))
    memory("gradc::Arena $arena$($workspace$);", {{"arena", frame.arena}, {"workspace", frame.signature.workspace}});
  if (frame.stream.empty() && !signature.is_internal && runs_kernels(frame, steps.text()))
    memory("const gradc::Parallel $name$($workspace$);", {{"name", frame.names().fresh("parallel")}, {"workspace", signature.workspace}});
  frame.declare_pointers(pointers, steps.text(), memory_name, offsets);
  // What may find the arguments at fault comes before anything is written.
  std::vector<const Emitter*> parts{&checks, &sizes, &memory, &pointers, &steps};
  if (!sequences.empty()) parts = {&checks, &memory, &sequences, &sizes, &pointers, &steps};
  Emitter stream;
  if (!frame.stream.empty()) {
    // Pointers begin with those of arguments, which may lie elsewhere; nothing is made before.
    parts = {&checks, &stream, &memory, &pointers, &sizes, &steps};
    if (mentions(pointers.text() + sizes.text() + steps.text(), frame.stream))
      stream("const $runtime$::Stream& $stream$ = $workspace$.stream();",
             {{"runtime", backend.runtime()}, {"stream", frame.stream}, {"workspace", signature.workspace}});
  }
  for (const Emitter* part : parts) {
    if (part != &steps)
      body("$part$", {{"part", part->text()}});
    else if (!steps.text().starts_with('\n'))
      body.blank_line();
  }
  std::string before = body.text();
  const std::string statements = frame.close(steps.text(), &before), text = before + statements;
  frame.extents.declare(extents, text);
  const bool at_once = std::all_of(parts.begin(), parts.end() - 1, [](const Emitter* part) { return part->empty(); });
  return extents.text() + (at_once && !extents.empty() ? "\n" : "") + text;
}

bool takes_as_it_runs(const std::string& body) { return body.find("gradc::Arena") != std::string::npos; }

std::optional<ir::Extent> workspace_bytes(const ir::Module& module, const Signature& signature, const Backend& backend) {
  if (takes_as_it_runs(function_body(module, signature, backend))) return std::nullopt;
  ir::Extent sum = 0;
  for (const Slot& slot : plan_of(module, resolved(module[signature.function]), signature, backend.side()).slots)
    sum = sum + bytes_in_arena(slot, backend.alignment());
  return sum;
}

std::string workspace_body(const ir::Module& module, const Signature& signature, const Backend& backend) {
  const Frame frame = frame_of(module, signature, backend);
  Emitter extents;
  std::vector<std::string> slots;
  for (const Slot& slot : frame.plan.slots) slots.push_back(slot_bytes(frame, slot));
  if (slots.empty()) slots.push_back("0");
  const std::string sum = wrapped("return ", slots, " +", ";");
  const std::string text = frame.extents.sizes().leave(sum + "\n");
  frame.extents.declare(extents, text);
  return extents.text() + text;
}

}  // namespace codegen
