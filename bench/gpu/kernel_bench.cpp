// The kernels on an NVIDIA GPU: checked against the references of tests/kernels, and timed.
//
// usage: kernel_bench check|thorough|huge|time ABI.tsv MODULES [--family NAME]...
//                     [--against MODULES] [--table FILE]
#include "bench.hpp"
#include "cuda_bench.hpp"
#include "harness.hpp"
#include "huge.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <set>

struct Options {
    std::string what, abi, modules, against, table;
    std::set<std::string> families; // or kernels; empty for all
};

static bool options_parse(int argc, char **argv, Options *out_options)
{
    if (argc < 4) {
        return false;
    }
    Options o = {argv[1], argv[2], argv[3], {}, {}, {}};
    for (int i = 4; i < argc; i += 2) {
        const std::string option = argv[i];
        if (i + 1 == argc) {
            return false;
        }
        if (option == "--family") {
            o.families.insert(argv[i + 1]);
        } else if (option == "--against") {
            o.against = argv[i + 1];
        } else if (option == "--table") {
            o.table = argv[i + 1];
        } else {
            return false;
        }
    }
    *out_options = o;
    return o.what == "check" || o.what == "thorough" || o.what == "huge" || o.what == "time";
}

static int check(CudaDevice &device, const std::vector<Kernel> &kernels, Depth depth)
{
    const auto begin = std::chrono::steady_clock::now();
    Harness harness(device, depth);
    std::map<std::string, std::pair<int, int>> counts; // passed, failed
    for (const Kernel &kernel : kernels) {
        auto &[passed, failed] = counts[kernel.family];
        ++(harness.check(kernel) ? passed : failed);
        fflush(stdout);
    }
    int failures = 0;
    for (const auto &[family, count] : counts) {
        printf("%-10s %4d passed %4d failed\n", family.c_str(), count.first, count.second);
        failures += count.second;
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    printf("%zu kernels, %zu launches, %zu elements checked in %.1f s\n", kernels.size(),
           harness.launches(), harness.elements(), elapsed.count());
    return failures == 0 ? 0 : 1;
}

static int time(CudaDevice &device, const std::vector<Kernel> &kernels, const Options &o)
{
    FILE *table = o.table.empty() ? nullptr : fopen(o.table.c_str(), "w");
    if (!o.table.empty() && table == nullptr) {
        perror(o.table.c_str());
        return 2;
    }
    CudaBench bench(device, o.modules, o.against, table);
    for (const Kernel &kernel : kernels) {
        bench_kernel(bench, kernel);
        fflush(stdout);
    }
    if (table != nullptr && fclose(table) != 0) {
        perror(o.table.c_str());
        return 2;
    }
    return 0;
}

int main(int argc, char **argv)
{
    Options o;
    std::vector<Kernel> all, kernels;
    if (!options_parse(argc, argv, &o) || !kernels_read(o.abi.c_str(), &all)) {
        fprintf(stderr, "usage: kernel_bench check|thorough|huge|time ABI.tsv MODULES"
                        " [--family NAME]... [--against MODULES] [--table FILE]\n");
        return 2;
    }
    for (const Kernel &kernel : all) {
        if (o.families.empty() || o.families.count(kernel.family) != 0 ||
            o.families.count(kernel.name) != 0) {
            kernels.push_back(kernel);
        }
    }
    if (kernels.empty()) {
        fprintf(stderr, "kernel_bench: no kernel of %s is wanted\n", o.abi.c_str());
        return 2;
    }
    CudaDevice device;
    device.use_modules(o.modules);
    if (o.what == "time") {
        return time(device, kernels, o);
    }
    return o.what == "huge"
               ? check_huge(device, kernels) != 0
               : check(device, kernels, o.what == "thorough" ? Depth::thorough : Depth::usual);
}
