// Reductions over any set of axes.
//
// Axes of extent 1 are dropped and neighbours of one kind merged, which leaves kept and reduced axes in turn.
// For each output, or block of adjacent outputs where the innermost axis is kept, the reduced elements are
// combined as a balanced binary tree (pairwise summation: Higham, Accuracy and Stability of Numerical
// Algorithms, 4.2) whose leaves are short plain loops in several lanes. The shape of the tree depends on the
// extents alone.
#include <gradc/detail/parallel.h>
#include <gradc/detail/scalar_math.h>
#include <gradc/kernels/reduce.h>
#include <gradc/vector_math.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/dispatch/dispatch.h"
#include "kernels/dispatch/instances.h"
#include "kernels/reduce/fold.h"

namespace gradc {
namespace kernels {
namespace {

constexpr std::int64_t kLanes = 64;          // independent partial results in a contiguous leaf, fewer in a short one
constexpr std::int64_t kLeafElements = 512;  // elements of a contiguous leaf
constexpr std::int64_t kLeafRows = 16;       // rows of a leaf of adjacent outputs
constexpr std::int64_t kColumns = 1024;      // outputs that are worked on together: long pieces of rows
constexpr std::int64_t kFewColumns = 64;
constexpr std::int64_t kCost = 3;            // of an element, for threads
constexpr std::int64_t kCostOfExp = 25;
constexpr double kSafeNorm = 1e-140;         // squares of it, and of what counts beside it, are exact

// Extents and strides of some of the axes of an array, outermost first.
struct AxisSet {
  int rank = 0;
  std::int64_t extent[kMaxRank];
  std::int64_t stride[kMaxRank];

  void push(std::int64_t n, std::int64_t step) {
    if (n == 1) return;
    if (rank > 0 && stride[rank - 1] == scalar::multiply(n, step)) {
      extent[rank - 1] = scalar::multiply(extent[rank - 1], n);
      stride[rank - 1] = step;
      return;
    }
    extent[rank] = n;
    stride[rank] = step;
    ++rank;
  }
  // Takes the innermost axis off, if it is contiguous; its extent, else 1.
  std::int64_t pop_contiguous() {
    if (rank == 0 || stride[rank - 1] != 1) return 1;
    return extent[--rank];
  }
  std::int64_t size() const {
    std::int64_t product = 1;
    for (int axis = 0; axis < rank; ++axis) product *= extent[axis];
    return product;
  }
  // Offset of the index-th element in row-major order.
  std::int64_t offset(std::int64_t index) const {
    if (rank == 1) return index * stride[0];
    std::int64_t sum = 0;
    for (int axis = rank - 1; axis >= 0; --axis) {
      sum += index % extent[axis] * stride[axis];
      index /= extent[axis];
    }
    return sum;
  }
};

struct Plan {
  AxisSet kept, reduced;
  std::int64_t row = 1;      // extent of a contiguous reduced axis, else 1
  std::int64_t columns = 1;  // extent of a contiguous kept axis, else 1
  std::int64_t outputs = 1;
  std::int64_t count = 1;  // elements that go into each output

