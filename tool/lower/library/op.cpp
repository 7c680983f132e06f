// Calls that are ops: the form that a call fits, its operands, and the explicit broadcasts between them.
#include <algorithm>

#include <clang/AST/DeclTemplate.h>

#include "ir/kind.h"
#include "ir/verify.h"
#include "tool/lower/lowering.h"

namespace tool {
namespace {

// The name of a class, behind references and const; empty where it is none.
std::string class_name(clang::QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record ? record->getName().str() : "";
}
bool is_class(clang::QualType type, std::string_view name) { return class_name(type) == name; }

bool fits_class(const CalleeParameter& parameter, const CppType* type) {
  if (parameter.element_class.empty() || parameter.element_class == "like" || parameter.element_class == "batch") return true;
  if (!type || !type->is_leaf()) return false;
  const ir::ElementType element = type->element;
  return parameter.element_class == "float"     ? ir::is_float(element)
         : parameter.element_class == "complex" ? ir::is_complex(element)
         : parameter.element_class == "real"    ? !ir::is_complex(element)
                                                : ir::is_integer(element);
}

// A gradc::Key among the operands is its seed and its stream.
std::vector<Cell> with_keys_opened(std::vector<Cell> operands) {
  std::vector<Cell> opened;
  for (Cell& operand : operands) {
    if (!operand.type || !is_key(*operand.type)) opened.push_back(std::move(operand));
    else
      for (Cell& member : operand.members) opened.push_back(resolved(member));
  }
  return opened;
}

// Whether the argument is an options structure that the form knows.
bool is_options(const CalleeForm& form, const clang::Expr* argument) {
  return std::any_of(form.parameters.begin(), form.parameters.end(), [&](const CalleeParameter& parameter) {
    return parameter.sort == CalleeParameter::Sort::options && is_class(argument->getType(), parameter.word);
  });
}

// The argument of each parameter, null where an optional one is absent; nothing where the form does not fit.
std::optional<std::vector<const clang::Expr*>> match(const CalleeForm& form, CppTypes& types,
                                                     const std::vector<const clang::Expr*>& arguments) {
  std::vector<const clang::Expr*> matched;
  std::size_t next = 0;
  for (const CalleeParameter& parameter : form.parameters) {
    const clang::Expr* argument = next < arguments.size() ? arguments[next] : nullptr;
    using Sort = CalleeParameter::Sort;
    if (parameter.sort == Sort::effects) {
      matched.push_back(nullptr);
      continue;
    }
    const bool is_tag = argument && (is_class(argument->getType(), "KeepDims") || is_options(form, argument) ||
                                     !tag_text(class_name(argument->getType())).empty());
    bool takes = argument != nullptr;
    if (takes && parameter.word == "keepdims")
      takes = is_class(argument->getType(), "KeepDims");
    else if (takes && parameter.takes_tag())
      takes = !tag_text(class_name(argument->getType())).empty();
    else if (takes && parameter.sort == Sort::options)
      takes = is_class(argument->getType(), parameter.word);
    else if (takes && parameter.sort == Sort::operand)
      takes = fits_class(parameter, types.of(argument->getType()));
    else if (takes && parameter.sort == Sort::key)
      takes = is_class(argument->getType(), "Key");
    else if (takes && parameter.element_class == "like")
      takes = types.of(argument->getType()) && types.of(argument->getType())->is_tensor();
    else if (takes && parameter.fallback)
      takes = argument->getType()->isArithmeticType() || argument->getType()->isEnumeralType();
    else if (takes)
      takes = !is_tag;
    if (!takes && !parameter.optional) return std::nullopt;
    matched.push_back(takes ? argument : nullptr);
    if (takes) ++next;
  }
  if (next != arguments.size()) return std::nullopt;
  return matched;
}

}  // namespace

std::vector<const clang::Expr*> given_arguments(const clang::CallExpr* expr) {
  std::vector<const clang::Expr*> list;
  for (const clang::Expr* argument : expr->arguments())
    if (!llvm::isa<clang::CXXDefaultArgExpr>(argument)) list.push_back(argument);
  return list;
}

Outcome Lowering::call_gradc(const clang::CallExpr* expr, const clang::FunctionDecl* function) {
  const std::string name = function->getQualifiedNameAsString();
  if (name.starts_with("gradc::operator") && name.ends_with('=') && function->getNumParams() == 2 &&
      function->getParamDecl(0)->getType()->isReferenceType() &&
      llvm::cast<clang::CXXOperatorCallExpr>(expr)->isAssignmentOp())
    return {{}, compound_tensor(expr, name.substr(0, name.size() - 1))};
  if (auto made = several(expr, name)) return {std::move(*made), nullptr};
  if (auto made = is_nonzero(expr, name)) return {std::move(*made), nullptr};
  if (auto made = composition(expr, name)) return {std::move(*made), nullptr};
  if (auto op = call_form(expr, name)) return {std::move(*op), nullptr};
  for (const clang::Expr* argument : expr->arguments())
    if (types_.of(argument->getType())) effect(argument);
  std::string close;
  for (const std::string& known : callees_.nearest_to(name))
    close += (close.empty() ? "; close names: " : ", ") + known;
  return {refuse(expr, Refusal::unknown_op, name, close), nullptr};
}

std::vector<Cell> Lowering::read_all(const std::vector<const clang::Expr*>& expressions) {
  std::vector<Outcome> evaluated;
  for (const clang::Expr* expression : expressions) evaluated.push_back(outcome(expression));
  std::vector<Cell> values;
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    Outcome& one = evaluated[i];
    values.push_back(one.place ? load(resolved(*one.place), expressions[i])
                               : load(resolved(one.value), expressions[i]));
    // A scalar variable and a rank-0 tensor are alike in the IR; how they combine is decided by the C++ type.
    if (const CppType* type = types_.of(expressions[i]->getType()); type && values.back().is_leaf())
      values.back().type = type;
  }
  return values;
}

