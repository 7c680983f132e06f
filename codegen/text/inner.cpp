#include "codegen/text/inner.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

#include "codegen/plan/program.h"
#include "codegen/text/extents.h"
#include "codegen/text/names.h"

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
std::string place_of(const ir::Module& module, const ir::Function& function) {
  for (ir::OpId id : function[function.body].ops)
    if (const std::string place = place_name(module, function[id].loc); !place.empty()) return place;
  return {};
}

// What the derivative is with respect to, where all of it has names.
std::string respect(const ir::Function& function) {
  std::vector<std::string> names;
  for (ir::ValueId result : function.results()) {
    const std::string& name = function[result].name;
    if (!name.ends_with("_bar")) return {};
    names.push_back(name.substr(0, name.size() - 4));
  }
  if (names.empty()) return {};
  const std::string last = names.back();
  names.pop_back();
  return names.empty() ? " with respect to " + last : fmt::format(" with respect to {} and {}", fmt::join(names, ", "), last);
}

}  // namespace

std::string inner_wish(const ir::Function& function) {
  const Parts parts = parts_of(function.name);
  std::string wish = identifier(parts.base);
  for (const Made& made : parts.made) wish += fmt::format("_{}", made.word);
  return parts.made.empty() ? wish + "_inner" : wish;
}

std::string inner_comment(const ir::Module& module, const ir::Function& function) {
  const Parts parts = parts_of(function.name);
  const std::string place = place_of(module, function);
  std::string what = parts.base + (place.empty() ? "" : fmt::format(" ({})", place));
  if (parts.made.empty() || parts.made[0].word == "batch") what = "value of " + what;
  for (const Made& made : parts.made) what = fmt::format(fmt::runtime(made.what), what);
  return fmt::format("The {}{}.", what, respect(function));
}

}  // namespace codegen