  explicit Plan(const Reduction& geometry) {
    std::int64_t strides[kMaxRank] = {}, stride = 1;
    for (int axis = geometry.extents.rank() - 1; axis >= 0; --axis) {
      strides[axis] = stride;
      stride = scalar::multiply(stride, geometry.extents[axis]);  // wraps beside an extent of 0
    }
    for (int axis = 0; axis < geometry.extents.rank(); ++axis) {
      const std::int64_t extent = geometry.extents[axis];
      const bool reduces = geometry.axes.contains(axis);
      (reduces ? reduced : kept).push(extent, strides[axis]);
      std::int64_t& product = reduces ? count : outputs;
      product = scalar::multiply(product, extent);
    }
    row = reduced.pop_contiguous();
    if (row == 1) columns = kept.pop_contiguous();
  }
};

template <class T>
struct Sum {
  using C = detail::Compute<T>;
  C map(T x, std::int64_t) const { return static_cast<C>(x); }
  static C combine(C a, C b) { return scalar::add(a, b); }
};

template <class T>
struct Prod {
  using C = detail::Compute<T>;
  C map(T x, std::int64_t) const { return static_cast<C>(x); }
  static C combine(C a, C b) { return scalar::multiply(a, b); }
};

template <class T>
struct Nonzero {
  using C = std::int64_t;
  C map(T x, std::int64_t) const { return static_cast<detail::Compute<T>>(x) != detail::Compute<T>(0) ? 1 : 0; }
  static C combine(C a, C b) { return a + b; }
};

// Squares, divided by `scale` before.
template <class T>
struct SumOfSquares {
  using C = double;
  double scale = 1;
  C map(T x, std::int64_t) const { return scalar::square(static_cast<double>(static_cast<detail::Compute<T>>(x)) / scale); }
  static C combine(C a, C b) { return a + b; }
};

template <class T>
struct Max {
  using C = detail::Compute<T>;
  C map(T x, std::int64_t) const { return static_cast<C>(x); }
  static C combine(C a, C b) { return scalar::maximum(a, b); }
};

template <class T>
struct MaxOfAbs {
  using C = detail::Compute<T>;
  C map(T x, std::int64_t) const { return std::abs(static_cast<C>(x)); }
  static C combine(C a, C b) { return scalar::maximum(a, b); }
};

template <class T>
struct Min {
  using C = detail::Compute<T>;
  C map(T x, std::int64_t) const { return static_cast<C>(x); }
  static C combine(C a, C b) { return scalar::minimum(a, b); }
};

// Sum of e^(x - shift), with a shift for each column.
template <class T>
struct SumOfExp {
  using C = detail::Compute<T>;
  const C* shift;
  C map(T x, std::int64_t column) const { return vector_math::exp(static_cast<C>(x) - shift[column]); }
  static C combine(C a, C b) { return a + b; }
};

// The n >= lanes adjacent elements at x. The lanes are a loop, which is done in vectors.
template <std::int64_t lanes, class Op, class T>
typename Op::C reduce_lanes(const Op& op, const T* x, std::int64_t n) {
  typename Op::C lane[lanes];
  for (std::int64_t j = 0; j < lanes; ++j) lane[j] = op.map(x[j], 0);
  std::int64_t i = lanes;
  for (; i + lanes <= n; i += lanes)
#pragma GCC unroll 1
    for (std::int64_t j = 0; j < lanes; ++j) lane[j] = Op::combine(lane[j], op.map(x[i + j], 0));
  for (std::int64_t j = 0; i + j < n; ++j) lane[j] = Op::combine(lane[j], op.map(x[i + j], 0));
  for (std::int64_t width = lanes / 2; width > 0; width /= 2)
    for (std::int64_t j = 0; j < width; ++j) lane[j] = Op::combine(lane[j], lane[j + width]);
  return lane[0];
}

// The n >= 1 adjacent elements at x, for one output.
template <class Op, class T>
typename Op::C reduce_row(const Op& op, const T* x, std::int64_t n) {
  using C = typename Op::C;
  if (n > kLeafElements) {
    const std::int64_t half = (n / 2 + kLeafElements - 1) / kLeafElements * kLeafElements;
    return Op::combine(reduce_row(op, x, half), reduce_row(op, x + half, n - half));
  }
  if (n >= 2 * kLanes) return reduce_lanes<kLanes>(op, x, n);
  if (n >= kLanes / 2) return reduce_lanes<kLanes / 4>(op, x, n);
  C result = op.map(x[0], 0);
  for (std::int64_t i = 1; i < n; ++i) result = Op::combine(result, op.map(x[i], 0));
  return result;
}

// Reduced rows [begin, end), each at x plus its offset, into `width` adjacent outputs.
template <class Op, class T>
void reduce_rows(const Op& op, const Plan& plan, const T* x, std::int64_t begin, std::int64_t end,
                 std::int64_t width, typename Op::C* result) {
  using C = typename Op::C;
  if (end - begin > kLeafRows) {
    const std::int64_t middle = begin + (end - begin) / 2;
    C right[kColumns];
    reduce_rows(op, plan, x, begin, middle, width, result);
    reduce_rows(op, plan, x, middle, end, width, right);
    for (std::int64_t j = 0; j < width; ++j) result[j] = Op::combine(result[j], right[j]);
    return;
  }
  for (std::int64_t r = begin; r < end; ++r) {
    const T* row = x + plan.reduced.offset(r);
    if (plan.row > 1) {
      const C value = reduce_row(op, row, plan.row);
      result[0] = r == begin ? value : Op::combine(result[0], value);
    } else if (r == begin) {
      for (std::int64_t j = 0; j < width; ++j) result[j] = op.map(row[j], j);
    } else {
      for (std::int64_t j = 0; j < width; ++j) result[j] = Op::combine(result[j], op.map(row[j], j));
    }
  }
}

// Calls f(x of the block, first output, width) for each block of adjacent outputs: long pieces of rows, of which each thread has one.
template <class T, class F>
void for_each_block(const Plan& plan, const T* x, F f) {
  const Work work{plan.outputs, kCost * plan.count};
  const std::int64_t parts = detail::is_worth_threads(work) ? detail::divided(work).parts : 1;
  const std::int64_t most = std::min((plan.columns - 1) / (parts * kFewColumns) * kFewColumns + kFewColumns, kColumns);
  const std::int64_t blocks = (plan.columns + most - 1) / most, width = std::min(most, plan.columns);
  detail::in_parallel({plan.kept.size() * blocks, width * kCost * plan.count}, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t block = first; block < last; ++block) {
      const std::int64_t line = block / blocks, column = block % blocks * most;
      f(x + plan.kept.offset(line) + column, line * plan.columns + column, std::min(most, plan.columns - column));
    }
  });
}

// y = finish(combination of all elements), for a plan whose count is not 0.
template <class Op, class T, class Y, class Finish>
void run(const Plan& plan, const T* x, Y* y, Finish finish) {
  if (plan.outputs == 0) return;
  for_each_block(plan, x, [&](const T* from, std::int64_t output, std::int64_t width) {
    typename Op::C result[kColumns];
    reduce_rows(Op(), plan, from, 0, plan.reduced.size(), width, result);
    for (std::int64_t j = 0; j < width; ++j) y[output + j] = static_cast<Y>(finish(result[j]));
  });
}

// The same, and a value of its own where there is nothing to combine.
template <class Op, class T, class Y, class Finish>
void run_or(Y of_nothing, const Reduction& geometry, const T* x, Y* y, Finish finish) {
  const Plan plan(geometry);
  if (plan.count == 0)
    std::fill(y, y + plan.outputs, of_nothing);
  else
    run<Op>(plan, x, y, finish);
}

// Of float and double, for the instruction set of this processor. z: what is multiplied by x where products are summed.
template <class T>
struct Folder {
  Fold fold;
  const Plan& plan;
  const T* x;
  const T* z;
  const T* shift = nullptr;  // where it is given, e^(x - shift) is folded, of reduced rows of one element

