// The state of one lowering and its parts, one file each. Everything is one class because C++ is mutually
// recursive: a call is an expression whose body is statements whose conditions are expressions. lower.h is
// the contract.
#pragma once

#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ir/builder.h"
#include "ir/op.h"
#include "tool/base/callees.h"
#include "tool/base/refusal.h"
#include "tool/lower/calls/reached.h"
#include "tool/lower/cell.h"
#include "tool/lower/frame.h"
#include "tool/lower/lower.h"
#include "tool/lower/region.h"
#include "tool/lower/written.h"

namespace tool {

// The arguments as the source gives them: defaults are the form's own business.
std::vector<const clang::Expr*> given_arguments(const clang::CallExpr* expr);

class Lowering {
 public:
  Lowering(Source& source, const Request& request, ir::Module& module);
  // For a function of its own that a body of `outer` calls.
  Lowering(Lowering& outer, const Request& request);
  std::optional<LoweredFunction> run();
  // The signature into the result; false where it was refused.
  bool read_signature();
  void select_signature();
  LoweredFunction& result() { return result_; }

  // --- lowering.cpp: diagnostics and places ---

  // Reports unless this was said before, with the calls that led here; the poison that stands for the value.
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
  Cell refuse_type(clang::SourceLocation at, const std::string& what, clang::QualType type);

  // --- lower_stmt.cpp, lower_decl.cpp ---
  void statement(const clang::Stmt* stmt);
  using Statements = llvm::ArrayRef<const clang::Stmt*>;
  // One after another, as far as they are reached.
  void statements(Statements list);
  void declare(const clang::Decl* decl);
  void declare_variable(const clang::VarDecl* variable);
  // Gives the ops whose results these are the user's name, unless they have one.
  void name_values(Cell& cell, const std::string& name);

  // --- lower_branch.cpp: what happens only sometimes ---
  using Action = std::function<void()>;
  // Either the one or the other; objects that either changes hold what the arm that ran gave them.
  // `written` is the condition as the user wrote it; nothing where it is not the user's.
  void branch_on(const Cell& condition, const Action& then, const Action& otherwise, const std::string& written = {});
  // The text of a condition for that, unless it stands in a library.
  std::string written_condition(const clang::Expr* expr, const char* before = "") const;
  // The value of whichever is evaluated.
  Cell choose(const Cell& condition, const CppType* type, const std::function<Cell()>& then,
              const std::function<Cell()>& otherwise, const std::string& written = {});
  Cell short_circuit(const clang::BinaryOperator* expr);
  Cell conditional(const clang::ConditionalOperator* expr);
  Cell* chosen_place(const clang::ConditionalOperator* expr);
  Cell boolean(bool value);
  std::optional<bool> known_bool(const Cell& cell) const;
  Cell negated(const Cell& condition);
  Cell either(const Cell& a, const Cell& b);
  Cell both(const Cell& a, const Cell& b);
  Cell condition_of(const clang::Expr* expr);
  // True where `rest` was lowered along with the arm that continues there.
  bool branch(const clang::IfStmt* stmt, Statements rest);
  void switch_over(const clang::SwitchStmt* stmt);

  // --- lower_loop.cpp ---
  struct Loop;
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

  // --- lower_expr.cpp: values; lower_place.cpp: objects ---
  Cell value(const clang::Expr* expr);
  Cell* place(const clang::Expr* expr);
  Outcome outcome(const clang::Expr* expr);
  bool was_refused(const clang::Expr* expr) const;
  // Evaluates for its effects alone.
  void effect(const clang::Expr* expr);
  // What an object holds now; refused where it was never written.
  Cell load(Cell& from, const clang::Expr* expr);
  Cell* temporary(Cell cell);
  std::string name_of(const clang::Expr* expr) const;
  Cell* member(Cell& object, const clang::FieldDecl* field);
  // The part of an object that is one of its base classes; null where there is none.
  Cell* base_of(Cell& object, const clang::CXXRecordDecl* base);
  // The object that a cast between a class and its base gives.
  Cell* converted_class(Cell& object, const clang::CastExpr* expr);
  Cell base_pointer(const clang::CastExpr* expr);
  // An item of a tuple, pair or array by a constant index.
  Cell* element(Cell& object, std::size_t index);
  Cell* member_at(Cell& at, std::size_t index);
  Cell* variable(const clang::ValueDecl* decl, const clang::Expr* use);

