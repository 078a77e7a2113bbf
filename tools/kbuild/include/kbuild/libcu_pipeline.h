// cuda::pipeline, its shared state, and cuda::memcpy_async into a pipeline.
//
// Copies are done when they are started, so that a pipeline only orders threads. Each stage has a
// barrier that its producers complete and one that its consumers complete. So the threads of a
// group see each other's copies after consumer_wait(), and may overwrite a stage after
// producer_acquire().
#ifndef KBUILD_LIBCU_PIPELINE_H
#define KBUILD_LIBCU_PIPELINE_H
#pragma GCC system_header

#include "libcu_barrier.h"

namespace cuda
{

enum class pipeline_role { producer, consumer };

template <thread_scope Scope, uint8_t Stages> class pipeline_shared_state
{
  public:
    pipeline_shared_state() = default;
    pipeline_shared_state(const pipeline_shared_state &) = delete;
    pipeline_shared_state &operator=(const pipeline_shared_state &) = delete;

    kbuild::phase_barrier produced[Stages], consumed[Stages];
    unsigned producers;
};

template <thread_scope Scope> class pipeline
{
    static constexpr int scope_ = kbuild::libcu_scope<Scope>::value;

  public:
    KBUILD_MEMBER pipeline(kbuild::phase_barrier *produced, kbuild::phase_barrier *consumed,
                           unsigned stages)
        : produced_(produced), consumed_(consumed), stages_(stages), head_(0), tail_(0),
          consumed_parity_(true), produced_parity_(false)
    {
    }
    pipeline(pipeline &&) = default;
    pipeline(const pipeline &) = delete;
    pipeline &operator=(const pipeline &) = delete;

    KBUILD_MEMBER void producer_acquire()
    {
        kbuild::phase_wait_parity<scope_>(consumed_[head_], consumed_parity_);
    }
    KBUILD_MEMBER void producer_commit()
    {
        kbuild::phase_nothing nothing;
        (void)kbuild::phase_arrive<scope_>(produced_[head_], 1u, nothing);
        if (++head_ == stages_) {
            head_ = 0;
            consumed_parity_ = !consumed_parity_;
        }
    }
    KBUILD_MEMBER void consumer_wait()
    {
        kbuild::phase_wait_parity<scope_>(produced_[tail_], produced_parity_);
    }
    template <class Duration> KBUILD_MEMBER bool consumer_wait_for(const Duration &)
    {
        consumer_wait();
        return true;
    }
    template <class Time> KBUILD_MEMBER bool consumer_wait_until(const Time &)
    {
        consumer_wait();
        return true;
    }
    KBUILD_MEMBER void consumer_release()
    {
        kbuild::phase_nothing nothing;
        (void)kbuild::phase_arrive<scope_>(consumed_[tail_], 1u, nothing);
        if (++tail_ == stages_) {
            tail_ = 0;
            produced_parity_ = !produced_parity_;
        }
    }
    // Does nothing: the pipeline's barriers need no cleaning up. CUDA's quit() returns true to the
    // last thread that leaves.
    KBUILD_MEMBER bool quit()
    {
        return false;
    }

  private:
    kbuild::phase_barrier *produced_, *consumed_;
    unsigned stages_, head_, tail_;
    bool consumed_parity_, produced_parity_;
};

// The pipeline of one thread needs no barriers: the thread's copies are in order with its other
// accesses.
template <> class pipeline<thread_scope_thread>
{
  public:
    pipeline() = default;
    pipeline(pipeline &&) = default;
    pipeline(const pipeline &) = delete;
    pipeline &operator=(const pipeline &) = delete;
    KBUILD_MEMBER void producer_acquire()
    {
    }
    KBUILD_MEMBER void producer_commit()
    {
    }
    KBUILD_MEMBER void consumer_wait()
    {
    }
    template <class Duration> KBUILD_MEMBER bool consumer_wait_for(const Duration &)
    {
        return true;
    }
    template <class Time> KBUILD_MEMBER bool consumer_wait_until(const Time &)
    {
        return true;
    }
    KBUILD_MEMBER void consumer_release()
    {
    }
    KBUILD_MEMBER bool quit()
    {
        return true;
    }
};

KBUILD_BOTH pipeline<thread_scope_thread> make_pipeline()
{
    return pipeline<thread_scope_thread>();
}

} // namespace cuda

