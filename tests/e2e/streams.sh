# What a build prints to standard output and to standard error.
. "$(dirname "$0")/lib.sh"

kernel src/a.cu a1
build() { kbuild build src --targets gfx1030 -o out "$@"; }
run 0 build --quiet
[ ! -s .out ] && [ ! -s .err ] || fail "--quiet printed something"
rm -r out
run 0 build --json
python3 -c 'import json, sys; json.load(open(sys.argv[1]))' .out || fail "--json is not JSON"
rm -r out
run 0 build
says "compile a for gfx1030"
says_not "step --compiler"
rm -r out
run 0 build --verbose
says "step --compiler"

# kbuild reports a failed write to standard output. If standard output is closed, kbuild does not print
# into another file.
if [ -c /dev/full ]; then
    for line in --help --version 'build --help' doctor 'doctor --json' targets 'inspect out' 'report out' \
        'build src --targets gfx1030 -o out --json'; do
        # shellcheck disable=SC2086 # words of a line
        "$KBUILD" $line >/dev/full 2>.err
        rc=$?
        [ $rc = 3 ] || fail "exit code $rc, with /dev/full: $line"
        grep -q 'cannot write to standard output' .err || [ "$line" = 'report out' ] || fail "not reported: $line"
    done
fi
run 0 sh -c '"$0" build src --targets gfx1030 -o closed <&- >&- 2>&-' "$KBUILD"
[ -z "$(find closed -name .lock -size +0)" ] || fail "printed into a file"
same out/kernels.h closed/kernels.h
rm -r closed

run 0 kbuild targets --json
python3 -c 'import json, sys; json.load(open(sys.argv[1]))' .out || fail "targets --json is not JSON"
run 0 kbuild doctor --json
python3 -c 'import json, sys; json.load(open(sys.argv[1]))' .out || fail "doctor --json is not JSON"

# --hipcc runs hipcc itself and gives the same kernels.
run 0 kbuild build src --targets gfx1030 -o out2 --hipcc hipcc --verbose
says "hipcc -x hip"
same out/kernels.h out2/kernels.h
python3 - out/.kbuild/compile_commands.json <<'EOF' || fail "compile_commands.json"
import json, os, subprocess, sys
for entry in json.load(open(sys.argv[1])):
    assert os.path.isabs(entry["file"]) and os.path.exists(entry["file"])
    subprocess.check_call(entry["arguments"], cwd=entry["directory"])
EOF