  // The constant that an arithmetic expression is, by Clang's evaluator, or nothing.
  std::optional<clang::APValue> constant_of(const clang::Expr* expr) const;
  std::optional<std::int64_t> integer_of(const clang::Expr* expr) const;
  Cell constant(const clang::APValue& value, clang::QualType type, const clang::Expr* expr);

  Cell binary(const clang::BinaryOperator* expr);
  Cell unary(const clang::UnaryOperator* expr);
  Cell* increment(const clang::UnaryOperator* expr, Cell* old);
  Cell* compound(const clang::CompoundAssignOperator* expr);
  Cell cast(const clang::CastExpr* expr);
  // `x` as a scalar or tensor with other elements.
  Cell converted(const Cell& x, const CppType* to);
  Cell arithmetic(const clang::Expr* expr, clang::BinaryOperatorKind op, const Cell& x, const Cell& y,
                  const CppType* type);
  void store(Cell& to, const Cell& from, const clang::Expr* expr);

  // --- lower_element.cpp: objects that are parts of others; all are i64 that are ValueId ---

  // What any object holds, and putting a value there: for projections too, as `assign` is not.
  Cell read(Cell& from);
  void write(Cell& to, const Cell& from);
  // The item of an array, vector or tensor (in row-major order) at an index, and how many there are; nothing where the
  // object has none.
  Cell* element_at(Cell& container, ir::ValueId index);
  std::optional<ir::ValueId> size_of(Cell& container);
  Cell* tensor_element(Cell& tensor, const std::vector<ir::ValueId>& indices);
  // The object that is `yes` where the condition, a bool, is true.
  Cell* one_of(ir::ValueId condition, Cell* yes, Cell* no, bool guarded = false);
  // The value by a bool (true: the first) or an index.
  Cell selected(ir::ValueId selector, const std::vector<Cell>& values);
  std::optional<std::int64_t> known_integer(ir::ValueId value) const;
  ir::ValueId whole(std::int64_t number);
  ir::ValueId whole_arithmetic(ir::Kind kind, ir::ValueId x, ir::ValueId y);
  ir::ValueId index_value(const clang::Expr* expr);
  ir::ValueId as_index(const Cell& number);

  // --- lower_pointer.cpp: pointers and iterators ---
  Cell address_of(Cell& object);
  Cell first_of(Cell& container);
  Cell* pointee(const Cell& pointer, ir::ValueId distance, const clang::Expr* expr);
  Cell* pointee(const clang::Expr* expr);
  Cell moved(const Cell& pointer, ir::Kind way, ir::ValueId distance, const clang::Expr* expr);
  Cell pointer_binary(const clang::Expr* expr, clang::BinaryOperatorKind op, const clang::Expr* left,
                      const clang::Expr* right);
  Cell* advance(const clang::Expr* expr, const clang::Expr* pointer, ir::Kind way, ir::ValueId distance, Cell* old);
  Outcome iterator_operator(const clang::CXXOperatorCallExpr* expr);

  // --- lower_vector.cpp: std::vector and std::array ---
  Cell construct_vector(const clang::CXXConstructExpr* expr, const CppType* type);
  Outcome call_container(const clang::CallExpr* expr, const clang::CXXMethodDecl* method, Cell& object);
  Cell array_of(const CppType* type, std::vector<Cell> items);
  Cell blank(const CppType* type, ir::Shape axes, int depth);
  void swap(Cell& left, Cell& right, const clang::Expr* expr);

  // --- lower_algorithm.cpp: functions of the standard library that are no ops; nothing where it is none of them ---
  std::optional<Outcome> call_algorithm(const clang::CallExpr* expr, const clang::FunctionDecl* function);
  Cell* object_given(const clang::Expr* expr);
  // The leaves that hold an object, wherever they are.
  void holders(Cell& object, std::vector<Cell*>& leaves);

