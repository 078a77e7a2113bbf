# doctor names each missing part, the paths that it tried and the package that has the part.
. "$(dirname "$0")/lib.sh"

doctor 3
says "MISSING  HIP headers"
says "absent   hipcc"
says "looked at $top/root/opt/rocm/bin/hipcc"
says "looked at $top/tools/hipcc"
says "A build does not work."
# Without a clang, it is the release's hipcc that knows which versions belong together.
says "apt-get install libamdhip64-dev hipcc ninja-build; for other systems see"
doctor 3 --json
says '"works": false'
says "\"$top/root/usr/include/hip/hip_runtime.h\""

# Each part alone.
fake_ninja
fake_rocm "$top/root/opt/rocm" 17.0.1
rocm=$top/root/opt/rocm
doctor 0
says "A build works."
doctor 0 --json
says '"works": true'
for line in "include/hip/hip_runtime.h libamdhip64-dev" "llvm/bin/lld lld-17" \
            "amdgcn/bitcode/ocml.bc hipcc" \
            "llvm/lib/libclang.so.1 libclang1-17" "llvm/lib/clang/17.0.1 libclang-common-17-dev"; do
    file=${line% *}
    mv "$rocm/$file" "$rocm/away"
    doctor 3
    says "apt-get install ${line#* }"
    mv "$rocm/away" "$rocm/$file"
done
rm tools/ninja
doctor 3
says "apt-get install ninja-build"
fake_ninja

# A build does not need hipcc.
rm "$rocm/bin/hipcc"
doctor 0
says "absent   hipcc"

# Only NVIDIA GPUs need nvcc, or CUDA's headers for clang; a compile shows which GPUs there are.
unset CUDA_HOME CUDA_PATH KBUILD_NVCC
doctor 0
says "absent   nvcc"
says "or name its nvcc by --nvcc or KBUILD_NVCC"
doctor 3 --targets sm_90
says "cannot be compiled: no compiler for NVIDIA GPUs"
doctor 3 --nvcc /nowhere --targets sm_90 --json
says '"support": "no-compiler-for-nvidia"'
says "--nvcc is '/nowhere': no such program"
program tools/nvcc <<'EOF'
case "$*" in
--version) echo "Cuda compilation tools, release 13.0, V13.0.88" ;;
-arch=sm_90*) while [ $# -gt 1 ]; do shift; done; echo kbuild_trial >"$1" ;;
-arch=sm_89*) while [ $# -gt 1 ]; do shift; done; echo nothing >"$1" ;;
*) echo "nvcc fatal: Unsupported gpu architecture" >&2; exit 1 ;;
esac
EOF
doctor 0 --targets sm_90
part "nvcc +13[.]0" "$top/tools/nvcc"
doctor 3 --targets sm_20
says "a kernel for sm_20 does not compile: nvcc fatal: Unsupported gpu architecture"
doctor 3 --targets sm_89
says "the code object lacks the kernel"
rm tools/nvcc
mkdir -p root/opt/cuda/include
echo '#define CUDA_VERSION 12040' >root/opt/cuda/include/cuda.h
doctor 0
part "CUDA, for clang +12[.]4" "$top/root/opt/cuda"

# A compiler that exists but does not run counts as missing, and doctor reports it.
echo 'exit 1' | program "$rocm/llvm/bin/clang++"
doctor 3
says "$rocm/llvm/bin/clang++ exists but does not run"
exit 0
