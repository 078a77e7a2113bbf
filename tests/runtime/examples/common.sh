# What the scripts share: a directory, $top, and how they end.
set -u
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT

# Prints the output of the last step, which it wrote to $top/out.
fail() {
    echo "FAILED: $*" >&2
    cat "$top/out" >&2
    exit 1
}

need_kernels() { # need_kernels DIRECTORY
    [ -e "$1/affine.hsaco.h" ] && return
    echo "skipped: no kernels in $1: \`./dev kernels\` makes them"
    exit 77
}