  // --- lower_construct.cpp: objects from lists and constructors ---
  Cell constructed(const Cell& object, const clang::Expr* expr);
  Cell construct(const clang::CXXConstructExpr* expr);
  Cell construct_tensor(const clang::CXXConstructExpr* expr, const CppType* type);
  Cell construct_members(const clang::CXXConstructExpr* expr, const CppType* type);
  Cell members_of(llvm::ArrayRef<const clang::Expr*> arguments, const CppType* type);
  void assign_members(Cell& to, Cell& from, const clang::Expr* expr);
  Cell construct_by_body(const clang::CXXConstructExpr* expr, const CppType* type);
  Cell list(const clang::InitListExpr* expr);
  Cell array_of_list(const clang::InitListExpr* list, const CppType* type);
  Cell tensor_of_list(const clang::Expr* list, const CppType* type);
  Cell closure(const clang::LambdaExpr* expr);
  Cell read_as(Cell& from, const CppType* to, const clang::Expr* expr);

  // --- lower_default.cpp: objects that nobody gave a value ---
  Cell zero(const CppType* type);
  Cell default_made(const CppType* type, const clang::Expr* expr, bool zeroed);
  // What a variable without an initialiser holds. `axes` of arrays are around it.
  Cell uninitialised(const CppType* type, ir::Shape axes = {});
  Cell unwritten(const CppType* type, const ir::Shape& axes);
  using Parameters = std::set<ir::ValueId>;
  std::optional<Parameters> unwritten_since(ir::ValueId x, const std::vector<ir::ValueId>& indices, ir::ValueId assumed = {}) const;
  bool is_unwritten(ir::ValueId x, const std::vector<ir::ValueId>& indices) const;
  void note_read(const Cell& place, const clang::Expr* expr, const std::string& name);
  // Reads since then may be passed over, though they were made into ops.
  void note_passed_over(std::size_t reads);
  bool has_no_value(const Cell& leaf) const;
  Cell with_zeros(const Cell& object);

  // --- lower_call.cpp: which function is called, and its body ---
  Outcome call(const clang::CallExpr* expr);
  Outcome call_method(const clang::CallExpr* expr, const clang::CXXMethodDecl* method);
  bool takes_iterator(const clang::CXXOperatorCallExpr* expr);
  Outcome call_bit(const clang::CallExpr* expr, const clang::CXXMethodDecl* method, const clang::Expr* bit);
  Outcome call_standard(const clang::CallExpr* expr, const clang::FunctionDecl* function);
  Cell* function_passed(const clang::Expr* callee);
  bool passes_known_types(const clang::Expr* expr, const clang::FunctionDecl* function,
                          const std::vector<const clang::Expr*>& arguments);
  bool is_of_system(const clang::Decl* decl) const;
  // A function of the standard library that is a plain loop, by its body; nothing where it is none of those.
  std::optional<Outcome> call_library(const clang::CallExpr* expr, const clang::FunctionDecl* function,
                                      Cell* object = nullptr);
  Outcome call_operator_of_gradc(const clang::CXXOperatorCallExpr* expr, const clang::CXXMethodDecl* method);
  Outcome call_body(const clang::Expr* expr, const clang::FunctionDecl* function, Cell* object,
                    const std::vector<const clang::Expr*>& arguments, Cell* constructed = nullptr);
  void bind(Frame& frame, const clang::ParmVarDecl* parameter, const clang::Expr* argument);
  void bind_captures(Frame& frame, const clang::CXXMethodDecl* method, Cell& object);
  Cell refuse_no_body(const clang::Expr* expr, const clang::FunctionDecl* function);
  Outcome member_of_tensor(const clang::CallExpr* expr, const clang::CXXMethodDecl* method, Cell& object);
  // --- lower_recursion.cpp ---
  Outcome call_recursive(const clang::Expr* expr, Frame& call);
  // --- lower_function.cpp: functions of the user that are not inlined; nothing where this one can't ---
  std::optional<Outcome> call_function_of_user(const clang::Expr* expr, const Frame& call);
  bool stays_function(const clang::FunctionDecl* definition);
  // --- lower_rule.cpp ---
  static bool has_rule(const clang::FunctionDecl* function);
  std::optional<Called> called(const clang::FunctionDecl* function);
  Outcome call_with_rule(const clang::CallExpr* expr, const clang::FunctionDecl* function);
  // The result of a function with a request and a rule.
  void take_own_rule(Frame& frame);
  Cell call_function(const Called& of, const std::vector<Cell>& arguments);
  // How the rule of a function is declared.
  std::string rule_declaration(const Called& of, RuleMode mode);
  // A tensor in a sequence of its own, and out of it.
  ir::ValueId boxed(ir::ValueId tensor);
  ir::ValueId unboxed(ir::ValueId box, const std::string& name);

