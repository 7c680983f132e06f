// Which functions of an op's scalar expression are others on elements of tensors: those that compilers have lanes for. Numbers
// keep the C library's, which the user's own code calls.
#pragma once

#include <string>
#include <string_view>

namespace ir {

// "gradc::vector_math::exp" for "std::exp"; empty where there is none for the word.
std::string vector_function(std::string_view word);
// Whether an expression has such a word, so that it has other values on elements of tensors than on numbers.
bool calls_vector_function(std::string_view expression);

}  // namespace ir
