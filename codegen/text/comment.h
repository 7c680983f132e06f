// What is said before the statements of some ops: the lines of the source that they come from.
#pragma once

#include "codegen/text/frame.h"

namespace codegen {

// "model.cpp:3, 4; backward of model.cpp:4": where ops come from.
std::string source_places(const Frame& frame, const std::vector<ir::OpId>& ops);

// Writes only what has not just been said, in this block or before it begins; the text of a statement once in a function.
class Commentator {
 public:
  explicit Commentator(Frame& frame) : frame_(frame), last_(frame.last_said) {}
  void operator()(Emitter& out, const std::vector<ir::OpId>& ops);
  // An op that becomes a part of a statement to come.
  void wait(ir::OpId op) { waiting_.push_back(op); }

 private:
  Frame& frame_;
  std::vector<std::string> last_;
  std::vector<ir::OpId> waiting_;
};

}  // namespace codegen
