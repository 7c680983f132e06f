// Derivatives under checkpoint(budget = ...) whose memory is known only as it is used: several ways to
// compute the same, of which the first runs that stays within the budget.
#pragma once

#include <gradc/workspace.h>

#include <cstdint>

namespace gradc {
namespace detail {

/// While it lives, no more than so many bytes of a workspace are taken beside those that are in use already.
class Budget {
 public:
  /// What is thrown where there is another way. No error: within_budget catches it.
  struct Exceeded {};

  /// `last` is the function that has the budget, where there is no other way: then what exceeds it throws
  /// Error.
  Budget(Workspace& workspace, std::int64_t bytes, const char* last);
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;
  ~Budget();

  /// What a workspace does that can't give what is asked for. Returns where the budget isn't why.
  void exceeded(bool by_budget) const;

 private:
  Workspace& workspace_;
  const std::int64_t bytes_;
  const char* const last_;
  const std::int64_t limit_around_;
  const Budget* const around_;
};

}  // namespace detail

/// Calls `way`, and if that takes more than `bytes` bytes of `workspace`, or more than it has, the next one.
/// Each computes the same and takes less memory than the one before. Throws Error where the last takes too
/// much: "net_gradient takes more than 65536 bytes of workspace for these arguments; they are its budget".
/// Where there are no exceptions, only the last is called.
template <class Way, class... Ways>
void within_budget(const char* function, std::int64_t bytes, Workspace& workspace, const Way& way,
                   const Ways&... others) {
  if constexpr (sizeof...(Ways) == 0) {
    const detail::Budget budget(workspace, bytes, function);
    way();
  } else {
#if !defined(GRADC_NO_EXCEPTIONS) && defined(__cpp_exceptions)
    try {
      const detail::Budget budget(workspace, bytes, nullptr);
      return way();
    } catch (const detail::Budget::Exceeded&) {
    }
#endif
    within_budget(function, bytes, workspace, others...);
  }
}

}  // namespace gradc
