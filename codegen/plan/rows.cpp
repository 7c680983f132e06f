// Which steps go over the rows of tensors together: a softmax or a normalisation with its gradient reads what it makes before it
// leaves the caches.
//
//   1. Rows are what stands behind the first axes of tensors, by the extents of these: those that a kernel keeps which reduces
//      the axes behind them, or sums over.
//   2. A step goes over them if each of its values either has these axes first, or is the same for all rows. Sums over the
//      rows are made of sums of blocks.
//   3. Steps one after another do so together. Numbers and other pure steps between them come before, or after, as they need
//      nothing of these, or something.
// What such steps read as a whole, or write, is in use while all of them run (liveness.cpp, memory.cpp); what is used by them
// alone has memory for the rows of blocks that are worked on at once.
#include <algorithm>
#include <iterator>
#include <set>

#include "codegen/analysis/symbols.h"
#include "codegen/plan/planner.h"
#include "ir/op.h"

namespace codegen {
namespace {

constexpr std::int64_t kCached = std::int64_t{192} << 10;  // bytes of a block
// Sums over rows are halved down to so many (runtime/kernels/reduce), so that theirs are the same.
constexpr std::int64_t kLeastSummed = 16;
constexpr std::int64_t kLeast = 4;  // of others
constexpr std::int64_t kMostParts = 16;  // gradc::RowBlocks::kMostParts
constexpr std::int64_t kSummed = 512;    // elements: gradc::kernels::BlockSum::kBlock
constexpr std::size_t kFewest = 4;       // steps that are worth the lines
constexpr std::size_t kMostBetween = 6;  // steps that come before or after

// How a value is read or written for each row.
struct RowAccess {
  enum class How : std::uint8_t { by_row, whole, otherwise };
  How how = How::otherwise;
  ir::Extent width = 1;  // elements of a row
};

ir::Extent product_from(const ir::Shape& shape, std::size_t axis) {
  return ir::product({shape.begin() + static_cast<std::ptrdiff_t>(axis), shape.end()});
}

// How many axes, one or more, have so many rows together; 0 where none do.
std::size_t leading_axes(const ir::Shape& shape, const ir::Extent& rows) {
  ir::Extent count = 1;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    count = count * shape[axis];
    if (count == rows) return axis + 1;
  }
  return 0;
}

// Whether all that begins with the rows is seen to have as many parts.
bool is_divisible(const ir::Shape& shape, std::size_t leading, const ir::Extent& rows) {
  for (std::size_t axes = leading; axes <= shape.size(); ++axes)
    if (!ir::product({shape.begin(), shape.begin() + static_cast<std::ptrdiff_t>(axes)}).quotient(rows)) return false;
  return true;
}

// Of a loop over the shape, whose first axes are rows.
RowAccess row_access(const Access& access, const ir::Shape& shape, std::size_t leading) {
  const auto is_leading = [&](int axis) { return axis >= 0 && static_cast<std::size_t>(axis) < leading; };
  if (std::none_of(access.axes.begin(), access.axes.end(), is_leading)) return {RowAccess::How::whole};
  std::size_t d = 0;
  for (std::size_t axis = 0; axis < leading; ++axis) {
    if (shape[axis] == ir::Extent(1)) continue;
    while (d < access.axes.size() && access.shape[d] == ir::Extent(1)) ++d;
    if (d == access.axes.size() || access.axes[d] != static_cast<int>(axis) || access.shape[d] != shape[axis]) return {};
    if (access.is_part() && access.begin[d] != ir::Extent(0)) return {};
    ++d;
  }
  if (std::any_of(access.axes.begin() + static_cast<std::ptrdiff_t>(d), access.axes.end(), is_leading)) return {};
  return {RowAccess::How::by_row, product_from(access.shape, d)};
}

// What a step that goes over rows does.
struct RowAccesses {
  std::map<ir::ValueId, ir::Extent> widths;
  std::set<ir::ValueId> whole;
  std::vector<RowSteps::Sum> sums;

