// Counts of comparisons and of those that failed, the first few of each name shown.
#pragma once

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>

struct checker {
    uint64_t compared = 0, failed = 0;
    std::map<std::string, int> shown;

    void same(const char *name, uint64_t found, uint64_t wanted, uint64_t a, uint64_t b = 0,
              uint64_t c = 0)
    {
        ++compared;
        if (found == wanted) {
            return;
        }
        ++failed;
        if (++shown[name] <= 5) {
            printf("%s(%" PRIx64 ", %" PRIx64 ", %" PRIx64 "): %" PRIx64 ", wanted %" PRIx64 "\n",
                   name, a, b, c, found, wanted);
        }
    }

    // What main() returns; |at_least| keeps a loop that ran over nothing from passing.
    int result(uint64_t at_least) const
    {
        printf("%" PRIu64 " compared, %" PRIu64 " failed\n", compared, failed);
        return failed == 0 && compared >= at_least ? 0 : 1;
    }
};

// Bits of anything up to 64 bits wide. Every NaN is the same one.
template <class T> uint64_t bits_of(T x)
{
    uint64_t bits = 0;
    memcpy(&bits, &x, sizeof x);
    return bits;
}
inline uint64_t bits_of(float x)
{
    uint32_t bits = 0;
    memcpy(&bits, &x, sizeof x);
    return x != x ? 0x7fffffffu : bits;
}
inline uint64_t bits_of(double x)
{
    uint64_t bits = 0;
    memcpy(&bits, &x, sizeof x);
    return x != x ? 0x7fffffffffffffffull : bits;
}

// xorshift64*
struct random_bits {
    uint64_t state = 0x9e3779b97f4a7c15ull;
    uint64_t next()
    {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        return state * 0x2545f4914f6cdd1dull;
    }
};
