// Control flow as closed regions: statements, branches, loops, and what becomes of objects that their arms leave different.
#pragma once

#include "tool/lower/values/values.h"

namespace clang {
class OMPExecutableDirective;
}

namespace tool {

class Control : public Values {
 public:
  using Values::Values;

  using Statements = llvm::ArrayRef<const clang::Stmt*>;
  struct Loop;
  using Snapshot = std::vector<Cell>;
  struct Arm;
  struct Join;
  struct Joining;
  struct Referring;
  struct Carried;
  Snapshot save() const { return {cells_.begin(), cells_.end()}; }
  struct Trip;
  struct Turns;
  enum class Attempt : std::uint8_t { done, varies, turns, condition_writes };

  // --- stmt.cpp
  void statement(const clang::Stmt* stmt);
  // One after another, as far as they are reached.
  void statements(Statements list);
  void one_statement(const clang::Stmt* stmt);
  void return_value(const clang::ReturnStmt* stmt);
  void leave(const clang::Stmt* stmt, bool to_next_trip);
  void refused_statement(const clang::Stmt* stmt);
  bool refuse_statement(const clang::Stmt* stmt);
  // Of a GRADC_LOOP: what it says of the loop that is the first of the statements after it.
  void mark_loop(const clang::Stmt* mark, std::string_view items, Statements rest);
  // Whether the statements that come next are skipped, as far as that is known; a bool of the IR where it isn't.
  Cell gone();
  std::vector<Cell*> exits();
  void unless_gone(const Action& action);

  // --- branch.cpp
  // Either the one or the other; objects that either changes hold what the arm that ran gave them.
  // `written` is the condition as the user wrote it; nothing where it is not the user's.
  void branch_on(const Cell& condition, const Action& then, const Action& otherwise, const std::string& written = {}) override;
  // The value of whichever is evaluated.
  Cell choose(const Cell& condition, const CppType* type, const std::function<Cell()>& then,
              const std::function<Cell()>& otherwise, const std::string& written = {}) override;
  Cell short_circuit(const clang::BinaryOperator* expr) override;
  Cell conditional(const clang::ConditionalOperator* expr) override;
  std::optional<bool> known_bool(const Cell& cell) const;
  Cell negated(const Cell& condition);
  Cell either(const Cell& a, const Cell& b);
  Cell both(const Cell& a, const Cell& b);
  Cell condition_of(const clang::Expr* expr) override;
  // True where `rest` was lowered along with the arm that continues there.
  bool branch(const clang::IfStmt* stmt, Statements rest);
  void restore(const Snapshot& before);
  void leave_to_other(Cell& mine, const Cell& other);
  Arm arm(const Action& action, const Snapshot& before);
  void join(Cell& now, const Cell& then, const Cell& otherwise, Joining& joining);
  bool same_constant(ir::ValueId a, ir::ValueId b) const;
  // Pointers and views that refer to cells from there on, which are about to be given up, are as they were declared.
  void forget_targets(std::size_t kept);
  void append_if(const Cell& condition, Arm (&arms)[2], const std::vector<Join>& joins, const std::string& written);
  void try_both(const Action& then, const Action& otherwise);
  ir::ValueId undefined(const ir::Type& type);

  Cell where_true(const Cell& left, const clang::Expr* right);
  std::optional<Cell> plain_condition(const Cell& before, const clang::Expr* expr);

  // --- choice.cpp
  struct Choice {
    Cell condition;
    Action run;
    clang::SourceLocation at;
    std::string written;
  };
  void enter(const std::vector<Choice>& choices, std::size_t first, std::size_t last, bool is_one_of_them);
  bool branch_of_many(const clang::IfStmt* stmt);
  void switch_over(const clang::SwitchStmt* stmt);

