// The extents of a generated function: a named constant for each symbol, read from the first argument that
// has it, and the checks on entry that all other arguments agree.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "codegen/interface/interface.h"
#include "codegen/text/emitter.h"
#include "codegen/text/names.h"
#include "codegen/text/sizes.h"

namespace codegen {

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

  // The text of an integer that an extent is made of; whether a symbol is a variable that changes; whether a check has been
  // made where this is written.
  std::function<std::string(ir::ValueId)> integer;
  std::function<bool(const std::string&)> is_variable, is_checked;
  // The constants that other extents are.
  Sizes& sizes() const { return *sizes_; }

  // A symbol that no argument has; null where all are bound.
  std::optional<std::string> unbound() const;
  // With two names at most, and a number; a constant that has no name yet may be called `wish`.
  std::string text(const ir::Extent& extent, const std::string& wish = {}) const { return sizes_->text(extent, wish); }
  // In the user's words: "2 * x.extent(0)".
  std::string words(const ir::Extent& extent) const;
  // The same of bytes: a product with numbers of trips, which may be anything, doesn't overflow.
  std::string bytes_text(const ir::Extent& bytes) const;
  // "{n, hidden}"
  std::vector<std::string> texts(const ir::Shape& shape) const;
  std::string list(const ir::Shape& shape) const;
  // "n x hidden", for comments.
  std::string shape_comment(const ir::Shape& shape) const;

  // The constants that the text mentions, directly or by one another.
  void declare(Emitter& out, const std::string& text) const;
  // Not among the first `trusted` arguments.
  using IsNew = std::function<bool(const std::string&)>;
  void check(Emitter& out, std::size_t trusted, const IsNew& is_new) const;
  // That an op whose results have extents that may be negative, by what is passed, makes none, and that the parts that it
  // reads are there, but for what `is_new` knows.
  void check_results(Emitter& out, const ir::Op& op, const IsNew& is_new) const;

 private:
  struct Binding {
    std::string name, source;  // const type name = source
    std::vector<std::string> others;  // names where that is taken
    std::size_t argument = 0;
    int axis = 0;  // -1 for what is no extent
    std::string type = "std::int64_t";
  };

  void bind(std::size_t argument);
  std::string name_of(const std::string& symbol) const;
  bool is_sure(const ir::Extent& extent) const;
  std::string what(const ir::Extent& extent) const;
  std::string sum_of_bytes(const ir::Extent& bytes) const;
  std::size_t axes_of(std::size_t argument) const;
  void check_axis(Emitter& out, std::size_t argument, std::size_t axis) const;
  void check_requirement(Emitter& out, const ir::Requirement& requirement) const;
  bool check_parts(Emitter& out, const ir::Op& op, const std::string& where, const IsNew& is_new) const;
  std::string origin(std::size_t argument, std::size_t axis) const;
  const ir::Module& module_;
  const ir::Function& function_;
  const std::vector<Place>& arguments_;
  std::map<std::string, Binding> bindings_;  // by symbol
  std::vector<std::string> order_;           // symbols as they are bound
  std::vector<std::vector<std::string>> axes_;  // of arguments of which C++ is asked for all extents at once: their names
  std::map<std::string, std::string> locals_;
  std::unique_ptr<Sizes> sizes_;
};

// Whether a size depends on what is no extent of an argument, so that it may be anything.
bool counts_trips(const ir::Extent& bytes);
// Whether an axis is known to the compiler by the type: "gradc::StaticTensor<float, 3, gradc::dynamic>", a std::array.
bool is_static_axis(const Place& place, std::size_t axis);
// The extent of an axis as C++ asks for it, and the statement that gives a place that shape.
std::string extent_at(const Place& place, std::size_t axis);
// The numbers of a tensor or list: "x.data()". A std::array may be one of C.
std::string data_of(const Place& place);
std::string resized(const Place& place, const std::vector<std::string>& extents);
// "model.cpp:4", without folders of the machine; empty for no place.
std::string place_name(const ir::Module& module, ir::LocId loc);
// "model.cpp:4", or "model.cpp:4: nll_loss" where the op is a part of one of that name.
std::string named_place(const ir::Module& module, const ir::Op& op);
// The op as who wrote the call knows it.
std::string called(const ir::Module& module, const ir::Op& op);

}  // namespace codegen
