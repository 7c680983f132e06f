#include "tool/lower/eigen_class.h"

#include <clang/AST/DeclTemplate.h>
#include <fmt/format.h>

#include <functional>
#include <set>

namespace tool {
namespace {

const clang::ClassTemplateSpecializationDecl* specialization(const clang::CXXRecordDecl& record) {
  return llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
}

const clang::CXXRecordDecl* record_argument(const clang::CXXRecordDecl& record) {
  const auto* special = specialization(record);
  if (!special || special->getTemplateArgs().size() == 0) return nullptr;
  const clang::TemplateArgument& first = special->getTemplateArgs()[0];
  return first.getKind() == clang::TemplateArgument::Type ? first.getAsType().getNonReferenceType()->getAsCXXRecordDecl() : nullptr;
}

// The class and those that it is derived from, the nearest first, until one is found.
const clang::CXXRecordDecl* find_base(const clang::CXXRecordDecl& record, const std::function<bool(const clang::CXXRecordDecl&)>& is_it) {
  const clang::CXXRecordDecl* defined = record.getDefinition();
  if (!defined) return nullptr;
  if (is_it(*defined)) return defined;
  for (const clang::CXXBaseSpecifier& base : defined->bases())
    if (const auto* of = base.getType()->getAsCXXRecordDecl())
      if (const auto* found = find_base(*of, is_it)) return found;
  return nullptr;
}

// A constant that the class or one of its bases has by that name.
std::optional<std::int64_t> constant_of(const clang::CXXRecordDecl& record, llvm::StringRef name) {
  std::optional<std::int64_t> value;
  find_base(record, [&](const clang::CXXRecordDecl& base) {
    for (const clang::Decl* decl : base.decls())
      if (const auto* list = llvm::dyn_cast<clang::EnumDecl>(decl))
        for (const clang::EnumConstantDecl* one : list->enumerators())
          if (one->getName() == name) {
            value = one->getInitVal().getExtValue();
            return true;
          }
    return false;
  });
  return value;
}

clang::QualType scalar_of(const clang::CXXRecordDecl& record) {
  clang::QualType type;
  find_base(record, [&](const clang::CXXRecordDecl& base) {
    for (const clang::Decl* decl : base.decls())
      if (const auto* named = llvm::dyn_cast<clang::TypedefNameDecl>(decl); named && named->getName() == "Scalar")
        type = named->getUnderlyingType().getCanonicalType();
    return !type.isNull();
  });
  return type;
}

bool has_base(const clang::CXXRecordDecl& record, llvm::StringRef name) {
  return find_base(record, [&](const clang::CXXRecordDecl& base) { return base.getName() == name; }) != nullptr;
}

EigenClass::Role role_of(const clang::CXXRecordDecl& record) {
  using Role = EigenClass::Role;
  static const std::set<llvm::StringRef> kOwners = {"Matrix", "Array", "DiagonalMatrix"};
  static const std::set<llvm::StringRef> kMaps = {"Map", "Ref"};
  static const std::set<llvm::StringRef> kParts = {"Block", "VectorBlock", "Transpose", "Diagonal", "Reverse", "ArrayWrapper", "MatrixWrapper"};
  if (kOwners.contains(record.getName())) return Role::owner;
  if (kMaps.contains(record.getName())) return Role::view;
  if (has_base(record, "SolverBase") || has_base(record, "SVDBase") || record.getName() == "SelfAdjointEigenSolver") return Role::solver;
  if (!kParts.contains(record.getName())) return Role::expression;
  const clang::CXXRecordDecl* of = record_argument(record);
  return of && role_of(*of) != Role::expression ? Role::view : Role::expression;
}

}  // namespace

bool is_of_eigen(const clang::Decl& decl) {
  const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(decl.getDeclContext()->getEnclosingNamespaceContext());
  for (; space; space = llvm::dyn_cast<clang::NamespaceDecl>(space->getParent()))
    if (space->getName() == "Eigen" && space->getParent()->getRedeclContext()->isTranslationUnit()) return true;
  return false;
}

std::vector<std::int64_t> EigenClass::extents() const {
  if (sort == Sort::diagonal) return {rows};
  if (is_vector()) return {rows == 1 ? columns : rows};
  return row_major ? std::vector{rows, columns} : std::vector{columns, rows};
}

std::string EigenClass::owner(const std::string& scalar_name) const {
  const auto extent = [](std::int64_t n) { return n < 0 ? std::string("Eigen::Dynamic") : fmt::to_string(n); };
  // Of a single row Eigen asks that it is in rows, and of a single column that it isn't.
  const bool says_order = row_major && !is_vector();
  return fmt::format("Eigen::{}<{}, {}, {}{}>", is_array ? "Array" : "Matrix", scalar_name, extent(rows), extent(columns),
                     says_order ? ", Eigen::RowMajor" : "");
}

std::optional<EigenClass> eigen_class(const clang::CXXRecordDecl& given) {
  if (!is_of_eigen(given)) return std::nullopt;
  const clang::CXXRecordDecl* record = given.getDefinition();
  if (!record) return std::nullopt;
  // By a base class an object is what its class is: MatrixBase<Matrix<double, 3, 1>>.
  if (const auto* base = find_base(*record, [](const clang::CXXRecordDecl& one) { return one.getName() == "EigenBase"; }))
    record = record_argument(*base);
  else if (record->getName() != "SelfAdjointEigenSolver")
    return std::nullopt;
  if (!record || !is_of_eigen(*record)) return std::nullopt;
  record = record->getDefinition();
  if (!record) return std::nullopt;
  EigenClass known;
  known.role = role_of(*record);
  const clang::CXXRecordDecl* shaped = record;
  if (known.role == EigenClass::Role::solver) shaped = record_argument(*record);
  if (!shaped) return std::nullopt;
  const auto rows = constant_of(*shaped, "RowsAtCompileTime"), columns = constant_of(*shaped, "ColsAtCompileTime");
  known.scalar = scalar_of(*shaped);
  if (!rows || !columns || known.scalar.isNull()) return std::nullopt;
  known.name = record->getName().str();
  known.rows = *rows;
  known.columns = *columns;
  if (has_base(*record, "DiagonalBase"))
    known.sort = EigenClass::Sort::diagonal;
  else if (has_base(*record, "TriangularBase"))
    known.sort = EigenClass::Sort::triangular;
  known.row_major = constant_of(*shaped, "IsRowMajor").value_or(0) != 0;
  if (const auto* of = record_argument(*record); of && known.sort == EigenClass::Sort::triangular) {
    known.row_major = constant_of(*of, "IsRowMajor").value_or(0) != 0;
    known.is_of_const = specialization(*record)->getTemplateArgs()[0].getAsType().isConstQualified();
  }
  known.is_array = has_base(*record, "ArrayBase");
  return known;
}

std::optional<EigenClass> eigen_class(clang::QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record ? eigen_class(*record) : std::nullopt;
}

bool is_computed_first(clang::QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  const auto* special = record ? specialization(*record) : nullptr;
  if (!special || !is_of_eigen(*record)) return false;
  const auto arguments = special->getTemplateArgs().asArray();
  if (record->getName() == "Product") return arguments.size() == 3 && arguments[2].getAsIntegral() == 0;
  if (record->getName() != "CwiseBinaryOp" || arguments.size() != 3) return false;
  const auto name = [&](std::size_t i) {
    const auto* of = arguments[i].getAsType()->getAsCXXRecordDecl();
    return of ? of->getName() : llvm::StringRef();
  };
  const bool is_sum = name(0) == "scalar_sum_op" || name(0) == "scalar_difference_op";
  const bool is_scaled = name(0) == "scalar_product_op" && name(1) == "CwiseNullaryOp";
  return (is_sum || is_scaled) && name(2) == "Product" && is_computed_first(arguments[2].getAsType());
}

}  // namespace tool
