/* Textures and surfaces of arrays and of rows in memory: all that is outside, both filters, numbers
 * of elements and fractions, in one to three dimensions and in layers, against sums on the host. A
 * device without image instructions says that it has none, and makes no object. */
#include "program.h"

texture<float, hipTextureType2D, hipReadModeElementType> bound;

static const int width = 37, height = 11, depth = 5, points = 600;

struct point {
    float x, y, z;
};

template <typename T> __global__ void sample_1d(hipTextureObject_t from, const point *at, T *out)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < points)
        out[i] = tex1D<T>(from, at[i].x);
}

template <typename T> __global__ void sample_2d(hipTextureObject_t from, const point *at, T *out)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < points)
        out[i] = tex2D<T>(from, at[i].x, at[i].y);
}

template <typename T> __global__ void sample_3d(hipTextureObject_t from, const point *at, T *out)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < points)
        out[i] = tex3D<T>(from, at[i].x, at[i].y, at[i].z);
}

template <typename T> __global__ void sample_layer(hipTextureObject_t from, const point *at, T *out)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < points)
        out[i] = tex2DLayered<T>(from, at[i].x, at[i].y, i % depth);
}

/* The compiler refuses these for gfx90a. */
template <typename T> __global__ void sample_level(hipTextureObject_t from, const point *at, T *out)
{
#ifndef __gfx90a__
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < points)
        out[i] = i % 2 ? tex2DLod<T>(from, at[i].x, at[i].y, 0)
                       : tex2DGrad<T>(from, at[i].x, at[i].y, make_float2(1, 0), make_float2(0, 1));
#endif
}

__global__ void sample_bound(const point *at, float *out)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < points)
        out[i] = tex2D(bound, at[i].x, at[i].y);
}

__global__ void gather(hipTextureObject_t from, float4 *out)
{
#ifndef __gfx90a__
    int i = (int)threadIdx.x;
    out[i] = tex2Dgather<float4>(from, (float)i + 1, 3, 1); /* HIP 5.2 counts from 1 */
#endif
}

template <typename T> __global__ void turn(hipSurfaceObject_t from, hipSurfaceObject_t to)
{
    int x = (int)threadIdx.x, y = (int)blockIdx.x;
    T element;
    surf2Dread(&element, from, x * (int)sizeof(T), y);
    surf2Dwrite(element, to, (width - 1 - x) * (int)sizeof(T), height - 1 - y);
}

/* Coordinates in registers that stand apart. */
__global__ void turn_slices(hipSurfaceObject_t from, hipSurfaceObject_t to)
{
    int x = (int)threadIdx.x, y = (int)blockIdx.x, z = (int)blockIdx.y;
    float element;
    surf3Dread(&element, from, (width - 1 - x) * (int)sizeof(float), y, z);
    surf3Dwrite(element, to, y * (int)sizeof(float), x, depth - 1 - z);
}

/* ---- The host's part ------------------------------------------------------------------------ */

struct settings {
    hipTextureAddressMode outside;
    hipTextureFilterMode filter;
    bool is_fraction;
};

/* -1 is the border. */
static int inside(int i, int size, const settings &s)
{
    if (i >= 0 && i < size)
        return i;
    if (s.outside == hipAddressModeBorder)
        return -1;
    if (!s.is_fraction || s.outside == hipAddressModeClamp)
        return i < 0 ? 0 : size - 1;
    while (i < 0)
        i += 2 * size;
    i %= s.outside == hipAddressModeWrap ? size : 2 * size;
    return i < size ? i : 2 * size - 1 - i;
}

static double element(const std::vector<float> &in, const int size[3], const int place[3],
                      const settings &s)
{
    int at[3];
    for (int axis = 0; axis < 3; axis++) {
        at[axis] = inside(place[axis], size[axis], s);
        if (at[axis] < 0)
            return 0;
    }
    return in[(size_t)((at[2] * size[1] + at[1]) * size[0] + at[0])];
}