  // --- jump.cpp
  struct Jump;
  const Jump* open_jump(const clang::LabelDecl* label) const;
  void close_jump(const clang::LabelDecl* label);
  // Whether one of the statements is jumped to, by them or from around them.
  bool has_labels(Statements list) const;
  void labelled_statements(Statements list);
  bool declare_early(Statements list, const std::vector<std::size_t>& begins);
  void repeat_from(Statements list);
  std::optional<std::vector<const clang::Stmt*>> statements_at(const clang::GotoStmt* jump) const;
  void with_landings(Statements repeated, const Action& run);
  void jump(const clang::GotoStmt* stmt);
  void find_jumps(Loop& loop) const;

  // --- throw.cpp
  // A text with numbers in it, as ThrowIf has it.
  struct Message {
    std::string text;
    std::vector<ir::ValueId> numbers;
    bool is_known = true;
  };
  Cell thrown(const clang::CXXThrowExpr* expr) override;
  // Remembers what a parameter of a string says, for a `throw`; false where it takes no text of C++.
  bool takes_message(const clang::ParmVarDecl* parameter, const clang::Expr* argument);
  // Of a string of C++ or an exception that is made of one, which have no value here.
  static bool is_text(const clang::ParmVarDecl& parameter);
  // The `throw` that a statement is; null where it is more, or something else.
  static const clang::CXXThrowExpr* throw_in(const clang::Stmt* stmt);
  // Whether the branch does nothing but to throw what the source says in full.
  bool throws_plainly(const clang::IfStmt* stmt, const Cell& condition);
  void throw_where(const Cell& condition, const clang::CXXThrowExpr* expr);
  static bool ends_by_throw(Statements list);
  bool makes_message(const clang::Stmt* stmt);
  bool edits_message(const clang::Expr* expr) const;
  bool add_message_of(const clang::CXXConstructExpr* made, Message& out);
  const clang::VarDecl* write_to_message(const clang::Expr* expr);
  bool add_message(const clang::Expr* expr, Message& out);
  bool add_number(const clang::Expr* expr, Message& out, bool by_to_string);

  // --- refer.cpp
  Cell* chosen_place(const clang::ConditionalOperator* expr) override;
  std::set<const Cell*> cells_from(std::size_t first) const;
  bool can_be_formed(const Cell* place);
  static void each_index(const Cell& place, const std::function<void(ir::ValueId)>& see);
  void take_out(const Cell& place, bool of_then, Joining& joining);
  Cell* taken_out(Cell* place, const Joining& joining);
  bool join_objects(Cell*& slot, Cell* then, Cell* otherwise, Joining& joining);
  bool join_targets(Cell& now, const Cell& then, const Cell& otherwise, Joining& joining);

  // --- openmp.cpp
  using Privates = std::vector<std::pair<const clang::ValueDecl*, Cell*>>;  // the objects that names stand for outside
  void openmp(const clang::OMPExecutableDirective* directive);
  void openmp_loop(const clang::OMPExecutableDirective* directive);
  void make_private(const clang::Expr* name, bool has_value, const std::set<const clang::ValueDecl*>& last, Privates& privates);
  // The loop that a directive is for; another statement itself.
  static const clang::Stmt* loop_of(const clang::Stmt* stmt);

  // --- loop.cpp
  void loop(Loop loop);
  void for_loop(const clang::ForStmt* stmt);
  const clang::VarDecl* never_negative_counter(const clang::ForStmt* stmt);
  void while_loop(const clang::WhileStmt* stmt);
  void do_loop(const clang::DoStmt* stmt);
  void range_loop(const clang::CXXForRangeStmt* stmt);
  void declare_in_condition(const clang::VarDecl* variable, Loop& loop);
  // `trips` times, with the number of the trip (i64); `written` are the objects that the body changes.
  void counted_loop(ir::ValueId trips, const std::function<void(ir::ValueId)>& body, std::vector<Cell*> written);
  // The objects that statements of the current function may write.
  std::vector<Cell*> written_cells(const std::vector<const clang::Stmt*>& statements);
  void repeat(ir::ValueId count, const std::function<void(ir::ValueId)>& body, const std::vector<Cell*>& written) override;
  std::set<std::size_t> changed_targets(const Snapshot& before) const;
  std::vector<Referring> newly_set(const Snapshot& before);
  void settle_reads(const Trip& trip, const std::vector<Carried>& carried, std::size_t reads);
  Attempt attempt(Loop& loop, std::set<std::size_t>& varying);
  Attempt take_in(Loop& loop, std::set<std::size_t>& varying);
  std::vector<Carried> carried_by(const std::vector<Cell*>& written);
  bool names_integer_around(const Carried& carried) const;
  std::vector<ir::ValueId> enter(std::vector<Carried>& carried, const std::set<std::size_t>& varying);
  Loop rotated(Loop loop);
  void append_while(const std::vector<Carried>& carried, const std::set<std::size_t>& varying, Trip& trip, const Loop& loop);