  // --- lower_op.cpp: calls that are ops ---
  Outcome call_gradc(const clang::CallExpr* expr, const clang::FunctionDecl* function);
  // Nothing where no op is called so; poison, after a report, where none fits the arguments.
  std::optional<Cell> call_form(const clang::CallExpr* expr, const std::string& name);
  // What the headers of gradc define by other ops: zeros, ones, full, dot, outer.
  std::optional<Cell> composition(const clang::CallExpr* expr, const std::string& name);
  // What gives an array: split, split_at, unstack, meshgrid (lower_parts.cpp).
  std::optional<Cell> several(const clang::CallExpr* expr, const std::string& name);
  std::vector<Cell> grids_of(const std::vector<Cell>& vectors, const CppType* type);
  Cell* compound_tensor(const clang::CallExpr* expr, const std::string& symbol);
  Cell apply(const CalleeForm& form, std::vector<Cell> operands, ir::Attributes attributes, const CppType* type);
  Cell members_by_forms(const CalleeForm& fitting, const std::vector<CalleeForm>& forms, const std::vector<Cell>& operands,
                        const ir::Attributes& attributes, const CppType* type);
  Cell act(const CalleeForm& form, const Cell& operand, const ir::Attributes&, const CppType* type, const clang::Expr*);
  Cell apply_to_leaves(const CalleeForm& form, const Cell& operand, const ir::Attributes&, const std::string& path);
  Cell broadcasting(ir::Kind kind, std::vector<Cell> operands, ir::Attributes attributes, const CppType* type);
  bool share_batch(std::vector<Cell>& operands);
  Cell matmul(std::vector<Cell> operands, ir::Attributes attributes, const CppType* type);
  ir::ValueId broadcast(ir::ValueId x, const ir::Shape& shape);
  Cell number_cell(ir::ElementType element, double value);
  Cell full(const std::string& name, const CppType* type, const Cell& number, const clang::Expr* shape);
  // The values of arguments, read only after all of them were evaluated.
  std::vector<Cell> read_all(const std::vector<const clang::Expr*>& expressions);

  // --- lower_nested.cpp ---
  std::optional<Outcome> call_derivative(const clang::CallExpr* expr, const clang::FunctionDecl* function);
  // --- lower_complex.cpp ---
  Cell part(const Cell& x, ir::Kind which);
  Cell complex_of(const Cell& re, const Cell& im, const CppType* type);
  Cell construct_complex(const clang::CXXConstructExpr* expr, const CppType* type);
  Outcome call_complex(const clang::CallExpr* expr, const clang::CXXMethodDecl* method, Cell& object);
  std::optional<Cell> complex_function(const clang::CallExpr* expr, const std::string& name);
  std::optional<Cell> is_nonzero(const clang::CallExpr* expr, const std::string& name);
  bool takes_complex(const clang::CallExpr* expr);
  ir::ValueId widened(const Cell& x, ir::ElementType element);

