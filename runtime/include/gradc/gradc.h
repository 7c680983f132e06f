// All that a user of gradc writes with: tensors, the ops on them, and the macros that ask for derivatives.
//
// The ops run eagerly here, so that a function can be called and tested without gradc; their rules for shapes
// are NumPy's. Light on purpose: no Eigen, <complex>, <functional>, <memory> or <iostream>.
#pragma once

#include <gradc/strict.h>

#include <gradc/annotate.h>
#include <gradc/errors.h>
#include <gradc/half.h>
#include <gradc/key.h>
#include <gradc/ops_activation.h>
#include <gradc/ops_attention.h>
#include <gradc/ops_bits.h>
#include <gradc/ops_cell.h>
#include <gradc/ops_composed.h>
#include <gradc/ops_conv.h>
#include <gradc/ops_ctc.h>
#include <gradc/ops_cumulative.h>
#include <gradc/ops_effects.h>
#include <gradc/ops_elementwise.h>
#include <gradc/ops_factor.h>
#include <gradc/ops_index.h>
#include <gradc/ops_linalg.h>
#include <gradc/ops_loss.h>
#include <gradc/ops_math.h>
#include <gradc/ops_nn.h>
#include <gradc/ops_normalization.h>
#include <gradc/ops_padding.h>
#include <gradc/ops_pool.h>
#include <gradc/ops_position.h>
#include <gradc/ops_products.h>
#include <gradc/ops_random.h>
#include <gradc/ops_rearrange.h>
#include <gradc/ops_reduce.h>
#include <gradc/ops_shape.h>
#include <gradc/ops_slice.h>
#include <gradc/ops_sort.h>
#include <gradc/ops_special.h>
#include <gradc/ops_spectral.h>
#include <gradc/ops_statistics.h>
#include <gradc/shape.h>
#include <gradc/static_tensor.h>
#include <gradc/tensor.h>
#include <gradc/tensor_io.h>
#include <gradc/version.h>
#include <gradc/workspace.h>

#include <gradc/strict_end.h>
