#include <gradc/detail/vectors.h>

#include <string>

namespace gradc {
namespace detail {
namespace {

// "d_v[].w[]" with the indices filled in, up to the value that is meant.
std::string indexed(const std::string& name, const Form* form) {
  std::vector<std::int64_t> indices;
  for (; form->outer != nullptr; form = form->outer) indices.insert(indices.begin(), form->index);
  std::string out;
  std::size_t from = 0;
  for (const std::int64_t index : indices) {
    const std::size_t to = name.find("[]", from);
    if (to == std::string::npos) break;
    out += name.substr(from, to - from) + "[" + std::to_string(index) + "]";
    from = to + 2;
  }
  return out + name.substr(from, name.find("[]", from) - from);
}

}  // namespace

void Form::fail_size(std::int64_t size, std::int64_t other_size) const {
  fail_sizes(indexed(name, this).c_str(), size, indexed(other, this).c_str(), other_size, where);
}

void Form::fail_extent(int axis, std::int64_t extent, std::int64_t other_extent) const {
  fail_extents(indexed(name, this).c_str(), axis, extent, indexed(other, this).c_str(), axis, other_extent,
               where);
}

}  // namespace detail
}  // namespace gradc
