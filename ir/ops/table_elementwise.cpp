#include "ir/ops/activation.h"
#include "ir/ops/binary.h"
#include "ir/ops/bits.h"
#include "ir/ops/cmath.h"
#include "ir/ops/compare.h"
#include "ir/ops/complex.h"
#include "ir/ops/composed.h"
#include "ir/ops/constant.h"
#include "ir/ops/elementwise.h"
#include "ir/ops/math.h"
#include "ir/ops/meta.h"
#include "ir/ops/special.h"

#include "ir/ops/define.h"

namespace ir {

void define_elementwise(Table table) { define_known(table); }

}  // namespace ir
