# For the tests of kbuild hipify.
. "$(dirname "$0")/../lib.sh"
cleanup() { chmod -R u+w "$TOP"; }

# hipify WANTED-EXIT-CODE ARGUMENT...
hipify() {
    hipify_rc=$1
    shift
    run "$hipify_rc" "$KBUILD" hipify "$@"
}

# sources: those of sources.txtar, in sources/. Two of them get other ends of lines.
sources() {
    sh "$HERE/../unpack.sh" "$HERE/sources.txtar" sources
    tr '\n' '\r' <sources/cr.cu >cr && mv cr sources/cr.cu
    { printf '\357\273\277' && sed 's/$/\r/' sources/bom_crlf.cu | head -c -2; } >bom && mv bom sources/bom_crlf.cu
}
