/* Warns when a program cannot embed as much code as a package has.
 *
 * Code for x86-64 reaches 2 GiB: see the System V ABI, AMD64 supplement, section 3.5.1, "small code
 * model". When a program is larger, the linker reports truncated relocations, but not the reason.
 * (Large sections would avoid this, but need clang 18 and lld 17.) */
#include "emit/embed.h"

#include "util/file.h"

#include <inttypes.h>
#include <sys/stat.h>

/* the bytes of a header that are read; its first macro is in them, behind a comment that names each
 * target */
enum { HEAD = 65536 };
#define MIB (UINT64_C(1) << 20)
/* the most bytes of code for GPUs in a program; 64 MiB are left for the rest of the program, which
 * is small beside it */
#define LIMIT (2048 * MIB - 64 * MIB)

/* Returns how many bytes the header |path| embeds, as its first macro says. */
static uint64_t embedded_size(const char *path)
{
    static const char macro[] = "_HSACO_SIZE ";
    OWNED char *head = mem_alloc(HEAD + 1);
    FILE *file = fopen(path, "re");
    if (!file)
        return 0;
    size_t size = fread(head, 1, HEAD, file);
    fclose(file);
    const char *at = memmem(head, size, macro, sizeof macro - 1);
    return at ? strtoull(at + sizeof macro - 1, NULL, 10) : 0;
}

static uint64_t file_size(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode) ? (uint64_t)about.st_size : 0;
}

/* Returns the sum of |size| over those files whose names end in |end|. */
static uint64_t sum(const struct strings *files, const char *directory, const char *end,
                    uint64_t (*size)(const char *path))
{
    uint64_t total = 0;
    for (size_t i = 0; i < files->count; i++) {
        const char *file = files->items[i];
        OWNED char *path = directory ? path_join(directory, file) : mem_dup(file);
        const size_t length = strlen(file);
        if (length >= strlen(end) && strcmp(file + length - strlen(end), end) == 0)
            total += size(path);
    }
    return total;
}

void embed_warn_size(const struct strings *files, const char *directory)
{
    const uint64_t in_c = sum(files, directory, ".hsaco.h", embedded_size);
    const uint64_t in_rust = sum(files, directory, ".hsaco", file_size);
    if (in_c > LIMIT)
        status_warn("the headers embed %" PRIu64 " MiB of code objects; a program for x86-64 holds "
                    "less than 2 GiB, and with more its linker reports \"relocation truncated to "
                    "fit\": build with --embed=archive, or with --compress=zstd",
                    in_c / MIB);
    if (in_rust > LIMIT && sum(files, directory, "hsaco.rs", file_size))
        status_warn("hsaco.rs embeds %" PRIu64 " MiB of code objects; a program for x86-64 holds "
                    "less than 2 GiB, and with more its linker fails: build for fewer targets",
                    in_rust / MIB);
}
