# Only one build runs in a directory at a time. If any process of a build is killed, all others end,
# and the next build works at once.
. "$(dirname "$0")/lib.sh"

kernel src/a.cu a1
# Acts like a slow compiler that has a child process and an unfinished file.
cat >slow.sh <<EOS
#!/bin/sh
mktemp "\$TMPDIR/part-XXXXXX"
sleep 57 &
echo \$! >"$TOP/started.tmp"
mv "$TOP/started.tmp" "$TOP/started"
wait
EOS
# Acts like a compiler cache: the first job leaves a server running.
cat >server.sh <<EOS
#!/bin/sh
setsid sleep 60 </dev/null >/dev/null 2>&1 &
echo \$! >"$TOP/started"
exec "\$@"
EOS
chmod +x slow.sh server.sh

# await COMMAND: waits until COMMAND succeeds.
await() {
    for _ in $(seq 600); do
        eval "$1" && return
        sleep 0.02
    done
    fail "never succeeded: $1"
}
parent() { sed 's/.*) . //; s/ .*//' "/proc/$1/stat"; }
# One job at a time: no process of the build is unknown to the test.
started() {
    rm -f started
    "$KBUILD" build src -j1 --targets gfx90a -o out --launcher "$TOP/slow.sh" "$@" >.out 2>.err &
    pid=$!
    await '[ -e started ]'
    compiler=$(parent "$(cat started)")
    step=$(parent "$compiler")
    ninja=$(parent "$step")
    [ "$(parent "$ninja")" = $pid ] || fail "the processes are not kbuild, ninja, step, compiler"
}

run 0 kbuild build src --targets gfx90a -o wanted --quiet
digests wanted >wanted.digests
for victim in pid ninja step compiler; do
    started
    eval "kill -KILL \$$victim"
    wait $pid
    rc=$?
    case $victim in
    pid) [ $rc = 137 ] || fail "exit code $rc" ;;
    *) [ $rc = 3 ] || fail "exit code $rc after $victim was killed" ;;
    esac
    [ $victim = ninja ] && says "ninja was ended by signal 9 (Killed)"
    [ $victim = compiler ] && says "crashed (Killed)"
    [ $victim = step ] && kill "$(cat started)" # nothing else ends it: its parent and grandparent are gone
    for process in "$ninja" "$step" "$compiler" "$(cat started)"; do
        await "! grep -q '^State:.[^ZX]' /proc/$process/status 2>/dev/null"
    done
    [ ! -e out/kernels.h ] || fail "published after $victim was killed"
    run 0 timeout 60 "$KBUILD" build src --targets gfx90a -o out --quiet
    [ ! -s .err ] || fail "the next build printed a message"
    digests out >out.digests
    same wanted.digests out.digests
    [ ! "$(find out -name '*tmp*')" ] || fail "left behind: $(find out -name '*tmp*')"
    rm -r out
done

# Two builds in one directory.
started
"$KBUILD" build src --targets gfx90a -o out >second.out 2>second.err &
second=$!
await 'grep -q "another kbuild works in $TOP/out/.kbuild; waiting for it" second.err'
kill -TERM $pid
wait $second || fail "the second build failed"
digests out >out.digests
same wanted.digests out.digests

# A process that a launcher leaves running does not hold the lock.
rm started
cleanup() { [ ! -e "$TOP/started" ] || kill "$(cat "$TOP/started")"; }
run 0 kbuild build src --targets gfx90a -o other --launcher "$TOP/server.sh"
kill -0 "$(cat started)" || fail "the server has ended"
run 0 timeout 30 "$KBUILD" build src --targets gfx90a -o other
says_not "waiting for it"

# KBUILD_LOCK with a number that is not a lock is ignored.
run 0 env KBUILD_LOCK=7 "$KBUILD" build src --targets gfx90a -o other -O2
exit 0
