#include "codegen/interface/interface.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "codegen/interface/names.h"

namespace codegen {
namespace {

using Form = CppValue::Form;

// "params, b.c and h"
std::string listed(const std::vector<WrtItem>& wrt) {
  std::vector<std::string> items;
  for (const WrtItem& item : wrt) items.push_back(item.expression());
  if (items.size() < 2) return items.empty() ? "nothing" : items[0];
  const std::string last = items.back();
  items.pop_back();
  return fmt::format("{} and {}", fmt::join(items, ", "), last);
}

// The vectors that contain a place, outermost first, and last the place itself.
std::vector<std::string> way(const Place& place) {
  std::vector<std::string> out{place.expression};
  out.insert(out.end(), place.elements.begin(), place.elements.end());
  return out;
}

// What stands before ` = {};` to clear a place: a loop over each vector that one of the others fills, and
// what is inside.
std::string cleared(const Place& place, const std::vector<Place>& filled, Names names) {
  const std::vector<std::string> mine = way(place);
  std::size_t shared = 0;
  for (const Place& other : filled) {
    const std::vector<std::string> theirs = way(other);
    const auto [a, b] = std::mismatch(mine.begin(), mine.end(), theirs.begin(), theirs.end());
    shared = std::max(shared, static_cast<std::size_t>(a - mine.begin()));
  }
  std::string loops, element;
  for (std::size_t depth = 0; depth < shared; ++depth) {
    const std::string each = names.fresh("element");
    loops += fmt::format("for (auto& {} : {}) ", each, with_element(mine[depth], element));
    element = each;
  }
  if (place.form == Form::list && is_static_axis(place, 0)) {  // which may be an array of C
    const std::string number = names.fresh("number");
    return fmt::format("{}for (auto& {} : {}) {}", loops, number, with_element(mine[shared], element), number);
  }
  return loops + with_element(mine[shared], element);
}

// Scalars go by value, the rest by reference.
std::string passed(const CppValue& value) {
  return value.form == Form::scalar ? value.type : fmt::format("const {}&", value.type);
}

// How a member of that type begins. Tensors and vectors begin empty by themselves.
std::string first_value(const CppValue& value) {
  const bool is_vector = value.is_vector() || (value.form == Form::list && !value.type.starts_with("std::array"));
  return value.form == Form::scalar || (!is_vector && (!value.is_leaf() || value.form == Form::list)) ? initial_of(value) : "";
}

// The members that the paths name: a struct for each prefix, shared by the items below it.
void add_path(Struct& to, const WrtItem& item, std::size_t depth) {
  const std::vector<std::string> path = item.members();
  const std::string& name = path[depth];
  if (depth + 1 == path.size()) {
    to.members.push_back({item.value.type, name, first_value(item.value)});
    return;
  }
  const std::string type = name + "_members";
  auto inner =
      std::find_if(to.inner.begin(), to.inner.end(), [&](const Struct& s) { return s.name == type; });
  if (inner == to.inner.end()) {
    to.members.push_back({type, name, {}});
    inner = to.inner.insert(to.inner.end(), {type, {}, {}, {}});
  }
  add_path(*inner, item, depth + 1);
}

class Writer {
 public:
  Writer(const ir::Module* module, const Request& request, const Derivative& derivative)
      : module_(module), primal_(derivative.listed ? *derivative.listed : request.primal), derivative_(derivative), wrt_(derivative.wrt), of_(primal_.name) {
    for (const Parameter& parameter : primal_.parameters) names_.reserve(parameter.name);
    for (const Parameter& parameter : primal_.parameters) {
      const std::string name = parameter.name.empty() ? names_.numbered("argument_") : parameter.name;
      formals_.push_back({parameter.declared_type, name, parameter.is_address ? parameter.object(name) : ""});
      append_places(parameter.value, parameter.object(name), places_);
      if (parameter.is_written) written_.push_back(name);
    }
    for (const std::string& items : derivative.items ? derivative.items->sized : std::vector<std::string>{})
      places_.push_back({items + ".size()", Form::scalar, "std::size_t", {}});
  }

