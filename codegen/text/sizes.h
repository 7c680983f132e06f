// The extents that are made of others. Each is a constant of generated code that is computed once and used by its name.
//
//   1. The axes of all values are known by the name of the first value that has them, and so are sizes.
//   2. An extent that is a product of axes is found to be one by division of polynomials. Any other is a sum, told from the
//      axis that leaves the least to be added. What has two names at most, and a number, is written where it is used.
//   3. What is made of extents of arguments alone is declared where the function begins. All else is declared in the block
//      that asks for it, before the statement that mentions it first: it may be what nobody may compute elsewhere.
#pragma once

#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "codegen/interface/names.h"
#include "ir/function.h"

namespace codegen {

// x_rows, x_columns; labels_size; x_extent_2.
std::string extent_name(const std::string& tensor, int rank, int axis);

class Sizes {
 public:
  // The arguments by the expressions that reach them.
  Sizes(const ir::Module& module, const ir::Function& function, std::vector<std::string> arguments);

  // How a symbol is written, whether it is an extent of an argument, and whether the variable that it is written as changes.
  std::function<std::string(const std::string&)> name_of;
  std::function<bool(const std::string&)> is_of_arguments, is_variable;
  Names* names = nullptr;  // of the function
  // While that is there, what is asked for stands before what is entered with the number that it gives (Extents::enter).
  std::function<std::size_t()> entering;

  // With two names at most, and a number; a constant that has no name yet may be called `wish`.
  std::string text(const ir::Extent& extent, const std::string& wish = {});
  // The same where it is multiplied: no sum.
  std::string factor(const ir::Extent& extent);
  // The same as one name or number: what indices are multiplied by.
  std::string stride(const ir::Extent& extent);
  // The factors, each of them a symbol, an atom or an axis, and what the number before them is; null for a sum.
  struct Product {
    std::int64_t coefficient = 1;
    std::vector<ir::Extent> factors;
  };
  const std::optional<Product>& product(const ir::Extent& extent);
  bool is_of_arguments_alone(const ir::Extent& extent) const;
  // The name of what is no axis of a value; it is written as one expression, as far as nothing in it is called so.
  void call(const ir::Extent& extent, const std::string& name);
  // What an axis is in words, by the value that has it: "extent 1 of reshape"; empty where none does.
  std::string described(const ir::Extent& extent);

  struct Constant {
    std::string name, source;
    std::size_t before = std::numeric_limits<std::size_t>::max();  // what is entered
  };
  // Those that stand where the function begins, each after what it is made of.
  const std::vector<Constant>& constants() const { return constants_; }

  // A block in which constants are declared, and its text with the declarations of those that it mentions; with those that
  // the text before it mentions there.
  void enter() { scopes_.emplace_back(); }
  std::string leave(const std::string& text, std::string* before = nullptr);
  // Whether text in the innermost block has one of the constants that are declared there.
  bool has_local(const std::string& text) const;
  // While `outside` is there, what is asked for belongs to the block around.
  class Outside {
   public:
    explicit Outside(Sizes& sizes) : sizes_(sizes) { ++sizes_.outside_; }
    ~Outside() { --sizes_.outside_; }
    Outside(const Outside&) = delete;
    Outside& operator=(const Outside&) = delete;

   private:
    Sizes& sizes_;
  };
  // Whether the text, or a constant that it mentions, mentions the name.
  bool mentions(const std::string& text, const std::string& name) const;

 private:
  struct Known {
    std::string name;
    bool varies = false;
  };
  struct Scope {
    std::map<std::string, Known> known;
    std::vector<Constant> constants;
  };
  struct Wish {
    std::string name, words;
    std::vector<std::string> others;  // names where that is taken
  };

  void find_wishes();
  // What it is called: an expression or the name of an op.
  void add_value(const ir::Value& value, const std::string& owner);
  void add_axis(const ir::Extent& extent, Wish wish);
  std::size_t depth() const { return scopes_.size() - 1 - outside_; }
  std::optional<std::string> known(const std::string& key) const;
  std::string define(const ir::Extent& extent, const std::string& wish, const std::string& source);
  std::string name(const ir::Extent& factor);
  std::string product_text(std::int64_t coefficient, const std::vector<ir::Extent>& factors);
  std::optional<std::string> of_size(const ir::Extent& extent);
  std::string sum_text(const ir::Extent& extent);
  std::string atom_text(const ir::Extent::Atom& atom);
  std::optional<Product> find_product(const ir::Extent& extent) const;

  const ir::Module& module_;
  const ir::Function& function_;
  std::vector<std::string> arguments_;
  bool ready_ = false;
  std::vector<ir::Extent> axes_;         // sums that are an axis of some value
  std::vector<ir::Extent> sizes_;        // products of axes
  std::map<std::string, Wish> wishes_;  // by text
  std::set<std::string> called_;        // texts
  bool in_one_ = false;                 // an expression is being written
  std::map<std::string, std::optional<Product>> products_;
  std::vector<Scope> scopes_{1};
  std::vector<Constant> constants_;
  std::size_t outside_ = 0;
};

}  // namespace codegen
