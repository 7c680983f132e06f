// Algorithms of the standard library on ranges. One that fills or copies a whole tensor, array or vector is an op on it;
// otherwise it is the loop that C++ runs. Sums are that loop in any case, since another order gives another number.
#include "ir/kind.h"
#include "ir/op.h"
#include "tool/lower/library/library.h"

namespace tool {
namespace {

using Form = CppType::Form;

}  // namespace

// init + x + y + ..., each sum converted to the type of init, in that order: a sum as an op may be in another.
Cell Library::accumulated(const clang::CallExpr* expr, const Range& all, const Cell& init) {
  if (!init.type || init.type->form != Form::scalar || all.first.type->item->form != Form::scalar)
    return refuse(expr, Refusal::library_function, "std::accumulate of what are no numbers", "write the loop");
  return folded(expr, all.count, init, [&](ir::ValueId i) { return load(*pointee(all.first, i, expr), expr); });
}

// init + the terms, added in the common type of both and converted back.
Cell Library::folded(const clang::Expr* expr, ir::ValueId count, const Cell& init,
                      const std::function<Cell(ir::ValueId)>& term) {
  if (!init.is_leaf() || init.state != Cell::State::ready) return {};
  Cell* sum = temporary(init);
  repeat(
      count,
      [&](ir::ValueId i) {
        const Cell next = term(i);
        if (!next.is_leaf() || next.state != Cell::State::ready) return poison(*sum);
        const CppType* common = common_scalar(sum->type, next.type);
        assign(*sum, converted(arithmetic(expr, clang::BO_Add, converted(*sum, common), converted(next, common), common),
                               init.type));
      },
      {sum});
  return *sum;
}

// The type in which C++ adds two numbers.
const CppType* Library::common_scalar(const CppType* a, const CppType* b) {
  const ir::ElementType x = a->element, y = b->element;
  using enum ir::ElementType;
  if (ir::is_float(x) || ir::is_float(y)) {
    if (!ir::is_float(x)) return b;
    if (!ir::is_float(y)) return a;
    return ir::bytes(x) >= ir::bytes(y) ? a : b;
  }
  const auto promoted = [](ir::ElementType element) {
    return element == boolean || ir::bytes(element) < 4 ? i32 : element;
  };
  const ir::ElementType p = promoted(x), q = promoted(y);
  if (ir::bytes(p) != ir::bytes(q)) return types_.scalar(ir::bytes(p) > ir::bytes(q) ? p : q);
  return types_.scalar(ir::is_unsigned(p) ? p : q);
}

Cell Library::inner_product(const clang::CallExpr* expr, const Range& left, const Cell& right, const Cell& init) {
  if (!init.type || init.type->form != Form::scalar || left.first.type->item->form != Form::scalar ||
      right.type->item->form != Form::scalar)
    return refuse(expr, Refusal::library_function, "std::inner_product of what are no numbers", "write the loop");
  return folded(expr, left.count, init, [&](ir::ValueId i) -> Cell {
    const Cell x = load(*pointee(left.first, i, expr), expr), y = load(*pointee(right, i, expr), expr);
    if (!x.is_leaf() || !y.is_leaf()) return {};
    const CppType* common = common_scalar(x.type, y.type);
    return arithmetic(expr, clang::BO_Mul, converted(x, common), converted(y, common), common);
  });
}

void Library::fill_range(const clang::Expr* expr, const Cell& first, ir::ValueId count, const Cell& given) {
  if (!first.target) return;
  Cell item = given;
  if (item.is_leaf() && first.type->item->is_leaf()) item = converted(given, first.type->item);
  Cell* all = covered(first, count);
  if (all && all->type->is_tensor() && item.state == Cell::State::ready) {
    const Cell before = read(*all);
    if (before.state == Cell::State::ready)
      return write(*all, leaf_cell(before.type, broadcast(item.value, ir::Shape(type_of(before).extents))));
  }
  if (all && all->type->form == Form::vector) return write(*all, filled_vector(all->type, count, item));
  if (all && all->type->form == Form::array && first.depth == 1)
    return write(*all, array_of(all->type, std::vector<Cell>(static_cast<std::size_t>(all->type->count), item)));
  repeat(count, [&](ir::ValueId i) { write(resolved(*pointee(first, i, expr)), item); }, {first.target});
}

void Library::copy_range(const clang::Expr* expr, const Cell& from, ir::ValueId count, const Cell& to) {
  if (!from.target || !to.target || !count.valid()) return;
  Cell* source = covered(from, count);
  const bool one_item = from.type->item == to.type->item;
  if (source && one_item && !same_object(source, to.target)) {
    const Cell values = read(*source);
    Cell* target = covered(to, count);
    const bool both_tensors = target && values.is_leaf() && target->type->is_tensor();
    if (target && target->type == source->type && target->type->form == Form::array) return write(*target, values);
    if (both_tensors) {
      const Cell before = read(*target);
      if (values.state == Cell::State::ready && before.state == Cell::State::ready &&
          builder_.facts().equal(type_of(values), type_of(before)))
        return write(*target, leaf_cell(before.type, values.value));
    }
    if (source->type->form == Form::vector && resolved(*to.target).type == source->type &&
        known_integer(to.members[0].value) == 0) {
      Cell now = read(*to.target);
      now.members[0] = leafwise(source->type->item, now.members[0], values.members[0],
                                [&](ir::ValueId x, ir::ValueId y) { return append(ir::Kind::SequenceSplice, {x, y}); });
      return write(resolved(*to.target), now);
    }
  }
  repeat(
      count,
      [&](ir::ValueId i) {
        Cell item = load(*pointee(from, i, expr), expr);
        if (item.is_leaf() && to.type->item->is_leaf()) item = converted(item, to.type->item);
        write(resolved(*pointee(to, i, expr)), item);
      },
      {to.target});
}

// A pointer argument of memcpy and its like, without the conversion to void*.
Cell Library::raw_pointer(const clang::Expr* expr) {
  while (const auto* cast = llvm::dyn_cast<clang::CastExpr>(expr->IgnoreParens())) {
    if (cast->getCastKind() != clang::CK_BitCast && cast->getCastKind() != clang::CK_NoOp) break;
    expr = cast->getSubExpr();
  }
  const Cell pointer = value(expr);
  return is_usable(pointer, expr) && pointer.target ? pointer : Cell{};
}

std::optional<Outcome> Library::copy_of_bytes(const clang::CallExpr* expr, const std::string& name) {
  const bool sets = name == "memset";
  if ((!sets && name != "memcpy" && name != "memmove") || expr->getNumArgs() != 3) return std::nullopt;
  const Cell to = raw_pointer(expr->getArg(0));
  const Cell from = sets ? Cell{} : raw_pointer(expr->getArg(1));
  const std::optional<std::int64_t> byte = sets ? integer_of(expr->getArg(1)) : 0;
  const ir::ValueId bytes = index_value(expr->getArg(2));
  if (!to.type || (!sets && !from.type) || !bytes.valid()) return Outcome{};
  const CppType* item = to.type->item;
  if (byte != 0)
    return Outcome{refuse(expr, Refusal::reinterpretation, "memset of bytes other than 0"), nullptr};
  if (item->form != Form::scalar || (!sets && from.type->item != item))
    return Outcome{refuse(expr, Refusal::library_function, name, "assign the elements, or the whole arrays"), nullptr};
  if (!sets && name == "memmove" && same_object(from.target, to.target))
    return Outcome{refuse(expr, Refusal::library_function, "memmove inside one object", "write the loop"), nullptr};
  const std::int64_t width = ir::bytes(item->element);
  const auto known = known_integer(bytes);
  const ir::ValueId count = known ? whole(*known / width) : append(ir::Kind::Quotient, {bytes, whole(width)});
  if (sets)
    fill_range(expr, to, count, zero(item));
  else
    copy_range(expr, from, count, to);
  return Outcome{to, nullptr};
}

std::optional<Outcome> Library::call_range_algorithm(const clang::CallExpr* expr, const std::string& name) {
  const unsigned count = expr->getNumArgs();
  const auto is_pointer = [&](unsigned i) {
    const CppType* type = i < count ? types_.of(expr->getArg(i)->getType()) : nullptr;
    return type && type->form == Form::pointer;
  };
  const auto argument = [&](unsigned i) { return expr->getArg(i); };
  if (!is_pointer(0)) return std::nullopt;
  if (name == "accumulate" && count == 3 && is_pointer(1)) {
    const auto all = range(argument(0), argument(1));
    const Cell init = value(argument(2));
    return Outcome{all ? accumulated(expr, *all, init) : Cell{}, nullptr};
  }
  if (auto ordered = call_order_algorithm(expr, name)) return ordered;
  if (name == "inner_product" && count == 4 && is_pointer(1) && is_pointer(2)) {
    const auto left = range(argument(0), argument(1));
    const Cell right = value(argument(2)), init = value(argument(3));
    if (!left || !is_usable(right, argument(2)) || !init.is_leaf()) return Outcome{};
    return Outcome{inner_product(expr, *left, right, init), nullptr};
  }
  if (name == "fill" && count == 3 && is_pointer(1)) {
    const auto all = range(argument(0), argument(1));
    const Cell item = load(*object_given(argument(2)), argument(2));
    if (all) fill_range(expr, all->first, all->count, item);
    return Outcome{};
  }
  if (name == "fill_n" && count == 3) {
    const Cell first = value(argument(0));
    const ir::ValueId n = index_value(argument(1));
    const Cell item = load(*object_given(argument(2)), argument(2));
    if (!is_usable(first, argument(0)) || !n.valid()) return Outcome{};
    fill_range(expr, first, n, item);
    return Outcome{moved(first, ir::Kind::Add, n, expr), nullptr};
  }
  if ((name == "copy" && count == 3 && is_pointer(1) && is_pointer(2)) || (name == "copy_n" && count == 3 && is_pointer(2))) {
    std::optional<Range> from;
    if (name == "copy") {
      from = range(argument(0), argument(1));
    } else {
      from = Range{value(argument(0)), {}, nullptr};
      from->count = index_value(argument(1));
      if (!is_usable(from->first, argument(0)) || !from->count.valid()) from.reset();
    }
    const Cell to = value(argument(2));
    if (!from || !is_usable(to, argument(2))) return Outcome{};
    copy_range(expr, from->first, from->count, to);
    return Outcome{moved(to, ir::Kind::Add, from->count, expr), nullptr};
  }
  if (name == "iota" && count == 3 && is_pointer(1)) {
    const auto all = range(argument(0), argument(1));
    Cell* next = temporary(value(argument(2)));
    if (!all || !next->is_leaf() || next->state != Cell::State::ready) return Outcome{};
    const CppType* type = next->type;
    repeat(
        all->count,
        [&](ir::ValueId i) {
          write(resolved(*pointee(all->first, i, expr)), converted(*next, all->first.type->item));
          const Cell one = converted(leaf_cell(types_.scalar(ir::ElementType::i64), whole(1)), type);
          assign(*next, arithmetic(expr, clang::BO_Add, *next, one, type));
        },
        {next, all->first.target});
    return Outcome{};
  }
  return std::nullopt;
}

}  // namespace tool
