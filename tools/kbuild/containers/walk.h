/* The state of a walk through a file's containers; see container.h. To show or report an image, a
 * container or a problem means to call the walk's visitor with it.
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
    /* the most problems that are reported; further problems are only counted */
    PROBLEMS_MAX = 1000,
    /* how deep files may be nested in files: archives in archives */
    FILES_DEPTH_MAX = 8,
    /* how many entries |untold| has: at each depth one for a file, and one for data in the file
     * that were searched */
    UNTOLD_MAX = 2 * FILES_DEPTH_MAX + 2
};

struct walk {
    const struct container_visitor *visitor;
    uint64_t unpacked_max;    /* the most bytes to which one container may unpack */
    uint64_t unpacked_left;   /* how many bytes the walk may still unpack from here on */
    uint64_t unpacked_more;   /* by how many bytes walk_allow() may still raise |unpacked_left| */
    unsigned kpack_paths;     /* number of paths of kpack archives for which the walk looked */
    bool has_kpacked_members; /* whether an archive member has its code objects in kpack archives */
    uint64_t images;          /* number of images that were shown, without empty ones */
    size_t containers;        /* number of containers that were shown */
    uint64_t problems;        /* number of problems so far */
    struct codeobj_error first; /* the first problem; its status is CODEOBJ_OK if there is none */
    /* the containers around the current one that are not reported yet, the outermost first */
    struct container *untold[UNTOLD_MAX];
    size_t untold_count;
};

/* Reports |container| to the visitor, and sets its number. */
void walk_container(struct walk *walk, struct container *container);
/* Enters |container|, but reports it to the visitor only when something inside it is reported.
 * walk_container_end() leaves the container, and returns whether it was reported. */
void walk_container_later(struct walk *walk, struct container *container);
bool walk_container_end(struct walk *walk, const struct container *container);
void walk_image(struct walk *walk, const struct container_image *image);
/* Reports a problem at |error->offset| in |where->bytes| to the visitor. */
void walk_problem(struct walk *walk, const struct container *where,
                  const struct codeobj_error *error);
/* Reports a problem at |offset| in |where->bytes| to the visitor. Returns false, so that a caller
 * that cannot go on can return the result. */