static double expected(const std::vector<float> &in, const int size[3], int axes, const point &p,
                       const settings &s)
{
    const float given[3] = {p.x, p.y, p.z};
    bool is_linear = s.filter == hipFilterModeLinear;
    double sum = 0, low[3] = {0, 0, 0}, part[3] = {0, 0, 0};
    for (int axis = 0; axis < axes; axis++) {
        double t = (double)given[axis] * (s.is_fraction ? size[axis] : 1) - (is_linear ? 0.5 : 0);
        low[axis] = floor(t);
        part[axis] = is_linear ? t - low[axis] : 0;
    }
    for (int corner = 0; corner < 1 << axes; corner++) {
        double share = 1;
        int place[3] = {0, 0, 0};
        for (int axis = 0; axis < axes; axis++) {
            bool is_second = corner >> axis & 1;
            place[axis] = (int)low[axis] + is_second;
            share *= is_second ? part[axis] : 1 - part[axis];
        }
        if (share > 0)
            sum += share * element(in, size, place, s);
    }
    return sum;
}

/* Not close to where one element ends and the next begins: there, rounding decides. */
static std::vector<point> make_points(const int size[3], bool is_fraction)
{
    std::vector<point> at(points);
    lcg random = {7};
    for (point &p : at) {
        float *axes[3] = {&p.x, &p.y, &p.z};
        for (int axis = 0; axis < 3; axis++) {
            float whole = floorf((random.unit() * 3 - 1) * (float)size[axis]);
            *axes[axis] = (whole + 0.02f + random.unit() * 0.96f) / (is_fraction ? size[axis] : 1);
        }
    }
    return at;
}

/* ---- Making them ---------------------------------------------------------------------------- */

/* |h| and |d| are 0 where there is no such axis. */
template <typename T>
static hipArray_t make_array(const std::vector<T> &from, int w, int h, int d, unsigned flags)
{
    hipArray_t made = nullptr;
    hipChannelFormatDesc format = hipCreateChannelDesc<T>();
    hipMemcpy3DParms copy;
    HIP(hipMalloc3DArray(&made, &format, make_hipExtent(w, h, d), flags));
    memset(&copy, 0, sizeof copy);
    copy.srcPtr = make_hipPitchedPtr(const_cast<T *>(from.data()), w * sizeof(T), w, h ? h : 1);
    copy.dstArray = made;
    copy.extent = make_hipExtent(w, h ? h : 1, d ? d : 1);
    copy.kind = hipMemcpyHostToDevice;
    HIP(hipMemcpy3D(&copy));
    return made;
}

static hipResourceDesc describe(hipArray_t made)
{
    hipResourceDesc resource;
    memset(&resource, 0, sizeof resource);
    resource.resType = hipResourceTypeArray;
    resource.res.array.array = made;
    return resource;
}

static hipTextureObject_t make_texture(const hipResourceDesc &resource, const settings &s,
                                       hipTextureReadMode mode)
{
    hipTextureDesc description;
    hipTextureObject_t object = nullptr;
    memset(&description, 0, sizeof description);
    for (hipTextureAddressMode &axis : description.addressMode)
        axis = s.outside;
    description.filterMode = s.filter;
    description.readMode = mode;
    description.normalizedCoords = s.is_fraction;
    HIP(hipCreateTextureObject(&object, &resource, &description, nullptr));
    return object;
}

static std::vector<float> make_floats(size_t count)
{
    std::vector<float> r(count);
    lcg random = {1};
    for (float &f : r)
        f = random.unit() * 200 - 100;
    return r;
}

/* ---- The checks ----------------------------------------------------------------------------- */

static void check(const std::vector<float> &r, const std::vector<float> &in, const int size[3],
                  int axes, const std::vector<point> &at, const settings &s, const char *what)
{
    for (int i = 0; i < points; i++) {
        double want = expected(in, size, axes, at[i], s);
        double most = s.filter == hipFilterModeLinear ? 2e-3 : 0;
        CHECK(fabs(r[i] - want) <= most, "%s, %d, %d, %d: (%g %g %g): %g for %g", what, s.outside,
              s.filter, s.is_fraction, at[i].x, at[i].y, at[i].z, r[i], want);
    }
}

