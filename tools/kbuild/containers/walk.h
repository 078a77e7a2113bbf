/* The state of a walk through a file's containers; see container.h.
 *
 * container.c        files: recognising the format; calls of the visitor
 * host_elf.c, pe.c   sections of files for the host
 * parts.c            all bytes of such a file, in and between its sections
 * search.c           units in bytes whose structure is not known
 * archive.c, zip.c, tar.c, gzip.c, xz.c, aks2.c  members
 * member.c           what those have in common
 * header.c           C headers written by kbuild
 * kernel_archive.c   archives written by kbuild
 * kpack.c            AMD's archives, and the libraries that name them
 * units.c            units in a row, in all of those
 * images.c           which of them are images, and of which kind
 * cubin.c, ptx.c     images for NVIDIA GPUs
 * offload_binary.c, fatbin.c  two kinds of them
 * version_1.c, version_2.c  code objects of early versions
 */
#ifndef KBUILD_CONTAINERS_WALK_H
#define KBUILD_CONTAINERS_WALK_H

#include "container.h"
#include "unpack.h"

enum {
    PROBLEMS_MAX = 1000,                 /* of a file that the visitor is told of */
    FILES_DEPTH_MAX = 8,                 /* files in files: an archive in an archive */
    UNTOLD_MAX = 2 * FILES_DEPTH_MAX + 2 /* each may hold data that is searched */
};

struct walk {
    const struct container_visitor *visitor;
    uint64_t unpacked_max;                /* bytes that one container may unpack to */
    uint64_t unpacked_left;               /* and all that are still to come */
    uint64_t unpacked_more;               /* that further files add; see walk_allow() */
    unsigned kpack_paths;                 /* that were looked for */
    bool has_kpacked_members;             /* libraries in this file, whose archives were not */
    uint64_t images;                      /* that were shown, without empty ones */
    size_t containers;                    /* that were shown */
    uint64_t problems;                    /* so far */
    struct codeobj_error first;           /* problem; its status is CODEOBJ_OK without one */
    struct container *untold[UNTOLD_MAX]; /* outermost first; see walk_container_later() */
    size_t untold_count;
};

/* Each calls the visitor. walk_container() sets the number. */
void walk_container(struct walk *walk, struct container *container);
/* The same, but not before there is something in it to tell of. walk_container_end() ends it, and
 * returns whether there was. */
void walk_container_later(struct walk *walk, struct container *container);
bool walk_container_end(struct walk *walk, const struct container *container);
void walk_image(struct walk *walk, const struct container_image *image);
/* |error->offset| counts in the bytes of |where|. */
void walk_problem(struct walk *walk, const struct container *where,
                  const struct codeobj_error *error);
