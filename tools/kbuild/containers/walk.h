/* The state of a walk through a file's containers; see container.h.
 *
 * container.c        files: recognising the format; calls of the visitor
 * host_elf.c, pe.c   sections of files for the host
 * parts.c            all bytes of a file for the host, in and between its sections
 * search.c           units in bytes whose structure is not known
 * archive.c, zip.c, tar.c, gzip.c, xz.c, aks2.c  archives and compressed files
 * member.c           members of archives and compressed files
 * header.c           C headers written by kbuild
 * kernel_archive.c   archives written by kbuild
 * kpack.c            AMD's archives, and the libraries that name them
 * units.c            units that follow each other, in sections, files and unpacked bytes
 * images.c           which bytes are images, and of which kind
 * cubin.c, ptx.c     images for NVIDIA GPUs
 * offload_binary.c, fatbin.c  two kinds of units
 * version_1.c, version_2.c  code objects of early versions
 */
#ifndef KBUILD_CONTAINERS_WALK_H
#define KBUILD_CONTAINERS_WALK_H

#include "container.h"
#include "unpack.h"

enum {
    PROBLEMS_MAX = 1000,                 /* problems that are reported; more are only counted */
    FILES_DEPTH_MAX = 8,                 /* files in files: an archive in an archive */
    UNTOLD_MAX = 2 * FILES_DEPTH_MAX + 2 /* each file may have searched data in it */
};

struct walk {
    const struct container_visitor *visitor;
    uint64_t unpacked_max;      /* bytes that one container may unpack to */
    uint64_t unpacked_left;     /* bytes that the rest of the walk may still unpack */
    uint64_t unpacked_more;     /* bytes that walk_allow() may still add to |unpacked_left| */
    unsigned kpack_paths;       /* paths of kpack archives that were looked for */
    bool has_kpacked_members;   /* a member has its code objects in kpack archives */
    uint64_t images;            /* images that were shown, without empty ones */
    size_t containers;          /* containers that were shown */
    uint64_t problems;          /* problems that were found so far */
    struct codeobj_error first; /* the first problem; status CODEOBJ_OK if there is none */
    struct container *untold[UNTOLD_MAX]; /* not reported yet, outermost first */
    size_t untold_count;
};

/* Reports |container| to the visitor, and sets its number. */
void walk_container(struct walk *walk, struct container *container);
/* Reports |container| to the visitor, but not before something inside it is reported.
 * walk_container_end() ends the container, and returns whether it was reported. */
void walk_container_later(struct walk *walk, struct container *container);
bool walk_container_end(struct walk *walk, const struct container *container);
void walk_image(struct walk *walk, const struct container_image *image);
/* Reports a problem at |error->offset| in |where->bytes| to the visitor. */
void walk_problem(struct walk *walk, const struct container *where,
                  const struct codeobj_error *error);
/* Reports a problem at |offset| in |where->bytes| to the visitor. Returns false, which a caller
 * that cannot go on may return. */
