// The launch loop of every element-wise kernel: each thread takes runs of up to 16 bytes of neighbours,
// in grid strides, so any one-dimensional grid and block covers the tensor.
//
// A run is loaded and stored as one vector where its operand is dense there and the address is aligned,
// both tested at run time per operand and run: only element alignment may be assumed, and a row of a
// strided view is as good as a dense tensor. All of a run is read before any of it is written, which is
// what lets the output be one of the dense inputs.
#pragma once

#include "layout.cuh"

#include <string.h>

#define KERNEL(name) extern "C" __global__ void __launch_bounds__(1024, 2) name

template <int bytes> struct WordOf;
template <> struct WordOf<1> {
    using type = u8;
};
template <> struct WordOf<2> {
    using type = uint16_t;
};
template <> struct WordOf<4> {
    using type = u32;
};
template <> struct WordOf<8> {
    using type = u64;
};

__host__ __device__ constexpr int smaller(int a, int b)
{
    return a < b ? a : b;
}

template <class T, int count> struct Batch {
    T at[count];
};

// V neighbours of type T. They are kept as machine words, and the words as a queue: elements leave at
// the front and enter at the back, several at a time. A loop over a run therefore has constant indices
// only, and the run stays in registers without being unrolled.
template <class T, int V> class alignas(sizeof(T) * V) Pack
{
  public:
    static constexpr int bytes = V * sizeof(T);
    static constexpr int word_bytes = sizeof(T) == 8 ? 8 : smaller(bytes, 4);
    static constexpr int per_word = word_bytes / static_cast<int>(sizeof(T));

    template <int count> __device__ Batch<T, count> pop()
    {
        constexpr int leaving = count / per_word;
        Batch<T, count> batch;
        memcpy(batch.at, word_, leaving * word_bytes);
        shift<leaving>();
        return batch;
    }

    template <int count> __device__ void push(const Batch<T, count> &batch)
    {
        constexpr int entering = count / per_word;
        shift<entering>();
        memcpy(word_ + words - entering, batch.at, entering * word_bytes);
    }

  private:
    static constexpr int words = bytes / word_bytes;

    template <int count> __device__ void shift()
    {
#pragma unroll
        for (int w = 0; w < words - count; ++w) {
            word_[w] = word_[w + count];
        }
    }

    typename WordOf<word_bytes>::type word_[words];
};

template <class T, int V> __device__ inline bool is_vector(const T *first, usize stride)
{
    return stride == 1 && reinterpret_cast<usize>(first) % sizeof(Pack<T, V>) == 0;
}

template <int V, class T> __device__ inline Pack<T, V> load_run(const T *first, usize stride)
{
    Pack<T, V> run;
    if (is_vector<T, V>(first, stride)) {
        run = *reinterpret_cast<const Pack<T, V> *>(first);
        return run;
    }
    constexpr int batch = smaller(V, 4);
#pragma unroll 1
    for (int done = 0; done < V; done += batch) {
        Batch<T, batch> elements;
#pragma unroll
        for (int k = 0; k < batch; ++k) {
            elements.at[k] = *first;
            first += stride;
        }
        run.push(elements);
    }
    return run;
}

template <int V, class T> __device__ inline void store_run(T *first, usize stride, Pack<T, V> run)
{
    if (is_vector<T, V>(first, stride)) {
        *reinterpret_cast<Pack<T, V> *>(first) = run;
        return;
    }
    constexpr int batch = smaller(V, 4);
#pragma unroll 1
    for (int done = 0; done < V; done += batch) {
        const Batch<T, batch> elements = run.template pop<batch>();
#pragma unroll
        for (int k = 0; k < batch; ++k) {
            *first = elements.at[k];
            first += stride;
        }
    }
}

template <int V> struct Width {
    static constexpr int value = V;
};

