/* The parts of the recorder. Functions of memory.c, modules.c and draft.c are called with the
 * recorder's lock held. */
#ifndef RECORD_PARTS_H
#define RECORD_PARTS_H

#include "codeobj.h"
#include "record.h"
#include "recorder.h"

/* ---- The runtime: runtime.c ------------------------------------------------------------------ */

void runtime_start(recorder_find *find, bool prints_nothing);
/* Calls recorder_first_use(), once. */
void runtime_first_use(void);
/* Returns the runtime's function |name|, or NULL. |*cache| keeps the result. */
void *find_real(const char *name, void *_Atomic *cache);
/* Prints "kbuild record: <message>" on stderr, unless the recorder prints nothing. */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Numbers of hipMemcpyKind and others. */
enum { HIP_SUCCESS = 0, HIP_NOT_INITIALISED = 3, HIP_COPY_DEFAULT = 4 };

/* The runtime's functions that the recorder calls. They return HIP's errors. */
/* Returns the last error that the runtime keeps for the thread; if |is_taken|, it is none then. */
int runtime_last_error(bool is_taken);
/* Whether the null stream and |stream| wait for each other. */
bool runtime_is_blocking(void *stream);
/* The number of the device of |stream|. */
int runtime_stream_device(void *stream);
int runtime_synchronise(void *stream);
bool runtime_is_capturing(void *stream);
/* The name of a function that the runtime made, or NULL. */
const char *runtime_kernel_name(const void *function);
int runtime_device(void);
/* Copies from memory of a device or of the host. Waits for the copy, and for no other work. Called
 * with the recorder's lock held. */
int runtime_copy(void *out, uint64_t address, size_t size);
/* Finds a variable of a module, or the variable that a host address means. */
bool runtime_global(void *module, const char *name, uint64_t *out_address, uint64_t *out_size);
bool runtime_symbol(const void *symbol, uint64_t *out_address, uint64_t *out_size);
/* Reads the target ID and the name of the device |number|. */
bool runtime_describe_device(int number, struct record_device *out);

/* ---- Errors: errors.c, whose functions need no lock -------------------------------------------
 */

/* Whether the error is one of work that failed, and not of a call. */
bool error_is_of_work(int error);
/* Keeps the error of work that failed, which the program does not know. */
void errors_put(int error);
/* Returns it, once, and makes it the last error of the thread. */
int errors_take(void);
/* Between these, errors of the recorder's calls do not become the last error of the thread. */
struct saved_error {
    int last;
};
void errors_begin(struct saved_error *out);
void errors_end(const struct saved_error *saved);
/* Returns the last error of the thread, where the runtime says that it is |error|. */
int errors_last(int error, bool is_taken);

/* ---- Memory: memory.c ------------------------------------------------------------------------ */

void memory_add(const void *address, uint64_t size, enum record_memory memory);
/* Forgets an allocation, and returns it; its size is 0 if it is unknown. */
struct record_allocation memory_remove(const void *address);
/* Adds what memory_remove() returned again: the runtime did not free it. */
void memory_restore(const struct record_allocation *removed);
/* Forgets what was mapped in this range (hipMemUnmap). */
void memory_unmap(const void *address, uint64_t size);
/* Finds the allocation, live or freed a short time ago, that contains the address |value| or ends
 * there. */
bool memory_find(uint64_t value, struct record_allocation *out);

/* ---- Modules and functions: modules.c -------------------------------------------------------- */

/* A code object. It lives until the process ends, as launches may refer to it. */
struct code {
    struct code *next;
    uint8_t *bytes; /* the bytes of the code object, owned */
    struct code_object object;
    struct span file;
    uint64_t number; /* the number of the section in the recording; 0 if it is not there yet */
};

struct function {
    const struct kernel *kernel;
    struct code *code;
    bool is_wanted;                    /* whether one of the patterns matches */
    const struct variables *variables; /* those of its module, or NULL */
};

/* The variables of a module (__device__, __constant__). */
struct variables {
    struct variables *next; /* of the lists of all modules */
    size_t count;
    struct variable {
        char *name;
        uint64_t address, size;
    } items[];
};

