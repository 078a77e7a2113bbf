# krt.hpp compiles without warnings in each C++, in two units of a program, and refuses wrong arguments of a launch.
. "$(dirname "$0")/lib.sh"
needs "${CXX:=c++}"
cat >unit.cpp <<'CXX'
#include "krt_kernels.h"
#include <krt/krt.hpp>
extern "C" krt_status kernels_variable_counters(krt_device *device, int **out, uint64_t *out_bytes);
void use(const krt::stream &stream, krt::buffer<float> &out, const krt::buffer<float> &in, krt::span<double> wide)
{
    (void)stream, (void)out, (void)in, (void)wide;
    krt::launch(krt_kernels_launch_affine_f32, stream, krt::blocks(4), 4u, 0, nullptr, IN, OUT, 2.0f, 1);
    krt::module(stream.device(), "text").function("name").launch(stream, krt::blocks(1), in, 1u);
    krt::span<const float> part = krt::span<const float>(out.span()).subspan(1, 2);
    stream.zero(out);
    (void)stream.download(part);
    krt::buffer<float> moved = std::move(out);
    krt::span<int> counters = krt::variable(kernels_variable_counters, stream.device());
    (void)counters;
}
CXX
compiler() {
    # shellcheck disable=SC2046,SC2086 # lists of words
    run "$1" $CXX -Wall -Wextra -Wshadow -Wpedantic -Werror -fsyntax-only -I"$SOURCE/generated" \
        $(pkg-config --cflags krt) "-DIN=$2" "-DOUT=$3" "-std=$4" unit.cpp
}
for std in c++17 c++20; do
    compiler 0 in out $std
done
compiler 1 in in c++17        # the kernel writes there
compiler 1 in wide c++17      # double
compiler 1 out,nullptr in c++17
says "another number of parameters"

