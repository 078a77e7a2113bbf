/* names: finds a row of a table by its name, the first member of each row. */
#ifndef EMULATOR_JIT_NAMES_H
#define EMULATOR_JIT_NAMES_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* how many slots a hash table has: more than twice the number of rows of any table */
enum { NAMES_SLOTS = 1024 };

struct names {
    const void *rows;
    size_t row_size, count;
    atomic_bool is_filled;
    pthread_mutex_t lock; /* held while the slots are filled */
    /* the number of the row in each slot, counted from 1; 0 marks a free slot */
    uint16_t slots[NAMES_SLOTS];
};
#define NAMES_OF(table)                                                                            \
    {                                                                                              \
        .rows = (table), .row_size = sizeof(table)[0], .count = sizeof(table) / sizeof(table)[0],  \
        .lock = PTHREAD_MUTEX_INITIALIZER                                                          \
    }

/* Returns the row whose name is |name|, or NULL. Thread-safe. */
const void *names_find(struct names *names, const char *name);

#endif