  // --- lower_arguments.cpp: the axes, lists and options of ops; each gives nothing after a report ---
  bool attribute(const CalleeForm& form, const CalleeParameter& parameter, const clang::Expr* expr, int rank,
                 int result_rank, ir::Attributes& attributes);
  std::optional<ir::Integers> axes(const clang::Expr* expr, int rank, std::string_view op);
  std::optional<std::int64_t> axis(const clang::Expr* expr, int rank, std::string_view op);
  std::optional<ir::Shape> extents(const clang::Expr* expr, std::string_view what, bool are_bounds = false);
  std::optional<ir::Extent> extent(const clang::Expr* expr, std::string_view what, bool is_bound = false);
  // The extent that an integer is; one that is computed from data gets a symbol.
  std::optional<ir::Extent> extent_of(const Cell& number, bool is_bound = false);
  std::optional<ir::Extent> known_extent(ir::ValueId integer) const;
  ir::Extent symbol_for(ir::ValueId integer);
  std::optional<std::string> text(const clang::Expr* expr, std::string_view what);
  bool options(const CalleeForm& form, const clang::Expr* expr, ir::Attributes& attributes);
  std::optional<ir::Attribute> plain(ir::Kind op, std::string_view name, const clang::Expr* expr);
  std::optional<ir::Attribute> plain(ir::Kind op, std::string_view name, double value);
  // The elements of a braced list behind whatever Clang wraps it in.
  std::vector<const clang::Expr*> items(const clang::Expr* list) const;
  std::vector<const clang::Expr*> listed(const clang::Expr* expr) const;
  // Bounds as C++ gives them into a begin and an extent.
  bool bound_slice(const ir::Shape& whole, ir::Attributes& attributes);
  std::optional<ir::Attributes> checked_block(std::string_view op, const ir::Shape& whole, const ir::Shape& begin,
                                              const ir::Shape& end, const ir::Shape& strides);
  bool infer_extent(const ir::Shape& whole, ir::Shape& shape);
  bool add_label(const std::string& name, Cell& cell, const clang::Expr* expr);

  // An op at the current place, with the problems that its type rule finds reported there.
  ir::ValueId append(ir::Kind kind, std::vector<ir::ValueId> operands, ir::Attributes attributes = {});
  ir::ValueId forward(ir::ValueId value);

  // lowering_parts.h: what holds while one of these lives.
  class Here;
  class Statement;
  class CallOf;
  const clang::ASTContext& context() const { return source_.ast(); }
  CppTypes& types() { return types_; }
  // The builder, with the current place for what it appends.
  ir::Builder& at_here();
  const ir::Type& type_of(const Cell& cell) { return builder_.type(cell.value); }
  // A value of the blocks around as ops here may read it.
  ir::ValueId use(ir::ValueId value);

 private:
  void report(clang::SourceLocation at, clang::SourceRange range, std::string_view name, const std::string& text);
  // Belongs to the error before it.
  void note(clang::SourceLocation at, const std::string& text);
  std::vector<std::pair<clang::SourceLocation, std::string>> calls_so_far() const;
  void report_problems_of_ir();
  ir::LocId locate(clang::SourceLocation at);
  std::string quoted(clang::SourceRange range) const;

  // lower_element.cpp
  using Step = Projection::Step;
  Cell* projected(const CppType* type, Projection projection);
  Cell* part_of(Cell& at, std::size_t index, const CppType* type);
  Cell* each_option(Cell& choice, const std::function<Cell*(Cell&)>& take);
  Cell* step_into_chosen(Cell& choice, const std::function<Cell*(Cell&)>& inside, const CppType* type, Step step);
  Cell is_chosen(const Projection& choice, std::size_t i);
  Cell chosen(const Projection& choice);
  void choose_to_write(const Projection& place, const Cell& from);
  Cell* step_into(Cell& container, Cell* leaves, const CppType* type, Step step);
  std::optional<std::vector<ir::ValueId>> axes_of(Cell& object, int count);
  std::vector<ir::ValueId> unflattened(ir::ValueId offset, const std::vector<ir::ValueId>& extents);
  ir::Shape common_shape(const std::vector<Cell>& values);
  ir::Extent item_extent(ir::ValueId value);
  ir::Shape item_shape(const Cell& leaf, ir::ValueId sequence, const ir::Shape& axes);
  ir::ValueId sequence_item(const Cell& leaf, ir::ValueId sequence, ir::ValueId index, const ir::Shape& axes);
  ir::ValueId element_value(ir::ValueId x, const std::vector<ir::ValueId>& indices);
  ir::ValueId put_there(ir::ValueId sequence, const std::vector<ir::ValueId>& path) const;
  ir::ValueId read_leaf(const Cell& leaf, const std::vector<Step>& steps, const ir::Shape& axes);
  Cell read_tree(const Cell& base, const std::vector<Step>& steps, const CppType* type, ir::Shape axes);
  ir::ValueId sequence_of(const Cell& leaf, std::vector<Cell> values, bool reversed);
  ir::ValueId empty_sequence(ir::ElementType element, int rank, int depth);
  ir::ValueId with_leaf(const Cell& leaf, ir::ValueId x, const std::vector<Step>& steps, std::size_t first,
                        ir::ValueId value, const ir::Shape& axes);
  void write_tree(Cell& base, const std::vector<Step>& steps, const Cell& from, ir::Shape axes);
  void replace_one(std::vector<Cell>& values, const Cell& by, ir::ValueId index);

