// The extents of a generated function as text: a named constant for each symbol, read from the first argument that has it
// (codegen/analysis/symbols.h says which), and what is made of those.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "codegen/analysis/symbols.h"
#include "codegen/interface/names.h"
#include "codegen/interface/place.h"
#include "codegen/text/sizes.h"

namespace codegen {

class Emitter;

class Extents {
 public:
  Extents(const ir::Module& module, const ir::Function& function, const std::vector<Place>& arguments);
  // Takes a name for each symbol of the arguments.
  void name_symbols(Names& names);
  // The constant of a symbol that is computed from those before it when the function is entered; its name.
  std::string enter(const std::string& symbol, const std::string& wish, const std::string& source, Names& names,
                    const std::string& type = "std::int64_t");
  // What is asked for from here on is a part of what is entered, or isn't again.
  void begin_entry() { sizes_->entering = [this] { return order_.size(); }; }
  void end_entry() { sizes_->entering = nullptr; }
  // What a symbol is that belongs to no argument: the counter of a loop, an extent that is bound on the way.
  void name(const std::string& symbol, const std::string& text) { locals_[symbol] = text; }

  void forget(const std::string& symbol) { locals_.erase(symbol); }
  bool knows(const std::string& symbol) const;

  // The text of an integer that an extent is made of; whether a symbol is a variable that changes.
  std::function<std::string(ir::ValueId)> integer;
  std::function<bool(const std::string&)> is_variable;
  // The constants that other extents are.
  Sizes& sizes() const { return *sizes_; }

  // With two names at most, and a number; a constant that has no name yet may be called `wish`.
  std::string text(const ir::Extent& extent, const std::string& wish = {}) const { return sizes_->text(extent, wish); }
  // The same of bytes: a product with numbers of trips, which may be anything, doesn't overflow.
  std::string bytes_text(const ir::Extent& bytes) const;
  // "{n, hidden}"
  std::vector<std::string> texts(const ir::Shape& shape) const;
  std::string list(const ir::Shape& shape) const;
  // "n x hidden", for comments.
  std::string shape_comment(const ir::Shape& shape) const;
  // In the user's words: "2 * x.extent(0)".
  std::string words(const ir::Extent& extent) const;
  // The same as a literal of C++; one that would fill a line by itself says less than what it is an extent of.
  std::string what(const ir::Extent& extent) const;

  // The constants that the text mentions, directly or by one another.
  void declare(Emitter& out, const std::string& text) const;

  // How a symbol is read when the function is entered; null where it isn't.
  struct Binding {
    std::string name, source;  // const type name = source
    std::vector<std::string> others;  // names where that is taken
    std::size_t argument = 0;
    int axis = 0;  // -1 for what is no extent
    std::string type = "std::int64_t";
  };
  const Binding* binding(const std::string& symbol) const;

 private:
  void bind(const Bound& bound);
  std::string name_of(const std::string& symbol) const;
  std::string sum_of_bytes(const ir::Extent& bytes) const;

  const ir::Function& function_;
  const std::vector<Place>& arguments_;
  std::map<std::string, Binding> bindings_;  // by symbol
  std::vector<std::string> order_;           // symbols as they are bound
  std::vector<std::vector<std::string>> axes_;  // of arguments of which C++ is asked for all extents at once: their names
  std::map<std::string, std::string> locals_;
  std::unique_ptr<Sizes> sizes_;
};

}  // namespace codegen
