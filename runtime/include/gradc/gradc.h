/// \file
/// The header of users: tensors, ops, and the macros that request derivatives.
///
/// Ops run eagerly, so that a function can be called and tested without gradc; they have the shape rules of NumPy. The header
/// includes no Eigen, <complex>, <functional>, <memory> or <iostream>.
#pragma once

#include <gradc/detail/strict.h>

#include <gradc/annotate.h>
#include <gradc/errors.h>
#include <gradc/half.h>
#include <gradc/key.h>
#include <gradc/ops/activation.h>
#include <gradc/ops/attention.h>
#include <gradc/ops/bits.h>
#include <gradc/ops/cell.h>
#include <gradc/ops/composed.h>
#include <gradc/ops/conv.h>
#include <gradc/ops/ctc.h>
#include <gradc/ops/cumulative.h>
#include <gradc/ops/effects.h>
#include <gradc/ops/elementwise.h>
#include <gradc/ops/factor.h>
#include <gradc/ops/index.h>
#include <gradc/ops/linalg.h>
#include <gradc/ops/loss.h>
#include <gradc/ops/math.h>
#include <gradc/ops/nn.h>
#include <gradc/ops/normalization.h>
#include <gradc/ops/padding.h>
#include <gradc/ops/pool.h>
#include <gradc/ops/position.h>
#include <gradc/ops/products.h>
#include <gradc/ops/random.h>
#include <gradc/ops/rearrange.h>
#include <gradc/ops/reduce.h>
#include <gradc/ops/shape.h>
#include <gradc/ops/slice.h>
#include <gradc/ops/sort.h>
#include <gradc/ops/special.h>
#include <gradc/ops/spectral.h>
#include <gradc/ops/statistics.h>
#include <gradc/shape.h>
#include <gradc/static_tensor.h>
#include <gradc/tensor.h>
#include <gradc/tensor_io.h>
#include <gradc/threads.h>
#include <gradc/version.h>
#include <gradc/workspace.h>

#include <gradc/detail/strict_end.h>