std::optional<Cell> Lowering::call_form(const clang::CallExpr* expr, const std::string& name) {
  const std::vector<CalleeForm>* forms = callees_.find(name);
  if (!forms) return std::nullopt;
  const std::vector<const clang::Expr*> arguments = given_arguments(expr);
  const CppType* type = types_.of(expr->getType());
  if (!type) return refuse_type(expr->getExprLoc(), "the result", expr->getType());
  for (const CalleeForm& form : *forms) {
    const auto matched = match(form, types_, arguments);
    if (!matched) continue;
    std::vector<const clang::Expr*> operand_expressions;
    for (std::size_t i = 0; i < matched->size(); ++i) {
      const auto sort = form.parameters[i].sort;
      const bool one = sort == CalleeParameter::Sort::operand || sort == CalleeParameter::Sort::key;
      if (one && (*matched)[i]) operand_expressions.push_back((*matched)[i]);
      if (sort != CalleeParameter::Sort::operands) continue;
      for (const clang::Expr* item : items((*matched)[i])) operand_expressions.push_back(item);
      if (operand_expressions.empty())
        return refuse((*matched)[i], Refusal::not_constant, fmt::format("the tensors of {}", name),
                      "a braced list");
    }
    std::vector<Cell> operands = with_keys_opened(read_all(operand_expressions));
    for (std::size_t i = 0; i < matched->size(); ++i)
      if (form.parameters[i].sort == CalleeParameter::Sort::operand && !(*matched)[i])
        operands.push_back(number_cell(type->element, *form.parameters[i].fallback));
    bool good = true;
    for (Cell& operand : operands) good &= operand.type != nullptr && !is_poisoned(operand);
    ir::Attributes attributes;
    const auto rank_of = [&](std::size_t k) { return k < operands.size() && operands[k].type ? operands[k].type->rank : 0; };
    for (std::size_t i = 0; i < matched->size(); ++i)
      if (form.parameters[i].sort == CalleeParameter::Sort::named ||
          form.parameters[i].sort == CalleeParameter::Sort::options)
        good &= attribute(form, form.parameters[i], (*matched)[i], rank_of(form.parameters[i].word == "along_y" ? 1 : 0), type->rank,
                          attributes);
    if (!good) return fresh(type, Cell::State::poison);
    const CallOf made_of(*this, name);
    // A number that is like the first operand takes its element type.
    for (std::size_t i = 0, k = 0; i < matched->size(); ++i) {
      if (form.parameters[i].sort == CalleeParameter::Sort::key) k += 2;
      if (form.parameters[i].sort != CalleeParameter::Sort::operand || !(*matched)[i]) continue;
      if (Cell& operand = operands[k++]; form.parameters[i].element_class == "like" && operand.type->form == CppType::Form::scalar)
        operand = converted(operand, types_.scalar(operands[0].type->element));
    }
    if (form.parameters.size() > 1 && form.parameters[1].element_class == "batch" && !share_batch(operands)) return fresh(type, Cell::State::poison);
    for (unsigned i = 0; i < form.template_attributes.size(); ++i) {
      const std::string& word = form.template_attributes[i];
      if (ir::attribute_kind(form.kind, word) == "count")
        attributes.set(word, expr->getDirectCallee()->getTemplateSpecializationArgs()->get(i).getAsIntegral().getExtValue());
      else
        attributes.set(word, type->element);
    }
    if (ir::attribute_kind(form.kind, "to") == "element" && !attributes.find("to")) attributes.set("to", type->element);
    const bool labels = attributes.find("label") != nullptr;
    if (!form.member.empty()) return members_by_forms(form, *forms, operands, attributes, type);
    if (form.parameters.back().sort == CalleeParameter::Sort::effects) return act(form, operands[0], attributes, type, expr);
    Cell cell = apply(form, std::move(operands), attributes, type);
    if (labels && !is_poisoned(cell)) add_label(attributes.get<std::string>("label"), cell, expr);
    return cell;
  }
  return refuse(expr, Refusal::unknown_op, name, " with these arguments");
}