  // False where something would be both read by row and as a whole.
  bool add(ir::ValueId root, const RowAccess& access) {
    if (access.how == RowAccess::How::whole) whole.insert(root);
    if (access.how == RowAccess::How::by_row && widths.try_emplace(root, access.width).first->second != access.width) return false;
    return access.how != RowAccess::How::otherwise && !(whole.contains(root) && widths.contains(root));
  }
  // Whether these may be done for the same rows: what one reads as a whole the other doesn't go over.
  bool fits(const RowAccesses& other) const {
    const auto is_other = [&](const auto& each) {
      const auto known = widths.find(each.first);
      return whole.contains(each.first) || (known != widths.end() && known->second != each.second);
    };
    return std::none_of(other.whole.begin(), other.whole.end(), [&](ir::ValueId root) { return widths.contains(root); }) &&
           std::none_of(other.widths.begin(), other.widths.end(), is_other);
  }
  void join(const RowAccesses& other) {
    widths.insert(other.widths.begin(), other.widths.end());
    whole.insert(other.whole.begin(), other.whole.end());
    sums.insert(sums.end(), other.sums.begin(), other.sums.end());
  }
};

class RowFinder {
 public:
  RowFinder(const ir::Function& function, Plan& plan, ir::BlockId block) : function_(function), plan_(plan), block_(block) {}

  void run() {
    std::vector<ir::Extent> known;
    for (const Step& step : std::vector<Step>(steps())) {
      const auto rows = rows_of(step);
      if (!rows || std::find(known.begin(), known.end(), *rows) != known.end()) continue;
      known.push_back(*rows);
      find(*rows);
    }
    auto& found = plan_[block_].rows;
    std::sort(found.begin(), found.end(), [](const RowSteps& a, const RowSteps& b) { return a.first < b.first; });
  }

 private:
  // Steps from `begin` on, by what becomes of them.
  struct Window {
    std::size_t begin = 0;
    std::vector<Step> before, members, after;
    std::set<ir::ValueId> made, made_after;
    RowAccesses all;
    std::map<ir::ValueId, int> users;  // of what is read or written by row: how many steps
    bool has_lines = false, may_fail = false;

    bool is_open() const { return !members.empty(); }
  };

  std::vector<Step>& steps() const { return plan_[block_].steps; }
  const ir::Type& type(ir::ValueId value) const { return function_[value].type; }
  const ir::Op& op_of(const Step& step) const { return function_[step.ops[0]]; }
  ir::ValueId root(ir::ValueId value) const { return root_of(function_, plan_, value); }
  bool has_memory(ir::ValueId value) const {
    const Home home = plan_.home[value.at()];
    return home == Home::buffer || home == Home::view || home == Home::table || (home == Home::argument && !type(value).is_scalar());
  }

  // One that may fail does so where lines have no elements, which is known before any are looked at.
  std::optional<ir::Lines> lines_of(const Step& step) const {
    if (step.form != Step::Form::kernel) return std::nullopt;
    const ir::Op& op = op_of(step);
    const ir::OpDefinition& definition = ir::definition(op.kind);
    if (!definition.lines) return std::nullopt;
    const auto is_alike = [&](ir::ValueId operand) {
      return type(operand).is_tensor() && type(operand).extents == type(op.operands[0]).extents && has_memory(root(operand));
    };
    if (!std::all_of(op.operands.begin(), op.operands.end(), is_alike)) return std::nullopt;
    ir::Lines lines = definition.lines({function_, op});
    return lines.axes.empty() ? std::nullopt : std::optional(lines);
  }
  // Whether it sums over the first axes, so many.
  static bool is_over_first(const ir::Lines& lines, std::size_t leading) {
    return lines.sum && lines.axes.size() >= leading && static_cast<std::size_t>(lines.axes[leading - 1]) == leading - 1;
  }

  // What a kernel tells that reduces.
  std::optional<ir::Extent> rows_of(const Step& step) const {
    const auto lines = lines_of(step);
    if (!lines) return std::nullopt;
    const ir::Shape& shape = type(op_of(step).operands[0]).extents;
    const bool over_first = is_over_first(*lines, lines->axes.size());
    const std::size_t leading = over_first ? lines->axes.size() : static_cast<std::size_t>(lines->axes[0]);
    // What goes along other axes between has rows that are whole tensors, too large for a cache.
    if (!over_first && leading + lines->axes.size() != shape.size()) return std::nullopt;
    const ir::Extent rows = ir::product({shape.begin(), shape.begin() + static_cast<std::ptrdiff_t>(leading)});
    return leading == 0 || (over_first && leading == shape.size()) || rows == ir::Extent(1) ? std::nullopt : std::optional(rows);
  }