  Interface run() {
    switch (derivative_.kind) {
      case DerivativeKind::gradient:
        gradient();
        break;
      case DerivativeKind::vjp:
        vjp();
        break;
      case DerivativeKind::jvp:
        jvp();
        break;
      case DerivativeKind::hvp:
        hvp();
        break;
      case DerivativeKind::hessian:
        hessian();
        break;
      case DerivativeKind::jacobian:
        jacobian();
        break;
      case DerivativeKind::jvp_batch:
        jvp_batch();
        break;
      case DerivativeKind::vjp_batch:
        vjp_batch();
        break;
    }
    return std::move(interface_);
  }

 private:
  const ir::Function* function(ir::FunctionId id) const {
    return module_ && id.valid() ? &(*module_)[id] : nullptr;
  }

  // What the generated names begin with: "loss_gradient", "loss_gradient_each".
  std::string named(std::string_view kind) const {
    return fmt::format("{}_{}{}", derivative_.base, kind, derivative_.items ? "_each" : "");
  }

  // The function of that kind, which returns the structure that is called so.
  Signature& add(std::string_view kind, const std::string& comment, ir::FunctionId id) {
    Names names(&names_);
    Signature s;
    s.name = named(kind);
    s.measures = s.name + "_workspace_bytes";
    s.result = s.name + "_result";
    s.comment = comment + (derivative_.items ? " For each item; of what items share, the sum." : "") + what_is_kept(id);
    s.derived = "backward";
    s.function = id;
    if (id == derivative_.function) s.budget = derivative_.budget;
    s.parameters = formals_;
    s.written = {written_, formals_.size(), places_.size()};
    s.arguments = places_;
    s.out = names.fresh("out");
    s.workspace = names.fresh("workspace");
    interface_.functions.push_back(std::move(s));
    return interface_.functions.back();
  }

  std::string what_is_kept(ir::FunctionId id) const {
    if (!derivative_.budget.ways.empty() && id == derivative_.function)
      return fmt::format(" Computes again what {} bytes of workspace can't keep.", derivative_.budget.bytes);
    if (!derivative_.keep) return {};
    const auto again = std::count(derivative_.keep->again.begin(), derivative_.keep->again.end(), true);
    const std::size_t kept = derivative_.keep->kept.size();
    if (again == 0) return {};
    return fmt::format(" Outside of loops keeps {} {}, computes {} again.", kept, kept == 1 ? "value" : "values", again);
  }

  void gradient() {
    const std::string grad = grad_struct("gradient");
    result_struct("gradient", {{grad, "grad", {}}});
    Signature& s =
        add("gradient", fmt::format("Gradient of {} with respect to {}.", of_, listed(wrt_)),
            derivative_.function);
    value_places(s);
    grad_places(s, s.out + ".grad");
  }

  void vjp() {
    const std::string wrt = listed(wrt_);
    const std::string grad = grad_struct("vjp");
    result_struct("vjp", {{grad, "grad", {}}});
    const std::string adjoint = names_.fresh("d_result");
    const std::string residuals = names_.fresh("residuals");
    Signature& whole = add("vjp", fmt::format("Vector-Jacobian product of {} with respect to {}.", of_, wrt),
                           derivative_.function);
    adjoint_parameter(whole, adjoint);
    value_places(whole);
    grad_places(whole, whole.out + ".grad");

    if (derivative_.items && !derivative_.items->halves) return;
    const std::vector<Place> kept = residual_struct();
    result_struct("forward", {{named("residuals"), "residuals", {}}});
    Signature& forward =
        add("forward", fmt::format("Value of {}, and what its vector-Jacobian products need.", of_),
            derivative_.forward);
    value_places(forward);
    for (Place place : kept) {
      place.expression = fmt::format("{}.residuals.{}", forward.out, place.expression);
      forward.results.push_back(place);
    }

    Signature& backward =
        add("backward",
            fmt::format("The vector-Jacobian product for what {} has kept.", named("forward")),
            derivative_.backward);
    backward.result = grad;
    backward.parameters = {{fmt::format("const {}&", named("residuals")), residuals}};
    backward.written = {};
    backward.arguments.clear();
    for (Place place : kept) {
      place.expression = fmt::format("{}.{}", residuals, place.expression);
      backward.arguments.push_back(place);
    }
    backward.trusted = backward.arguments.size();
    adjoint_parameter(backward, adjoint);
    grad_places(backward, backward.out);
  }