/* Stores |wanted|, the patterns of the kernels to record. */
void modules_start(const char *wanted);
/* Takes the numbers of all code objects away, because a new file begins. */
void modules_begin_file(void);
/* Takes the code objects from a module's image (a code object or an offload bundle) or from its
 * file. */
void modules_load(void *module, const void *image, bool is_library);
void modules_load_file(void *module, const char *path, bool is_library);
void modules_function(void *function, void *module, const char *name);
/* Notes that |alias| is another handle of |function|. */
void modules_alias(void *alias, const void *function);
void modules_forget(void *module);
/* The next three functions are for programs of hipcc. */
void modules_fat_binary(void *handle, const void *wrapper);
void modules_symbol(void *handle, const void *symbol, const char *name);
/* Notes that |symbol| is the host's address of the variable |name|. */
void modules_variable(void *handle, const void *symbol, const char *name);
void modules_forget_fat_binary(void *handle);
/* Finds a function by its handle, or the kernel of a host address. NULL when it is unknown. */
const struct function *modules_find(const void *function);

/* Does the same, and for a function of the runtime that the program did not ask for, as those of
 * the kernels of graphs, finds the kernel by its name. */
const struct function *modules_find_kernel(const void *function);

/* ---- Variables: variables.c ------------------------------------------------------------------ */

/* Lists the variables of the module |module|, whose code object is |code|. The list lives as long
 * as the process, as launches may refer to it. NULL: there are none, or no memory. */
struct variables *variables_of_module(void *module, const struct code *code);
/* Lists variables of a program of hipcc: |count| host addresses and names. */
struct variables *variables_of_symbols(const void *const *symbols, char *const *names,
                                       size_t count);

/* ---- Launches: take.c ------------------------------------------------------------------------ */

struct call {
    const void *function; /* the handle of a function, or the host address of a kernel */
    uint32_t grid[3], block[3], last_block[3];
    uint64_t dynamic_lds;
    void *stream;
    void **parameters, **extra; /* the arguments, as hipModuleLaunchKernel() gets them */
    bool is_cooperative;
};

/* ---- Launches while they are taken: draft.c -------------------------------------------------- */

struct draft {
    /* the launch, whose allocations are in the order in which they were found, until
     * draft_sort() */
    struct record_launch launch;
    uint64_t **pieces; /* for each allocation, by index, the numbers of its pieces, or NULL */
    uint32_t room, pointer_room;
    uint32_t variable_count; /* the first allocations are variables */
    bool has_no_memory;
};
void draft_free(struct draft *draft);
/* Adds the variables of the kernel's module; call it before draft_arguments(). False: no memory. */
bool draft_variables(struct draft *draft, const struct variables *variables);
/* Copies the arguments, and finds the allocations to which they point. False: no memory. */
bool draft_arguments(struct draft *draft, const struct call *call, const struct kernel *kernel);
/* Finds the pointers in |bytes|, which are at |offset| of their holder (struct record_pointer). */
void draft_pointers(struct draft *draft, uint32_t holder, uint64_t offset, const uint8_t *bytes,
                    size_t size);
/* Sorts the allocations by address, and lists the pieces of their contents in this order. Returns
 * false if there is no memory. */
bool draft_sort(struct draft *draft);

/* What take_before() tells take_after(). */
struct taken {
    /* the launch; its |number| is 0 if there is nothing to do after it */
    struct record_launch launch;
};
/* Records a launch before it is made. Takes the lock itself, as all functions here. */
void take_before(const struct call *call, struct taken *out);
/* Records the contents of memory after a launch that returned |error|. */
void take_after(const struct call *call, struct taken *taken, int error);
/* Returns |error|, what a wait of the program returned; if that is 0, the error of work that failed
 * while the recorder waited for it, once. After an error of work nothing more is recorded. */
int take_pending(int error);
/* Whether launches are recorded. */
bool take_records(void);
/* Notes work of the program on |stream|: launches wait for it if it is the null stream. */
void take_work(void *stream);
/* Whether |stream| is being captured. */
bool take_is_captured(void *stream);
void take_capture(int step); /* Notes that a capture begins (1) or ends (-1). */

void recorder_lock(void);
void recorder_unlock(void);

#endif
