#include "huge.hpp"

#include "bench.hpp"

#include <cstdio>
#include <functional>

namespace
{

constexpr size_t window = 4096;
constexpr size_t limit = size_t(1) << 32;

// Every element can be told from those 2^32 before and behind it.
uint8_t number(size_t i)
{
    return static_cast<uint8_t>(i * 2654435761u >> 24 ^ (i >> 32) * 0x55);
}

Bytes numbers(size_t count)
{
    Bytes bytes(count);
    for (size_t i = 0; i < count; ++i) {
        bytes[i] = number(i);
    }
    return bytes;
}

// A byte behind the last element is looked at, too.
class Output
{
  public:
    Output(CudaDevice &device, size_t count) : device_(device), count_(count)
    {
        memory = device.allocate(count + 1);
        require(cuMemsetD8(reinterpret_cast<CUdeviceptr>(memory), guard, count + 1), "memset");
    }
    Output(const Output &) = delete;
    Output &operator=(const Output &) = delete;
    ~Output()
    {
        device_.release(memory);
    }
    // At the beginning, about the 2^32nd element and at the end.
    bool is(const std::function<uint8_t(size_t)> &wanted) const
    {
        bool right = true;
        for (size_t first : {size_t(0), limit - window / 2, count_ - window}) {
            if (first + window > count_) {
                continue;
            }
            Bytes got(window + 1);
            const bool is_last = first + window == count_;
            device_.read(got.data(), static_cast<char *>(memory) + first, window + is_last);
            for (size_t i = 0; i < window; ++i) {
                right = right && got[i] == wanted(first + i);
            }
            right = right && (!is_last || got[window] == guard);
        }
        return right;
    }

    void *memory;

  private:
    static constexpr uint8_t guard = 0x11;
    CudaDevice &device_;
    size_t count_;
};

bool fill(CudaDevice &device, const Kernel &kernel)
{
    size_t numel = limit + window + 3;
    Output out(device, numel);
    uint8_t value = 0x77;
    void *arguments[] = {&out.memory, &value, &numel};
    return device.launch(kernel, each_thread(numel), arguments) &&
           out.is([=](size_t) { return value; });
}

// Of a tensor as it lies; and transposed, rows of 65,537 elements that lie as columns.
bool affine(CudaDevice &device, const Kernel &kernel)
{
    const size_t columns = 65537, rows = 65600;
    size_t numel = rows * columns, rank = 2;
    const size_t shape[] = {rows, columns, 1, rows};
    const Upload in(device, numbers(numel));
    const Upload info(device, Bytes(reinterpret_cast<const uint8_t *>(shape),
                                    reinterpret_cast<const uint8_t *>(shape + 4)));
    void *no_info = nullptr, *input = in.memory(), *strides = info.memory();
    uint8_t mul = 3, add = 1;
    bool right = true;
    for (const bool is_transposed : {false, true}) {
        Output out(device, numel);
        void *arguments[] = {
            &numel, &rank, is_transposed ? &strides : &no_info, &input, &out.memory, &mul, &add};
        right = device.launch(kernel, each_thread(numel), arguments) && out.is([=](size_t i) {
            const size_t from = is_transposed ? i % columns * rows + i / columns : i;
            return static_cast<uint8_t>(number(from) * 3 + 1);
        }) && right;
    }
    return right;
}

// Some rows of a table, the last of them beyond 2^32 elements.
bool index_select(CudaDevice &device, const Kernel &kernel)
{
    size_t table_rows = 1100000, columns = 4096, rank = 1, left = 1, selected = 4;
    const uint32_t rows[] = {1, 1048575, 1048577, 1099999};
    const Upload in(device, numbers(table_rows * columns));
    const Upload ids(device, Bytes(reinterpret_cast<const uint8_t *>(rows),
                                   reinterpret_cast<const uint8_t *>(rows + selected)));
    const size_t shape[] = {selected, 1};
    const Upload ids_info(device, Bytes(reinterpret_cast<const uint8_t *>(shape),
                                        reinterpret_cast<const uint8_t *>(shape + 2)));
    size_t numel = selected * columns;
    Output out(device, numel);
    void *info = ids_info.memory(), *indices = ids.memory(), *input = in.memory();
    void *arguments[] = {&numel,      &rank, &info,       &indices,  &input,
                         &out.memory, &left, &table_rows, &selected, &columns};
    return device.launch(kernel, each_thread(numel), arguments) &&
           out.is([&](size_t i) { return number(rows[i / columns] * columns + i % columns); });
}

} // namespace

int check_huge(CudaDevice &device, const std::vector<Kernel> &kernels)
{
    static const struct {
        const char *kernel;
        bool (*is_right)(CudaDevice &, const Kernel &);
        size_t gibibytes;
    } cases[] = {{"fill_u8", fill, 5}, {"affine_u8", affine, 9}, {"is_u32_u8", index_select, 5}};
    int failures = 0;
    for (const auto &c : cases) {
        for (const Kernel &kernel : kernels_select(kernels, c.kernel)) {
            const char *said = "skipped, the GPU has too little memory";
            if (device.free_memory() >= c.gibibytes << 30) {
                const bool right = c.is_right(device, kernel);
                said = right ? "right" : "WRONG";
                failures += !right;
            }
            printf("%s beyond 2^32 elements: %s\n", c.kernel, said);
        }
    }
    return failures;
}
