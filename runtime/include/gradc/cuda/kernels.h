/// \file
/// Every kernel that generated code calls on a device. <gradc/cuda/kernels.def> lists them with their element types: what isn't
/// there isn't written.
#pragma once

#include <gradc/cuda/kernels/bits.h>
#include <gradc/cuda/kernels/conv.h>
#include <gradc/cuda/kernels/cumulative.h>
#include <gradc/cuda/kernels/index.h>
#include <gradc/cuda/kernels/matmul.h>
#include <gradc/cuda/kernels/part.h>
#include <gradc/cuda/kernels/pool.h>
#include <gradc/cuda/kernels/position.h>
#include <gradc/cuda/kernels/random.h>
#include <gradc/cuda/kernels/reduce.h>
#include <gradc/cuda/kernels/shape.h>
#include <gradc/cuda/kernels/softmax.h>
