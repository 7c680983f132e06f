// Values and the objects that hold them: expressions, places, elements, pointers, containers, construction, and ops on them.
#pragma once

#include "tool/lower/context.h"

namespace tool {

class Values : public Context {
 public:
  using Context::Context;

  using Action = std::function<void()>;
  using Step = Projection::Step;
  struct Range {
    Cell first;
    ir::ValueId count;
    Cell* all = nullptr;  // the object whose elements these are all
  };
  enum class Moved : std::uint8_t { object, items };
  // A value of a type from its leaves as signatures have them, by their types and names. `depth`: how many vectors it
  // lies in.
  using MakeLeaf = std::function<ir::ValueId(const ir::Type&, const std::string&)>;

  // --- what values need of the rooms above
  virtual void branch_on(const Cell& condition, const Action& then, const Action& otherwise, const std::string& written = {}) = 0;
  virtual Cell choose(const Cell& condition, const CppType* type, const std::function<Cell()>& then,
              const std::function<Cell()>& otherwise, const std::string& written = {}) = 0;
  virtual Cell short_circuit(const clang::BinaryOperator* expr) = 0;
  virtual Cell conditional(const clang::ConditionalOperator* expr) = 0;
  virtual Cell thrown(const clang::CXXThrowExpr* expr) = 0;
  virtual Cell condition_of(const clang::Expr* expr) = 0;
  virtual Cell* chosen_place(const clang::ConditionalOperator* expr) = 0;
  virtual void repeat(ir::ValueId count, const std::function<void(ir::ValueId)>& body, const std::vector<Cell*>& written) = 0;
  virtual Outcome call(const clang::CallExpr* expr) = 0;
  virtual Outcome call_body(const clang::Expr* expr, const clang::FunctionDecl* function, Cell* object,
                    const std::vector<const clang::Expr*>& arguments, Cell* constructed = nullptr) = 0;
  virtual void bind_captures(Frame& frame, const clang::CXXMethodDecl* method, Cell& object) = 0;
  virtual Cell refuse_no_body(const clang::Expr* expr, const clang::FunctionDecl* function) = 0;
  virtual Cell construct_eigen(const clang::CXXConstructExpr* expr, const CppType* type) = 0;
  virtual Cell read_part(const Projection& place, const CppType* type) = 0;
  virtual void write_part(const Projection& place, const CppType* type, const Cell& from) = 0;
  virtual Cell* element_of_part(Cell& part, const std::vector<ir::ValueId>& indices) = 0;
  virtual Cell* lazy_place(const clang::Expr* expr) = 0;
  virtual std::optional<Outcome> call_library(const clang::CallExpr* expr, const clang::FunctionDecl* function,
                                      Cell* object = nullptr) = 0;

  // --- decl.cpp
  void declare(const clang::Decl* decl);
  void declare_variable(const clang::VarDecl* variable);
  // Gives the ops whose results these are the user's name, unless they have one.
  void name_values(Cell& cell, const std::string& name);

  // --- ops.cpp
  Cell boolean(bool value);
  Cell apply(const CalleeForm& form, std::vector<Cell> operands, ir::Attributes attributes, const CppType* type);
  Cell act(const CalleeForm& form, const Cell& operand, const ir::Attributes&, const CppType* type, const clang::Expr*);
  Cell apply_to_leaves(const CalleeForm& form, const Cell& operand, const ir::Attributes&, const std::string& path);
  Cell broadcasting(ir::Kind kind, std::vector<Cell> operands, ir::Attributes attributes, const CppType* type);
  bool share_batch(std::vector<Cell>& operands);
  Cell matmul(std::vector<Cell> operands, ir::Attributes attributes, const CppType* type);
  ir::ValueId broadcast(ir::ValueId x, const ir::Shape& shape);
  Cell number_cell(ir::ElementType element, double value);
  Cell full(const std::string& name, const CppType* type, const Cell& number, const clang::Expr* shape);

