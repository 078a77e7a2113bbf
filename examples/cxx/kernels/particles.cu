// Particles in one dimension, which bounce off the walls of a box.
struct box {
    float low, high;
    unsigned steps;
};

extern "C" __global__ void move_particles(unsigned n, box box, float dt, float *at, float *speed)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (unsigned step = 0; step < box.steps; step++) {
        at[i] += speed[i] * dt;
        if (at[i] < box.low || at[i] > box.high) {
            at[i] = 2 * (at[i] < box.low ? box.low : box.high) - at[i];
            speed[i] = -speed[i];
        }
    }
}