  void lines(const FoldedLines<T>& g) const { GRADC_DISPATCH(fold_lines(fold, g)); }
  void rows(Fold how, const FoldedRows<T>& g) const { GRADC_DISPATCH(fold_rows(how, g)); }
  // What combines results.
  Fold again() const { return fold == Fold::Products ? Fold::Sum : fold; }

  // Reduced rows [begin, end), each at its offset from element `from` on, into `width` adjacent outputs.
  void tree(std::int64_t from, std::int64_t begin, std::int64_t end, std::int64_t width, T* y) const {
    if (end - begin > kFoldedRows) {
      const std::int64_t middle = begin + (end - begin) / 2;
      T right[kColumns];
      tree(from, begin, middle, width, y);
      tree(from, middle, end, width, right);
      return rows(again(), {2, width, {y, right}, {y, right}, y});
    }
    if (shift) return leaf_of_powers(from, begin, end, width, y);
    FoldedRows<T> g{end - begin, width, {}, {}, y};
    T of_rows[kFoldedRows];
    for (std::int64_t r = begin; r < end; ++r) {
      const std::int64_t place = from + plan.reduced.offset(r);
      if (plan.row == 1) {
        g.x[r - begin] = x + place, g.z[r - begin] = z + place;
        continue;
      }
      lines({1, plan.row, 0, x + place, z + place, &of_rows[r - begin]});
      g.x[r - begin] = g.z[r - begin] = &of_rows[r - begin];
    }
    rows(plan.row == 1 ? fold : again(), g);
  }
  // Their powers are made for some columns at a time.
  void leaf_of_powers(std::int64_t from, std::int64_t begin, std::int64_t end, std::int64_t width, T* y) const {
    T powers[kFoldedRows][kFewColumns];
    for (std::int64_t first = 0; first < width; first += kFewColumns) {
      FoldedRows<T> g{end - begin, std::min(kFewColumns, width - first), {}, {}, y + first};
      for (std::int64_t r = 0; r < g.count; ++r) {
        GRADC_DISPATCH(row_powers(g.width, x + from + plan.reduced.offset(begin + r) + first, shift + first, powers[r]));
        g.x[r] = g.z[r] = powers[r];
      }
      rows(fold, g);
    }
  }
  // All elements, which lie in one line: parts of it are powers of two of its leaves.
  void line(T* y) const {
    const detail::Division division = detail::divided_blocks({plan.row, kCost});
    T of_parts[detail::kMostParts];
    if (division.parts == 1) return lines({1, plan.row, 0, x, z, y});
    detail::for_each_part(division, plan.row, [&](std::int64_t part, std::int64_t first, std::int64_t last) {
      lines({1, last - first, 0, x + first, z + first, of_parts + part});
    });
    *y = combined(of_parts, division.parts);
  }
  T combined(const T* parts, std::int64_t count) const {
    if (count == 1) return parts[0];
    std::int64_t half = 1;
    while (2 * half < count) half *= 2;
    const T first = combined(parts, half), second = combined(parts + half, count - half);
    T both;
    rows(again(), {2, 1, {&first, &second}, {&first, &second}, &both});
    return both;
  }
  void run(T* y) const {
    if (plan.outputs == 0) return;
    if (plan.row > 1 && plan.reduced.rank == 0 && plan.kept.rank <= 1) {
      const std::int64_t step = plan.kept.rank == 1 ? plan.kept.stride[0] : 0;
      if (plan.outputs == 1) return line(y);
      return detail::in_parallel({plan.outputs, kCost * plan.row}, [&](std::int64_t first, std::int64_t last) {
        lines({last - first, plan.row, step, x + first * step, z + first * step, y + first});
      });
    }
    for_each_block(plan, x, [&](const T* from, std::int64_t output, std::int64_t width) {
      tree(from - x, 0, plan.reduced.size(), width, y + output);
    });
  }
};

// As run, for Op the same as `fold`.
template <class Op, class T, class Finish>
void run_fold(Fold fold, const Plan& plan, const T* x, T* y, Finish finish) {
  if constexpr (std::is_floating_point_v<T>) {
    Folder<T>{fold, plan, x, x}.run(y);
    for (std::int64_t i = 0; i < plan.outputs; ++i) y[i] = finish(y[i]);
  } else {
    run<Op>(plan, x, y, finish);
  }
}

template <class C>
C unchanged(C value) {
  return value;
}

}  // namespace

