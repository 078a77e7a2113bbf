/* Implements container.h. This file recognises the format of a file and calls the visitor. Each
 * format has a reader in a file of its own.
 *
 * A file is an archive, whose members are files again; a header, whose data are units (bundles,
 * code objects and others; see walk.h); a file for the host, whose sections have units; or units
 * one after another. All other files are searched for units. */
#include "container.h"

#include "kernel_archive.h"
#include "kpack.h"
#include "unpack.h"
#include "walk.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Calls of the visitor -------------------------------------------------------------- */

static void tell(struct walk *walk, struct container *container)
{
    container->number = walk->containers++;
    if (walk->visitor->container)
        walk->visitor->container(walk->visitor->context, container);
}

static void tell_untold(struct walk *walk)
{
    for (size_t i = 0; i < walk->untold_count; i++)
        tell(walk, walk->untold[i]);
    walk->untold_count = 0;
}

void walk_container(struct walk *walk, struct container *container)
{
    tell_untold(walk);
    tell(walk, container);
}

void walk_container_later(struct walk *walk, struct container *container)
{
    if (walk->untold_count == UNTOLD_MAX)
        tell_untold(walk);
    walk->untold[walk->untold_count++] = container;
}

bool walk_container_end(struct walk *walk, const struct container *container)
{
    bool is_untold = walk->untold_count > 0 && walk->untold[walk->untold_count - 1] == container;
    walk->untold_count -= is_untold;
    return !is_untold;
}

void walk_image(struct walk *walk, const struct container_image *image)
{
    tell_untold(walk);
    if (image->kind != IMAGE_EMPTY)
        walk->images++;
    if (walk->visitor->image)
        walk->visitor->image(walk->visitor->context, image);
}

void walk_problem(struct walk *walk, const struct container *where,
                  const struct codeobj_error *error)
{
    tell_untold(walk);
    if (!walk->first.status)
        walk->first = *error;
    if (walk->problems++ < PROBLEMS_MAX && walk->visitor->problem)
        walk->visitor->problem(walk->visitor->context, where, error);
}

/* Reports how many problems were found beyond PROBLEMS_MAX. Data that only look like code objects
 * may have a problem every few bytes. */
static void tell_untold_problems(struct walk *walk, const struct container *file)
{
    struct codeobj_error error;
    if (walk->problems <= PROBLEMS_MAX || !walk->visitor->problem)
        return;
    codeobj_fail_at(&error, CODEOBJ_LIMIT, 0, "%" PRIu64 " more problems, which are not listed",
                    walk->problems - PROBLEMS_MAX);
    walk->visitor->problem(walk->visitor->context, file, &error);
}

