# Images for NVIDIA GPUs: nvcc compiles the sources themselves, and its cubins and PTX are checked, bundled, embedded,
# packed and shown like code objects.
. "$(dirname "$0")/lib.sh"
. "$HERE/../hip.sh"
. "$HERE/../nvcc.sh"
mkdir src bin root root/usr
cp "$DATA/nvidia.cu" src/
nvcc_double bin/nvcc
for entry in /usr/*; do
    [ "$entry" = /usr/local ] || ln -s "$entry" root/usr/ # where CUDA may be
done
build() { # build EXIT-CODE TARGETS [OPTION...]
    code=$1 targets=$2
    shift 2
    run "$code" kbuild build src --targets "$targets" -o out --quiet "$@"
}
runs() { [ "$(wc -l <log)" = "$1" ] || fail "nvcc ran $(wc -l <log) times, not $1"; }

# ---- What is missing or wrong
unset CUDA_HOME CUDA_PATH KBUILD_NVCC
if ! (PATH=/usr/bin:/bin command -v nvcc >/dev/null); then
    (
        PATH=/usr/bin:/bin KBUILD_SYSROOT=$TOP/root
        export PATH KBUILD_SYSROOT
        build 3 sm_90
        says "no compiler for NVIDIA GPUs: nvcc is not in PATH"
        says "--nvcc or KBUILD_NVCC"
        # clang with the files of CUDA is the other compiler.
        mkdir -p cuda/include prime
        touch cuda/include/cuda.h
        echo 'extern "C" __attribute__((global)) void one(int *out) { *out = 1; }' >prime/one.cu
        printf '%s\n' 'targets: [compute_80]' 'cuda_flags: [-nocudainc, -nocudalib, -Wno-unknown-cuda-version]' \
            'modules: [{name: one, sources: [one.cu]}]' >prime/kernels.yaml
        CUDA_HOME=$TOP/cuda
        export CUDA_HOME
        run 0 kbuild build prime -o prime/out --quiet
        run 0 kbuild inspect --device sm_86 prime/out/one.hsaco
        says "compute_80 (cuda-nvptx64-nvidia-cuda--compute_80)"
    ) || exit 1
fi
export KBUILD_NVCC=/nowhere/nvcc
build 3 sm_90
says "KBUILD_NVCC is '/nowhere/nvcc': no such program"
build 3 sm_90 --nvcc "$TOP/none"
says "--nvcc is '$TOP/none': no such program"
export KBUILD_NVCC="$TOP/bin/nvcc"
rm version
build 3 sm_90
says "$TOP/bin/nvcc --version failed"
echo "nvcc 1" >version

echo '#error' >>src/nvidia.cu
build 1 sm_90
says "src/nvidia.cu(21): error: #error directive"
says "compile nvidia for sm_90: failed"
cp "$DATA/nvidia.cu" src/
cat >>src/nvidia.cu <<'EOF2'
__global__ void added(int *out) { *out = 0; }
static __global__ void hidden(int *out) { *out = 0; }
__global__ void vectors(float4 *out) { out->x = 0; }
EOF2
build 1 sm_90,compute_80
says "nvidia.cu:21: kernel 'added' is missing from the code object for compute_80, sm_90"
says "nvidia.cu:22: kernel 'hidden' is missing from the code object for compute_80, sm_90; nvcc renames or drops internal"
says "nvidia.cu:23: kernel 'vectors' is missing from the code object for compute_80, sm_90"
says_not "HIP's types of vectors"
sed 's/short s/int s/' "$DATA/nvidia.cu" >src/nvidia.cu
build 1 sm_90
says "plain: parameter 4 's': source has int (4 bytes at 24), sm_90's code object has parameter (2 bytes at 24)"
cp "$DATA/nvidia.cu" src/
head -c 5000 "$DATA/nvidia.cubin" >images/nvidia.cubin
build 1 sm_90
says "obj/nvidia.sm_90.cubin: offset 5000: code object ends before its header tables"
cp "$DATA/nvidia.cubin" images/
build 1 sm_80
says "bundle: obj/nvidia.sm_80.cubin: it is for sm_90, not for sm_80"
head -c 1000 "$DATA/nvidia.ptx" >images/nvidia.ptx
build 1 compute_80
says "PTX ends inside of a function"
cp "$DATA/nvidia.ptx" images/
mv src/nvidia.cu src/nvidia.hip
build 1 sm_90
says "module 'nvidia': $TOP/src/nvidia.hip is HIP's text, which cannot be compiled for NVIDIA GPUs"
mv src/nvidia.hip src/nvidia.cu
[ ! -e out/kernels.h ] || fail "published after an error"

# ---- The GPUs of this machine
printf '#!/bin/sh\nprintf "9.0\\n9.0\\n"\n' >bin/nvidia-smi
chmod +x bin/nvidia-smi
(
    PATH=$TOP/bin:$PATH
    build 0 native --build-dir native
    run 0 kbuild inspect --device sm_90 out/nvidia.hsaco
    says "sm_90 ("
) || exit 1
rm -r out

# ---- Warnings of hipify concern AMD GPUs
echo 'static __device__ void waits() { asm volatile("wgmma.fence.sync.aligned;"); }' >>src/nvidia.cu
build 0 sm_90
says_not KB1101
build 0 gfx90a,sm_90
says KB1101
cp "$DATA/nvidia.cu" src/
rm -rf out

# ---- A package for both vendors
cat >src/kernels.yaml <<'EOF2'
flags: [-ffp-contract=off]
cuda_flags: [--fmad=false]
modules:
  - {name: nvidia, sources: [nvidia.cu], defines: [N=1], cuda_flags: [-lineinfo]}
EOF2
: >log
build 0 compute_80,gfx90a,sm_90a
runs 2
grep -qF -e "-arch=sm_90a -cubin -x cu" log || fail "not compiled for sm_90a"
grep -qF -e "-std=c++17 --fmad=false -DN=1 -lineinfo" log || fail "flags did not reach nvcc"
! grep -qF -e "-ffp-contract" log || fail "clang's flags reached nvcc"
grep -qF '"targets": ["compute_80", "gfx90a", "sm_90a"]' out/kernels.json || fail "kernels.json has other targets"
for device in sm_90=sm_90a sm_86=compute_80 sm_120=compute_80 gfx90a=gfx90a; do
    run 0 kbuild inspect --device ${device%=*} out/nvidia.hsaco out/nvidia.hsaco.h
    says "nvidia.hsaco bundle 1: ${device#*=} ("
done
run 1 kbuild inspect --device sm_75 out/nvidia.hsaco
says "none: device is sm_75; here are compute_80 (for later GPUs), gfx90a (for"
run 2 kbuild inspect --device compute_80 out/nvidia.hsaco
says "'compute_80' is PTX, and a device is a GPU, as sm_80"
run 0 kbuild inspect out/nvidia.hsaco
says "2 kernels, cubin"
says "2 kernels, PTX"
run 1 kbuild disasm plain out/nvidia.hsaco --target sm_90a
says "nvdisasm"
run 0 kbuild disasm plain out/nvidia.hsaco
run 0 kbuild extract out/nvidia.hsaco -o extracted
same extracted/nvidia.sm_90a.cubin images/nvidia.cubin
same extracted/nvidia.compute_80.ptx images/nvidia.ptx
run 0 kbuild pack out -o archives
[ "$(cd archives && echo *)" = "kernels.gfx90a.krt kernels.nvidia.krt" ] || fail "other archives: $(ls archives)"
run 0 kbuild inspect --device sm_90 archives/kernels.nvidia.krt
says "sm_90a"
# HIP's tools take what is theirs.
bundler=/usr/lib/llvm-$(hip_llvm)/bin/clang-offload-bundler
run 0 "$bundler" -type=o -list -input=out/nvidia.hsaco
says "cuda-nvptx64-nvidia-cuda--sm_90a"
run 0 "$bundler" -type=o -unbundle -targets=hipv4-amdgcn-amd-amdhsa--gfx90a -input=out/nvidia.hsaco -output=amd.hsaco
same amd.hsaco extracted/nvidia.gfx90a.hsaco

# ---- Again
build 0 compute_80,gfx90a,sm_90a
runs 2
cp -p src/nvidia.cu older.cu
sed 's/77/78/g' older.cu >src/nvidia.cu
touch -r older.cu -d '1 hour ago' src/nvidia.cu
build 0 compute_80,gfx90a,sm_90a
runs 4 # under an older time
echo "nvcc 2" >version
build 0 compute_80,gfx90a,sm_90a
runs 6
run 0 kbuild compile --target sm_90 -o one.cubin src/nvidia.cu
same one.cubin images/nvidia.cubin
grep -qF "$TOP/src/nvidia.cu" one.cubin.d || fail "the depfile lacks the source"

# ---- nvcc itself, where there is one: the same bytes in any directory
NVCC=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
[ -x "$NVCC" ] || exit 0
export KBUILD_NVCC="$NVCC"
sed -i 's/, cuda_flags: \[-lineinfo\]//' src/kernels.yaml # names and times of files would be in the cubin
mkdir -p other/place
cp -r src other/place/
run 0 kbuild build src --targets sm_90,compute_80 -o real --quiet
run 0 kbuild build other/place/src --targets sm_90,compute_80 -o other/real --quiet
same real/nvidia.hsaco other/real/nvidia.hsaco
run 0 kbuild inspect --json --target compute_80 real/nvidia.hsaco
says '"name":"plain"'

# Parameters whose alignment is more than that of the place from which NVIDIA's images count
mkdir shifted
printf '%s\n' 'struct alignas(64) map { int words[16]; };' \
    'extern "C" __global__ void first(const map a, int n, int *out) { *out = a.words[0] + n; }' \
    'extern "C" __global__ void second(int n, const map a, int *out) { *out = a.words[0] + n; }' >shifted/one.cu
run 0 kbuild build shifted --targets sm_90 -o shifted/out --quiet

# Kernels whose symbols have types that are others in HIP: the index finds each of them in both vendors' images.
mkdir vectors
cp "$HERE/vectors.cu" vectors/
run 0 kbuild build vectors --targets gfx1030,sm_90,compute_80 -o vectors/out --quiet
[ "$(grep -c '"ordinal"' vectors/out/kernels.json)" = 31 ] || fail 'other kernels than those of vectors.cu'
run 0 kbuild inspect vectors/out/vectors.hsaco
says '31 kernels for 3 targets'
run 0 kbuild build vectors --targets sm_90 -o vectors/nvidia --quiet