/* Returns false, for a caller that cannot go on. */
bool walk_problem_at(struct walk *walk, const struct container *where, enum codeobj_status status,
                     uint64_t offset, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* The number of bytes that one container may unpack to now. */
uint64_t walk_unpacked_max(const struct walk *walk);
/* The same, but no more than |size| compressed bytes may unpack to. */
uint64_t walk_unpacked_limit(const struct walk *walk, uint64_t size);
/* Failures count too, with the most that they may have been, because unpacking takes the time. */
void walk_count_unpacked(struct walk *walk, uint64_t size);
/* Another file of |size| bytes is walked as well, so that more may be unpacked. */
void walk_allow(struct walk *walk, uint64_t size);

/* The kind of an image with these bytes. */
enum image_kind image_kind_of(struct span bytes);

/* ---- Files: each format is recognised by how |bytes| start --------------------------------- */

/* Walks what a file, or something like it, holds: files of an unknown format are searched. */
void walk_contents(struct walk *walk, const struct container *file);
/* Walks a file in a file. Whether the visitor was told of it: there is something in it. */
bool walk_member(struct walk *walk, struct container *member);

/* An ELF file; the caller has checked that it is not a code object. */
bool host_elf_recognise(struct span bytes);
void host_elf_walk(struct walk *walk, const struct container *container);
/* "an ELF file for x86-64"; written to |out|, which is returned. */
char *host_elf_describe(struct span bytes, char *out, size_t size);

/* A program or library for Windows. */
bool pe_recognise(struct span bytes);
void pe_walk(struct walk *walk, const struct container *container);

typedef void part_walk(struct walk *walk, const struct container *section);
/* A section of such a file. */
struct file_part {
    const char *name;
    uint64_t offset, size; /* in the file, which has all of it */
    uint64_t header;       /* the offset of what says so */
    part_walk *walk;       /* of what it holds; NULL: it is searched */
};
/* Walks the parts, and searches the rest of the file. Changes the order of |parts|. */
void parts_walk(struct walk *walk, const struct container *file, struct file_part *parts,
                size_t count);
/* The walk of a section with this name, or NULL: see host_elf.c. */
part_walk *section_walk_of(const char *name);

bool archive_recognise(struct span bytes);
void archive_walk(struct walk *walk, const struct container *container);

bool zip_recognise(struct span bytes);
void zip_walk(struct walk *walk, const struct container *container);

bool tar_recognise(struct span bytes);
void tar_walk(struct walk *walk, const struct container *container);

/* A file compressed by gzip, which becomes a member with the name in it; and by xz. */
bool gzip_recognise(struct span bytes);
void gzip_walk(struct walk *walk, const struct container *container);
bool xz_recognise(struct span bytes);
void xz_walk(struct walk *walk, const struct container *container);
/* As codeobj's unpack(). */
struct unpacked;
enum codeobj_status xz_unpack(struct span bytes, uint64_t max, struct unpacked *out,
                              struct codeobj_error *error);

bool aks2_recognise(struct span bytes);
void aks2_walk(struct walk *walk, const struct container *container);

/* Members of all of these. The bytes of one, and its name, which need not be text. */
struct member {
    uint64_t offset, stored_size; /* in the archive */
    struct span name, bytes;
    enum bundle_codec codec;
    unsigned index; /* among those that were told */
};
/* Walks it. Whether the visitor was told of it: there is something in it. */
bool member_walk(struct walk *walk, const struct container *archive, const struct member *member);
/* Whether its bytes have the CRC-32 |crc|. */
bool member_check(struct walk *walk, const struct container *archive, const struct member *member,
                  uint32_t crc);
/* Unpacks and walks a member whose bytes are the compressed ones, perhaps with others behind them.
 * It must unpack to |raw_size| bytes, with the CRC-32 |*crc| unless that is NULL. Where the size is
 * unknown, |stored_size| becomes that of the compressed bytes. */
#define MEMBER_SIZE_UNKNOWN UINT64_MAX
bool member_unpack_walk(struct walk *walk, const struct container *archive, struct member *member,
                        uint64_t raw_size, const uint32_t *crc);
/* The only member of a file that is one compressed stream. Some writers write several, which are
 * one file when they are unpacked: those are reported. */
void stream_walk(struct walk *walk, const struct container *file, enum bundle_codec codec,
                 struct span name);

bool header_recognise(struct span bytes);
void header_walk(struct walk *walk, const struct container *container);

void kernel_archive_walk(struct walk *walk, const struct container *container);

void kpack_walk(struct walk *walk, const struct container *container);
/* Walks KPACK_SECTION of a library: the archives that it names. */
void kpack_reference_walk(struct walk *walk, const struct container *section);

/* ---- Units: bundles, compressed ones, offload binaries, code objects, zstd frames ---------- */

struct unit {
    const struct container *parent;
    uint64_t offset;   /* in it */
    unsigned index;    /* among its kind */
    struct span bytes; /* from there to the end of |parent| */
};

enum { UNIT_KINDS = 6 };
/* How many of each kind there were in a container. */
struct unit_indices {
    unsigned of[UNIT_KINDS];
};

/* Whether a unit starts here. */
bool unit_recognise(struct span bytes);
/* Walks the one at |unit|, whose index is set. False when there is none, or when its end is
 * unknown. */
bool unit_walk(struct walk *walk, struct unit *unit, struct unit_indices *indices,
               uint64_t *out_size);
/* Walks the units of |container|, which follow each other with only padding between them. */
void units_walk(struct walk *walk, const struct container *container);

/* Searches |data|, whose parent, name, index, offset, stored_size and bytes are set. Whether there
 * is something in it, so that the visitor was told of it. */
bool search_walk(struct walk *walk, struct container *data);
/* Searches all of a file, or of a member, whose format is unknown. */
void search_file(struct walk *walk, const struct container *file);
/* Searches |container| itself, from |from| on. */
void search_rest(struct walk *walk, const struct container *container, uint64_t from,
                 struct unit_indices *indices);

/* Unpacks a zstd frame, and shows what is in it by |contents|; parent, name, index, offset and
 * stored_size are set. It must unpack to |raw_size| bytes. */
void frame_walk(struct walk *walk, struct container *frame, uint64_t raw_size,
                void (*contents)(struct walk *walk, const struct container *frame));
#define FRAME_SIZE_UNKNOWN UINT64_MAX
/* Shows |raw|, which was unpacked, and by |contents| what is in it. */
void frame_walk_unpacked(struct walk *walk, struct container *frame, struct span raw,
                         void (*contents)(struct walk *walk, const struct container *frame));

bool fatbin_recognise(struct span bytes);
/* False when its end is unknown. */
bool fatbin_walk(struct walk *walk, const struct unit *unit, uint64_t *out_size);

bool offload_binary_recognise(struct span bytes);
/* False when its end is unknown. */
bool offload_binary_walk(struct walk *walk, const struct unit *unit, uint64_t *out_size);

/* ---- Images for NVIDIA GPUs ------------------------------------------------------------------ */

bool cubin_recognise(struct span bytes);
enum codeobj_status cubin_size(struct span bytes, uint64_t *out, struct codeobj_error *error);
enum codeobj_status cubin_open(struct span bytes, struct metadata_pool *pool,
                               struct code_object *out, struct codeobj_error *error);
void cubin_variables(struct span bytes, void *context, variable_visitor *visit);

bool ptx_recognise(struct span bytes);
enum codeobj_status ptx_size(struct span bytes, uint64_t *out, struct codeobj_error *error);
enum codeobj_status ptx_open(struct span bytes, struct metadata_pool *pool, struct code_object *out,
                             struct codeobj_error *error);
void ptx_variables(struct span bytes, void *context, variable_visitor *visit);

/* Whether there was memory. Only the place of |argument| is known. */
bool argument_of_unknown_kind(struct code_object *object, struct kernel_argument *argument);

/* ---- Code objects of versions 1 and 2 -------------------------------------------------------- */

/* Opens a code object for AMD GPUs, of any version. */
enum codeobj_status code_object_open_amd(struct span bytes, struct metadata_pool *pool,
                                         struct code_object *out, struct codeobj_error *error);

struct elf_image;
struct notes;

/* Reads the kernels of version 1, sorted by name. They are in |object->memory|, on failure too. */
enum codeobj_status version_1_read(const struct elf_image *image, struct code_object *object,
                                   struct codeobj_error *error);

/* Reads the YAML documents of all NT_AMD_HSA_METADATA notes into |object->kernels|, sorted by name.
 * The kernels are in |object->memory|, on failure too. */
enum codeobj_status metadata_v2_read(const struct notes *notes, struct code_object *object,
                                     struct codeobj_error *error);

#endif
