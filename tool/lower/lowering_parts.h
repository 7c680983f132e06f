// What the parts of the lowering pass to one another, and what holds while a part of the source is being lowered; apart from
// lowering.h, which lists what there is to call.
#pragma once

#include "tool/lower/lowering.h"

namespace tool {

// Where ops and their problems are, while one of these lives.
class Lowering::Here {
 public:
  Here(Lowering& lowering, const clang::Stmt* stmt);
  ~Here() { lowering_.at_ = at_; }
  Here(const Here&) = delete;
  Here& operator=(const Here&) = delete;
 private:
  Lowering& lowering_;
  clang::SourceLocation at_;
};

// The statement whose text ops quote, while one of these lives.
class Lowering::Statement {
 public:
  Statement(Lowering& lowering, const clang::Stmt* stmt, bool quoted = true);
  ~Statement() { lowering_.statement_ = std::move(text_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
 private:
  Lowering& lowering_;
  std::string text_;
};

// The call that ops are made for, while one of these lives: their problems name what it calls.
class Lowering::CallOf {
 public:
  CallOf(Lowering& lowering, const std::string& name);
  ~CallOf() { lowering_.called_ = std::move(before_); }
  CallOf(const CallOf&) = delete;
  CallOf& operator=(const CallOf&) = delete;
 private:
  Lowering& lowering_;
  std::string before_;
};

struct Lowering::Loop {
  const clang::Stmt* stmt = nullptr;
  std::function<Cell()> condition;
  Action body, step;
  bool test_first = true;                // else after the first trip
  bool breaks = false, returns = false;  // what ends it from inside
  bool asks_exits = true;                // before the condition
  bool step_is_private = false;          // the step changes nothing that is seen after the loop
  std::vector<Cell*> written;            // the objects that may change
  std::string text;                      // what the user would call it, where it may make no trip
};

struct Lowering::Arm {
  Region region;
  Snapshot after;
};

struct Lowering::Join {
  Cell* cell;
  Cell then, otherwise;
};

// What becomes of the objects that two arms leave different.
struct Lowering::Joining {
  const Cell* condition = nullptr;  // null where it was refused
  std::vector<Join> joins;
  std::map<ir::ValueId, Cell> outside;  // what values of the arms, which name places, are after the branch
  std::vector<Action> after;            // once the joins have their values
};

struct Lowering::Referring {
  Cell* cell;
  Cell *alias, *target;
  int depth;
};

struct Lowering::Carried {
  Cell* cell;
  ir::ValueId init;
  ir::Type type;
  std::string name;
};

// Whether the items are members of the type one by one.
bool is_list_like(const CppType* type);

// Whether the type has members that are references.
bool has_references(const CppType& type);

// Whether two places are known to be one object.
bool same_object(const Cell* a, const Cell* b);

}  // namespace tool
