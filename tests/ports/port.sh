# port.sh GROUP: the programs of a group, as kbuild hipify translates them, compile for GPUs with
# waves of 32 and of 64 lanes, and for the host. A program of expected.txt must fail, and say what stands there.
. "$(dirname "$0")/lib.sh"
need_hip
group=$1
translate "$group"

bad=0
for source in out/*.cu; do
    name=$(basename "$source" .cu)
    if needed=$(missing_header "$group/$name"); then
        echo "not compiled: $group/$name: <$needed> is not installed"
        continue
    fi
    [ "$(head -n 1 "$source")" = '#include <kbuild/cuda_prelude.h>' ] || fail "$source begins with another header"
    check "$source" >log 2>&1
    rc=$?
    if wanted=$(expected "$group/$name"); then
        if [ "$rc" = 0 ]; then
            bad=$((bad + 1))
            echo "$group/$name compiles: take it out of expected.txt"
        elif ! grep -qF -e "$wanted" log; then
            bad=$((bad + 1))
            echo "$group/$name does not say: $wanted"
            grep -m3 'error:' log
        fi
    elif [ "$rc" != 0 ]; then
        bad=$((bad + 1))
        echo "$group/$name does not compile:"
        grep -m5 'error:' log || head -5 log
    fi
    compiled=$((${compiled-0} + 1))
done
[ "${compiled-0}" -gt 0 ] || fail "no program in $group"
[ "$bad" = 0 ] || fail "$bad programs of $group"
