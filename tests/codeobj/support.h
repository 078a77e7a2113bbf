/* What the tests of codeobj share: files, memory that guards its bounds, numbers, and the promises
 * that every reader makes whatever it is given. */
#ifndef TESTS_CODEOBJ_SUPPORT_H
#define TESTS_CODEOBJ_SUPPORT_H

#include "codeobj.h"

/* The tests of the promises run twice: over what codeobj itself reads, and, with TEST_VERSION_2,
 * over code objects of versions 1 and 2. */
#ifdef TEST_VERSION_2
#include "container.h"
#define test_open code_object_open_any
enum { VERSION_MIN = 1 };
#else
#define test_open code_object_open
enum { VERSION_MIN = 3 };
#endif

/* Object files of data/ that open, NULL behind the last. */
extern const char *const test_objects[];

/* The file data/|name|, read whole: the caller frees it. A test that lacks its data fails. */
struct span file_read(const char *name);
/* What llvm-readelf says of a code object of TEST_DATA: its notes and symbols; the caller frees it.
 */
char *readelf_of(const char *object);

/* Memory in front of a page that cannot be touched: whatever reads past the end of what is placed
 * there dies, in libraries too, which no sanitizer has instrumented. */
struct arena {
    uint8_t *start;
    size_t size; /* bytes in front of the guard */
};

struct arena arena_open(size_t size);
void arena_close(struct arena *arena);
/* A copy of |bytes| that ends where the guard begins. */
struct span arena_place(const struct arena *arena, struct span bytes);
/* Until the arena is closed, whatever writes to it dies. */
void arena_protect(const struct arena *arena);

/* Numbers that are the same in every run (xorshift64*); |state| starts as anything but 0. */
uint64_t random_next(uint64_t *state);

/* Where |needle|, its NUL left out, lies in |bytes|: the |nth| time, counted from 0. Fails the test
 * when it does not. */
size_t span_find(struct span bytes, const char *needle, unsigned nth);

/* Opens |bytes| and closes it again, and fails the test unless what is promised holds: on success
 * the kernels are sorted and consistent, on failure there is a message of one line, a place inside
 * |bytes|, and the outputs are as they were. Returns the status. |out_error| may be NULL. */
enum codeobj_status check_code_object(struct span bytes, struct codeobj_error *out_error);
enum codeobj_status check_bundle(struct span bytes, struct codeobj_error *out_error);

#endif
