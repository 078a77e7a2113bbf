# --launcher distcc and icecc, with engines of a few lines of shell. Their input compiles in an empty
# directory, with an empty environment and without headers, to the bytes of a direct compile.
. "$(dirname "$0")/../lib.sh"
"$KBUILD" doctor >/dev/null 2>&1 || skip "no HIP toolchain on this machine ('kbuild doctor' describes it)"
KERNEL='extern "C" __global__ void scale(float *x) { x[threadIdx.x] = sinf(x[threadIdx.x]) * FACTOR; }'

# The other machine gets only the text. Like the real engines, it refuses the language HIP.
mkdir -p bin there
cat >bin/distcc <<END
#!/bin/sh
[ ! -e "$TOP/down" ] || exit 116
case " \$* " in *' -x hip '*) echo >>"$TOP/refused"; exec "\$@" ;; esac
for word; do
    case \$word in
    *.ii) cp "\$word" "$TOP/there/text.ii"; set -- "\$@" text.ii ;;
    *.tmp) object=\$word; set -- "\$@" object.o ;;
    *) set -- "\$@" "\$word" ;;
    esac
    shift
done
echo >>"$TOP/carried"
here=\$PWD
cd "$TOP/there" && env -i PATH=/nowhere "\$@" && cp object.o "\$here/\$object"
END
chmod +x bin/distcc
cp bin/distcc bin/icecc
export PATH="$TOP/bin:$PATH" DISTCC_KBUILD_DIR="$TOP/etc"
# carried N: checks that the engine ran N jobs since the count began.
carried() {
    count=0
    [ ! -e carried ] || count=$(wc -l <carried)
    [ "$count" = "$1" ] || fail "$count jobs carried, not $1"
}

mkdir src
echo '#define FACTOR 2.0f' >src/factor.h
printf '#include "factor.h"\n%s\n' "$KERNEL" >src/scale.cu
run 0 kbuild build src --targets gfx1030 -o direct

# The other machine lacks this toolchain: the job runs here, with a message.
run 0 kbuild build src --targets gfx1030 -o lone --launcher distcc
says 'kbuild-distcc: distcc failed (exit code 1); compiled here'
rm -f carried

run 0 "$(dirname "$KBUILD")/kbuild-distcc" --server
for engine in distcc icecc; do
    run 0 kbuild build src --targets gfx1030 -o $engine --launcher $engine
    says_not 'compiled here'
    carried 1
    same direct/scale.hsaco $engine/scale.hsaco
    rm carried
done
[ ! -e refused ] || fail "an engine was given -x hip"

# The depfile is of the source, not of the preprocessed text: a changed header is noticed.
echo '#define FACTOR 3.0f' >src/factor.h
run 0 kbuild build src --targets gfx1030 -o distcc --launcher distcc
carried 1
run 0 kbuild build src --targets gfx1030 -o direct
same direct/scale.hsaco distcc/scale.hsaco
run 0 kbuild build src --targets gfx1030 -o distcc --launcher distcc
carried 1

# Behind ccache: CCACHE_PREFIX names the engine.
if command -v ccache >/dev/null; then
    rm carried
    export CCACHE_DIR="$TOP/cache"
    run 0 env CCACHE_PREFIX=distcc "$KBUILD" build src --targets gfx1030 -o cached --launcher ccache
    same direct/scale.hsaco cached/scale.hsaco
    carried 1
    rm -r cached
    run 0 env CCACHE_PREFIX=distcc "$KBUILD" build src --targets gfx1030 -o cached --launcher ccache
    same direct/scale.hsaco cached/scale.hsaco
    carried 1
fi

# A job that would give other bytes on the other machine runs here.
rm -f carried
printf 'targets: [gfx1030]\nflags: [-g]\nmodules: [{name: scale, sources: [src/scale.cu]}]\n' >kernels.yaml
run 0 kbuild build kernels.yaml -o debug --launcher distcc
says '(-g) would name a file of the other machine; compiled here'
carried 0

# If the engine does not work, jobs run here.
: >down
rm -r distcc
run 0 kbuild build src --targets gfx1030 -o distcc --launcher distcc
says 'kbuild-distcc: distcc failed (exit code 116); compiled here'
same direct/scale.hsaco distcc/scale.hsaco
rm down

# A mistake in the source gives the same message as without an engine.
printf '%s\n' 'extern "C" __global__ void wrong(float *x) { x = nothing; }' >src/wrong.cu
run 1 kbuild build src --targets gfx1030 -o distcc --launcher distcc
says "src/wrong.cu:1:50: error: use of undeclared identifier 'nothing'"
says_not 'compiled here'

run 3 env PATH=/usr/bin:/bin "$KBUILD" build src --targets gfx1030 -o none --launcher no-such-engine
says "launcher 'no-such-engine': no such program in PATH"
exit 0
