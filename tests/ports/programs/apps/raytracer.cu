// A path tracer with materials and shapes as classes with virtual functions, made on the device.
#include "vecmath.h"
#include <cfloat>
#include <cstdio>
#include <fstream>
#include <iostream>
#define checkCudaErrors(val) check_cuda((val), #val, __FILE__, __LINE__)
void check_cuda(cudaError_t result, char const *const func, const char *const file, int const line)
{
    if (result) {
        std::cerr << "CUDA error = " << static_cast<unsigned int>(result) << " at " << file << ":" << line << " '" << func << "' \n";
        cudaDeviceReset();
        exit(99);
    }
}
struct rng {
    unsigned state;
    __device__ explicit rng(unsigned seed) : state(seed * 747796405u + 2891336453u) {}
    __device__ float next() { state ^= state << 13; state ^= state >> 17; state ^= state << 5; return __uint2float_rz(state >> 8) * 0x1p-24f; }
    __device__ float3 in_sphere() { float3 p; do { p = 2.0f * make_float3(next(), next(), next()) - make_float3(1.0f); } while (dot(p, p) >= 1.0f); return p; }
};
class ray { public: float3 o, d; __device__ ray() {} __device__ ray(const float3 &a, const float3 &b) : o(a), d(b) {} __device__ float3 at(float t) const { return o + t * d; } };
class material;
struct hit_record { float t; float3 p, normal; material *mat; };
class hitable { public: __device__ virtual bool hit(const ray &r, float t_min, float t_max, hit_record &rec) const = 0; __device__ virtual ~hitable() {} };
class material { public: __device__ virtual bool scatter(const ray &r, const hit_record &rec, float3 &att, ray &out, rng &g) const = 0; __device__ virtual ~material() {} };
class lambertian : public material {
    float3 albedo;
public:
    __device__ lambertian(const float3 &a) : albedo(a) {}
    __device__ virtual bool scatter(const ray &, const hit_record &rec, float3 &att, ray &out, rng &g) const { out = ray(rec.p, rec.normal + g.in_sphere()); att = albedo; return true; }
};
class metal : public material {
    float3 albedo; float fuzz;
public:
    __device__ metal(const float3 &a, float f) : albedo(a), fuzz(f < 1 ? f : 1) {}
    __device__ bool scatter(const ray &r, const hit_record &rec, float3 &att, ray &out, rng &g) const override
    {
        out = ray(rec.p, reflect(normalize(r.d), rec.normal) + fuzz * g.in_sphere());
        att = albedo;
        return dot(out.d, rec.normal) > 0.0f;
    }
};
class sphere final : public hitable {
    float3 center; float radius; material *mat;
public:
    __device__ sphere(float3 c, float r, material *m) : center(c), radius(r), mat(m) {}
    __device__ ~sphere() override { delete mat; }
    __device__ bool hit(const ray &r, float t_min, float t_max, hit_record &rec) const override
    {
        float3 oc = r.o - center;
        float a = dot(r.d, r.d), b = dot(oc, r.d), c = dot(oc, oc) - radius * radius, disc = b * b - a * c;
        if (disc <= 0) return false;
        for (float sign : {-1.0f, 1.0f}) {
            float t = (-b + sign * sqrt(disc)) / a;
            if (t < t_max && t > t_min) { rec.t = t; rec.p = r.at(t); rec.normal = (rec.p - center) / radius; rec.mat = mat; return true; }
        }
        return false;
    }
};
class hitable_list : public hitable {
    hitable **list; int size;
public:
    __device__ hitable_list(hitable **l, int n) : list(l), size(n) {}
    __device__ virtual bool hit(const ray &r, float t_min, float t_max, hit_record &rec) const
    {
        bool any = false;
        for (int i = 0; i < size; i++) if (list[i]->hit(r, t_min, t_max, rec)) { any = true; t_max = rec.t; }
        return any;
    }
};
__device__ float3 color(ray r, hitable **world, rng &g)
{
    float3 attenuation = make_float3(1.0f);
    for (int depth = 0; depth < 50; depth++) {
        hit_record rec; ray scattered; float3 att;
        if (!(*world)->hit(r, 0.001f, FLT_MAX, rec)) { float t = 0.5f * (normalize(r.d).y + 1.0f); return attenuation * lerp(make_float3(1.0f), make_float3(0.5f, 0.7f, 1.0f), t); }
        if (!rec.mat->scatter(r, rec, att, scattered, g)) break;
        attenuation = attenuation * att;
        r = scattered;
    }
    return make_float3(0.0f);
}
__global__ void create_world(hitable **d_list, hitable **d_world)
{
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        d_list[0] = new sphere(make_float3(0, 0, -1), 0.5f, new lambertian(make_float3(0.8f, 0.3f, 0.3f)));
        d_list[1] = new sphere(make_float3(0, -100.5f, -1), 100, new lambertian(make_float3(0.8f, 0.8f, 0.0f)));
        d_list[2] = new sphere(make_float3(1, 0, -1), 0.5f, new metal(make_float3(0.8f, 0.6f, 0.2f), 0.1f));
        *d_world = new hitable_list(d_list, 3);
    }
}
__global__ void free_world(hitable **d_list, hitable **d_world) { for (int i = 0; i < 3; i++) delete d_list[i]; delete *d_world; }
__global__ void render(float3 *fb, int max_x, int max_y, int ns, hitable **world)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x, j = threadIdx.y + blockIdx.y * blockDim.y;
    if ((i >= max_x) || (j >= max_y)) return;
    rng g(j * max_x + i + 1);
    float3 col = {0, 0, 0};
    for (int s = 0; s < ns; s++) {
        float u = float(i + g.next()) / float(max_x), v = float(j + g.next()) / float(max_y);
        col += color(ray(make_float3(0.0f), make_float3(4.0f * u - 2.0f, 2.0f * v - 1.0f, -1.0f)), world, g);
    }
    col *= 1.0f / ns;
    fb[j * max_x + i] = make_float3(sqrtf(col.x), __fsqrt_rn(col.y), powf(col.z, 0.5f));
}
int main(int argc, char **argv)
{
    const int nx = 200, ny = 100, ns = 8;
    float3 *fb; hitable **d_list, **d_world;
    checkCudaErrors(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
    checkCudaErrors(cudaMallocManaged((void **)&fb, nx * ny * sizeof(float3)));
    checkCudaErrors(cudaMalloc((void **)&d_list, 3 * sizeof(hitable *)));
    checkCudaErrors(cudaMalloc((void **)&d_world, sizeof(hitable *)));
    create_world<<<1, 1>>>(d_list, d_world);
    checkCudaErrors(cudaGetLastError());
    render<<<dim3(nx / 8 + 1, ny / 8 + 1), dim3(8, 8)>>>(fb, nx, ny, ns, d_world);
    checkCudaErrors(cudaDeviceSynchronize());
    free_world<<<1, 1>>>(d_list, d_world);
    checkCudaErrors(cudaDeviceSynchronize());
    std::ofstream out(argc > 1 ? argv[1] : "/dev/null");
    out << "P3\n" << nx << " " << ny << "\n255\n";
    float total = 0;
    for (int p = nx * ny - 1; p >= 0; p--) { total += fb[p].x; out << int(255.99f * clamp(fb[p].x, 0.0f, 1.0f)) << " " << int(255.99 * fb[p].y) << " " << int(255.99 * fb[p].z) << "\n"; }
    return !(total / (nx * ny) > 0.2f && total / (nx * ny) < 1.0f);
}