  std::optional<RowAccesses> member(const Step& step, const ir::Extent& rows) const {
    if (step.form == Step::Form::loop) return member_loop(step, rows);
    const auto lines = lines_of(step);
    if (!lines) return std::nullopt;
    const ir::Op& op = op_of(step);
    const ir::Shape& shape = type(op.operands[0]).extents;
    const std::size_t leading = leading_axes(shape, rows);
    if (leading == 0) return std::nullopt;
    RowAccesses out;
    for (ir::ValueId operand : op.operands)
      if (!out.add(root(operand), {RowAccess::How::by_row, product_from(shape, leading)})) return std::nullopt;
    const ir::ValueId result = op.results[0];
    if (static_cast<std::size_t>(lines->axes[0]) >= leading) {
      const RowAccess access{RowAccess::How::by_row, product_from(type(result).extents, leading)};
      return has_memory(result) && out.add(result, access) ? std::optional(out) : std::nullopt;
    }
    if (!is_over_first(*lines, leading) || !can_sum(result)) return std::nullopt;
    if (lines->axes.size() > leading || type(result).is_scalar()) return std::nullopt;
    out.sums.push_back({result, count_of(op, *lines), {}});
    return out;
  }

  // Sums of blocks have memory, and the type of the result.
  bool can_sum(ir::ValueId result) const {
    const ir::ElementType element = type(result).element;
    const bool is_real = element == ir::ElementType::f32 || element == ir::ElementType::f64;
    return is_real && is_of_arguments(function_, ir::product(type(result).extents));
  }
  // Of a mean.
  std::optional<ir::Extent> count_of(const ir::Op& op, const ir::Lines& lines) const {
    if (!lines.is_mean) return std::nullopt;
    ir::Extent count = 1;
    for (std::int64_t axis : lines.axes) count = count * type(op.operands[0]).extents[static_cast<std::size_t>(axis)];
    return count;
  }

  std::optional<RowAccesses> member_loop(const Step& step, const ir::Extent& rows) const {
    const std::size_t leading = leading_axes(step.shape, rows);
    if (leading == 0 || !is_divisible(step.shape, leading, rows)) return std::nullopt;
    RowAccesses out;
    std::set<ir::ValueId> summed;
    const RowAccess of_loop{RowAccess::How::by_row, product_from(step.shape, leading)};
    for (ir::OpId id : step.ops) {
      const ir::Op& op = function_[id];
      const bool sums = is_whole_sum(function_, plan_, op);
      if (ir::may_fail({function_, op}) || (!is_pointwise(op) && !(sums && can_sum(op.results[0])))) return std::nullopt;
      for (const Access& a : reads(function_, plan_, op))
        if (has_memory(a.root) && !out.add(a.root, row_access(a, step.shape, leading))) return std::nullopt;
      if (sums) {
        // The same elements are given to one sum.
        if (op.operands.size() == 1 && !summed.insert(root(op.operands[0])).second) return std::nullopt;
        out.sums.push_back({op.results[0], count_of(op, ir::definition(op.kind).lines({function_, op})), of_loop.width});
      } else if (has_memory(op.results[0]) && !out.add(op.results[0], of_loop)) {
        return std::nullopt;
      }
    }
    return out;
  }

  // It may come before or after others, as far as it doesn't need them.
  bool is_pure(const Step& step) const {
    return std::all_of(step.ops.begin(), step.ops.end(), [&](ir::OpId id) {
      const ir::Op& op = function_[id];
      if (step.form == Step::Form::kernel) return ir::definition(op.kind).lines != nullptr;
      const bool is_loop = step.form == Step::Form::loop;
      return is_pointwise(op) || (is_loop && (is_whole_sum(function_, plan_, op) || is_part_store(function_, plan_, op)));
    });
  }
  bool may_fail(const Step& step) const {
    return std::any_of(step.ops.begin(), step.ops.end(), [&](ir::OpId id) { return ir::may_fail({function_, function_[id]}); });
  }

  bool needs(const Step& step, const std::set<ir::ValueId>& made) const {
    const auto is_made = [&](ir::ValueId value) { return made.contains(root(value)); };
    return std::any_of(step.ops.begin(), step.ops.end(), [&](ir::OpId id) {
      const std::vector<ir::ValueId> read = roots_read(function_, plan_, id);
      const std::vector<ir::ValueId>& awaited = plan_.awaited[id.at()];
      return std::any_of(read.begin(), read.end(), is_made) || std::any_of(awaited.begin(), awaited.end(), is_made);
    });
  }
  void add_made(const Step& step, std::set<ir::ValueId>& made) const {
    for (ir::OpId id : step.ops) made.insert(function_[id].results.begin(), function_[id].results.end());
  }

