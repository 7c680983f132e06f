// A step of fused elementwise ops as statements: one loop nest over their shape, or plain statements for
// scalars.
//
// Axes are collapsed where every operand runs along them together, so that most loops are flat. What is read
// more than once is loaded once, at the outermost loop that it depends on. A value that is read once and has
// no name of the user's becomes part of the expression that reads it.
#pragma once

#include "codegen/frame.h"

namespace codegen {

// What is said before the statements of some ops; writes only what has not just been said.
class Commentator {
 public:
  explicit Commentator(const Frame& frame) : frame_(frame) {}
  void operator()(Emitter& out, const std::vector<ir::OpId>& ops);

 private:
  const Frame& frame_;
  std::vector<std::string> last_;
};

void write_loop(Frame& frame, const Step& step, Emitter& out);
void write_scalars(Frame& frame, const Step& step, Emitter& out, Commentator& comment);

}  // namespace codegen
