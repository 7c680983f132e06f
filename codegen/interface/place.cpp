#include "codegen/interface/place.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace codegen {
namespace {

bool is_number(std::string_view text) { return !text.empty() && text[0] >= '0' && text[0] <= '9'; }

// The template argument at that place: "3" of "Eigen::Matrix<double, 3, Eigen::Dynamic>" at 1; empty where there are fewer.
std::string_view template_argument(std::string_view type, std::size_t index) {
  std::string_view rest = type;
  for (std::size_t comma = 0; comma < index; ++comma) {
    const std::size_t at = rest.find(',');
    if (at == std::string_view::npos) return {};
    rest.remove_prefix(at + 1);
  }
  rest = rest.substr(0, rest.find_first_of(",>"));
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  return rest;
}

bool is_eigen_vector(const std::string& type) { return template_argument(type, 1) == "1" || template_argument(type, 2) == "1"; }

// Which template argument of a class of Eigen is the extent of an axis in the order of its memory: 1 for rows, 2 for columns.
std::size_t eigen_extent(const std::string& type, std::size_t axis) {
  if (template_argument(type, 1) == "1") return 2;
  if (template_argument(type, 2) == "1") return 1;
  const bool row_major = template_argument(type, 3) == "Eigen::RowMajor";
  return (axis == 0) == row_major ? 1 : 2;
}

}  // namespace

Place place_of(const Leaf& leaf) { return {leaf.expression, leaf.value->form, leaf.value->type, leaf.elements, leaf.stacked, leaf.counted}; }

void append_places(const CppValue& value, const std::string& expression, std::vector<Place>& out) {
  for (const Leaf& leaf : leaves(value, expression)) out.push_back(place_of(leaf));
}

std::string with_element(const std::string& way, const std::string& element) {
  std::string out;
  for (const char c : way) c == '$' ? out += element : out += c;
  return out;
}

std::string without_elements(const Place& place) {
  std::string out = place.expression;
  for (const std::string& inside : place.elements) out = with_element(inside, out);
  return out;
}

std::string shown(const Place& place) {
  std::string out = place.expression;
  for (const std::string& inside : place.elements) out = with_element(inside, out + "[]");
  return out;
}

std::string accessors(const Place& place, const std::string& element) {
  std::size_t count = place.elements.size();
  while (count > 0 && place.elements[count - 1] == "$") --count;
  std::string out;
  for (std::size_t i = 0; i < count; ++i)
    out += fmt::format(", [](auto& {0}) -> auto& {{ return {1}; }}", element,
                       with_element(place.elements[i], element));
  return out;
}

bool is_static_axis(const Place& place, std::size_t axis) {
  if (place.stacked) return axis > 0;
  if (place.form == CppValue::Form::list) return place.type.starts_with("std::array");
  if (place.form == CppValue::Form::eigen) return is_number(template_argument(place.type, eigen_extent(place.type, axis)));
  return place.form == CppValue::Form::static_tensor && is_number(template_argument(place.type, axis + 1));
}

std::size_t axis_as_written(const Place& place, std::size_t axis) {
  if (place.form != CppValue::Form::eigen || is_eigen_vector(place.type)) return axis;
  return eigen_extent(place.type, axis) - 1;
}

std::string extent_at(const Place& place, std::size_t axis) {
  if (place.form == CppValue::Form::list || place.stacked) return fmt::format("static_cast<std::int64_t>({}.size())", place.expression);
  if (place.form == CppValue::Form::eigen) {
    return fmt::format("{}.{}()", place.expression, is_eigen_vector(place.type) ? "size" : eigen_extent(place.type, axis) == 1 ? "rows" : "cols");
  }
  return fmt::format("{}.extent({})", place.expression, axis);
}

std::string data_of(const Place& place) {
  if (place.form == CppValue::Form::pointer) return place.expression;
  const bool is_array = place.form == CppValue::Form::list && is_static_axis(place, 0);
  return fmt::format(fmt::runtime(is_array ? "std::data({})" : "{}.data()"), place.expression);
}

std::string resized(const Place& place, const std::vector<std::string>& extents) {
  if (place.form == CppValue::Form::list || place.stacked)
    return fmt::format("{}.resize(static_cast<std::size_t>({}));", place.expression, extents.at(0));
  if (place.form == CppValue::Form::eigen) {
    std::vector<std::string> sizes = extents;
    if (sizes.size() == 2 && eigen_extent(place.type, 0) == 2) std::swap(sizes[0], sizes[1]);
    return fmt::format("{}.resize({});", place.expression, fmt::join(sizes, ", "));
  }
  return fmt::format("{}.resize({{{}}});", place.expression, fmt::join(extents, ", "));
}

}  // namespace codegen