void require_elements(const Reduction& geometry, const char* op) {
  const Plan plan(geometry);
  if (plan.count == 0 && plan.outputs > 0)
    fail_domain(at_line(geometry.where, op, "no elements to choose from in a tensor of shape " +
                                            to_string(geometry.extents)));
}

template <class T>
void sum(const Reduction& geometry, const T* x, T* y) {
  const Plan plan(geometry);
  if (plan.count == 0)
    std::fill(y, y + plan.outputs, T(0));
  else
    run_fold<Sum<T>>(Fold::Sum, plan, x, y, unchanged<detail::Compute<T>>);
}

// Products of 16-bit elements are exact in double, where they are summed one after the other: 53 bits lose nothing that
// the result has.
template <class T>
void sum_of_products(const Reduction& geometry, const T* x, const T* z, T* y) {
  const Plan plan(geometry);
  if constexpr (std::is_floating_point_v<T>) {
    if (plan.count == 0) return std::fill(y, y + plan.outputs, T(0));
    return Folder<T>{Fold::Products, plan, x, z}.run(y);
  }
  for (std::int64_t line = 0; line < plan.outputs; ++line) {
    const std::int64_t column = line % plan.columns, from = plan.kept.offset(line / plan.columns) + column;
    double total = 0;
    for (std::int64_t r = 0; r < plan.count; ++r) {
      const std::int64_t at = from + plan.reduced.offset(r / plan.row) + r % plan.row;
      total += static_cast<double>(static_cast<float>(x[at])) * static_cast<double>(static_cast<float>(z[at]));
    }
    y[line] = static_cast<T>(static_cast<float>(total));
  }
}

template <class T>
void prod(const Reduction& geometry, const T* x, T* y) {
  run_or<Prod<T>>(T(1), geometry, x, y, unchanged<detail::Compute<T>>);
}

