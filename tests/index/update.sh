# A second run with the same outcome touches nothing; a failed run leaves what was there; a directory
# that cannot be made is the environment's fault.
. "$(dirname "$0")/lib.sh"
make_modules
index 0
touch -d '2001-02-03 04:05:06' out/*
stat -c '%n %Y %i' out/* >times
index 0
stat -c '%n %Y %i' out/* | diff times - || fail "files were touched though nothing had changed"

cp -r out kept
edit kinds.reflect.json 's/"symbol": "nothing"/"symbol": "something"/'
index 1
diff -r kept out || fail "a failed check changed the outputs"
stat -c '%n %Y %i' out/* | diff times - || fail "a failed check touched the outputs"

cp "$FIXTURES/kinds.reflect.json" .
echo changed >>out/kernels.h
index 0
same kept/kernels.h out/kernels.h
[ "$(ls out | wc -l)" = 5 ] || fail "out/ holds more than the five files: $(ls out)"

for directory in /dev/null/out /proc/kbuild-out; do
    run 3 kbuild index --package kernels --targets gfx1030,gfx1100,gfx90a -o $directory \
        kinds.reflect.json kinds.hsaco math.reflect.json math.hsaco
    says "$(dirname $directory)"
done
if [ "$(id -u)" != 0 ]; then
    mkdir locked
    chmod a-w locked
    run 3 kbuild index --package kernels --targets gfx1030,gfx1100,gfx90a -o locked \
        kinds.reflect.json kinds.hsaco math.reflect.json math.hsaco
fi
mkdir -p blocked/kernels.json # a file cannot replace a directory
run 3 kbuild index --package kernels --targets gfx1030,gfx1100,gfx90a -o blocked \
    kinds.reflect.json kinds.hsaco math.reflect.json math.hsaco
says "kernels.json"
[ "$(ls blocked)" = kernels.json ] || fail "left something: $(ls blocked)"
