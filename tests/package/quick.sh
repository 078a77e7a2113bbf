# A build without tests, which is what people install, compiles no kernels; an option adds them.
. "$(dirname "$0")/../lib.sh"
# kernels OPTION...: the number of targets for the library of kernels
kernels() {
    run 0 "$CMAKE" -S "$SOURCE" -B "$TOP/build" -G Ninja -DKBUILD_TESTS=OFF -DKBUILD_PYTHON=OFF "$@"
    run 0 ninja -C "$TOP/build" -t targets all
    grep -c '^kernels/.*[.]c:\|libkrt-kernels' "$TOP/.out"
}
[ "$(kernels)" = 0 ] || fail "kernels are compiled: $(cat "$TOP/.out")"
command -v hipcc >/dev/null || skip "hipcc is not installed; without it, there are no kernels"
[ "$(kernels -DKBUILD_KERNELS=ON)" -gt 1 ] || fail "kernels are not compiled"
