#include "ir/ops/factor.h"
#include "ir/ops/linalg.h"
#include "ir/ops/matrix_function.h"
#include "ir/ops/orthogonal.h"
#include "ir/ops/products.h"
#include "ir/ops/singular.h"
#include "ir/ops/spectral.h"

#include "ir/ops/define.h"

namespace ir {

void define_linear_algebra(Table table) { define_known(table); }

}  // namespace ir
