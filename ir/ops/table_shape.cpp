#include "ir/ops/control.h"
#include "ir/ops/element.h"
#include "ir/ops/index.h"
#include "ir/ops/padding.h"
#include "ir/ops/position.h"
#include "ir/ops/rearrange.h"
#include "ir/ops/sequence.h"
#include "ir/ops/shape.h"
#include "ir/ops/slice.h"
#include "ir/ops/sort.h"

#include "ir/ops/define.h"

namespace ir {

void define_shape(Table table) { define_known(table); }

}  // namespace ir
