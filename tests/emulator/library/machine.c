#include "machine.h"

#include "core/finding.h"
#include "core/dispatch.h"
#include "core/space.h"
#include "decode/decoder.h"
#include "watch/watchers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct machine_module {
    struct device *device;
    struct program *program;
};

/* The device is made from the environment, once. */
static struct device *machine_device(const char *target)
{
    setenv("HIPEMU_DEVICES", target, 1);
    struct device *device = device_at(0);
    if (!device) {
        fprintf(stderr, "%s: no such device\n", target);
        exit(1);
    }
    return device;
}

/* The image for |target| in |bytes|. */
static struct span find_image(const char *target, struct span bytes)
{
    struct bundle bundle;
    struct span image = {NULL, 0};
    if (!bundle_recognise(bytes))
        return bytes;
    if (bundle_open(bytes, &bundle, NULL))
        return image;
    for (size_t i = 0; i < bundle.count; i++) {
        if (strcmp(bundle.entries[i].target, target) == 0)
            image = bundle.entries[i].image;
    }
    bundle_close(&bundle);
    return image;
}

struct machine_module *machine_load(const char *target, const void *bytes, size_t size)
{
    struct codeobj_error error = {.message = "out of memory"};
    struct span image = find_image(target, (struct span){bytes, size});
    struct machine_module *module = malloc(sizeof *module);
    if (module) {
        module->device = machine_device(target);
        if (image.data && program_load(image, module->device, &llvm_decoder, &module->program,
                                       &error) == CODEOBJ_OK) {
            module->program->watchers = &all_watchers;
            return module;
        }
    }
    fprintf(stderr, "%s: %s\n", target, image.data ? error.message : "no image in the bundle");
    free(module);
    return NULL;
}

void machine_unload(struct machine_module *module)
{
    if (module)
        program_unload(module->program);
    free(module);
}

void *machine_allocate(const char *target, size_t bytes)
{
    void *memory = space_allocate(machine_device(target), MEMORY_DEVICE, bytes, 256, 0,
                                  "machine_allocate", check_is_on());
    if (!memory) {
        fprintf(stderr, "%zu bytes: out of memory\n", bytes);
        exit(1);
    }
    return memory;
}

void machine_free(void *memory)
{
    if (!space_free(memory)) {
        fprintf(stderr, "%p: not an allocation\n", memory);
        exit(1);
    }
}

void machine_wrote(void *memory, size_t bytes)
{
    space_mark_written(space_find(memory), (uintptr_t)memory, bytes);
}

static double seconds;

double machine_seconds(void)
{
    return seconds;
}

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

bool machine_launch(struct machine_module *module, const char *kernel, const unsigned grid[3],
                    const unsigned block[3], unsigned shared, void **arguments)
{
    uint8_t packed[4096] = {0};
    struct fault fault;
    struct launch launch = {.program = module->program,
                            .kernel = code_object_find(&module->program->object, kernel),
                            .grid = {grid[0], grid[1], grid[2]},
                            .block = {block[0], block[1], block[2]},
                            .dynamic_lds = shared,
                            .arguments = packed};
    if (!launch.kernel || launch.kernel->kernarg_size > sizeof packed) {
        fprintf(stderr, "%s: no such kernel, or too many arguments\n", kernel);
        return false;
    }
    for (size_t i = 0; i < launch.kernel->argument_count; i++) {
        const struct kernel_argument *argument = &launch.kernel->arguments[i];
        if (argument->kind == ARGUMENT_HIDDEN)
            continue;
        memcpy(packed + argument->offset, *arguments++, argument->size);
        launch.argument_bytes = argument->offset + argument->size;
    }
    double begin = processor_seconds();
    bool is_done = dispatch_run(module->device, &launch, &fault);
    seconds += processor_seconds() - begin;
    if (is_done)
        return true;
    fprintf(stderr, "%s\n", fault.message);
    return false;
}
