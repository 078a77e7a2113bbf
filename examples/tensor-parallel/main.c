/* Products of matrices that are divided among several devices, beside the same products on one:
 *
 *     tensor-parallel hip:0 hip:1
 *
 * - y = x W, with W divided by columns: each device makes some columns of y, which all gather.
 * - z = y V, with V divided by rows: each device multiplies the columns of y that it made, and the
 *   sum over the devices is z. No gather is needed between the two.
 */
#include "krt_kernels.h"

#include <krt/group.h>
#include <krt/storage.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 4, IN = 64, OUT = 32, EACH = 48, DEVICES_MAX = 8 };

static void must(krt_status status, const char *what)
{
    if (status == KRT_OK)
        return;
    fprintf(stderr, "%s: %s: %s\n", what, krt_status_name(status), krt_error_message());
    exit(1);
}

static struct krt_ops *ops;
static struct krt_device *devices[DEVICES_MAX];
static struct krt_stream *streams[DEVICES_MAX];
static uint32_t count;

/* A matrix on a device: zeros, or the |columns| columns from |column| on of the |rows| rows from
 * |row| on of a matrix of the host with |width| columns. */
static struct krt_tensor matrix(uint32_t device, const float *from, uint64_t width, uint64_t row,
                                uint64_t rows, uint64_t column, uint64_t columns)
{
    void *memory;
    float *packed = calloc(rows * columns, sizeof *packed);
    must(packed ? KRT_OK : KRT_ERROR_OUT_OF_MEMORY, "packing");
    for (uint64_t r = 0; from && r < rows; r++)
        memcpy(packed + r * columns, from + (row + r) * width + column, columns * sizeof *packed);
    must(krt_alloc(devices[device], rows * columns * sizeof *packed, &memory), "allocating");
    must(krt_copy_to_device(streams[device], memory, packed, rows * columns * sizeof *packed),
         "copying there");
    free(packed);
    return krt_tensor_dense(KRT_F32, memory, 2, (uint64_t[]){rows, columns});
}

/* A random matrix of the host. Its numbers have few bits, so that no sum is rounded. */
static float *random_matrix(uint64_t elements)
{
    float *numbers = malloc(elements * sizeof *numbers);
    must(numbers ? KRT_OK : KRT_ERROR_OUT_OF_MEMORY, "making numbers");
    for (uint64_t i = 0; i < elements; i++)
        numbers[i] = (float)(rand() % 17 - 8) / 8;
    return numbers;
}

/* Prints how many elements of each device's |tensors| are those of |wanted| on the first. */
static void compare(const char *what, const struct krt_tensor *tensors,
                    const struct krt_tensor *wanted)
{
    uint64_t elements = wanted->dims[0] * wanted->dims[1];
    float *one = malloc(elements * sizeof *one), *other = malloc(elements * sizeof *other);
    must(one && other ? KRT_OK : KRT_ERROR_OUT_OF_MEMORY, "comparing");
    must(krt_copy_to_host(streams[0], one, wanted->data, elements * sizeof *one), "copying");
    for (uint32_t i = 0; i < count; i++) {
        uint64_t same = 0;
        must(krt_copy_to_host(streams[i], other, tensors[i].data, elements * sizeof *one),
             "copying");
        for (uint64_t at = 0; at < elements; at++)
            same += one[at] == other[at];
        printf("%s: device %u has %d of %d elements of one device's product\n", what, i, (int)same,
               (int)elements);
    }
    free(one);
    free(other);
}

/* Puts the blocks of columns beside each other: [devices, rows, columns] becomes [rows, devices,
 * columns]. */
static void join_columns(uint32_t device, const struct krt_tensor *blocks,
                         const struct krt_tensor *out)
{
    const uint64_t columns = blocks->dims[1];
    struct krt_tensor from =
        krt_tensor_dense(KRT_F32, blocks->data, 3, (uint64_t[]){count, ROWS, columns});
    struct krt_tensor to =
        krt_tensor_dense(KRT_F32, out->data, 3, (uint64_t[]){ROWS, count, columns});
    must(krt_tensor_transpose(&from, 0, 1, &from), "transposing");
    must(krt_copy(ops, streams[device], &from, &to), "joining");
}

