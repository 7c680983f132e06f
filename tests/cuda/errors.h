// What tests of errors share.
#pragma once

#include <gtest/gtest.h>

#include <string>

namespace gradc::cuda::testing {

/// The text of the exception of class E that `f` throws.
template <class E, class F>
std::string error_of(F f) {
  try {
    f();
  } catch (const E& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing is thrown";
  return {};
}

}  // namespace gradc::cuda::testing
