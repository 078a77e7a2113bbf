# Ctrl-C, or kill -9 of all processes, in the middle of a build: no file is half-written, and the next
# build gives the same bytes.
. "$(dirname "$0")/lib.sh"

for n in 1 2 3 4; do kernel "src/m$n.cu" "k$n"; done
run 0 kbuild build src --targets gfx1030 -o whole
digests whole >whole.digests

# Waits until the build in $1 has made an object, but not all.
under_way() {
    for _ in $(seq 1200); do
        for object in "$1"/.kbuild/obj/*.hsaco; do
            [ ! -e "$object" ] || return 0
        done
        sleep 0.05
    done
    fail "the build does not make an object"
}

export TMPDIR="$TOP/tmp"
mkdir tmp
for signal in INT TERM KILL; do
    rm -rf out
    # The build gets its own session, like the foreground group of a terminal. The shell would make a
    # background job ignore SIGINT.
    setsid env --default-signal=INT "$KBUILD" build src --targets gfx1030 -o out -j2 >"$TOP/.out" 2>"$TOP/.err" &
    pid=$!
    under_way out
    if [ "$signal" = TERM ]; then
        kill -TERM "$pid" # only kbuild, like a supervisor
    else
        kill -"$signal" "-$pid"
        [ "$signal" = KILL ] && pkill -KILL -s "$pid" # ninja's jobs have groups of their own
    fi
    wait "$pid"
    rc=$?
    case $signal in
    INT) [ $rc = 130 ] || fail "SIGINT: exit code $rc, not 130" ;;
    TERM) [ $rc = 143 ] || fail "SIGTERM: exit code $rc, not 143" ;;
    KILL) [ $rc = 137 ] || fail "SIGKILL: exit code $rc, not 137" ;;
    esac
    [ ! -e out/kernels.h ] || fail "SIG$signal came too late to test anything"
    for _ in $(seq 100); do
        running=$(ps -o stat=,args= -s "$pid" | grep -v '^Z')
        [ "$running" ] || break
        sleep 0.05
    done
    [ ! "$running" ] || fail "SIG$signal left processes running: $running"
    [ "$(ls "$TMPDIR")" = "" ] || [ "$signal" = KILL ] || fail "SIG$signal left $(ls "$TMPDIR")"
    find out -name '*.tmp' ! -path '*/.kbuild/*' | grep . && fail "SIG$signal left a temporary file"
    run 0 kbuild build src --targets gfx1030 -o out
    digests out >out.digests
    same whole.digests out.digests
done
exit 0