  void jvp() {
    result_struct("jvp", {{primal_.result.type, "tangent", first_value(primal_.result)}});
    Signature& s =
        add("jvp",
            fmt::format("Jacobian-vector product of {} with respect to {}.", of_, listed(wrt_)),
            derivative_.function);
    s.derived = "tangent";
    tangent_parameters(s, "d_");
    value_places(s);
    std::vector<Place> filled, empty;
    for (const Leaf& leaf : leaves(primal_.result, s.out + ".tangent"))
      (ir::is_differentiable(leaf.value->leaf.element) ? filled : empty).push_back(place_of(leaf));
    s.results.insert(s.results.end(), filled.begin(), filled.end());
    for (const Place& place : empty) s.cleared.push_back(cleared(place, filled, names_));
  }

  // The product shares the structure of the gradient, and what is connected has both.
  void hvp() {
    const std::string grad = grad_struct("hvp");
    result_struct("hvp", {{grad, "grad", {}}, {grad, "hvp", {}}});
    Signature& s = add("hvp",
                       fmt::format("Gradient of {} and its Hessian-vector product with respect to {}.", of_,
                                   listed(wrt_)),
                       derivative_.function);
    tangent_parameters(s, "v_");
    value_places(s);
    grad_places(s, s.out + ".grad");
    grad_places(s, s.out + ".hvp");
  }

  void jvp_batch() {
    const CppValue tangent = batched_value(primal_.result, "_jvp_batch_tangent");
    for (WrtItem& item : wrt_) item.value = batched_value(item.value, "_jvp_batch_" + joined_path(item));
    result_struct("jvp_batch", {{tangent.type, "tangent", first_value(tangent)}});
    Signature& s = add("jvp_batch",
                       fmt::format("Jacobian-vector products of {} with respect to {}, one for each direction.", of_, listed(wrt_)),
                       derivative_.function);
    s.derived = "tangent";
    for (const WrtItem& item : wrt_) {
      const std::string name = names_.fresh("d_" + joined_path(item));
      s.parameters.push_back({passed(item.value), name});
      append_places(item.value, name, s.arguments);
    }
    number_of_directions(s);
    value_places(s);
    append_places(tangent, s.out + ".tangent", s.results);
  }

  void vjp_batch() {
    const CppValue adjoint = batched_value(primal_.result, "_vjp_batch_adjoint");
    for (WrtItem& item : wrt_) {
      std::vector<int> index;
      std::size_t k = 0;
      for (const Leaf& leaf : leaves(item.value, "")) {
        if (ir::is_differentiable(leaf.value->leaf.element) && k < item.leaf_index.size()) index.push_back(item.leaf_index[k]);
        ++k;
      }
      item.leaf_index = index;
      item.value = batched_value(item.value, "_vjp_batch_" + joined_path(item));
    }
    const std::string grad = grad_struct("vjp_batch");
    result_struct("vjp_batch", {{grad, "grad", {}}});
    const std::string name = names_.fresh("d_result");
    Signature& s = add("vjp_batch",
                       fmt::format("Vector-Jacobian products of {} with respect to {}, one for each adjoint.", of_, listed(wrt_)),
                       derivative_.function);
    s.parameters.push_back({passed(adjoint), name});
    append_places(adjoint, name, s.arguments);
    number_of_directions(s);
    value_places(s);
    grad_places(s, s.out + ".grad");
  }

  // Vectors may be empty: where all directions are in some, the caller says how many there are.
  void number_of_directions(Signature& s) {
    const auto begin = s.arguments.begin() + static_cast<std::ptrdiff_t>(places_.size());
    if (std::any_of(begin, s.arguments.end(), [](const Place& place) { return place.elements.empty(); })) return;
    const std::string name = names_.fresh("directions");
    s.parameters.push_back({"std::int64_t", name});
    s.arguments.push_back({name, Form::scalar, "std::int64_t", {}});
  }

