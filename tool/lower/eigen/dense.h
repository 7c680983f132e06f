// Matrices of Eigen by what Eigen's documentation says of them, without a look into its templates. An object is a tensor whose
// axes are in the order of its memory, of one axis where its class says that it is a vector; an expression is its value, computed
// where it stands; a block, a Map or a transpose is a place in another object.
#pragma once

#include "tool/lower/library/library.h"

namespace tool {

class Dense : public Library {
 public:
  using Library::Library;

  // A value in the order of memory of a class. Not valid after a report.
  struct Matrix {
    ir::ValueId value;
    EigenClass like;
  };
  using Arguments = std::vector<const clang::Expr*>;
  using Row = std::pair<Part::Begin, ir::Extent>;  // where lines begin, and how many there are

  // --- call.cpp
  // Nothing where the body is to be followed.
  std::optional<Outcome> call_eigen(const clang::CallExpr* expr, const clang::FunctionDecl* function);
  std::optional<Outcome> call_known(const clang::CallExpr* expr, const clang::FunctionDecl* function);
  std::optional<Outcome> call_object(const clang::CallExpr* expr, const std::string& name, const clang::Expr* object, const Arguments& arguments);
  std::optional<Outcome> call_free(const clang::CallExpr* expr, const std::string& name, const Arguments& arguments);
  std::optional<Outcome> coefficient(const clang::CallExpr* expr, const std::string& name, const clang::Expr* object, const Arguments& arguments);
  std::optional<Cell> size(const clang::CallExpr* expr, const std::string& name, const clang::Expr* object);
  std::optional<Matrix> matrix(const clang::Expr* expr);
  Cell scalar(const clang::Expr* expr);
  // The value as what the expression is.
  Outcome made(const clang::Expr* expr, const std::optional<Matrix>& value);
  Outcome made_scalar(const clang::Expr* expr, ir::ValueId value);
  Outcome unknown(const clang::Expr* expr, const clang::FunctionDecl* function);
  // How many places of objects were read one by one since; what is computed at once doesn't count.
  template <class F>
  auto at_once(F compute) {
    const std::size_t before = reads_.size();
    auto result = compute();
    reads_.resize(before);
    return result;
  }

  // Of each coefficient it reads others too.
  template <class F>
  auto from_any(F compute) {
    const std::size_t before = reads_.size();
    auto result = compute();
    for (std::size_t i = before; i < reads_.size(); ++i) reads_[i].any = true;
    return result;
  }

  // --- arithmetic.cpp
  ir::ValueId conform(const Matrix& x, const EigenClass& to);
  ir::ValueId dense_diagonal(const Matrix& x);
  ir::ValueId each(ir::Kind kind, std::vector<ir::ValueId> values);
  std::optional<Matrix> each_of(const clang::CallExpr* expr, ir::Kind kind, const Arguments& operands);
  std::optional<Matrix> unary(const std::string& name, const clang::Expr* operand);
  std::optional<Matrix> binary(const clang::CallExpr* expr, const std::string& name, const Arguments& operands);
  ir::ValueId binary_of(const std::string& name, ir::ValueId x, ir::ValueId y);
  std::optional<Matrix> product(const Matrix& a, const Matrix& b, const EigenClass& to);
  std::optional<Matrix> product_of(const clang::CallExpr* expr, const clang::Expr* left, const clang::Expr* right);
  std::optional<Matrix> cross(const clang::CallExpr* expr, const clang::Expr* left, const clang::Expr* right);
  std::optional<Matrix> by_function(const clang::CallExpr* expr, const Arguments& operands, const clang::Expr* function);
  std::optional<Matrix> select(const clang::CallExpr* expr, const clang::Expr* condition, const Arguments& arguments);
  std::optional<Matrix> replicate(const clang::CallExpr* expr, const clang::Expr* object, const Arguments& arguments);
  ir::ValueId number(ir::ElementType element, double value);

  // --- small.cpp
  std::optional<std::vector<std::int64_t>> small_extents(ir::ValueId x);
  std::vector<ir::ValueId> coefficients(ir::ValueId x);
  ir::ValueId of_coefficients(std::vector<ir::ValueId> all, const std::vector<std::int64_t>& extents);
  std::optional<ir::ValueId> each_small(ir::Kind kind, const std::vector<ir::ValueId>& values);
  ir::ValueId sum_of(const std::vector<ir::ValueId>& terms);
  std::optional<ir::ValueId> reduced_small(const std::string& name, ir::ValueId x);
  std::optional<Matrix> product_small(const Matrix& a, const Matrix& b, const EigenClass& to);
  static std::optional<std::vector<std::size_t>> small_places(const Part& part, const std::vector<std::int64_t>& extents);

