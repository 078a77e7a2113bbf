// Atomics, and libcu++'s synchronisation between threads, on simulated waves.
#include "check.hpp"

#include "kbuild/atomics.h"
#include "kbuild/groups_partition.h"
#include "kbuild/libcu_barrier.h"
#include "kbuild/libcu_latch.h"
#include "kbuild/libcu_pipeline.h"

#include "cuda_pipeline.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace
{

namespace cg = cooperative_groups;

std::mt19937 random_bits(4711);

template <class T> T any_number()
{
    const unsigned long long bits = random_bits() | 1ull * random_bits() << 32;
    if (std::is_floating_point<T>::value) {
        return static_cast<T>(static_cast<int>(bits) / 8);
    }
    T value;
    memcpy(&value, &bits, sizeof(T));
    return value;
}

// One thread: the old value is returned, the new one is there.
#define CHECK_ATOMIC(FUNCTION, RESULT)                                                             \
    do {                                                                                           \
        T object = old;                                                                            \
        const T returned = FUNCTION(&object, value);                                               \
        CHECK(returned == old && object == static_cast<T>(RESULT), #FUNCTION " of %zu bytes",      \
              sizeof(T));                                                                          \
    } while (0)
#define CHECK_ATOMICS(FUNCTION, RESULT)                                                            \
    CHECK_ATOMIC(FUNCTION, RESULT);                                                                \
    CHECK_ATOMIC(FUNCTION##_block, RESULT);                                                        \
    CHECK_ATOMIC(FUNCTION##_system, RESULT)

template <class T> void check_numbers()
{
    for (int round = 0; round < 200; ++round) {
        const T old = any_number<T>(), value = any_number<T>();
        if (std::is_floating_point<T>::value || std::is_unsigned<T>::value) {
            CHECK_ATOMICS(atomicAdd, old + value);
            CHECK_ATOMICS(atomicSub, old - value);
        }
        CHECK_ATOMICS(atomicExch, value);
        CHECK_ATOMICS(atomicMin, std::min(old, value));
        CHECK_ATOMICS(atomicMax, std::max(old, value));
        T object = old;
        CHECK(atomicCAS(&object, value, static_cast<T>(7)) == old, "%zu bytes", sizeof(T));
        CHECK(object == (old == value ? static_cast<T>(7) : old), "%zu bytes", sizeof(T));
        CHECK(atomicCAS_block(&object, object, static_cast<T>(9)) == old, "%zu bytes", sizeof(T));
        CHECK(object == static_cast<T>(9), "%zu bytes", sizeof(T));
    }
}

template <class T> void check_bits()
{
    for (int round = 0; round < 200; ++round) {
        const T old = any_number<T>(), value = any_number<T>();
        CHECK_ATOMICS(atomicAnd, old & value);
        CHECK_ATOMICS(atomicOr, old | value);
        CHECK_ATOMICS(atomicXor, old ^ value);
    }
}

void atomic_functions(int)
{
    check_numbers<int>();
    check_numbers<unsigned>();
    check_numbers<long>();
    check_numbers<unsigned long>();
    check_numbers<long long>();
    check_numbers<unsigned long long>();
    check_numbers<float>();
    check_numbers<double>();
    check_bits<int>();
    check_bits<unsigned>();
    check_bits<long long>();
    check_bits<unsigned long long>();
    for (unsigned limit = 0; limit < 5; ++limit) {
        for (unsigned old = 0; old < 8; ++old) {
            unsigned up = old, down = old;
            CHECK(atomicInc(&up, limit) == old, "%u", old);
            CHECK(up == (old >= limit ? 0 : old + 1), "%u of %u", old, limit);
            CHECK(atomicDec_block(&down, limit) == old, "%u", old);
            CHECK(down == (old == 0 || old > limit ? limit : old - 1), "%u of %u", old, limit);
        }
    }
}

// Every place of 8 and 16 bits in a word, and nothing beside it.
template <class T> void check_small()
{
    for (int round = 0; round < 100; ++round) {
        alignas(8) T objects[8 / sizeof(T)], before[8 / sizeof(T)];
        for (T &object : objects) {
            object = any_number<T>();
        }
        for (size_t i = 0; i < 8 / sizeof(T); ++i) {
            memcpy(before, objects, sizeof(before));
            const T value = any_number<T>(), old = objects[i];
            T seen = old;
            switch (round % 5) {
            case 0:
                CHECK(kbuild::atomic_exchange<kbuild::scope_device>(&objects[i], value, 5) == old,
                      "%zu", i);
                before[i] = value;
                break;
            case 1:
                CHECK(kbuild::atomic_fetch_add<kbuild::scope_device>(&objects[i], value, 5) == old,
                      "%zu", i);
                before[i] = static_cast<T>(old + value);
                break;
            case 2:
                CHECK(kbuild::atomic_compare_exchange<kbuild::scope_block>(&objects[i], seen, value,
                                                                           5),
                      "%zu", i);
                before[i] = value;
                break;
            case 3:
                seen = static_cast<T>(old + 1);
                CHECK(!kbuild::atomic_compare_exchange<kbuild::scope_block>(&objects[i], seen,
                                                                            value, 5),
                      "%zu", i);
                CHECK(seen == old, "%zu", i);
                break;
            default:
                CHECK(kbuild::atomic_fetch_max<kbuild::scope_device>(&objects[i], value, 5) == old,
                      "%zu", i);
                before[i] = std::max(old, value);
                break;
            }
            CHECK(memcmp(before, objects, sizeof(before)) == 0, "place %zu", i);
        }
    }
}

void small_objects(int)
{
    check_small<unsigned char>();
    check_small<signed char>();
    check_small<unsigned short>();
    check_small<short>();
    unsigned short halves[2] = {5, 6};
    CHECK(atomicCAS(&halves[1], 6, 9) == 6 && halves[0] == 5 && halves[1] == 9, "%u", halves[1]);
    CHECK(kbuild::atomic_update16(&halves[0],
                                  [](unsigned short &bits) {
                                      bits = static_cast<unsigned short>(bits + 3);
                                      return true;
                                  }) == 5 &&
              halves[0] == 8,
          "%u", halves[0]);
    CHECK(kbuild::atomic_update16(&halves[0], [](unsigned short &) { return false; }) == 8, "%u",
          halves[0]);
}

struct pair {
    short first, second;
    bool operator==(const pair &other) const
    {
        return first == other.first && second == other.second;
    }
};

void atomic_objects(int)
{
    cuda::atomic<int, cuda::thread_scope_device> number(3);
    CHECK(number++ == 3 && ++number == 5 && number-- == 5 && --number == 3, "%d", number.load());
    CHECK((number += 4) == 7 && (number -= 5) == 2 && (number |= 12) == 14, "%d", number.load());
    CHECK((number &= 6) == 6 && (number ^= 1) == 7 && (number = 9) == 9, "%d", number.load());
    CHECK(number.fetch_max(20) == 9 && number.fetch_min(4) == 20 && number == 4, "%d",
          number.load());
    int expected = 5;
    CHECK(!number.compare_exchange_strong(expected, 8) && expected == 4, "%d", expected);
    CHECK(number.compare_exchange_weak(expected, 8, cuda::memory_order_acq_rel,
                                       cuda::memory_order_relaxed),
          "%d", expected);
    CHECK(number.exchange(1, cuda::std::memory_order_relaxed) == 8, "%d", number.load());

    double real = 1.5;
    cuda::atomic_ref<double, cuda::thread_scope_block> ref(real);
    CHECK(ref.fetch_add(2.25) == 1.5 && real == 3.75 && ref.fetch_sub(1) == 3.75, "%f", real);
    int many[4] = {};
    cuda::atomic<int *> pointer(many);
    CHECK(pointer.fetch_add(2) == many && pointer++ == many + 2 && pointer - many == 3, "pointer");
    cuda::std::atomic<pair> both(pair{1, 2});
    pair old = {1, 2};
    CHECK(both.compare_exchange_strong(old, pair{3, 4}) && both.load() == (pair{3, 4}), "pair");
    cuda::atomic<unsigned char> byte(250);
    CHECK(byte.fetch_add(10) == 250 && byte == 4, "%d", byte.load());
    cuda::atomic_flag flag(false);
    CHECK(!flag.test_and_set() && flag.test_and_set() && flag.test(), "flag");
    flag.clear();
    CHECK(!flag.test(), "flag");
    CHECK(sizeof(cuda::atomic<char>) == 1 && sizeof(cuda::atomic<double>) == 8, "sizes");
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
}

// Nobody leaves a phase before all have come, over many phases; one drops out.
void barriers(int lanes)
{
    static cuda::barrier<cuda::thread_scope_block> barrier;
    static unsigned arrived[10];
    memset(arrived, 0, sizeof(arrived));
    must_run(lanes, dim3(128), [&] {
        if (thread_number() == 0) {
            init(&barrier, 128);
        }
        __syncthreads();
        for (unsigned phase = 0; phase < 10; ++phase) {
            __atomic_fetch_add(&arrived[phase], 1u, __ATOMIC_RELAXED);
            if (phase % 3 == 0) {
                barrier.arrive_and_wait();
            } else {
                auto token = barrier.arrive();
                barrier.wait(std::move(token));
            }
            CHECK(arrived[phase] == (phase < 9 ? 128u : 127u), "phase %u: %u", phase,
                  arrived[phase]);
            if (phase == 8 && thread_number() == 5) {
                barrier.arrive_and_drop();
                return;
            }
        }
    });
    unsigned completed = 0;
    const auto count = [&completed] { ++completed; };
    cuda::barrier<cuda::thread_scope_block, decltype(count)> counted(64, count);
    must_run(lanes, dim3(64), [&] {
        for (unsigned phase = 0; phase < 4; ++phase) {
            counted.arrive_and_wait();
            CHECK(completed == phase + 1, "%u", completed);
            counted.arrive_and_wait();
            if (thread_number() == 0) {
                --completed;
            }
            counted.arrive_and_wait();
            if (thread_number() == 0) {
                --completed;
            }
            counted.arrive_and_wait();
            if (thread_number() == 0) {
                --completed;
            }
            __syncthreads();
        }
    });
    __mbarrier_t raw;
    __mbarrier_init(&raw, 2);
    const __mbarrier_token_t first = __mbarrier_arrive(&raw);
    CHECK(!__mbarrier_test_wait(&raw, first), "one is missing");
    CHECK(__mbarrier_token_pending_count(first) == 2, "before this arrival");
    CHECK(!__mbarrier_test_wait_parity(&raw, false), "phase 0");
    (void)__mbarrier_arrive(&raw);
    CHECK(__mbarrier_test_wait(&raw, first) && __mbarrier_test_wait_parity(&raw, false), "over");
    CHECK(!__mbarrier_test_wait_parity(&raw, true), "phase 1");
}

// Producers in one half of the waves, consumers in the other.
void latches_and_semaphores(int lanes)
{
    static unsigned data[256];
    cuda::latch<cuda::thread_scope_block> latch(128);
    cuda::counting_semaphore<cuda::thread_scope_block> room(128);
    must_run(lanes, dim3(256), [&] {
        const unsigned i = thread_number();
        if (i >= 128) {
            room.acquire();
            data[i - 128] = i * 3;
            latch.count_down();
        } else {
            latch.wait();
            CHECK(data[i] == (i + 128) * 3, "%u", i);
        }
    });
    CHECK(!room.try_acquire(), "all taken");
    room.release(2);
    CHECK(room.try_acquire() && room.try_acquire() && !room.try_acquire(), "two");
}

// A sum over chunks that travel through |stages| buffers, each read by other threads than wrote it.
template <uint8_t stages> void check_pipeline(int lanes)
{
    constexpr unsigned threads = 128, chunks = 9;
    static cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    static unsigned buffer[stages][threads], source[chunks * threads];
    for (unsigned i = 0; i < chunks * threads; ++i) {
        source[i] = i * i;
    }
    must_run(lanes, dim3(threads), [&] {
        const cg::thread_block block = cg::this_thread_block();
        auto pipe = cuda::make_pipeline(block, &state);
        const unsigned i = thread_number();
        unsigned filled = 0;
        for (unsigned chunk = 0; chunk < chunks; ++chunk) {
            for (; filled < chunks && filled < chunk + stages; ++filled) {
                pipe.producer_acquire();
                cuda::memcpy_async(block, buffer[filled % stages], source + filled * threads,
                                   cuda::aligned_size_t<4>(sizeof(unsigned) * threads), pipe);
                pipe.producer_commit();
            }
            pipe.consumer_wait();
            const unsigned other = (i * 37 + 11) % threads, wanted = chunk * threads + other;
            CHECK(buffer[chunk % stages][other] == wanted * wanted, "chunk %u thread %u", chunk, i);
            pipe.consumer_release();
        }
    });
}

void pipelines(int lanes)
{
    check_pipeline<1>(lanes);
    check_pipeline<2>(lanes);
    check_pipeline<4>(lanes);
    // Half of the waves produce for the other.
    static cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    static unsigned buffer[2][128];
    must_run(lanes, dim3(256), [&] {
        const unsigned i = thread_number();
        const auto role = i < 128 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
        auto pipe = cuda::make_pipeline(cg::this_thread_block(), &state, role);
        if (i < 128) {
            for (unsigned chunk = 0; chunk < 7; ++chunk) {
                pipe.producer_acquire();
                buffer[chunk % 2][i] = chunk * 1000 + i;
                pipe.producer_commit();
            }
        } else {
            for (unsigned chunk = 0; chunk < 7; ++chunk) {
                pipe.consumer_wait();
                CHECK(buffer[chunk % 2][255 - i] == chunk * 1000 + 255 - i, "%u", i);
                pipe.consumer_release();
            }
        }
    });
    // One thread's own.
    auto own = cuda::make_pipeline();
    int to[4] = {}, from[4] = {1, 2, 3, 4};
    own.producer_acquire();
    cuda::memcpy_async(&to[1], &from[1], sizeof(int), own);
    own.producer_commit();
    cuda::pipeline_consumer_wait_prior<0>(own);
    own.consumer_release();
    CHECK(to[0] == 0 && to[1] == 2 && to[2] == 0, "%d", to[1]);
    for (size_t size : {4u, 8u, 16u}) {
        for (size_t zeros = 0; zeros <= size; ++zeros) {
            alignas(16) unsigned char out[17], in[16];
            memset(in, 0x5a, sizeof(in));
            memset(out, 0xff, sizeof(out));
            __pipeline_memcpy_async(out, in, size, zeros);
            __pipeline_commit();
            __pipeline_wait_prior(0);
            for (size_t i = 0; i < size; ++i) {
                CHECK(out[i] == (i < size - zeros ? 0x5a : 0), "byte %zu of %zu", i, size);
            }
            CHECK(out[size] == 0xff, "%zu bytes", size);
        }
    }
}

// What the headers say cannot be: lanes of one wave that wait for each other in different branches.
// Two warps can, unless they are one wave.
void waiting_inside_a_wave(int lanes)
{
    unsigned turn = 0;
    const bool ends = wave_sim::run(lanes, dim3(64), [&] {
        cuda::atomic_ref<unsigned> ref(turn);
        const unsigned warp = thread_number() / 32;
        for (unsigned round = 0; round < 3; ++round) {
            while (ref.load() % 2 != warp) {
                kbuild::wait_round();
            }
            kbuild::wave_fence();
            if (thread_number() % 32 == 0) {
                ref.fetch_add(1u);
            }
            kbuild::wave_fence();
        }
    });
    CHECK(ends == (lanes == 32), "waves of %d", lanes);
}

const named_test tests[] = {
    {"atomic_functions", atomic_functions},
    {"small_objects", small_objects},
    {"atomic_objects", atomic_objects},
    {"barriers", barriers},
    {"latches_and_semaphores", latches_and_semaphores},
    {"pipelines", pipelines},
    {"waiting_inside_a_wave", waiting_inside_a_wave},
};

} // namespace

int main(int argc, char **argv)
{
    return run_tests(tests, argc, argv);
}
