// A source that Clang has read, with everything that later stages ask about it: the AST, the places of its
// includes and requests, what it was read from, and its diagnostics. It owns Clang's objects for as long as
// the AST is needed, which is until the last source of the run has been processed: a function may call into
// another.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <llvm/Support/raw_ostream.h>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tool/source/report.h"

namespace tool {

// An include directive of the main file.
struct Include {
  std::string name;  // as written between the quotes or brackets
  bool angled = false;
  clang::SourceLocation at;
  std::set<std::size_t> needs = {};  // those before it whose macros the files behind it read, and that they don't include themselves

  std::string text() const { return angled ? "<" + name + ">" : "\"" + name + "\""; }
};

// A macro that the main file defines and that a file which it includes reads.
struct MacroForIncludes {
  std::string name, definition;  // "NAME" and "NAME 1"
};

class Source {
 public:
  explicit Source(std::string path);
  ~Source();
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  const std::string& path() const { return path_; }  // as the user gave it
  const std::string& stem() const { return stem_; }
  clang::CompilerInstance& compiler() const { return *compiler_; }
  clang::ASTContext& ast() const { return compiler_->getASTContext(); }
  clang::SourceManager& source_manager() const { return compiler_->getSourceManager(); }
  Report& report() const { return *report_; }

  // False where the driver refused the flags or the file could not be opened: there is no AST then.
  bool has_ast() const { return parsed_; }

  // The include of the main file through which a declaration came; nothing for one in the main file itself.
  std::optional<Include> include_of(clang::SourceLocation at) const;
  std::optional<std::size_t> include_number_of(clang::SourceLocation at) const;  // among `includes`

  // Whether it is known by what it is and not followed into its body. Other functions of installed headers are followed.
  bool is_of_standard_library(const clang::Decl* decl) const;
  bool is_installed(clang::SourceLocation at) const { return source_manager().isInSystemHeader(at); }

  // `file.cpp:12` of a location, with the path as it was written.
  std::string place(clang::SourceLocation at) const;

  // Prints what has been reported since the last call to standard error.
  void flush_diagnostics();

  // Drops what was reported since the mark was taken.
  using Mark = std::size_t;
  Mark mark() const { return diagnostics_text_.size(); }
  void rewind(Mark mark) { diagnostics_text_.resize(mark); }

  // Of the other sources of the run; null where there are none.
  class Definitions* definitions = nullptr;
  // Those that its generated header declares; null before they are known.
  class Derivatives* derivatives = nullptr;

  // Filled while parsing.
  std::vector<Include> includes;                      // of the main file, in order
  std::vector<MacroForIncludes> macros;               // in the order in which they are read
  std::vector<clang::SourceLocation> request_macros;  // where GRADC_DIFFERENTIATE was expanded
  std::vector<std::string> dependencies;              // every file read, the source first; no virtual ones
  std::set<std::string> virtual_stems;                // whose generated headers were included
  bool has_followed_containers = false;               // it included one of gradc/parsed/std
  bool errors_may_be_of_sizes = false;                // an assertion fails, or an installed header
  std::vector<clang::FileID> own_files;               // the source, then the user's headers: no system headers

  // Other sources out of which functions were taken.
  std::set<const Source*> taken_from;

 private:
  friend class Parse;

  std::string path_, stem_;
  std::string diagnostics_text_;
  llvm::raw_string_ostream diagnostics_;
  std::unique_ptr<clang::DiagnosticConsumer> printer_;
  std::unique_ptr<clang::CompilerInstance> compiler_;
  std::unique_ptr<clang::FrontendAction> action_;  // ended by the destructor
  std::unique_ptr<Report> report_;
  bool parsed_ = false;
  mutable std::map<clang::FileID, bool> standard_files_;  // by whether they are the compiler's or the C++ library's
};

}  // namespace tool
