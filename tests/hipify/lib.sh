# For the tests of kbuild hipify.
. "$(dirname "$0")/../lib.sh"
cleanup() { chmod -R u+w "$TOP"; }

# hipify WANTED-EXIT-CODE ARGUMENT...
hipify() {
    hipify_rc=$1
    shift
    run "$hipify_rc" "$KBUILD" hipify "$@"
}