void any(const Reduction& geometry, const bool* x, bool* y) {
  run_or<Nonzero<bool>>(false, geometry, x, y, [](std::int64_t count) { return count != 0; });
}

void all(const Reduction& geometry, const bool* x, bool* y) {
  const std::int64_t each = Plan(geometry).count;
  run_or<Nonzero<bool>>(true, geometry, x, y, [each](std::int64_t count) { return count == each; });
}

template <class T>
void count_nonzero(const Reduction& geometry, const T* x, std::int64_t* y) {
  run_or<Nonzero<T>>(std::int64_t{0}, geometry, x, y, unchanged<std::int64_t>);
}

// Squares of what isn't double neither overflow nor vanish in double; those of double are taken again, divided by the
// largest element, where their sum shows that they may have.
template <class T>
void euclidean_norm(const Reduction& geometry, const T* x, T* y) {
  const Plan plan(geometry);
  if (plan.count == 0) {
    std::fill(y, y + plan.outputs, T(0));
    return;
  }
  if (plan.outputs == 0) return;
  for_each_block(plan, x, [&](const T* from, std::int64_t output, std::int64_t width) {
    double total[kColumns];
    reduce_rows(SumOfSquares<T>(), plan, from, 0, plan.reduced.size(), width, total);
    for (std::int64_t j = 0; j < width; ++j) {
      double norm = std::sqrt(total[j]);
      if (std::is_same_v<T, double> && !(norm > kSafeNorm && norm < 1 / kSafeNorm)) {
        detail::Compute<T> largest;
        reduce_rows(MaxOfAbs<T>(), plan, from + j, 0, plan.reduced.size(), 1, &largest);
        const double scale = static_cast<double>(largest);
        if (scale > 0 && scale <= std::numeric_limits<double>::max()) {
          reduce_rows(SumOfSquares<T>{scale}, plan, from + j, 0, plan.reduced.size(), 1, &norm);
          norm = scale * std::sqrt(norm);
        } else {
          norm = scale;
        }
      }
      y[output + j] = static_cast<T>(static_cast<detail::Compute<T>>(norm));
    }
  });
}

template <class T>
void mean(const Reduction& geometry, const T* x, T* y) {
  using C = detail::Compute<T>;
  const Plan plan(geometry);
  if (plan.count == 0) {
    const C nan = scalar::divide(C(0), C(0));
    std::fill(y, y + plan.outputs, static_cast<T>(nan));
    return;
  }
  const auto count = static_cast<detail::RealOf<C>>(plan.count);
  run_fold<Sum<T>>(Fold::Sum, plan, x, y, [count](C total) { return total / count; });
}

template <class T>
void max(const Reduction& geometry, const T* x, T* y) {
  const Plan plan(geometry);
  require_elements(geometry, "max");
  run_fold<Max<T>>(Fold::Max, plan, x, y, unchanged<detail::Compute<T>>);
}

template <class T>
void min(const Reduction& geometry, const T* x, T* y) {
  const Plan plan(geometry);
  require_elements(geometry, "min");
  run_fold<Min<T>>(Fold::Min, plan, x, y, unchanged<detail::Compute<T>>);
}

