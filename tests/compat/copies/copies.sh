# Asynchronous copies and their barriers, translated, compiled and run on the emulator. What the states of a barrier say
# is what they say on an NVIDIA H200.
#
# usage: copies.sh TARGET DIRECTORY (of the emulator) [option of the compiler...]
. "$(dirname "$0")/../../lib.sh"
. "$HERE/../../hip.sh"
target=$1 emulator=$2
shift 2
command -v hipcc >/dev/null || skip "hipcc is not installed"
mkdir tree
cp "$HERE/copies.cu" tree
run 0 "$KBUILD" hipify tree -o hip --sources-only --quiet
! grep 'kbuild::ptx::untranslated' hip/*.cu || fail "not translated"
# shellcheck disable=SC2046 # options
run 0 hipcc -x hip -w "$@" $("$KBUILD" flags --targets "$target") --offload-arch="$target" hip/copies.cu -o program
[ -e "$emulator/hipemu" ] || skip "the emulator does not stand for HIP's library"
run 0 env LD_LIBRARY_PATH="$emulator/hipemu" HIPEMU_DEVICES="$target" HIPEMU_CHECK=fatal timeout 60 ./program
same "$HERE/expected.txt" .out
