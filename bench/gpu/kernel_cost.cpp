// What the kernels cost on AMD GPUs, where no time can be had: registers and occupancy from the
// code objects, instructions and bytes of each kernel's first case counted by the emulator. Cases
// are smaller than they are on a GPU, by their names: what a block costs before its first load is
// a larger part of them.
//
// usage: kernel_cost run LIBRARY GENERATED ABI.tsv CASES.tsv [FAMILY] (HIPEMU_PROFILE=COUNTS.json)
//        kernel_cost table TARGET CASES.tsv COUNTS.json INSPECTED.csv [ALL.tsv]
//
// "run" launches the cases and writes what each does at least; "table" joins that with what the
// emulator counted and with `kbuild inspect --csv`: a line a family with its range, and the
// outliers.
#include "backends.hpp"
#include "bench_families.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <jansson.h>
#include <map>
#include <sstream>

// ---- Running the cases

class CostBench : public Bench
{
  public:
    CostBench(Backend &backend, FILE *cases)
        : Bench(backend, true), backend_(backend), cases_(cases)
    {
    }
    void time(const Kernel &kernel, const std::string &layout, const Launch &launch,
              const std::vector<void *> &arguments, Work work) override
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
        fprintf(cases_, "%s\t%s\t%s\t%.0f\t%.0f\t%.0f\n", kernel.family.c_str(),
                kernel.name.c_str(), layout.c_str(), work.bytes, work.operations, work.elements);
    }

  private:
    Backend &backend_;
    FILE *cases_;
    std::string last_;
};

static int run(char **argv, const char *wanted)
{
    std::vector<Kernel> kernels;
    if (!kernels_read(argv[4], &kernels)) {
        return 2;
    }
    FILE *cases = fopen(argv[5], "w");
    if (cases == nullptr) {
        perror(argv[5]);
        return 2;
    }
    {
        const auto backend = hip_backend(argv[2], argv[3]);
        CostBench bench(*backend, cases);
        for (const Kernel &kernel : kernels_select(kernels, wanted)) {
            bench_kernel(bench, kernel);
        }
    }
    return fclose(cases) == 0 ? 0 : 2;
}

// ---- The table

struct Cost {
    std::string family, name, layout;
    double bytes = 0, operations = 0, elements = 0; // what the case needs
    double vgprs = 0, spills = 0, lds = 0, scratch = 0, waves = 0, of = 0;
    double sgpr_spills = 0; // into lanes of VGPRs
    double vector = 0, memory = 0,
           lines = 0;   // vector instructions and memory's an element; lines an access
    double traffic = 0; // bytes moved over bytes needed
};

static std::vector<std::string> split(const std::string &line, char separator)
{
    std::vector<std::string> fields;
    std::istringstream stream(line);
    std::string field;
    while (std::getline(stream, field, separator)) {
        fields.push_back(field);
    }
    return fields;
}

static std::vector<Cost> cases_read(const char *path)
{
    std::vector<Cost> costs;
    std::ifstream file(path);
    std::string line;
    while (std::getline(file, line)) {
        const std::vector<std::string> field = split(line, '\t');
        Cost cost;
        cost.family = field[0];
        cost.name = field[1];
        cost.layout = field[2];
        cost.bytes = std::stod(field[3]);
        cost.operations = std::stod(field[4]);
        cost.elements = std::stod(field[5]);
        costs.push_back(cost);
    }
    return costs;
}