static void products(struct krt_group *group, const float *x, const float *w, const float *v)
{
    const uint64_t middle = (uint64_t)count * EACH;
    struct krt_tensor parts[DEVICES_MAX], blocks[DEVICES_MAX], y[DEVICES_MAX], z[DEVICES_MAX];
    struct krt_tensor used[3 * DEVICES_MAX]; /* x, and the parts of W and V */
    for (uint32_t i = 0; i < count; i++) {
        used[3 * i] = matrix(i, x, IN, 0, ROWS, 0, IN);
        used[3 * i + 1] = matrix(i, w, middle, 0, IN, (uint64_t)i * EACH, EACH);
        used[3 * i + 2] = matrix(i, v, OUT, (uint64_t)i * EACH, EACH, 0, OUT);
        parts[i] = matrix(i, NULL, 0, 0, ROWS, 0, EACH);
        blocks[i] = matrix(i, NULL, 0, 0, (uint64_t)count * ROWS, 0, EACH);
        y[i] = matrix(i, NULL, 0, 0, ROWS, 0, middle);
        z[i] = matrix(i, NULL, 0, 0, ROWS, 0, OUT);
        must(krt_matmul(ops, streams[i], &used[3 * i], &used[3 * i + 1], &parts[i]), "x W");
        must(krt_matmul(ops, streams[i], &parts[i], &used[3 * i + 2], &z[i]), "y V");
    }
    must(krt_all_gather(group, streams, parts, blocks), "gathering");
    for (uint32_t i = 0; i < count; i++)
        join_columns(i, &blocks[i], &y[i]);
    must(krt_all_reduce(group, streams, KRT_REDUCE_SUM, z, z), "summing");

    /* the same on the first device alone */
    struct krt_tensor whole_w = matrix(0, w, middle, 0, IN, 0, middle);
    struct krt_tensor whole_v = matrix(0, v, OUT, 0, middle, 0, OUT);
    struct krt_tensor whole_y = matrix(0, NULL, 0, 0, ROWS, 0, middle);
    struct krt_tensor whole_z = matrix(0, NULL, 0, 0, ROWS, 0, OUT);
    must(krt_matmul(ops, streams[0], &used[0], &whole_w, &whole_y), "x W");
    must(krt_matmul(ops, streams[0], &whole_y, &whole_v, &whole_z), "y V");
    compare("W by columns", y, &whole_y);
    compare("V by rows", z, &whole_z);

    const struct krt_tensor whole[] = {whole_w, whole_v, whole_y, whole_z};
    for (uint32_t i = 0; i < 4; i++)
        must(krt_free(devices[0], whole[i].data), "freeing");
    for (uint32_t i = 0; i < count; i++) {
        void *all[] = {used[3 * i].data, used[3 * i + 1].data, used[3 * i + 2].data,
                       parts[i].data,    blocks[i].data,       y[i].data,
                       z[i].data};
        for (uint32_t j = 0; j < sizeof all / sizeof *all; j++)
            must(krt_free(devices[i], all[j]), "freeing");
    }
}

int main(int arguments, char **names)
{
    struct krt_group *group;
    struct krt_group_info info = {.struct_size = sizeof info};
    if (arguments < 2 || arguments > 1 + DEVICES_MAX) {
        fprintf(stderr, "usage: tensor-parallel DEVICE... (1 to %d, such as hip:0 hip:1)\n",
                DEVICES_MAX);
        return 2;
    }
    count = (uint32_t)arguments - 1;
    for (uint32_t i = 0; i < count; i++) {
        struct krt_device_options options = {.struct_size = sizeof options, .device = names[1 + i]};
        must(krt_device_open(&options, &devices[i]), "opening a device");
        must(krt_stream_create(devices[i], &streams[i]), "making a stream");
    }
    must(krt_ops_create(&krt_kernels_package, &ops), "finding the kernels");
    must(krt_group_create(ops, devices, count, &group), "making the group");
    must(krt_group_describe(group, &info), "asking about the group");
    printf("%u devices, by %s\n", info.count, *info.library ? info.library : "copies");

    float *x = random_matrix(ROWS * IN), *w = random_matrix((uint64_t)IN * count * EACH),
          *v = random_matrix((uint64_t)count * EACH * OUT);
    products(group, x, w, v);
    free(x);
    free(w);
    free(v);
    krt_group_destroy(group);
    krt_ops_destroy(ops);
    for (uint32_t i = 0; i < count; i++) {
        krt_stream_destroy(streams[i]);
        krt_device_close(devices[i]);
    }
    return 0;
}
