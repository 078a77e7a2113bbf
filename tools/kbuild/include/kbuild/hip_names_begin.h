// Around headers of HIP, with hip_names_end.h behind them: gives other names to those of HIP's
// functions that programs define for themselves, because CUDA does not have them: atomicMax for
// float, atomicAdd for unsigned long. atomics.h has functions for the same types that do not get in
// the way.
#define atomicAdd         kbuild_hip_atomicAdd
#define atomicAdd_system  kbuild_hip_atomicAdd_system
#define atomicSub         kbuild_hip_atomicSub
#define atomicSub_system  kbuild_hip_atomicSub_system
#define atomicExch        kbuild_hip_atomicExch
#define atomicExch_system kbuild_hip_atomicExch_system
#define atomicMin         kbuild_hip_atomicMin
#define atomicMin_system  kbuild_hip_atomicMin_system
#define atomicMax         kbuild_hip_atomicMax
#define atomicMax_system  kbuild_hip_atomicMax_system
#define atomicInc         kbuild_hip_atomicInc
#define atomicInc_system  kbuild_hip_atomicInc_system
#define atomicDec         kbuild_hip_atomicDec
#define atomicDec_system  kbuild_hip_atomicDec_system
#define atomicAnd         kbuild_hip_atomicAnd
#define atomicAnd_system  kbuild_hip_atomicAnd_system
#define atomicOr          kbuild_hip_atomicOr
#define atomicOr_system   kbuild_hip_atomicOr_system
#define atomicXor         kbuild_hip_atomicXor
#define atomicXor_system  kbuild_hip_atomicXor_system
#define atomicCAS         kbuild_hip_atomicCAS
#define atomicCAS_system  kbuild_hip_atomicCAS_system
