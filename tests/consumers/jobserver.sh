# Inside make -jN, all builds together run at most N compilers. kbuild returns every token that it took,
# whatever happens.
. "$(dirname "$0")/lib.sh"

# A launcher that runs for a while and records how many launchers run at once. It compiles each source once.
export XDG_CACHE_HOME="$TOP/objects"
mkdir objects
cp "$HERE/../faults/compiler.sh" once
cat >slow <<'SH'
#!/bin/sh
top=$(dirname "$0")
: >"$top/running/$$"
ls "$top/running" | wc -l >>"$top/counts"
sleep 0.5
"$top/once" "$@"
rc=$?
rm -f "$top/running/$$"
exit $rc
SH
chmod +x slow
export KBUILD_LAUNCHER="$TOP/slow"
mkdir running src
for n in 1 2 3; do
    echo "extern \"C\" __global__ void k$n(float *x) { *x = $n; }" >"src/m$n.cu"
done

# peak: prints the largest count since the last call.
peak() {
    sort -n counts | tail -n 1
    rm -rf counts running/*
}
cat >build <<SH
#!/bin/sh
exec "$KBUILD" build "$TOP/src" --targets gfx90a --quiet -o "\$1"
SH
chmod +x build

cat >Makefile <<MAKE
all: one two
one two:
	+@./build \$@
without:
	@./build \$@
MAKE
for jobs in 1 2 3; do
    rm -rf one two
    run 0 timeout 300 make -j$jobs
    # make itself reports lost or surplus tokens
    says_not "jobserver"
    at_most=$(peak)
    [ "$at_most" -le $jobs ] || fail "make -j$jobs: $at_most compilers at a time"
    [ "$at_most" = $jobs ] || [ $jobs = 3 ] || fail "make -j$jobs: only $at_most compilers at a time"
done

# A command that make does not share its jobs with: make 4.4 has a named pipe that all programs may open. With an
# older make, kbuild runs one job, or as many as --jobs says.
run 0 make -j3 without
if make --help | grep -q -e --jobserver-style; then
    [ "$(peak)" -le 3 ] || fail "more than three"
else
    says "building one at a time"
    says "Put '+' before it in the Makefile"
    [ "$(peak)" = 1 ] || fail "without tokens"
fi
rm -rf without

# make 4.4 and later name a fifo; cargo has a variable of its own. After a build the fifo has the same
# bytes as before.
mkfifo fifo
exec 9<>fifo
put() { printf '%s' "$1" >&9; }
left() { timeout 1 dd bs=64 count=1 <&9 2>/dev/null; }
attempt() {
    rm -rf out
    put ab
    run 0 timeout 300 env "$@" ./build out
    [ "$(left | sed 's/./&\n/g' | sort | tr -d '\n')" = ab ] || fail "other tokens than before: $*"
    [ "$(peak)" -le 3 ] || fail "more than three compilers at a time: $*"
}
attempt "MAKEFLAGS= -j3 --jobserver-auth=fifo:$TOP/fifo"
attempt "MAKEFLAGS=k -j3 --jobserver-auth=9,9 -- X=-j8"
attempt "MAKEFLAGS= -j3 --jobserver-fds=9,9"
attempt "CARGO_MAKEFLAGS=-j --jobserver-fds=9,9 --jobserver-auth=9,9"

# No token is available: kbuild works with its own one.
rm -rf out
run 0 timeout 300 env "MAKEFLAGS= -j3 --jobserver-auth=9,9" ./build out
[ "$(peak)" = 1 ] || fail "took tokens that do not exist"
run 0 env "MAKEFLAGS= -j3 --jobserver-auth=fifo:/nowhere" ./build out
says "building one at a time"
rm -f counts

# A build fails, and a build is interrupted.
rm -rf out
echo 'oops' >src/m1.cu
put ab
run 1 env "MAKEFLAGS= -j3 --jobserver-auth=9,9" ./build out
[ "$(left | sed 's/./&\n/g' | sort | tr -d '\n')" = ab ] || fail "a build that failed kept tokens"
echo 'extern "C" __global__ void k1(float *x) { *x = 1; }' >src/m1.cu
for signal in INT TERM; do
    rm -rf out
    rm -f counts
    put ab
    setsid env --default-signal=INT "MAKEFLAGS= -j3 --jobserver-auth=9,9" ./build out >"$TOP/.out" 2>"$TOP/.err" &
    pid=$!
    for _ in $(seq 400); do
        [ ! -s counts ] || break
        sleep 0.02
    done
    kill -$signal "-$pid"
    wait "$pid"
    rc=$?
    [ $rc -gt 128 ] || fail "SIG$signal: exit code $rc"
    for _ in $(seq 200); do
        ps -o stat=,args= -s "$pid" | grep -v '^Z' | grep -q . || break
        sleep 0.05
    done
    [ "$(left | sed 's/./&\n/g' | sort | tr -d '\n')" = ab ] || fail "SIG$signal: tokens were lost"
    rm -rf running/*
done
[ "$(find out -name .token)" = "" ] || fail "the fifo of an interrupted build was not removed"
exit 0
