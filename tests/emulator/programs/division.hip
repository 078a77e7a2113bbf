/* Division of integers of every width, which no instruction does: edges and random ones. */
#include "program.h"

template <typename T> __global__ void divide(const T *a, const T *b, T *quotient, T *rest, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    quotient[i] = a[i] / b[i];
    rest[i] = a[i] % b[i];
}

template <typename T> static void test(const char *name, bool is_signed)
{
    const int bits = 8 * sizeof(T);
    const T lowest = T(T(1) << (bits - 1));
    std::vector<T> edges = {0, 1, 2, 3, 5, 7, 10, T(lowest - 1), lowest, T(lowest + 1), T(~T(0)),
                            T(~T(1)), T(T(1) << bits / 2), T((T(1) << bits / 2) - 1)};
    std::vector<T> a, b;
    for (T x : edges) {
        for (T y : edges) {
            bool overflows = is_signed && x == lowest && y == T(~T(0));
            if (y != 0 && !overflows) {
                a.push_back(x);
                b.push_back(y);
            }
        }
    }
    lcg random{31};
    for (int i = 0; i < 2000; i++) {
        unsigned long long x = (unsigned long long)random.next() << 40 ^ random.next() << 20 ^
                               random.next();
        unsigned long long y = (unsigned long long)random.next() << 40 ^ random.next();
        a.push_back((T)x);
        b.push_back((T)(y >> random.next() % bits | 1));
    }
    const int n = (int)a.size();
    array<T> da(a), db(b), quotient(n), rest(n);
    divide<T><<<(n + 63) / 64, 64>>>(da.data, db.data, quotient.data, rest.data, n);
    HIP(hipGetLastError());
    std::vector<T> q = quotient.get(), r = rest.get();
    for (int i = 0; i < n; i++)
        CHECK(q[i] == T(a[i] / b[i]) && r[i] == T(a[i] % b[i]), "%s: %lld / %lld = %lld, rest %lld",
              name, (long long)a[i], (long long)b[i], (long long)q[i], (long long)r[i]);
}

int main()
{
    test<int>("int", true);
    test<unsigned>("unsigned", false);
    test<long long>("long long", true);
    test<unsigned long long>("unsigned long long", false);
    test<short>("short", true);
    test<unsigned char>("unsigned char", false);
    return report();
}
