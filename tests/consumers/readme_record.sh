# The commands of examples/README.md for the example record, which needs hipcc, print what it says.
. "$(dirname "$0")/lib.sh"
needs hipcc
unset HIPEMU_DEVICES HIPEMU_CHECK
cp -r "$EXAMPLES/record" copy
cd copy || exit 1
example_fences "$EXAMPLES/README.md" record sh >commands
example_fences "$EXAMPLES/README.md" record >wanted
[ -s commands ] && [ -s wanted ] || fail "the README has no commands, or does not say what is printed"
run 0 sh -e commands
tail -n "$(wc -l <wanted)" "$TOP/.out" | diff wanted - || fail "printed something else than the README says"