  static std::string joined_path(const WrtItem& item) { return fmt::format("{}", fmt::join(item.path, "_")); }

  // The value for several directions, and the structure that it may take.
  CppValue batched_value(const CppValue& value, const std::string& suffix) {
    CppValue made = batched(value, derivative_.base + suffix);
    if (made.form == Form::structure) {
      Struct type{made.type, "For several directions, which the first axis of each member counts.", {}, {}};
      for (const CppValue::Member& member : made.members) type.members.push_back({member.value.type, member.name, {}});
      interface_.structs.push_back(std::move(type));
    }
    return made;
  }

  void hessian() {
    const std::string grad = grad_struct("hessian");
    const std::string blocks = block_struct("hessian", "Second derivatives with respect to ");
    result_struct("hessian", {{grad, "grad", {}}, {blocks, "hessian", {}}});
    Signature& s = add("hessian",
                       fmt::format("Gradient and Hessian of {} with respect to {}.", of_, listed(wrt_)),
                       derivative_.function);
    value_places(s);
    grad_places(s, s.out + ".grad");
    block_places(s, s.out + ".hessian");
  }

  void jacobian() {
    const std::string blocks = block_struct("jacobian", "Derivatives with respect to ");
    result_struct("jacobian", {{blocks, "jacobian", {}}});
    Signature& s = add("jacobian", fmt::format("Jacobian of {} with respect to {}.", of_, listed(wrt_)),
                       derivative_.function);
    value_places(s);
    block_places(s, s.out + ".jacobian");
  }

  std::string block_struct(std::string_view kind, const std::string& comment) {
    Struct blocks{named(kind) + "_blocks", comment + listed(wrt_) + ".", {}, {}};
    for (const Derivative::Block& block : derivative_.blocks)
      blocks.members.push_back({block.value.type, block.name, first_value(block.value)});
    interface_.structs.push_back(blocks);
    return blocks.name;
  }
  void block_places(Signature& s, const std::string& expression) {
    for (const Derivative::Block& block : derivative_.blocks)
      append_places(block.value, fmt::format("{}.{}", expression, block.name), s.results);
  }

  void tangent_parameters(Signature& s, const std::string& prefix) {
    for (const WrtItem& item : wrt_) {
      const std::string name = names_.fresh(fmt::format("{}{}", prefix, fmt::join(item.path, "_")));
      s.parameters.push_back({passed(item.value), name});
      std::size_t k = 0;
      for (const Leaf& leaf : leaves(item.value, name)) {
        if (ir::is_differentiable(leaf.value->leaf.element)) s.arguments.push_back(tangent_of(item, k, place_of(leaf)));
        ++k;
      }
    }
  }

  // The k-th leaf of a tangent, which has the sizes of the argument that it is the tangent of.
  Place tangent_of(const WrtItem& item, std::size_t k, Place tangent) const {
    std::vector<Place> primal;
    append_places(item.value, item.expression(), primal);
    for (std::size_t a = 0; a < places_.size(); ++a)
      if (way(places_[a]) == way(primal[k])) tangent.like_argument = static_cast<int>(a);
    return tangent;
  }

  std::string grad_struct(std::string_view kind) {
    Struct grad{
        named(kind) + "_grad", "Derivatives with respect to " + listed(wrt_) + ".", {}, {}};
    for (const WrtItem& item : wrt_)
      if (!item.left_out) add_path(grad, item, 0);
    interface_.structs.push_back(grad);
    return grad.name;
  }

  void result_struct(std::string_view kind, std::vector<Member> members) {
    members.insert(members.begin(), {primal_.result.type, "value", first_value(primal_.result)});
    interface_.structs.push_back({named(kind) + "_result", {}, std::move(members), {}});
  }

  void adjoint_parameter(Signature& s, const std::string& name) {
    s.parameters.push_back({passed(primal_.result), name});
    int result = 0;
    for (const Leaf& leaf : leaves(primal_.result, name)) {
      if (ir::is_differentiable(leaf.value->leaf.element)) {
        s.arguments.push_back(place_of(leaf));
        if (s.trusted == 0)
          s.arguments.back().like_result = result;
        else
          s.arguments.back().like_argument = kept(result);
      }
      ++result;
    }
  }

