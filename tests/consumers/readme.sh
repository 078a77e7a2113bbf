# An example does what its README says: a copy of it, by the very commands, prints the very lines.
# readme.sh EXAMPLE PROGRAM...: skipped where a program is not installed.
. "$(dirname "$0")/lib.sh"
example=$1
shift
for program; do
    needs "$program"
done
cp -r "$EXAMPLES/$example" copy
cd copy || exit 1
fences README.md sh >commands
fences README.md >wanted
grep -q KRT_DEVICE=emu commands || fail "the README has no commands"
[ -s wanted ] || fail "the README does not say what is printed"
run 0 sh -e commands
tail -n "$(wc -l <wanted)" "$TOP/.out" | diff wanted - || fail "printed something else than the README says"

# The last command is the program; on each target it prints the same, and without a device it says so.
program=$(tail -n 1 commands)
for target in gfx1030 gfx1100; do
    run 0 sh -c "$(echo "$program" | sed "s/emu:gfx90a/emu:$target/")"
    diff wanted "$TOP/.out" || fail "on $target it prints something else"
done
run 1 env KRT_LIBRARY=/nowhere.so sh -c "$program"
says /nowhere.so
