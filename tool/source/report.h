// Named diagnostics through Clang's own machinery, so that users get `file:line:col: error: text [name]`, the
// line, the caret, include stacks and colours as from their compiler. Separate from the tables
// (diagnostic.h), which know no source locations.
#pragma once

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceLocation.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tool/base/diagnostic.h"

namespace tool {

class Report {
 public:
  explicit Report(clang::DiagnosticsEngine& engine);

  // An error of the front end. The range, where there is one, is underlined.
  template <class... Args>
  void error(clang::SourceLocation at, DiagnosticId id, const Args&... args) {
    error(at, row(id).name, text_of(id, args...));
  }
  // One whose text is complete: of the IR, or with a range.
  void error(clang::SourceLocation at, std::string_view name, std::string_view text,
             clang::SourceRange range = {});

  // What does not stop generation.
  void warning(clang::SourceLocation at, std::string_view name, std::string_view text);

  // A note that stands alone.
  void remark(clang::SourceLocation at, std::string_view name, std::string_view text);

  // Belongs to the error or warning before it. An invalid location prints no place.
  void note(clang::SourceLocation at, std::string_view text, clang::SourceRange range = {});

  // Those of the IR and its passes. `place` tells where in the source a location of the IR is; `after_each`
  // may add the note that says who asked.
  void errors(const ir::Diagnostics& diagnostics,
              const std::function<clang::SourceLocation(ir::LocId)>& place,
              const std::function<void()>& after_each = {});

  // Errors so far, Clang's included.
  bool has_errors() const { return engine_->hasErrorOccurred(); }

  // From now on errors are kept here and not printed, and no warnings or notes either; null: as before. What is only tried
  // is no error of the source.
  struct Heard {
    clang::SourceLocation at;
    std::string name, text;
  };
  void listen(std::vector<Heard>* heard) { heard_ = heard; }

 private:
  clang::DiagnosticsEngine* engine_;
  std::vector<Heard>* heard_ = nullptr;
  unsigned error_id_, warning_id_, remark_id_, note_id_;
};

// For what has no source: `gradc: error: text` on standard error.
void print_error(std::string_view text);
void print_note(std::string_view text);

}  // namespace tool
