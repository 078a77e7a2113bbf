// Kernels on the emulator's machine, without HIP's ABI between.
#include "backends.hpp"

#include "machine.h"

#include <cstdlib>

namespace
{

class MachineBackend : public Backend
{
  public:
    MachineBackend(const std::string &target, const std::string &directory)
        : target_(target), directory_(directory)
    {
    }
    MachineBackend(const MachineBackend &) = delete;
    MachineBackend &operator=(const MachineBackend &) = delete;
    ~MachineBackend() override
    {
        for (const auto &module : modules_) {
            machine_unload(module.second);
        }
    }
    void *allocate(size_t bytes) override
    {
        return machine_allocate(target_.c_str(), bytes);
    }
    void release(void *memory) override
    {
        machine_free(memory);
    }
    void write(void *to, const void *from, size_t bytes) override
    {
        memcpy(to, from, bytes);
        machine_wrote(to, bytes);
    }
    void read(void *to, const void *from, size_t bytes) override
    {
        memcpy(to, from, bytes);
    }
    bool launch(const Kernel &kernel, const Launch &shape, void **arguments) override
    {
        machine_module *&module = modules_[kernel.family];
        if (module == nullptr) {
            const Bytes image = file_bytes(directory_ + "/" + kernel.family + ".hsaco");
            module = machine_load(target_.c_str(), image.data(), image.size());
        }
        return module != nullptr && machine_launch(module, kernel.name.c_str(), shape.grid,
                                                   shape.block, shape.shared, arguments);
    }

  private:
    std::string target_;
    std::string directory_;
    std::map<std::string, machine_module *> modules_;
};

} // namespace

std::unique_ptr<Backend> machine_backend(const std::string &target, const std::string &directory)
{
    return std::make_unique<MachineBackend>(target, directory);
}
