/* space: the address space that the devices of the process share, and its allocations.
 *
 * Device memory is host memory in one reserved range of addresses, so that an address in a kernel
 * is an address of the process. Every allocation has pages of its own, and an inaccessible page
 * behind them; a table by page finds an address's allocation without a lock, also when it has been
 * freed. Thread-safe.
 */
#ifndef EMULATOR_CORE_SPACE_H
#define EMULATOR_CORE_SPACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct device;

enum memory_kind {
    MEMORY_DEVICE,
    MEMORY_HOST, /* hipHostMalloc */
    MEMORY_MANAGED,
    MEMORY_REGISTERED, /* hipHostRegister: the program's own pages */
    MEMORY_CODE,       /* a program's image: kernels may write its variables alone */
    MEMORY_INTERNAL,   /* kernel arguments, packets, scratch: the emulator's own */
};

struct allocation {
    uint8_t *address;
    size_t size;
    enum memory_kind kind;
    unsigned flags;        /* of the HIP call */
    struct device *device; /* NULL for host memory */
    const char *made_by;   /* "hipMalloc" */
    uint64_t serial;       /* counts allocations: the N-th */
    bool is_freed;
    bool is_synchronous;    /* space_set_synchronous() */
    bool has_guard;         /* the page behind it is inaccessible */
    bool is_shared;         /* by space_share() */
    bool is_mapped;         /* by space_map(): its neighbours may be parts of the same memory */
    uint8_t *written;       /* checker: for each byte, whether it was written; or NULL */
    uint8_t *variables;     /* of MEMORY_CODE: the part that kernels may write, */
    size_t variables_bytes; /* of this many bytes */
    uint64_t freed_in;      /* the period in which it was freed */
};

/* NULL when there is no memory; a size of 0 is one byte. |alignment| is a power of two; 256 at
 * least is used. Bytes are zero, or 0xcd where |is_checked|, which also keeps |written|. */
void *space_allocate(struct device *device, enum memory_kind kind, size_t size, size_t alignment,
                     unsigned flags, const char *made_by, bool is_checked);
/* Makes the program's own pages known to devices. False when one is known already, or there are too
 * many. */
bool space_register(struct device *device, void *host, size_t size, unsigned flags);
/* Addresses without memory, aligned to |alignment|; NULL when there are none. They are never freed.
 */
void *space_reserve(size_t size, size_t alignment);
/* Makes |size| bytes from |address| on, whole unused pages of one reservation, an allocation whose
 * memory is the file |fd|. */
bool space_map(struct device *device, void *address, size_t size, int fd, const char *made_by);
/* Frees the addresses of such an allocation for another mapping. False when |address| is not one.
 */
bool space_unmap(void *address);
/* Makes the file |fd| the memory of the allocation at |address|, with its contents if |keeps|: they
 * are the same from now on. The allocation must not be in use. */
bool space_share(void *address, int fd, bool keeps);
/* Lets kernels write |size| bytes from |start| on, which are in the image at |image|, which must
 * not be in use. */
void space_let_write(void *image, uint8_t *start, size_t size);
/* For HIP, what the program asked for of the live allocation |a|: whether copies are waited for. */
void space_set_synchronous(const struct allocation *a, bool is_synchronous);
bool space_is_synchronous(const struct allocation *a);
/* False when |address| is not the start of a live allocation; also ends a registration. */
bool space_free(void *address);
/* Whoever accesses memory while other threads may free it does so between space_enter() and
 * space_leave(), which gets its result: memory that is freed meanwhile is no longer found, but what
 * was found before stays accessible until then. */
unsigned space_enter(void);
void space_leave(unsigned side);
/* For fork(), behind the runtime's lock. The child has none of the threads that were between
 * space_enter() and space_leave(). */
void space_lock(void);
void space_unlock(void);
void space_unlock_in_child(void);
/* The live allocation that contains |address|, or NULL. It stays valid until it is freed. */
const struct allocation *space_find(const void *address);
/* How many allocations have been freed so far, and where that number is: what space_find() found
 * stays valid while it does not change. */
uint64_t space_frees(void);
const uint64_t *space_frees_at(void);
/* The live allocation on whose last page all |size| bytes at |address| are, beginning or ending
 * behind its end: no other memory is there. NULL when there is none. */
const struct allocation *space_find_tail(const void *address, size_t size);
/* For messages: copies the allocation that contains |address|, freed or not, or is nearest, to
 * |out|. */
enum memory_relation { MEMORY_INSIDE, MEMORY_BEFORE, MEMORY_AFTER, MEMORY_NOWHERE };
enum memory_relation space_nearest(const void *address, struct allocation *out);

static inline bool allocation_holds(const struct allocation *a, uintptr_t address, size_t size)
{
    uintptr_t start = (uintptr_t)a->address;
    return address >= start && address - start <= a->size && size <= a->size - (address - start);
}

/* Whether kernels may write there, in the live allocation |a|. */
static inline bool allocation_lets_write(const struct allocation *a, uintptr_t address, size_t size)
{
    uintptr_t start = (uintptr_t)a->variables;
    return a->kind != MEMORY_CODE || (address >= start && address - start <= a->variables_bytes &&
                                      size <= a->variables_bytes - (address - start));
}

/* Marks bytes as written (hipMemcpy, hipMemset, stores); does nothing where memory is not checked.
 */
void space_mark_written(const struct allocation *allocation, uintptr_t address, size_t size);

#endif
