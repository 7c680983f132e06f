// How the emulator ends a program: with what happened, in which thread of which kernel.
#pragma once

#include <string>

namespace gradc {
namespace cuda {
namespace emulated {

/// "kernel scale (launched at model.grad.cu:12), block 3, thread 17"; empty where no kernel runs.
std::string running_thread();

/// Whether an address lies in the guard below the stack of the thread that runs.
bool overflows_at(const void* address);

/// Writes what happened, and where, to stderr, and aborts.
[[noreturn]] void stop(const std::string& what);

}  // namespace emulated
}  // namespace cuda
}  // namespace gradc
