# The cache file replaces hipcc's answers until something changes, and no longer.
. "$(dirname "$0")/lib.sh"
: "${FIND:?names the find program}"
fake_ninja
rocm=$top/root/opt/rocm
fake_rocm "$rocm" 17.0.1
: >asked

# find ARGUMENT...: writes the parts that were found into the file out.
find() {
    "$FIND" "$@" >out 2>err
    rc=$?
    [ $rc = 0 ] || fail "exit code $rc: find $*"
}
# File times advance with the kernel's tick; the cache does not store a result that depends on a file
# changed within the last tick.
settle() { sleep 0.05; }
questions() {
    count=0
    while read -r _; do count=$((count + 1)); done <asked
    echo $count
}
# hit WHY ARGUMENT...: runs find and checks that it did not ask hipcc. miss: that it did.
hit() {
    why=$1
    shift
    : >asked
    find "$@"
    [ "$(questions)" = 0 ] || fail "hipcc was asked again: $why"
}
miss() {
    why=$1
    shift
    settle
    : >asked
    find "$@"
    [ "$(questions)" = 1 ] || fail "hipcc was not asked again: $why"
    cp out new
    hit "after that, $why" "$@"
    diff new out >&2 || fail "the cache differs from what was found: $why"
}

miss "there was no cache" cache.json
cp out first
hit "nothing changed" cache.json
diff first out || fail "another result"

# A change of each file that the result depends on.
for file in bin/hipcc llvm/bin/clang++ llvm/bin/lld include/hip/hip_version.h \
            amdgcn/bitcode/ocml.bc llvm/lib/libclang.so.1 \
            amdgcn/bitcode/oclc_isa_version_900.bc; do
    echo '# more' >>"$rocm/$file"
    miss "$file grew" cache.json
    settle
    cat "$rocm/$file" >copy
    cat copy >"$rocm/$file"
    miss "$file has a new time" cache.json
done
# A file with the same size and mtime but other bytes.
cp -p "$rocm/amdgcn/bitcode/ockl.bc" "$rocm/ockl.bc"
cat "$rocm/ockl.bc" | { printf x; cat; } >copy
printf 'OCKL\n' >"$rocm/amdgcn/bitcode/ockl.bc"
touch -r "$rocm/ockl.bc" "$rocm/amdgcn/bitcode/ockl.bc"
cp out before
miss "ockl.bc has other bytes of the same size and time" cache.json
! diff before out >/dev/null || fail "the fingerprint did not change with ockl.bc"

# Files that appear and disappear.
: >"$rocm/amdgcn/bitcode/new.bc"
miss "a device library was added" cache.json
rm "$rocm/amdgcn/bitcode/new.bc"
miss "a device library was removed" cache.json
find cache.json
cp out before
fake_rocm "$top/other" 18.0.0
hit "a toolchain was added where kbuild does not search" cache.json
HIP_PATH=$top/other
export HIP_PATH
miss "HIP_PATH was set" cache.json
grep -qF "$top/other/bin/hipcc" out || fail "HIP_PATH did nothing"
mv other away
miss "the toolchain of HIP_PATH was removed" cache.json
mv away other
miss "the toolchain of HIP_PATH was put back" cache.json
unset HIP_PATH
miss "HIP_PATH was unset" cache.json
diff before out || fail "another result than before HIP_PATH"
mkdir early
PATH=$top/early:$PATH
miss "PATH changed" cache.json
cp tools/ninja early/ninja
miss "a ninja was added earlier in PATH" cache.json
grep -qF "$top/early/ninja" out || fail "the earlier ninja was not taken"
for name in HIP_PATH ROCM_PATH; do
    : >asked
    env "$name=/nowhere" "$FIND" cache.json >out 2>err || fail "with $name"
    [ "$(questions)" = 0 ] || fail "hipcc was asked again: $name is ignored"
    grep -qF "$name is set to '/nowhere', which is not a directory; it is ignored" err || fail "$name: no warning"
done
for name in HIP_CLANG_PATH HIP_DEVICE_LIB_PATH HIP_PLATFORM; do
    # A missing directory gives the same toolchain, but the cache cannot know that.
    settle
    : >asked
    env "$name=/nowhere" "$FIND" cache.json >out 2>err || fail "with $name"
    [ "$(questions)" = 1 ] || fail "hipcc was not asked again: $name was set"
done

# With --clang, hipcc is not asked and the cache's old result is not used.
settle
find cache.json "$rocm/llvm"
grep -qF "$rocm/llvm/bin/clang++" out || fail "--clang did nothing"
miss "--clang is gone" cache.json

# A relative path means another directory when the current directory differs.
HIP_PATH=other
export HIP_PATH
miss "HIP_PATH is relative" cache.json
cp cache.json early/cache.json
cd early || exit 1
: >../asked
"$FIND" cache.json >../out 2>../err
cd ..
[ "$(questions)" = 1 ] || fail "in another directory, a relative HIP_PATH was taken for the same one"
unset HIP_PATH

# A damaged cache counts as missing.
miss "back" cache.json
cp cache.json good.json
for damage in 's/kbuild-toolchain-4/kbuild-toolchain-0/' 's/"probes"/"probe"/' 's/"toolchain"/"tool"/' \
              's/"processors": \[/"processors": [1,/' 's/"clang": "/"clang": 5, "x": "/' '$d' 's/}/{/' \
              's/"fingerprint": "./"fingerprint": "x/' 's/"ninja": "/"ninja": "x/' '1,$d'; do
    sed "$damage" good.json >cache.json
    ! cmp -s good.json cache.json || fail "no damage: $damage"
    miss "damaged by $damage" cache.json
done
: >cache.json
miss "an empty file" cache.json
printf '\0\377{' >cache.json
miss "not JSON" cache.json
[ ! -s err ] || fail "a damaged cache was reported"

# A result that depends on a file changed just now is not stored: a second change within the same tick
# would go unnoticed.
rm cache.json
: >"$rocm/amdgcn/bitcode/just-now.bc"
find cache.json
if [ -e cache.json ]; then
    # The machine was slow, so the result was stored; then it must be valid.
    hit "stored" cache.json
fi

# The cache cannot be written.
"$FIND" /proc/nowhere/cache.json >out 2>err
rc=$?
[ $rc = 3 ] || [ $rc = 0 ] || fail "exit code $rc"
settle
"$FIND" /proc/nowhere/cache.json >out 2>err
rc=$?
[ $rc = 3 ] || fail "exit code $rc, not 3, though the cache cannot be written"
says "/proc/nowhere/cache.json: cannot write"
exit 0
