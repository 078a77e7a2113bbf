# The tables are what their generator makes of its lists, so that its next run undoes nothing.
set -u
: "${KBUILD_SOURCES:?}"
command -v python3 >/dev/null || { echo "skipped: no python3"; exit 77; }
TOP=$(mktemp -d)
trap 'rm -rf "$TOP"' EXIT
export PYTHONDONTWRITEBYTECODE=1
fail() { echo "FAILED: $1"; exit 1; }

# What a hand wrote into a table and into no list is found.
differs() { # FILE WHAT_SED_DOES
    rm -rf "$TOP/generate" "$TOP/mapping"
    cp -r "$KBUILD_SOURCES/hipify/generate" "$KBUILD_SOURCES/hipify/mapping" "$TOP" || exit 1
    before=$(cksum <"$TOP/$1")
    sed -i "$2" "$TOP/$1"
    [ "$(cksum <"$TOP/$1")" != "$before" ] || fail "nothing to change: $2"
    python3 "$TOP/generate/again.py" >"$TOP/log" 2>&1 && fail "not found: $2"
}
differs mapping/runtime.def 's/^RENAME(cudaMalloc, hipMalloc,/RENAME(cudaMalloc, hipMallocHost,/'
differs mapping/blas.def 's/^RENAME(\(cublasSgemm\), .*/KEEP(\1, FUNCTION)/'
differs generate/renames.txt '/^BLAS cublasGetStatusString /d'
differs generate/renames.txt '/^BLAS cublasGetStatusString /p'

python3 "$KBUILD_SOURCES/hipify/generate/again.py" || fail "correct the lists in generate/, or the tables"
