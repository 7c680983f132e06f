#include "ir/text/parse_tokens.h"

#include <cctype>

namespace ir {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool starts_word(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool continues_word(char c) { return starts_word(c) || is_digit(c) || c == '.'; }

int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

class Lexer {
 public:
  Lexer(std::string_view text, Diagnostics& diagnostics) : text_(text), diagnostics_(diagnostics) {}

  std::optional<std::vector<Token>> run() {
    while (skip_space(), at_ < text_.size())
      if (!next()) return std::nullopt;
    push(Token::Kind::end, "the end of the text");
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  bool fail(const std::string& what) {
    diagnostics_.report(DiagnosticId::parse_error, {}, line_, what);
    return false;
  }

  void push(Token::Kind kind, std::string text, std::string name = {}) {
    tokens_.push_back({kind, std::move(text), std::move(name), line_});
  }

  void skip_space() {
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '/' && peek(1) == '/') {
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
        if (at_ == text_.size()) return;
        ++line_;
      } else if (c == '\n') {
        ++line_;
      } else if (c != ' ' && c != '\t' && c != '\r') {
        return;
      }
    }
  }

  template <class Accept>
  std::string take_while(Accept accept) {
    const std::size_t from = at_;
    while (at_ < text_.size() && accept(text_[at_])) ++at_;
    return std::string{text_.substr(from, at_ - from)};
  }

  bool next() {
    const char c = peek();
    if (c == '%' || c == '@') return named(c);
    if (c == '"') {
      std::string text;
      if (!string(text)) return false;
      push(Token::Kind::string, std::move(text));
      return true;
    }
    if (is_digit(c)) return number();
    if (starts_word(c)) {
      push(Token::Kind::word, take_while(continues_word));
      return true;
    }
    for (std::string_view two : {"->", "=="})
      if (text_.substr(at_, 2) == two) {
        push(Token::Kind::sign, std::string{two});
        at_ += 2;
        return true;
      }
    if (std::string_view("(){}[]<>,:=*+-?").find(c) == std::string_view::npos)
      return fail(std::isprint(static_cast<unsigned char>(c)) != 0
                      ? fmt::format("'{}' stands here by mistake", c)
                      : "an unprintable character");
    push(Token::Kind::sign, std::string{c});
    ++at_;
    return true;
  }

  bool named(char sigil) {
    ++at_;
    const bool value = sigil == '%', in_quotes = peek() == '"';
    std::string name;
    if (in_quotes) {
      if (!string(name)) return false;
    } else {
      name = take_while([&](char c) { return continues_word(c) || (!value && c == ':'); });
      if (name.empty()) return fail(fmt::format("a name is missing after '{}'", sigil));
    }
    if (!value) {
      push(Token::Kind::function, std::move(name));
      return true;
    }
    // What quotes may hold can't be confused with what stands without.
    std::string text = in_quotes ? "\"" + name + "\"" : name;
    const bool unnamed = !in_quotes && name.find_first_not_of("0123456789") == std::string::npos;
    if (peek() == '#') {
      ++at_;
      text += "#" + take_while(is_digit);
    }
    push(Token::Kind::value, std::move(text), unnamed ? std::string{} : std::move(name));
    return true;
  }

  bool number() {
    std::string digits = take_while(is_digit);
    bool real = false;
    if (peek() == '.' && is_digit(peek(1))) {
      real = true;
      ++at_;
      digits += "." + take_while(is_digit);
    }
    if (peek() == 'e') {
      real = true;
      digits += text_[at_++];
      if (peek() == '-' || peek() == '+') digits += text_[at_++];
      const std::string exponent = take_while(is_digit);
      if (exponent.empty()) return fail(fmt::format("the exponent of {} is missing", digits));
      digits += exponent;
    }
    if (continues_word(peek())) return fail(fmt::format("{}{} is not a number", digits, peek()));
    push(real ? Token::Kind::real : Token::Kind::integer, std::move(digits));
    return true;
  }

  bool string(std::string& out) {
    for (++at_; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
      char c = text_[at_];
      if (c == '"') {
        ++at_;
        return true;
      }
      if (c == '\\') {
        const char escape = peek(1);
        const int high = hex_digit(peek(2)), low = high < 0 ? -1 : hex_digit(peek(3));
        ++at_;
        if (escape == 'n')
          c = '\n';
        else if (escape == 't')
          c = '\t';
        else if (escape == '"' || escape == '\\')
          c = escape;
        else if (escape == 'x' && low >= 0) {
          c = static_cast<char>(high * 16 + low);
          at_ += 2;
        } else
          return fail("an unknown escape in a string");
      }
      out += c;
    }
    return fail("a string does not end");
  }

  std::string_view text_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::vector<Token> tokens_;
};

}  // namespace

std::optional<std::vector<Token>> tokenize(std::string_view text, Diagnostics& diagnostics) {
  return Lexer(text, diagnostics).run();
}

}  // namespace ir
