// Small matrices of known sizes, whose coefficients are numbers of their own: what is computed of them needs no memory and no loops.
#include <algorithm>

#include "ir/kind.h"
#include "tool/lower/eigen/dense.h"

namespace tool {
namespace {

constexpr std::int64_t kMostCoefficients = 16;
constexpr std::int64_t kMostTerms = 64;  // of a product

std::int64_t count_of(const std::vector<std::int64_t>& extents) {
  std::int64_t count = 1;
  for (std::int64_t extent : extents) count *= extent;
  return count;
}

}  // namespace

// The extents of a small tensor; nothing for others.
std::optional<std::vector<std::int64_t>> Dense::small_extents(ir::ValueId x) {
  std::vector<std::int64_t> extents;
  if (!x.valid() || !builder_.type(x).is_tensor()) return std::nullopt;
  for (const ir::Extent& extent : ir::Shape(builder_.type(x).extents)) {
    const auto known = builder_.facts().resolve(extent).constant();
    if (!known || *known < 1) return std::nullopt;
    extents.push_back(*known);
  }
  return count_of(extents) <= kMostCoefficients ? std::optional(extents) : std::nullopt;
}

// In the order of memory.
std::vector<ir::ValueId> Dense::coefficients(ir::ValueId x) {
  if (const auto found = coefficients_.find(x); found != coefficients_.end()) return found->second;
  const std::vector<std::int64_t> extents = small_extents(x).value();
  std::vector<ir::ValueId> all;
  for (std::int64_t i = 0; i < count_of(extents); ++i) {
    std::vector<ir::ValueId> indices(extents.size());
    std::int64_t rest = i;
    for (std::size_t axis = extents.size(); axis-- > 0; rest /= extents[axis]) indices[axis] = whole(rest % extents[axis]);
    all.push_back(element_value(x, indices));
  }
  return all;
}

ir::ValueId Dense::of_coefficients(std::vector<ir::ValueId> all, const std::vector<std::int64_t>& extents) {
  std::vector<ir::ValueId> items;
  for (ir::ValueId one : all) {
    if (!one.valid()) return {};
    items.push_back(append(ir::Kind::ExpandDims, {one}, {{"axes", ir::Integers{0}}}));
  }
  ir::ValueId made = items.size() == 1 ? items[0] : append(ir::Kind::Concat, items, {{"axis", std::int64_t{0}}});
  if (made.valid() && extents.size() != 1) made = append(ir::Kind::Reshape, {made}, {{"shape", ir::Shape(extents.begin(), extents.end())}});
  if (made.valid()) coefficients_[made] = std::move(all);
  return made;
}

// An op on each coefficient; nothing where an operand isn't small. Numbers, and axes of extent 1, are for all.
std::optional<ir::ValueId> Dense::each_small(ir::Kind kind, const std::vector<ir::ValueId>& values) {
  std::vector<std::vector<std::int64_t>> shapes;
  std::vector<std::int64_t> common;
  for (ir::ValueId value : values) {
    const auto extents = small_extents(value);
    if (!extents) return std::nullopt;
    shapes.push_back(*extents);
    if (common.empty()) common.assign(extents->size(), 1);
    if (!extents->empty() && extents->size() != common.size()) return std::nullopt;
    for (std::size_t axis = 0; axis < extents->size(); ++axis) {
      if ((*extents)[axis] != 1 && common[axis] != 1 && common[axis] != (*extents)[axis]) return std::nullopt;  // it is refused as such
      common[axis] = std::max(common[axis], (*extents)[axis]);
    }
  }
  const std::int64_t count = count_of(common);
  if (common.empty() || count > kMostCoefficients) return std::nullopt;
  std::vector<std::vector<ir::ValueId>> parts;
  for (ir::ValueId value : values) parts.push_back(builder_.type(value).is_scalar() ? std::vector{value} : coefficients(value));
  std::vector<ir::ValueId> all;
  for (std::int64_t i = 0; i < count; ++i) {
    std::vector<ir::ValueId> operands;
    for (std::size_t k = 0; k < values.size(); ++k) {
      std::int64_t at = 0, rest = i, scale = 1;
      for (std::size_t axis = shapes[k].size(); axis-- > 0; rest /= common[axis]) {
        at += (shapes[k][axis] == 1 ? 0 : rest % common[axis]) * scale;
        scale *= shapes[k][axis];
      }
      operands.push_back(parts[k][static_cast<std::size_t>(at)]);
    }
    all.push_back(append(kind, std::move(operands)));
  }
  return of_coefficients(std::move(all), common);
}

ir::ValueId Dense::sum_of(const std::vector<ir::ValueId>& terms) {
  ir::ValueId sum = terms[0];
  for (std::size_t i = 1; i < terms.size() && sum.valid(); ++i) sum = append(ir::Kind::Add, {sum, terms[i]});
  return sum;
}

std::optional<ir::ValueId> Dense::reduced_small(const std::string& name, ir::ValueId x) {
  const auto extents = small_extents(x);
  const ir::ElementType element = builder_.type(x).element;
  if (!extents || extents->empty() || !ir::is_float(element) || ir::is_complex(element)) return std::nullopt;
  std::vector<ir::ValueId> all = coefficients(x);
  if (name == "sum") return sum_of(all);
  if (name == "mean") return append(ir::Kind::Divide, {sum_of(all), number(element, static_cast<double>(all.size()))});
  if (name != "squaredNorm" && name != "norm" && name != "stableNorm") return std::nullopt;
  for (ir::ValueId& one : all) one = append(ir::Kind::Square, {one});
  const ir::ValueId squares = sum_of(all);
  if (name == "squaredNorm") return squares;
  // Of 0 the derivative is 0, as that of the op is.
  const ir::ValueId zero = number(element, 0), has_length = append(ir::Kind::Greater, {squares, zero});
  const ir::ValueId length = append(ir::Kind::Sqrt, {append(ir::Kind::Where, {has_length, squares, number(element, 1)})});
  const ir::ValueId none = append(ir::Kind::Square, {squares});  // 0, or NaN
  return append(ir::Kind::Where, {has_length, length, none});
}

std::optional<Dense::Matrix> Dense::product_small(const Matrix& a, const Matrix& b, const EigenClass& to) {
  const auto x = small_extents(a.value), y = small_extents(b.value);
  if (!x || !y || a.like.sort == EigenClass::Sort::diagonal || b.like.sort == EigenClass::Sort::diagonal) return std::nullopt;
  const auto sizes = [](const EigenClass& known, const std::vector<std::int64_t>& extents) {
    if (known.rank() == 1) return known.rows == 1 ? std::pair(std::int64_t{1}, extents[0]) : std::pair(extents[0], std::int64_t{1});
    return known.row_major ? std::pair(extents[0], extents[1]) : std::pair(extents[1], extents[0]);
  };
  const auto [rows, inner] = sizes(a.like, *x);
  const auto [terms, columns] = sizes(b.like, *y);
  if (terms != inner || rows * columns > kMostCoefficients || rows * columns * inner > kMostTerms) return std::nullopt;
  const std::vector<ir::ValueId> left = coefficients(a.value), right = coefficients(b.value);
  const auto at = [&](const EigenClass& known, std::int64_t height, std::int64_t width, std::int64_t i, std::int64_t j) {
    return static_cast<std::size_t>(known.rank() == 1 || known.row_major ? i * width + j : j * height + i);
  };
  EigenClass result = to;
  std::vector<ir::ValueId> all(static_cast<std::size_t>(rows * columns));
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j) {
      std::vector<ir::ValueId> products;
      for (std::int64_t k = 0; k < inner; ++k)
        products.push_back(append(ir::Kind::Multiply, {left[at(a.like, rows, inner, i, k)], right[at(b.like, inner, columns, k, j)]}));
      all[at(result, rows, columns, i, j)] = sum_of(products);
    }
  if (result.rank() == 1) return Matrix{of_coefficients(std::move(all), {rows * columns}), to};
  return Matrix{of_coefficients(std::move(all), result.row_major ? std::vector{rows, columns} : std::vector{columns, rows}), to};
}

