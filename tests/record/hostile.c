/* Writes recordings with hostile launches whose checksums are right: hostile CODE-OBJECT FOLDER. It
 * prints a line for each: the file's name, the exit code that kbuild replay is to have, and a text
 * that it is to print. */
#include "mapped_file.h"
#include "record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 256 }; /* of each allocation */

/* A launch of the kernel scale(out, in, count), and what makes it hostile. */
struct hostile {
    struct record_launch launch;
    struct record_allocation allocations[3];
    struct record_pointer pointers[3];
    uint64_t arguments[3];
    uint64_t first, count; /* the workgroups that are to run; count 0: all */
    struct span code;
    bool has_no_device;
};

static void nothing(struct hostile *h)
{
    (void)h;
}

static void low_address(struct hostile *h)
{
    h->arguments[0] = h->allocations[0].address = 4096;
}

static void address_of_stack(struct hostile *h)
{
    int here;
    uint64_t page = (uint64_t)(uintptr_t)&here & ~(uint64_t)4095;
    h->arguments[1] = h->allocations[1].address = page;
}

static void address_of_kernel_space(struct hostile *h)
{
    h->arguments[1] = h->allocations[1].address = 0xffffffff80000000;
}

static void last_address(struct hostile *h)
{
    h->allocations[1].address = UINT64_MAX - BYTES + 1;
}

static void pointers_overlap(struct hostile *h)
{
    address_of_stack(h); /* so that pointers are changed */
    h->pointers[0] = (struct record_pointer){RECORD_ARGUMENTS, 1, 4};
}

static void pointer_outside(struct hostile *h)
{
    h->pointers[0].offset = 17;
}

static void pointer_to_nothing(struct hostile *h)
{
    h->pointers[0].allocation = 2;
}

static void pointer_in_unknown_memory(struct hostile *h)
{
    h->pointers[0].holder = 7;
}

static void huge(struct hostile *h)
{
    h->allocations[1].size = UINT64_C(1) << 46;
}

static void endless(struct hostile *h)
{
    h->allocations[1].size = INT64_MAX;
}

static void more_than_it_has(struct hostile *h)
{
    h->arguments[2] = 0x7fffffff;
    h->launch.grid[0] = 1000;
}

static void no_block(struct hostile *h)
{
    h->launch.block[1] = 0;
}

static void no_grid(struct hostile *h)
{
    h->launch.grid[2] = 0;
}

static void large_block(struct hostile *h)
{
    h->launch.block[0] = UINT32_MAX;
}

static void large_grid(struct hostile *h)
{
    h->launch.grid[0] = h->launch.grid[1] = h->launch.grid[2] = UINT32_MAX;
}

static void last_block(struct hostile *h)
{
    h->launch.last_block[0] = UINT32_MAX;
}

static void large_lds(struct hostile *h)
{
    h->launch.dynamic_lds = UINT32_MAX;
}

static void cooperative(struct hostile *h)
{
    h->launch.flags = RECORD_COOPERATIVE;
    h->launch.grid[0] = UINT32_MAX;
}

static void no_arguments(struct hostile *h)
{
    h->launch.argument_bytes = 0;
    h->launch.pointer_count = 0;
}

static void few_arguments(struct hostile *h)
{
    h->launch.argument_bytes = 19;
}

static char unknown_name[] = "no_such_kernel";
static void unknown_kernel(struct hostile *h)
{
    h->launch.kernel = unknown_name;
}

/* Makes a third allocation, which is a variable. */
static void add_variable(struct hostile *h, const char *name, uint64_t size)
{
    h->allocations[2] = (struct record_allocation){
        .address = 0x7f1000000000, .size = size, .memory = RECORD_VARIABLE, .name = name};
    h->launch.allocation_count = 3;
}

static void large_variable(struct hostile *h)
{
    add_variable(h, "bias", 4096);
}

static void unknown_variable(struct hostile *h)
{
    add_variable(h, "../../etc/passwd", 4);
}

static void kernel_as_variable(struct hostile *h)
{
    add_variable(h, "scale", 4096);
}

static void other_workgroups(struct hostile *h)
{
    h->first = UINT64_MAX - 1;
    h->count = UINT64_MAX;
}

static void cut_code(struct hostile *h)
{
    h->code.size = 200;
}

static void other_code(struct hostile *h)
{
    h->code = (struct span){(const uint8_t *)"#!/bin/sh\nexit 0\n", 17};
}

static void no_device(struct hostile *h)
{
    h->has_no_device = true;
}

