# A program of this folder, translated, compiled and run on the emulator: integers are exact, floats within the bound,
# and what is NaN or infinite is what it is on an NVIDIA H200 (gpu_reference.txt).
#
# usage: matrix.sh PROGRAM TARGET DIRECTORY (of the emulator) [option of the compiler...]
#
# environment: CLANG, a clang++ that knows the target, if hipcc does not
. "$(dirname "$0")/../../lib.sh"
. "$HERE/../../hip.sh"
program=$1 target=$2 emulator=$3
shift 3
clang=${CLANG:-}
command -v "${clang:-hipcc}" >/dev/null || skip "${clang:-hipcc} is not installed"
mkdir tree
cp "$HERE"/*.hpp tree
case $target in gfx90a) set -- "$@" -DFLUSHES ;; esac
# In CI, which has little time, two targets have every second one of few instructions each.
few=
case " $* $target" in
*" -DFEW "*gfx90a) few='-v few=1 -v each=2 -v part=1' ;;
*" -DFEW "*) few='-v few=1 -v each=2 -v part=0' ;;
esac
case $program in
# shellcheck disable=SC2086 # options
products) awk $few -f "$HERE/products.awk" "$HERE/instructions.txt" >tree/products.cu ;;
moves) awk -f "$HERE/moves.awk" <"$HERE/moves.cu" >tree/moves.cu ;;
*) cp "$HERE/$program.cu" tree ;;
esac
run 0 "$KBUILD" hipify tree -o hip --sources-only --quiet
! grep 'kbuild::ptx::untranslated' hip/*.cu || fail "not translated"
# shellcheck disable=SC2046 # options
run 0 "${clang:-hipcc}" -x hip --rocm-path=/usr -w "$@" $("$KBUILD" flags ${clang:+--clang "$clang"} --targets "$target") \
    --offload-arch="$target" "hip/$program.cu" -o program ${clang:+-L/usr/lib/x86_64-linux-gnu -lamdhip64}
[ -e "$emulator/hipemu" ] || skip "the emulator does not stand for HIP's library"
run 0 env LD_LIBRARY_PATH="$emulator/hipemu" HIPEMU_DEVICES="$target" HIPEMU_CHECK=fatal ./program
[ "$(wc -l <.out)" -gt 5 ] || fail "nothing was tested"
case $program in
products | fragments)
    # NAME MODE HASH DIFFERENCES PART-OF-BOUND
    awk '{ key = $0; sub(/ [0-9a-f]+ [0-9]+ [0-9.]+$/, "", key) }
        NR == FNR { reference[key] = $(NF - 2); next }
        key in reference { compared++ }
        key in reference && reference[key] != $(NF - 2) { print "not as on the GPU:", $0; bad = 1 }
        $(NF - 1) != 0 || $NF > 1 { print "wrong:", $0; bad = 1 }
        END { if (compared < 50) { print compared + 0, "compared"; bad = 1 }; exit bad }' "$HERE/gpu_reference.txt" .out >wrong ||
        fail "$(head -n 10 wrong)"
    ;;
moves) ! grep -vE '^[^ ]+( 0)+$' .out || fail "wrong" ;;
*) ! grep -v ': 0$' .out || fail "wrong" ;;
esac