  // --- expr.cpp
  Cell value(const clang::Expr* expr);
  Outcome outcome(const clang::Expr* expr);
  bool was_refused(const clang::Expr* expr) const;
  // Or is given by a member, or is a stream that began with one.
  bool is_of_refused(const clang::Expr* expr) const;
  // What stands for an argument that the source doesn't write; null for others.
  Cell* stands_for(const clang::OpaqueValueExpr* expr) const;
  // Evaluates for its effects alone.
  void effect(const clang::Expr* expr);
  // The constant that an arithmetic expression is, by Clang's evaluator, or nothing.
  std::optional<clang::APValue> constant_of(const clang::Expr* expr) const;
  std::optional<std::int64_t> integer_of(const clang::Expr* expr) const;
  Cell constant_pointer(const clang::APValue& address, const CppType* type, const clang::Expr* expr);
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

  // --- place.cpp
  Cell* place(const clang::Expr* expr);
  // What an object holds now; refused where it was never written.
  Cell load(Cell& from, const clang::Expr* expr);
  Cell* temporary(Cell cell);
  std::string name_of(const clang::Expr* expr) const;
  Cell* member(Cell& object, const clang::FieldDecl* field);
  // The part of an object that is one of its base classes; null if there is none.
  Cell* base_of(Cell& object, const clang::CXXRecordDecl* base);
  // The object that has this one as a part of its base class; null where it is whole, or a member.
  Cell* derived_object(const Cell& base);
  // The object itself, or the one that has it as a part of a base class, however far.
  Cell& whole_object(Cell& part);
  // The object that a cast between a class and its base gives.
  Cell* converted_class(Cell& object, const clang::CastExpr* expr);
  Cell base_pointer(const clang::CastExpr* expr);
  // An item of a tuple, pair or array by a constant index.
  Cell* element(Cell& object, std::size_t index);
  Cell* followed(Cell& at, std::size_t index);
  Cell* member_at(Cell& at, std::size_t index);
  Cell* variable(const clang::ValueDecl* decl, const clang::Expr* use);
  bool is_never_written(const clang::VarDecl* variable);
  bool is_only_read_here(const clang::VarDecl* variable);
  bool is_readable(const clang::VarDecl* variable);
  Cell read_when_it_runs(const clang::VarDecl* variable);
  Cell* global(const clang::VarDecl* variable, const clang::Expr* use);
  void store(Cell& to, const Cell& from, const clang::Expr* expr);
  Cell* object_given(const clang::Expr* expr);
  bool is_among(const Cell* place, const std::set<const Cell*>& cells) const;

  // --- element.cpp

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
  std::optional<std::int64_t> known_integer(ir::ValueId value) const;
  ir::ValueId whole(std::int64_t number);
  ir::ValueId whole_arithmetic(ir::Kind kind, ir::ValueId x, ir::ValueId y);
  ir::ValueId index_value(const clang::Expr* expr);
  ir::ValueId as_index(const Cell& number);
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
  ir::Extent item_extent(ir::ValueId value);
  ir::Shape item_shape(const Cell& leaf, ir::ValueId sequence, const ir::Shape& axes);
  ir::ValueId sequence_item(const Cell& leaf, ir::ValueId sequence, ir::ValueId index, const ir::Shape& axes);
  ir::ValueId element_value(ir::ValueId x, const std::vector<ir::ValueId>& indices);
  ir::ValueId coefficient(const std::vector<ir::ValueId>& all, const ir::Shape& extents, const std::vector<ir::ValueId>& indices) const;
  ir::ValueId put_there(ir::ValueId sequence, const std::vector<ir::ValueId>& path) const;
  ir::ValueId read_leaf(const Cell& leaf, const std::vector<Step>& steps, const ir::Shape& axes);
  Cell read_tree(const Cell& base, const std::vector<Step>& steps, const CppType* type, ir::Shape axes);
  ir::ValueId with_leaf(const Cell& leaf, ir::ValueId x, const std::vector<Step>& steps, std::size_t first,
                        ir::ValueId value, const ir::Shape& axes);
  void write_tree(Cell& base, const std::vector<Step>& steps, const Cell& from, ir::Shape axes);
  void replace_one(std::vector<Cell>& values, const Cell& by, ir::ValueId index);

  // --- selected.cpp
  // The value by a bool (true: the first) or an index.
  Cell selected(ir::ValueId selector, const std::vector<Cell>& values);
  Cell pointed_where(const Cell& condition, const Cell& to, const Cell& before);
  Cell selected_reference(ir::ValueId selector, const std::vector<Cell>& values);
  ir::Shape common_shape(const std::vector<Cell>& values);
  ir::ValueId sequence_of(const Cell& leaf, std::vector<Cell> values, bool reversed);
  ir::ValueId empty_sequence(ir::ElementType element, int rank, int depth);

