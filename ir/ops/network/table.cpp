#include "ir/ops/network/attention.h"
#include "ir/ops/network/cell.h"
#include "ir/ops/network/conv.h"
#include "ir/ops/network/normalization.h"
#include "ir/ops/network/pool.h"
#include "ir/ops/network/random.h"
#include "ir/ops/network/resample.h"

#include "ir/ops/define.h"

namespace ir {

void define_network(Table table) { define_known(table); }

}  // namespace ir