static void are_sampled(const settings &s)
{
    const int size[3] = {width, height, depth};
    const dim3 grid((points + 63) / 64), block(64);
    std::vector<float> in = make_floats(width * height * depth);
    std::vector<point> points_at = make_points(size, s.is_fraction);
    array<point> at(points_at);
    array<float> out(points);
    for (int axes = 1; axes <= 3; axes++) {
        const int own[3] = {width, axes > 1 ? height : 1, axes > 2 ? depth : 1};
        hipArray_t made = make_array(in, width, axes > 1 ? height : 0, axes > 2 ? depth : 0, 0);
        hipTextureObject_t from = make_texture(describe(made), s, hipReadModeElementType);
        if (axes == 1)
            sample_1d<float><<<grid, block>>>(from, at.data, out.data);
        else if (axes == 2)
            sample_2d<float><<<grid, block>>>(from, at.data, out.data);
        else
            sample_3d<float><<<grid, block>>>(from, at.data, out.data);
        check(out.get(), in, own, axes, points_at, s, "axes");
        if (axes == 2) {
            sample_level<float><<<grid, block>>>(from, at.data, out.data);
            check(out.get(), in, own, axes, points_at, s, "levels");
        }
        HIP(hipDestroyTextureObject(from));
        HIP(hipFreeArray(made));
    }
}

static void layers_stay_apart()
{
    const settings s = {hipAddressModeClamp, hipFilterModeLinear, false};
    const int size[3] = {width, height, 1};
    std::vector<float> in = make_floats(width * height * depth);
    std::vector<point> points_at = make_points(size, false);
    array<point> at(points_at);
    array<float> out(points);
    hipArray_t made = make_array(in, width, height, depth, hipArrayLayered);
    hipTextureObject_t from = make_texture(describe(made), s, hipReadModeElementType);
    sample_layer<float><<<dim3((points + 63) / 64), dim3(64)>>>(from, at.data, out.data);
    std::vector<float> r = out.get();
    for (int i = 0; i < points; i++) {
        auto first = in.begin() + i % depth * width * height;
        double want = expected({first, first + width * height}, size, 2, points_at[i], s);
        CHECK(fabs(r[i] - want) <= 2e-3, "%d: %g for %g", i, r[i], want);
    }
    HIP(hipDestroyTextureObject(from));
    HIP(hipFreeArray(made));
}

static void four_neighbours_are_gathered()
{
    const settings s = {hipAddressModeClamp, hipFilterModePoint, false};
    std::vector<float> in = make_floats(width * height);
    array<float4> out(32);
    hipArray_t made = make_array(in, width, height, 0, 0);
    hipTextureObject_t from = make_texture(describe(made), s, hipReadModeElementType);
    gather<<<1, 32>>>(from, out.data);
    std::vector<float4> r = out.get();
    for (int i = 0; i < 32; i++) {
        const float *above = &in[2 * width + i], *below = above + width;
        CHECK(r[i].x == below[0] && r[i].y == below[1] && r[i].z == above[1] && r[i].w == above[0],
              "%d: %g %g %g %g", i, r[i].x, r[i].y, r[i].z, r[i].w);
    }
    HIP(hipDestroyTextureObject(from));
    HIP(hipFreeArray(made));
}

/* Elements of all kinds, as they are. */
template <typename T> static void elements_are_read(T (*make)(int))
{
    const settings s = {hipAddressModeClamp, hipFilterModePoint, false};
    const int size[3] = {width, height, 1};
    std::vector<T> in(width * height);
    for (int i = 0; i < width * height; i++)
        in[i] = make(i);
    std::vector<point> points_at = make_points(size, false);
    array<point> at(points_at);
    array<T> out(points);
    hipArray_t made = make_array(in, width, height, 0, 0);
    hipTextureObject_t from = make_texture(describe(made), s, hipReadModeElementType);
    sample_2d<T><<<dim3((points + 63) / 64), dim3(64)>>>(from, at.data, out.data);
    std::vector<T> r = out.get();
    for (int i = 0; i < points; i++) {
        int x = inside((int)floorf(points_at[i].x), width, s);
        int y = inside((int)floorf(points_at[i].y), height, s);
        CHECK(memcmp(&r[i], &in[y * width + x], sizeof(T)) == 0, "%d, of %zu bytes", i, sizeof(T));
    }
    HIP(hipDestroyTextureObject(from));
    HIP(hipFreeArray(made));
}

