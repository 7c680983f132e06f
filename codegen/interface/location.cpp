#include "codegen/interface/location.h"

#include <fmt/format.h>

namespace codegen {

std::string place_name(const ir::Module& module, ir::LocId loc) {
  const ir::Location* location = module.location(loc);
  if (!location || location->file.empty()) return {};
  const std::string& file = location->file;
  const bool absolute = file[0] == '/';
  return fmt::format("{}:{}", absolute ? file.substr(file.find_last_of('/') + 1) : file, location->line);
}

std::string named_place(const ir::Module& module, const ir::Op& op) {
  const std::string place = place_name(module, op.loc), name = called(module, op);
  const ir::OpInfo& info = ir::definition(op.kind).info;
  // What is asserted says all itself.
  return place.empty() || info.acts || name == info.name ? place : place + ": " + name;
}

std::string called(const ir::Module& module, const ir::Op& op) {
  const ir::Location* location = module.location(op.loc);
  return location && !location->called.empty() ? location->called : std::string(ir::definition(op.kind).info.name);
}

}  // namespace codegen