  // --- turn.cpp
  std::vector<Cell*> turning_pointers(const Snapshot& before, const Loop& loop);
  Turns begin_turns(const Loop& loop);
  bool is_permutation(std::vector<Cell*> targets, const std::vector<Cell*>& roles, int depth) const;
  bool end_trip(Turns& turns, const Snapshot& before);
  bool names_otherwise(const Turns& turns, const Loop& loop) const;
  void end_turns(const Turns& turns, const Loop& loop);

 private:
  std::vector<Jump> jumps_;
  std::vector<std::pair<const Frame*, const clang::LabelDecl*>> followed_;  // labels whose statements stand in place of a jump
  std::map<const clang::Stmt*, LoopItems> marks_;
  std::map<const clang::VarDecl*, Message> messages_;  // of strings and streams that are thrown

 protected:
  bool throws_ = false;  // what has been lowered of the innermost arm, trip or function always ends by an exception
};

// A label that may be jumped to from here on, and whether that was done.
struct Control::Jump {
  const Frame* frame;
  const clang::LabelDecl* label;
  Cell* flag;
};

struct Control::Loop {
  const clang::Stmt* stmt = nullptr;
  std::function<Cell()> condition;
  Action body, step;
  bool test_first = true;                // else after the first trip
  bool breaks = false, returns = false;  // what ends it from inside
  bool asks_exits = true;                // before the condition
  bool step_is_private = false;          // the step changes nothing that is seen after the loop
  std::vector<Cell*> jumps;              // the flags of labels outside, which end it too
  std::vector<Cell*> written;            // the objects that may change
  std::vector<Cell*> turning;            // pointers that change places among each other
  bool keeps_offsets = true;             // of those
  std::string text;                      // what the user would call it, where it may make no trip
};

// Pointers that change places in a loop, by their number there.
struct Control::Turns {
  std::vector<Cell*> pointers;
  std::vector<Cell*> objects;          // what each pointed to before the loop
  std::vector<Cell*> roles;            // what it points to in the loop
  std::vector<Cell*> numbers;          // of the object whose values the role has now (i64)
  std::vector<Cell*> written;          // the objects that the loop carries
  std::optional<std::int64_t> offset;  // of all pointers, where it is not carried
  bool escaped = false;                // another pointer points to a role after a trip
};

struct Control::Arm {
  Region region;
  Snapshot after;
  bool throws = false;  // always
};

struct Control::Join {
  Cell* cell;
  Cell then, otherwise;
};

// What becomes of the objects that two arms leave different.
struct Control::Joining {
  const Cell* condition = nullptr;  // null where it was refused
  bool one_throws = false;          // so that only the other one hands on anything
  std::vector<Join> joins;
  std::map<ir::ValueId, Cell> outside;  // what values of the arms, which name places, are after the branch
  std::vector<Action> after;            // once the joins have their values
};

struct Control::Referring {
  Cell* cell;
  Cell *alias, *target;
  int depth;
  bool refused;
};

struct Control::Carried {
  Cell* cell;
  ir::ValueId init;
  ir::Type type;
  std::string name;
};

}  // namespace tool
