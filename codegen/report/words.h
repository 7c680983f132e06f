// What a planned function calls things, in the user's words.
#pragma once

#include <string>

#include "codegen/interface/interface.h"
#include "codegen/interface/location.h"
#include "codegen/plan/planned.h"
#include "codegen/report/report.h"
#include "codegen/text/extents.h"

namespace codegen {

class Words {
 public:
  // `source`: that of the page, as places name it.
  Words(const ir::Module& module, const Planned& planned, const Signature& signature, std::string source);

  const Planned& planned() const { return planned_; }
  // "4 * x.extent(0)"
  std::string text(const ir::Extent& extent);
  Formula formula(const ir::Extent& extent) { return {extent, text(extent)}; }
  // "f32[x.extent(0), 3]"
  std::string type(const ir::Type& type);
  // The user's name, or "%7".
  std::string value(ir::ValueId value) const;
  // The op as who wrote the call knows it.
  std::string op(const ir::Op& op) const { return called(module_, op); }
  Spot spot(ir::LocId loc) const;

 private:
  const ir::Module& module_;
  const Planned& planned_;
  Extents extents_;
  std::string source_;
};

// The same place where there is no function yet.
Spot spot_in(const ir::Module& module, ir::LocId loc, const std::string& source);

}  // namespace codegen
