// What a class of Eigen is: a matrix or an expression of one, by the constants and types that Eigen's documentation names
// (RowsAtCompileTime, Scalar), whatever template it is of.
#pragma once

#include <clang/AST/DeclCXX.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tool {

struct EigenClass {
  enum class Role : std::uint8_t {
    owner,       // Matrix, Array: holds its coefficients
    view,        // Map, Ref, Block, Transpose: coefficients of another object, read and written there
    expression,  // a sum, a product: computed where it is read
    solver,      // LLT, PartialPivLU: what a decomposition was made of
  };
  enum class Sort : std::uint8_t {
    dense,
    diagonal,    // asDiagonal(), DiagonalMatrix: the diagonal alone is held
    triangular,  // triangularView, selfadjointView: all of it, with zeros where the view has none
  };
  Role role = Role::expression;
  Sort sort = Sort::dense;
  std::string name;  // of the template: "Block"
  clang::QualType scalar;
  std::int64_t rows = -1, columns = -1;  // -1: known at run time
  bool row_major = false;
  bool is_of_const = false;  // of a triangle: of a matrix that is only read
  bool is_array = false;  // whose operators work coefficient by coefficient

  bool is_vector() const { return rows == 1 || columns == 1; }
  // Of the tensor that holds it, whose axes are in the order of memory.
  int rank() const { return is_vector() || sort == Sort::diagonal ? 1 : 2; }
  std::vector<std::int64_t> extents() const;
  // Which axis of a tensor of rank 2 counts rows.
  std::size_t row_axis() const { return row_major ? 0 : 1; }
  // "Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::RowMajor>" of that scalar: what owns such coefficients.
  std::string owner(const std::string& scalar_name) const;
};

// Nothing where the class is none of Eigen's, or none of these.
std::optional<EigenClass> eigen_class(const clang::CXXRecordDecl& record);
std::optional<EigenClass> eigen_class(clang::QualType type);

// Whether Eigen computes a value of the type into memory of its own before it assigns it: a product, a sum that ends in one.
bool is_computed_first(clang::QualType type);

// Whether a declaration is in namespace Eigen, however deep.
bool is_of_eigen(const clang::Decl& decl);

}  // namespace tool
