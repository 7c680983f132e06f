#include "ir/ops/reduce/ctc.h"
#include "ir/ops/reduce/cumulative.h"
#include "ir/ops/reduce/loss.h"
#include "ir/ops/reduce/nn.h"
#include "ir/ops/reduce/reduce.h"
#include "ir/ops/reduce/sort.h"
#include "ir/ops/reduce/statistics.h"

#include "ir/ops/define.h"

namespace ir {

void define_reduce(Table table) { define_known(table); }

}  // namespace ir
