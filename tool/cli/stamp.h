// What a generated file says in its head about what it was made from, and why a file that lies there is not
// what gradc would write now. Separate from generate.cpp, which knows where files go: here are texts alone.
#pragma once

#include <clang/Basic/LangOptions.h>
#include <llvm/ADT/StringRef.h>

#include <optional>
#include <string>
#include <vector>

#include "tool/source/source.h"

namespace tool {

// Hashes of what a generated source came from. Comments, blanks and the names of folders do not count.
struct Origin {
  std::string source, headers, options;
};

// The first 16 digits of SHA-256.
std::string hash_of(llvm::StringRef text);

// The tokens of a source file, a line for each: what is left of it without comments and blanks.
std::string tokens_of(llvm::StringRef text, const clang::LangOptions& language);

// `others` are the sources out of which functions were taken. `options` is what was asked for on the command
// line; of the macros that `flags` define, those that the files mention count.
Origin origin_of(const Source& source, const std::vector<const Source*>& others, const std::string& options,
                 const std::vector<std::string>& flags);

// The text with its second line added: the version of gradc, what the text came from where that is given, and
// the hash of the text itself.
std::string stamped(const std::string& text, const std::optional<Origin>& origin);

// Why a file that holds `found` is not `wanted`, in words; `source` is named in them. Empty where the two are
// equal.
std::string why_stale(const std::string& found, const std::string& wanted, const std::string& source);

}  // namespace tool
