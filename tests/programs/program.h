// Random C++ programs as trees: small enough a language that printing, checking of names and reduction are generic.
//
// What a construct looks like is text in its node, with $0, $1... for its arguments; `traced` is the same text with
// each decision that depends on floating values recorded. A variable or function is mentioned only by an expression
// whose `name` it is, never inside another node's text, so that a reducer can see and cut what it needs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace programs {

enum class Kind {
  none, real, integer, boolean,
  vector,   // gradc::Vector<double>
  matrix,   // gradc::Matrix<double>
  list,     // std::vector<double>
  array,    // std::array<double, 3>
  c_array,  // double[3], or a pointer to its start
  grid,     // double[2][3]
  indices,  // int[3], each an index of an array
  single,   // of one number: double[1], std::array<double, 1>, std::vector<double>
  single_tensor,  // gradc::Vector<double> of one
  state,    // the structures of state.h
  point,
  pair,     // std::pair<double, double>
  points,   // std::vector<Point>
  tensors,  // std::vector<gradc::Vector<double>>
  any_list,    // std::vector<double>, gradc::Vector<double> and gradc::Matrix<double> of any extents, 0 among them
  any_tensor,
  any_matrix,
  view,     // gradc::View<double, 1> of a vector; from here to `references`: what refers to something else
  holder,   // the structure of state.h with a reference
  reference,   // double&, of a result
  pointer,     // double*, to one number
  iterator,    // std::vector<double>::iterator
  references,  // std::pair<double&, double&>
  range,    // two iterators of a list
  closure,  // anything that is called with an integer and a number
  chooser,  // a lambda that gives a reference for an index of an array
};

// But for those of one number and those of any extents, every gradc::Vector has kExtent elements, every gradc::Matrix kRows rows of as many; std::array and C arrays have
// kArray elements, every std::vector of numbers at least that many, of structures or tensors at least kMany.
inline constexpr int kExtent = 4, kRows = 2, kArray = 3, kMany = 2;

struct Expr {
  Kind kind = Kind::none;
  std::string text;
  std::vector<Expr> args;
  std::string traced;  // empty where it is `text`
  std::string name;    // of the variable read or the function called
  bool place = false;  // written here, or bound to a reference
};

struct Stmt;

struct Part {
  std::string head;
  std::vector<Stmt> body;
};

// A simple statement is its `tail`; a compound one is head, body, head, body, ..., tail.
struct Stmt {
  std::vector<Expr> args;
  std::vector<Part> parts;
  std::string tail;
  std::vector<std::string> declares;  // names that are visible after it
  std::vector<std::string> inner;     // names that are visible in its bodies
  bool fixed = false;                 // stays where it is
};

struct Param {
  enum Passing { by_value, by_const_reference, by_reference, by_pointer };
  Kind kind;
  std::string name;
  Passing passing;
  std::string written = {};  // the declaration, where kind and passing don't say it
};

struct Function {
  std::string name;
  Kind result;
  std::vector<Param> params;
  std::vector<Stmt> body;
  std::string head = {};  // what stands before it
  bool aims = false;      // it makes a view or pointer of the caller lead elsewhere: aim() calls it
  bool writes = true;     // a call of it may change something, where its parameters let it
};

// The last function is the one to differentiate; the others are its helpers, callees first.
struct Program {
  std::uint64_t seed = 0;
  bool products = false;  // ask for vjp and jvp too
  bool items = false;     // ask for the gradient of many items too
  std::vector<Function> functions;
};

// About `size` statements in the last function; 0 where nothing is said about it.
Program generate(std::uint64_t seed, int size = 0);

std::string print(const Program& program, bool traced = false);
// The declaration with its request, for the header; the code that fills arguments and compares, for the check.
std::string print_declaration(const Program& program);
std::string print_check(const Program& program);

// A program with other names for all its functions, so that copies fit into one file.
Program renamed(Program program, const std::string& name);

struct Outcome {
  enum Kind { agrees, invalid, refused, tool_failed, does_not_compile, crashed, threw, wrong };
  Kind kind = agrees;
  std::string cause;  // what a reducer must keep beside the kind: the diagnostic, the stage
  std::string text;
  int compared = 0, passed_over = 0;  // partial derivatives
  double seconds = 0;                 // that gradc took for all of a file
  int extents_of_0 = 0, extents_of_1 = 0;  // of arguments
  int kept = 0;                       // functions that gradc did not inline
};
const char* name_of(Outcome::Kind kind);

struct Bench {
  std::string folder;  // scratch
  std::string fault;   // a script for sed that breaks the generated source, for the test of these tests
  bool plain = false;  // without gradc: whether the programs themselves are valid
  bool strict = true;  // the programs as written under sanitizers too
  std::string compiler = "";  // empty: the one that built these tests
};

// What becomes of each program, compiled together: all at first, and those that are left once one is known to fail.
std::vector<Outcome> check(const std::vector<Program>& programs, const Bench& bench);

// The smallest program found that fails in the same way.
Program reduce(Program program, const Outcome& failure, const Bench& bench);

}  // namespace programs
