// Blends two rows of numbers on the device that KRT_DEVICE names.
#include "kernels.h"

#include <array>
#include <iostream>
#include <stdexcept>
#include <string>

namespace
{

constexpr unsigned count = 5;
using Row = std::array<float, count>;

void must(krt_status status)
{
    if (status != KRT_OK)
        throw std::runtime_error(std::string(krt_status_name(status)) + ": " + krt_error_message());
}

class DeviceRow
{
  public:
    DeviceRow(krt_device *device, const Row &values) : device_(device)
    {
        must(krt_alloc(device, sizeof values, &memory_));
        must(krt_copy_to_device(krt_device_stream(device), memory_, values.data(), sizeof values));
    }
    DeviceRow(const DeviceRow &) = delete;
    DeviceRow &operator=(const DeviceRow &) = delete;
    ~DeviceRow()
    {
        krt_free(device_, memory_);
    }

    float *data() const
    {
        return static_cast<float *>(memory_);
    }

  private:
    krt_device *device_;
    void *memory_ = nullptr;
};

Row blended(krt_device *device, float t, const Row &a, const Row &b)
{
    const krt_launch_config config = {{1, 1, 1}, {64, 1, 1}, 0};
    const DeviceRow x(device, a), y(device, b), out(device, Row{});
    Row values;
    must(kernels_launch_blend(krt_device_stream(device), &config, count, t, x.data(), y.data(),
                              out.data()));
    must(krt_copy_to_host(krt_device_stream(device), values.data(), out.data(), sizeof values));
    return values;
}

} // namespace

int main()
try {
    krt_device *device = nullptr;
    must(krt_device_default(&device));
    const char *separator = "";
    for (float value : blended(device, 0.25f, {0, 1, 2, 3, 4}, {8, 9, 10, 11, 12})) {
        std::cout << separator << value;
        separator = " ";
    }
    std::cout << '\n';
} catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 1;
}
