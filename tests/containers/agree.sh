#!/bin/sh
# What other tools make is read as they would read it themselves: clang-offload-bundler of every
# version that is here, ar, ld, strip, hipcc, roc-obj-ls, clang-offload-packager, kbuild embed.
# What is absent is passed over and named; without any of them the test is skipped.
. "$(dirname "$0")/../lib.sh"
SHOW=$(realpath "$SHOW")
DATA=$HERE/../codeobj/data
MADE=$HERE/data
absent=
compared=0

have() {
    command -v "$1" >/dev/null && return 0
    absent="$absent $1"
    return 1
}

# show FILE...: what the walk finds, in $TOP/.out; images go to x/.
show() {
    rm -rf x
    mkdir x
    run 0 "$SHOW" -x x "$@"
}

# images FILE...: the images that x/ holds are these, in this order.
images() {
    number=0
    for image; do
        same "$image" "x/$number"
        number=$((number + 1))
    done
    [ ! -e "x/$number" ] || fail "more images than $number"
    compared=$((compared + number))
}

entries() { cut -d'|' -f2 "$TOP/.out" | sort; }

one=$DATA/gfx1030-v4.hsaco
two=$DATA/gfx1100-v5.hsaco
three=$DATA/gfx90a-v4.hsaco
targets=host-x86_64-unknown-linux--,hipv4-amdgcn-amd-amdhsa--gfx1030,hipv4-amdgcn-amd-amdhsa--gfx1100,hipv4-amdgcn-amd-amdhsa--gfx90a:xnack-

# bundle BUNDLER OUTPUT [OPTION...]
bundle() {
    bundler=$1 output=$2
    shift 2
    "$bundler" -type=o -targets="$targets" -input=/dev/null -input="$one" -input="$two" \
        -input="$three" -output="$output" "$@"
}

# The bundler lists, and takes out, what the walk finds.
agrees() { # agrees BUNDLER FILE
    show "$2"
    entries >walked
    "$1" -type=o -list -input="$2" | sort >listed
    same walked listed
    images "$one" "$two" "$three"
    for target in gfx1030 gfx1100 gfx90a:xnack-; do
        "$1" -type=o -unbundle -targets="hipv4-amdgcn-amd-amdhsa--$target" -input="$2" \
            -output=taken
        case $target in
        gfx1030) same taken "$one" ;;
        gfx1100) same taken "$two" ;;
        *) same taken "$three" ;;
        esac
    done
}

for version in 14 15 16 17 18 19 20 21 22; do
    bundler=clang-offload-bundler-$version
    command -v "$bundler" >/dev/null || bundler=/usr/lib/llvm-$version/bin/clang-offload-bundler
    command -v "$bundler" >/dev/null || continue
    "$bundler" --help | grep -q -e "-input=" || continue # before 15 it was -inputs
    bundle "$bundler" plain
    agrees "$bundler" plain
    for align in 8 4096; do
        bundle "$bundler" plain -bundle-align=$align
        agrees "$bundler" plain
    done
    "$bundler" --help | grep -q -- --compress || continue
    for format in 2 3; do
        COMPRESSED_BUNDLE_FORMAT_VERSION=$format bundle "$bundler" compressed -bundle-align=4096 \
            -compress
        agrees "$bundler" compressed
    done
    "$bundler" --help | grep -q -- --compression-level || continue
    bundle "$bundler" compressed -compress -compression-level=19
    agrees "$bundler" compressed
done
[ $compared -gt 0 ] || absent="$absent clang-offload-bundler"

# Versions of CCOB that few have the tool for.
for version in 1 2 3; do
    show "$MADE/ccob-v$version"
    images "$one" "$three"
done
show "$MADE/offload-binary"
images "$one" "$one"
show "$MADE/two.so"
[ "$(grep -c '.hip_fatbin bundle 1|' .out) $(grep -c '.hip_fatbin bundle 2|' .out)" = "3 2" ] ||
    fail "two.so has bundles of 3 and 2 entries"

if have roc-obj-ls; then
    roc-obj-ls "$MADE/two.so" | sed -n 's/^[0-9]* *\([^ ]*\) .*offset=\([0-9]*\)&size=\(.*\)/\1|\2|\3/p' >listed
    cut -d'|' -f2,4,5 .out >walked
    same walked listed
    compared=$((compared + 5))
