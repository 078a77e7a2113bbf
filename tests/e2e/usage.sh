# A wrong command line gives exit code 2 and a proposal.
. "$(dirname "$0")/lib.sh"

kernel src/a.cu a1
run 2 kbuild
run 2 kbuild biuld
says "did you mean 'build'?"
run 2 kbuild build src --targtes gfx1030
says "did you mean '--targets'?"
run 2 kbuild build src --targets gfx1031x
says "unknown target 'gfx1031x'; did you mean 'gfx103"
run 2 kbuild build src --targets gfx90a,gfx1030,gfx90a:xnack+
says "--targets: targets 'gfx90a' and 'gfx90a:xnack+' cannot be in one package"
run 2 kbuild build src --targets sm_9
says "--targets: target 'sm_9'"
run 2 kbuild build src --targets gfx1030:xnack+
says "--targets: target 'gfx1030:xnack+'"
run 2 kbuild build src
says "for which GPUs? Say --targets"
run 2 kbuild build src other --targets gfx1030
run 2 kbuild build src --targets gfx1030 --embed base64
says "--embed cannot be 'base64'; it is one of string, incbin, c23, archive"
run 2 kbuild build src --targets gfx1030 -j many
says "-j needs a number"
run 2 kbuild build src --targets gfx1030 --cuda-arch 0 # not the default
says "--cuda-arch needs a number from 1"
run 2 kbuild build src --targets
says "--targets needs a value"
run 2 kbuild build src --quiet=yes
says "--quiet takes no value"
for name in images krt a.hsaco -x ''; do
    run 2 kbuild build src --targets gfx1030 --package "$name"
    says "build: --package cannot be '$name'"
done
for option in -o --build-dir --depfile; do
    run 2 kbuild build src --targets gfx1030 $option ''
    says "build: $option needs a value: "
done
run 2 kbuild publish -o '' src/a.cu
run 2 kbuild hipify src/a.cu --output=
[ "$(ls)" = src ] || fail "something was made: $(ls)"

run 0 kbuild --version
says "kbuild 0."
run 0 kbuild --help
for command in build hipify reflect embed index doctor targets step publish; do
    says "  $command "
    run 0 kbuild "$command" --help
    says "Example:"
    run 0 kbuild --help
done

# One spelling for one thing, and the other is taken too.
kbuild --help | sed -n 's/^  \([a-z]*\)  *[a-z].*/\1/p' | grep -v kbuild >commands
[ "$(wc -l <commands)" -ge 17 ] || fail "commands: $(cat commands)"
while read -r command; do
    run 0 kbuild help "$command"
    cp .out helped
    run 0 kbuild "$command" --help
    same helped .out
    ! grep -q -e '--target ' .out || fail "$command has --target"
    grep -q -e '--targets ' .out || continue
    grep -q -e '-t, --targets ' .out || fail "$command has no -t"
    for option in --target --targets -t; do
        run 2 kbuild "$command" $option
        says "$command: $option needs a value"
    done
done <commands
run 0 kbuild help
says "kbuild help COMMAND"
run 2 kbuild help biuld
says "did you mean 'build'?"
for command in build check diff doctor hipify inspect profile reflect targets; do
    run 0 kbuild help $command
    says "--json "
done
echo 'void host(void) { cudaFancyNewThing(1); }' >host.cu
run 0 kbuild hipify --json --no-output host.cu
says '"KB1001"'

# Colours are for terminals, and for those who want them.
escape=$(printf '\033')
if command -v script >/dev/null; then
    run 0 script -qec "env NO_COLOR= TERM=xterm $KBUILD doctor" /dev/null </dev/null
    says "$escape"
    for variables in NO_COLOR=1 'NO_COLOR= TERM=dumb'; do
        run 0 script -qec "env TERM=xterm $variables $KBUILD doctor" /dev/null </dev/null
        says_not "$escape"
    done
fi
if [ -d /sys/class/kfd/kfd/topology/nodes ] || command -v nvidia-smi >/dev/null; then exit 0; fi
run 3 kbuild build src --targets native
says "'native': this machine has no GPU that the kernel driver (AMD) or nvidia-smi (NVIDIA) lists"