// What is done beside computing, after what was done before; its value is its operand.
Cell Lowering::act(const CalleeForm& form, const Cell& operand, const ir::Attributes& attributes, const CppType* type,
                   const clang::Expr* expr) {
  if (!effects_) return refuse(expr, Refusal::effect, frame_->function->getQualifiedNameAsString(), "on this path of calls");
  if (!operand.is_leaf()) return refuse(expr, Refusal::unknown_op, form.name, " on structures");
  effects_->value = append(form.kind, {operand.value, effects_->value}, attributes);
  Cell same = operand;
  same.type = type;
  return same;
}

// A structure of which each member is an op on the same operands, or on the first of them: of the forms with as many
// parameters as the one that fits the call.
Cell Lowering::members_by_forms(const CalleeForm& fitting, const std::vector<CalleeForm>& forms, const std::vector<Cell>& operands,
                                const ir::Attributes& attributes, const CppType* type) {
  Cell cell = fresh(type, Cell::State::poison);
  for (std::size_t i = 0; i < cell.members.size(); ++i)
    for (const CalleeForm& form : forms) {
      if (form.member != type->members[i].name || form.parameters.size() != fitting.parameters.size() ||
          form.parameters.back().word != fitting.parameters.back().word || !fits_class(form.parameters[0], operands[0].type))
        continue;
      std::vector<Cell> mine = operands;
      if (const int arity = ir::definition(form.kind).info.arity; arity >= 0) mine.resize(static_cast<std::size_t>(arity));
      cell.members[i] = apply(form, std::move(mine), attributes, type->members[i].type);
    }
  return cell;
}

Cell Lowering::apply(const CalleeForm& form, std::vector<Cell> operands, ir::Attributes attributes,
                     const CppType* type) {
  const ir::OpInfo& info = ir::definition(form.kind).info;
  if (!type->is_leaf()) {
    if (operands.size() == 1 && !operands[0].is_leaf())
      return apply_to_leaves(form, operands[0], attributes, "");
    return refuse(at_, {}, Refusal::unknown_op, form.name, " on structures");
  }
  for (const CalleeParameter& parameter : form.parameters)
    if (parameter.sort == CalleeParameter::Sort::options && parameter.word == "MatMul")
      return matmul(std::move(operands), attributes, type);
  if (const ir::Attribute* adjoint = attributes.find("adjoint")) {  // the system of the conjugate's transpose
    ir::Attributes rest;
    for (const auto& [name, value] : attributes)
      if (name != "adjoint") rest.set(name, value);
    if (std::get<bool>(*adjoint)) {
      rest.set("transpose", true);
      if (ir::is_complex(operands[0].type->element))
        operands[0] = leaf_cell(operands[0].type, append(ir::Kind::Conj, {operands[0].value}));
    }
    attributes = rest;
  }
  if (info.broadcasts || (info.trait == ir::Trait::elementwise && operands.size() >= 2))
    return broadcasting(form.kind, std::move(operands), std::move(attributes), type);
  // std::exp of an integer computes in double.
  if (info.trait == ir::Trait::elementwise && operands[0].type->form == CppType::Form::scalar &&
      form.template_attributes.empty() && ir::is_float(type->element) && !ir::is_complex(operands[0].type->element))
    operands[0] = converted(operands[0], type);
  if (attributes.find("begin") && attributes.find("end") &&
      !bound_slice(type_of(operands[0]).extents, attributes))
    return {};
  if (const ir::Attribute* shape = attributes.find("shape"); shape && info.trait == ir::Trait::alias) {
    ir::Shape inferred = std::get<ir::Shape>(*shape);
    if (!infer_extent(type_of(operands[0]).extents, inferred)) return {};
    attributes.set("shape", inferred);
  }
  const bool is_complex_too = std::any_of(operands.begin(), operands.end(),
                                          [](const Cell& x) { return x.type && x.type->is_leaf() && ir::is_complex(x.type->element); });
  std::vector<ir::ValueId> values;
  for (const Cell& operand : operands) values.push_back(is_complex_too ? widened(operand, type->element) : operand.value);
  return leaf_cell(type, append(form.kind, std::move(values), std::move(attributes)));
}

