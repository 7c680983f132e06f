// Draws a random program. Whatever is drawn terminates (loops have counters that nothing else writes), never divides
// by an integer zero, and indexes only where an element is known to be. Floating values are squashed now and then,
// so that most programs stay in a range where differences mean something.
#pragma once

#include <string>
#include <vector>

#include "program.h"

namespace programs {

struct Variable {
  std::string name;
  Kind kind;
  bool writable;
  int below;  // an integer is in [0, below); 0 where all that is known is that it is small
};

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15u + 0xD1B54A32D192ED03u) {}
  Program program(std::uint64_t seed, int size);

 private:
  // What may stand at this point.
  struct Place {
    bool can_break = false, can_continue = false;
    Kind result = Kind::none;  // of `return` here
    int loops = 0;             // around it
  };

  // generate.cpp: chance, names, functions
  int below(int n);
  bool chance(int percent) { return below(100) < percent; }
  std::string fresh(const std::string& stem) { return stem + std::to_string(++names_); }
  Param param(Kind kind, const std::string& stem, Param::Passing passing);
  Function function(const std::string& name, Kind result, std::vector<Param> params, int budget);
  Function recursive(const std::string& name);
  Function helper(const std::string& name);

  // generate_recursion.cpp: recursion that is passed references, and functions that are called too often to be inlined
  Function by_references(const std::string& name);
  Function by_view(const std::string& name);
  Function by_iterators(const std::string& name);
  Function by_holder(const std::string& name);
  Function by_visitor(const std::string& name);
  Function by_trials(const std::string& name);
  Function recursion(const std::string& name, std::vector<Param> params, const std::string& base, std::vector<Stmt> again);
  bool visit(std::vector<Stmt>& to);
  void self_calling(std::vector<Stmt>& to);
  void chain(const std::string& name);
  std::vector<Stmt> many_calls(const Function& callee, const Variable& sum);

  // generate_references.cpp: functions that return references and what holds them, or make views lead elsewhere
  Function referring(const std::string& name, int budget);
  Function aiming(const std::string& name);
  Expr origin(Kind result);
  Expr referred();
  void lock(const Expr& expr);
  bool bind(std::vector<Stmt>& to);
  bool aim(std::vector<Stmt>& to);
  bool chooser(std::vector<Stmt>& to);

  // generate_extents.cpp: what has any extents
  void any_extents(std::vector<Stmt>& to);
  Expr sum_of_any_extents();
  void resize_any(std::vector<Stmt>& to, const Variable& list);

  // generate_openmp.cpp
  void parallel_loop(std::vector<Stmt>& to);

  // generate_expressions.cpp
  Expr real(int depth);
  Expr real_leaf();
  Expr real_function(int depth);
  Expr reduction(int depth);
  Expr integer(int depth);
  Expr index(int extent);
  Expr condition(int depth, bool effects = false);
  Expr comparison(int depth);
  Expr vector(int depth);
  Expr container(Kind kind);
  Expr place();
  Expr element(const Variable& variable, bool write);
  Expr call(const Function& helper);
  const Variable* any(Kind kind, bool writable = false);
  static Expr mention(const Variable& variable, bool write = false);
  static Expr number(double value);
  static Expr whole(int value);
  static Expr make(Kind kind, std::string text, std::vector<Expr> args, std::string traced = "");

  // generate_statements.cpp
  std::vector<Stmt> block(int budget, Place place);
  void statement(std::vector<Stmt>& to, int budget, const Place& place);
  void simple(std::vector<Stmt>& to, const Place& place);
  void declaration(std::vector<Stmt>& to);
  void assignment(std::vector<Stmt>& to, const Place& place);
  void containers(std::vector<Stmt>& to, const Place& place);
  void immediate(std::vector<Stmt>& to);
  bool replaced(std::vector<Stmt>& to);
  void whole_tensors(std::vector<Stmt>& to);
  void resize(std::vector<Stmt>& to, const Variable& list);
  void alias(std::vector<Stmt>& to);
  void call_statement(std::vector<Stmt>& to);
  void supply(std::vector<Stmt>& to, const Function& callee);
  void lambda(std::vector<Stmt>& to);
  void branch(std::vector<Stmt>& to, int budget, const Place& place);
  void choice(std::vector<Stmt>& to, int budget, const Place& place);
  void counted(std::vector<Stmt>& to, int budget, Place place);
  void conditional(std::vector<Stmt>& to, int budget, Place place);
  void over_elements(std::vector<Stmt>& to, int budget, Place place);
  Stmt leave(const Place& place);
  Expr result(Kind kind);
  void declare(Stmt& stmt, std::string name, Kind kind, bool writable = true, int below = 0);
  static Stmt plain(std::string text, std::vector<Expr> args = {});

  bool is_locked(const std::string& list) const;
  std::vector<Stmt> body(int budget, const Place& place, const std::vector<Variable>& inside);

  struct Lambda {
    std::string name;
    bool writes;
  };

  std::uint64_t state_;
  int names_ = 0;
  std::size_t outer_ = 0;  // variables before it were declared around this block, and may be hidden by its own
  std::vector<Variable> scope_;
  std::vector<Lambda> lambdas_;
  std::vector<Function> helpers_;
  std::vector<Variable> origins_;     // parameters that a result may refer to
  std::vector<std::string> locked_;  // vectors whose size, tensors whose memory must stay: something refers to their elements
};

}  // namespace programs
