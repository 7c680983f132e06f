#include "tool/source/source.h"

#include <clang/Basic/SourceManager.h>
#include <fmt/format.h>

#include "tool/base/options.h"

namespace tool {

Source::Source(std::string path)
    : path_(std::move(path)), stem_(stem_of(path_)), diagnostics_(diagnostics_text_) {}

Source::~Source() {
  // Clang's own order of taking things down; the printer must outlive it.
  if (parsed_) action_->EndSourceFile();
}

std::optional<std::size_t> Source::include_number_of(clang::SourceLocation at) const {
  const clang::SourceManager& sources = source_manager();
  at = sources.getExpansionLoc(at);
  while (at.isValid() && sources.getFileID(at) != sources.getMainFileID()) {
    const clang::SourceLocation from = sources.getIncludeLoc(sources.getFileID(at));
    if (from.isValid() && sources.getFileID(from) == sources.getMainFileID()) {
      // The include's location is that of its file name; the directive before it is on the same line.
      const unsigned line = sources.getSpellingLineNumber(from);
      for (std::size_t i = 0; i < includes.size(); ++i)
        if (sources.getSpellingLineNumber(includes[i].at) == line) return i;
      return std::nullopt;
    }
    at = from;
  }
  return std::nullopt;
}

std::optional<Include> Source::include_of(clang::SourceLocation at) const {
  const auto number = include_number_of(at);
  return number ? std::optional(includes[*number]) : std::nullopt;
}

std::string Source::place(clang::SourceLocation at) const {
  const clang::PresumedLoc presumed = source_manager().getPresumedLoc(source_manager().getExpansionLoc(at));
  return presumed.isValid() ? fmt::format("{}:{}", presumed.getFilename(), presumed.getLine()) : path_;
}

void Source::flush_diagnostics() {
  if (printer_) printer_->finish();
  diagnostics_.flush();
  llvm::errs() << diagnostics_text_;
  diagnostics_text_.clear();
}

}  // namespace tool
