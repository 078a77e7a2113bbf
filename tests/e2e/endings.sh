# Signals that a parent process ignores, ways in which ninja may end, and a compiler that crashes.
. "$(dirname "$0")/lib.sh"

for n in 1 2 3 4 5 6; do kernel "src/a$n.cu" "k$n"; done

# If the parent ignores SIGCHLD, kbuild must still wait for its children.
deaf() {
    timeout 120 python3 -c 'import os, signal, sys
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
os.execv(sys.argv[1], sys.argv[1:])' "$@"
}
run 0 deaf "$KBUILD" build src --targets gfx90a -o out --quiet
[ -s out/kernels.h ] || fail "no package"
run 3 deaf "$KBUILD" step --output x.o -- sh -c 'echo half >x.o.tmp; exit 1'
[ ! -e x.o ] || fail "a failed step was taken for a successful one"

# The reader of the progress closes the pipe.
run 0 python3 - "$KBUILD" <<'EOP'
import signal, subprocess, sys
build = subprocess.Popen([sys.argv[1], "build", "src", "--targets", "gfx1030", "-o", "piped"],
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE)
build.stdout.readline()
build.stdout.close()
said = build.stderr.read()
if build.wait() != -signal.SIGPIPE or said:
    sys.exit(f"ended with {build.returncode}, printed {said}")
EOP

# The system kills ninja: kbuild reports it.
cat >kill.sh <<'EOS'
#!/bin/sh
for pid in $(pgrep -x ninja); do
    [ "$(readlink /proc/$pid/cwd)" != "$(dirname "$0")/killed/.kbuild" ] || kill -KILL "$pid"
done
EOS
chmod +x kill.sh
run 3 kbuild build src --targets gfx90a -o killed --quiet --launcher "$TOP/kill.sh"
says "ninja was ended by signal 9 (Killed)"
[ ! -e killed/kernels.h ] || fail "published all the same"

# If the compiler crashes, the exit code is 3 and the message names the job.
unset KBUILD_LAUNCHER
kernel one/a.cu a1
find_clang
[ -x "$real" ] || exit 0 # no clang of this name
# Answers questions like the real clang, and crashes when it compiles.
wrap_clang <<EOF
#!/bin/sh
for arg; do
    [ "\$arg" = -c ] && { [ -e "$TOP/mend" ] || kill -SEGV \$\$; }
done
exec "$real" "\$@"
EOF
run 3 kbuild build one --targets gfx1030 -o crashed --clang "$TOP/bin/clang++"
says "compile a for gfx1030: "
says "crashed (Segmentation fault)"
says "--clang"
[ ! -e crashed/kernels.h ] || fail "made a package"
touch mend
run 0 kbuild build one --targets gfx1030 -o crashed --clang "$TOP/bin/clang++"
