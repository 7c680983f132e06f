// What is thrown at run time.
#pragma once

#include <gradc/errors.h>

#include <string>

namespace e2e {

// The text of the error of that class that f ends with.
template <class Error = gradc::Error, class F>
std::string thrown(F f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing";
}

}  // namespace e2e
