#include "ir/ops/linear_algebra/factor.h"
#include "ir/ops/linear_algebra/linalg.h"
#include "ir/ops/linear_algebra/matrix_function.h"
#include "ir/ops/linear_algebra/orthogonal.h"
#include "ir/ops/linear_algebra/products.h"
#include "ir/ops/linear_algebra/singular.h"
#include "ir/ops/linear_algebra/spectral.h"

#include "ir/ops/define.h"

namespace ir {

void define_linear_algebra(Table table) { define_known(table); }

}  // namespace ir