  // --- pointer.cpp
  Cell address_of(Cell& object);
  Cell first_of(Cell& container);
  Cell refuse_single(const Cell& pointer, const clang::Expr* expr);
  Cell* pointee(const Cell& pointer, ir::ValueId distance, const clang::Expr* expr);
  Cell* pointee(const clang::Expr* expr);
  std::pair<std::size_t, std::size_t> members_in_a_row(const CppType& owner, std::size_t index) const;
  Cell* member_beside(Cell& object, ir::ValueId distance);
  Cell moved(const Cell& pointer, ir::Kind way, ir::ValueId distance, const clang::Expr* expr);
  Cell pointer_binary(const clang::Expr* expr, clang::BinaryOperatorKind op, const clang::Expr* left,
                      const clang::Expr* right);
  Cell* advance(const clang::Expr* expr, const clang::Expr* pointer, ir::Kind way, ir::ValueId distance, Cell* old);
  Outcome iterator_operator(const clang::CXXOperatorCallExpr* expr);
  Cell pointer_cell(Cell* target, int depth, ir::ValueId offset, const CppType* item);
  bool is_usable(const Cell& pointer, const clang::Expr* expr);
  bool are_apart(const Cell* a, const Cell* b) const;
  Cell distance_or_order(const Cell& left, const Cell& right, clang::BinaryOperatorKind op, const clang::Expr* expr);

  // --- vector.cpp
  Cell construct_vector(const clang::CXXConstructExpr* expr, const CppType* type);
  Outcome call_container(const clang::CallExpr* expr, const clang::CXXMethodDecl* method, Cell& object);
  Cell array_of(const CppType* type, std::vector<Cell> items);
  Cell blank(const CppType* type, ir::Shape axes, int depth);
  void swap(Cell& left, Cell& right, const clang::Expr* expr);
  std::vector<Cell*> list_items(const clang::Expr* list);
  Cell leafwise(const CppType* type, const Cell& x, const Cell& y,
                const std::function<ir::ValueId(ir::ValueId, ir::ValueId)>& op);
  Cell filled_vector(const CppType* type, ir::ValueId n, const Cell& item);
  Cell pushed(const Cell& vector, const Cell& item);
  Cell grown(const Cell& vector, const Cell& item, const std::function<ir::ValueId(ir::ValueId, ir::ValueId)>& op);
  Cell stacked(const CppType* type, const std::vector<Cell>& items);
  Cell vector_of_range(const clang::Expr* first, const clang::Expr* last, const CppType* type);
  Cell vector_of_list(const clang::Expr* list, const CppType* type);
  Cell read_all_as(const clang::Expr* expr, const CppType* type);
  void insert(const clang::Expr* expr, Cell& vector, const Cell& at, const Cell& item);
  void insert_range(const clang::Expr* expr, Cell& vector, const Cell& at, const Range& all);
  void erase(const clang::Expr* expr, Cell& vector, const Cell& first, const Cell& last);
  const clang::CXXConstructorDecl* constructor_for(const CppType& type, const std::vector<const clang::Expr*>& arguments);
  std::optional<Cell> new_item(const clang::Expr* expr, const CppType* type,
                               const std::vector<const clang::Expr*>& arguments);
  Outcome call_vector(const clang::CallExpr* expr, const std::string& name, Cell& vector,
                      const std::vector<const clang::Expr*>& arguments);

  // --- range.cpp
  // The leaves that hold an object, wherever they are.
  void holders(Cell& object, std::vector<Cell*>& leaves);
  bool equal_values(ir::ValueId a, ir::ValueId b, int depth) const;
  // Whether two places are known to be one object.
  bool same_object(const Cell* a, const Cell* b) const;
  Cell* covered(const Cell& first, ir::ValueId count);
  std::optional<Range> range(const clang::Expr* first, const clang::Expr* last);