fi

if have ar && have gcc; then
    show "$MADE/two.so"
    cp x/0 first
    cp x/1 second
    cp x/2 third
    mkdir objects
    cp "$MADE/two.so" objects/a-member-with-a-name-of-more-than-15-bytes.o
    cp "$MADE/two.so" objects/b.o
    echo text >objects/readme.txt
    ar rcs gnu.a objects/*
    show gnu.a
    images first second third first second third
    says 'gnu.a(a-member-with-a-name-of-more-than-15-bytes.o) .hip_fatbin bundle 2|'
    says 'gnu.a(b.o) .hip_fatbin bundle 1|'
    ar rcT thin.a objects/b.o
    run 4 "$SHOW" thin.a
    says 'a thin archive'
    for tool in llvm-ar llvm-ar-15; do
        have "$tool" || continue
        "$tool" --format=bsd rcs bsd.a objects/*
        show bsd.a
        images first second third first second third
        says 'bsd.a(a-member-with-a-name-of-more-than-15-bytes.o) .hip_fatbin bundle 2|'
        break
    done
fi

if have hipcc && have gcc; then
    export HIP_PLATFORM=amd
    cp "$MADE/one.hip" .
    if hipcc -fPIC -O2 --offload-arch=gfx1030 -c one.hip -o one.o >hipcc.log 2>&1; then
        hipcc -fPIC -O2 --offload-arch=gfx1030 -Done=two -c one.hip -o two.o >hipcc.log 2>&1
        show one.o
        cp x/0 first
        show two.o
        cp x/0 second
        echo 'int main(void) { return 0; }' >main.c
        quiet=-Wl,--unresolved-symbols=ignore-all
        gcc -shared -nostdlib one.o two.o -o lib.so
        gcc $quiet -pie main.c one.o two.o -o pie
        gcc $quiet -no-pie main.c one.o two.o -o exe
        ld -r one.o two.o -o both.o
        cp exe stripped
        strip stripped
        for file in lib.so pie exe both.o stripped; do
            show $file
            images first second
        done
        strip --only-keep-debug exe -o exe.debug
        run 4 "$SHOW" exe.debug
        says 'holds debug information only'
    else
        absent="$absent hipcc-that-compiles"
    fi
fi

for version in 15 19 21; do
    packager=clang-offload-packager-$version
    command -v "$packager" >/dev/null || packager=/usr/lib/llvm-$version/bin/clang-offload-packager
    command -v "$packager" >/dev/null || continue
    "$packager" -o packed --image=file="$one",triple=amdgcn-amd-amdhsa,arch=gfx1030,kind=openmp \
        --image=file="$three",triple=amdgcn-amd-amdhsa,arch=gfx90a:xnack-,kind=hip
    show packed
    images "$one" "$three"
    says 'packed offload binary 1|openmp-amdgcn-amd-amdhsa--gfx1030|gfx1030|'
    says 'packed offload binary 2|hip-amdgcn-amd-amdhsa--gfx90a:xnack-|gfx90a:xnack-|'
done

for form in string incbin c23; do
    for codec in none zstd; do
        for input in three.hipfb gfx1030-v4.hsaco; do
            rm -rf embedded
            mkdir embedded
            option=
            [ $codec = none ] || option=--compress=zstd
            # shellcheck disable=SC2086 # nothing, or an option
            run 0 kbuild embed "$DATA/$input" -o embedded/a.hsaco.h --embed=$form $option
            show embedded/a.hsaco.h
            case $input in
            three.hipfb) images "$one" "$two" "$three" ;;
            *) images "$one" ;;
            esac
            [ -e "embedded/$input" ] || [ -e "embedded/$input.zst" ] || continue
            [ $codec = none ] || { # the file is a valid one itself
                show "embedded/$input.zst"
                case $input in
                three.hipfb) images "$one" "$two" "$three" ;;
                *) images "$one" ;;
                esac
            }
            rm embedded/*hipfb* embedded/gfx1030* 2>/dev/null
            run 7 "$SHOW" embedded/a.hsaco.h
            says 'belongs beside the header'
        done
    done
done

[ -z "$absent" ] || echo "absent, so not compared with:$absent"
echo "$compared images are the same"
