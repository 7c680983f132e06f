// A walk over Clang's trees, for all who look through one. Clang's own visitor is a template, each instance of which takes
// longer to compile than all that is done with it: here it has one.
#pragma once

#include <clang/AST/DeclBase.h>
#include <clang/AST/Stmt.h>
#include <clang/AST/TemplateBase.h>
#include <clang/AST/Type.h>

namespace tool {

class Walk {
 public:
  virtual ~Walk() = default;
  // In the order of the source. False where the walk was ended; nothing is changed. Null is a walk through nothing.
  bool through(const clang::Stmt* stmt);
  bool through(const clang::Decl* decl);
  bool through(clang::QualType type);
  bool through(llvm::ArrayRef<clang::TemplateArgument> arguments);

 protected:
  // Whether it goes through code that nobody wrote, such as the variables of a range-for.
  virtual bool sees_implicit_code() const { return false; }
  virtual bool sees_instantiations() const { return false; }
  // False: neither this is seen nor what is inside of it.
  virtual bool enters(clang::Stmt*) { return true; }
  virtual bool enters(clang::Decl*) { return true; }
  // After what is inside of a statement that was entered.
  virtual void leaves(clang::Stmt*) {}
  // Before what is inside of it. False ends the walk.
  virtual bool sees(clang::Stmt*) { return true; }
  virtual bool sees(clang::Decl*) { return true; }
  virtual bool sees(clang::Type*) { return true; }

 private:
  class Visitor;
};

}  // namespace tool
