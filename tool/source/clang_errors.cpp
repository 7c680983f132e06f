#include "tool/source/clang_errors.h"

#include <clang/AST/DeclCXX.h>
#include <clang/Basic/DiagnosticParse.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/TextDiagnostic.h>
#include <fmt/format.h>

#include "tool/base/callees.h"
#include "tool/base/diagnostic.h"
#include "tool/base/nearest.h"

namespace tool {
namespace {

using Level = clang::DiagnosticsEngine::Level;

bool in_header_of_gradc(clang::FullSourceLoc at) {
  if (at.isInvalid()) return false;
  const clang::PresumedLoc presumed = at.getExpansionLoc().getPresumedLoc();
  return presumed.isValid() && llvm::StringRef(presumed.getFilename()).contains("/include/gradc/");
}

// How a part is written, which other libraries take by its size or along one axis.
std::string form_of(std::string_view function) {
  if (function == "slice")
    return "gradc::slice(x, {begin, ...}, {end, ...}) takes where a part begins and where it ends on each axis: n elements from i "
           "on are {i} and {i + n}, and all of an axis 0 and x.extent(axis)";
  if (function == "dynamic_slice")
    return "gradc::dynamic_slice(x, places, {n, ...}) takes a gradc::Vector of integers, where the part begins on each axis, and "
           "its extents; gradc::slice(x, {i, ...}, {i + n, ...}) takes integers";
  return {};
}

// The function that no form of was called, by its name alone.
std::string called_in_no_form(const clang::Diagnostic& what) {
  using Kind = clang::DiagnosticsEngine::ArgumentKind;
  const bool is_call = what.getID() == clang::diag::err_ovl_no_viable_function_in_call && what.getNumArgs() > 0;
  if (!is_call || what.getArgKind(0) != Kind::ak_declarationname) return {};
  return clang::DeclarationName::getFromOpaqueInteger(what.getRawArg(0)).getAsString();
}

// What to write instead of a name that gradc doesn't have, `gradc::arange`, or of a member that a tensor doesn't have; empty
// where that is not known.
std::string instead_of_missing(const clang::Diagnostic& what) {
  using Kind = clang::DiagnosticsEngine::ArgumentKind;
  if (what.getID() != clang::diag::err_no_member && what.getID() != clang::diag::err_no_member_suggest) return {};
  if (what.getArgKind(0) != Kind::ak_declarationname || what.getArgKind(1) != Kind::ak_declcontext) return {};
  const auto* in = reinterpret_cast<const clang::DeclContext*>(what.getRawArg(1));
  const std::string name = clang::DeclarationName::getFromOpaqueInteger(what.getRawArg(0)).getAsString();
  const std::string_view ours = known_as(name);
  if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(in)) {
    if (space->getQualifiedNameAsString() != "gradc" || ours.empty()) return {};
    const std::string form = form_of(ours);
    return fmt::format("gradc calls it gradc::{}{}{}", ours, form.empty() ? "" : "; ", form);
  }
  const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(in);
  const std::string type = record ? record->getQualifiedNameAsString() : "";
  if (type != "gradc::Tensor" && type != "gradc::View" && type != "gradc::StaticTensor") return {};
  const std::string function = "gradc::" + (ours.empty() ? name : std::string(ours));
  return Callees().find(function) ? fmt::format("what is done with tensors are functions: {}(x)", function) : "";
}

}  // namespace

ClangErrors::ClangErrors(llvm::raw_ostream& out, clang::DiagnosticOptions* options)
    : clang::TextDiagnosticPrinter(out, options), out_(out), options_(options) {}

void ClangErrors::BeginSourceFile(const clang::LangOptions& language, const clang::Preprocessor* preprocessor) {
  language_ = &language;
  clang::TextDiagnosticPrinter::BeginSourceFile(language, preprocessor);
}

void ClangErrors::EndSourceFile() {
  release();
  language_ = nullptr;
  clang::TextDiagnosticPrinter::EndSourceFile();
}

void ClangErrors::print(clang::FullSourceLoc at, Level level, const std::string& text) {
  clang::TextDiagnostic(out_, *language_, options_).emitDiagnostic(at, level, text, {}, {});
}

void ClangErrors::release() {
  if (held_) print(held_->at, Level::Error, held_->text);
  held_.reset();
}

void ClangErrors::HandleDiagnostic(Level level, const clang::Diagnostic& what) {
  if (!language_ || !what.hasSourceManager()) return clang::TextDiagnosticPrinter::HandleDiagnostic(level, what);
  const clang::FullSourceLoc at(what.getLocation(), what.getSourceManager());
  const bool asserts = what.getID() == clang::diag::err_static_assert_failed ||
                       what.getID() == clang::diag::err_static_assert_requirement_failed;
  if (level >= Level::Error && !in_header_of_gradc(at) && (asserts || (at.isValid() && what.getSourceManager().isInSystemHeader(at))))
    may_be_of_sizes_ = true;
  if (level == Level::Note && held_) {
    if (in_header_of_gradc(at)) return;
    print(at, Level::Error, held_->text);
    held_.reset();
    drops_notes_ = true;
    return;
  }
  if (level == Level::Note && drops_notes_) return;
  if (level == Level::Note && candidate_of_ && in_header_of_gradc(at)) print(candidate_of_->at, Level::Note, candidate_of_->text);
  candidate_of_.reset();
  release();
  drops_notes_ = false;
  if (asserts && in_header_of_gradc(at)) {
    clang::DiagnosticConsumer::HandleDiagnostic(level, what);  // counts it
    llvm::SmallString<256> text;
    what.FormatDiagnostic(text);
    const std::size_t ours = text.str().find(": gradc");
    held_ = Held{at, ours == llvm::StringRef::npos ? text.str().str() : text.str().substr(ours + 2).str()};
    return;
  }
  if (what.getID() == clang::diag::err_attributes_not_allowed && at.isMacroID() && in_header_of_gradc(at.getSpellingLoc())) {
    clang::DiagnosticConsumer::HandleDiagnostic(level, what);
    const ir::DiagnosticRow& misplaced = row(DiagnosticId::misplaced_request);
    print(at.getExpansionLoc(), Level::Error, fmt::format("{} [{}]", misplaced.text, misplaced.name));
    drops_notes_ = true;
    return;
  }
  // Clang leaves out notes after a warning that is ignored: one that stands alone comes as a remark.
  clang::TextDiagnosticPrinter::HandleDiagnostic(level == Level::Remark ? Level::Note : level, what);
  if (const std::string text = instead_of_missing(what); !text.empty()) print(at, Level::Note, text);
  if (const std::string text = form_of(called_in_no_form(what)); !text.empty()) candidate_of_ = Held{at, text};
}

}  // namespace tool
