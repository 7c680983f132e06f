// What Clang itself refuses, as a user of gradc needs it: a function that gradc has by another name gets a note that says so,
// and an assertion in a header of gradc is shown at the line that it is about, not in the macros of the header.
#pragma once

#include <clang/Frontend/TextDiagnosticPrinter.h>

#include <optional>
#include <string>

namespace tool {

class ClangErrors : public clang::TextDiagnosticPrinter {
 public:
  ClangErrors(llvm::raw_ostream& out, clang::DiagnosticOptions* options);

  void BeginSourceFile(const clang::LangOptions& language, const clang::Preprocessor* preprocessor) override;
  void EndSourceFile() override;
  void finish() override { release(); }
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& what) override;

  // Whether an error may be there for the size of a type: an assertion, or one in an installed header; of gradc's headers none.
  bool may_be_of_sizes() const { return may_be_of_sizes_; }

 private:
  struct Held {
    clang::FullSourceLoc at;
    std::string text;
  };
  void print(clang::FullSourceLoc at, clang::DiagnosticsEngine::Level level, const std::string& text);
  void release();

  llvm::raw_ostream& out_;
  clang::DiagnosticOptions* options_;
  const clang::LangOptions* language_ = nullptr;
  std::optional<Held> held_;  // an assertion until a note says which line asked for it
  std::optional<Held> candidate_of_;  // what a call should be, if the note that comes next says that it is one of gradc
  bool drops_notes_ = false;  // those of one that was shown
  bool may_be_of_sizes_ = false;
};

}  // namespace tool
