# The commands of examples/README.md for the example verify print what it says, and a changed kernel is found.
. "$(dirname "$0")/lib.sh"
needs python3
cp -r "$EXAMPLES/verify" copy
cd copy || exit 1
example_fences "$EXAMPLES/README.md" verify sh >commands
example_fences "$EXAMPLES/README.md" verify >wanted
[ -s commands ] && [ -s wanted ] || fail "the README has no commands, or does not say what is printed"
run 0 sh -e commands
tail -n "$(wc -l <wanted)" "$TOP/.out" | diff wanted - || fail "printed something else than the README says"
sed -i 's/step = 16/step = 8/' kernels/rows.cu
run 1 sh -c "sed -i 's/|.*//' commands; sh -e commands"
says 'softmax on gfx90a: DIFFERENT'
says 'lane 0 writes it, at '