  // lower_algorithm.cpp
  ir::ValueId less(const Cell& x, const Cell& y);
  std::vector<Cell*> list_items(const clang::Expr* list);
  Cell extreme_of_list(const clang::Expr* list, bool largest);
  std::optional<Outcome> choice_by_comparison(const clang::CallExpr* expr, const std::string& name);
  std::optional<Outcome> sort_of_number(const clang::CallExpr* expr, const std::string& name);
  std::optional<Outcome> access(const clang::CallExpr* expr, const std::string& name);

  // lower_range.cpp
  struct Range {
    Cell first;
    ir::ValueId count;
    Cell* all = nullptr;  // the object whose elements these are all
  };
  bool equal_values(ir::ValueId a, ir::ValueId b, int depth) const;
  Cell* covered(const Cell& first, ir::ValueId count);
  std::optional<Range> range(const clang::Expr* first, const clang::Expr* last);
  void repeat(ir::ValueId count, const std::function<void(ir::ValueId)>& body, const std::vector<Cell*>& written);
  Cell accumulated(const clang::CallExpr* expr, const Range& all, const Cell& init);
  Cell folded(const clang::Expr* expr, ir::ValueId count, const Cell& init,
              const std::function<Cell(ir::ValueId)>& term);
  const CppType* common_scalar(const CppType* a, const CppType* b);
  Cell inner_product(const clang::CallExpr* expr, const Range& left, const Cell& right, const Cell& init);
  Cell tensor_of_range(const Range& all, const CppType* type, const clang::Expr* expr);
  void fill_range(const clang::Expr* expr, const Cell& first, ir::ValueId count, const Cell& given);
  void copy_range(const clang::Expr* expr, const Cell& from, ir::ValueId count, const Cell& to);
  Cell raw_pointer(const clang::Expr* expr);
  std::optional<Outcome> copy_of_bytes(const clang::CallExpr* expr, const std::string& name);
  std::optional<Outcome> call_range_algorithm(const clang::CallExpr* expr, const std::string& name);

  // lower_pointer.cpp
  Cell pointer_cell(Cell* target, int depth, ir::ValueId offset, const CppType* item);
  bool is_usable(const Cell& pointer, const clang::Expr* expr);
  Cell distance_or_order(const Cell& left, const Cell& right, clang::BinaryOperatorKind op, const clang::Expr* expr);

  // lower_vector.cpp
  Cell leafwise(const CppType* type, const Cell& x, const Cell& y,
                const std::function<ir::ValueId(ir::ValueId, ir::ValueId)>& op);
  Cell filled_vector(const CppType* type, ir::ValueId n, const Cell& item);
  Cell pushed(const Cell& vector, const Cell& item);
  Cell grown(const Cell& vector, const Cell& item, const std::function<ir::ValueId(ir::ValueId, ir::ValueId)>& op);
  Cell stacked(const CppType* type, const std::vector<Cell>& items);
  Cell vector_of_range(const clang::Expr* first, const clang::Expr* last, const CppType* type);
  Cell vector_of_list(const clang::Expr* list, const CppType* type);
  Cell read_all_as(const clang::Expr* expr, const CppType* type);
  Cell default_item(const CppType* type, const clang::Expr* expr);
  void insert(const clang::Expr* expr, Cell& vector, const Cell& at, const Cell& item);
  void erase(const clang::Expr* expr, Cell& vector, const Cell& first, const Cell& last);
  std::optional<Cell> new_item(const clang::Expr* expr, const CppType* type,
                               const std::vector<const clang::Expr*>& arguments);
  Outcome call_vector(const clang::CallExpr* expr, const std::string& name, Cell& vector,
                      const std::vector<const clang::Expr*>& arguments);