// Calls body(run, Width<V>) for each run of V elements that lies in one row, and body(run, Width<1>) for
// the elements of the others.
template <int V, class Places, class Body>
__device__ inline void for_each_run(usize numel, const Places &places, Body body)
{
    const usize step = static_cast<usize>(gridDim.x) * blockDim.x * V;
    usize first = (static_cast<usize>(blockIdx.x) * blockDim.x + threadIdx.x) * V;
#pragma unroll 1
    for (; first < numel; first += step) {
        const usize count = numel - first < V ? numel - first : V;
#pragma unroll 1
        for (usize done = 0; done < count;) {
            const auto run = places.at(first + done);
            if (done == 0 && run.length >= V) {
                body(run, Width<V>());
                done = V;
            } else {
                body(run, Width<1>());
                ++done;
            }
        }
    }
}

// An operation that says `static constexpr bool is_long = true` is emitted once for a word of elements
// and looped over, others four elements at a time.
template <class Op, class = void> struct IsLong {
    static constexpr bool value = false;
};
template <class Op> struct IsLong<Op, decltype(static_cast<void>(Op::is_long))> {
    static constexpr bool value = Op::is_long;
};

template <class... Packs> __host__ __device__ constexpr int most_per_word()
{
    int most = 1;
    for (int per_word : {Packs::per_word...}) {
        most = per_word > most ? per_word : most;
    }
    return most;
}

template <class... Packs> __host__ __device__ constexpr int batch_size(bool is_long, int width)
{
    return is_long ? most_per_word<Packs...>() : smaller(width, 4);
}

template <class Out, int count, class Op, class... In>
__device__ inline Batch<Out, count> apply_batch(const Op &op, const Batch<In, count> &...in)
{
    Batch<Out, count> out;
#pragma unroll
    for (int k = 0; k < count; ++k) {
        out.at[k] = op(in.at[k]...);
    }
    return out;
}

template <class Out, int V, class Op, class... In>
__device__ inline Pack<Out, V> apply(const Op &op, Pack<In, V>... in)
{
    constexpr int batch = batch_size<Pack<Out, V>, Pack<In, V>...>(IsLong<Op>::value, V);
    Pack<Out, V> out;
#pragma unroll 1
    for (int done = 0; done < V; done += batch) {
        out.push(apply_batch<Out>(op, in.template pop<batch>()...));
    }
    return out;
}

template <int V, class Run, class Out, class Op, int... Operand, class... In>
__device__ inline void map_run(const Run &run, Out *out, const Op &op,
                               std::integer_sequence<int, Operand...>, const In *...in)
{
    const auto results =
        apply<Out>(op, load_run<V>(in + run.offset[Operand], run.stride[Operand])...);
    store_run<V>(out + run.start, 1, results);
}

template <class... T> __host__ __device__ constexpr int widest()
{
    int widest = 1;
    for (int size : {static_cast<int>(sizeof(T))...}) {
        widest = size > widest ? size : widest;
    }
    return widest;
}

// out[i] = op(in[offset(i)]...) for every logical index i; out is dense.
template <class Out, class Op, class... In>
__device__ inline void map_elements(usize numel, usize rank, const usize *info, Out *out,
                                    const Op &op, const In *...in)
{
    constexpr int operands = sizeof...(In);
    const Layout<operands> layout(numel, rank, info);
    for_each_run<16 / widest<Out, In...>()>(numel, layout, [&](const auto &run, auto width) {
        map_run<decltype(width)::value>(run, out, op, std::make_integer_sequence<int, operands>(),
                                        in...);
    });
}

// As map_elements with one input, where a null input means that out holds the operands, densely.
template <class Out, class Op, class In>
__device__ inline void map_or_update(usize numel, usize rank, const usize *info, Out *out,
                                     const Op &op, const In *in)
{
    const bool update = in == nullptr;
    map_elements(numel, rank, update ? nullptr : info, out, op, update ? out : in);
}

// out[offset(i)] = value for every logical index i.
template <class T>
__device__ inline void set_elements(usize numel, usize rank, const usize *info, T value, T *out)
{
    const Layout<1> layout(numel, rank, info);
    for_each_run<16 / sizeof(T)>(numel, layout, [&](const auto &run, auto width) {
        constexpr int V = decltype(width)::value;
        Batch<T, V> values;
#pragma unroll
        for (int k = 0; k < V; ++k) {
            values.at[k] = value;
        }
        Pack<T, V> pack;
        pack.push(values);
        store_run<V>(out + run.offset[0], run.stride[0], pack);
    });
}
