#include "tool/source/instantiate.h"

#include <clang/Sema/Overload.h>
#include <clang/Sema/Sema.h>

namespace tool {

// Clang's semantic analysis is still there after the parse; it deduces the template's arguments as for a call in the
// source. Values whose expressions are of no interest stand for the arguments.
const clang::FunctionDecl* instantiated(const Source& source, clang::FunctionTemplateDecl* function,
                                        const std::vector<clang::QualType>& arguments) {
  if (!source.compiler().hasSema()) return nullptr;
  clang::Sema& sema = source.compiler().getSema();
  const clang::SourceLocation at = function->getLocation();
  std::vector<clang::Expr*> values;
  for (const clang::QualType type : arguments)
    values.push_back(new (sema.Context) clang::OpaqueValueExpr(at, type.getNonReferenceType().withConst(), clang::VK_LValue));
  clang::OverloadCandidateSet candidates(at, clang::OverloadCandidateSet::CSK_Normal);
  sema.AddTemplateOverloadCandidate(function, clang::DeclAccessPair::make(function, clang::AS_none), nullptr, values, candidates);
  clang::OverloadCandidateSet::iterator best;
  if (candidates.BestViableFunction(sema, at, best) != clang::OR_Success) return nullptr;
  sema.MarkFunctionReferenced(at, best->Function);
  sema.PerformPendingInstantiations();
  return best->Function;
}

}  // namespace tool