  // lower_stmt.cpp
  void one_statement(const clang::Stmt* stmt);
  void return_value(const clang::ReturnStmt* stmt);
  void leave(const clang::Stmt* stmt, bool to_next_trip);
  void refused_statement(const clang::Stmt* stmt);
  bool refuse_statement(const clang::Stmt* stmt);
  // Whether the statements that come next are skipped, as far as that is known; a bool of the IR where it isn't.
  Cell gone();
  std::vector<Cell*> exits();
  void unless_gone(const Action& action);

  // lower_branch.cpp, lower_loop.cpp
  using Snapshot = std::vector<Cell>;
  struct Arm;
  struct Join;
  struct Joining;
  struct Referring;
  struct Carried;
  Snapshot save() const { return {cells_.begin(), cells_.end()}; }
  void restore(const Snapshot& before);
  Arm arm(const Action& action, const Snapshot& before);
  void join(Cell& now, const Cell& then, const Cell& otherwise, Joining& joining);
  bool same_constant(ir::ValueId a, ir::ValueId b) const;
  // Pointers and views that refer to cells from there on, which are about to be given up, are as they were declared.
  void forget_targets(std::size_t kept);
  std::set<std::size_t> changed_targets(const Snapshot& before) const;
  std::vector<Referring> newly_set(const Snapshot& before);
  void append_if(const Cell& condition, Arm (&arms)[2], const std::vector<Join>& joins, const std::string& written);
  void try_both(const Action& then, const Action& otherwise);
  ir::ValueId undefined(const ir::Type& type);
  // Symbols of its own for the extents of a value whose extents depend on what ran.
  ir::Shape fresh_shape(const std::string& name, int rank);
  struct Trip;
  void settle_reads(const Trip& trip, const std::vector<Carried>& carried, std::size_t reads);
  enum class Attempt : std::uint8_t { done, varies, condition_writes };
  Attempt attempt(const Loop& loop, std::set<std::size_t>& varying);
  Attempt take_in(const Loop& loop, std::set<std::size_t>& varying);
  std::vector<Carried> carried_by(const Loop& loop, const std::set<std::size_t>& varying);
  bool names_integer_around(const Carried& carried) const;
  std::vector<ir::ValueId> enter(std::vector<Carried>& carried, const std::set<std::size_t>& varying);
  Loop rotated(Loop loop);
  void append_while(const std::vector<Carried>& carried, const std::set<std::size_t>& varying, Trip& trip, const std::string& text);

  // lower_refer.cpp
  std::set<const Cell*> cells_from(std::size_t first) const;
  bool is_among(const Cell* place, const std::set<const Cell*>& cells) const;
  bool can_be_formed(const Cell* place);
  static void each_index(const Cell& place, const std::function<void(ir::ValueId)>& see);
  void take_out(const Cell& place, bool of_then, Joining& joining);
  Cell* taken_out(Cell* place, const Joining& joining);
  bool join_objects(Cell*& slot, Cell* then, Cell* otherwise, Joining& joining);
  bool join_targets(Cell& now, const Cell& then, const Cell& otherwise, Joining& joining);

  // lower_recursion.cpp
  Reached reach(const Frame& call);
  std::vector<ir::ValueId> enter_function(const Lowering& outer, const clang::Expr* expr, const Frame& call, Reached& reached, Frame& frame,
                                          std::vector<Said>& said);
  Cell* mirror(Cell& object, const std::string& name, Reached& reached, std::vector<ir::ValueId>& arguments);
  static bool moves_pointers(const Reached& reached);
  Outcome call_made(const Frame& call, const Recursive& function, const Reached& reached, const std::vector<ir::ValueId>& operands);
  Recursive make_recursive(const clang::Expr* expr, const Frame& call, const Reached& reached, const std::string& version);
  Recursive try_recursive(const clang::Expr* expr, const Frame& call, Reached reached, const std::string& version,
                          std::set<std::size_t>& reshaped, std::vector<Said>& said);
  // What was made may be given up: functions, and what they brought.
  struct Made {
    std::size_t functions, foreign, branches;
  };
  Made made_so_far() const;
  void drop_made(const Made& before);
  void say(std::vector<Said>& said);

