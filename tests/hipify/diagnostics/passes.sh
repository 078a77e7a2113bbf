# Notes about a conditional agree with the two compilations of the translation.
. "$(dirname "$0")/../../lib.sh"
. "$HERE/../../hip.sh"
CLANG=$(hip_clang) || skip "the clang of HIP is not installed"
[ -e /usr/include/hip/hip_runtime.h ] || skip "HIP's headers are not installed"

# Each asks for a macro of NVIDIA's, so that it is reported.
cat >conditions <<'END'
__CUDA_ARCH__ >= 530
__CUDA_ARCH__ >= 900
__CUDA_ARCH__ > 900
!defined(__CUDA_ARCH__)
!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
defined(__CUDA_ARCH__) && (__CUDA_ARCH__ / 100) == 9
defined(__CUDA_ARCH__) == defined(__HIP_DEVICE_COMPILE__)
defined(__CUDACC__)
__CUDACC__ && !__CUDA_ARCH__
defined(__NVCC__)
defined(__CUDACC__) && !defined(__NVCC__)
defined(__NVCC__) || defined(__HIPCC__)
defined(__HIP__) && defined(__CUDACC__)
defined(__HIP_PLATFORM_AMD__) || CUDA_VERSION < 9000
defined(__HIP_PLATFORM_NVIDIA__) && CUDA_VERSION > 9000
CUDA_VERSION >= 12000
CUDART_VERSION == CUDA_VERSION
CUDA_VERSION / 1000 == __CUDACC_VER_MAJOR__ && CUDA_VERSION % 1000 / 10 == __CUDACC_VER_MINOR__
__CUDACC_VER_MAJOR__ > 11 || (__CUDACC_VER_MAJOR__ == 11 && __CUDACC_VER_MINOR__ >= 2)
defined(__CUDACC_RTC__)
defined(__CUDACC_DEBUG__) || defined(__CUDACC_RDC__)
defined(__DRIVER_TYPES_H__) && defined(__VECTOR_TYPES_H__)
defined(__CUDA_RUNTIME_H__) && defined(__CUDA_RUNTIME_API_H__)
defined(__clang__) && defined(__CUDACC__)
LOW == 530 && __CUDACC__
TWICE > __CUDACC__ ? __CUDA_ARCH__ : 0
(__CUDA_ARCH__ & 0x380) == 0x380 && ~__CUDA_ARCH__ < 0
__CUDA_ARCH__ - 900 == 0 && !(__CUDA_ARCH__ >> 10)
END
printf '#define LOW 530\n#define TWICE (2 * 530)\n' >t.cu
line=3
while read -r condition; do
    printf '#if %s\nint then_%d;\n#else\nint else_%d;\n#endif\n' "$condition" $line $line >>t.cu
    line=$((line + 5))
done <conditions
run 0 "$KBUILD" hipify t.cu -o t.hip --report-file t.report
for pass in device host; do
    "$CLANG" -x hip --cuda-$pass-only --offload-arch=gfx1030 -nogpulib -std=c++17 -E -P \
        --rocm-path=/usr --hip-version="$(hip_version)" t.hip >t.$pass 2>.err || fail "the $pass pass does not preprocess"
done

# taken PASS LINE: what the pass takes, as a report says it
taken() {
    if grep -q "int then_$2;" t.$1; then
        echo "this branch"
    elif grep -q "int else_$2;" t.$1; then
        echo "the #else at line $(($2 + 2))"
    else
        fail "the $1 pass has neither branch of line $2"
    fi
}
line=3
while read -r condition; do
    device=$(taken device $line)
    host=$(taken host $line)
    said=$(grep "^t.cu:$line:1: note: " t.report) || fail "there is no note about '$condition'"
    case $said in
    *"'#if $condition': $device is compiled"*) [ "$device" = "$host" ] || fail "$said; host: $host" ;;
    *"'#if $condition': device code takes $device"*", host code $host; "*) ;;
    *) fail "$said; device: $device, host: $host" ;;
    esac
    line=$((line + 5))
done <conditions
[ $line -gt 100 ] || fail "no condition was looked at"
