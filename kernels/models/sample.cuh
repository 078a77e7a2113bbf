// sample_T chooses a token from each row of logits. A block takes a row.
//
// Candidates are ordered by their probabilities, the largest first, and by their columns if those
// are equal: a candidate's code is its key (logits.cuh), then its column. min-p, top-k and top-p
// each keep the candidates up to some code, and a random number chooses the first code up to which
// there is enough weight. So all of them search for a code by a sum, of numbers or of weights: digit
// by digit, of which each needs a pass over the row that sums up each digit's candidates. As soon as
// the candidates of a digit fit into LDS, they are listed there, and passes are over the list.
//
// Sums are of integers, so that they depend neither on the GPU nor on the order of threads.
#pragma once

#include "../device/philox.cuh"
#include "../device/wave.cuh"
#include "logits.cuh"

enum : u32 { DIGIT_BITS = 10, DIGITS = 5, BINS = 1u << DIGIT_BITS, LISTED = 2048 };
static_assert(DIGITS * DIGIT_BITS == KEY_BITS + SAMPLE_INDEX_BITS, "a code has whole digits");

__device__ inline u64 code_of(u32 key, u32 index)
{
    return static_cast<u64>(key) << SAMPLE_INDEX_BITS | index;
}

__device__ inline u32 key_of_code(u64 code)
{
    return static_cast<u32>(code >> SAMPLE_INDEX_BITS);
}

struct Mass {
    u64 weight, count;

    __device__ Mass operator+(const Mass &other) const
    {
        return {weight + other.weight, count + other.count};
    }
    __device__ Mass operator-(const Mass &other) const
    {
        return {weight - other.weight, count - other.count};
    }
    __device__ u64 by(bool is_count) const
    {
        return is_count ? count : weight;
    }
};

// Candidates whose codes have the first |digits| digits |prefix|.
struct Group {
    u64 prefix;
    u32 digits;
    Mass before, own; // of candidates with smaller codes, and of its own

    __device__ u32 shift() const
    {
        return (DIGITS - digits) * DIGIT_BITS;
    }
    __device__ bool has(u64 code) const
    {
        return code >> shift() == prefix;
    }
};

// A sum of mantissas, and above that their number.
enum { MANTISSAS_BITS = KEY_FRACTION_BITS + SAMPLE_INDEX_BITS };

struct Choice {
    u64 sums[BINS]; // of each digit
    u64 list[LISTED];
    u32 listed;
    u64 partial[WARP];
    Mass masses[WARP];
    Group group;
    u64 code;
};

// Adds to a sum in LDS. NVIDIA's GPUs have no instruction for 64 bits there.
__device__ inline void add_to(u64 &sum, u64 x)
{
    if constexpr (is_amd) {
        atomicAdd(reinterpret_cast<unsigned long long *>(&sum), x);
    } else {
        u32 *const words = reinterpret_cast<u32 *>(&sum);
        const u32 low = static_cast<u32>(x), before = atomicAdd(words, low);
        atomicAdd(words + 1, static_cast<u32>(x >> 32) + (before + low < low ? 1 : 0));
    }
}

// Returns the sum of the values of this thread and of those before it in its warp.
__device__ inline Mass warp_scan(Mass mass)
{
    const u32 lane = threadIdx.x % WARP;
#pragma unroll 1
    for (u32 step = 1; step < WARP; step *= 2) {
        const Mass other = {__shfl_up_sync(~0u, mass.weight, step),
                            __shfl_up_sync(~0u, mass.count, step)};
        if (lane >= step) {
            mass = mass + other;
        }
    }
    return mass;
}

__device__ inline Mass of_lane(const Mass &mass, u32 lane)
{
    return {__shfl_sync(~0u, mass.weight, lane), __shfl_sync(~0u, mass.count, lane)};
}

struct Scan {
    Mass before, total;
};