bool walk_problem_at(struct walk *walk, const struct container *where, enum codeobj_status status,
                     uint64_t offset, const char *format, ...)
{
    struct codeobj_error error;
    char message[sizeof error.message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    codeobj_fail_at(&error, status, offset, "%s", message);
    walk_problem(walk, where, &error);
    return false;
}

uint64_t walk_unpacked_max(const struct walk *walk)
{
    return walk->unpacked_max < walk->unpacked_left ? walk->unpacked_max : walk->unpacked_left;
}

uint64_t walk_unpacked_limit(const struct walk *walk, uint64_t size)
{
    const uint64_t max = walk_unpacked_max(walk), by_size = unpack_limit(size);
    return by_size < max ? by_size : max;
}

void walk_count_unpacked(struct walk *walk, uint64_t size)
{
    walk->unpacked_left -= size < walk->unpacked_left ? size : walk->unpacked_left;
}

void walk_allow(struct walk *walk, uint64_t size)
{
    /* Many small containers together may unpack to as much as the limit for one container of |size|
     * bytes. */
    uint64_t more = unpack_limit(size);
    more = more < walk->unpacked_more ? more : walk->unpacked_more;
    walk->unpacked_left += more;
    walk->unpacked_more -= more;
}

/* ---- Finding the format of a file, and walking through it ------------------------------------ */

struct known {
    const char *start;
    size_t size; /* number of bytes at |start| */
    const char *text;
};
#define BYTES(text) text, sizeof text - 1

static const char *find_known(struct span bytes, const struct known *known, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (bytes.size >= known[i].size && memcmp(bytes.data, known[i].start, known[i].size) == 0)
            return known[i].text;
    return NULL;
}

/* Returns the name of the compression of |bytes|, if it is one that kbuild cannot unpack, so that a
 * search would find nothing; else NULL. */
static const char *packing_of(struct span bytes)
{
    static const struct known known[] = {
        {BYTES("BZh"), "compressed by bzip2"},
        {BYTES("LZIP\1"), "compressed by lzip"},
        {BYTES("\x04\x22\x4d\x18"), "compressed by LZ4"},
        {BYTES("\x5d\0\0\x80\0\xff\xff\xff\xff\xff\xff\xff\xff"), "compressed by LZMA"},
        {BYTES("\x37\x7a\xbc\xaf\x27\x1c"), "a 7z archive"},
        {BYTES("Rar!\x1a\x07"), "a RAR archive"},
        {BYTES("MSCF\0\0\0\0"), "a cabinet of Windows"},
        {BYTES("\xed\xab\xee\xdb"), "an RPM package"},
        {BYTES("hsqs"), "a squashfs image"},
    };
    const char *text = find_known(bytes, known, sizeof known / sizeof known[0]);
    /* A text may begin with "BZh", too. In bzip2 the next byte is the size of its blocks, '1' to
     * '9'. */
    enum { BZIP2_SIZE = 10 };
    if (text == known[0].text &&
        (bytes.size < BZIP2_SIZE || bytes.data[3] < '1' || bytes.data[3] > '9' ||
         memcmp(bytes.data + 4, "1AY&SY", BZIP2_SIZE - 4) != 0))
        return NULL;
    return text;
}

/* Writes what kind of file |bytes| are, for a file in which nothing was found: "holds no code
 * objects: an ELF file for x86-64". */
static void describe(struct span bytes, char *out, size_t size)
{
    static const struct known known[] = {
        {BYTES("__CLANG_OFFLOAD_BUNDLE__"), "an offload bundle for the host only"},
        {BYTES("CCOB"), "an offload bundle for the host only"},
        {BYTES("!<arch>\n"), "an archive of other members"},
        {BYTES("BC\xc0\xde"), "LLVM bitcode, not linked yet"},
        {BYTES("\x03\x02\x23\x07"), "SPIR-V"},
        {BYTES("\x1f\x8b"), "a gzip file of something else"},
        {BYTES("\xfd\x37zXZ"), "an xz file of something else"},
        {BYTES("\x28\xb5\x2f\xfd"), "a zstd file of something else"},
        {BYTES("PK\x03\x04"), "a zip archive of other files"},
        {BYTES("MZ"), "a program or library for Windows"},
    };
    const char *packing = packing_of(bytes);
    if (packing) {
        snprintf(out, size, "was not searched: %s; unpack it first", packing);
        return;
    }
    const char *text = find_known(bytes, known, sizeof known / sizeof known[0]);
    char elf[80];
    if (!text)
        text = bytes.size == 0              ? "an empty file"
               : span_is_lfs_pointer(bytes) ? LFS_POINTER
                                            : "not a known format";
    if (tar_recognise(bytes))
        text = "a tar archive of other files";
    if (host_elf_recognise(bytes))
        text = host_elf_describe(bytes, elf, sizeof elf);
    snprintf(out, size, "holds no code objects: %s", text);
}

/* Units come first, because a code object is an ELF file, too. */
static const struct file_kind {
    bool (*recognise)(struct span bytes);
    void (*walk)(struct walk *walk, const struct container *container);
} file_kinds[] = {
    {unit_recognise, units_walk},
    {host_elf_recognise, host_elf_walk},
    {pe_recognise, pe_walk},
    {archive_recognise, archive_walk},
    {zip_recognise, zip_walk},
    {tar_recognise, tar_walk},
    {gzip_recognise, gzip_walk},
    {xz_recognise, xz_walk},
    {aks2_recognise, aks2_walk},
    {header_recognise, header_walk},
    {kernel_archive_recognise, kernel_archive_walk},
    {kpack_recognise, kpack_walk},
};

/* Walks a file by its format, or searches it if its format is not known. An archive member that
 * cannot be unpacked is reported as a problem, because nobody would notice that it is missing if
 * other members have code objects. When nothing is found in a whole file, describe() reports what
 * the file is. */
void walk_contents(struct walk *walk, const struct container *file)
{
    const char *packing = file->kind == CONTAINER_FILE ? NULL : packing_of(file->bytes);
    for (size_t i = 0; i < sizeof file_kinds / sizeof file_kinds[0]; i++) {
        if (file_kinds[i].recognise(file->bytes)) {
            file_kinds[i].walk(walk, file);
            return;
        }
    }
    if (packing)
        walk_problem_at(walk, file, CODEOBJ_UNSUPPORTED, 0,
                        "%s, which was not searched; unpack it first", packing);
    else
        search_file(walk, file);
}

bool walk_member(struct walk *walk, struct container *member)
{
    unsigned depth = 0;
    for (const struct container *at = member->parent; at; at = at->parent)
        depth += at->kind == CONTAINER_FILE || at->kind == CONTAINER_ARCHIVE_MEMBER;
    walk_container_later(walk, member);
    if (depth < FILES_DEPTH_MAX)
        walk_contents(walk, member);
    else
        walk_problem_at(walk, member, CODEOBJ_LIMIT, 0,
                        "archives in archives, %d deep; extract it and give that", FILES_DEPTH_MAX);
    return walk_container_end(walk, member);
}

enum codeobj_status container_walk(struct span file, const struct container_limits *limits,
                                   const struct container_visitor *visitor,
                                   struct codeobj_error *error)
{
    struct walk walk = {
        .visitor = visitor,
        .unpacked_max = limits && limits->unpacked ? limits->unpacked : UINT64_C(4) << 30,
        .unpacked_more = limits && limits->unpacked_all ? limits->unpacked_all : UINT64_C(64) << 30,
    };
    walk_allow(&walk, file.size);
    struct container container = {
        .kind = CONTAINER_FILE, .name = "", .stored_size = file.size, .bytes = file};
    walk_container(&walk, &container);
    walk_contents(&walk, &container);
    tell_untold_problems(&walk, &container);
    if (walk.first.status) {
        if (error)
            *error = walk.first;
        return walk.first.status;
    }
    if (walk.images > 0)
        return CODEOBJ_OK;
    char text[120] =
        "holds no code objects: those of its libraries are in kpack archives; give these";
    if (!walk.has_kpacked_members)
        describe(file, text, sizeof text);
    return codeobj_fail_at(error, CODEOBJ_UNRECOGNISED, 0, "%s", text);
}

char *container_print(const struct container *container, char *out, size_t size)
{
    static const struct {
        const char *before, *after;
        bool has_name; /* whether the container's name is printed; if false, its number, from 1 */
    } forms[] = {
        [CONTAINER_ARCHIVE_MEMBER] = {"(", ")", true},
        [CONTAINER_SECTION] = {" ", "", true},
        [CONTAINER_BUNDLE] = {" bundle ", "", false},
        [CONTAINER_COMPRESSED_BUNDLE] = {" compressed bundle ", "", false},
        [CONTAINER_HEADER] = {" ", "", true},
        [CONTAINER_FRAME] = {" frame ", "", false},
        [CONTAINER_OFFLOAD_BINARY] = {" offload binary ", "", false},
        [CONTAINER_FATBIN] = {" fat binary ", "", false},
        [CONTAINER_MODULE] = {" ", "", true},
        [CONTAINER_KPACK] = {" ", "", true},
        [CONTAINER_SEARCHED] = {" ", "", true},
    };
    if (size == 0)
        return out;
    out[0] = '\0';
    if (!container->parent)
        return out;
    container_print(container->parent, out, size);
    /* A compressed bundle has one bundle inside, which is shown without a number of its own. */
    if (container->kind == CONTAINER_BUNDLE && container->index == 0 &&
        container->parent->kind == CONTAINER_COMPRESSED_BUNDLE)
        return out;
    size_t used = strlen(out);
    char number[16];
    snprintf(number, sizeof number, "%u", container->index + 1);
    const char *name = container->kind == CONTAINER_SEARCHED && !*container->name ? "data"
                       : forms[container->kind].has_name                          ? container->name
                                                                                  : number;
    snprintf(out + used, size - used, "%s%s%s", forms[container->kind].before, name,
             forms[container->kind].after);
    return out;
}
