// Functions of the standard library that are loops over iterators, choose by a comparison, or are plain arithmetic in a header:
// lowered by their bodies, as functions of the user's are, since what they do with an operation that they are given is plain C++. What their authors wrote is not the user's
// business: ops stay at the call, and a problem inside is a problem of the call.
#include <algorithm>
#include <array>

#include "tool/lower/library/library.h"

namespace tool {
namespace {

constexpr std::array kLoops{"operator==", "operator!=", "operator<", "operator<=", "operator>", "operator>=", "operator<=>",
                            "accumulate", "adjacent_difference", "adjacent_find", "advance", "apply", "all_of", "any_of", "back_inserter", "begin",
                            "cbegin", "cend", "clamp", "copy_if", "count", "count_if", "data", "empty", "end", "equal", "equal_range", "exclusive_scan",
                            "find", "find_if", "find_if_not", "for_each", "for_each_n", "fpclassify", "generate", "generate_n",
                            "hypot", "inclusive_scan", "inner_product", "invoke", "is_sorted", "is_sorted_until", "iter_swap", "lerp", "lower_bound", "make_unique", "max",
                            "max_element", "midpoint", "min", "min_element", "minmax", "minmax_element", "mismatch", "none_of", "partial_sum", "partition_point",
                            "reduce", "remove", "remove_copy", "remove_copy_if", "remove_if", "replace", "replace_if", "size", "swap_ranges", "transform",
                            "transform_reduce", "unique", "unique_copy", "upper_bound"};

}  // namespace

std::optional<Outcome> Library::call_library(const clang::CallExpr* expr, const clang::FunctionDecl* function, Cell* object) {
  const std::string name = function->getNameAsString();
  if (!library_call_ && !object && std::find(kLoops.begin(), kLoops.end(), name) == kLoops.end()) return std::nullopt;
  const bool is_operator = object && llvm::isa<clang::CXXOperatorCallExpr>(expr);
  const std::vector<const clang::Expr*> arguments(expr->arg_begin() + (is_operator ? 1 : 0), expr->arg_end());
  if (library_call_) return call_body(expr, function, object, arguments);

  std::vector<Said> said;
  std::vector<Said>* const outer = std::exchange(held_, &said);
  enters_library_ = true;
  Outcome given = call_body(expr, function, object, arguments);
  enters_library_ = false;
  held_ = outer;
  bool inside = false;
  for (Said& one : said) {
    if (source_.is_installed(one.at))
      inside = true;
    else if (held_)
      held_->push_back(std::move(one));
    else
      emit(one);
  }
  if (!inside) return given;
  return Outcome{refuse(expr, Refusal::library_function, function->getQualifiedNameAsString(), "write the loop"), nullptr};
}

}  // namespace tool