// What all threads know of a row.
template <class T> struct Sampler {
    const Logits<T> &logits;
    Choice &choice;
    f32 most;      // the largest logit
    f32 scale;     // keys of a unit of logits
    u32 last_key;  // candidates with larger keys are excluded by min-p
    bool is_listed;

    // Calls act(code) for each logit that has any weight, or for each listed candidate.
    template <class Act> __device__ void each(const Act &act) const
    {
        if (is_listed) {
#pragma unroll 1
            for (u32 i = threadIdx.x; i < choice.listed; i += blockDim.x) {
                act(choice.list[i]);
            }
            return;
        }
        logits.each([&](u32 i, f32 x) {
            const f32 below = (most - x) * scale;
            if (below < static_cast<f32>(KEY_END)) {
                act(code_of(static_cast<u32>(below), i));
            }
        });
    }

    // Sums up the candidates of |group| for each value of the next digit. Returns the weight of the
    // logits that this thread has seen and min-p excludes.
    __device__ u64 sum_up(const Group &group) const
    {
        const u32 shift = group.shift() - DIGIT_BITS;
#pragma unroll 1
        for (u32 i = threadIdx.x; i < BINS; i += blockDim.x) {
            choice.sums[i] = 0;
        }
        __syncthreads();
        u64 excluded = 0;
        each([&](u64 code) {
            const u64 bin = (code >> shift) - (group.prefix << DIGIT_BITS);
            if (bin < BINS) {
                const u32 key = key_of_code(code), mantissa = mantissa_of(key);
                if (key <= last_key) {
                    add_to(choice.sums[bin], 1ull << MANTISSAS_BITS | mantissa);
                } else {
                    excluded += static_cast<u64>(mantissa) << shift_of(key >> KEY_FRACTION_BITS);
                }
            }
        });
        __syncthreads();
        return excluded;
    }

    // The candidates of |group| whose next digit is |bin|.
    __device__ Mass mass_of(const Group &group, u32 bin) const
    {
        const u64 code = (group.prefix << DIGIT_BITS | bin) << (group.shift() - DIGIT_BITS);
        const u64 mantissas = choice.sums[bin] & ((1ull << MANTISSAS_BITS) - 1);
        return {mantissas << shift_of(key_of_code(code) >> KEY_FRACTION_BITS),
                choice.sums[bin] >> MANTISSAS_BITS};
    }

    // Adds up what sum_up() made for |group|: what is before this thread's digits, and all.
    __device__ Scan scan(const Group &group) const
    {
        const u32 each = BINS / blockDim.x, first = threadIdx.x * each;
        const u32 warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
        Mass own = {0, 0};
#pragma unroll 1
        for (u32 i = 0; i < each; ++i) {
            own = own + mass_of(group, first + i);
        }
        const Mass in_warp = warp_scan(own);
        if (lane == WARP - 1) {
            choice.masses[warp] = in_warp;
        }
        __syncthreads();
        Mass warps = {0, 0};
        if (lane < blockDim.x / WARP) {
            warps = choice.masses[lane];
        }
        warps = warp_scan(warps);
        Mass before = group.before + in_warp - own;
        if (warp > 0) {
            before = before + of_lane(warps, warp - 1);
        }
        return {before, of_lane(warps, WARP - 1)};
    }

    // Returns the candidates of |group| with the first digit up to which the sum, from the first
    // candidate of all on, is more than |target|.
    __device__ Group pick(const Group &group, const Scan &scan, bool is_count, u64 target) const
    {
        const u32 each = BINS / blockDim.x, first = threadIdx.x * each;
        __syncthreads(); // all have read choice.group
        Mass before = scan.before;
#pragma unroll 1
        for (u32 i = 0; i < each; ++i) {
            const Mass bin = mass_of(group, first + i), after = before + bin;
            if (before.by(is_count) <= target && target < after.by(is_count)) {
                choice.group = {group.prefix << DIGIT_BITS | (first + i), group.digits + 1, before,
                                bin};
            }
            before = after;
        }
        __syncthreads();
        return choice.group;
    }

    // Lists the candidates from |begin| up to |end|, which is excluded, if they are |count|, and fit.
    __device__ bool list(u64 begin, u64 end, u64 count)
    {
        if (is_listed || count > LISTED) {
            return false;
        }
        if (threadIdx.x == 0) {
            choice.listed = 0;
        }
        __syncthreads();
        each([&](u64 code) {
            if (code >= begin && code < end && key_of_code(code) <= last_key) {
                choice.list[atomicAdd(&choice.listed, 1u)] = code;
            }
        });
        __syncthreads();
        is_listed = true;
        return true;
    }

    // Returns the code of the only candidate of |group|, which is listed.
    __device__ u64 only_code(const Group &group) const
    {
        __syncthreads(); // all have read choice.code
#pragma unroll 1
        for (u32 i = threadIdx.x; i < choice.listed; i += blockDim.x) {
            if (group.has(choice.list[i])) {
                choice.code = choice.list[i];
            }
        }
        __syncthreads();
        return choice.code;
    }
};

