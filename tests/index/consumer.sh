# The generated header and source compile without a warning as C11 and C++17, by gcc and by clang,
# and each function hands krt_launch() the values it was given, at the places where the kernel reads
# them. $INCLUDE is where krt/krt.h is.
. "$(dirname "$0")/lib.sh"
: "${INCLUDE:?is the directory of krt/krt.h}"
make_modules
index 0

# Stands in for the embedded code object, of which this test needs nothing but the names.
for module in kinds math; do
    upper=$(echo $module | tr a-z A-Z)
    cat >out/$module.hsaco.h <<EOF
#include <krt/krt.h>
enum { ${upper}_HSACO_SIZE = 4, ${upper}_HSACO_IMAGE_COUNT = 1 };
static const unsigned char ${module}_hsaco[] = {1, 2, 3, 4};
static const struct krt_image ${module}_hsaco_images[] = {{"gfx1030", 0, 4, 4, 0}};
EOF
done

mkdir real
cp out/kernels.* real
for module in kinds math; do
    run 0 kbuild embed $module.hsaco -o real/$module.hsaco.h
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
[ $tried -gt 0 ] || skip "neither gcc nor clang is installed"
