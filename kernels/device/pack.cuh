// A pack: V neighbouring elements that a thread moves as one vector where memory allows it.
#pragma once

#include "vendor.cuh"

template <int bytes> struct WordOf;
template <> struct WordOf<1> {
    using type = u8;
};
template <> struct WordOf<2> {
    using type = u16;
};
template <> struct WordOf<4> {
    using type = u32;
};
template <> struct WordOf<8> {
    using type = u64;
};

template <class T> using BitsOf = typename WordOf<sizeof(T)>::type;

// Returns the elements as unsigned integers, for code that needs only their bits: types of one size
// then share this code.
template <class T> __device__ inline BitsOf<T> *words_of(T *x)
{
    return reinterpret_cast<BitsOf<T> *>(x);
}
template <class T> __device__ inline const BitsOf<T> *words_of(const T *x)
{
    return reinterpret_cast<const BitsOf<T> *>(x);
}

__host__ __device__ constexpr int smaller(int a, int b)
{
    return a < b ? a : b;
}

// Neighbouring elements as an array: what leaves a pack by pop(), or enters it by push().
template <class T, int count> struct Elements {
    T at[count];
};

// The elements are kept in machine words, and the words are a queue: elements leave at the front
// and enter at the back, one at a time or in whole words. A loop over a pack therefore has constant
// indices only, and the pack stays in registers without the loop being unrolled.
template <class T, int V> class alignas(sizeof(T) * V) Pack
{
  public:
    static constexpr int bytes = V * sizeof(T);
    static constexpr int word_bytes = sizeof(T) == 8 ? 8 : smaller(bytes, 4);
    static constexpr int per_word = word_bytes / static_cast<int>(sizeof(T));

    template <int count> __device__ Elements<T, count> pop()
    {
        static_assert(count == 1 || count % per_word == 0, "one element or whole words");
        Elements<T, count> elements;
        __builtin_memcpy(elements.at, word_, sizeof(elements));
        shift<count>();
        return elements;
    }

    template <int count> __device__ void push(const Elements<T, count> &elements)
    {
        static_assert(count == 1 || count % per_word == 0, "one element or whole words");
        shift<count>();
        if constexpr (count % per_word == 0) {
            __builtin_memcpy(word_ + words - count / per_word, elements.at, sizeof(elements));
        } else {
            Word element = 0;
            __builtin_memcpy(&element, elements.at, sizeof(elements));
            word_[words - 1] |= static_cast<Word>(element << (word_bits - element_bits));
        }
    }

    __device__ void set_first(T element)
    {
        __builtin_memcpy(word_, &element, sizeof(element));
    }

    // Sets every element of the pack to its first element.
    __device__ void repeat_first()
    {
        Word word = word_[0];
        if constexpr (per_word > 1) {
            constexpr Word all = static_cast<Word>(~0ull),
                           element = all >> (word_bits - element_bits);
            word = static_cast<Word>((word & element) * (all / element));
        }
#pragma unroll
        for (int w = 0; w < words; ++w) {
            word_[w] = word;
        }
    }

  private:
    using Word = typename WordOf<word_bytes>::type;
    static constexpr int words = bytes / word_bytes;
    static constexpr int word_bits = 8 * word_bytes;
    static constexpr int element_bits = 8 * sizeof(T);

    // Drops |count| elements at the front. If |count| elements are not a whole number of words,
    // zeros enter at the back.
    template <int count> __device__ void shift()
    {
        if constexpr (count % per_word == 0) {
#pragma unroll
            for (int w = 0; w < words - count / per_word; ++w) {
                word_[w] = word_[w + count / per_word];
            }
        } else {
#pragma unroll
            for (int w = 0; w < words; ++w) {
                const Word next = w + 1 < words ? word_[w + 1] : Word(0);
                word_[w] = static_cast<Word>(word_[w] >> element_bits |
                                             next << (word_bits - element_bits));
            }
        }
    }

    Word word_[words] = {};
};

// Whether the GPU accepts a vector at any address. load_run() and functions like it do not use
// this: most of the data that they move is aligned.
constexpr bool has_any_vector = is_amd;

template <class T, int V> __device__ inline bool is_vector(const T *first, usize stride)
{
    return stride == 1 && reinterpret_cast<usize>(first) % sizeof(Pack<T, V>) == 0;
}

// Moves V elements as one vector. Both addresses must allow vectors; one of the two objects is in
// registers.
template <int V, class T> __device__ inline void move_vector(T *to, const T *from)
{
    *reinterpret_cast<Pack<T, V> *>(to) = *reinterpret_cast<const Pack<T, V> *>(from);
}

// Loads V elements one by one; each is |stride| elements behind the one before.
template <int V, class T> __device__ inline Pack<T, V> gather_run(const T *first, usize stride)
{
    Pack<T, V> pack;
    constexpr int together = smaller(V, 4);
#pragma unroll 1
    for (int done = 0; done < V; done += together) {
        Elements<T, together> elements;
#pragma unroll
        for (int k = 0; k < together; ++k) {
            elements.at[k] = *first;
            first += stride;
        }
        pack.push(elements);
    }
    return pack;
}

// Loads |count| elements, 1 to V, at distances of |stride|. Copies of the last element fill the
// pack.
template <int V, class T>
__device__ inline Pack<T, V> gather_part(const T *first, usize stride, u32 count)
{
    Pack<T, V> pack;
    constexpr int together = smaller(V, 4);
#pragma unroll 1
    for (u32 done = 0; done < V; done += together) {
        Elements<T, together> elements;
#pragma unroll
        for (u32 k = 0; k < together; ++k) {
            elements.at[k] = first[(done + k < count ? done + k : count - 1) * stride];
        }
        pack.push(elements);
    }
    return pack;
}

template <int V, class T> __device__ inline Pack<T, V> load_run(const T *first, usize stride)
{
    if (is_vector<T, V>(first, stride)) {
        return *reinterpret_cast<const Pack<T, V> *>(first);
    }
    return gather_run<V>(first, stride);
}

template <int V, class T>
__device__ inline void scatter_run(T *first, usize stride, Pack<T, V> pack)
{
    constexpr int together = smaller(V, 4);
#pragma unroll 1
    for (int done = 0; done < V; done += together) {
        const Elements<T, together> elements = pack.template pop<together>();
#pragma unroll
        for (int k = 0; k < together; ++k) {
            *first = elements.at[k];
            first += stride;
        }
    }
}

// Stores the first |count| elements of a pack, 1 to V, side by side.
template <int V, class T> __device__ inline void scatter_part(T *first, Pack<T, V> pack, u32 count)
{
#pragma unroll 1
    for (u32 k = 0; k < V; ++k) {
        const Elements<T, 1> element = pack.template pop<1>();
        if (k < count) {
            first[k] = element.at[0];
        }
    }
}

template <int V, class T> __device__ inline void store_run(T *first, usize stride, Pack<T, V> pack)
{
    if (is_vector<T, V>(first, stride)) {
        *reinterpret_cast<Pack<T, V> *>(first) = pack;
    } else {
        scatter_run(first, stride, pack);
    }
}