  // --- construct.cpp
  Cell constructed(const Cell& object, const clang::Expr* expr);
  Cell construct(const clang::CXXConstructExpr* expr);
  Cell construct_tensor(const clang::CXXConstructExpr* expr, const CppType* type);
  Cell construct_members(const clang::CXXConstructExpr* expr, const CppType* type);
  Cell members_of(llvm::ArrayRef<const clang::Expr*> arguments, const CppType* type);
  void assign_members(Cell& to, Cell& from, const clang::Expr* expr);
  Cell inherited(const clang::CXXInheritedCtorInitExpr* expr);
  Cell construct_by_body(const clang::CXXConstructExpr* expr, const CppType* type);
  Cell list(const clang::InitListExpr* expr);
  // What braces hold where they stand for nothing but it: {&x} of a pointer, {f} of a closure. Null elsewhere.
  const clang::Expr* in_braces(const clang::Expr* expr);
  Cell null_pointer(const clang::Expr* expr);
  Cell null_of(const CppType* pointer);
  // The array that a literal is; of a type that is larger, zeros after it.
  Cell text(const clang::StringLiteral* expr, const CppType* type = nullptr);
  Cell array_of_list(const clang::InitListExpr* list, const CppType* type);
  Cell tensor_of_list(const clang::Expr* list, const CppType* type);
  Cell copy_of_function(const clang::Expr* expr);
  Cell closure(const clang::LambdaExpr* expr);
  Cell read_as(Cell& from, const CppType* to, const clang::Expr* expr);
  std::optional<Cell> view_of_pointer(const Cell& pointer, const clang::Expr* shape, const CppType* type, const clang::Expr* expr);
  Cell tensor_of_range(const Range& all, const CppType* type, const clang::Expr* expr);

  // --- moved.cpp
  std::set<const Cell*> alive_cells() const;
  // Refused where a reference, pointer or iterator to an item of the object, or to an item of its items, is used after the
  // object, or those items, were moved or swapped.
  void take_items_along(Cell& object, const clang::Expr* expr, Moved moved = Moved::object);
  // Whether an object is reached from a variable's, otherwise than through these.
  static bool is_reached(const Cell& object, const Cell* from, const std::set<const Cell*>& but, const std::set<const Cell*>& alive);
  // Whether a variable from which the object is reached is named after a place of the current function, or in a statement of it;
  // after it, too, whether the caller of the differentiated function may see the object.
  bool is_reached_after(const Cell& object, clang::SourceLocation place, const std::set<const Cell*>& but) const;
  bool is_reached_in(const Cell& object, const clang::Stmt* stmt, const std::set<const Cell*>& but) const;

  // --- ordering.cpp
  Cell three_way(const clang::BinaryOperator* expr);
  Cell ordering_number(std::int64_t number, const CppType* type);
  std::optional<Cell> ordering_constant(const clang::Expr* expr);
  std::optional<Cell> compare_ordering(const clang::CallExpr* expr, const clang::FunctionDecl* function);

  // --- optional.cpp
  Cell optional_of(const clang::Expr* given, const CppType* type);
  // A member function of a std::optional; nothing where it isn't known.
  std::optional<Outcome> call_optional(const clang::CallExpr* expr, const clang::CXXMethodDecl* method, Cell& object);

  // --- allocate.cpp
  Cell allocated(const clang::Expr* expr, ir::ValueId count, const Cell& item);
  void give_back(const clang::Expr* pointer);
  Cell made_by_new(const clang::CXXNewExpr* expr);
  // std::make_shared of one object.
  std::optional<Cell> made_shared(const clang::CallExpr* expr);
  // A member function of a std::unique_ptr or std::shared_ptr.
  std::optional<Outcome> call_owner(const clang::CallExpr* expr, const clang::CXXMethodDecl* method, Cell& owner);
  std::optional<Cell> made_by_call(const clang::CastExpr* cast);

  // --- default.cpp
  Cell zero(const CppType* type);
  Cell default_made(const CppType* type, const clang::Expr* expr, bool zeroed);
  // What a variable without an initialiser holds. `axes` of arrays are around it.
  Cell uninitialised(const CppType* type, ir::Shape axes = {});
  Cell unwritten(const CppType* type, const ir::Shape& axes);
  std::optional<Parameters> unwritten_since(ir::ValueId x, const std::vector<ir::ValueId>& indices, ir::ValueId assumed = {}) const;
  bool is_unwritten(ir::ValueId x, const std::vector<ir::ValueId>& indices) const;
  void note_read(const Cell& place, const clang::Expr* expr, const std::string& name);
  // Reads since then may be passed over, though they were made into ops.
  void note_passed_over(std::size_t reads);
  bool has_no_value(const Cell& leaf) const;
  Cell with_zeros(const Cell& object);
  Cell default_item(const CppType* type, const clang::Expr* expr);

