# HIP as this machine has it, for tests that compile with its headers. To be sourced.

# The LLVM of the HIP of Debian 12, 13 or sid.
hip_llvm() {
    for hip_llvm in 15 17 21; do
        [ -x /usr/lib/llvm-$hip_llvm/bin/clang++ ] && echo $hip_llvm && return
    done
    return 1
}

hip_clang() {
    hip_llvm=$(hip_llvm) && echo "/usr/lib/llvm-$hip_llvm/bin/clang++"
}

# The version that its headers have, as clang wants to be told.
hip_version() {
    awk '$1 == "#define" && $2 ~ /^HIP_VERSION_(MAJOR|MINOR)$/ { version = version $3 "." }
        END { print version "0" }' /usr/include/hip/hip_version.h
}

# The directory of its device libraries.
hip_bitcode() {
    for hip_bitcode in /usr/lib/x86_64-linux-gnu/amdgcn/bitcode \
        "/usr/lib/llvm-$(hip_llvm)"/lib/clang/*/amdgcn/bitcode; do
        [ -f "$hip_bitcode/ocml.bc" ] && echo "$hip_bitcode" && return
    done
    return 1
}