// stop_gradient and its like on a structure: on each of its leaves.
Cell Lowering::apply_to_leaves(const CalleeForm& form, const Cell& operand, const ir::Attributes& attributes,
                               const std::string& path) {
  if (operand.is_leaf()) {
    ir::Attributes mine = attributes;
    if (attributes.find("label")) mine.set("label", attributes.get<std::string>("label") + path);
    return leaf_cell(operand.type, append(form.kind, {operand.value}, mine));
  }
  Cell cell = fresh(operand.type, Cell::State::poison);
  if (operand.type->form == CppType::Form::array && operand.type->packed) {  // each item is a value of its own
    std::vector<Cell> items;
    Cell* all = temporary(operand);
    for (std::int64_t i = 0; i < operand.type->count; ++i)
      items.push_back(apply_to_leaves(form, read(*element_at(*all, whole(i))), attributes, fmt::format("{}.{}", path, i)));
    return array_of(operand.type, std::move(items));
  }
  for (std::size_t i = 0; i < operand.members.size(); ++i) {
    Cell inner = operand.members[i];
    cell.members[i] =
        apply_to_leaves(form, resolved(inner), attributes, path + "." + operand.type->members[i].name);
  }
  return cell;
}

// The value itself where every axis has its extent already, or may have it: who takes it sees to that.
ir::ValueId Lowering::broadcast(ir::ValueId x, const ir::Shape& shape) {
  if (!x.valid()) return {};
  const ir::Shape own = builder_.type(x).extents;
  bool repeats = own.size() != shape.size();
  for (std::size_t i = 0; i < own.size() && !repeats; ++i) {
    const bool one = builder_.facts().resolve(own[i]) == ir::Extent(1);
    repeats = one ? builder_.facts().resolve(shape[i]) != ir::Extent(1)
                  : builder_.facts().differ(own[i], shape[i]);
  }
  return repeats ? forward(at_here().broadcast(use(x), shape)) : x;
}

// Scalars take the element type of the tensors; then all operands take the common shape.
Cell Lowering::broadcasting(ir::Kind kind, std::vector<Cell> operands, ir::Attributes attributes, const CppType* type) {
  // A condition before them selects; any other bool is a number like them.
  const std::size_t first = kind == ir::Kind::Where ? 1 : 0;
  const CppType* like = type->element == ir::ElementType::boolean ? nullptr : type;
  // Of two real operands that make a complex number each is of its parts' type.
  const auto of_complex = [](const Cell& x) { return ir::is_complex(x.type->element); };
  const auto with_complex = std::find_if(operands.begin(), operands.end(), of_complex);
  if (like && ir::is_complex(like->element) && with_complex == operands.end())
    like = types_.scalar(ir::real_of(like->element));
  if (!like && with_complex != operands.end()) like = with_complex->type;
  for (std::size_t i = first; i < operands.size() && !like; ++i)
    if (operands[i].type->is_tensor()) like = operands[i].type;
  for (std::size_t i = first; i < operands.size(); ++i) {
    if (!like || operands[i].type->form != CppType::Form::scalar ||
        operands[i].type->element == like->element)
      continue;
    operands[i] = converted(operands[i], types_.scalar(like->element));
    if (operands[i].state != Cell::State::ready) return fresh(type, Cell::State::poison);
  }
  std::vector<ir::ValueId> values;
  for (std::size_t i = 0; i < operands.size(); ++i)
    values.push_back(like && i >= first ? widened(operands[i], like->element) : operands[i].value);
  const auto shape = at_here().common_shape(values, ir::definition(kind).info.name);
  report_problems_of_ir();
  if (!shape) return fresh(type, Cell::State::poison);
  for (ir::ValueId& value : values) value = broadcast(value, *shape);
  return leaf_cell(type, append(kind, std::move(values), std::move(attributes)));
}

