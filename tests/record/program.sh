#!/bin/sh
# kbuild record and replay of a program that opens HIP's runtime itself: program.sh PROGRAM KERNELS.
. "$(dirname "$0")/../lib.sh"
PROGRAM=$1 KERNELS=$2
[ -s "$KERNELS" ] || skip "$KERNELS is not compiled"
unset HIPEMU_DEVICES HIPEMU_CHECK KRT_RECORD

# record WANTED-EXIT-CODE FILE MODE [OPTION...]
record() {
    record_rc=$1 record_file=$2 record_mode=$3
    shift 3
    run "$record_rc" kbuild record --device gfx1100 -o "$record_file" "$@" -- "$PROGRAM" "$KERNELS" $record_mode
}

# Failures first. A write behind an allocation: the replay names the lane, the allocation and the line.
record 5 wrong.krec wrong
says "wrong.krec has 1 launch; the last is number 2, kernel 'scale'"
[ "$(stat -c %a wrong.krec)" = 600 ] || fail 'others can read what was in memory'
run 1 kbuild replay wrong.krec --check
says 'all allocations have their recorded addresses'
says 'the kernel failed: hipErrorIllegalAddress'
says 'bytes past the end of the 4000 bytes at'
says 'of hipMalloc'
says 'kernels.cl:7)'
says 'lane 8 reads 4 bytes'
grep -o '4000 bytes at 0x[0-9a-f]* of hipMalloc' .err >replayed
run 5 kbuild run --device gfx1100 -- "$PROGRAM" "$KERNELS" wrong
grep -q 'bytes past the end of the 4000 bytes' .err || fail 'the program does not fail by itself'

# The program learns of the failure as it does without a recorder, also when launches follow.
record 5 more.krec 'more 3'
says 'launch 2, kernel'
run 1 kbuild replay more.krec --check
says 'launch 2: scale, 79 x 1 x 1 workgroups'

# A directory of libhipemu without the library.
mkdir -p other/bin other/lib/kbuild runtime/emulator/hipemu
cp "$KBUILD" other/bin/kbuild
cp "$(dirname "$KBUILD")/../lib/kbuild/replayer" other/lib/kbuild/
run 3 other/bin/kbuild replay wrong.krec
says 'replay: libhipemu or lib/kbuild/replayer is not installed beside kbuild'

# Memory after a launch is written only if it is compared or kept: a replayer that tells its arguments.
rm other/lib/kbuild/replayer
printf '#!/bin/sh\necho $# >%s/arguments\n' "$TOP" >other/lib/kbuild/replayer
chmod +x other/lib/kbuild/replayer
: >runtime/emulator/hipemu/libamdhip64.so.7
other/bin/kbuild replay wrong.krec >.out 2>.err
[ "$(cat arguments)" = 3 ] || fail 'the replayer was to write memory'

# Memory that the program had freed.
record 5 freed.krec freed
run 1 kbuild replay freed.krec --check
says 'the freed 4000 bytes at'

# Damage, and parts of a file, whose process may have been killed while it wrote.
size=$(wc -c <wrong.krec)
for at in 0 9 17 40 100 $((size / 2)) $((size - 9)); do
    cp wrong.krec damaged.krec
    printf '\377' | dd of=damaged.krec bs=1 seek="$at" conv=notrunc 2>/dev/null
    run 1 kbuild replay damaged.krec
    head -c "$at" wrong.krec >part.krec
    run 1 kbuild replay part.krec
done
{ cat wrong.krec && head -c 1000 wrong.krec; } >longer.krec
run 1 kbuild replay longer.krec --check
says 'hipErrorIllegalAddress'

# Launches and devices that a recording lacks.
run 1 kbuild replay wrong.krec --launch 1
says 'wrong.krec has no launch 1; --list shows those that it has'
run 1 kbuild replay wrong.krec --device gfx90a
says 'cannot be made again'
run 2 kbuild replay wrong.krec --device gfx9999

