#include "ir/ops/elementwise/activation.h"
#include "ir/ops/elementwise/binary.h"
#include "ir/ops/elementwise/bits.h"
#include "ir/ops/elementwise/cmath.h"
#include "ir/ops/elementwise/compare.h"
#include "ir/ops/elementwise/complex.h"
#include "ir/ops/elementwise/composed.h"
#include "ir/ops/elementwise/constant.h"
#include "ir/ops/elementwise/elementwise.h"
#include "ir/ops/elementwise/math.h"
#include "ir/ops/elementwise/meta.h"
#include "ir/ops/elementwise/special.h"

#include "ir/ops/define.h"

namespace ir {

void define_elementwise(Table table) { define_known(table); }

}  // namespace ir
