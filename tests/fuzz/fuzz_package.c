/* What commands read of host files with several sections, some of which are containers and some of
 * which are not: an input is a recipe of such a file. Bytes alone seldom become one, because all of
 * its headers must agree.
 *
 * A recipe is a row of items, each a byte for the section's name, a byte for its contents, and a
 * byte for the size of the text that some contents have behind them.
 */
#include "guarded.h"
#include "inspect/inspect.h"
#include "inspect/package.h"
#include "made.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SECTIONS_MAX = 8, ITEM = 3, PARTS_MAX = 4 };

static const char *const names[] = {
    ".hip_fatbin",
    ".llvm.offloading",
    ".llvm.rodata.offloading",
    ".nv_fatbin",
    ".rodata",
    ".hip_fatbin.one",
    ".hipFatBinSegment",
    "__CLANG_OFFLOAD_BUNDLE__hip-amdgcn-amd-amdhsa--gfx90a",
};

enum contents {
    NOTHING,
    TEXT,
    OBJECT, /* as code_object_recognise() wants it, but not one that opens */
    BUNDLE,
    HOST_BUNDLE, /* the host's entry alone */
    OFFLOAD_BINARY,
    FATBIN,
    COMPRESSED_BUNDLE,
    CONTENTS,
};

static void put_part(struct made *out, enum contents contents, struct span text)
{
    static const struct made_entry host[] = {{"host-x86_64-unknown-linux--", {NULL, 0}}};
    const struct made_payload payload = {1, 90, 0x11, text};
    struct made inner = {0};
    switch (contents) {
    case TEXT: made_bytes(out, text.data, text.size); break;
    case OBJECT: made_code_object(out, 1); break;
    case BUNDLE: made_small_bundle(out, "gfx90a", 2); break;
    case HOST_BUNDLE: made_bundle(out, host, 1); break;
    case OFFLOAD_BINARY: made_offload_binary(out, 2, text); break;
    case FATBIN: made_fatbin(out, &payload, 1); break;
    case COMPRESSED_BUNDLE:
        made_small_bundle(&inner, "gfx1100", 3);
        made_compressed(out, 2, 1, made_span(&inner));
        break;
    case NOTHING:
    case CONTENTS: break;
    }
    made_free(&inner);
}

/* Follows the recipe. Items of the same name in a row are parts of one section. */
static void make_file(struct span recipe, struct made *out)
{
    struct made contents[SECTIONS_MAX] = {{0}};
    struct made_section sections[SECTIONS_MAX];
    size_t count = 0, parts = 0;
    while (recipe.size >= ITEM) {
        const uint8_t *item = recipe.data;
        const char *name = names[item[0] % (sizeof names / sizeof names[0])];
        struct span text = {item + ITEM,
                            item[2] < recipe.size - ITEM ? item[2] : recipe.size - ITEM};
        recipe = (struct span){text.data + text.size, recipe.size - ITEM - text.size};
        if (count == 0 || strcmp(sections[count - 1].name, name) != 0 || parts == PARTS_MAX) {
            if (count == SECTIONS_MAX)
                break;
            sections[count++] = (struct made_section){name, SHT_PROGBITS, SHF_ALLOC, {NULL, 0}};
            parts = 0;
        }
        put_part(&contents[count - 1], item[1] % CONTENTS, text);
        parts++;
    }
    for (size_t i = 0; i < count; i++)
        sections[i].contents = made_span(&contents[i]);
    made_elf(out, ELFCLASS64, ELFDATA2LSB, sections, count);
    for (size_t i = 0; i < count; i++)
        made_free(&contents[i]);
}

/* A container of a container, and an image of it, is in the package: what refers to it is used. */
static void use(const struct package *package)
{
    static FILE *nowhere;
    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    if (!nowhere)
        abort();
    for (size_t i = 0; i < package->container_count; i++)
        if (package->containers[i].parent != PACKAGE_NONE && package->containers[i].parent >= i)
            abort();
    for (size_t i = 0; i < package->image_count; i++)
        if (package->images[i].container >= package->container_count)
            abort();
    package_print_json(package, nowhere);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char path[64];
    struct made file = {0};
    struct package package;
    make_file((struct span){data, size}, &file);
    if (!*path)
        snprintf(path, sizeof path, "%s/fuzz_package.%ld",
                 access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (long)getpid());
    FILE *out = fopen(path, "wb");
    if (!out || fwrite(file.data, 1, file.size, out) != file.size || fclose(out) != 0)
        abort();
    made_free(&file);
    char *const operands[] = {path};
    const struct strings paths = {.items = (char **)(uintptr_t)operands, .count = 1};
    package_read(&paths, NULL, &package);
    use(&package);
    package_free(&package);
    unlink(path);
    return 0;
}