# A program that ends itself by a signal leaves a whole file with the launches until then.
record 137 killed.krec 'killed 3' --last 2
says 'was ended by signal 9'
run 0 kbuild replay killed.krec --list
[ "$(grep -c '^launch' .out)" = 2 ] || fail 'not the last two launches'
says 'launch 3: scale, 16 x 1 x 1 workgroups of 64 x 1 x 1, 20 bytes of arguments, 2 allocations of'
says 'the program was ended before it closed the recording'
run 0 kbuild replay killed.krec --check
says 'the kernel ended, and the checker has no report'

# kbuild record completes its file: contents are compressed, and the rest is gone. Ctrl-C does not stop it.
record 137 killed.krec 'changed 5'
[ "$(stat -c %s killed.krec)" -lt 100000 ] || fail 'contents are not compressed'
[ "$("$KBUILD" replay killed.krec --list | grep -c '^launch')" = 1 ] || fail 'older launches stay'
"$KBUILD" record --device gfx1100 -o killed.krec -- sh -c "kill -INT \$PPID; '$PROGRAM' '$KERNELS' killed 3" >.out 2>.err
says 'killed.krec has 1 launch; the last is number 3'
grep -qa ENDS killed.krec || fail 'the file has no end'

# A file that the recorder was copying when it was killed does not stay; one that is not its own does.
cp killed.krec part.krec.new
record 137 part.krec 'killed 3'
[ ! -e part.krec.new ] || fail 'an unfinished file stays'
echo precious >part.krec.new
record 137 part.krec 'killed 3'
[ -e part.krec.new ] || fail 'a file of the user was removed'

# What is right is right again: the memory after the launch is that of the program.
record 0 right.krec 'right 3' --after --kernel 'sc*'
run 0 kbuild replay right.krec --list
[ "$(grep -c '^launch' .out)" = 3 ] || fail 'not all launches are in the file'
run 0 kbuild replay right.krec --check --launch 1
says 'memory after the launch, of the recording and of libhipemu:'
says 'no difference'
run 0 kbuild replay right.krec --against right.krec
run 0 kbuild replay right.krec --trace
says 'hipemu: scale 0x'
run 0 kbuild replay right.krec --profile
says 'RX 7900 XTX: 96 compute units'

# Two recordings of one launch differ in their memory.
record 0 zeros.krec 'right 1' --no-contents
run 0 kbuild replay zeros.krec --check
says 'recorded with --no-contents: memory is zeros here'
! grep -qa 'DATA' zeros.krec || fail 'the file has contents'
run 1 kbuild replay right.krec --launch 1 --against zeros.krec
says 'words of 4 bytes differ; the first is at byte 4: 0x00000002'
run 1 kbuild replay right.krec --launch 1 --against wrong.krec
says 'wrong.krec has no launch 1'

# A replay can be kept, and is a recording.
run 0 kbuild replay right.krec --result result.krec
run 0 kbuild replay result.krec --check
run 0 kbuild replay right.krec --launch 3 --against result.krec

# Arguments that are packed already; memory of other functions; a function by hipGetProcAddress(); a capture.
record 0 packed.krec packed --after
run 0 kbuild replay packed.krec --check
says 'no difference'
record 0 others.krec others
run 0 kbuild replay others.krec --check
says '2 allocations of 7.8 KiB'
record 0 captured.krec captured
run 0 kbuild replay captured.krec --list
[ "$(grep -c '^launch' .out)" = 1 ] || fail 'a launch in a capture is in the file'
says 'a stream was being captured: memory is zeros here'

# A smaller recording has the same first report.
run 1 kbuild replay right.krec --shrink small.krec
says 'launch 3 of right.krec gives no report to keep'
[ ! -e small.krec ] || fail 'a file was left'
run 2 kbuild replay wrong.krec --shrink right.krec
says 'right.krec exists'
run 0 kbuild replay wrong.krec --shrink small.krec
says 'kept: 1 of 79 workgroups, 2 of 4 allocations and variables, 0 of 4 pieces of memory'
run 0 kbuild replay small.krec --list
says 'the contents of 2 allocations are missing: memory is zeros here'
run 1 kbuild replay small.krec --check
says 'workgroup (15,0,0), wave 1: lane 8 reads 4 bytes'
says '0 bytes past the end of the 4000 bytes at'
run 1 kbuild replay small.krec --check --result kept.krec
run 1 kbuild replay kept.krec --check
says 'workgroup (15,0,0)'