// NumPy's ranks: a vector on the left is a row, one on the right a column, and its axis is not in the result. Batches that
// are not equal are an einsum, which repeats nothing.
Cell Lowering::matmul(std::vector<Cell> operands, ir::Attributes attributes, const CppType* type) {
  for (const char* flag : {"transpose_a", "transpose_b"})
    if (!attributes.find(flag)) attributes.set(flag, false);
  std::vector<ir::ValueId> values{widened(operands[0], type->element), widened(operands[1], type->element)};
  if (ir::is_complex(type->element))
    for (std::size_t i = 0; i < 2; ++i)
      if (attributes.get_or<bool>(i == 0 ? "adjoint_a" : "adjoint_b", false)) values[i] = append(ir::Kind::Conj, {values[i]});
  // An adjoint is the conjugate's transpose.
  ir::Attributes flags;
  for (const std::string side : {"a", "b"})
    flags.set("transpose_" + side, attributes.get_or<bool>("adjoint_" + side, false) || attributes.get<bool>("transpose_" + side));
  attributes = flags;
  const bool row = operands[0].type->rank == 1, column = operands[1].type->rank == 1;
  const auto leading = [&](ir::ValueId x) {
    const ir::Shape& shape = builder_.type(x).extents;
    return ir::Shape(shape.begin(), shape.end() - static_cast<std::ptrdiff_t>(std::min<std::size_t>(shape.size(), 2)));
  };
  const ir::Shape batch_a = leading(values[0]), batch_b = leading(values[1]);
  bool repeats = batch_a.size() != batch_b.size();
  for (std::size_t i = 0; i < batch_a.size() && !repeats; ++i)
    repeats = (builder_.facts().resolve(batch_a[i]) == ir::Extent(1)) != (builder_.facts().resolve(batch_b[i]) == ir::Extent(1));
  if (repeats) {
    const std::string a = row ? "j" : attributes.get<bool>("transpose_a") ? "...ji" : "...ij",
                      b = column ? "j" : attributes.get<bool>("transpose_b") ? "...kj" : "...jk",
                      y = std::string("...") + (row ? "" : "i") + (column ? "" : "k");
    return leaf_cell(type, append(ir::Kind::Einsum, values, {{"rank", std::int64_t{type->rank}}, {"spec", a + "," + b + "->" + y}}));
  }
  ir::Integers dropped;
  if (row) {
    values[0] = append(ir::Kind::ExpandDims, {values[0]}, {{"axes", ir::Integers{0}}});
    attributes.set("transpose_a", false);
  }
  if (column) {
    values[1] = append(ir::Kind::ExpandDims, {values[1]}, {{"axes", ir::Integers{1}}});
    attributes.set("transpose_b", false);
  }
  if (!values[0].valid() || !values[1].valid()) return {};
  ir::ValueId product = append(ir::Kind::Matmul, values, attributes);
  if (!product.valid()) return {};
  const std::int64_t rank = builder_.type(product).rank();
  if (row) dropped.push_back(rank - 2);
  if (column) dropped.push_back(rank - 1);
  if (!dropped.empty()) product = append(ir::Kind::Squeeze, {product}, {{"axes", dropped}});
  return leaf_cell(type, product);
}

// Systems of equations and their right sides, vectors where they have one axis in all or one less than the systems. Axes of
// a batch that one has and the other hasn't, or of 1, are repeated; but systems may have fewer axes than their sides.
bool Lowering::share_batch(std::vector<Cell>& operands) {
  for (const Cell& operand : operands)
    if (!operand.is_leaf()) return true;
  const auto shape_of = [&](std::size_t i) { return builder_.facts().resolve(builder_.type(operands[i].value)).extents; };
  const ir::Shape shapes[] = {shape_of(0), shape_of(1)};
  if (shapes[0].size() < 2 || shapes[1].empty()) return true;  // the op refuses them
  const bool vectors = shapes[1].size() == 1 || shapes[1].size() + 1 == shapes[0].size();
  const std::size_t tails[] = {2, vectors ? std::size_t{1} : 2};
  ir::Shape batches[2], common;
  for (std::size_t i = 0; i < 2; ++i) {
    batches[i] = {shapes[i].begin(), shapes[i].end() - static_cast<std::ptrdiff_t>(tails[i])};
    if (batches[i].size() > common.size()) common.insert(common.begin(), batches[i].size() - common.size(), ir::Extent(1));
    for (std::size_t axis = 0; axis < batches[i].size(); ++axis)
      if (ir::Extent& extent = common[common.size() - batches[i].size() + axis]; extent == ir::Extent(1)) extent = batches[i][axis];
  }
  for (std::size_t i = 0; i < 2; ++i) {
    const std::size_t kept = i == 0 && !vectors ? batches[0].size() : common.size();
    ir::Shape shape(common.end() - static_cast<std::ptrdiff_t>(kept), common.end());
    shape.insert(shape.end(), shapes[i].end() - static_cast<std::ptrdiff_t>(tails[i]), shapes[i].end());
    operands[i].value = broadcast(operands[i].value, shape);
    if (!operands[i].value.valid()) return false;
  }
  return true;
}

