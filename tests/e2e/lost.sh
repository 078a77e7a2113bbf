# No kernel is lost: every code object has all kernels of the source, or the build fails and names one.
. "$(dirname "$0")/lib.sh"

cat >a.cu <<'EOF'
extern "C" __global__ void always(float *p) { *p = 1; }
#ifdef __gfx1030__
extern "C" __global__ void only_on_rdna2(float *p) { *p = 2; }
#endif
EOF
mkdir src && mv a.cu src
run 1 kbuild build src --targets gfx1030,gfx90a -o out
says "src/a.cu:3: kernel 'only_on_rdna2' is missing from"
says "gfx90a"
[ ! -e out/kernels.h ] || fail "published a package that lost a kernel"
run 0 kbuild build src --targets gfx1030 -o out
grep -q only_on_rdna2 out/kernels.h || fail "the kernel is not in the index"

# __CUDA_ARCH__ has the value of --cuda-arch, so that #if does not drop kernels.
cat >src/a.cu <<'EOF'
#if __CUDA_ARCH__ >= 530
extern "C" __global__ void half_kernel(float *p) { *p = 1; }
#endif
#if __CUDA_ARCH__ >= 800
extern "C" __global__ void bfloat_kernel(float *p) { *p = 1; }
#else
extern "C" __global__ void fallback_kernel(float *p) { *p = 1; }
#endif
EOF
run 0 kbuild build src --targets gfx1030,gfx90a -o out
grep -q half_kernel out/kernels.h && grep -q bfloat_kernel out/kernels.h || fail "kernels dropped"
run 0 kbuild build src --targets gfx1030,gfx90a -o out --cuda-arch 700
grep -q fallback_kernel out/kernels.h || fail "--cuda-arch had no effect"
grep -q bfloat_kernel out/kernels.h && fail "--cuda-arch had no effect"

# A build directory whose files are from two builds, and which has lost the list of their checksums: nothing
# in it is known, and everything is made again.
kernel one/a.cu kept
run 0 kbuild build one --targets gfx1030 -o mixed
cp -r mixed/.kbuild earlier
kernel one/a.cu kept vanishing
run 0 kbuild build one --targets gfx1030 -o mixed
for lost in checksums logs; do
    cp earlier/hip/a.cu mixed/.kbuild/hip
    cp earlier/meta/a.json mixed/.kbuild/meta
    cp earlier/obj/a.gfx1030.hsaco mixed/.kbuild/obj
    rm mixed/.kbuild/$lost
    run 0 kbuild build one --targets gfx1030 -o mixed
    grep -q vanishing mixed/kernels.h || fail "a kernel vanished with the list of $lost"
    grep -q vanishing mixed/.kbuild/hip/a.cu || fail "an old translation was kept"
done

# Two modules of a package cannot have the same kernel.
kernel src/b.cu half_kernel
run 1 kbuild build src --targets gfx1030 -o out
says "half_kernel"
exit 0
