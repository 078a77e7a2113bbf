// How many steps of the Collatz sequence lead from each number to 1.
extern "C" __global__ void collatz(unsigned n, const unsigned *start, unsigned *steps)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned count = 0;
    for (unsigned long long at = start[i]; at > 1; count++)
        at = at % 2 ? 3 * at + 1 : at / 2;
    steps[i] = count;
}
