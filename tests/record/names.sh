#!/bin/sh
# Functions of HIP that launch kernels, make or free memory, load code, wait or tell of errors: the recorder replaces each one
# or docs/replay.md says that it does not: names.sh RECORD.SO SYMBOLS.
. "$(dirname "$0")/../lib.sh"
RECORD=$1 SYMBOLS=$2
command -v nm >/dev/null || skip 'nm is missing'

# That of several devices, and in pieces.
cat >known <<'END'
_ZN8hip_impl22hipLaunchKernelGGLImplEmRK4dim3S2_jP12ihipStream_tPPv
hipExtLaunchMultiKernelMultiDevice
hipLaunchByPtr
hipLaunchCooperativeKernelMultiDevice
hipModuleLaunchCooperativeKernelMultiDevice
END
# Memory that the recorder does not see made or freed.
cat >>known <<'END'
hipDevicePrimaryCtxReset
hipDeviceReset
hipDrvGraphAddMemFreeNode
hipExternalMemoryGetMappedBuffer
hipGraphAddMemAllocNode
hipGraphAddMemFreeNode
hipMemPoolDestroy
hipMemPoolImportPointer
END
# Arrays, which are handles; address ranges without memory; functions of the host; what only asks; libhipemu's own.
cat >>known <<'END'
hipExecutionCtxSynchronize
hipFreeArray
hipFreeMipmappedArray
hipGraphMemAllocNodeGetParams
hipGraphMemFreeNodeGetParams
hipLaunchHostFunc
hipLaunchHostFunc_spt
hipMalloc3DArray
hipMallocArray
hipMallocMipmappedArray
hipMemAddressFree
hipMemGetAllocationGranularity
hipMemGetAllocationPropertiesFromHandle
hipMemRetainAllocationHandle
hipemuMallocAt
END
run 0 nm -D --defined-only "$RECORD"
{ awk '{print $3}' .out && cat known; } | sort -u >named
awk '!/^#/ {print $2}' "$SYMBOLS" | sort -u |
    grep -E 'Launch|Malloc|Alloc|Free|ModuleLoad|LibraryLoad|Reset|PoolDestroy|MappedBuffer|ImportPointer|Synchronize|Query|LastError' |
    comm -23 - named >missing
[ ! -s missing ] || fail "neither replaced nor in a list here: $(tr '\n' ' ' <missing)"
[ "$(wc -l <named)" -gt 80 ] || fail 'the recorder has no names'