static void normalised_elements_are_floats()
{
    const settings s = {hipAddressModeClamp, hipFilterModeLinear, false};
    const int size[3] = {width, 1, 1};
    std::vector<unsigned char> in(width);
    std::vector<float> as_floats(width);
    for (int i = 0; i < width; i++) {
        in[i] = (unsigned char)(i * 7);
        as_floats[i] = (float)(unsigned char)(i * 7) / 255;
    }
    std::vector<point> points_at = make_points(size, false);
    array<point> at(points_at);
    array<float> out(points);
    hipArray_t made = make_array(in, width, 0, 0, 0);
    hipTextureObject_t from = make_texture(describe(made), s, hipReadModeNormalizedFloat);
    sample_1d<float><<<dim3((points + 63) / 64), dim3(64)>>>(from, at.data, out.data);
    check(out.get(), as_floats, size, 1, points_at, s, "normalised");
    HIP(hipDestroyTextureObject(from));
    HIP(hipFreeArray(made));
}

static void rows_in_memory_and_references_are_read()
{
    const settings s = {hipAddressModeBorder, hipFilterModeLinear, false};
    const int size[3] = {width, height, 1};
    std::vector<float> in = make_floats(width * height);
    std::vector<point> points_at = make_points(size, false);
    array<point> at(points_at);
    array<float> out(points);
    void *memory = nullptr;
    size_t pitch = 0, row = width * sizeof(float);
    hipResourceDesc resource;
    HIP(hipMallocPitch(&memory, &pitch, row, height));
    HIP(hipMemcpy2D(memory, pitch, in.data(), row, row, height, hipMemcpyHostToDevice));
    memset(&resource, 0, sizeof resource);
    resource.resType = hipResourceTypePitch2D;
    resource.res.pitch2D.devPtr = memory;
    resource.res.pitch2D.desc = hipCreateChannelDesc<float>();
    resource.res.pitch2D.width = width;
    resource.res.pitch2D.height = height;
    resource.res.pitch2D.pitchInBytes = pitch;
    hipTextureObject_t from = make_texture(resource, s, hipReadModeElementType);
    sample_2d<float><<<dim3((points + 63) / 64), dim3(64)>>>(from, at.data, out.data);
    check(out.get(), in, size, 2, points_at, s, "rows");
    HIP(hipDestroyTextureObject(from));
    hipArray_t made = make_array(in, width, height, 0, 0);
    bound.addressMode[0] = bound.addressMode[1] = s.outside;
    bound.filterMode = s.filter;
    bound.normalized = 0;
    HIP(hipBindTextureToArray(bound, made));
    sample_bound<<<dim3((points + 63) / 64), dim3(64)>>>(at.data, out.data);
    check(out.get(), in, size, 2, points_at, s, "bound");
    HIP(hipUnbindTexture(bound));
    HIP(hipFreeArray(made));
    HIP(hipFree(memory));
}

template <typename T> static void surfaces_are_written(T (*make)(int))
{
    std::vector<T> in(width * height), r(width * height);
    for (int i = 0; i < width * height; i++)
        in[i] = make(i);
    hipArray_t a = make_array(in, width, height, 0, hipArraySurfaceLoadStore);
    hipArray_t b = make_array(in, width, height, 0, hipArraySurfaceLoadStore);
    hipResourceDesc resources[2] = {describe(a), describe(b)};
    hipSurfaceObject_t from = nullptr, to = nullptr;
    HIP(hipCreateSurfaceObject(&from, &resources[0]));
    HIP(hipCreateSurfaceObject(&to, &resources[1]));
    turn<T><<<height, width>>>(from, to);
    HIP(hipMemcpy2DFromArray(r.data(), width * sizeof(T), b, 0, 0, width * sizeof(T), height,
                             hipMemcpyDeviceToHost));
    for (int i = 0; i < width * height; i++)
        CHECK(memcmp(&r[i], &in[width * height - 1 - i], sizeof(T)) == 0, "%d, of %zu bytes", i,
              sizeof(T));
    HIP(hipDestroySurfaceObject(from));
    HIP(hipDestroySurfaceObject(to));
    HIP(hipFreeArray(a));
    HIP(hipFreeArray(b));
}

