/* llvm-objdump: finding it, asking which processors it knows, running it. */
#include "inspect/disasm.h"

#include "toolchain/toolchain.h"
#include "util/file.h"
#include "util/process.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Debian's; the newest in Debian 12. */
static const char newest_package[] = "llvm-19";

/* ---- Finding --------------------------------------------------------------------------------- */

/* Takes |path|, which may be NULL. */
static void add(struct objdumps *objdumps, char *path)
{
    if (!path)
        return;
    objdumps->items = mem_grow(objdumps->items, objdumps->count, sizeof *objdumps->items);
    objdumps->items[objdumps->count++] = (struct objdump){.path = path};
}

static void find_all(struct objdumps *out)
{
    const char *root = getenv("KBUILD_SYSROOT"), *rocm = getenv("ROCM_PATH");
    struct strings debian = {0};
    toolchain_list_llvm("bin/llvm-objdump", &debian);
    for (size_t i = 0; i < debian.count; i++)
        add(out, mem_dup(debian.items[i]));
    strings_free(&debian);
    char *path = rocm && *rocm ? path_join(rocm, "llvm/bin/llvm-objdump")
                               : mem_format("%s/opt/rocm/llvm/bin/llvm-objdump", root ? root : "");
    add(out, process_find(path));
    free(path);
    add(out, process_find("llvm-objdump"));
}

enum status objdumps_find(const char *wanted, struct objdumps *out)
{
    *out = (struct objdumps){0};
    if (wanted)
        add(out, process_find(wanted));
    else
        find_all(out);
    if (out->count)
        return STATUS_OK;
    if (wanted)
        return status_fail(STATUS_ENVIRONMENT, "disasm: %s: no such program", wanted);
    return status_fail(STATUS_ENVIRONMENT,
                       "disasm: llvm-objdump was not found: looked in /usr/lib/llvm-*/bin, "
                       "/opt/rocm/llvm/bin and PATH. On Debian: apt-get install %s",
                       newest_package);
}

void objdumps_free(struct objdumps *objdumps)
{
    for (size_t i = 0; i < objdumps->count; i++) {
        free(objdumps->items[i].path);
        strings_free(&objdumps->items[i].processors);
    }
    free(objdumps->items);
    *objdumps = (struct objdumps){0};
}

/* llvm-objdump cannot be asked (before LLVM 19 it crashes), so llvm-mc of the same directory is.
 * Its list has lines "  gfx90a - Select the gfx90a processor.". */
static void ask(struct objdump *objdump)
{
    objdump->was_asked = true;
    char *real = realpath(objdump->path, NULL);
    char *directory = path_directory(real ? real : objdump->path);
    char *assembler = path_join(directory, "llvm-mc");
    char *const argv[] = {assembler, "-triple=amdgcn-amd-amdhsa", "-mcpu=help", NULL};
    struct process_result result;
    process_run(argv, NULL, PROCESS_QUIET_IN | PROCESS_CAPTURE_OUT | PROCESS_CAPTURE_ERR, &result);
    char *save = NULL;
    for (char *line = strtok_r(result.err.data, "\n", &save); line;
         line = strtok_r(NULL, "\n", &save)) {
        line += strspn(line, " ");
        size_t length = strcspn(line, " ");
        if (strncmp(line, "gfx", 3) == 0 && strstr(line, "processor"))
            strings_take(&objdump->processors, mem_dup_n(line, length));
    }
    process_result_free(&result);
    free(assembler);
    free(directory);
    free(real);
}

enum status objdumps_choose(struct objdumps *objdumps, const char *processor,
                            const struct objdump **out)
{
    for (size_t i = 0; i < objdumps->count; i++) {
        struct objdump *objdump = &objdumps->items[i];
        if (!objdump->was_asked)
            ask(objdump);
        if (!objdump->processors.count || strings_contain(&objdump->processors, processor)) {
            *out = objdump;
            return STATUS_OK;
        }
    }
    return status_fail(STATUS_ENVIRONMENT,
                       "disasm: %s does not know %s%s; a newer LLVM may: --objdump PROGRAM, or on "
                       "Debian apt-get install %s",
                       objdumps->items[0].path, processor,
                       objdumps->count > 1 ? ", nor does an older one" : "", newest_package);
}

/* ---- Running --------------------------------------------------------------------------------- */

static bool write_all(int fd, struct span bytes)
{
    for (size_t done = 0; done < bytes.size;) {
        ssize_t written = write(fd, bytes.data + done, bytes.size - done);
        if (written < 0 && errno != EINTR)
            return false;
        done += written > 0 ? (size_t)written : 0;
    }
    return true;
}

enum status shared_image_open(struct span bytes, struct shared_image *out)
{
    int fd = memfd_create("code object", 0); /* not closed on exec: the child reads it */
    if (fd < 0 || !write_all(fd, bytes)) {
        int error = errno;
        if (fd >= 0)
            close(fd);
        return status_fail(STATUS_ENVIRONMENT, "disasm: cannot hold a code object in memory: %s",
                           strerror(error));
    }
    out->fd = fd;
    snprintf(out->path, sizeof out->path, "/proc/self/fd/%d", fd);
    return STATUS_OK;
}

void shared_image_close(struct shared_image *image)
{
    close(image->fd);
}

enum status objdump_run(const struct objdump *objdump, const struct shared_image *image,
                        struct address_range range, bool lines, struct buf *out)
{
    char first[48], last[48];
    snprintf(first, sizeof first, "--start-address=0x%" PRIx64, range.start);
    snprintf(last, sizeof last, "--stop-address=0x%" PRIx64, range.end);
    char *const argv[] = {objdump->path,
                          "--disassemble",
                          first,
                          last,
                          (char *)image->path,
                          lines ? "--line-numbers"
                                : NULL, /* costs time even where there are none */
                          NULL};
    struct process_result result;
    bool done = process_run(argv, NULL,
                            PROCESS_QUIET_IN | PROCESS_CAPTURE_OUT | PROCESS_CAPTURE_ERR, &result);
    enum status status = STATUS_OK;
    if (done)
        buf_append(out, result.out.data, result.out.size);
    else if (result.error)
        status = status_fail(STATUS_ENVIRONMENT, "disasm: cannot run %s: %s", objdump->path,
                             strerror(result.error));
    else if (result.signal)
        status = status_fail(STATUS_ENVIRONMENT,
                             "disasm: %s crashed (signal %d); another LLVM may do better: "
                             "--objdump PROGRAM",
                             objdump->path, result.signal);
    else
        status = status_fail(STATUS_INPUT, "disasm: %s fails: %.*s", objdump->path,
                             (int)strcspn(result.err.data, "\n"), result.err.data);
    process_result_free(&result);
    return status;
}
