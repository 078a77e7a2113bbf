#include "wave_sim.hpp"

#include "kbuild/wave.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>
#include <ucontext.h>
#include <vector>

uint3 threadIdx, blockIdx;
dim3 blockDim, gridDim;

namespace
{

enum class state { ready, operation, barrier, finished };
enum class operation { ballot, word, word_uniform, word_xor, fence, pause };

// The position of a thread: return addresses, the outermost first.
using place = std::vector<uintptr_t>;

struct fibre {
    ucontext_t context;
    void *stack;
    state now;
    place at;
    operation what;
    int value, operand;
    unsigned long long result;
    uint3 index;
    int number;
    unsigned long turn; // when it ran last
    const void *base;   // the frame of its first function
};

constexpr size_t stack_size = 256 * 1024;
constexpr long patience = 50000; // operations of one wave

std::vector<fibre> fibres;
fibre *current;
ucontext_t scheduler;
const std::function<void()> *body;
int lanes_of_wave;
unsigned long turns;

void fibre_main()
{
    current->base = __builtin_frame_address(0);
    (*body)();
    current->now = state::finished;
    swapcontext(&current->context, &scheduler);
}

void stop_in(state now)
{
    current->now = now;
    swapcontext(&current->context, &scheduler);
}

__attribute__((noinline)) unsigned long long operate(operation what, int value, int operand)
{
    current->at.clear();
    const void *const *frame = static_cast<const void *const *>(__builtin_frame_address(0));
    while (frame != current->base) {
        current->at.push_back(reinterpret_cast<uintptr_t>(frame[1]));
        frame = static_cast<const void *const *>(frame[0]);
    }
    std::reverse(current->at.begin(), current->at.end());
    current->what = what;
    current->value = value;
    current->operand = operand;
    stop_in(state::operation);
    return current->result;
}

void resume(fibre &it)
{
    current = &it;
    it.turn = ++turns;
    threadIdx = it.index;
    it.now = state::ready;
    swapcontext(&scheduler, &it.context);
}

int lane_of(const fibre &it)
{
    return it.number % lanes_of_wave;
}

// What the operation gives |it|, one of the |active| lanes.
unsigned long long result_for(const fibre &it, const std::vector<fibre *> &active)
{
    if (it.what == operation::ballot) {
        unsigned long long bits = 0;
        for (const fibre *lane : active) {
            bits |= lane->value ? 1ull << lane_of(*lane) : 0;
        }
        return bits;
    }
    const int source = it.what == operation::word_xor ? lane_of(it) ^ it.operand : it.operand;
    for (const fibre *lane : active) {
        if (lane_of(*lane) == source) {
            return static_cast<unsigned>(lane->value);
        }
    }
    if (it.what == operation::word_uniform) {
        fprintf(stderr, "wave_sim: lane %d reads lane %d, which is not active\n", lane_of(it),
                source);
        abort();
    }
    return 0; // what ds_bpermute and DPP give
}

// A loop that waits is left by all lanes before any goes on: the place of one that is out already
// says nothing, because it may be back before the loop in the next round of an outer one. So lanes
// that wait go first, and of several places where they do, the one that had its turn longest ago.
bool goes_before(const fibre &a, const fibre &b)
{
    const bool a_waits = a.what == operation::pause, b_waits = b.what == operation::pause;
    if (a_waits && b_waits && a.at != b.at) {
        return a.turn < b.turn;
    }
    return a_waits != b_waits ? a_waits : a.at < b.at;
}

// One operation of the wave that begins with thread |first|. False if all its threads wait.
bool step(size_t first, size_t end)
{
    std::vector<fibre *> active;
    for (size_t i = first; i < end; ++i) {
        fibre &it = fibres[i];
        if (it.now != state::operation) {
            continue;
        }
        if (!active.empty() && goes_before(it, *active[0])) {
            active.clear();
        }
        if (active.empty() || it.at == active[0]->at) {
            active.push_back(&it);
        }
    }
    for (fibre *it : active) {
        it->result = result_for(*it, active);
    }
    for (fibre *it : active) {
        resume(*it);
    }
    return !active.empty();
}

bool all(state now)
{
    return std::all_of(fibres.begin(), fibres.end(),
                       [=](const fibre &it) { return it.now == now || it.now == state::finished; });
}

} // namespace

void __syncthreads()
{
    stop_in(state::barrier);
}

namespace kbuild
{

int wave_lane()
{
    return lane_of(*current);
}
int wave_lanes()
{
    return lanes_of_wave;
}
__attribute__((noinline)) unsigned long long wave_active()
{
    return operate(operation::ballot, true, 0);
}
__attribute__((noinline)) unsigned long long wave_ballot(bool predicate)
{
    return operate(operation::ballot, predicate, 0);
}
__attribute__((noinline)) int wave_word(int value, int source)
{
    return static_cast<int>(operate(operation::word, value, source & (lanes_of_wave - 1)));
}
__attribute__((noinline)) int wave_word_uniform(int value, int source)
{
    return static_cast<int>(operate(operation::word_uniform, value, source));
}
__attribute__((noinline)) int wave_word_xor(int value, int mask)
{
    return static_cast<int>(operate(operation::word_xor, value, mask));
}
__attribute__((noinline)) void wave_fence()
{
    operate(operation::fence, 0, 0);
}
__attribute__((noinline)) void wave_pause()
{
    operate(operation::pause, 0, 0);
}

} // namespace kbuild

bool wave_sim::run(int wave_lanes, dim3 block, const std::function<void()> &thread)
{
    lanes_of_wave = wave_lanes;
    blockDim = block;
    body = &thread;
    const size_t count = static_cast<size_t>(block.x) * block.y * block.z;
    fibres.assign(count, fibre());
    char *const stacks =
        static_cast<char *>(mmap(nullptr, count * stack_size, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    if (stacks == MAP_FAILED) {
        perror("wave_sim: mmap");
        abort();
    }
    for (size_t i = 0; i < count; ++i) {
        fibre &it = fibres[i];
        const unsigned number = static_cast<unsigned>(i);
        it.number = static_cast<int>(i);
        it.index = {number % block.x, number / block.x % block.y, number / block.x / block.y};
        getcontext(&it.context);
        it.context.uc_stack.ss_sp = stacks + i * stack_size;
        it.context.uc_stack.ss_size = stack_size;
        makecontext(&it.context, fibre_main, 0);
        resume(it);
    }
    long left = patience;
    while (!all(state::finished) && left > 0) {
        bool moved = false;
        for (size_t first = 0; first < count; first += static_cast<size_t>(wave_lanes)) {
            const size_t end = std::min(count, first + static_cast<size_t>(wave_lanes));
            moved = step(first, end) || moved;
        }
        if (!moved && all(state::barrier)) {
            for (fibre &it : fibres) {
                if (it.now == state::barrier) {
                    resume(it);
                }
            }
        }
        --left;
    }
    munmap(stacks, count * stack_size);
    return left > 0;
}