  // --- complex.cpp
  Cell part(const Cell& x, ir::Kind which);
  Cell complex_of(const Cell& re, const Cell& im, const CppType* type);
  Cell construct_complex(const clang::CXXConstructExpr* expr, const CppType* type);
  ir::ValueId widened(const Cell& x, ir::ElementType element);

  // --- extents.cpp
  std::optional<ir::Shape> extents(const clang::Expr* expr, std::string_view what, bool are_bounds = false);
  std::optional<ir::Extent> extent(const clang::Expr* expr, std::string_view what, bool is_bound = false);
  // The extent that an integer is; one that is computed from data gets a symbol.
  std::optional<ir::Extent> extent_of(const Cell& number, bool is_bound = false);
  std::optional<ir::Extent> known_extent(ir::ValueId integer) const;
  ir::Extent symbol_for(ir::ValueId integer);
  // The elements of a braced list behind whatever Clang wraps it in.
  std::vector<const clang::Expr*> items(const clang::Expr* list) const;
  std::vector<const clang::Expr*> listed(const clang::Expr* expr) const;
  // Bounds as C++ gives them into a begin and an extent.
  bool bound_slice(const ir::Shape& whole, ir::Attributes& attributes);
  std::optional<ir::Attributes> checked_block(std::string_view op, const ir::Shape& whole, const ir::Shape& begin,
                                              const ir::Shape& end, const ir::Shape& strides);
  bool infer_extent(const ir::Shape& whole, ir::Shape& shape);
  // Symbols of its own for the extents of a value whose extents depend on what ran.
  ir::Shape fresh_shape(const std::string& name, int rank);

  // --- signature.cpp
  Cell argument(const CppType* type, const std::string& name, std::vector<ir::ValueId>& leaves);
  Cell value_tree(const CppType* type, const std::string& name, const MakeLeaf& make, int depth = 0, ir::Shape axes = {});
  std::vector<Cell> signature_leaves(Cell value, bool in_vector = false);

  // --- declaration.cpp
  // The signature into the result; false where it was refused.
  bool read_signature();
  clang::QualType to_const(clang::QualType type) const;
  clang::QualType reference_to_const(clang::QualType type) const;
  clang::QualType type_for_header(clang::QualType type) const;
  std::string spelled_for_header(clang::QualType type) const;
  bool read_parameters();
  bool check_extents();
  bool check_pointee(const clang::ParmVarDecl* parameter, Root& root);
  bool check_several(const clang::ParmVarDecl* parameter, Root& root);
  ir::Extent extent_of_pointer(const Root& pointer) const;
  // Through a pointer or reference.
  static bool is_pointer_to_object(clang::QualType type);
  bool is_pointer_to_rows(const clang::ParmVarDecl* parameter) const;
  static bool may_be_written(const clang::ParmVarDecl* parameter);
  ParameterUse use_of(const clang::ParmVarDecl* parameter, unsigned index) const;
  bool read_result();
  void read_names();
  void read_header();
  void read_includes();
  void add_include(const Include& include, std::vector<std::string>& headers) const;
  bool check_signature_type(const clang::ParmVarDecl* parameter, clang::QualType type, const CppType** out);
  bool check_defined_in_header(const CppType& type, const std::string& what, clang::SourceLocation at);
  void describe_signature();

 protected:
  const clang::Expr* discarded_ = nullptr;  // whose value nothing reads
  std::set<const clang::VarDecl*> early_;  // that have an object before their declaration is reached, since a label stands after it
};

// An argument without what Clang wraps around one that is bound to a reference or copied.
const clang::Expr* unwrapped(const clang::Expr* expr);

// Whether the items are members of the type one by one.
bool is_list_like(const CppType* type);

// Whether a member is what a base class has.
bool is_base(const CppType& type, std::size_t member);

// Whether the type has members that are references.
bool has_references(const CppType& type);

}  // namespace tool