static double number_of_key(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

static bool counts_add(const char *path, double lanes_of_wave, std::vector<Cost> *costs)
{
    json_error_t error;
    json_t *root = json_load_file(path, 0, &error);
    if (root == nullptr) {
        fprintf(stderr, "%s: %s\n", path, error.text);
        return false;
    }
    std::map<std::string, const json_t *> kernels;
    size_t i;
    json_t *kernel;
    json_array_foreach(json_object_get(root, "kernels"), i, kernel)
    {
        kernels[json_string_value(json_object_get(kernel, "name"))] = kernel;
    }
    for (Cost &cost : *costs) {
        const json_t *counted = kernels[cost.name];
        const json_t *instructions = json_object_get(counted, "instructions");
        const double lanes = lanes_of_wave / cost.elements;
        cost.vector = number_of_key(instructions, "vector") * lanes;
        cost.memory = number_of_key(instructions, "memory") * lanes;
        const double accesses = number_of_key(counted, "accesses");
        cost.lines = accesses == 0 ? 0 : number_of_key(counted, "lines") / accesses;
        cost.traffic =
            (number_of_key(counted, "bytes_read") + number_of_key(counted, "bytes_written")) /
            cost.bytes;
    }
    json_decref(root);
    return true;
}

// Columns of the CSV by their names.
static void inspected_add(const char *path, const std::string &target, std::vector<Cost> *costs)
{
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    const std::vector<std::string> names = split(line, ',');
    std::map<std::string, std::map<std::string, std::string>> kernels;
    while (std::getline(file, line)) {
        const std::vector<std::string> fields = split(line, ',');
        std::map<std::string, std::string> row;
        for (size_t i = 0; i < fields.size() && i < names.size(); ++i) {
            row[names[i]] = fields[i];
        }
        if (row["target"] == target) {
            kernels[row["kernel"]] = row;
        }
    }
    for (Cost &cost : *costs) {
        auto &row = kernels[cost.name];
        const auto number = [&](const char *key) { return atof(row[key].c_str()); };
        cost.vgprs = number("vgprs") + number("agprs");
        cost.spills = number("vgpr_spills");
        cost.sgpr_spills = number("sgpr_spills");
        cost.lds = number("lds");
        cost.scratch = number("scratch");
        cost.waves = number("occupancy");
        cost.of = number("occupancy_of");
    }
}

static void print_family(const std::string &family, const std::vector<const Cost *> &costs)
{
    const auto range = [&](double Cost::*member) {
        double least = 1e300, most = 0;
        for (const Cost *cost : costs) {
            least = std::min(least, cost->*member);
            most = std::max(most, cost->*member);
        }
        char text[32];
        snprintf(text, sizeof(text), "%.3g-%.3g", least, most);
        return std::string(text);
    };
    double spills = 0, sgpr_spills = 0, scratch = 0;
    for (const Cost *cost : costs) {
        spills += cost->spills;
        sgpr_spills += cost->sgpr_spills;
        scratch += cost->scratch;
    }
    printf("%-10s %4zu %9s %9s %7.0f %7.0f %7.0f %9s %13s %13s %11s %9s\n", family.c_str(),
           costs.size(), range(&Cost::vgprs).c_str(), range(&Cost::waves).c_str(), spills,
           sgpr_spills, scratch, range(&Cost::lds).c_str(), range(&Cost::vector).c_str(),
           range(&Cost::memory).c_str(), range(&Cost::traffic).c_str(),
           range(&Cost::lines).c_str());
}

static void print_kernel(FILE *file, const char *format, const Cost &c)
{
    fprintf(file, format, c.family.c_str(), c.name.c_str(), c.layout.c_str(), c.vgprs, c.waves,
            c.of, c.spills, c.sgpr_spills, c.scratch, c.lds, c.vector, c.memory, c.traffic,
            c.lines);
}

static int table(const char *target, const char *cases, const char *counts, const char *inspected,
                 const char *all)
{
    std::vector<Cost> costs = cases_read(cases);
    const double lanes = strncmp(target, "gfx9", 4) == 0 ? 64 : 32;
    if (costs.empty() || !counts_add(counts, lanes, &costs)) {
        return 2;
    }
    inspected_add(inspected, target, &costs);
    std::map<std::string, std::vector<const Cost *>> families;
    for (const Cost &cost : costs) {
        families[cost.family].push_back(&cost);
    }
    printf("\n%s\n%-10s %4s %9s %9s %7s %7s %7s %9s %13s %13s %11s %9s\n", target, "family", "",
           "VGPRs", "waves", "spills", "SGPRs'", "scratch", "LDS", "vector/elem", "memory/elem",
           "traffic", "lines");
    for (const auto &[family, members] : families) {
        print_family(family, members);
    }
    // Less than half of the waves that there could be, a spill, or half more traffic than there
    // must be. Products read their operands again and again, from caches: of them traffic says
    // nothing.
    printf("outliers:\n");
    for (const Cost &cost : costs) {
        if (cost.waves * 2 < cost.of || cost.spills > 0 || cost.scratch > 0 ||
            (cost.operations == 0 && cost.traffic > 1.5)) {
            print_kernel(stdout,
                         "%-10s %-34s %-18s %3.0f VGPRs, %2.0f of %2.0f waves, %.0f spills, %.0f "
                         "of SGPRs, %.0f scratch, %5.0f LDS; vector %.3g, memory %.3g, traffic "
                         "%.2f, lines %.2f\n",
                         cost);
        }
    }
    if (all != nullptr) {
        FILE *file = fopen(all, "w");
        if (file == nullptr) {
            perror(all);
            return 2;
        }
        fprintf(file, "family\tkernel\tcase\tvgprs\twaves\tof\tspills\tsgpr_"
                      "spills\tscratch\tlds\tvector\tmemory\t"
                      "traffic\tlines\n");
        for (const Cost &cost : costs) {
            print_kernel(
                file,
                "%s\t%s\t%s\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f\t%.4f\t%.4f\t%.3f\t%.2f\n",
                cost);
        }
        fclose(file);
    }
    return 0;
}

int main(int argc, char **argv)
{
    const std::string what = argc > 1 ? argv[1] : "";
    if (what == "run" && argc >= 6) {
        return run(argv, argc > 6 ? argv[6] : "all");
    }
    if (what == "table" && argc >= 6) {
        return table(argv[2], argv[3], argv[4], argv[5], argc > 6 ? argv[6] : nullptr);
    }
    fprintf(stderr,
            "usage: kernel_cost run LIBRARY GENERATED ABI.tsv CASES.tsv [FAMILY]\n"
            "       kernel_cost table TARGET CASES.tsv COUNTS.json INSPECTED.csv [ALL.tsv]\n");
    return 2;
}
