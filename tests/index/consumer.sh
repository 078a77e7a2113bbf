# The generated header and source compile without a warning as C11 and C++17, by gcc and by clang,
# and each function hands krt_launch() the values it was given, at the places where the kernel reads
# them. $INCLUDE is where krt/krt.h is.
. "$(dirname "$0")/lib.sh"
: "${INCLUDE:?is the directory of krt/krt.h}"
make_modules
index 0

mkdir real
cp out/kernels.* real
for module in kinds math; do
    run 0 kbuild embed $module.hsaco --package kernels -o real/$module.hsaco.h
    run 0 kbuild embed $module.hsaco --package kernels -o out/$module.hsaco.h --embed=archive # the names are enough here
done

flags="-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -I $INCLUDE -I out"
tried=0
for c in gcc clang; do
    if ! command -v $c >/dev/null; then
        echo "no $c: not tried"
        continue
    fi
    for language in "c -std=c11" "c++ -std=c++17"; do
        for file in out/kernels.c "$HERE/consumer.c"; do
            # shellcheck disable=SC2086 # words
            run 0 $c -x $language $flags -c "$file" -o "$(basename "$file" .c).o"
            [ ! -s .err ] || fail "$c -x $language: $file: not silent"
        done
        run 0 $c kernels.o consumer.o -o consumer
        run 0 ./consumer
        tried=$((tried + 1))
    done
    # With the code objects themselves.
    for language in "c -std=c11" "c++ -std=c++17"; do
        # shellcheck disable=SC2086
        run 0 $c -x $language $flags -I real -c real/kernels.c -o real/kernels.o
        [ ! -s .err ] || fail "$c -x $language: not silent"
    done
    # The header alone, twice.
    printf '#include "kernels.h"\n#include "kernels.h"\n' >header.c
    # shellcheck disable=SC2086
    run 0 $c -std=c11 $flags -fsyntax-only header.c
done
# Files of different builds do not compile together: tables of another interface, images of another
# code object, headers of older versions, which have no ID.
c=$(command -v gcc || command -v clang)
# mixture TEXT FILE SED-EXPRESSION: real/, but for one file.
mixture() {
    rm -rf mixed
    cp -r real mixed
    edit "mixed/$2" "$3"
    # shellcheck disable=SC2086
    run 1 "$c" -std=c11 $flags -I mixed -fsyntax-only mixed/kernels.c
    says "$1; run kbuild build again"
}
images="tables and code objects are of different builds"
mixture "this file and its header are of different builds" kernels.h 's/\(INTERFACE 0x.*\)u$/\10u/'
mixture "$images" kernels.build.h 's/0x/0x1/; s/.u$/u/'
mixture "$images" kinds.hsaco.h '/#define .*HSACO_ID/d'
run 0 kbuild embed math.hsaco --package kernels --name kinds -o of-math.h
mixture "$images" kinds.hsaco.h "s/\(#define KERNELS_KINDS_HSACO_ID\) .*/\1 $(sed -n 's/#define .*_HSACO_ID //p' of-math.h)/"

[ $tried -gt 0 ] || skip "neither gcc nor clang is installed"
