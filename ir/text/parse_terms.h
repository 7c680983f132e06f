// A cursor over tokens, and the parts of the text form that name no values: extents, types and attributes.
#pragma once

#include "ir/attribute.h"
#include "ir/text/parse_tokens.h"

namespace ir {

class Cursor {
 public:
  Cursor(const std::vector<Token>& tokens, Diagnostics& diagnostics)
      : tokens_(tokens), diagnostics_(diagnostics) {}

  const Token& token() const { return tokens_[at_]; }
  const Token& next() { return token().kind == Token::Kind::end ? tokens_[at_] : tokens_[at_++]; }
  std::size_t position() const { return at_; }
  void go_to(std::size_t position) { at_ = position; }
  bool is(std::string_view what) const { return token().is(what); }

  // Steps over a word or sign, if it stands here.
  bool accept(std::string_view what);
  // Each of these is false, or null, with a parse_error where something else stands here.
  bool expect(std::string_view what);
  std::optional<std::string> expect(Token::Kind kind, std::string_view what);
  bool fail(const std::string& text) const { return fail_at(token().line, text); }
  bool fail_at(int line, const std::string& text) const;

  std::optional<std::int64_t> integer();
  std::optional<Extent> extent(int depth = 0);
  std::optional<Type> type(int depth = 0);
  std::optional<Attribute> attribute();
  // Calls item() at each entry of a list up to `close`, which it steps over.
  template <class Item>
  bool list(std::string_view close, Item item) {
    if (accept(close)) return true;
    do {
      if (!item()) return false;
    } while (accept(","));
    return expect(close);
  }

 private:
  std::optional<Extent> term(bool negative, int depth);
  std::optional<Extent> factor(int depth);
  std::optional<std::int64_t> magnitude(bool negative);
  std::optional<double> real(bool negative);

  const std::vector<Token>& tokens_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
};

}  // namespace ir