namespace kbuild
{

template <::cuda::thread_scope scope, uint8_t stages>
KBUILD_BOTH void pipeline_start(::cuda::pipeline_shared_state<scope, stages> &state,
                                unsigned producers, unsigned consumers)
{
    for (unsigned i = 0; i < stages; ++i) {
        phase_start(state.produced[i], producers);
        phase_start(state.consumed[i], consumers);
    }
}

} // namespace kbuild

namespace cuda
{

// Without roles, every thread of the group is a producer and a consumer.
template <class Group, thread_scope Scope, uint8_t Stages>
KBUILD_BOTH pipeline<Scope> make_pipeline(const Group &group,
                                          pipeline_shared_state<Scope, Stages> *state)
{
    const unsigned threads = static_cast<unsigned>(group.size());
    if (group.thread_rank() == 0) {
        kbuild::pipeline_start(*state, threads, threads);
    }
    group.sync();
    return pipeline<Scope>(state->produced, state->consumed, Stages);
}

template <class Group, thread_scope Scope, uint8_t Stages>
KBUILD_BOTH pipeline<Scope>
make_pipeline(const Group &group, pipeline_shared_state<Scope, Stages> *state, size_t producers)
{
    const unsigned threads = static_cast<unsigned>(group.size());
    if (group.thread_rank() == 0) {
        kbuild::pipeline_start(*state, static_cast<unsigned>(producers),
                               threads - static_cast<unsigned>(producers));
    }
    group.sync();
    return pipeline<Scope>(state->produced, state->consumed, Stages);
}

template <class Group, thread_scope Scope, uint8_t Stages>
KBUILD_BOTH pipeline<Scope>
make_pipeline(const Group &group, pipeline_shared_state<Scope, Stages> *state, pipeline_role role)
{
    constexpr int scope = kbuild::libcu_scope<Scope>::value;
    if (group.thread_rank() == 0) {
        state->producers = 0;
    }
    group.sync();
    if (role == pipeline_role::producer) {
        kbuild::atomic_fetch_add<scope>(&state->producers, 1u, __ATOMIC_RELAXED);
    }
    group.sync();
    const unsigned producers = kbuild::atomic_load<scope>(&state->producers, __ATOMIC_RELAXED);
    return make_pipeline(group, state, static_cast<size_t>(producers));
}

template <uint8_t Prior>
KBUILD_BOTH void pipeline_consumer_wait_prior(pipeline<thread_scope_thread> &)
{
}

// Does nothing. In CUDA, the barrier then waits for the pipeline's copies; here the copies are
// already done.
template <thread_scope Scope, class Completion>
KBUILD_BOTH void pipeline_producer_commit(pipeline<thread_scope_thread> &,
                                          barrier<Scope, Completion> &)
{
}

template <class Group, class T, class Size, thread_scope Scope>
KBUILD_BOTH async_contract_fulfillment memcpy_async(const Group &group, T *to, const T *from,
                                                    Size size, pipeline<Scope> &)
{
    kbuild::copy_by_group(group, to, from, static_cast<size_t>(size));
    return async_contract_fulfillment::none;
}
template <class Group, class Size, thread_scope Scope>
KBUILD_BOTH async_contract_fulfillment memcpy_async(const Group &group, void *to, const void *from,
                                                    Size size, pipeline<Scope> &)
{
    kbuild::copy_by_group(group, to, from, static_cast<size_t>(size));
    return async_contract_fulfillment::none;
}
template <class T, class Size, thread_scope Scope>
KBUILD_BOTH async_contract_fulfillment memcpy_async(T *to, const T *from, Size size,
                                                    pipeline<Scope> &)
{
    kbuild::copy_share(to, from, static_cast<size_t>(size), 0, 1);
    return async_contract_fulfillment::none;
}
template <class Size, thread_scope Scope>
KBUILD_BOTH async_contract_fulfillment memcpy_async(void *to, const void *from, Size size,
                                                    pipeline<Scope> &)
{
    kbuild::copy_share(to, from, static_cast<size_t>(size), 0, 1);
    return async_contract_fulfillment::none;
}

} // namespace cuda

#endif