  // --- reduce.cpp
  std::optional<ir::ValueId> reduced(const clang::CallExpr* expr, const std::string& name, const Matrix& x, const ir::Integers& axes);
  std::optional<Outcome> reduction(const clang::CallExpr* expr, const std::string& name, const clang::Expr* object, const Arguments& arguments);
  std::optional<Outcome> extreme(const clang::CallExpr* expr, const Matrix& x, bool least, const Arguments& arguments);
  std::optional<Outcome> by_lines(const clang::CallExpr* expr, const std::string& name, const clang::Expr* lines, const Arguments& arguments);
  static const clang::Expr* lines_of(const clang::Expr* lines, bool& columns);

  // --- part.cpp
  std::optional<Outcome> part(const clang::CallExpr* expr, const std::string& name, const clang::Expr* object, const Arguments& arguments);
  std::optional<Part> block(const std::string& name, const Matrix& whole, const EigenClass& result, const Arguments& arguments);
  std::optional<Part::Begin> begin(const clang::Expr* expr);
  Part::Begin begin_of(const ir::Extent& extent);
  Cell* view(Cell& object, const CppType* type, Part part);
  ir::ValueId starts_of(const Part& part);
  Cell read_part(const Projection& place, const CppType* type) override;
  void write_part(const Projection& place, const CppType* type, const Cell& from) override;
  Cell* element_of_part(Cell& part, const std::vector<ir::ValueId>& indices) override;
  Cell read_memory(const Projection& place, const CppType* type);
  void write_memory(const Projection& place, const Cell& from);
  Cell* lazy_place(const clang::Expr* expr) override;
  Cell* map(const clang::CXXConstructExpr* expr, const CppType* type);
  // What is assigned to.
  Cell* target(const clang::Expr* expr);
  bool reads_what_it_writes(const Cell& to, std::size_t first, const clang::Expr* expr);
  // Whether an expression that was computed since reads coefficients of the object, which a function may write before it reads that.
  bool is_read_since(const Cell& object, std::size_t first) const;
  void put(const clang::Expr* expr, Cell* to, const std::optional<Matrix>& from, std::size_t first);
  std::optional<Outcome> assignment(const clang::CallExpr* expr, const std::string& name, const clang::Expr* object, const Arguments& arguments);
  std::optional<Outcome> setter(const clang::CallExpr* expr, const std::string& name, const clang::Expr* object, const Arguments& arguments);

  // --- construct.cpp
  Cell construct_eigen(const clang::CXXConstructExpr* expr, const CppType* type) override;
  std::optional<ir::Shape> shape_of(const EigenClass& known, const Arguments& sizes);
  std::optional<Matrix> full(const EigenClass& known, const ir::Shape& shape, const Cell& value);
  std::optional<Matrix> identity(const EigenClass& known, const ir::Shape& shape);
  std::optional<Matrix> nullary(const clang::CallExpr* expr, const EigenClass& known, const std::string& name, const Arguments& arguments);
  std::optional<Matrix> of_scalars(const EigenClass& known, std::vector<Cell> scalars);
  std::optional<Outcome> commas(const clang::CallExpr* expr);
  ir::ValueId normalized(ir::ValueId x);
  std::optional<Matrix> of_rows(const clang::Expr* list, const EigenClass& known);

  // --- solve.cpp
  std::optional<Outcome> decomposition(const clang::CallExpr* expr, const std::string& name, const clang::Expr* object, const Arguments& arguments);
  std::optional<Outcome> solver(const clang::CallExpr* expr, const std::string& name, const clang::Expr* object, const Arguments& arguments);
  std::optional<Cell> construct_solver(const clang::CXXConstructExpr* expr, const CppType* type);
  std::optional<Matrix> solved(const clang::CallExpr* expr, const Matrix& a, const std::string& by, const clang::Expr* right);
  std::optional<Matrix> triangular(const clang::CallExpr* expr, const std::string& name, const clang::Expr* object);
  std::optional<Matrix> triangular_solved(const clang::CallExpr* expr, const clang::Expr* object, const clang::Expr* right);
  ir::ValueId lower_mirrored(const Matrix& a);
  ir::ValueId in_rows(const Matrix& a);

 protected:
  // A place that the expression that is being computed reads one coefficient after the other: that which is written, or any.
  struct Read {
    const Cell* place;
    bool any = false;
  };
  std::vector<Read> reads_;
  bool lazy_product_ = false;  // of which single coefficients are computed, where they are assigned
};

// The op that the IR calls so. Only ops that C++ itself has, or that passes know laws of, are named by their kinds here.
ir::Kind op_named(std::string_view name);
// The kind of an op on each coefficient, by its name in Eigen; nothing for others.
std::optional<ir::Kind> kind_of_each(const std::string& name, bool is_array);

}  // namespace tool
