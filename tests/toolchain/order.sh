# The search order: the command line, HIP_PATH, ROCM_PATH, /opt/rocm, PATH, Debian's directories.
. "$(dirname "$0")/lib.sh"
fake_ninja

# Debian's layout, as in Debian 12.
usr=$top/root/usr
fake_clang "$usr/lib/llvm-15" 15.0.6
fake_hip "$usr" 5.2
fake_libraries "$usr/lib/x86_64-linux-gnu/amdgcn/bitcode"
fake_hipcc "$usr/bin/hipcc" "$usr/bin/clang++-15"
ln -s ../lib/llvm-15/bin/clang++ "$usr/bin/clang++-15"
mkdir -p "$usr/lib/llvm-15/bin"
mv "$usr/lib/llvm-15/bin/clang++" "$usr/lib/llvm-15/bin/clang"
ln -s clang "$usr/lib/llvm-15/bin/clang++"
mv "$usr/lib/llvm-15/lib/libclang.so.1" "$usr/lib/x86_64-linux-gnu/libclang-15.so.1"
doctor 0
part hipcc "$usr/bin/hipcc"
part "HIP headers" "$usr"
part clang "$usr/lib/llvm-15/bin/clang\\+\\+" # not the link in bin/, which has no lld beside it
part "linker \\(lld\\)" "$usr/lib/llvm-15/bin/lld"
part libclang "$usr/lib/x86_64-linux-gnu/libclang-15.so.1"
part "device libraries" "$usr/lib/x86_64-linux-gnu/amdgcn/bitcode"
says "5.2.7"

# kbuild takes the clang that hipcc runs, also if there is a newer one; without hipcc, the newest.
fake_clang "$usr/lib/llvm-9" 9.0.0
fake_clang "$usr/lib/llvm-19" 19.1.7
doctor 0
part clang "$usr/lib/llvm-15/bin/clang\\+\\+"
says "$usr/lib/llvm-19/bin/clang++"
mv "$usr/bin/hipcc" "$usr/bin/away"
doctor 0
part clang "$usr/lib/llvm-19/bin/clang\\+\\+"
mv "$usr/bin/away" "$usr/bin/hipcc"

# PATH before Debian's directories.
fake_hipcc tools/hipcc "$usr/lib/llvm-19/bin/clang++"
doctor 0
part hipcc "$top/tools/hipcc"
part clang "$usr/lib/llvm-19/bin/clang\\+\\+"

# /opt/rocm before PATH.
fake_rocm "$top/root/opt/rocm" 16.0.0
doctor 0
part hipcc "$top/root/opt/rocm/bin/hipcc"
part "HIP headers" "$top/root/opt/rocm"
part clang "$top/root/opt/rocm/llvm/bin/clang\\+\\+"
part "device libraries" "$top/root/opt/rocm/amdgcn/bitcode"

# ROCM_PATH before /opt/rocm, HIP_PATH before ROCM_PATH, relative or not.
fake_rocm "$top/rocm" 17.0.0
fake_rocm "$top/hip" 18.0.0
export ROCM_PATH="$top/rocm"
doctor 0
part hipcc "$top/rocm/bin/hipcc"
part clang "$top/rocm/llvm/bin/clang\\+\\+"
export HIP_PATH=hip
doctor 0
part hipcc "$top/hip/bin/hipcc"
part "HIP headers" "$top/hip"
part clang "$top/hip/llvm/bin/clang\\+\\+"
part "device libraries" "$top/hip/amdgcn/bitcode"

# HIP_DEVICE_LIB_PATH alone decides about the device libraries.
fake_libraries "$top/own libraries"
HIP_DEVICE_LIB_PATH="own libraries" doctor 0
part "device libraries" "$top/own libraries"

# The command line before all of them.
doctor 0 --hipcc "$top/rocm/bin/hipcc"
part hipcc "$top/rocm/bin/hipcc"
part clang "$top/rocm/llvm/bin/clang\\+\\+"
doctor 0 --clang "$top/rocm/llvm/bin/clang++"
part clang "$top/rocm/llvm/bin/clang\\+\\+"
part hipcc "$top/hip/bin/hipcc"
doctor 3 --hipcc nowhere
says "--hipcc 'nowhere': no such program"

# A variable that names a missing directory is ignored, with a note.
HIP_PATH=$top/nowhere doctor 0
part hipcc "$top/rocm/bin/hipcc"
says "HIP_PATH is set to '$top/nowhere', which is not a directory; it is ignored"
unset HIP_PATH ROCM_PATH

# An old hipcc does not print its command: the hipconfig beside it prints clang's directory.
rm -r "$top/root/opt" "$top/tools/hipcc"
echo 'echo "HIP version: 3.1.4"' | program "$usr/bin/hipcc"
echo "printf '%s' '$usr/lib/llvm-19/bin'" | program "$usr/bin/hipconfig"
doctor 0
part clang "$usr/lib/llvm-19/bin/clang\\+\\+"
# Neither: HIP_CLANG_PATH.
rm "$usr/bin/hipconfig"
HIP_CLANG_PATH=$usr/lib/llvm-15/bin doctor 0
part clang "$usr/lib/llvm-15/bin/clang\\+\\+"

# Debian 13 has the device libraries inside clang's resource directory, or inside another clang's.
rm -r "$usr/lib/x86_64-linux-gnu/amdgcn"
fake_libraries "$usr/lib/llvm-19/lib/clang/19.1.7/amdgcn/bitcode"
doctor 0 --clang 19
part "device libraries" "$usr/lib/llvm-19/lib/clang/19.1.7/amdgcn/bitcode"
doctor 0 --clang 15
part "device libraries" "$usr/lib/llvm-19/lib/clang/19.1.7/amdgcn/bitcode"
exit 0