# The recorder waits for the launch's stream alone.
record 0 waiting.krec waiting --last 2
run 0 kbuild replay waiting.krec --check --launch 2

# A pointer in memory is followed if the user wants it.
record 0 shallow.krec deep
run 1 kbuild replay shallow.krec --check
says 'the kernel failed: hipErrorIllegalAddress'
run 0 kbuild replay shallow.krec --shrink smallest.krec
says '1 of 3 pieces of memory'
record 0 deep.krec deep --deep --after
run 0 kbuild replay deep.krec --check
says '2 allocations of'
says 'no difference'

# Variables have the values that the program gave them, and lead to memory.
record 0 variables.krec variables --after
run 0 kbuild replay variables.krec --check
says '2 allocations of 7.8 KiB, 2 variables'
says 'no difference'
run 0 kbuild replay variables.krec --result again.krec
run 0 kbuild replay again.krec --check
says 'no difference'

# The program's dlsym() is that of the C library in all else.
record 1 next.krec next --kernel 'none*'
says 'ran no kernel of HIP that was to be recorded'

# A process that fork() made has a file of its own.
record 0 forked.krec 'forked 1000'
run 0 kbuild replay forked.krec --check
[ "$(find . -name 'forked.krec.*' | wc -l)" = 1 ] || fail 'the child has no file'

# It is completed, too, if that process was killed.
rm -f forked.krec*
record 0 forked.krec 'forked -1'
child=$(find . -name 'forked.krec.*')
says "${child#./} has 1 launch; the last is number 2"
grep -qa ENDS "$child" || fail 'the file of the child has no end'

# A child of fork(), and a signal handler, can end the process while a thread is in the recorder.
record 0 children.krec 'children 12'
for milliseconds in 300 340 380; do
    rm -f alarmed.krec
    run 9 timeout 30 "$KBUILD" record --device gfx1100 -o alarmed.krec -- "$PROGRAM" "$KERNELS" alarmed $milliseconds
done

# The program sees the errors that it sees without the recorder.
for number in 1 2 3; do
    run 0 kbuild run --device gfx1100 -- "$PROGRAM" "$KERNELS" errors $number
    grep '^errors' .out >plain
    record 0 errors.krec "errors $number"
    grep '^errors' .out | cmp - plain || fail 'the errors are others'
    rm errors.krec
done

# A launch that failed stays the last one, also if the program itself waited for it, and then went on.
record 0 ignoring.krec ignoring
run 1 kbuild replay ignoring.krec --check
says 'launch 1: scale, 79 x 1 x 1 workgroups'

# A launch that the runtime refuses is not in the file.
record 0 refused.krec refused
says 'has 1 launch; the last is number 1'

# One that is not selected fails: others are recorded after it.
record 0 unselected.krec unselected --kernel scale
says 'or a launch after it that was not selected failed'
run 0 kbuild replay unselected.krec --list
says 'launch 4: scale'

# What the null stream writes is there before a launch in a blocking stream.
record 0 ordered.krec 'ordered 300' --kernel scale --after
run 0 kbuild replay ordered.krec --check
says 'no difference'

# The other way round.
record 0 null.krec 'ordered_null 300' --kernel scale --after
run 0 kbuild replay null.krec --check
says 'no difference'

record 0 destroyed.krec destroyed
run 0 kbuild replay destroyed.krec --list
says_not 'captured'

# Memory that the runtime refused to free is not freed.
record 0 unfreed.krec unfreed
run 0 kbuild replay unfreed.krec --check

# Swapped arguments are not alike.
record 0 swapped.krec 'swapped 1' --after
record 0 straight.krec 'swapped 0' --after
run 1 kbuild replay swapped.krec --against straight.krec
says 'pointers to other places'

# Memory that is far away does not move the other.
record 0 far.krec far
run 0 kbuild replay far.krec --check
says_not '0 of 2 allocations have'

# Two runtimes in a process: the user is told.
record 0 both.krec both
says 'the process has 2 runtimes of HIP'
