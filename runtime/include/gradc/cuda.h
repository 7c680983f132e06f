/// \file
/// The header of users of devices: streams, tensors there, workspaces, graphs. It needs no header of CUDA.
#pragma once

#include <gradc/detail/strict.h>

#include <gradc/cuda/graph.h>
#include <gradc/cuda/pinned.h>
#include <gradc/cuda/scalar.h>
#include <gradc/cuda/settings.h>
#include <gradc/cuda/stream.h>
#include <gradc/cuda/tensors.h>
#include <gradc/cuda/workspace.h>
#include <gradc/device.h>

#include <gradc/detail/strict_end.h>
