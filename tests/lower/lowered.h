// A source text lowered in process: the IR of its functions, and what was said about it.
#pragma once

#include <string>
#include <vector>

#include "ir/function.h"
#include "tool/lower/lower.h"

namespace lower_test {

struct Said {
  bool note = false;
  int line = 0;
  std::string text;  // with the name in brackets, of an error
};

struct LoweredSource {
  ir::Module module;
  std::vector<std::optional<tool::LoweredFunction>> functions;  // one for each request
  std::vector<tool::Signature> signatures;
  std::vector<Said> said;

  // "line: text [name]" of each error, a line each.
  std::string errors() const;
  // Notes and errors, in order.
  std::string all() const;
  // The ops of a function as the IR is printed, without places.
  std::string ops(std::size_t which = 0) const;
};

// `body` follows an include of <gradc/gradc.h> on line 1; `header` is "types.h" beside it. `flags` as on the
// command line.
LoweredSource lower_text(const std::string& body, const std::string& header = {},
                         std::vector<std::string> flags = {});

// As lower_text, for a function without a request of its own: "GRADC_DIFFERENTIATE(gradient)" on the line
// before it.
LoweredSource lower_function(const std::string& function, const std::string& header = {});

// What a source says that it is refused for: "// !name: text" at the end of a line. The source follows an include, as in
// lower_text.
struct Expected {
  int line;
  std::string name, text;
};
std::vector<Expected> expected_in(const std::string& body);
// Fails the test where other errors were said than those, or at other lines.
void expect_marked(const LoweredSource& lowered, const std::string& body);

}  // namespace lower_test
