# For the end-to-end tests: makes small trees of kernels, and counts what a build did.
. "$(dirname "$0")/../lib.sh"

# kernel FILE NAME...: writes a source with one kernel for each NAME.
kernel() {
    file=$1
    shift
    mkdir -p "$(dirname "$file")"
    for name; do
        cat <<EOF
extern "C" __global__ void $name(const float *in, float *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] + 1.0f;
}
EOF
    done >"$file"
}

# once TEXT: the last run printed TEXT, in one line.
once() {
    says "$1"
    [ "$(cat .out .err | grep -cF -e "$1")" = 1 ] || fail "printed more than once: $1"
}

# digests DIR: prints a line for each file of the package in DIR.
digests() { (cd "$1" && find . -type f ! -path './.kbuild/*' | sort | xargs -d '\n' sha256sum); }

# compiled: prints the number of compile jobs of the last build, which must have run with --verbose.
compiled() { grep -c -e ' step --compiler ' "$TOP/.out"; }

# find_clang: sets real to the clang++ that builds use.
find_clang() { real=$(kbuild doctor --json | sed -n 's/.*"path": "\([^"]*clang++[^"]*\)".*/\1/p' | head -1); }

# wrap_clang: makes the script on standard input bin/clang++, with the linker of $real beside it.
wrap_clang() {
    mkdir bin
    cat >bin/clang++
    chmod +x bin/clang++
    ln -s "$(dirname "$real")/lld" bin/
}

# forge FILE MEMBER PROGRAM: makes a toolchain.json name another program, as somebody can who knows the format.
forge() {
    python3 - "$@" <<'EOF2'
import ctypes, json, sys
path, member, program = sys.argv[1:]
root = json.load(open(path))
root["toolchain"][member] = program
root.pop("sum")
text = json.dumps(root, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
hash = ctypes.CDLL("libxxhash.so.0").XXH3_64bits
hash.restype, hash.argtypes = ctypes.c_uint64, [ctypes.c_char_p, ctypes.c_size_t]
root["sum"] = "%016x" % hash(text, len(text))
json.dump(root, open(path, "w"))
EOF2
}

has_toolchain() { "$KBUILD" doctor >/dev/null 2>&1; }
has_toolchain || skip "no HIP toolchain on this machine ('kbuild doctor' describes it)"
