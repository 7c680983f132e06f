// Which of the instruction sets that kernels are compiled for this processor has. Private to the kernels.
#pragma once

namespace gradc {
namespace kernels {

enum class InstructionSet { Baseline, Avx2, Avx512 };

inline InstructionSet instruction_set() {
#ifdef GRADC_X86_KERNELS
  static const InstructionSet kSet = __builtin_cpu_supports("avx512f") ? InstructionSet::Avx512
                                     : __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")
                                         ? InstructionSet::Avx2
                                         : InstructionSet::Baseline;
  return kSet;
#else
  return InstructionSet::Baseline;
#endif
}

}  // namespace kernels
}  // namespace gradc

// A call of a function that returns nothing, in the namespace for this processor.
#ifdef GRADC_X86_KERNELS
#define GRADC_DISPATCH(call)                         \
  switch (::gradc::kernels::instruction_set()) {     \
    case ::gradc::kernels::InstructionSet::Avx512:   \
      avx512::call;                                  \
      break;                                         \
    case ::gradc::kernels::InstructionSet::Avx2:     \
      avx2::call;                                    \
      break;                                         \
    case ::gradc::kernels::InstructionSet::Baseline: \
      baseline::call;                                \
  }
#else
#define GRADC_DISPATCH(call) baseline::call
#endif
