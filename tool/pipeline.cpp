#include "tool/pipeline.h"

namespace tool {

std::string output_name(const Source& source, Emit emit) {
  return source.stem() + std::string(emit_row(emit).suffix);
}

Pipeline make_pipeline() {
  return {[](const Unit& unit) -> std::optional<std::vector<OutputText>> {
            std::vector<OutputText> texts;
            for (Emit emit : unit.options.emits) {
              if (emit == Emit::cpp) texts.push_back({unit.source.stem() + std::string(kHeaderSuffix), "#pragma once\n"});
              texts.push_back({output_name(unit.source, emit), "// " + unit.source.stem() + "\n"});
            }
            return texts;
          },
          [](const Unit&) { return std::string("#pragma once\n#include <gradc/gradc.h>\n"); }};
}

}  // namespace tool