  // The residual that is a result of the forward function; -1 where it isn't kept.
  int kept(int result) const {
    const ir::Function* forward = function(derivative_.forward);
    if (!forward) return -1;
    const auto& results = forward->results();
    const auto first = results.begin() + static_cast<std::ptrdiff_t>(leaf_count(primal_.result));
    const auto found = std::find(first, results.end(), results[static_cast<std::size_t>(result)]);
    return found == results.end() ? -1 : static_cast<int>(found - first);
  }

  void value_places(Signature& s) { append_places(primal_.result, s.out + ".value", s.results); }

  void grad_places(Signature& s, const std::string& expression) {
    std::map<int, Place> ordered;
    std::vector<Place> empty;
    for (const WrtItem& item : wrt_) {
      if (item.left_out) continue;
      std::vector<Place> places;
      append_places(item.value, fmt::format("{}.{}", expression, fmt::join(item.members(), ".")), places);
      for (std::size_t i = 0; i < places.size(); ++i) {
        const int index = i < item.leaf_index.size() ? item.leaf_index[i] : -1;
        if (index < 0)
          empty.push_back(places[i]);
        else
          ordered.emplace(index, places[i]);
      }
    }
    std::vector<Place> filled;
    for (const auto& [index, place] : ordered) filled.push_back(place);
    s.results.insert(s.results.end(), filled.begin(), filled.end());
    for (const Place& place : empty) s.cleared.push_back(cleared(place, filled, names_));
  }

  // What forward keeps: a member for each IR result after those of the primal, named as the values are.
  std::vector<Place> residual_struct() {
    Struct kept{named("residuals"),
                "What " + named("backward") + " needs of the forward pass.",
                {},
                {}};
    std::vector<Place> places;
    if (const ir::Function* forward = function(derivative_.forward)) {
      Names names;
      for (std::size_t i = leaf_count(primal_.result); i < forward->results().size(); ++i) {
        const ir::Value& value = (*forward)[forward->results()[i]];
        const std::string wish = value_identifier(value.name);
        const std::string name = wish.empty() ? names.numbered("saved_") : names.fresh(wish);
        const std::string element = cpp_element(value.type.element);
        const bool scalar = value.type.rank() == 0;
        const std::string type =
            scalar ? element : fmt::format("gradc::Tensor<{}, {}>", element, value.type.rank());
        std::string whole = type;
        for (int depth = 0; depth < value.type.sequence_depth; ++depth)
          whole = fmt::format("std::vector<{}>", whole);
        kept.members.push_back({whole, name, value.type.is_scalar() ? "{}" : ""});
        places.push_back(
            {name, scalar ? Form::scalar : Form::tensor, type,
             std::vector<std::string>(static_cast<std::size_t>(value.type.sequence_depth), "$")});
      }
    }
    interface_.structs.push_back(std::move(kept));
    return places;
  }

  const ir::Module* module_;
  const Primal& primal_;
  const Derivative& derivative_;
  std::vector<WrtItem> wrt_;
  std::string of_;
  Names names_;
  std::vector<Formal> formals_;
  std::vector<std::string> written_;
  std::vector<Place> places_;
  Interface interface_;
};

}  // namespace

Interface interface_of(const ir::Module* module, const Request& request, const Derivative& derivative) {
  return Writer(module, request, derivative).run();
}

Struct value_struct(const Primal& primal) {
  Struct all{primal.result.type, fmt::format("What {} gives.", primal.name), {}, {}};
  for (const CppValue::Member& member : primal.result.members) all.members.push_back({member.value.type, member.name, first_value(member.value)});
  return all;
}

std::vector<std::vector<Interface>> interfaces_of(const Program& program) {
  std::vector<std::vector<Interface>> out;
  for (const Request& request : program.requests) {
    out.emplace_back();
    for (const Derivative& derivative : request.derivatives)
      out.back().push_back(interface_of(program.module, request, derivative));
  }
  return out;
}

}  // namespace codegen
