// Identifiers of generated code: the user's own where possible, never a keyword, never one in use. Numbering
// depends on nothing but the order of asking, and is local to a scope.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace codegen {

// The text as an identifier: "params.w1" is params_w1, "std::get<0>(t)" is get_0_t.
std::string identifier(std::string_view text);
// The last member that a C++ expression names: "params.w1" is w1; of others the whole as an identifier.
std::string stem(std::string_view expression);
// A part of an argument as messages name it: "m.w" for "(*m).w", and "r" for "(&r[0][0])".
std::string part_name(std::string_view expression);
// The same with more and more of the members before it: second_w1 and params_second_w1 for "params.second.w1".
std::vector<std::string> longer_stems(std::string_view expression, const std::string& prefix = {}, const std::string& suffix = {});
// The identifier of an IR value from its name: `h_bar`, the adjoint of h, is d_h. Empty for no name.
std::string value_identifier(std::string_view name);
std::vector<std::string> longer_value_identifiers(std::string_view name, const std::string& suffix = {});

// The literal of any text: nothing but plain characters stands as itself.
std::string literal(const std::string& text);

// Whether the text is one identifier or number.
bool is_word(std::string_view text);

// The names of one scope. Those of the scopes around it are taken.
class Names {
 public:
  explicit Names(const Names* outer = nullptr)
      : outer_(outer), ever_(outer ? outer->ever_ : std::make_shared<std::set<std::string>>()) {}

  bool taken(const std::string& name) const;
  bool has(const std::string& name) const { return own_.count(name) != 0; }
  void reserve(const std::string& name) {
    own_.insert(name);
    ever_->insert(name);
  }
  // What is asked for, or the first of the others that is free, or the former with a number; reserved from now on. What
  // may be a macro is written small.
  std::string fresh(const std::string& asked, const std::vector<std::string>& others = {}) { return fresh(asked, others, false); }
  // The same, where scopes inside of this one may have taken names before: none of theirs.
  std::string fresh_for_all(const std::string& asked, const std::vector<std::string>& others = {}) {
    return fresh(asked, others, true);
  }
  // The first of i, j, k, ... that is free.
  std::string index();
  // t1, t2, ...
  std::string numbered(const std::string& prefix);

 private:
  std::string fresh(const std::string& asked, const std::vector<std::string>& others, bool for_all);
  int& number_of(const std::string& wish);

  const Names* outer_;
  std::set<std::string> own_;
  std::shared_ptr<std::set<std::string>> ever_;  // by any scope of the function
  std::map<std::string, int> last_number_;
};

}  // namespace codegen
