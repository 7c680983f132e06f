/// \file
/// Every kernel that generated code calls. Defined in the library, for the element types that each header names.
#pragma once

#include <gradc/kernels/bits.h>
#include <gradc/kernels/conv.h>
#include <gradc/kernels/cumulative.h>
#include <gradc/kernels/effects.h>
#include <gradc/kernels/factor.h>
#include <gradc/kernels/index.h>
#include <gradc/kernels/matmul.h>
#include <gradc/kernels/pool.h>
#include <gradc/kernels/position.h>
#include <gradc/kernels/random.h>
#include <gradc/kernels/reduce.h>
#include <gradc/kernels/shape.h>
#include <gradc/kernels/softmax.h>