template <class T>
void logsumexp(const Reduction& geometry, const T* x, T* y) {
  using C = detail::Compute<T>;
  const Plan plan(geometry);
  if (plan.count == 0) {
    std::fill(y, y + plan.outputs, static_cast<T>(-std::numeric_limits<C>::infinity()));
    return;
  }
  if (plan.outputs == 0) return;
  const auto finish = [&](std::int64_t output, std::int64_t width, const C* shift, const C* total) {
    for (std::int64_t j = 0; j < width; ++j) y[output + j] = static_cast<T>(shift[j] + vector_math::log(total[j]));
  };
  // An infinite maximum would make inf - inf; with 0 instead, e^x is 0 or infinity by itself.
  if constexpr (std::is_floating_point_v<T>) {
    if (plan.row > 1 && plan.reduced.rank == 0 && plan.kept.rank <= 1) {
      const std::int64_t step = plan.kept.rank == 1 ? plan.kept.stride[0] : 0;
      return detail::in_parallel({plan.outputs, kCostOfExp * plan.row}, [&](std::int64_t first, std::int64_t last) {
        C shift[kColumns], total[kColumns];
        for (std::int64_t line = first; line < last; line += kColumns) {
          const std::int64_t count = std::min(kColumns, last - line);
          GRADC_DISPATCH(line_powers(Powers<T>{count, plan.row, step, true}, x + line * step, shift, total));
          finish(line, count, shift, total);
        }
      });
    }
  }
  for_each_block(plan, x, [&](const T* from, std::int64_t output, std::int64_t width) {
    C shift[kColumns], total[kColumns];
    if constexpr (std::is_floating_point_v<T>)
      Folder<T>{Fold::Max, plan, x, x}.tree(from - x, 0, plan.reduced.size(), width, shift);
    else
      reduce_rows(Max<T>(), plan, from, 0, plan.reduced.size(), width, shift);
    for (std::int64_t j = 0; j < width; ++j)
      if (std::isinf(shift[j])) shift[j] = 0;
    if constexpr (std::is_floating_point_v<T>) {
      if (plan.row == 1) {
        Folder<T>{Fold::Sum, plan, x, x, shift}.tree(from - x, 0, plan.reduced.size(), width, total);
        return finish(output, width, shift, total);
      }
    }
    reduce_rows(SumOfExp<T>{shift}, plan, from, 0, plan.reduced.size(), width, total);
    finish(output, width, shift, total);
  });
}

namespace {

template <class T, class Better>
void index_of(const char* op, const char* what, const OuterAxisInner& geometry, const T* x, std::int64_t* y, Better better) {
  using C = detail::Compute<T>;
  const std::int64_t inner = geometry.inner;
  if (geometry.extent == 0 && geometry.outer * inner > 0)
    fail_domain(at_line(geometry.where, op, what));
  for (std::int64_t o = 0; o < geometry.outer; ++o, x += geometry.extent * inner)
    for (std::int64_t i = 0; i < inner; ++i) {
      std::int64_t best = 0;
      C chosen = static_cast<C>(x[i]);
      for (std::int64_t k = 1; k < geometry.extent && !(chosen != chosen); ++k) {
        const C candidate = static_cast<C>(x[k * inner + i]);
        if (better(candidate, chosen) || candidate != candidate) {
          chosen = candidate;
          best = k;
        }
      }
      *y++ = best;
    }
}

}  // namespace

template <class T>
void argmax(const OuterAxisInner& geometry, const T* x, std::int64_t* y) {
  index_of("argmax", "an axis of no elements has no largest", geometry, x, y, [](auto a, auto b) { return a > b; });
}

template <class T>
void argmin(const OuterAxisInner& geometry, const T* x, std::int64_t* y) {
  index_of("argmin", "an axis of no elements has no smallest", geometry, x, y, [](auto a, auto b) { return a < b; });
}

#define GRADC_INSTANCES(T)                           \
  template void max(const Reduction&, const T*, T*); \
  template void min(const Reduction&, const T*, T*); \
  template void argmax(const OuterAxisInner&, const T*, std::int64_t*); \
  template void argmin(const OuterAxisInner&, const T*, std::int64_t*);
GRADC_FOR_NUMBERS(GRADC_INSTANCES)
#undef GRADC_INSTANCES

#define GRADC_INSTANCES(T)                           \
  template void sum(const Reduction&, const T*, T*); \
  template void prod(const Reduction&, const T*, T*);
GRADC_FOR_NUMBERS(GRADC_INSTANCES)
GRADC_FOR_COMPLEX(GRADC_INSTANCES)
#undef GRADC_INSTANCES

#define GRADC_INSTANCES(T) template void mean(const Reduction&, const T*, T*);
GRADC_FOR_REALS(GRADC_INSTANCES)
GRADC_FOR_COMPLEX(GRADC_INSTANCES)
#undef GRADC_INSTANCES

#define GRADC_INSTANCES(T)                            \
  template void euclidean_norm(const Reduction&, const T*, T*); \
  template void sum_of_products(const Reduction&, const T*, const T*, T*); \
  template void logsumexp(const Reduction&, const T*, T*);
GRADC_FOR_REALS(GRADC_INSTANCES)
#undef GRADC_INSTANCES

#define GRADC_INSTANCES(T) template void count_nonzero(const Reduction&, const T*, std::int64_t*);
GRADC_FOR_ALL(GRADC_INSTANCES)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace gradc
