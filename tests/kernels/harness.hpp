// What the checks of every family share: launching, random elements with the special ones among
// them, outputs between guards, and the counting and reporting of what was wrong.
//
// A family's check is a function below. It launches kernels through a Harness and holds
// every element against a reference of its own.
#pragma once

#include "backend.hpp"

#include <map>
#include <memory>
#include <random>

// Which cases each kernel is checked on: some, others each time; of those none of millions of
// threads or of every number of 16 bits; or all.
enum class Depth { usual, brief, thorough };

class Harness
{
  public:
    // Of |targets| targets that run the same checks, one after another, this is number |target|.
    Harness(Backend &backend, Depth depth, size_t target = 0, size_t targets = 1)
        : backend_(backend), depth_(depth), random_(20240607), target_(target), targets_(targets)
    {
    }

    // Runs the family's check. Prints what failed, at most a few lines a kernel.
    bool check(const Kernel &kernel);

    Backend &backend()
    {
        return backend_;
    }
    bool brief() const
    {
        return depth_ == Depth::brief;
    }
    bool thorough() const
    {
        return depth_ == Depth::thorough;
    }
    // Kernels checked before this one: what varies cases from kernel to kernel.
    size_t turn() const
    {
        return kernels_;
    }
    // Whether this kernel has case |number| of |count|. Kernels take the cases in turn, one each,
    // and targets take turns at the kernels that have a case. A thorough check has all cases.
    bool is_turn(size_t number, size_t count)
    {
        return thorough() || (kernels_ % count == number &&
                              (number + turns_[{number, count}]++) % targets_ == target_);
    }
    size_t launches() const
    {
        return launches_;
    }
    size_t elements() const
    {
        return elements_;
    }
    void count_elements(size_t count)
    {
        elements_ += count;
    }

    // False, with a line about it, where the launch fails or |arguments| are not as many as the
    // kernel's parameters.
    bool launch(const Kernel &kernel, const Launch &launch, std::vector<void *> arguments);

    // Any one-dimensional grid and block must do where each thread makes an element; these come in
    // turn.
    Launch next_launch(size_t numel);
    // For kernels that do a launch without a set-up if it has few blocks and a thread for each
    // element: some such launches, most with fewer threads than elements, some of many blocks.
    Launch next_map_launch(size_t numel);

    // Always false: `right = h.report(...)`.
    bool report(const Kernel &kernel, const char *what, size_t index, uint64_t input, uint64_t got);

    // Elements are a mix of random bits, of special values and of numbers in (-8, 8); half of the
    // conditions are 0.
    uint64_t random();
    uint64_t random_bits(Type type, bool is_condition = false);
    Bytes random_buffer(Type type, size_t count, bool is_condition = false);
    // Numbers in (-scale, scale), floats of type |type|: what sums are fed.
    Bytes random_numbers(Type type, size_t count, Number scale);

  private:
    Backend &backend_;
    Depth depth_;
    std::mt19937_64 random_;
    size_t target_, targets_;
    std::map<std::pair<size_t, size_t>, size_t> turns_; // how many kernels had a case
    size_t kernels_ = 0;
    size_t launches_ = 0;
    size_t elements_ = 0;
    unsigned launch_shape_ = 0;
    unsigned map_launch_shape_ = 0;
    int reports_ = 0;
};

// An output of |count| elements which starts |start| elements behind an aligned address, between
// guards that the kernel must leave alone.
class Output
{
  public:
    // Filled with a pattern, or with |preset|, count elements.
    Output(Harness &harness, Type type, size_t count, size_t start = 0,
           const uint8_t *preset = nullptr);

    // A pointer to the first element, for a kernel's arguments.
    void **argument()
    {
        return &pointer_;
    }
    // Fetches what the kernel wrote; false, with a report, if a byte outside is no longer as it
    // was. |written|, if it is there, says for each element whether the kernel may write it.
    bool fetch(const Kernel &kernel, const std::vector<bool> *written = nullptr);
    // Of the last fetch.
    uint64_t bits(size_t index) const
    {
        return bits_load(type_, &bytes_[first_ + index * size_]);
    }

  private:
    Harness &harness_;
    Type type_;
    size_t size_;
    size_t first_; // byte
    size_t count_;
    Bytes bytes_;
    Bytes before_;
    std::unique_ptr<Upload> upload_;
    void *pointer_;
};

// The check of each family: every case that its kernels must get right.
bool check_elementwise(Harness &harness, const Kernel &kernel); // affine binary cast ternary unary
bool check_fill(Harness &harness, const Kernel &kernel);
bool check_indexing(Harness &harness, const Kernel &kernel);
bool check_sort(Harness &harness, const Kernel &kernel);
bool check_reduce(Harness &harness, const Kernel &kernel);
bool check_conv(Harness &harness, const Kernel &kernel);
bool check_quantized(Harness &harness, const Kernel &kernel);
// Of them the ones that multiply by rounded activations.
bool check_quantized_products(Harness &harness, const Kernel &kernel);
