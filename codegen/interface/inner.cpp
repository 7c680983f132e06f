#include "codegen/interface/inner.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "codegen/interface/location.h"
#include "codegen/interface/names.h"

namespace codegen {
namespace {

// What passes make of a function, by the word that its name goes on with.
struct Made {
  std::string_view word, what;
};
constexpr std::array kMade = std::to_array<Made>({{"adjoint", "adjoint of {}"},
                                                  {"tangent", "tangent of {}"},
                                                  {"forward", "value of {} and what its adjoint reads"},
                                                  {"backward", "adjoint of {}, from what was kept"},
                                                  {"joint", "value and adjoint of {}"},
                                                  {"batch", "{} for several at once"}});

struct Parts {
  std::string base;  // the user's name
  std::vector<Made> made;
};

Parts parts_of(const std::string& name) {
  Parts parts;
  std::string_view rest = name;
  for (bool is_first = true; !rest.empty(); is_first = false) {
    const std::string_view piece = rest.substr(0, rest.find('.'));
    rest.remove_prefix(std::min(piece.size() + 1, rest.size()));
    if (is_first) parts.base = piece;
    const auto made = std::find_if(kMade.begin(), kMade.end(), [&](const Made& each) {
      return piece == each.word || (piece.starts_with(each.word) && piece[each.word.size()] == '_');
    });
    if (!is_first && made != kMade.end()) parts.made.push_back(*made);
  }
  return parts;
}

// Where its first statement stands.
std::string first_place(const ir::Module& module, const ir::Function& function) {
  for (ir::OpId id : function[function.body].ops)
    if (const std::string place = place_name(module, function[id].loc); !place.empty()) return place;
  return {};
}

// What the derivative is with respect to, where all of it has names; `has_values`: values of the function come first.
std::string respect(const ir::Function& function, bool has_values) {
  std::vector<std::string> names;
  for (ir::ValueId result : function.results()) {
    const std::string& name = function[result].name;
    if (!name.ends_with("_bar")) {
      if (has_values && names.empty()) continue;
      return {};
    }
    names.push_back(name.substr(0, name.size() - 4));
  }
  if (names.empty()) return {};
  const std::string last = names.back();
  names.pop_back();
  return names.empty() ? " with respect to " + last : fmt::format(" with respect to {} and {}", fmt::join(names, ", "), last);
}

// What it is wished to be called: f_inner, and f_adjoint or f_tangent of derivatives.
std::string inner_wish(const ir::Function& function) {
  const Parts parts = parts_of(function.name);
  std::string wish = identifier(parts.base);
  for (const Made& made : parts.made) wish += fmt::format("_{}", made.word);
  return parts.made.empty() ? wish + "_inner" : wish;
}

// "The adjoint of layer (model.cpp:7) with respect to w and b."
std::string inner_comment(const ir::Module& module, const ir::Function& function) {
  const Parts parts = parts_of(function.name);
  const std::string place = first_place(module, function);
  std::string what = parts.base + (place.empty() ? "" : fmt::format(" ({})", place));
  if (parts.made.empty() || parts.made[0].word == "batch") what = "value of " + what;
  for (const Made& made : parts.made) what = fmt::format(fmt::runtime(made.what), what);
  return fmt::format("The {}{}.", what, respect(function, !parts.made.empty() && parts.made[0].word == "joint"));
}

void collect(const ir::Module& module, ir::FunctionId id, Callees& callees, Names& names) {
  for (const ir::Op& op : module[id].ops) {
    if (!op.callee.valid() || callees.contains(op.callee)) continue;
    callees[op.callee] = names.fresh(inner_wish(module[op.callee]));
    collect(module, op.callee, callees, names);
  }
}

std::string argument_type(const ir::Type& type) {
  if (type.is_scalar()) return cpp_element(type.element);
  return fmt::format("const {}&", type.is_tensor() ? view_type(type, true) : sequence_type(type));
}

std::string result_type(const ir::Type& type) {
  if (type.is_scalar()) return cpp_element(type.element) + "&";
  return type.is_tensor() ? fmt::format("const {}&", view_type(type, false)) : sequence_type(type) + "&";
}

Place inner_place(const std::string& name, const ir::Type& type) {
  return {name, type.is_scalar() ? CppValue::Form::scalar : CppValue::Form::view, cpp_element(type.element)};
}

}  // namespace

std::shared_ptr<const Callees> callees_of(const ir::Module& module, const std::vector<ir::FunctionId>& functions) {
  Callees callees;
  Names names;
  for (ir::FunctionId id : functions) collect(module, id, callees, names);
  return std::make_shared<const Callees>(std::move(callees));
}

Signature inner_signature(const ir::Module& module, ir::FunctionId id, std::shared_ptr<const Callees> callees) {
  const ir::Function& function = module[id];
  Signature s;
  Names names;
  s.name = callees->at(id);
  s.comment = inner_comment(module, function);
  s.derived = "derivative";
  s.function = id;
  s.callees = std::move(callees);
  s.is_internal = true;
  for (ir::ValueId argument : function.arguments()) {
    const ir::Value& value = function[argument];
    const std::string wish = value.name.empty() ? "" : identifier(value.name);
    const std::string name = wish.empty() ? names.numbered("argument_") : names.fresh(wish);
    s.parameters.push_back({argument_type(value.type), name});
    s.arguments.push_back(inner_place(name, value.type));
  }
  for (std::size_t k = 0; k < function.results().size(); ++k) {
    const ir::Type& type = function[function.results()[k]].type;
    const std::string name = names.numbered("out");
    s.parameters.push_back({result_type(type), name});
    s.results.push_back(inner_place(name, type));
  }
  s.workspace = names.fresh("arena");
  s.parameters.push_back({"gradc::Arena&", s.workspace});
  return s;
}

}  // namespace codegen