static const struct {
    const char *name;
    void (*change)(struct hostile *h);
    int exit_code;
    const char *text;
} cases[] = {
    {"nothing", nothing, 0, "the kernel ended"},
    {"low_address", low_address, 0, "1 of 2 allocations have their recorded addresses"},
    {"address_of_stack", address_of_stack, 0, "the kernel ended"},
    {"address_of_kernel_space", address_of_kernel_space, 0, "1 of 2 allocations"},
    {"last_address", last_address, 1, "its allocations contradict themselves"},
    {"pointers_overlap", pointers_overlap, 1, "the kernel failed"},
    {"pointer_outside", pointer_outside, 1, "a pointer is outside of what holds it"},
    {"pointer_to_nothing", pointer_to_nothing, 1, "a pointer is outside of what holds it"},
    {"pointer_in_unknown_memory", pointer_in_unknown_memory, 1, "a pointer is outside"},
    {"huge", huge, 1, "MiB of memory, and half of this machine's is"},
    {"endless", endless, 1, "MiB of memory, and half of this machine's is"},
    {"more_than_it_has", more_than_it_has, 1, "the kernel failed: hipErrorIllegalAddress"},
    {"no_block", no_block, 1, "the kernel failed"},
    {"no_grid", no_grid, 1, "the kernel failed"},
    {"large_block", large_block, 1, "the kernel failed"},
    {"large_grid", large_grid, 1, "the kernel failed"},
    {"last_block", last_block, 0, "the kernel ended"},
    {"large_lds", large_lds, 1, "the kernel failed"},
    {"cooperative", cooperative, 1, "the kernel failed"},
    {"no_arguments", no_arguments, 1, "have 0 bytes, and it has more of them"},
    {"few_arguments", few_arguments, 1, "have 19 bytes, and it has more of them"},
    {"unknown_kernel", unknown_kernel, 1, "has no kernel 'no_such_kernel'"},
    {"large_variable", large_variable, 1, "has no variable 'bias' of 4096 bytes"},
    {"unknown_variable", unknown_variable, 1, "has no variable '../../etc/passwd'"},
    {"kernel_as_variable", kernel_as_variable, 1, "has no variable 'scale' of 4096 bytes"},
    {"other_workgroups", other_workgroups, 1, "the workgroups that are to run are not in its grid"},
    {"cut_code", cut_code, 1, "the code object"},
    {"other_code", other_code, 1, "the code object"},
    {"no_device", no_device, 1, "--device chooses another"},
};

static char kernel[] = "scale";

/* Sets what is right. */
static void begin(struct hostile *h, struct span code)
{
    static const uint64_t places[] = {0x7f0000000000, 0x7f0000400000};
    *h = (struct hostile){.code = code};
    h->launch = (struct record_launch){.number = 1,
                                       .grid = {1, 1, 1},
                                       .block = {64, 1, 1},
                                       .kernel = kernel,
                                       .arguments = (uint8_t *)h->arguments,
                                       .argument_bytes = 20,
                                       .allocations = h->allocations,
                                       .allocation_count = 2,
                                       .pointers = h->pointers,
                                       .pointer_count = 2};
    for (unsigned i = 0; i < 2; i++) {
        h->allocations[i] = (struct record_allocation){.address = places[i], .size = BYTES};
        h->arguments[i] = places[i];
        h->pointers[i] = (struct record_pointer){RECORD_ARGUMENTS, i, 8 * i};
    }
    h->arguments[2] = BYTES / 4;
}

static bool write_case(const char *path, struct hostile *h)
{
    const struct record_settings settings = {path, UINT64_MAX, 0, false};
    const struct record_device device = {"gfx1100", "hostile"};
    struct record_writer *writer = record_create(&settings, NULL);
    if (!writer)
        return false;
    h->launch.code = record_put_code(writer, h->code);
    bool is_good = (h->has_no_device || record_put_device(writer, 0, &device)) &&
                   record_put_launch(writer, &h->launch) &&
                   (!h->count || record_put_part(writer, &h->launch, h->first, h->count));
    record_finish(writer, 1, 0);
    return is_good;
}

int main(int argc, char **argv)
{
    struct mapped_file code;
    char path[512];
    if (argc != 3 || mapped_file_open(argv[1], &code, NULL) != CODEOBJ_OK)
        return 2;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct hostile h;
        begin(&h, code.bytes);
        cases[i].change(&h);
        snprintf(path, sizeof path, "%s/%s.krec", argv[2], cases[i].name);
        if (!write_case(path, &h))
            return 1;
        printf("%s.krec %d %s\n", cases[i].name, cases[i].exit_code, cases[i].text);
    }
    mapped_file_close(&code);
    return 0;
}