  void find(const ir::Extent& rows) {
    Window window;
    for (std::size_t s = 0; s <= steps().size();) {
      if (s < steps().size() && take(window, s, rows)) {
        ++s;
        continue;
      }
      // What comes after these steps may be gone over in the same way.
      const std::size_t end = window.begin + window.before.size() + window.members.size();
      const bool is_closed = close(window, rows);
      const bool was_open = window.is_open();
      window = {};
      if (is_closed) s = end;
      else if (!was_open) ++s;
    }
  }

  // False where the window ends before the step.
  bool take(Window& window, std::size_t s, const ir::Extent& rows) const {
    const std::vector<RowSteps>& found = plan_[block_].rows;
    const Step& step = steps()[s];
    if (std::any_of(found.begin(), found.end(), [&](const RowSteps& each) { return each.has(s); })) return false;
    if (const auto member = this->member(step, rows); member && window.all.fits(*member) && !needs(step, window.made_after)) {
      if (!window.is_open()) window.begin = s;
      window.all.join(*member);
      window.members.push_back(step);
      add_made(step, window.made);
      for (const RowSteps::Sum& sum : member->sums) window.made_after.insert(sum.value);
      for (const auto& [root, width] : member->widths) ++window.users[root];
      window.has_lines = window.has_lines || step.form == Step::Form::kernel;
      window.may_fail = window.may_fail || may_fail(step);
      return true;
    }
    if (!window.is_open() || !is_pure(step) || window.before.size() + window.after.size() == kMostBetween) return false;
    const bool comes_before = step.form == Step::Form::scalars && !needs(step, window.made) && !needs(step, window.made_after);
    if (may_fail(step) && (!comes_before || window.may_fail)) return false;  // what fails first does so still
    if (comes_before) {
      window.before.push_back(step);
    } else {
      window.after.push_back(step);
      add_made(step, window.made_after);
    }
    return true;
  }

  // Whether there are such steps: they stand together then.
  bool close(Window& window, const ir::Extent& rows) {
    const bool shares = std::any_of(window.users.begin(), window.users.end(), [](const auto& each) { return each.second > 1; });
    if (!window.has_lines || !shares || window.members.size() < kFewest || !is_of_arguments(function_, rows)) return false;
    ir::Extent bytes = 0;  // of a row, as far as that is known when the function is entered
    for (const auto& [root, width] : window.all.widths)
      if (is_of_arguments(function_, width)) bytes = bytes + width * ir::Extent(ir::bytes(type(root).element));
    if (const auto all = (rows * bytes).constant(); all && *all <= kCached) return false;
    const std::size_t first = window.begin + window.before.size();
    auto to = steps().begin() + static_cast<std::ptrdiff_t>(window.begin);
    for (std::vector<Step>* part : {&window.before, &window.members, &window.after}) to = std::move(part->begin(), part->end(), to);
    const std::int64_t least = window.all.sums.empty() ? kLeast : kLeastSummed;
    const ir::Extent most = ir::Extent::max(least, ir::Extent::floor_divide(kCached, ir::Extent::max(1, bytes)));
    plan_[block_].rows.push_back({first, first + window.members.size(), rows, most, least, window.all.widths, window.all.sums});
    return true;
  }

  const ir::Function& function_;
  Plan& plan_;
  ir::BlockId block_;
};

}  // namespace

std::size_t RowSteps::leading_axes(const ir::Shape& shape) const { return codegen::leading_axes(shape, rows); }

ir::Extent RowSteps::held() const { return ir::Extent::min(rows, ir::Extent(kMostParts) * most); }

// Of 2^levels blocks, 16 parts take 16 (levels - 3) rows of sums, at most 16 (6 + 2^levels / 1024); fewer parts take fewer, and
// none takes more than there are blocks: less than 2 rows / least.
ir::Extent RowSteps::summed() const {
  const ir::Extent of_few = ir::Extent(2) * ir::Extent::floor_divide(rows, least) + ir::Extent(1);
  return ir::Extent::min(ir::Extent(kMostParts) * (ir::Extent(6) + ir::Extent::floor_divide(rows, 512 * least)), of_few);
}

ir::Extent RowSteps::size_of(const Sum& sum, const ir::Shape& result) const {
  if (!sum.width) return summed() * ir::product(result);
  return ir::Extent::floor_divide(rows * *sum.width, kSummed) + ir::Extent(kMostParts * 2 * kSummed + 1);
}

void find_rows(const ir::Function& function, Plan& plan) {
  if (plan.side == Side::device) return;
  for (ir::BlockId block{0}; block.at() < function.blocks.size(); ++block.index) RowFinder(function, plan, block).run();
}

}  // namespace codegen
