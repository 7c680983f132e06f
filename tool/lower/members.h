// The members of a class as a program names them: those of a member without a name are members of the class, and the
// members of a union of one type are one member with several names.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tool {

struct NamedMember {
  clang::QualType type;
  std::vector<const clang::FieldDecl*> names;  // more than one in a union
  std::uint64_t offset = 0;                    // in bits
};

// In the order of the source; base classes are not among them. The text says why they can't be told, or is empty.
std::pair<std::vector<NamedMember>, std::string> named_members(const clang::ASTContext& context,
                                                               const clang::CXXRecordDecl& record);

}  // namespace tool
