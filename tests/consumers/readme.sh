# The commands that examples/README.md has for an example work in a copy of it, and print the lines that it shows.
# readme.sh EXAMPLE PROGRAM...: skipped if a program is not installed.
. "$(dirname "$0")/lib.sh"
example=$1
shift
for program; do
    needs "$program"
done
targets="gfx1030 gfx1100"
if [ "$example" = triton ]; then
    python3 -c 'import triton' 2>/dev/null || skip "Triton is not installed"
    targets="gfx1100 gfx942"
fi
mkdir examples
ln -s "$PREFIX/share/kbuild/rust" rust # the crates, where the examples expect them
cp -r "$EXAMPLES/$example" examples/copy
cd examples/copy || exit 1
example_fences "$EXAMPLES/README.md" "$example" sh >commands
example_fences "$EXAMPLES/README.md" "$example" >wanted
grep -q KRT_DEVICE=emu commands || fail "the README has no commands"
[ -s wanted ] || fail "the README does not say what is printed"
run 0 sh -e commands
tail -n "$(wc -l <wanted)" "$TOP/.out" | diff wanted - || fail "printed something else than the README says"

# The last command runs the program. It prints the same on each target, and reports a missing device.
program=$(tail -n 1 commands)
for target in $targets; do
    run 0 sh -c "$(echo "$program" | sed "s/emu:gfx90a/emu:$target/")"
    diff wanted "$TOP/.out" || fail "on $target it prints something else"
done
run 1 env KRT_LIBRARY=/nowhere.so sh -c "$program"
says /nowhere.so
