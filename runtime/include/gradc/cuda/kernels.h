/// \file
/// Every kernel that generated code for a device calls. Defined in the library, for the element types that each header names.
#pragma once

#include <gradc/cuda/kernels/bits.h>
#include <gradc/cuda/kernels/cumulative.h>
#include <gradc/cuda/kernels/index.h>
#include <gradc/cuda/kernels/matmul.h>
#include <gradc/cuda/kernels/part.h>
#include <gradc/cuda/kernels/position.h>
#include <gradc/cuda/kernels/random.h>
#include <gradc/cuda/kernels/reduce.h>
#include <gradc/cuda/kernels/shape.h>
#include <gradc/cuda/kernels/softmax.h>