static void slices_are_written()
{
    std::vector<float> in = make_floats(width * height * depth), r(in.size());
    hipArray_t a = make_array(in, width, height, depth, hipArraySurfaceLoadStore);
    hipArray_t b = make_array(in, height, width, depth, hipArraySurfaceLoadStore);
    hipResourceDesc resources[2] = {describe(a), describe(b)};
    hipSurfaceObject_t from = nullptr, to = nullptr;
    hipMemcpy3DParms copy;
    HIP(hipCreateSurfaceObject(&from, &resources[0]));
    HIP(hipCreateSurfaceObject(&to, &resources[1]));
    turn_slices<<<dim3(height, depth), width>>>(from, to);
    memset(&copy, 0, sizeof copy);
    copy.srcArray = b;
    copy.dstPtr = make_hipPitchedPtr(r.data(), height * sizeof(float), height, width);
    copy.extent = make_hipExtent(height, width, depth);
    copy.kind = hipMemcpyDeviceToHost;
    HIP(hipMemcpy3D(&copy));
    for (int i = 0; i < width * height * depth; i++) {
        int x = i % width, y = i / width % height, z = i / width / height;
        int to_place = ((depth - 1 - z) * width + (width - 1 - x)) * height + y;
        CHECK(r[to_place] == in[i], "%d: %g for %g", i, r[to_place], in[i]);
    }
    HIP(hipDestroySurfaceObject(from));
    HIP(hipDestroySurfaceObject(to));
    HIP(hipFreeArray(a));
    HIP(hipFreeArray(b));
}

static void objects_are_refused()
{
    hipArray_t made = make_array(make_floats(width * height), width, height, 0, 0);
    hipResourceDesc resource = describe(made);
    hipTextureDesc description;
    hipTextureObject_t object;
    memset(&description, 0, sizeof description);
    hipError_t status = hipCreateTextureObject(&object, &resource, &description, nullptr);
    CHECK(status == hipErrorNotSupported, "%s", hipGetErrorName(status));
    (void)hipGetLastError();
    HIP(hipFreeArray(made));
}

int main()
{
    int has_pictures = 0;
    hipDeviceProp_t properties;
    HIP(hipGetDeviceProperties(&properties, 0));
    HIP(hipDeviceGetAttribute(&has_pictures, hipDeviceAttributeImageSupport, 0));
    CHECK(has_pictures == (strncmp(properties.gcnArchName, "gfx9", 4) != 0), "%d", has_pictures);
    if (!has_pictures) {
        objects_are_refused();
        return report();
    }
    for (int outside = 0; outside < 4; outside++) {
        for (int filter = 0; filter < 2; filter++) {
            for (int is_fraction = 0; is_fraction < 2; is_fraction++)
                are_sampled({(hipTextureAddressMode)outside, (hipTextureFilterMode)filter,
                             is_fraction != 0});
        }
    }
    layers_stay_apart();
    four_neighbours_are_gathered();
    elements_are_read<char>([](int i) { return (char)(i * 5); });
    elements_are_read<unsigned short>([](int i) { return (unsigned short)(i * 977); });
    elements_are_read<short2>([](int i) { return make_short2((short)i, (short)-i); });
    elements_are_read<int4>([](int i) { return make_int4(i, -i, i * 99999, ~i); });
    elements_are_read<float4>([](int i) { return make_float4(i, -i, i / 3.0f, 1e30f); });
    normalised_elements_are_floats();
    rows_in_memory_and_references_are_read();
    /* HIP 5.2 reads and writes integers as floats */
    surfaces_are_written<float>([](int i) { return (float)i * -777.77f; });
    slices_are_written();
    surfaces_are_written<float4>([](int i) { return make_float4(i, 2, -i / 7.0f, -1e20f); });
    return report();
}
