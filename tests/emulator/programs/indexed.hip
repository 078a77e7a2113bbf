/* Arrays that live in registers, indexed by numbers that are computed: the same in all lanes, and
 * different ones. */
#include "program.h"

__host__ __device__ int mix(const int *in, int uniform, int mine, int i)
{
    int values[8];
    double wide[4];
    for (int k = 0; k < 8; k++)
        values[k] = in[k] + i;
    for (int k = 0; k < 4; k++)
        wide[k] = in[k] * 0.5 + i;
    values[uniform] += 1000;
    values[mine] ^= 0x10000;
    wide[uniform & 3] += 2000;
    wide[mine & 3] *= 4;
    int sum = values[(mine + 1) & 7] * 3 + values[(uniform + 2) & 7] * 5;
    for (int k = 0; k < 8; k++)
        sum += values[k] * (k + 1);
    return sum + (int)(wide[(mine + 1) & 3] + wide[(uniform + 3) & 3] * 8);
}

__global__ void index(const int *in, const int *where, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = mix(in, where[0] & 7, where[1 + i % n] & 7, i);
}

int main()
{
    const int n = 50, lanes = 128;
    std::vector<int> in(8), where(n + 1);
    lcg random{43};
    for (int &v : in)
        v = (int)(random.next() % 10000);
    for (int uniform = 0; uniform < 8; uniform++) {
        for (int &v : where)
            v = (int)random.next();
        where[0] = uniform;
        array<int> din(in), dwhere(where), out(lanes);
        index<<<2, 64>>>(din.data, dwhere.data, out.data, n);
        HIP(hipGetLastError());
        std::vector<int> r = out.get();
        for (int i = 0; i < lanes; i++) {
            int e = mix(in.data(), where[0] & 7, where[1 + i % n] & 7, i);
            CHECK(r[i] == e, "%d: %d, not %d", i, r[i], e);
        }
    }
    return report();
}
