// Where kernels run, and what they run on: device memory, launches.
#pragma once

#include "kernel_list.hpp"

struct Launch {
    unsigned grid[3];
    unsigned block[3];
    unsigned shared; // bytes of dynamic shared memory

    Launch(unsigned grid_x, unsigned block_x) : Launch({grid_x, 1, 1}, {block_x, 1, 1})
    {
    }
    struct Extent {
        unsigned x, y, z;
    };
    Launch(Extent grid_size, Extent block_size, unsigned shared_bytes = 0)
        : grid{grid_size.x, grid_size.y, grid_size.z}, block{block_size.x, block_size.y,
                                                             block_size.z},
          shared(shared_bytes)
    {
    }
};

// Memory is the backend's own; |arguments| point to values in the order of the parameters, as for
// cuLaunchKernel.
class Backend
{
  public:
    virtual ~Backend() = default;
    virtual void *allocate(size_t bytes) = 0;
    virtual void release(void *memory) = 0;
    virtual void write(void *to, const void *from, size_t bytes) = 0;
    virtual void read(void *to, const void *from, size_t bytes) = 0;
    // Returns when the kernel has run.
    virtual bool launch(const Kernel &kernel, const Launch &launch, void **arguments) = 0;
};

using Bytes = std::vector<uint8_t>;

// Device memory with a copy of |bytes|, for as long as it lives.
class Upload
{
  public:
    Upload(Backend &backend, const Bytes &bytes) : backend_(backend), bytes_(bytes.size())
    {
        memory_ = backend.allocate(bytes.empty() ? 1 : bytes.size());
        if (!bytes.empty()) {
            backend.write(memory_, bytes.data(), bytes.size());
        }
    }
    Upload(const Upload &) = delete;
    Upload &operator=(const Upload &) = delete;
    ~Upload()
    {
        backend_.release(memory_);
    }
    Bytes download() const
    {
        Bytes bytes(bytes_);
        backend_.read(bytes.data(), memory_, bytes_);
        return bytes;
    }
    char *memory() const
    {
        return static_cast<char *>(memory_);
    }

  private:
    Backend &backend_;
    size_t bytes_;
    void *memory_;
};
