// Cooperative groups on simulated waves, against their definition: the list of a group's threads.
#include "check.hpp"

#include "kbuild/groups_copy.h"
#include "kbuild/groups_reduce.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace
{

namespace cg = cooperative_groups;

std::mt19937 random_bits(77);

unsigned any_word()
{
    return static_cast<unsigned>(random_bits());
}

// Everything that a group says of itself and does, from one thread.
struct view {
    unsigned size, rank, meta_rank, meta_size;
    unsigned at_rank[32], up[3], down[3];
    unsigned ballot, any, all, match, same, is_same;
    unsigned sum, low, scan, before;
};

unsigned value_of(unsigned thread)
{
    return thread * 2654435761u % 1009u;
}

template <class Group> view look(const Group &group)
{
    view it = {};
    const unsigned own = value_of(thread_number());
    it.size = static_cast<unsigned>(group.size());
    it.rank = static_cast<unsigned>(group.thread_rank());
    it.meta_rank = group.meta_group_rank();
    it.meta_size = group.meta_group_size();
    for (unsigned n = 0; n < it.size && n < 32; ++n) {
        it.at_rank[n] = group.shfl(thread_number(), static_cast<int>(n));
    }
    for (unsigned n = 0; n < 3; ++n) {
        it.up[n] = group.shfl_up(thread_number(), n);
        it.down[n] = group.shfl_down(thread_number(), n);
    }
    it.ballot = group.ballot(own & 1);
    it.any = group.any(own % 7 == 0) != 0;
    it.all = group.all(own % 7 != 0) != 0;
    it.match = group.match_any(own % 3);
    int predicate;
    it.same = group.match_all(own % 2, predicate);
    it.is_same = predicate != 0;
    it.sum = cg::reduce(group, own, cg::plus<unsigned>());
    it.low = cg::reduce(group, own, [](unsigned a, unsigned b) { return a < b ? a : b; });
    it.scan = cg::inclusive_scan(group, own);
    it.before = cg::exclusive_scan(group, own, cg::plus<unsigned>());
    CHECK(group.num_threads() == it.size, "size %u", it.size);
    CHECK(cg::invoke_one_broadcast(group, [] { return thread_number(); }) == it.at_rank[0], "%u",
          it.at_rank[0]);
    group.sync();
    return it;
}

// |members|: the threads of the group that |thread| is in, by rank.
void check_view(const view &it, const std::vector<unsigned> &members, unsigned thread)
{
    const unsigned count = static_cast<unsigned>(members.size());
    const unsigned rank =
        static_cast<unsigned>(std::find(members.begin(), members.end(), thread) - members.begin());
    unsigned ballot = 0, match = 0, even = 0, sum = 0, low = ~0u, scan = 0, sevens = 0;
    for (unsigned n = 0; n < count; ++n) {
        const unsigned v = value_of(members[n]);
        CHECK(it.at_rank[n] == members[n], "thread %u rank %u: %u", thread, n, it.at_rank[n]);
        ballot |= (v & 1) << n;
        match |= (v % 3 == value_of(thread) % 3 ? 1u : 0u) << n;
        even |= (v % 2 == value_of(thread) % 2 ? 1u : 0u) << n;
        sevens += v % 7 == 0;
        sum += v;
        low = std::min(low, v);
        scan += n <= rank ? v : 0;
    }
    const unsigned everyone = count == 32 ? ~0u : (1u << count) - 1;
    CHECK(it.size == count, "thread %u: %u, not %u", thread, it.size, count);
    CHECK(it.rank == rank, "thread %u: %u, not %u", thread, it.rank, rank);
    for (unsigned n = 0; n < 3; ++n) {
        CHECK(it.up[n] == (n <= rank ? members[rank - n] : thread), "thread %u by %u", thread, n);
        CHECK(it.down[n] == (rank + n < count ? members[rank + n] : thread), "thread %u by %u",
              thread, n);
    }
    CHECK(it.ballot == ballot, "thread %u: %x, not %x", thread, it.ballot, ballot);
    CHECK(it.any == (sevens != 0), "thread %u", thread);
    CHECK(it.all == (sevens == 0), "thread %u", thread);
    CHECK(it.match == match, "thread %u", thread);
    CHECK(it.same == (even == everyone ? everyone : 0), "thread %u", thread);
    CHECK(it.is_same == (even == everyone), "thread %u", thread);
    CHECK(it.sum == sum, "thread %u: %u, not %u", thread, it.sum, sum);
    CHECK(it.low == low, "thread %u", thread);
    CHECK(it.scan == scan, "thread %u", thread);
    CHECK(it.before == (rank ? scan - value_of(thread) : 0), "thread %u", thread);
}

template <unsigned size> void check_tiles(int lanes)
{
    std::vector<view> views(64);
    must_run(lanes, dim3(4, 8, 2), [&] {
        const auto tile = cg::tiled_partition<size>(cg::this_thread_block());
        const cg::thread_block_tile<size> forgetful = tile;
        static_assert(decltype(tile)::size() == size, "known to the compiler");
        views[thread_number()] = look(tile);
        CHECK(forgetful.meta_group_rank() == tile.meta_group_rank(), "%u", size);
        CHECK(tile.shfl_xor(thread_number(), size - 1) == (thread_number() ^ (size - 1)), "%u",
              size);
    });
    for (unsigned thread = 0; thread < 64; ++thread) {
        std::vector<unsigned> members(size);
        for (unsigned n = 0; n < size; ++n) {
            members[n] = thread / size * size + n;
        }
        check_view(views[thread], members, thread);
        CHECK(views[thread].meta_rank == thread / size, "thread %u", thread);
        CHECK(views[thread].meta_size == 64 / size, "thread %u", thread);
    }
}

void tiles(int lanes)
{
    check_tiles<1>(lanes);
    check_tiles<2>(lanes);
    check_tiles<4>(lanes);
    check_tiles<8>(lanes);
    check_tiles<16>(lanes);
    check_tiles<32>(lanes);
}

// Lanes of a warp for which |in| holds, in order.
template <class In> std::vector<unsigned> lanes_where(unsigned thread, In in)
{
    std::vector<unsigned> members;
    for (unsigned other = thread & 32; other < (thread & 32) + 32; ++other) {
        if (in(other)) {
            members.push_back(other);
        }
    }
    return members;
}

void coalesced(int lanes)
{
    for (int round = 0; round < 25; ++round) {
        const unsigned masks[2] = {any_word() & any_word(), any_word()};
        const auto is_in = [&](unsigned thread) { return masks[thread / 32] >> (thread & 31) & 1; };
        std::vector<view> views(64), parts(64);
        const unsigned size = 1u << round % 5;
        must_run(lanes, dim3(64), [&] {
            if (is_in(thread_number())) {
                const cg::coalesced_group group = cg::coalesced_threads();
                views[thread_number()] = look(group);
                parts[thread_number()] = look(cg::tiled_partition(group, size));
            }
        });
        for (unsigned thread = 0; thread < 64; ++thread) {
            if (!is_in(thread)) {
                continue;
            }
            const auto members = lanes_where(thread, is_in);
            check_view(views[thread], members, thread);
            CHECK(views[thread].meta_rank == 0 && views[thread].meta_size == 1, "%u", thread);
            const unsigned rank = views[thread].rank;
            const auto first = members.begin() + rank / size * size;
            const auto last = std::min(first + size, members.end());
            check_view(parts[thread], std::vector<unsigned>(first, last), thread);
            CHECK(parts[thread].meta_rank == rank / size, "%u", thread);
            CHECK(parts[thread].meta_size == (members.size() + size - 1) / size, "%u", thread);
        }
    }
}

void partitions(int lanes)
{
    for (int round = 0; round < 15; ++round) {
        const unsigned labels = 1 + any_word() % 6, salt = any_word();
        const auto label = [=](unsigned thread) { return (thread * salt >> 7) % labels; };
        std::vector<view> labeled(64), binary(64);
        must_run(lanes, dim3(64), [&] {
            const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
            const auto eight = cg::tiled_partition<8>(warp);
            labeled[thread_number()] =
                look(cg::labeled_partition(warp, static_cast<int>(label(thread_number()))));
            binary[thread_number()] =
                look(cg::binary_partition(eight, label(thread_number()) == 0));
        });
        for (unsigned thread = 0; thread < 64; ++thread) {
            const auto alike =
                lanes_where(thread, [&](unsigned other) { return label(other) == label(thread); });
            check_view(labeled[thread], alike, thread);
            std::vector<unsigned> leaders;
            for (unsigned other = thread & 32; other < (thread & 32) + 32; ++other) {
                if (lanes_where(other, [&](unsigned k) { return label(k) == label(other); })[0] ==
                    other) {
                    leaders.push_back(other);
                }
            }
            CHECK(labeled[thread].meta_size == leaders.size(), "thread %u", thread);
            CHECK(leaders[labeled[thread].meta_rank] == alike[0], "thread %u", thread);
            const auto same = lanes_where(thread, [&](unsigned other) {
                return other / 8 == thread / 8 && (label(other) == 0) == (label(thread) == 0);
            });
            check_view(binary[thread], same, thread);
            CHECK(binary[thread].meta_size == (same.size() == 8 ? 1 : 2), "thread %u", thread);
            CHECK(binary[thread].meta_rank == (same.size() == 8     ? 0u
                                               : label(thread) == 0 ? 1u
                                                                    : 0u),
                  "thread %u", thread);
        }
    }
}

// A block that is not a multiple of a warp: the last tile is there in part.
void partial_tiles(int lanes)
{
    for (unsigned count = 1; count < 64; count += 9) {
        std::vector<unsigned> sums(64), scans(64);
        must_run(lanes, dim3(count), [&] {
            const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
            sums[thread_number()] = cg::reduce(tile, thread_number() + 1, cg::plus<unsigned>());
            scans[thread_number()] = cg::inclusive_scan(tile, thread_number() + 1);
            CHECK(tile.meta_group_size() == (count + 15) / 16, "%u threads", count);
        });
        for (unsigned i = 0; i < count; ++i) {
            unsigned sum = 0, scan = 0;
            for (unsigned k = i / 16 * 16; k < count && k / 16 == i / 16; ++k) {
                sum += k + 1;
                scan += k <= i ? k + 1 : 0;
            }
            CHECK(sums[i] == sum, "%u of %u threads: %u, not %u", i, count, sums[i], sum);
            CHECK(scans[i] == scan, "%u of %u threads", i, count);
        }
    }
}

void groups_of_any_kind(int lanes)
{
    must_run(lanes, dim3(10, 5, 1), [&] {
        const cg::thread_block block = cg::this_thread_block();
        const cg::thread_group any = block;
        CHECK(any.size() == 50 && any.thread_rank() == thread_number(), "%u", thread_number());
        for (unsigned size = 1; size <= 32; size *= 2) {
            const cg::thread_group part = cg::tiled_partition(block, size);
            const unsigned first = thread_number() / size * size;
            CHECK(part.thread_rank() == thread_number() - first, "%u", thread_number());
            CHECK(part.size() == std::min(size, 50 - first), "%u", thread_number());
            const cg::thread_group half = cg::tiled_partition(part, size > 1 ? size / 2 : 1);
            CHECK(half.thread_rank() == thread_number() % (size > 1 ? size / 2 : 1), "%u",
                  thread_number());
        }
        any.sync();
        blockIdx = {0, 0, 0};
        gridDim = dim3(3, 2, 2);
        const cg::grid_group grid = cg::this_grid();
        CHECK(grid.size() == 600 && grid.num_blocks() == 12, "%llu", grid.size());
        blockIdx = {2, 1, 1};
        CHECK(grid.block_rank() == 11, "%llu", grid.block_rank());
        CHECK(grid.thread_rank() == 550 + thread_number(), "%llu", grid.thread_rank());
        CHECK(cg::thread_rank(grid) == grid.thread_rank(), "%u", thread_number());
    });
}

template <unsigned size> void check_wide(int lanes, unsigned count)
{
    struct result {
        unsigned rank, meta_rank, meta_size, read, any, all, sum, scan, before, sub;
    };
    std::vector<result> results(count);
    const auto yes = [](unsigned thread) { return thread == 70; };
    must_run(lanes, dim3(count), [&] {
        const auto tile = cg::tiled_partition<size>(cg::this_thread_block());
        const auto warp = cg::tiled_partition<32>(tile);
        result &it = results[thread_number()];
        it.rank = tile.thread_rank();
        it.meta_rank = tile.meta_group_rank();
        it.meta_size = tile.meta_group_size();
        it.read = tile.shfl(thread_number(), 5);
        it.any = tile.any(yes(thread_number())) != 0;
        it.all = tile.all(!yes(thread_number())) != 0;
        it.sum = cg::reduce(tile, value_of(thread_number()), cg::plus<unsigned>());
        it.scan = cg::inclusive_scan(tile, value_of(thread_number()));
        it.before = cg::exclusive_scan(tile, value_of(thread_number()));
        it.sub = warp.meta_group_rank();
        for (unsigned i = 0; i < tile.meta_group_rank(); ++i) {
            tile.sync(); // no tile waits for another
        }
    });
    for (unsigned i = 0; i < count; ++i) {
        const unsigned first = i / size * size;
        unsigned sum = 0, scan = 0, any = 0;
        for (unsigned k = first; k < first + size && k < count; ++k) {
            sum += value_of(k);
            scan += k <= i ? value_of(k) : 0;
            any |= yes(k);
        }
        const result &it = results[i];
        CHECK(it.rank == i - first && it.meta_rank == i / size, "thread %u", i);
        CHECK(it.meta_size == (count + size - 1) / size, "thread %u", i);
        CHECK(it.read == first + 5, "thread %u: %u", i, it.read);
        CHECK(it.any == any && it.all == !any, "thread %u", i);
        CHECK(it.sum == sum, "size %u thread %u of %u: %u, not %u", size, i, count, it.sum, sum);
        CHECK(it.scan == scan, "size %u thread %u of %u: %u, not %u", size, i, count, it.scan,
              scan);
        CHECK(it.before == scan - value_of(i), "size %u thread %u of %u", size, i, count);
        CHECK(it.sub == (i - first) / 32, "thread %u", i);
    }
}

void wide_tiles(int lanes)
{
    check_wide<64>(lanes, 256);
    check_wide<128>(lanes, 256);
    check_wide<256>(lanes, 512);
    check_wide<64>(lanes, 80);
    check_wide<128>(lanes, 224);
}

void updates(int lanes)
{
    cuda::atomic<unsigned> sum(5), stored(0), line(100);
    std::vector<unsigned> starts(64), ends(64);
    must_run(lanes, dim3(64), [&] {
        const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
        cg::reduce_update_async(tile, sum, thread_number(), cg::plus<unsigned>());
        cg::reduce_store_async(tile, stored, 7u, cg::plus<unsigned>());
        starts[thread_number()] = cg::exclusive_scan_update(tile, line, 3u);
        cuda::atomic_ref<unsigned> same(*line.address());
        ends[thread_number()] = cg::inclusive_scan_update(tile, same, 2u, cg::plus<unsigned>());
    });
    CHECK(sum.load() == 5 + 63 * 32, "%u", sum.load());
    CHECK(stored.load() == 7 * 32, "%u", stored.load());
    CHECK(line.load() == 100 + 64 * 5, "%u", line.load());
    std::sort(starts.begin(), starts.end());
    for (unsigned i = 1; i < 64; ++i) {
        CHECK(starts[i] > starts[i - 1], "%u", i);
    }
    CHECK(starts[0] == 100, "%u", starts[0]);
}

void copies(int lanes)
{
    for (unsigned offset = 0; offset < 20; offset += 3) {
        for (unsigned size : {0u, 1u, 4u, 15u, 16u, 17u, 64u, 1000u, 1024u}) {
            alignas(16) static unsigned char from[2048], to[2048];
            for (unsigned i = 0; i < sizeof(from); ++i) {
                from[i] = static_cast<unsigned char>(i * 7 + 1);
            }
            memset(to, 0, sizeof(to));
            must_run(lanes, dim3(48), [&] {
                const cg::thread_block block = cg::this_thread_block();
                cg::memcpy_async(block, to + offset, from + offset, size);
                cg::wait(block);
                cg::memcpy_async(block, reinterpret_cast<unsigned *>(to + 1536), 40,
                                 reinterpret_cast<const unsigned *>(from), 9);
                cg::wait_prior<0>(block);
            });
            CHECK(memcmp(to + offset, from + offset, size) == 0, "%u bytes at %u", size, offset);
            CHECK(to[offset + size] == 0, "%u bytes at %u", size, offset);
            CHECK(memcmp(to + 1536, from, 36) == 0 && to[1572] == 0, "elements");
        }
    }
}

const named_test tests[] = {
    {"tiles", tiles},
    {"coalesced", coalesced},
    {"partitions", partitions},
    {"partial_tiles", partial_tiles},
    {"groups_of_any_kind", groups_of_any_kind},
    {"wide_tiles", wide_tiles},
    {"updates", updates},
    {"copies", copies},
};

} // namespace

int main(int argc, char **argv)
{
    return run_tests(tests, argc, argv);
}
