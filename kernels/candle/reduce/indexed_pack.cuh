// A pack whose elements are taken by their numbers: 16 bytes of neighbouring elements, or fewer, or
// one element where memory does not allow a vector. Loops over such a pack must be unrolled;
// device/pack.cuh has a pack for loops that are not unrolled.
#pragma once

#include "../../device/pack.cuh"
#include "../../device/powers.cuh"

template <class T> constexpr int pack_length = 16 / static_cast<int>(sizeof(T));

// The elements are kept in machine words, and extracted when they are needed: if a compiler splits
// a vector as soon as it is loaded, each element of 8 or 16 bits takes a register.
template <class T, int V> class IndexedPack
{
  public:
    static constexpr int length = V;

    __device__ T operator[](int element) const
    {
        T x;
        if constexpr (sizeof(T) >= sizeof(Word)) {
            __builtin_memcpy(&x, &word_[element], sizeof(T));
        } else {
            using Bits = std::conditional_t<sizeof(T) == 1, u8, u16>;
            const int shift = element % per_word * 8 * static_cast<int>(sizeof(T));
            const Bits bits = static_cast<Bits>(word_[element / per_word] >> shift);
            __builtin_memcpy(&x, &bits, sizeof(T));
        }
        return x;
    }

    // Returns a pack of the elements that element(0), element(1) and so on return.
    template <class Make> static __device__ IndexedPack made_of(const Make &element)
    {
        IndexedPack pack = {};
#pragma unroll
        for (int e = 0; e < V; ++e) {
            const T x = element(e);
            if constexpr (sizeof(T) >= sizeof(Word)) {
                __builtin_memcpy(&pack.word_[e], &x, sizeof(T));
            } else {
                std::conditional_t<sizeof(T) == 1, u8, u16> bits;
                __builtin_memcpy(&bits, &x, sizeof(T));
                pack.word_[e / per_word] |= static_cast<Word>(bits)
                                            << e % per_word * 8 * static_cast<int>(sizeof(T));
            }
        }
        return pack;
    }

    static __device__ IndexedPack load(const T *from)
    {
        IndexedPack pack = {};
        if constexpr (V == 1) {
            // Goes through a variable, because memcpy from memory would copy byte by byte.
            const T x = *from;
            __builtin_memcpy(pack.word_, &x, sizeof(T));
        } else if constexpr (bytes == 4) {
            pack.word_[0] = *reinterpret_cast<const u32 *>(from);
        } else if constexpr (bytes == 8) {
            const uint2 got = *reinterpret_cast<const uint2 *>(from);
            pack.word_[0] = got.x;
            pack.word_[1] = got.y;
        } else if constexpr (words == 2) {
            const ulonglong2 got = *reinterpret_cast<const ulonglong2 *>(from);
            pack.word_[0] = got.x;
            pack.word_[1] = got.y;
        } else {
            const uint4 got = *reinterpret_cast<const uint4 *>(from);
            pack.word_[0] = got.x;
            pack.word_[1] = got.y;
            pack.word_[2] = got.z;
            pack.word_[3] = got.w;
        }
        return pack;
    }

    __device__ void store(T *to) const
    {
        if constexpr (V == 1) {
            *to = (*this)[0];
        } else if constexpr (words == 2) {
            *reinterpret_cast<ulonglong2 *>(to) = make_ulonglong2(word_[0], word_[1]);
        } else {
            *reinterpret_cast<uint4 *>(to) = make_uint4(word_[0], word_[1], word_[2], word_[3]);
        }
    }

    // Stores elements that no thread will read soon: caches should keep other data. On AMD GPUs a
    // vector may be at any address.
    __device__ void stream(T *to) const
    {
        if constexpr (has_any_vector) {
            __builtin_memcpy(to, word_, bytes);
        } else if constexpr (V == 1) {
            *to = (*this)[0];
        } else if constexpr (words == 2) {
            __stcs(reinterpret_cast<ulonglong2 *>(to), make_ulonglong2(word_[0], word_[1]));
        } else {
            __stcs(reinterpret_cast<uint4 *>(to),
                   make_uint4(word_[0], word_[1], word_[2], word_[3]));
        }
    }

  private:
    static constexpr int bytes = V * static_cast<int>(sizeof(T));
    static_assert(V == 1 || bytes == 4 || (bytes == 8 && sizeof(T) < 8) || bytes == 16,
                  "an element, or whole words");
    using Word = std::conditional_t<sizeof(T) == 8, u64, u32>;
    static constexpr int per_word = sizeof(Word) / sizeof(T);
    static constexpr int words = (V + per_word - 1) / per_word;

    Word word_[words];
};

// Returns how many elements there are from |from| on before the first address that allows a vector.
template <class T> __device__ inline u32 elements_before_vector(const T *from)
{
    return static_cast<u32>(-reinterpret_cast<usize>(from) % sizeof(uint4) / sizeof(T));
}

// Whether each of these addresses allows a vector; null pointers do not matter.
template <class... T> __device__ inline bool are_vectors(const T *...at)
{
    return (reinterpret_cast<usize>(at) | ...) % sizeof(uint4) == 0;
}

__device__ inline usize smaller_of(usize a, usize b)
{
    return a < b ? a : b;
}
