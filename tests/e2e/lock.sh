# One build at a time in a directory, also when the first was killed and its ninja goes on.
. "$(dirname "$0")/lib.sh"

kernel src/a.cu a1
cat >slow.sh <<'EOS'
#!/bin/sh
: >"$STARTED"
sleep 3
exec "$@"
EOS
# Like a compiler cache: the first job leaves a server behind.
cat >server.sh <<'EOS'
#!/bin/sh
setsid sleep 60 </dev/null >/dev/null 2>&1 &
echo $! >"$STARTED"
exec "$@"
EOS
chmod +x slow.sh server.sh
export STARTED="$TOP/started"

"$KBUILD" build src --targets gfx900 -o out --quiet --launcher "$TOP/slow.sh" &
pid=$!
for _ in $(seq 600); do
    [ -e started ] && break
    sleep 0.02
done
kill -KILL $pid
wait $pid
run 0 kbuild build src --targets gfx90a -o out
says "another kbuild works in $TOP/out/.kbuild; waiting for it"
[ -s out/.kbuild/obj/a.gfx900.hsaco ] || fail "did not wait for what the first one runs"
run 0 kbuild inspect --list out/a.hsaco
says gfx90a
says_not gfx900

# What a launcher leaves behind does not keep the directory.
rm started
cleanup() { [ ! -e "$STARTED" ] || kill "$(cat "$STARTED")"; }
run 0 kbuild build src --targets gfx90a -o other --launcher "$TOP/server.sh"
kill -0 "$(cat started)" || fail "the server has ended"
run 0 timeout 30 "$KBUILD" build src --targets gfx90a -o other
says_not "waiting for it"

# A number from elsewhere is nobody's lock.
run 0 env KBUILD_LOCK=7 "$KBUILD" build src --targets gfx90a -o other -O2
exit 0
