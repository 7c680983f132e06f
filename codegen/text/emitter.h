// Text by templates that look like the output. The only thing that appends text.
//
// A template is a raw string. Its first line break and the indentation that its lines share are dropped, and
// every line is written at the emitter's depth. `$name$` is a hole: it is replaced by the text given for that
// name, which must be given. A hole that stands alone on its line takes any number of lines, each indented as
// the hole is; with no text the line disappears. `$$` is a dollar.
#pragma once

#include <functional>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace codegen {

class Emitter {
 public:
  using Holes = std::initializer_list<std::pair<std::string_view, std::string_view>>;

  void operator()(std::string_view text, Holes holes = {});
  void blank_line();  // one, however often it is asked for; none at the beginning or after an opening brace

  void indent() { ++depth_; }
  void dedent() { --depth_; }

  const std::string& text() const { return text_; }
  bool empty() const { return text_.empty(); }

 private:
  void line(std::string_view text, Holes holes);
  void append(std::string_view indentation, std::string_view text);

  std::string text_;
  int depth_ = 0;
};

// "head a, b, c tail", broken after separators where it would not fit a line of generated code of that depth; what follows
// is aligned with the first item. `separator` has no space after it.
std::string wrapped(const std::string& head, const std::vector<std::string>& items,
                    const std::string& separator, const std::string& tail, int depth = 1);

// The text with p->x for (*p).x.
std::string with_arrows(const std::string& text);
// The text with lines of code that are too long broken after a comma or an operator.
std::string folded(std::string_view text);

// Of a line; all of one that is blank.
std::size_t indentation_of(std::string_view line);
// Where the comment of a line of C++ begins; its end where it has none.
std::size_t comment_of(std::string_view line);

// A text as it stands in a literal of C++, where it has nothing to be escaped.
std::string quoted(const std::string& text);
// The last argument of a check: the place, or nothing.
std::string comma_where(const std::string& place);

// The identifiers that occur in C++ text as words of their own.
std::set<std::string, std::less<>> words(std::string_view text);
// C++ text with each of those as it is to be called.
std::string with_words(std::string_view text, const std::function<std::string(std::string_view)>& named);
// Whether the identifier occurs in C++ text as a word of its own: not as a member, nor in a comment or a
// string.
bool mentions(std::string_view text, std::string_view identifier);

}  // namespace codegen
