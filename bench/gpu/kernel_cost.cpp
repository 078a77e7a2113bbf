// Launches the first case of each kernel of a package once, on libhipemu, for `kbuild profile`.
// Cases are smaller than they are on a GPU, by their names: what a block costs before its first
// load is a larger part of them.
//
// usage: kernel_cost LIBRARY GENERATED ABI.tsv [FAMILY]
#include "backends.hpp"
#include "bench.hpp"

#include <cstdio>
#include <cstdlib>

class CostBench : public Bench
{
  public:
    explicit CostBench(Backend &backend) : Bench(backend, true), backend_(backend)
    {
    }
    void time(const Kernel &kernel, const std::string &, const Launch &launch,
              const std::vector<void *> &arguments, Work) override
    {
        if (kernel.name == last_) { // the emulator adds up what launches of one name do
            return;
        }
        last_ = kernel.name;
        std::vector<void *> values = arguments;
        if (!backend_.launch(kernel, launch, values.data())) {
            fprintf(stderr, "%s: the launch failed\n", kernel.name.c_str());
            exit(1);
        }
    }

  private:
    Backend &backend_;
    std::string last_;
};

int main(int argc, char **argv)
{
    std::vector<Kernel> kernels;
    if (argc < 4) {
        fprintf(stderr, "usage: kernel_cost LIBRARY GENERATED ABI.tsv [FAMILY]\n");
        return 2;
    }
    if (!kernels_read(argv[3], &kernels)) {
        return 2;
    }
    const auto backend = hip_backend(argv[1], argv[2]);
    CostBench bench(*backend);
    for (const Kernel &kernel : kernels_select(kernels, argc > 4 ? argv[4] : "all")) {
        bench_kernel(bench, kernel);
    }
    return 0;
}
