// What differs between versions of Clang, and nothing else: no other file of tool asks for the version.
// The first version supported is 19.
#pragma once

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Basic/Version.h>
#include <clang/Frontend/CompilerInstance.h>

#if CLANG_VERSION_MAJOR < 19
#error "gradc needs Clang 19 or newer"
#endif

namespace tool::compat {

// Clang 21 takes the options by reference and leaves their lifetime to the caller.
inline llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> diagnostics_engine(
    clang::DiagnosticOptions& options, clang::DiagnosticConsumer* consumer) {
  return clang::CompilerInstance::createDiagnostics(&options, consumer, /*ShouldOwnClient=*/false);
}

}  // namespace tool::compat