// What |target| has to be, so that the sums of weights up to a candidate are more than |target| if
// they are at least |p| times |weight|. 0 < p < 1.
__device__ inline u64 target_of(f32 p, u64 weight)
{
    const u64 fraction = static_cast<u64>(p * 0x1p64f);
    const u64 product = __umul64hi(weight, fraction);
    return weight * fraction == 0 && product > 0 ? product - 1 : product;
}

// Returns the last key whose weight is at least |least|.
__device__ inline u32 key_of_weight(u64 least)
{
    u32 low = 0, high = KEY_END;
    while (high - low > 1) {
        const u32 middle = (low + high) / 2;
        if (weight_of(middle) >= least) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

// Returns the largest logit's order, and the first column that has it.
template <class T> __device__ inline u64 largest(const Logits<T> &logits, Choice &choice)
{
    f32 best = -INFINITY;
    u32 first = 0;
    logits.each([&](u32 i, f32 x) {
        const bool is_better = x > best;
        best = is_better ? x : best;
        first = is_better ? i : first;
    });
    const u64 code = static_cast<u64>(key_of(best)) << 32 | ~first;
    return team_reduce(code, Larger(), blockDim.x, choice.partial);
}

// What limits the candidates, in this order: top-k, top-p, the random number.
struct Limits {
    u64 k;  // 0: no limit
    f32 p;  // 0: no limit
    u64 random;

    __device__ bool has(u32 step) const
    {
        return step == 0 ? k != 0 : step == 1 ? p != 0 : true;
    }
    __device__ u32 first() const
    {
        return has(0) ? 0 : has(1) ? 1 : 2;
    }
    // The target of step |step|, if the candidates before have the sum |weight|.
    __device__ u64 target(u32 step, u64 weight) const
    {
        return step == 0   ? k - 1
               : step == 1 ? target_of(p, weight)
                           : __umul64hi(weight, random);
    }
};

// Candidates in |group| with codes below |end|, of which one is to be found.
struct Search {
    Group group;
    u64 end;
};

__device__ inline Search search_in(const Group &group)
{
    return {group, (group.prefix + 1) << group.shift()};
}

// Returns where to search, from the sums of first digits. Candidates behind top-k's digit do not
// matter, or without top-k, those behind top-p's: what top-p keeps depends on all that top-k keeps.
// Without these limits, only the digit that the random number chooses does. |first| is where the
// first of the searches can begin.
template <class T>
__device__ inline Search narrowed(const Sampler<T> &sampler, const Group &all, const Scan &scan,
                                  const Limits &limits, Search &first)
{
    const u32 step = limits.first();
    const Group group = sampler.pick(all, scan, step == 0, limits.target(step, scan.total.weight));
    first = search_in(group);
    if (step == 2) {
        return first;
    }
    return {{0, 0, {0, 0}, group.before + group.own}, first.end};
}

// Returns the code of the candidate that |random| chooses, or any if the row |is_greedy|. Sets
// |weights| to the sum of the weights of all candidates, and |excluded| to that of the logits that
// this thread has seen and min-p excludes.
template <class T>
__device__ inline u64 choose(Sampler<T> &sampler, const sample_parameters &how, u64 random,
                             bool is_greedy, u64 &weights, u64 &excluded)
{
    Limits limits = {0, how.top_p > 0 && how.top_p < 1 ? how.top_p : 0, random};
    Search start, search = {{0, 0, {0, 0}, {0, 0}}, 0};
    bool is_started = false, stays_listed = false;
    u64 kept = 0;
    u32 step = 0;
    while (true) {
        const Group group = search.group;
        if (is_started) {
            const u64 begin = group.prefix << group.shift();
            if (sampler.list(begin, search.end, group.own.count)) {
                stays_listed = group.digits == start.group.digits;
            }
            if (group.own.count == 1 || group.digits == DIGITS) {
                kept = group.before.weight + group.own.weight;
                const u64 code = sampler.only_code(group);
                do {
                    ++step;
                } while (step < 3 && !limits.has(step));
                if (step == 3) {
                    return code;
                }
                sampler.is_listed = stays_listed;
                search = start;
                continue;
            }
        }
        const u64 seen = sampler.sum_up(group);
        const Scan scan = sampler.scan(group);
        if (is_started) {
            search = search_in(sampler.pick(group, scan, step == 0, limits.target(step, kept)));
            continue;
        }
        weights = scan.total.weight;
        excluded = seen;
        if (is_greedy) {
            return 0;
        }
        limits.k = how.top_k >= 1 && how.top_k < static_cast<f32>(scan.total.count)
                       ? static_cast<u64>(how.top_k)
                       : 0;
        step = limits.first();
        kept = scan.total.weight;
        start = narrowed(sampler, group, scan, limits, search);
        if (start.group.own.count <= LISTED) {
            search = start; // and all others too, in the same list
        }
        is_started = true;
    }
}

// Returns keys of a unit of logits: log2(e) 2^24 / temperature, within what products can be.
__device__ inline f32 scale_of(f32 temperature)
{
    return fminf(fmaxf(24204406.0f / temperature, 1e-30f), 1e30f);
}

__device__ inline u64 random_of(const sample &work)
{
    if (work.states) {
        const u64 *const state = work.states + 3 * blockIdx.x;
        return philox(state[0], state[1], state[2]).wide(0);
    }
    return philox(work.seed, work.sequence, work.offset + blockIdx.x).wide(0);
}

__device__ inline void store_choice(const sample &work, u32 token)
{
    work.tokens[blockIdx.x] = token;
    if (work.counts) {
        work.counts[blockIdx.x * work.counts_stride + token] += 1;
    }
    if (work.history) {
        const u32 place = work.lengths ? work.lengths[blockIdx.x] : 0;
        if (place < work.capacity) {
            work.history[blockIdx.x * work.history_stride + place] = token;
        }
    }
    if (work.states) {
        work.states[3 * blockIdx.x + 2] += 1;
    }
}

template <class T> __device__ inline void sample_row(const sample &work)
{
    __shared__ Choice choice;
    sample_parameters how = work.all;
    if (work.parameters) {
        how = work.parameters[blockIdx.x];
    }
    const Logits<T> logits(work, how);
    const u64 random = random_of(work);
    const bool is_greedy = !(how.temperature > 0) || (how.top_k >= 1 && how.top_k < 2);
    u32 token = ~static_cast<u32>(largest(logits, choice));
    if (!is_greedy || work.log_probabilities) {
        const u32 last = how.min_p > 0 ? key_of_weight(static_cast<u64>(
                                             fminf(how.min_p, 1) * 0x1p40f))
                                       : KEY_END - 1;
        Sampler<T> sampler = {logits, choice, logits.at(token, logits.row[token]),
                              scale_of(how.temperature > 0 ? how.temperature : 1), last, false};
        u64 weights, excluded;
        const u64 code = choose(sampler, how, random, is_greedy, weights, excluded);
        if (!is_greedy) {
            token = static_cast<u32>(code) & ((1u << SAMPLE_INDEX_BITS) - 1);
        }
        const u32 key = is_greedy ? 0 : key_of_code(code);
        if (work.log_probabilities) {
            weights += team_reduce(excluded, Add(), blockDim.x, choice.partial);
            if (threadIdx.x == 0) {
                work.log_probabilities[blockIdx.x] =
                    static_cast<f32>(key) * -(0.693147182f * 0x1p-24f) -
                    logf(static_cast<f32>(weights) * 0x1p-40f);
            }
        }
    }
    if (threadIdx.x == 0) {
        store_choice(work, token);
    }
}

#define SAMPLE(T)                                                                                  \
    extern "C" __global__ void __launch_bounds__(SAMPLE_THREADS) sample_##T(const sample work)     \
    {                                                                                              \
        sample_row<T>(work);                                                                       \
    }
