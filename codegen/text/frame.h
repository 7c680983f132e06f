// One generated function while its statements are written: beside what is planned, its names, and the expressions by which
// its values are reached.
#pragma once

#include <algorithm>
#include <iterator>
#include <list>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "codegen/analysis/claims.h"
#include "codegen/interface/interface.h"
#include "codegen/interface/names.h"
#include "codegen/plan/planned.h"
#include "codegen/plan/sequence_sizes.h"
#include "codegen/text/backend.h"
#include "codegen/text/emitter.h"
#include "codegen/text/extents.h"
#include "codegen/text/formula.h"

namespace codegen {

// A scalar that is written where it is read, and not as a variable of its own.
struct Inlined {
  Term term;
  std::set<int> memory;  // the buffers that it is read from; kForeign: memory that nothing writes
  bool written = false;
};

// A loop whose trips are being written.
struct OpenLoop {
  ir::BlockId body;
  ir::ValueId counter;
  std::string symbol;               // of its counter in formulas
  std::optional<ir::Extent> trips;  // how many, where that is a formula
  std::string count, index;         // the same as text, and its counter
  Emitter checks;                   // what is checked once before it
  std::map<int, std::string> values;  // where elements of sequences lie that stay there, by buffer; empty where they don't
};

// An access to elements that is compared with those of other trips, by the variable that does so.
struct ClaimText {
  std::string variable;
  const ClaimedAccess* access;
};

// Rows of tensors that statements are being written for.
struct OpenRows {
  const RowSteps& steps;
  ir::Extent count;                           // a symbol
  std::map<ir::ValueId, std::string> memory;  // where theirs begin, by root
  bool sums(ir::ValueId value) const {
    return std::any_of(steps.sums.begin(), steps.sums.end(), [&](const RowSteps::Sum& sum) { return sum.value == value; });
  }
  // What has so many parts for all rows, for these.
  ir::Extent of_these(const ir::Extent& of_all) const { return count * *of_all.quotient(steps.rows); }
};

// The kernels of a file, of which some are functions: one for all that are equal but for names.
struct KernelFunctions {
  struct Function {
    std::string name, places, text;
  };
  bool has_any = false;
  Names names;
  std::vector<Function> functions;
  std::map<std::string, std::size_t> by_text;  // without names
  std::string text() const;
};

class Frame : public Planned {
 public:
  // The extents of the function are resolved, and the plan is its plan.
  Frame(const ir::Module& module, const Signature& signature, const Backend& backend, ir::Function function, Plan plan);
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

  const ir::Module& module;
  const Signature& signature;
  const Backend& backend;
  Extents extents;
  SequenceSizes sequence_sizes;
  KernelFunctions* kernels = nullptr;  // null: kernels are no functions
  // The names of the arena, and of an element in what leads into vectors; used where the text mentions them.
  std::string arena, element;
  // The stream that kernels run in; empty on the host.
  std::string stream;
  // The arena that holds what calls keep: of the caller, where the function gives it on.
  std::string kept_arena;
  // Scalars that have no variable (yet), and those of them that read memory.
  std::map<ir::ValueId, Inlined> inlined;
  std::vector<ir::ValueId> unsettled;
  std::vector<OpenLoop> loops;
  // Loops whose trips are said to be independent without a proof, and accesses in those that are being written, by their results.
  std::vector<ClaimedLoop> claimed_loops;
  std::map<ir::ValueId, std::vector<ClaimText>> claims;
  const OpenRows* rows = nullptr;
  // Numbers made in an arm of a branch, by the variable of the branch that they are handed on to.
  std::map<ir::ValueId, std::string> landings;
  // Results of branches, and whether there are ways on which they aren't set.
  std::map<ir::ValueId, bool> may_be_unset;
  // Numbers that order exceptions alone: they have no variables.
  std::set<ir::ValueId> unread_counts;
  // The statements of the source that comments have given, and those of the last comment.
  std::set<std::string> said;
  std::vector<std::string> last_said;

