// Functions that gradc knows: ops by their forms, and those of the standard library.
#pragma once

#include "tool/lower/control/control.h"

namespace tool {

// The arguments as the source gives them: defaults are the form's own business.
std::vector<const clang::Expr*> given_arguments(const clang::CallExpr* expr);

// tanh of C's tanhf and tanhl, which take float and long double.
std::string name_without_suffix(const clang::FunctionDecl* function);

class Library : public Control {
 public:
  using Control::Control;

  // --- algorithm.cpp
  std::optional<Outcome> call_algorithm(const clang::CallExpr* expr, const clang::FunctionDecl* function);
  ir::ValueId less(const Cell& x, const Cell& y);
  // By std::less<> and its like, which convert nothing.
  std::optional<Cell> compare_by_object(const clang::CallExpr* expr, const clang::CXXMethodDecl* method);
  Cell extreme_of_list(const clang::Expr* list, bool largest);
  Cell extremes_of_list(const clang::Expr* list, const CppType* pair);
  std::optional<Outcome> choice_by_comparison(const clang::CallExpr* expr, const std::string& name);
  std::optional<Outcome> sort_of_number(const clang::CallExpr* expr, const std::string& name);
  std::optional<Outcome> access(const clang::CallExpr* expr, const std::string& name);

  // --- number.cpp
  // std::frexp, std::modf, std::ldexp, std::scalbn, std::remquo and std::nan.
  std::optional<Outcome> parts_of_number(const clang::CallExpr* expr, const std::string& name);
  Outcome remainder_and_quotient(const clang::CallExpr* expr, const CppType* type);

  // --- library.cpp
  // A function of the standard library that is a plain loop, by its body; nothing where it is none of those.
  std::optional<Outcome> call_library(const clang::CallExpr* expr, const clang::FunctionDecl* function,
                                      Cell* object = nullptr) override;

  // --- op.cpp
  Outcome call_gradc(const clang::CallExpr* expr, const clang::FunctionDecl* function);
  // Nothing where no op is called so; poison, after a report, where none fits the arguments.
  std::optional<Cell> call_form(const clang::CallExpr* expr, const std::string& name);
  // What the headers of gradc define by other ops: zeros, ones, full, dot, outer.
  std::optional<Cell> composition(const clang::CallExpr* expr, const std::string& name);
  Cell* compound_tensor(const clang::CallExpr* expr, const std::string& symbol);
  Cell members_by_forms(const CalleeForm& fitting, const std::vector<CalleeForm>& forms, const std::vector<Cell>& operands,
                        const ir::Attributes& attributes, const CppType* type);
  // The values of arguments, read only after all of them were evaluated.
  std::vector<Cell> read_all(const std::vector<const clang::Expr*>& expressions);

  // --- parts.cpp
  // What gives an array: split, split_at, unstack, meshgrid.
  std::optional<Cell> several(const clang::CallExpr* expr, const std::string& name);
  std::vector<Cell> grids_of(const std::vector<Cell>& vectors, const CppType* type);

  // --- complex.cpp
  Outcome call_complex(const clang::CallExpr* expr, const clang::CXXMethodDecl* method, Cell& object);
  std::optional<Cell> complex_function(const clang::CallExpr* expr, const std::string& name);
  std::optional<Cell> is_nonzero(const clang::CallExpr* expr, const std::string& name);
  bool takes_complex(const clang::CallExpr* expr);

  // --- arguments.cpp
  bool attribute(const CalleeForm& form, const CalleeParameter& parameter, const clang::Expr* expr, int rank,
                 int result_rank, ir::Attributes& attributes);
  std::optional<ir::Integers> axes(const clang::Expr* expr, int rank, std::string_view op);
  std::optional<std::int64_t> axis(const clang::Expr* expr, int rank, std::string_view op);
  std::optional<std::string> text(const clang::Expr* expr, std::string_view what);
  bool options(const CalleeForm& form, const clang::Expr* expr, ir::Attributes& attributes);
  std::optional<ir::Attribute> plain(ir::Kind op, std::string_view name, const clang::Expr* expr);
  std::optional<ir::Attribute> plain(ir::Kind op, std::string_view name, double value);
  bool add_label(const std::string& name, Cell& cell, const clang::Expr* expr);

  // --- order.cpp
  // Algorithms that move items: std::sort and its like, std::reverse, std::rotate.
  std::optional<Outcome> call_order_algorithm(const clang::CallExpr* expr, const std::string& name);
  bool sort_range(const clang::CallExpr* expr, const Range& all, const clang::Expr* comparison);
  bool sort_numbers(const clang::CallExpr* expr, const Range& all, bool falls);
  bool sort_by_key(const clang::CallExpr* expr, const Range& all, bool falls, const CppType* type, const std::function<Cell(Cell*)>& key);
  void reorder(const clang::CallExpr* expr, const Range& all, const std::function<ir::ValueId(ir::ValueId)>& from);

  // --- range.cpp
  Cell accumulated(const clang::CallExpr* expr, const Range& all, const Cell& init);
  Cell folded(const clang::Expr* expr, ir::ValueId count, const Cell& init,
              const std::function<Cell(ir::ValueId)>& term);
  const CppType* common_scalar(const CppType* a, const CppType* b);
  Cell inner_product(const clang::CallExpr* expr, const Range& left, const Cell& right, const Cell& init);
  void fill_range(const clang::Expr* expr, const Cell& first, ir::ValueId count, const Cell& given);
  void copy_range(const clang::Expr* expr, const Cell& from, ir::ValueId count, const Cell& to);
  Cell raw_pointer(const clang::Expr* expr);
  std::optional<Outcome> copy_of_bytes(const clang::CallExpr* expr, const std::string& name);
  std::optional<Outcome> call_range_algorithm(const clang::CallExpr* expr, const std::string& name);
};

}  // namespace tool