// The places of a part in a small object, in the order of memory; nothing where they aren't known.
std::optional<std::vector<std::size_t>> Dense::small_places(const Part& part, const std::vector<std::int64_t>& extents) {
  std::vector<std::size_t> places;
  if (part.way == Part::Way::diagonal) {
    if (extents.size() != 2 || extents[0] != extents[1]) return std::nullopt;
    for (std::int64_t i = 0; i < extents[0]; ++i) places.push_back(static_cast<std::size_t>(i * extents[1] + i));
    return places;
  }
  if (part.way == Part::Way::reverse) {
    for (std::int64_t i = count_of(extents); i-- > 0;) places.push_back(static_cast<std::size_t>(i));
    return places;
  }
  if (part.way != Part::Way::block) return std::nullopt;
  std::vector<std::int64_t> first, count;
  for (std::size_t axis = 0; axis < part.begin.size(); ++axis) {
    const auto begin = part.begin[axis].extent ? part.begin[axis].extent->constant() : std::nullopt, n = part.extents[axis].constant();
    if (!begin || !n || *begin < 0 || *n < 1 || *begin + *n > extents[axis]) return std::nullopt;
    first.push_back(*begin);
    count.push_back(*n);
  }
  for (std::int64_t i = 0; i < count_of(count); ++i) {
    std::int64_t at = 0, rest = i, scale = 1;
    for (std::size_t axis = count.size(); axis-- > 0; rest /= count[axis]) {
      at += (first[axis] + rest % count[axis]) * scale;
      scale *= extents[axis];
    }
    places.push_back(static_cast<std::size_t>(at));
  }
  return places;
}

}  // namespace tool