  Names& names() { return scopes_.back(); }
  // A name for something before the innermost loop, whose trip is being written.
  std::string name_before_loop(const std::string& wish) { return std::prev(scopes_.end(), 2)->fresh_for_all(wish); }
  // What is declared from here on is forgotten when the scope is left. Names may be used again then.
  void enter();
  // The text of the scope with the declarations of the extents that are its own.
  std::string leave(const std::string& text);
  // The same of a scope that isn't left. Some may be declared before its statements already.
  std::string close(const std::string& text, std::string* before = nullptr);
  // Remembers a check that has been made; false where it had been made before.
  bool check_once(const std::string& check);
  bool is_checked(const std::string& check) const;

  const Place& place(ir::ValueId argument) const;
  // Extents that are variables, and tensors that have such.
  void vary(const std::string& symbol) { variable_extents_.insert(symbol); }
  bool is_variable_extent(const ir::Extent& extent) const {
    const auto symbol = extent.as_symbol();
    return symbol && variable_extents_.contains(*symbol);
  }
  void set_varying(ir::ValueId value) { varying_.insert(plan.buffer_of[value.at()]); }
  bool is_varying(ir::ValueId value) const { return varying_.contains(plan.buffer_of[value.at()]); }

  // What a symbol is from here to the end of the scope, and the value that it is known with.
  void name_symbol(const std::string& symbol, const std::string& text, ir::ValueId value);
  // Which value a symbol stands for, and whether a block, or one inside of it, yields that.
  void bind(const std::string& symbol, ir::ValueId value) { bound_[symbol] = value; }
  bool bound_inside(const std::string& symbol, ir::BlockId block) const;

  // An integer as a formula, in which the counters of loops that are being written are their own symbols.
  ir::Extent formula_of(ir::ValueId integer) const;

  // The pointer to a root that has memory, and the name that its elements are called by.
  std::string pointer(ir::ValueId root) const;
  std::string element_name(ir::ValueId root) const;
  // The pointer to a buffer in which something is put aside.
  const std::string& buffer_name(int buffer) const { return aside_.at(buffer); }
  // A root that is one number, in its compute type, and as it is stored.
  Term number(ir::ValueId root);
  std::string stored_number(ir::ValueId root);
  // A new variable or pointer for a root; the first name that is not empty, or one by number.
  std::string declare(ir::ValueId root, const std::vector<std::string>& wishes = {});
  // Whether a branch gives a number on, which is made in its variable then: no other is declared.
  bool lands(ir::ValueId root);
  // The root goes by a name that exists.
  void call(ir::ValueId root, const std::string& name) { text_[root.at()] = name; }
  // The name of a value in messages.
  std::string spoken(ir::ValueId root) const;
  // Whether the root has a variable or pointer.
  bool is_declared(ir::ValueId root) const { return !text_[root.at()].empty(); }
  std::string wish(ir::ValueId value) const;
  // Whether the memory of a result is made where its pointer is declared, if anything has that in `used`.
  bool makes_with_pointer(std::size_t result, const std::set<std::string, std::less<>>& used) const;
  // What an argument is stacked of: a vector, or the objects behind a pointer.
  std::string items(std::size_t argument) const;
  // The memory of a result, with its extents.
  std::string made(std::size_t result) const;
  // Whether a result is a tensor whose size is known when the function is entered, but not by its type.
  bool has_size_to_make(std::size_t result) const;
  // The pointers that loops and statements use, in the order of the caller's memory and then the arena's.
  void declare_pointers(Emitter& out, const std::string& text, const std::string& memory,
                        const std::vector<std::string>& slot_offsets) const;

 private:
  std::vector<std::string> other_wishes(ir::ValueId value) const;
  void name_arguments();
  void name_tables();
  std::string literal(ir::ElementType type, const ir::Attribute& number) const;
  void name_buffers();
  void name_buffer(const Buffer& buffer);
  // Takes names for what is computed when the function is entered, and says how that is.
  void name_entered();
  Term entered_term(ir::ValueId root);

  std::set<std::string> variable_extents_;
  std::set<int> varying_;             // buffers
  std::map<int, std::string> aside_;  // by buffer
  std::map<std::string, ir::ValueId> bound_;
  std::list<Names> scopes_;
  std::list<std::set<std::string>> checks_;           // by scope
  std::list<std::vector<std::string>> named_symbols_;  // by scope
  std::vector<std::string> text_;            // by value: pointer or variable
};

}  // namespace codegen
