# The code of docs/python.md and the commands of examples/python do what the texts say.
. "$(dirname "$0")/../e2e/lib.sh"
export KRT_LIBRARY="$HIPEMU"

# The kernel is the README's.
mkdir kernels
awk '/^cat > my_kernels\/saxpy.cu/ { on = 1; next } /^EOF/ { on = 0 } on' "$SOURCE/README.md" >kernels/saxpy.cu
run 0 kbuild build kernels --targets gfx1030 -o generated --emit python
awk '/^```/ { on = $0 == "```python"; next } on' "$SOURCE/docs/python.md" >page.py
[ "$(grep -c assert page.py)" -ge 6 ] || fail "the page has no code"
run 0 "$PYTHON" page.py

cp -r "$SOURCE/examples/python" example
cd example || exit 1
mkdir bin
printf '#!/bin/sh\nexec "%s" "$@"\n' "$KBUILD" >bin/kbuild
printf '#!/bin/sh\nexec "%s" "$@"\n' "$PYTHON" >bin/python3
chmod +x bin/*
example_fences "$SOURCE/examples/README.md" python sh >commands
example_fences "$SOURCE/examples/README.md" python >wanted
run 0 env PATH="$PWD/bin:$PATH" sh -e commands
tail -n 2 "$TOP/.out" | diff wanted - || fail "printed something else than the README says"
run 1 env KRT_LIBRARY=/nowhere.so PATH="$PWD/bin:$PATH" sh -c "$(tail -n 1 commands)"
says /nowhere.so
