// Particles in a box, by krt.hpp.
#include "particles.h"

#include <krt/krt.hpp>

#include <cstdio>
#include <vector>

struct box { // as in kernels/particles.cu
    float low, high;
    unsigned steps;
};

static void run()
{
    krt::stream stream = krt::device().stream();
    krt::buffer<float> at = stream.upload(std::vector<float>{1, 5, 9});
    krt::buffer<float> speed = stream.upload(std::vector<float>{1, 0, 4});
    auto count = static_cast<uint32_t>(at.size());

    krt::launch(particles_launch_move_particles, stream, krt::blocks(count), count, box{0, 10, 8},
                0.25f, at, speed);
    // The last two alone.
    krt::launch(particles_launch_move_particles, stream, krt::blocks(2), 2u, box{0, 10, 2}, 0.25f,
                at.span().subspan(1, 2), speed.span().subspan(1, 2));

    std::printf("at");
    for (float x : stream.download(at))
        std::printf(" %g", double{x});
    std::printf(", speed");
    for (float v : stream.download(speed))
        std::printf(" %g", double{v});
    std::printf("\n");
}

int main()
{
    try {
        run();
    } catch (const krt::error &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
