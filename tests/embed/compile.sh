#!/bin/sh
# Every form, by every compiler and language it is meant for, in two units of one program, without a
# warning: the program finds the file's bytes and the same images.
. "$(dirname "$0")/lib.sh"

"$MAKE_BUNDLE" affine.hsaco "$host=none:0" "${hip}-gfx90a:xnack-=text:4097" \
    "${hip}-gfx1100=before-digits:9001" "${hip}-gfx1030=random:12000" "${hip}-gfx906=runs:65"
printf '#include "affine.hsaco.h"\n' >header.h
sh "$tests/../unpack.sh" "$tests/programs.txtar" .

# build DIRECTORY COMPILER...: compiles against DIRECTORY's header, runs, and compares the images.
build() {
    directory=$1
    shift
    rm -f program
    "$@" $warnings -I. -I"$directory" -I"$INCLUDE" -DPREFIX=affine -DUPPER=AFFINE \
        consumer.c other.c -o program || fail "does not compile: $directory by $*"
    ./program "$data" >images.txt || fail "$(cat images.txt): $directory by $*"
    [ -e "expected-$compress.txt" ] || cp images.txt "expected-$compress.txt"
    cmp images.txt "expected-$compress.txt" || fail "other images: $directory by $*"
    built=$((built + 1))
}

built=0
for compress in none zstd; do
    for form in string incbin c23; do
        directory=$form-$compress
        mkdir $directory
        expect 0 "" "$KBUILD" embed affine.hsaco -o $directory/affine.hsaco.h --embed $form \
            --compress=$compress
    done
    data=affine.hsaco
    [ $compress = none ] || data=incbin-zstd/affine.hsaco.zst
    for compiler in gcc clang; do
        has $compiler || continue
        for form in string incbin; do
            build $form-$compress $compiler -x c -std=c11
            [ $compress = none ] || continue # the data are all that differs
            build $form-$compress $compiler -x c++ -std=c++17
            build $form-$compress $compiler -x c -std=gnu17 -O2 -fPIE -pie
            build $form-$compress $compiler -x c -std=c11 -O2 -fno-pie -no-pie \
                -ffunction-sections -fdata-sections -Wl,--gc-sections
        done
    done
    if has clang-19; then
        build c23-$compress clang-19 -x c -std=c23
        build c23-$compress clang-19 -x c -std=c11
        build c23-$compress clang-19 -x c++ -std=c++17
    fi
done
[ $built -gt 0 ] || { echo "no compiler is on this machine"; exit 77; }

awk '{print $1, $4, $5}' expected-none.txt >images.txt
printf '%s\n' "gfx1030 12000 0" "gfx1100 9001 0" "gfx906 65 0" "gfx90a:xnack- 4097 0" |
    cmp - images.txt
awk '{print $1, $4, $5}' expected-zstd.txt >images.txt
printf '%s\n' "gfx1030 12000 1" "gfx1100 9001 1" "gfx906 65 1" "gfx90a:xnack- 4097 1" |
    cmp - images.txt

# Two units that embed the same data by incbin share one copy; another file of that name is noticed.
if has gcc; then
    gcc -c -I. -Iincbin-none -I"$INCLUDE" -DPREFIX=affine other.c -o other.o
    gcc -c -I. -Iincbin-none -I"$INCLUDE" -DPREFIX=affine -DUPPER=AFFINE consumer.c -o consumer.o
    gcc other.o consumer.o -o program
    size=$(size -A program | awk '$1 == ".rodata" {print $2}')
    bytes=$(stat -c %s affine.hsaco)
    [ "$size" -lt $((2 * bytes)) ] || fail ".rodata is $size bytes, for $bytes of data"
fi
mkdir stale
flags="-c -I.. -I../incbin-none -I$INCLUDE -DPREFIX=affine ../other.c -o other.o"
for change in "truncate -s -1" "truncate -s +1"; do
    cp affine.hsaco stale/ # the assemblers look into the working directory first
    $change stale/affine.hsaco
    for compiler in gcc clang; do
        has $compiler || continue
        ! (cd stale && $compiler $flags 2>../errors.txt) ||
            fail "$compiler takes another file ($change) for affine.hsaco"
    done
    if has clang-19; then
        cp c23-none/affine.hsaco.h stale/
        ! clang-19 -std=c23 -c -I. -Istale -I"$INCLUDE" -DPREFIX=affine other.c -o other.o \
            2>errors.txt || fail "clang-19 takes another file ($change) for affine.hsaco"
        grep -q 'not the file that this header was written for' errors.txt || fail "$(cat errors.txt)"
        rm stale/affine.hsaco.h
    fi
done

# The path can be given where -I does not reach, as when the linker runs the assembler.
if has gcc; then
    gcc -flto -I. -Iincbin-none -I"$INCLUDE" -DPREFIX=affine -DUPPER=AFFINE \
        "-DAFFINE_HSACO_FILE=\"$work/affine.hsaco\"" consumer.c other.c -o program
    ./program affine.hsaco >images.txt || fail "$(cat images.txt): -flto"
fi

# A compiler without #embed hears what to do.
for compiler in gcc clang; do
    has $compiler || continue
    if printf '#ifdef __has_embed\nyes\n#endif\n' | $compiler -E -x c - | grep -q '^yes'; then
        continue
    fi
    ! $compiler -c -I. -Ic23-none -I"$INCLUDE" -DPREFIX=affine other.c -o other.o 2>errors.txt ||
        fail "$compiler took #embed"
    grep -q 'write it with kbuild embed --embed=string' errors.txt || fail "$(cat errors.txt)"
done

# What compilers make of a literal's text is the bytes that the text was made of.
"$MAKE_CASES" cases.h cases.bin
for compiler in gcc clang; do
    has $compiler || continue
    for language in "c -std=c11" "c -std=gnu17" "c++ -std=c++17"; do
        # C++ compilers spell this warning, C ones need not support such lengths either.
        $compiler -x $language -I. $warnings -Wno-overlength-strings cases.c -o cases ||
            fail "$compiler -x $language does not take the text"
        ./cases cases.bin || fail "$compiler -x $language read other bytes"
    done
done
