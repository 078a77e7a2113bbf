#!/bin/sh
# Each room sees only the public headers of the rooms below it: borders.sh CC compile_commands.json.
set -u
CC=$1 COMMANDS=$2

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

root=$(cd "$(dirname "$0")/../.." && pwd)

# sees SOURCE HEADER: does HEADER mean a file of this tree (and not one that is installed) in a file beside SOURCE that
# is compiled as SOURCE is?
sees() {
    flags=$(grep '"command":' "$COMMANDS" | grep -m 1 -e "-c [^ ]*/$1\"" |
        grep -o -e ' -\(I\|isystem \)[^ "]*' | tr '\n' ' ')
    [ -n "$flags" ] || fail "no command compiles $1"
    # shellcheck disable=SC2086 # a list of words
    echo "#include \"$2\"" | "$CC" $flags -D_GNU_SOURCE -M -x c - 2>/dev/null | grep -qF " $root/"
}
headers=$(cd "$root" && find runtime tools -name '*.h')

# room SOURCE: what it sees; then --, and what it does not, which there is nonetheless
room() {
    source=$1 seen=yes
    shift
    for header; do
        if [ "$header" = -- ]; then
            seen=no
        elif [ $seen = yes ]; then
            sees "$source" "$header" || fail "$source does not see $header"
        else
            case $headers in *"/$header"*) ;; *) fail "there is no $header" ;; esac
            ! sees "$source" "$header" || fail "$source sees $header"
        fi
    done
}
room runtime/codeobj/elf.c codeobj.h internal.h -- container.h walk.h krt/krt.h hipemu.h util/buf.h
room runtime/disassembler/llvm.c codeobj.h disassembler.h -- internal.h core/op.h util/buf.h
room runtime/krt/image.c codeobj.h -- internal.h code_object_reader.h container.h walk.h util/buf.h
room runtime/hiprtc/hiprtc.c compiler.h elf_image.h -- internal.h code_object_reader.h util/buf.h
room runtime/kir/verify.c kir/kir.h -- krt/krt.h codeobj.h util/buf.h
room runtime/fuse/plan.c fuse/fuse.h kir/kir.h hash.h -- krt/krt.h internal.h parts.h
room runtime/ops/fused.c fuse/fuse.h kir/kir.h krt/fused.h -- program.h parts.h device.h
room runtime/gguf/read.c krt/gguf.h krt/extend.h span.h mapped_file.h -- \
    internal.h tensor.h device.h driver.h kir/kir.h fuse/fuse.h
room runtime/ops/gguf_load.c krt/gguf.h -- gguf.h span.h mapped_file.h device.h
room runtime/record/take.c span.h hash.h record.h recorder.h -- internal.h krt/krt.h hipemu.h util/buf.h
room runtime/emulator/core/program.c codeobj.h elf_image.h -- \
    internal.h code_object_reader.h container.h walk.h util/buf.h \
    check/checker.h profile/profile.h watch/watchers.h decode/decoder.h isa/index.h jit/jit.h
room runtime/emulator/check/lds.c core/watch.h core/finding.h -- \
    workgroup.h profile/profile.h watch/watchers.h decode/decoder.h isa/index.h
room runtime/emulator/profile/cache.c core/watch.h core/waits.h -- \
    workgroup.h check/checker.h watch/watchers.h decode/decoder.h isa/index.h
room runtime/emulator/isa/global.c core/bounds.h -- workgroup.h check/checker.h profile/profile.h watch/watchers.h jit/jit.h
room runtime/emulator/jit/jit.c core/op.h -- workgroup.h check/checker.h profile/profile.h watch/watchers.h isa/index.h tables.h
room runtime/emulator/hip/queue.c core/dispatch.h watch/watchers.h -- workgroup.h jit/jit.h
room tools/kbuild/containers/archive.c container.h code_object_reader.h walk.h -- internal.h util/buf.h
room tools/kbuild/inspect/package_read.c container.h codeobj.h -- \
    internal.h code_object_reader.h walk.h
room tools/kbuild/hipify/rewrite.c hipify/hipify.h util/buf.h -- port/port.h graph/plan.h codeobj.h
room tools/kbuild/emit/embed.c emit/index.h container.h -- graph/plan.h inspect/package.h hipify/hipify.h toolchain/toolchain.h
room tools/kbuild/graph/plan.c graph/shadow.h emit/index.h port/port.h toolchain/toolchain.h -- \
    emit/parts.h hipify/lexer.h inspect/package.h commands/commands.h krt/krt.h
room tools/kbuild/inspect/diff.c inspect/package.h toolchain/toolchain.h disassembler.h -- llvm.h halves.h \
    graph/plan.h emit/index.h inspect/parts.h commands/commands.h
room tools/kbuild/commands/build.c graph/prepare.h inspect/inspect.h emit/api.h -- \
    graph/parts.h emit/parts.h inspect/parts.h hipify/lexer.h krt/krt.h
