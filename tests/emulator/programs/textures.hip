/* Textures of linear memory, as objects and as references: elements of all sizes, and zeros
 * outside. Those of arrays are in pictures.hip. */
#include "program.h"

texture<int2, hipTextureType1D, hipReadModeElementType> pairs;

__global__ void fetch_pairs(int2 *out, int n)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        out[i] = tex1Dfetch(pairs, i);
}

template <typename T> __global__ void fetch(hipTextureObject_t from, T *out, int n)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        out[i] = tex1Dfetch<T>(from, n - 1 - i);
}

static hipTextureObject_t make(void *memory, size_t bytes, hipChannelFormatDesc format,
                               hipTextureReadMode mode)
{
    hipResourceDesc resource;
    hipTextureDesc description;
    hipTextureObject_t object;
    memset(&resource, 0, sizeof resource);
    memset(&description, 0, sizeof description);
    resource.resType = hipResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = format;
    resource.res.linear.sizeInBytes = bytes;
    description.readMode = mode;
    HIP(hipCreateTextureObject(&object, &resource, &description, nullptr));
    return object;
}

/* |in| backwards. */
template <typename T> static void elements_are_read(const std::vector<T> &in)
{
    int n = (int)in.size();
    array<T> memory(in), out(std::vector<T>(in.size()));
    hipTextureObject_t object =
        make(memory.data, in.size() * sizeof(T), hipCreateChannelDesc<T>(), hipReadModeElementType);
    fetch<T><<<dim3((n + 63) / 64), dim3(64)>>>(object, out.data, n);
    std::vector<T> r = out.get();
    CHECK(memcmp(&r[0], &in[in.size() - 1], sizeof(T)) == 0, "the last one, of %zu bytes",
          sizeof(T));
    for (int i = 0; i < n; i++)
        CHECK(memcmp(&r[i], &in[n - 1 - i], sizeof(T)) == 0, "%d, of %zu bytes", i, sizeof(T));
    HIP(hipDestroyTextureObject(object));
}

static void normalised_elements_are_floats()
{
    std::vector<unsigned char> in(256);
    for (int i = 0; i < 256; i++)
        in[i] = (unsigned char)i;
    array<unsigned char> memory(in);
    array<float> out(std::vector<float>(300));
    hipTextureObject_t object =
        make(memory.data, 256, hipCreateChannelDesc<unsigned char>(), hipReadModeNormalizedFloat);
    fetch<float><<<dim3(5), dim3(64)>>>(object, out.data, 300);
    std::vector<float> r = out.get();
    for (int i = 0; i < 300; i++) /* what is behind the end is zero */
        CHECK(r[i] == (i < 44 ? 0 : (float)(299 - i) / 255.0f), "%d: %g", i, r[i]);
    HIP(hipDestroyTextureObject(object));
}

static void references_are_bound()
{
    std::vector<int2> in(100);
    for (int i = 0; i < 100; i++)
        in[i] = make_int2(i * 3, -i);
    array<int2> memory(in), out(std::vector<int2>(100));
    size_t offset = 7;
    HIP(hipBindTexture(&offset, pairs, memory.data, in.size() * sizeof(int2)));
    CHECK(offset == 0, "%zu", offset);
    fetch_pairs<<<dim3(2), dim3(64)>>>(out.data, 100);
    std::vector<int2> r = out.get();
    for (int i = 0; i < 100; i++)
        CHECK(r[i].x == i * 3 && r[i].y == -i, "%d: %d %d", i, r[i].x, r[i].y);
    HIP(hipUnbindTexture(pairs));
}

int main()
{
    std::vector<float> floats(1000);
    std::vector<char> bytes(130);
    std::vector<unsigned short> shorts(70);
    std::vector<short4> fours(65);
    std::vector<float4> wide(200);
    for (size_t i = 0; i < floats.size(); i++)
        floats[i] = (float)i * 0.37f - 100;
    for (size_t i = 0; i < bytes.size(); i++)
        bytes[i] = (char)(i * 5);
    for (size_t i = 0; i < shorts.size(); i++)
        shorts[i] = (unsigned short)(i * 977);
    for (size_t i = 0; i < fours.size(); i++)
        fours[i] = make_short4((short)i, (short)-i, (short)(i * 99), (short)(i - 7));
    for (size_t i = 0; i < wide.size(); i++)
        wide[i] = make_float4((float)i, (float)i / 3, -(float)i, 1e30f);
    elements_are_read(floats);
    elements_are_read(bytes);
    elements_are_read(shorts);
    elements_are_read(fours);
    elements_are_read(wide);
    normalised_elements_are_floats();
    references_are_bound();
    return report();
}
