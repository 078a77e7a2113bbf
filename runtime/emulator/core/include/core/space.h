/* space: the address space that all devices of the process share, and its allocations.
 *
 * Device memory is host memory in one reserved range of addresses, so an address in a kernel is an
 * address of the process. Every allocation has its own pages. A guard page follows them, which is
 * inaccessible unless there are very many allocations. A table with an entry for each page finds
 * the allocation of an address without a lock, even after the allocation was freed. Thread-safe.
 */
#ifndef EMULATOR_CORE_SPACE_H
#define EMULATOR_CORE_SPACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct device;

enum memory_kind {
    MEMORY_DEVICE,
    MEMORY_HOST, /* memory of hipHostMalloc() */
    MEMORY_MANAGED,
    MEMORY_REGISTERED, /* the program's own pages, registered by hipHostRegister() */
    MEMORY_CODE,       /* a program's image: kernels may write only its variables */
    MEMORY_INTERNAL,   /* memory of the emulator itself: kernel arguments, packets, scratch */
};

struct allocation {
    uint8_t *address;
    size_t size;
    enum memory_kind kind;
    unsigned flags;        /* the flags of the HIP call that allocated the memory */
    struct device *device; /* the device that has the memory; NULL for host memory */
    /* the name of the HIP function that allocated the memory, such as "hipMalloc" */
    const char *made_by;
    uint64_t serial; /* the number of the allocation: 1 for the first */
    bool is_freed;
    bool is_synchronous; /* whether the program wants synchronous copies: see
                            space_set_synchronous() */
    bool has_guard; /* whether the page after the allocation is a guard, which nothing can access */
    /* whether space_share() has put the memory into a file, which other processes may map */
    bool is_shared;
    /* whether space_map() made the allocation; neighbouring allocations may then map parts of the
     * same file */
    bool is_mapped;
    /* for the checker: for each byte, whether it was written; NULL if the memory is not checked */
    uint8_t *written;
    uint8_t *variables;     /* of MEMORY_CODE: the start of the part that kernels may write */
    size_t variables_bytes; /* of MEMORY_CODE: the size of |variables| in bytes */
    uint64_t freed_in; /* the period in which the allocation was freed: see "Periods" in space.c */
};

/* Allocates |size| bytes; a size of 0 counts as one byte. |alignment| is a power of two; less than
 * 4096 counts as 4096. The memory is filled with 0; if |is_checked|, it is filled with 0xcd and the
 * allocation has |written|. NULL when there is no memory. */
void *space_allocate(struct device *device, enum memory_kind kind, size_t size, size_t alignment,
                     unsigned flags, const char *made_by, bool is_checked);
/* Makes the program's own pages known to devices. False when some of them are already known, when
 * there are too many registrations, or when |size| is 0. */
bool space_register(struct device *device, void *host, size_t size, unsigned flags);
/* Reserves addresses without memory, aligned to |alignment|. They are never freed. NULL when there
 * are no addresses left. */
void *space_reserve(size_t size, size_t alignment);
/* Makes an allocation of |size| bytes at |address| whose memory is the file |fd|. The range must
 * consist of whole unused pages of one reservation. */
bool space_map(struct device *device, void *address, size_t size, int fd, const char *made_by);
/* Ends an allocation of space_map(); its addresses may be mapped again. False when no such
 * allocation starts at |address|. */
bool space_unmap(void *address);
/* From now on, the file |fd| is the memory of the allocation at |address|. If |keeps|, first copies
 * the allocation's contents to the file. No kernel or copy may use the allocation meanwhile. */
bool space_share(void *address, int fd, bool keeps);
/* Lets kernels write |size| bytes from |start| on, inside the program image at |image|. No kernel
 * may use the image meanwhile. */
void space_let_write(void *image, uint8_t *start, size_t size);
/* Remembers for HIP whether the program wants synchronous copies of the live allocation |a|. */
void space_set_synchronous(const struct allocation *a, bool is_synchronous);
bool space_is_synchronous(const struct allocation *a);
/* Frees the allocation, or ends the registration, at |address|. False when no live allocation or
 * registration starts at |address|. */
bool space_free(void *address);
/* A thread that accesses memory while other threads may free it calls space_enter() before and
 * space_leave() afterwards; space_leave() gets the result of space_enter(). In between,
 * space_find() does not find memory that is freed meanwhile, but memory that it found before stays
 * accessible. */
unsigned space_enter(void);
void space_leave(unsigned side);
/* For fork(). space_lock() is called after the runtime's lock is taken. The child has none of the
 * threads that were between space_enter() and space_leave(), so space_unlock_in_child() forgets
 * them. */
void space_lock(void);
void space_unlock(void);
void space_unlock_in_child(void);
/* Returns the live allocation that contains |address|, or NULL. The result is valid until the
 * allocation is freed. */
const struct allocation *space_find(const void *address);
/* space_frees() returns how many allocations have been freed so far; space_frees_at() returns the
 * address of that count. While the count does not change, results of space_find() stay valid. */
uint64_t space_frees(void);
const uint64_t *space_frees_at(void);
/* For an access that ends after an allocation but on its last page: returns the live allocation, if
 * all |size| bytes at |address| are on that page. Else returns NULL. An allocation shares its pages
 * with no other. */
const struct allocation *space_find_tail(const void *address, size_t size);
/* Copies to |out|, for messages, the live or freed allocation that contains |address|; if there is
 * none, the nearest allocation. */
enum memory_relation { MEMORY_INSIDE, MEMORY_BEFORE, MEMORY_AFTER, MEMORY_NOWHERE };
enum memory_relation space_nearest(const void *address, struct allocation *out);

static inline bool allocation_holds(const struct allocation *a, uintptr_t address, size_t size)
{
    uintptr_t start = (uintptr_t)a->address;
    return address >= start && address - start <= a->size && size <= a->size - (address - start);
}

/* Whether kernels may write |size| bytes at |address|, which are in the live allocation |a|. */
static inline bool allocation_lets_write(const struct allocation *a, uintptr_t address, size_t size)
{
    uintptr_t start = (uintptr_t)a->variables;
    return a->kind != MEMORY_CODE || (address >= start && address - start <= a->variables_bytes &&
                                      size <= a->variables_bytes - (address - start));
}

/* Marks bytes as written (by hipMemcpy, hipMemset, stores). Does nothing if the allocation is not
 * checked. */
void space_mark_written(const struct allocation *allocation, uintptr_t address, size_t size);

#endif
