// What one lowering knows, whatever room is at work: the source and its types, the function of the IR that is being made, the
// bodies that it is in, what is said to the user, and how ops are appended. Rooms are classes one on the other, because C++ is
// mutually recursive: Context, Values, Control, Library, Dense, Calls, Lowering. What a room needs of one above it is a
// virtual function.
#pragma once

#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "ir/builder.h"
#include "ir/op.h"
#include "tool/base/callees.h"
#include "tool/base/refusal.h"
#include "tool/lower/cell.h"
#include "tool/lower/frame.h"
#include "tool/lower/lower.h"
#include "tool/lower/region.h"
#include "tool/lower/written.h"

namespace tool {

class Context {
 public:
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  virtual ~Context() = default;
  LoweredFunction& result() { return result_; }

  Context(Source& source, const Request& request, ir::Module& module);
  // For a function of its own that a body of `outer` calls.
  Context(Context& outer, const Request& request);

  // Reports unless this was said before, with the calls that led here; of a place in an installed header at the user's call of
  // it. The poison that stands for the value.
  template <class... Args>
  Cell refuse(clang::SourceLocation at, clang::SourceRange range, Refusal id, const Args&... args) {
    report(at, range, row(id).name, text_of(id, args...));
    return {};
  }
  template <class... Args>
  Cell refuse(const clang::Stmt* what, Refusal id, const Args&... args) {
    const auto* expression = llvm::dyn_cast<clang::Expr>(what);
    return refuse(expression ? expression->getExprLoc() : what->getBeginLoc(), what->getSourceRange(), id, args...);
  }
  using Parameters = std::set<ir::ValueId>;
  class Here;
  class Statement;
  class CallOf;
  const clang::ASTContext& context() const { return source_.ast(); }
  CppTypes& types() { return types_; }
  const ir::Type& type_of(const Cell& cell) { return builder_.type(cell.value); }

  // Says it once, at the user's own line that leads there.
  void say_once(Remark remark);
  Cell refuse_type(clang::SourceLocation at, const std::string& what, clang::QualType type);
  // The text of a condition for that, unless it stands in a library.
  std::string written_condition(const clang::Expr* expr, const char* before = "") const;
  // An op at the current place, with the problems that its type rule finds reported there.
  ir::ValueId append(ir::Kind kind, std::vector<ir::ValueId> operands, ir::Attributes attributes = {});
  ir::ValueId forward(ir::ValueId value);
  // The builder, with the current place for what it appends.
  ir::Builder& at_here();
  // A value of the blocks around as ops here may read it.
  ir::ValueId use(ir::ValueId value);
 protected:
  void report(clang::SourceLocation at, clang::SourceRange range, std::string_view name, const std::string& text);
  clang::SourceLocation of_user(clang::SourceLocation at) const;
  // Belongs to the error before it.
  void note(clang::SourceLocation at, const std::string& text);
  std::vector<std::pair<clang::SourceLocation, std::string>> calls_so_far() const;
  void report_problems_of_ir();
  ir::LocId locate(clang::SourceLocation at);
  std::string quoted(clang::SourceRange range) const;
  void emit(const Said& said);

  Source& source_;
  const Request& request_;
  ir::Module& module_;
  CppTypes own_types_;
  CppTypes& types_;
  Functions own_functions_;
  Functions* functions_;
  Callees callees_;
  ir::Diagnostics diagnostics_;
  ir::Function function_;
  ir::Builder builder_;
  Regions regions_;
  LoweredFunction result_;
  std::deque<Cell> cells_;   // variables and temporaries: they stay where they are
  std::deque<Cell> places_;  // projections, which hold nothing and are never given up
  std::unordered_set<const Cell*> place_set_;
  std::set<std::string> never_negative_;  // symbols of counters of the loops around
  std::vector<Bound> bound_;  // integers that have symbols, and the tensors that bind them
  std::set<const Cell*> constant_;   // what pointers to const among the parameters lead to
  std::set<unsigned> several_;       // the parameters that are pointers to several objects
  std::map<const Cell*, unsigned> single_;  // what those to one lead to
  std::set<unsigned> indexed_;       // those among them that are used as if there were more
  std::set<const Cell*> allocated_;  // objects that only pointers lead to
  std::map<const clang::OpaqueValueExpr*, Cell*> given_;  // arguments that the source doesn't write
  std::map<ir::ValueId, std::vector<ir::ValueId>> coefficients_;  // of small tensors that were made of numbers, in the order of memory
  std::set<ir::ValueId> unwritten_;  // what has no value: arrays and vectors of such elements, what an arm leaves out
  Parameters begun_;                 // of the trips that are being lowered
  std::vector<UnsetRead> unset_reads_;
  std::deque<Taken> taken_;  // the last few values that were taken out of sequences
  std::deque<Frame> frames_;
  Frame* frame_ = nullptr;
  int depth_ = 0;
  std::string statement_;
  std::string called_;  // the op whose call is being made into ops, as it stands there
  clang::SourceLocation at_;
  bool library_call_ = false;    // in a function of the standard library
  bool enters_library_ = false;  // the next body may be one
  bool pinned_ = false;  // in code that the user didn't write: ops stay at the place that led to it
  std::vector<Root> parameters_;  // one for each argument; leaves empty where only the signature is read
  std::vector<Root> outputs_;     // parameters through which the function gives results
  std::optional<std::vector<ParameterUse>> uses_;  // of each parameter of C++, once that is known
  const CppType* returned_type_ = nullptr;  // what C++ returns; null for nothing
  const CppType* result_type_ = nullptr;    // that, with the outputs
  std::map<std::string, Label> labels_;
  std::map<std::string, Label> elements_;  // of vectors, which wrt and stop name: by the text of the path
  std::vector<Breakable> breakables_;
  Cell* effects_ = nullptr;  // how many things were done beside computing; null where none is, or may be
  std::map<const clang::VarDecl*, bool> never_written_;  // global variables
  int fresh_shapes_ = 0;
  std::map<const clang::Stmt*, std::set<std::size_t>> varying_;  // what was found to change its extents, by loop
  std::vector<Said>* held_ = nullptr;
  std::set<std::pair<clang::SourceLocation, std::string>> reported_;
  int refusals_ = 0;                              // so far, those that were said before too
  std::set<const clang::FunctionDecl*> refused_;  // in whose bodies there are some: they are not lowered again
  std::size_t forwarded_ = 0;  // of diagnostics_
  bool failed_ = false;
};

// Where ops and their problems are, while one of these lives.
class Context::Here {
 public:
  Here(Context& lowering, const clang::Stmt* stmt);
  ~Here() { lowering_.at_ = at_; }
  Here(const Here&) = delete;
  Here& operator=(const Here&) = delete;
 private:
  Context& lowering_;
  clang::SourceLocation at_;
};

// The statement whose text ops quote, while one of these lives.
class Context::Statement {
 public:
  Statement(Context& lowering, const clang::Stmt* stmt, bool quoted = true);
  ~Statement() { lowering_.statement_ = std::move(text_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
 private:
  Context& lowering_;
  std::string text_;
};

// The call that ops are made for, while one of these lives: their problems name what it calls.
class Context::CallOf {
 public:
  CallOf(Context& lowering, const std::string& name);
  ~CallOf() { lowering_.called_ = std::move(before_); }
  CallOf(const CallOf&) = delete;
  CallOf& operator=(const CallOf&) = delete;
 private:
  Context& lowering_;
  std::string before_;
};

}  // namespace tool
