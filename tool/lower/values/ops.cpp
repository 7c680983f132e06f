// Ops applied to values, with what C++ leaves to the headers: broadcasting, shared batches, parts of structures.
#include "ir/kind.h"
#include "tool/lower/values/values.h"

namespace tool {

Cell Values::apply(const CalleeForm& form, std::vector<Cell> operands, ir::Attributes attributes,
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

// What is done beside computing, after what was done before; its value is its operand.
Cell Values::act(const CalleeForm& form, const Cell& operand, const ir::Attributes& attributes, const CppType* type,
                   const clang::Expr* expr) {
  if (!effects_) return refuse(expr, Refusal::effect, frame_->function->getQualifiedNameAsString(), "where it is reached by this way");
  if (!operand.is_leaf()) return refuse(expr, Refusal::unknown_op, form.name, " on structures");
  if (effects_->state != Cell::State::ready) return {};
  effects_->value = append(form.kind, {operand.value, effects_->value}, attributes);
  Cell same = operand;
  same.type = type;
  return same;
}

// stop_gradient and its like on a structure: on each of its leaves.
Cell Values::apply_to_leaves(const CalleeForm& form, const Cell& operand, const ir::Attributes& attributes,
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
ir::ValueId Values::broadcast(ir::ValueId x, const ir::Shape& shape) {
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
Cell Values::broadcasting(ir::Kind kind, std::vector<Cell> operands, ir::Attributes attributes, const CppType* type) {
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
Cell Values::matmul(std::vector<Cell> operands, ir::Attributes attributes, const CppType* type) {
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
bool Values::share_batch(std::vector<Cell>& operands) {
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

Cell Values::number_cell(ir::ElementType element, double value) {
  return leaf_cell(types_.scalar(element),
                   forward(ir::is_differentiable(element)
                               ? at_here().constant(element, value)
                               : at_here().constant_integer(element, ir::wrap_to(element, static_cast<std::int64_t>(value)))));
}

Cell Values::full(const std::string& name, const CppType* type, const Cell& number, const clang::Expr* shape) {
  const auto list = extents(shape, "each extent");
  if (!list || number.state != Cell::State::ready) return fresh(type, Cell::State::poison);
  for (const ir::Extent& extent : *list)
    if (const auto known = extent.constant(); known && *known < 0)
      return refuse(shape, Refusal::not_constant, "an extent", "an integer of at least 0");
  const CallOf made_of(*this, name);
  return leaf_cell(type, broadcast(converted(number, types_.scalar(type->element)).value, *list));
}

Cell Values::boolean(bool value) {
  return leaf_cell(types_.scalar(ir::ElementType::boolean),
                   forward(at_here().constant_integer(ir::ElementType::boolean, value ? 1 : 0)));
}

}  // namespace tool
