# The layouts of distributions other than Debian: Fedora's lib64, Arch's and AMD's /opt/rocm, directories of LLVM with and
# without a hyphen. Names of libclang have a version, in a directory that other versions share.
. "$(dirname "$0")/lib.sh"
fake_ninja
usr=$top/root/usr
fake_hip "$usr" 6.2

# Fedora: clang in /usr, its libraries in /usr/lib64, the device libraries in its resource directory.
fake_clang "$usr" 18.1.8
rm "$usr/lib/libclang.so.1"
mkdir -p "$usr/lib64"
: >"$usr/lib64/libclang.so.13" # of a package for old programs
fake_libraries "$usr/lib/clang/18.1.8/amdgcn/bitcode"
fake_hipcc "$usr/bin/hipcc" "$usr/bin/clang++"
doctor 3
says "apt-get install libclang1-18"
for name in libclang.so.18.1 libclang.so.18; do
    : >"$usr/lib64/$name"
    doctor 0
    part libclang "$usr/lib64/$name"
done
part clang "$usr/bin/clang\\+\\+"
part "device libraries" "$usr/lib/clang/18.1.8/amdgcn/bitcode"

# Other versions beside it, of Fedora and of Arch; and Debian's: the newest first.
fake_clang "$usr/lib64/llvm17" 17.0.6
fake_clang "$usr/lib/llvm19" 19.1.7
fake_clang "$usr/lib/llvm-16" 16.0.6
doctor 0
others=$(sed -n 's,^  /.*/\(llvm-*[0-9]*\)/bin/clang++$,\1,p' out)
[ "$others" = "$(printf 'llvm19\nllvm17\nllvm-16')" ] || fail "the other clangs are $others"
for version in 17:lib64/llvm17 19:lib/llvm19 16:lib/llvm-16; do
    doctor 0 --clang "${version%:*}"
    part clang "$usr/${version#*:}/bin/clang\\+\\+"
    part libclang "$usr/${version#*:}/lib/libclang.so.1"
done
mkdir "$usr/lib64/llvm17/lib64" # a clang whose own libraries are in lib64
mv "$usr/lib64/llvm17/lib/libclang.so.1" "$usr/lib64/llvm17/lib64/libclang.so"
doctor 0 --clang 17
part libclang "$usr/lib64/llvm17/lib64/libclang.so"

# Fedora's LLVM for ROCm. It is taken without hipcc, too.
rm "$usr/bin/hipcc"
fake_clang "$usr/lib64/rocm/llvm" 19.0.0
doctor 0
part clang "$usr/lib64/rocm/llvm/bin/clang\\+\\+"

# Arch: lib64 is a link to lib, all of ROCm is in /opt/rocm, and llvm there is a link.
rm -r "$usr"
mkdir -p "$usr/lib"
ln -s lib "$usr/lib64"
fake_clang "$usr/lib/llvm18" 18.1.8
fake_rocm "$top/root/opt/rocm" 19.0.0
mv "$top/root/opt/rocm/llvm" "$usr/lib/there"
mkdir "$top/root/opt/rocm/lib"
mv "$usr/lib/there" "$top/root/opt/rocm/lib/llvm"
ln -s lib/llvm "$top/root/opt/rocm/llvm"
fake_libraries "$top/root/opt/rocm/lib/llvm/lib/clang/19.0.0/lib/amdgcn/bitcode"
sed -i "s,opt/rocm/llvm/lib/clang,opt/rocm/lib/llvm/lib/clang," "$top/root/opt/rocm/llvm/bin/clang++"
doctor 0
part clang "$top/root/opt/rocm/lib/llvm/bin/clang\\+\\+"
part "device libraries" "$top/root/opt/rocm/lib/llvm/lib/clang/19.0.0/lib/amdgcn/bitcode"
[ "$(grep -c 'llvm18/bin' out)" = 1 ] || fail "llvm18 is listed twice"
exit 0