Cell Lowering::full(const std::string& name, const CppType* type, const Cell& number, const clang::Expr* shape) {
  const auto list = extents(shape, "each extent");
  if (!list || number.state != Cell::State::ready) return fresh(type, Cell::State::poison);
  for (const ir::Extent& extent : *list)
    if (const auto known = extent.constant(); known && *known < 0)
      return refuse(shape, Refusal::not_constant, "an extent", "an integer of at least 0");
  const CallOf made_of(*this, name);
  return leaf_cell(type, broadcast(converted(number, types_.scalar(type->element)).value, *list));
}

Cell Lowering::number_cell(ir::ElementType element, double value) {
  return leaf_cell(types_.scalar(element),
                   forward(ir::is_differentiable(element)
                               ? at_here().constant(element, value)
                               : at_here().constant_integer(element, ir::wrap_to(element, static_cast<std::int64_t>(value)))));
}

std::optional<Cell> Lowering::composition(const clang::CallExpr* expr, const std::string& name) {
  const std::vector<const clang::Expr*> arguments = given_arguments(expr);
  const CppType* type = types_.of(expr->getType());
  if (!type || !type->is_leaf() || arguments.empty()) return std::nullopt;
  const bool is_same = name == "gradc::operator+" || name == "gradc::positive" || name == "gradc::identity" ||
                       (name == "gradc::conj" && !ir::is_complex(type->element));
  if (is_same && arguments.size() == 1) return read_all(arguments)[0];
  if (name == "gradc::zeros") return full(name, type, number_cell(type->element, 0), arguments[0]);
  if (name == "gradc::ones") return full(name, type, number_cell(type->element, 1), arguments[0]);
  if (name == "gradc::full" && arguments.size() == 2) return full(name, type, value(arguments[1]), arguments[0]);
  if (name != "gradc::dot" && name != "gradc::outer") return std::nullopt;
  std::vector<Cell> operands = read_all(arguments);
  for (Cell& operand : operands)
    if (!operand.is_leaf() || is_poisoned(operand)) return fresh(type, Cell::State::poison);
  const CallOf made_of(*this, name);
  if (name == "gradc::dot") return matmul(std::move(operands), {}, type);
  operands[0].value = append(ir::Kind::ExpandDims, {operands[0].value}, {{"axes", ir::Integers{1}}});
  return broadcasting(ir::Kind::Multiply, std::move(operands), {}, type);
}

// a += b: the right side takes the shape of the left, which keeps its own.
Cell* Lowering::compound_tensor(const clang::CallExpr* expr, const std::string& symbol) {
  const std::vector<CalleeForm>* forms = callees_.find(symbol);
  const std::vector<Cell> right = read_all({expr->getArg(1)});
  Cell* left = place(expr->getArg(0));
  Cell& target = resolved(*left);
  if (!target.projection && target.type && target.type->form == CppType::Form::view) {
    refuse(expr, Refusal::view_write, name_of(expr->getArg(0)), "return the new tensor instead");
    return left;
  }
  const Cell before = load(target, expr->getArg(0));
  if (!forms || !before.is_leaf() || before.state != Cell::State::ready || !right[0].is_leaf() ||
      right[0].state != Cell::State::ready) {
    poison(target);
    return left;
  }
  Cell other = right[0];
  if (other.type->form == CppType::Form::scalar)
    other = converted(other, types_.scalar(before.type->element));
  const ir::ValueId repeated = broadcast(widened(other, before.type->element), type_of(before).extents);
  const CalleeForm* form = nullptr;
  for (const CalleeForm& candidate : *forms)
    if (candidate.parameters.size() == 2) form = &candidate;
  store(target, leaf_cell(target.type, append(form->kind, {before.value, repeated})), expr);
  return left;
}

}  // namespace tool
