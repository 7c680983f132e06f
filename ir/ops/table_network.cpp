#include "ir/ops/attention.h"
#include "ir/ops/cell.h"
#include "ir/ops/conv.h"
#include "ir/ops/normalization.h"
#include "ir/ops/pool.h"
#include "ir/ops/random.h"
#include "ir/ops/resample.h"

#include "ir/ops/define.h"

namespace ir {

void define_network(Table table) { define_known(table); }

}  // namespace ir
