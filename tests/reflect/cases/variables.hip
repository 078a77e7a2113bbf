// Variables in device memory that a driver can find: not those of internal linkage, of other memory, or only declared.
#define __device__ __attribute__((device))
#define __constant__ __attribute__((constant))
#define __shared__ __attribute__((shared))
#define __managed__ __attribute__((managed))

__device__ int counter;
__constant__ float table[4][8];
static __device__ int hidden;
namespace ns {
__device__ const double *rows[2];
namespace {
__device__ int unnamed;
}
} // namespace ns
struct point {
    float x, y;
    static __device__ int count;
};
__device__ int point::count;
__constant__ point origin;
__managed__ unsigned char flag;
inline __device__ long shared_by_headers;
extern __device__ int elsewhere;
int on_the_host;
constexpr int compile_time = 3;
template <typename T> __device__ T of_template;
#define PAIR(name) __device__ short name##_low, name##_high
PAIR(pair);
