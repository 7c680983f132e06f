#include "tool/source/report.h"

#include <llvm/Support/raw_ostream.h>

namespace tool {
namespace {

// With the names of the containers that are followed as users know them.
std::string as_in_std(std::string_view text) {
  constexpr std::string_view kFollowed = "gradc_std::";
  std::string named(text);
  for (std::size_t at = named.find(kFollowed); at != std::string::npos; at = named.find(kFollowed, at)) named.replace(at, kFollowed.size(), "std::");
  return named;
}

}  // namespace

// One custom id each: the texts are ours and already complete, so Clang's `%` formatting never sees them.
Report::Report(clang::DiagnosticsEngine& engine)
    : engine_(&engine),
      error_id_(engine.getCustomDiagID(clang::DiagnosticsEngine::Error, "%0 [%1]")),
      warning_id_(engine.getCustomDiagID(clang::DiagnosticsEngine::Warning, "%0 [%1]")),
      remark_id_(engine.getCustomDiagID(clang::DiagnosticsEngine::Remark, "%0 [%1]")),
      note_id_(engine.getCustomDiagID(clang::DiagnosticsEngine::Note, "%0")) {}

void Report::error(clang::SourceLocation at, std::string_view name, std::string_view text,
                   clang::SourceRange range) {
  if (heard_) {
    heard_->push_back({at, std::string(name), as_in_std(text)});
    return;
  }
  clang::DiagnosticBuilder builder = engine_->Report(at, error_id_);
  builder << as_in_std(text) << llvm::StringRef(name);
  if (range.isValid()) builder << range;
}

void Report::warning(clang::SourceLocation at, std::string_view name, std::string_view text) {
  if (heard_) return;
  engine_->Report(at, warning_id_) << as_in_std(text) << llvm::StringRef(name);
}

void Report::remark(clang::SourceLocation at, std::string_view name, std::string_view text) {
  if (heard_) return;
  engine_->Report(at, remark_id_) << as_in_std(text) << llvm::StringRef(name);
}

void Report::note(clang::SourceLocation at, std::string_view text, clang::SourceRange range) {
  if (heard_) return;
  clang::DiagnosticBuilder builder = engine_->Report(at, note_id_);
  builder << as_in_std(text);
  if (range.isValid()) builder << range;
}

void Report::errors(const ir::Diagnostics& diagnostics,
                    const std::function<clang::SourceLocation(ir::LocId)>& place,
                    const std::function<void()>& after_each) {
  for (const ir::Diagnostic& diagnostic : diagnostics.list()) {
    error(place(diagnostic.loc), ir::row(diagnostic.id).name, diagnostic.text);
    for (const ir::Note& added : diagnostic.notes) note(place(added.loc), added.text);
    if (after_each) after_each();
  }
}

void print_error(std::string_view text) { llvm::errs() << "gradc: error: " << llvm::StringRef(text) << '\n'; }
void print_note(std::string_view text) { llvm::errs() << "gradc: note: " << llvm::StringRef(text) << '\n'; }

}  // namespace tool
