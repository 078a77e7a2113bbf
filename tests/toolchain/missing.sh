# doctor names each missing part, the paths that it tried and the package that has the part.
. "$(dirname "$0")/lib.sh"

doctor 3
says "MISSING  HIP headers"
says "absent   hipcc"
says "looked at $top/root/opt/rocm/bin/hipcc"
says "looked at $top/tools/hipcc"
says "A build does not work."
for package in libamdhip64-dev clang-15 lld-15 clang-tools-15 rocm-device-libs libclang1-15 ninja-build
do
    grep -F "apt-get install" err | grep -qw -e "$package" || fail "doctor does not say to install $package"
done
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
            "llvm/bin/clang-offload-bundler clang-tools-17" "amdgcn/bitcode/ocml.bc rocm-device-libs" \
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

# A compiler that exists but does not run counts as missing, and doctor reports it.
echo 'exit 1' | program "$rocm/llvm/bin/clang++"
doctor 3
says "$rocm/llvm/bin/clang++ exists but does not run"
exit 0
