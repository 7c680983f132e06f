#include "ir/ops/control.h"
#include "ir/ops/shape/element.h"
#include "ir/ops/shape/index.h"
#include "ir/ops/shape/padding.h"
#include "ir/ops/shape/position.h"
#include "ir/ops/shape/rearrange.h"
#include "ir/ops/shape/sequence.h"
#include "ir/ops/shape/shape.h"
#include "ir/ops/shape/slice.h"

#include "ir/ops/define.h"

namespace ir {

void define_shape(Table table) { define_known(table); }

}  // namespace ir