bool walk_problem_at(struct walk *walk, const struct container *where, enum codeobj_status status,
                     uint64_t offset, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Returns the most bytes to which one container may unpack now. */
uint64_t walk_unpacked_max(const struct walk *walk);
/* Returns the most bytes to which |size| compressed bytes may unpack: the smaller of
 * walk_unpacked_max() and unpack_limit(size). */
uint64_t walk_unpacked_limit(const struct walk *walk, uint64_t size);
/* Subtracts |size| unpacked bytes from what the walk may still unpack. Callers also count a failed
 * unpacking, with the most bytes that it may have made, because it took that time. */
void walk_count_unpacked(struct walk *walk, uint64_t size);
/* Raises the number of bytes that the walk may unpack, because it also walks another file, of
 * |size| bytes. */
void walk_allow(struct walk *walk, uint64_t size);

/* Returns the kind of an image whose contents are |bytes|. */
enum image_kind image_kind_of(struct span bytes);

/* ---- Files. The first bytes say which format a file has. ----------------------------------- */

/* Walks the contents of a file, an archive member or a frame. Searches contents of an unknown
 * format. */
void walk_contents(struct walk *walk, const struct container *file);
/* Walks |member|, a file in another file. Returns whether |member| was reported to the visitor,
 * because something is in it. */
bool walk_member(struct walk *walk, struct container *member);

/* Whether |bytes| are an ELF file. The caller has checked that |bytes| are not a code object. */
bool host_elf_recognise(struct span bytes);
void host_elf_walk(struct walk *walk, const struct container *container);
/* Writes the kind of the ELF file |bytes|, as "an ELF file for x86-64", to |out|, and returns
 * |out|. */
char *host_elf_describe(struct span bytes, char *out, size_t size);

/* Whether |bytes| begin a program or library for Windows (PE). */
bool pe_recognise(struct span bytes);
void pe_walk(struct walk *walk, const struct container *container);

typedef void part_walk(struct walk *walk, const struct container *section);
/* A section of an ELF or PE file for the host. */
struct file_part {
    const char *name;
    uint64_t offset, size; /* place of the section in the file; no part of the section is beyond the
                              file's end */
    uint64_t header;       /* offset of the section's header in the file */
    /* the function that walks the contents; NULL if the contents are searched */
    part_walk *walk;
};
/* Walks those sections of |parts| that have a function |walk|, and searches all other bytes of the
 * file. Changes the order of |parts|. */
void parts_walk(struct walk *walk, const struct container *file, struct file_part *parts,
                size_t count);
/* Returns the function that walks a section called |name|; NULL if the section is searched. See
 * host_elf.c. */
part_walk *section_walk_of(const char *name);

bool archive_recognise(struct span bytes);
void archive_walk(struct walk *walk, const struct container *container);

bool zip_recognise(struct span bytes);
void zip_walk(struct walk *walk, const struct container *container);

bool tar_recognise(struct span bytes);
void tar_walk(struct walk *walk, const struct container *container);

/* Files that gzip or xz has compressed. Their contents are shown as one member. gzip stores its
 * name. */
bool gzip_recognise(struct span bytes);
void gzip_walk(struct walk *walk, const struct container *container);
bool xz_recognise(struct span bytes);
void xz_walk(struct walk *walk, const struct container *container);
/* Unpacks an xz stream as codeobj's unpack(), which does not know xz, unpacks other streams. */
struct unpacked;
enum codeobj_status xz_unpack(struct span bytes, uint64_t max, struct unpacked *out,
                              struct codeobj_error *error);

bool aks2_recognise(struct span bytes);
void aks2_walk(struct walk *walk, const struct container *container);

/* A member of an archive: its bytes, and its name, which may have bytes that are not text. */
struct member {
    /* the member's offset in the archive, and the number of its bytes there */
    uint64_t offset, stored_size;
    struct span name, bytes;
    enum bundle_codec codec;
    unsigned index; /* number of the member among the members that were reported */
};
/* Walks |member|. Returns whether the member was reported to the visitor, because something is in
 * it. */
bool member_walk(struct walk *walk, const struct container *archive, const struct member *member);
/* Whether the CRC-32 of the member's bytes is |crc|. Reports a problem if it is not. */
bool member_check(struct walk *walk, const struct container *archive, const struct member *member,
                  uint32_t crc);
/* Unpacks and walks a member whose |bytes| are compressed; other bytes may be behind the compressed
 * ones. The unpacked member must have |raw_size| bytes, and the CRC-32 |*crc| unless |crc| is NULL.
 * If |raw_size| is MEMBER_SIZE_UNKNOWN, any size is right, and |member->stored_size| becomes the
 * number of compressed bytes. Returns whether the member was reported. */
#define MEMBER_SIZE_UNKNOWN UINT64_MAX
bool member_unpack_walk(struct walk *walk, const struct container *archive, struct member *member,
                        uint64_t raw_size, const uint32_t *crc);
/* Unpacks and walks a file that is one compressed stream, as a member with this |name|. Some
 * writers split a file into several streams: streams behind the first are reported as a problem,
 * and not walked. */
void stream_walk(struct walk *walk, const struct container *file, enum bundle_codec codec,
                 struct span name);

bool header_recognise(struct span bytes);
void header_walk(struct walk *walk, const struct container *container);

void kernel_archive_walk(struct walk *walk, const struct container *container);

void kpack_walk(struct walk *walk, const struct container *container);
/* Walks the kpack archives that |section|, the section KPACK_SECTION of a library, names. */
void kpack_reference_walk(struct walk *walk, const struct container *section);

/* ---- Units: the containers that compilers write, in any file and one after another. A unit is a
 * bundle, a compressed bundle, a code object, an offload binary, a fat binary or a zstd frame. */

struct unit {
    const struct container *parent;
    uint64_t offset;   /* offset of the unit in |parent| */
    unsigned index;    /* number of the unit among the units of its kind in |parent| */
    struct span bytes; /* the bytes from |offset| to the end of |parent| */
};

enum { UNIT_KINDS = 6 };
/* The number of units of each kind that were found so far in a container. */
struct unit_indices {
    unsigned of[UNIT_KINDS];
};

/* Whether |bytes| start with a unit. */
bool unit_recognise(struct span bytes);
/* Walks the unit at |unit->offset|, sets |unit->index|, and sets |*out_size| to the unit's size.
 * Returns false when no unit starts there, or when the unit's end is unknown. */
bool unit_walk(struct walk *walk, struct unit *unit, struct unit_indices *indices,
               uint64_t *out_size);
/* Walks the units of |container|, which are one after another with only padding between them. */
void units_walk(struct walk *walk, const struct container *container);

/* Searches |data| for units. The caller has set the parent, name, index, offset, stored_size and
 * bytes of |data|. Returns whether |data| was reported, because something is in it. */
bool search_walk(struct walk *walk, struct container *data);
/* Searches all bytes of |file|, a file or member of unknown format, for units. */
void search_file(struct walk *walk, const struct container *file);
/* Searches the bytes of |container| from the offset |from| to the end. */
void search_rest(struct walk *walk, const struct container *container, uint64_t from,
                 struct unit_indices *indices);

/* Unpacks the zstd frame |frame|, and calls |contents| to show what is in it. The caller has set
 * the parent, name, index, offset and stored_size of |frame|. The frame must unpack to |raw_size|
 * bytes, unless |raw_size| is FRAME_SIZE_UNKNOWN. */
void frame_walk(struct walk *walk, struct container *frame, uint64_t raw_size,
                void (*contents)(struct walk *walk, const struct container *frame));
#define FRAME_SIZE_UNKNOWN UINT64_MAX
/* Shows |frame|, which the caller has unpacked to |raw|, and calls |contents| to show what is in
 * it. */
void frame_walk_unpacked(struct walk *walk, struct container *frame, struct span raw,
                         void (*contents)(struct walk *walk, const struct container *frame));

bool fatbin_recognise(struct span bytes);
/* Walks the fat binary |unit|, and sets |*out_size| to its size. Returns false when its end is
 * unknown. */
bool fatbin_walk(struct walk *walk, const struct unit *unit, uint64_t *out_size);

bool offload_binary_recognise(struct span bytes);
/* Walks the offload binary |unit|, and sets |*out_size| to its size. Returns false when its end is
 * unknown. */
bool offload_binary_walk(struct walk *walk, const struct unit *unit, uint64_t *out_size);

/* ---- Images for NVIDIA GPUs ------------------------------------------------------------------ */

bool cubin_recognise(struct span bytes);
enum codeobj_status cubin_size(struct span bytes, uint64_t *out, struct codeobj_error *error);
enum codeobj_status cubin_open(struct span bytes, struct metadata_pool *pool,
                               struct code_object *out, struct codeobj_error *error);
void cubin_variables(struct span bytes, void *context, variable_visitor *visit);

bool ptx_recognise(struct span bytes);
/* Returns the size of the PTX at the start of |bytes|, which other bytes follow: it ends behind its
 * last whole declaration or function and white space. Returns 0 if a declaration or function is cut
 * off. Sets
 * |*out_read| to the number of bytes that were read. */
size_t ptx_measure(struct span bytes, uint64_t *out_read);
enum codeobj_status ptx_size(struct span bytes, uint64_t *out, struct codeobj_error *error);
enum codeobj_status ptx_open(struct span bytes, struct metadata_pool *pool, struct code_object *out,
                             struct codeobj_error *error);
void ptx_variables(struct span bytes, void *context, variable_visitor *visit);

/* Gives |argument|, whose offset and size alone are known, the kind ARGUMENT_OTHER. Returns false
 * when memory runs out. */
bool argument_of_unknown_kind(struct code_object *object, struct kernel_argument *argument);

/* ---- Code objects of versions 1 and 2 -------------------------------------------------------- */

/* Opens a code object for AMD GPUs, of any version. */
enum codeobj_status code_object_open_amd(struct span bytes, struct metadata_pool *pool,
                                         struct code_object *out, struct codeobj_error *error);

struct elf_image;
struct notes;

/* Reads the kernels of a code object of version 1, and sorts them by name. The kernels' memory
 * belongs to |object->memory|, also after a failure. */
enum codeobj_status version_1_read(const struct elf_image *image, struct code_object *object,
                                   struct codeobj_error *error);

/* Reads the YAML documents of all NT_AMD_HSA_METADATA notes into |object->kernels|, sorted by name.
 * The kernels' memory belongs to |object->memory|, also after a failure. */
enum codeobj_status metadata_v2_read(const struct notes *notes, struct code_object *object,
                                     struct codeobj_error *error);

#endif
