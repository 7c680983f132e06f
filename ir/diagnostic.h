// Diagnostics as data: a named row of diagnostics.def, its parameters, a place, and notes. Nothing here prints;
// the tool hands them to Clang's machinery, tests look at them.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "ir/id.h"

namespace ir {

enum class DiagnosticId : std::uint8_t {
#define GRADC_DIAGNOSTIC(name, text, explanation, example, cure) name,
#include "ir/diagnostics.def"
#undef GRADC_DIAGNOSTIC
};

struct DiagnosticRow {
  std::string_view name, text, explanation, example, cure;
};
const DiagnosticRow& row(DiagnosticId id);
const std::vector<DiagnosticRow>& diagnostic_rows();

struct Note {
  LocId loc;
  std::string text;
};

struct Diagnostic {
  DiagnosticId id;
  LocId loc;
  std::string text;
  std::vector<Note> notes;
};

class Diagnostics {
 public:
  template <class... Args>
  Diagnostic& report(DiagnosticId id, LocId loc, const Args&... args) {
    list_.push_back({id, loc, fmt::format(fmt::runtime(row(id).text), args...), {}});
    return list_.back();
  }

  // Takes over one made elsewhere.
  void add(Diagnostic diagnostic) { list_.push_back(std::move(diagnostic)); }

  const std::vector<Diagnostic>& list() const { return list_; }
  bool empty() const { return list_.empty(); }
  // `text [name]` of each, a line each: what tests compare.
  std::string text() const;

 private:
  std::vector<Diagnostic> list_;
};

}  // namespace ir