bool walk_problem_at(struct walk *walk, const struct container *where, enum codeobj_status status,
                     uint64_t offset, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Returns the number of bytes that one container may unpack to now. */
uint64_t walk_unpacked_max(const struct walk *walk);
/* Returns the number of bytes that |size| compressed bytes may unpack to: the smaller of
 * walk_unpacked_max() and unpack_limit(size). */
uint64_t walk_unpacked_limit(const struct walk *walk, uint64_t size);
/* Counts |size| unpacked bytes. Callers count a failed unpacking too, with the most bytes that it
 * may have made, because unpacking takes the time. */
void walk_count_unpacked(struct walk *walk, uint64_t size);
/* Lets the walk unpack more bytes, because it also walks a file of |size| bytes. */
void walk_allow(struct walk *walk, uint64_t size);

/* Returns the kind of an image with these bytes. */
enum image_kind image_kind_of(struct span bytes);

/* ---- Files: each format is recognised by how |bytes| start --------------------------------- */

/* Walks the contents of a file, an archive member or a frame. Contents of an unknown format are
 * searched. */
void walk_contents(struct walk *walk, const struct container *file);
/* Walks a file in another file. Returns whether |member| was reported, because something is in
 * it. */
bool walk_member(struct walk *walk, struct container *member);

/* Whether |bytes| are an ELF file. The caller has checked that they are not a code object. */
bool host_elf_recognise(struct span bytes);
void host_elf_walk(struct walk *walk, const struct container *container);
/* Writes what |bytes| are, as "an ELF file for x86-64", to |out|, and returns |out|. */
char *host_elf_describe(struct span bytes, char *out, size_t size);

/* Programs and libraries for Windows. */
bool pe_recognise(struct span bytes);
void pe_walk(struct walk *walk, const struct container *container);

typedef void part_walk(struct walk *walk, const struct container *section);
/* A section of an ELF or PE file for the host. */
struct file_part {
    const char *name;
    uint64_t offset, size; /* where the section is; all of it is in the file */
    uint64_t header;       /* offset of the section's header in the file */
    part_walk *walk;       /* walks the contents; NULL: the contents are searched */
};
/* Walks the sections |parts| that have a |walk|, and searches the rest of the file. Changes the
 * order of |parts|. */
void parts_walk(struct walk *walk, const struct container *file, struct file_part *parts,
                size_t count);
/* Returns the function that walks a section with this name, or NULL; see host_elf.c. */
part_walk *section_walk_of(const char *name);

bool archive_recognise(struct span bytes);
void archive_walk(struct walk *walk, const struct container *container);

bool zip_recognise(struct span bytes);
void zip_walk(struct walk *walk, const struct container *container);

bool tar_recognise(struct span bytes);
void tar_walk(struct walk *walk, const struct container *container);

/* Files that gzip or xz has compressed, whose contents become a member. Gzip stores its name. */
bool gzip_recognise(struct span bytes);
void gzip_walk(struct walk *walk, const struct container *container);
bool xz_recognise(struct span bytes);
void xz_walk(struct walk *walk, const struct container *container);
/* Unpacks an xz stream, as codeobj's unpack() does for other codecs. */
struct unpacked;
enum codeobj_status xz_unpack(struct span bytes, uint64_t max, struct unpacked *out,
                              struct codeobj_error *error);

bool aks2_recognise(struct span bytes);
void aks2_walk(struct walk *walk, const struct container *container);

/* A member of an archive: its bytes, and its name, which need not be text. */
struct member {
    uint64_t offset, stored_size; /* where the member is in the archive */
    struct span name, bytes;
    enum bundle_codec codec;
    unsigned index; /* number among the members that were reported */
};
/* Walks |member|. Returns whether it was reported, because something is in it. */
bool member_walk(struct walk *walk, const struct container *archive, const struct member *member);
/* Whether the member's bytes have the CRC-32 |crc|; if not, reports that. */
bool member_check(struct walk *walk, const struct container *archive, const struct member *member,
                  uint32_t crc);
/* Unpacks and walks a member whose |bytes| are compressed; other bytes may follow the compressed
 * ones. They must unpack to |raw_size| bytes, with the CRC-32 |*crc| unless |crc| is NULL. With
 * MEMBER_SIZE_UNKNOWN, |member->stored_size| becomes the number of compressed bytes. Returns
 * whether the member was reported. */
#define MEMBER_SIZE_UNKNOWN UINT64_MAX
bool member_unpack_walk(struct walk *walk, const struct container *archive, struct member *member,
                        uint64_t raw_size, const uint32_t *crc);
/* Unpacks and walks a file that is one compressed stream, as a member with this |name|. Some
 * writers split a file into several streams: the streams after the first are reported, and not
 * walked. */
void stream_walk(struct walk *walk, const struct container *file, enum bundle_codec codec,
                 struct span name);

bool header_recognise(struct span bytes);
void header_walk(struct walk *walk, const struct container *container);

void kernel_archive_walk(struct walk *walk, const struct container *container);

void kpack_walk(struct walk *walk, const struct container *container);
/* Walks the kpack archives that KPACK_SECTION of a library names. */
void kpack_reference_walk(struct walk *walk, const struct container *section);

/* ---- Units: bundles, also compressed, code objects, offload and fat binaries, zstd frames --- */

struct unit {
    const struct container *parent;
    uint64_t offset;   /* where the unit starts in |parent| */
    unsigned index;    /* number among the units of its kind */
    struct span bytes; /* from |offset| to the end of |parent| */
};

enum { UNIT_KINDS = 6 };
/* How many units of each kind were found in a container so far. */
struct unit_indices {
    unsigned of[UNIT_KINDS];
};

/* Whether |bytes| start with a unit. */
bool unit_recognise(struct span bytes);
/* Walks the unit at |unit->offset|, and sets |unit->index|. Returns false when no unit starts
 * there, or when its end is unknown. */
bool unit_walk(struct walk *walk, struct unit *unit, struct unit_indices *indices,
               uint64_t *out_size);
/* Walks the units of |container|, which follow each other with only padding between them. */
void units_walk(struct walk *walk, const struct container *container);

/* Searches |data|, whose parent, name, index, offset, stored_size and bytes are set. Returns
 * whether it was reported, because something is in it. */
bool search_walk(struct walk *walk, struct container *data);
/* Searches all of a file, or of a member, whose format is unknown. */
void search_file(struct walk *walk, const struct container *file);
/* Searches |container| itself, from the offset |from| to its end. */
void search_rest(struct walk *walk, const struct container *container, uint64_t from,
                 struct unit_indices *indices);

/* Unpacks the zstd frame |frame|, whose parent, name, index, offset and stored_size are set, and
 * calls |contents| to show what is in it. The frame must unpack to |raw_size| bytes, unless that is
 * FRAME_SIZE_UNKNOWN. */
void frame_walk(struct walk *walk, struct container *frame, uint64_t raw_size,
                void (*contents)(struct walk *walk, const struct container *frame));
#define FRAME_SIZE_UNKNOWN UINT64_MAX
/* Shows |frame|, which was unpacked to |raw|, and calls |contents| to show what is in it. */
void frame_walk_unpacked(struct walk *walk, struct container *frame, struct span raw,
                         void (*contents)(struct walk *walk, const struct container *frame));

bool fatbin_recognise(struct span bytes);
/* Walks the fat binary at |unit|. Returns false when its end is unknown. */
bool fatbin_walk(struct walk *walk, const struct unit *unit, uint64_t *out_size);

bool offload_binary_recognise(struct span bytes);
/* Walks the offload binary at |unit|. Returns false when its end is unknown. */
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

/* Gives |argument|, of which only the place is known, the kind ARGUMENT_OTHER. Returns false when
 * memory runs out. */
bool argument_of_unknown_kind(struct code_object *object, struct kernel_argument *argument);

/* ---- Code objects of versions 1 and 2 -------------------------------------------------------- */

/* Opens a code object for AMD GPUs, of any version. */
enum codeobj_status code_object_open_amd(struct span bytes, struct metadata_pool *pool,
                                         struct code_object *out, struct codeobj_error *error);

struct elf_image;
struct notes;

/* Reads the kernels of a code object of version 1, sorted by name. Their memory is in
 * |object->memory|, on failure too. */
enum codeobj_status version_1_read(const struct elf_image *image, struct code_object *object,
                                   struct codeobj_error *error);

/* Reads the YAML documents of all NT_AMD_HSA_METADATA notes into |object->kernels|, sorted by name.
 * The memory of the kernels is in |object->memory|, on failure too. */
enum codeobj_status metadata_v2_read(const struct notes *notes, struct code_object *object,
                                     struct codeobj_error *error);

#endif
