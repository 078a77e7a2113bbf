/* The caches of the profile: what they hold, what they give back, and the estimates of what a
 * sample of workgroups did not touch. */
#include "core/device.h"
#include "profile/parts.h"

#include <stdio.h>
#include <stdlib.h>

enum { KIB = 1024 };

static unsigned failures;

static void expect(uint64_t is, uint64_t wanted, const char *what)
{
    if (is == wanted)
        return;
    failures++;
    fprintf(stderr, "%s: %llu, expected %llu\n", what, (unsigned long long)is,
            (unsigned long long)wanted);
}

/* Reads or writes |bytes| of allocation 1, from its start. */
static void sweep(struct profile_shared *shared, uint64_t bytes, bool writes)
{
    for (uint64_t at = 0; at < bytes; at += SECTOR)
        shared_access(shared, sector_number(1, at), !writes, writes);
}

static struct profile_shared make(uint64_t l2, uint64_t infinity)
{
    struct profile_shared shared = {.traffic = {0}};
    const struct device device = {.l2_bytes = l2, .infinity_bytes = infinity};
    if (!shared_make(&shared, &device))
        exit(1);
    return shared;
}

static void test_capacity(void)
{
    struct profile_shared shared = make(64 * KIB, 0);
    sweep(&shared, 64 * KIB, false);
    sweep(&shared, 64 * KIB, false);
    expect(shared.traffic.memory_read, 64 * KIB, "what fits is read once");
    sweep(&shared, 128 * KIB, false);
    uint64_t before = shared.traffic.memory_read;
    sweep(&shared, 128 * KIB, false);
    expect(shared.traffic.memory_read - before, 128 * KIB, "twice as much is always gone");
    expect(shared.traffic.memory_written, 0, "nothing was written");
    shared_free(&shared);
}

static void test_stores(void)
{
    struct profile_shared shared = make(64 * KIB, 0);
    sweep(&shared, 32 * KIB, true);
    sweep(&shared, 32 * KIB, true);
    sweep(&shared, 32 * KIB, false);
    expect(shared.traffic.memory_written, 0, "stores stay in the cache");
    expect(shared.traffic.memory_read, 0, "stores are not fetched");
    shared_access(&shared, sector_number(0, 0), false, true);
    shared_flush(&shared);
    expect(shared.traffic.memory_written, 32 * KIB, "they are written once, without scratch");
    shared_free(&shared);
    shared = make(64 * KIB, 0);
    sweep(&shared, 256 * KIB, true);
    shared_flush(&shared);
    expect(shared.traffic.memory_written, 256 * KIB, "all of a large area is written");
    shared_free(&shared);
}

static void test_infinity(void)
{
    struct profile_shared shared = make(64 * KIB, 512 * KIB);
    for (int i = 0; i < 3; i++)
        sweep(&shared, 256 * KIB, false);
    expect(shared.traffic.infinity_read, 3 * 256 * KIB, "the L2 holds none of it");
    expect(shared.traffic.memory_read, 256 * KIB, "the infinity cache holds it");
    sweep(&shared, 256 * KIB, true);
    sweep(&shared, 256 * KIB, true);
    expect(shared.traffic.memory_written, 0, "and what is written");
    shared_flush(&shared);
    expect(shared.traffic.memory_written, 256 * KIB, "until the end");
    expect(shared.traffic.infinity_written, 2 * 256 * KIB, "after it came from the L2 twice");
    shared_free(&shared);
}

/* |n| of |count| workgroups read |own| sectors of their own and |common| ones. */
static uint64_t estimated(uint64_t n, uint64_t count, uint64_t own, uint64_t common, uint64_t bytes)
{
    struct touched touched = {.count = 0};
    uint64_t read, written;
    touched_know(&touched, 1, bytes);
    for (uint64_t g = 0; g < n; g++) {
        for (uint64_t i = 0; i < common; i++)
            touched_mark(&touched, sector_number(1, i * SECTOR), (uint32_t)g + 1, false);
        for (uint64_t i = 0; i < own; i++)
            touched_mark(&touched, sector_number(1, (common + g * own + i) * SECTOR),
                         (uint32_t)g + 1, false);
    }
    touched_sum(&touched, n, count, &read, &written);
    expect(written, 0, "nothing was written");
    touched_free(&touched);
    return read / SECTOR;
}

static void test_estimates(void)
{
    const uint64_t much = UINT64_C(1) << 30;
    expect(estimated(8, 8, 10, 5, much), 85, "all workgroups");
    expect(estimated(4, 8, 10, 0, much), 80, "half of them, each with its own");
    expect(estimated(4, 1000, 10, 5, much), 10005, "own and common ones");
    expect(estimated(4, 1000, 0, 7, much), 7, "common ones alone");
    expect(estimated(2, 1000, 10, 0, 300 * SECTOR), 301, "the allocation is the limit");
}

/* What a workgroup wrote itself need not be read. */
static void test_needed(void)
{
    struct touched touched = {.count = 0};
    uint64_t read, written;
    touched_know(&touched, 1, 1 << 20);
    touched_mark(&touched, sector_number(1, 0), 1, true);
    touched_mark(&touched, sector_number(1, 0), 1, false);
    touched_mark(&touched, sector_number(1, 64), 1, false);
    touched_mark(&touched, sector_number(1, 64), 1, true);
    touched_sum(&touched, 1, 1, &read, &written);
    expect(read, SECTOR, "read before it was written");
    expect(written, 2 * SECTOR, "written");
    touched_free(&touched);
}

int main(void)
{
    test_capacity();
    test_stores();
    test_infinity();
    test_estimates();
    test_needed();
    return failures != 0;
}