  // lower_function.cpp
  std::optional<Recursive> make_function(const clang::Expr* expr, const Frame& call, Reached reached);
  std::optional<Recursive> try_function(const clang::Expr* expr, const Frame& call, Reached& reached, std::vector<Said>& said);
  using Parts = std::vector<std::pair<Cell*, Cell*>>;  // objects with the values of parts, and those parts
  std::optional<Frame> with_places_read(const Frame& call, Parts& read_places);
  bool are_reached_otherwise(const Parts& parts, const Reached& reached);
  void write_back(const Parts& parts, const Recursive& function, const Reached& reached);

  // lower_rule.cpp
  std::optional<Called> find_rule(const Called& of, RuleMode mode);
  bool known_from_arguments(const ir::Type& type);
  std::optional<std::vector<ir::ValueId>> values_of(const Cell& value);
  const clang::FunctionDecl* definition_of(const clang::FunctionDecl* function);
  Request request_for(const clang::FunctionDecl* function);
  std::optional<ir::FunctionId> take_function(Lowering& inner, const std::vector<ir::ValueId>& results);
  std::optional<ir::FunctionId> function_by_body(const Called& of, std::vector<Said>& said);
  bool is_callable(const clang::FunctionDecl* function) const;
  std::optional<ir::FunctionId> foreign_function(const Called& of);
  std::optional<ir::FunctionId> function_of(const Called& of);
  std::optional<ir::FunctionId> rule_function(const Called& of, ir::FunctionId function, const Called& rule, RuleMode mode);

  // lower.cpp
  clang::QualType type_for_header(clang::QualType type) const;
  std::string spelled_for_header(clang::QualType type) const;
  bool read_parameters();
  bool read_result();
  void read_names();
  void read_header();
  bool check_signature_type(const clang::ParmVarDecl* parameter, clang::QualType type, const CppType** out);
  bool check_defined_in_header(const CppType& type, const std::string& what, clang::SourceLocation at);
  void bind_arguments(Frame& frame);
  Cell argument(const CppType* type, const std::string& name, std::vector<ir::ValueId>& leaves);
  // A value of a type from its leaves as signatures have them, by their types and names. `depth`: how many vectors it
  // lies in.
  using MakeLeaf = std::function<ir::ValueId(const ir::Type&, const std::string&)>;
  Cell value_tree(const CppType* type, const std::string& name, const MakeLeaf& make, int depth = 0, int axes = 0);
  bool finish(Frame& frame);
  void drop_attempts();
  std::vector<Cell> signature_leaves(Cell value, bool in_vector = false);
  void describe_signature();

  // lower_wrt.cpp
  std::optional<Root> root(const std::string& name);
  std::optional<Selection> select(const Path& path, std::string_view word);
  Selection selection(const std::vector<std::string>& path, const CppType& type,
                      std::vector<ir::ValueId> leaves, clang::SourceLocation at);
  std::string known_names();
  void take_elements(const Frame& frame);
  void select_wrt();
  void check_overlaps();
  void select_all();
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
  std::set<const Cell*> place_set_;
  std::set<std::string> never_negative_;  // symbols of counters of the loops around
  std::vector<Bound> bound_;  // integers that have symbols, and the tensors that bind them
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
  bool pinned_ = false;  // in code that nobody wrote: ops stay at the place that led to it
  std::vector<Root> parameters_;  // one for each parameter; leaves empty where only the signature is read
  const CppType* result_type_ = nullptr;
  std::map<std::string, Label> labels_;
  std::map<std::string, Label> elements_;  // of vectors, which wrt and stop name: by the text of the path
  std::vector<Breakable> breakables_;
  Cell* effects_ = nullptr;  // how many things were done beside computing; null where none is, or may be
  int fresh_shapes_ = 0;
  std::map<const clang::Stmt*, std::set<std::size_t>> varying_;  // what was found to change its extents, by loop

  void emit(const Said& said);
  std::vector<Said>* held_ = nullptr;
  std::set<std::pair<clang::SourceLocation, std::string>> reported_;
  int refusals_ = 0;                              // so far, those that were said before too
  std::set<const clang::FunctionDecl*> refused_;  // in whose bodies there are some: they are not lowered again
  std::size_t forwarded_ = 0;  // of diagnostics_
  bool failed_ = false;
};

}  // namespace tool

#include "tool/lower/lowering_parts.h"  // defines what stands above by name
