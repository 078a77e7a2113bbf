// The kernels of generated/, the very code objects that ship, executed: each of the index against
// the reference, over the cases that the host and the NVIDIA check run.
//
// usage: library_check machine TARGET|hip LIBRARY GENERATED ABI.tsv
//                      [FAMILY|KERNEL|all [brief|thorough|NUMBER/TARGETS]]
//
// "brief" takes every sixth kernel, and fewer cases of each. "1/3": this is the second of three
// targets, among which the largest cases, and layouts by the hundred, are divided.
//
// A kernel of GENERATED/krt_kernels.json that neither ABI.tsv nor unlisted.txt beside it has, and so
// no case checks, is a failure, and the reverse; of the wanted families only.
#include "backends.hpp"
#include "harness.hpp"
#include "machine.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <jansson.h>
#include <map>
#include <set>

// "affine/affine_f32" for each kernel of the index.
static std::set<std::string> indexed_kernels(const std::string &path)
{
    const Bytes text = file_bytes(path);
    json_error_t error;
    json_t *index = json_loadb(reinterpret_cast<const char *>(text.data()), text.size(), 0, &error);
    std::set<std::string> names;
    size_t i;
    json_t *kernel;
    json_array_foreach(json_object_get(index, "kernels"), i, kernel)
    {
        const char *name = json_string_value(json_object_get(kernel, "symbol"));
        const char *module = json_string_value(json_object_get(kernel, "module"));
        // tests/runtime/ops/test_matmul.c checks matmul, through its operation
        if (name != nullptr && module != nullptr && strcmp(module, "matmul") != 0) {
            names.insert(std::string(module) + "/" + name);
        }
    }
    json_decref(index);
    if (names.empty()) {
        fprintf(stderr, "%s: no kernels in it\n", path.c_str());
        exit(1);
    }
    return names;
}

// The lines of unlisted.txt, which is beside the list |abi|.
static std::vector<std::string> unlisted_read(const std::string &abi)
{
    std::ifstream file(abi.substr(0, abi.rfind('/') + 1) + "unlisted.txt");
    std::vector<std::string> beginnings;
    for (std::string line; std::getline(file, line);) {
        if (!line.empty() && line[0] != '#') {
            beginnings.push_back(line);
        }
    }
    return beginnings;
}

static bool begins_as_one_of(const std::string &name, const std::vector<std::string> &beginnings)
{
    return std::any_of(beginnings.begin(), beginnings.end(), [&](const std::string &beginning) {
        return name.rfind(beginning, 0) == 0;
    });
}

// How many of |wanted| kernels are missing in the index, and how many kernels of their families the
// index has besides |all| and |unlisted|; says which.
static int differences(const std::set<std::string> &indexed, const std::vector<Kernel> &all,
                       const std::vector<std::string> &unlisted, const std::vector<Kernel> &wanted)
{
    int count = 0;
    std::set<std::string> families, listed;
    for (const Kernel &kernel : all) {
        listed.insert(kernel.family + "/" + kernel.name);
    }
    for (const Kernel &kernel : wanted) {
        families.insert(kernel.family);
        if (indexed.count(kernel.family + "/" + kernel.name) == 0) {
            fprintf(stderr, "%s: not in the index\n", kernel.name.c_str());
            ++count;
        }
    }
    for (const std::string &name : indexed) {
        if (families.count(name.substr(0, name.find('/'))) != 0 && listed.count(name) == 0 &&
            !begins_as_one_of(name, unlisted)) {
            fprintf(stderr, "%s: in the index, and no case checks it\n", name.c_str());
            ++count;
        }
    }
    return count;
}

int main(int argc, char **argv)
{
    const std::string kind = argc > 1 ? argv[1] : "";
    std::vector<Kernel> kernels;
    const std::string word = argc > 6 ? argv[6] : "";
    const Depth depth = word == "brief"      ? Depth::brief
                        : word == "thorough" ? Depth::thorough
                                             : Depth::usual;
    unsigned target = 0, targets = 1;
    const bool is_share = sscanf(word.c_str(), "%u/%u", &target, &targets) == 2 && target < targets;
    if (argc < 5 || (kind != "machine" && kind != "hip") ||
        (argc > 6 && depth == Depth::usual && !is_share) || !kernels_read(argv[4], &kernels)) {
        fprintf(stderr, "usage: library_check machine TARGET|hip LIBRARY GENERATED ABI.tsv"
                        " [FAMILY|KERNEL|all [brief|thorough|NUMBER/TARGETS]]\n");
        return 2;
    }
    const std::string directory = argv[3];
    const std::vector<Kernel> wanted = kernels_select(kernels, argc > 5 ? argv[5] : "all");
    int failed = differences(indexed_kernels(directory + "/krt_kernels.json"), kernels,
                             unlisted_read(argv[4]), wanted);
    const auto backend =
        kind == "hip" ? hip_backend(argv[2], directory) : machine_backend(argv[2], directory);
    const auto begin = std::chrono::steady_clock::now();
    Harness harness(*backend, depth, target, targets);
    for (size_t i = 0; i < wanted.size(); i += depth == Depth::brief ? 6 : 1) {
        failed += harness.check(wanted[i]) ? 0 : 1;
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    printf("%zu kernels, %zu launches, %zu elements checked in %.1f s, %d failed\n", harness.turn(),
           harness.launches(), harness.elements(), elapsed.count(), failed);
    if (kind == "machine") {
        printf("%.1f s of the processor in launches; the rest are the references\n",
               machine_seconds());
    }
    return failed == 0 && !wanted.empty() ? 0 : 1;
}
