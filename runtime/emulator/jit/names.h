/* names: finds a row of a table by its name, the first member of each row. */
#ifndef EMULATOR_JIT_NAMES_H
#define EMULATOR_JIT_NAMES_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

enum { NAMES_SLOTS = 1024 }; /* more than twice the rows of any table */

struct names {
    const void *rows;
    size_t row_size, count;
    pthread_once_t once;
    uint16_t slots[NAMES_SLOTS]; /* row numbers from 1 on; 0: free */
};
#define NAMES_OF(table)                                                                            \
    {                                                                                              \
        .rows = (table), .row_size = sizeof(table)[0], .count = sizeof(table) / sizeof(table)[0],  \
        .once = PTHREAD_ONCE_INIT                                                                  \
    }

/* |fill| calls names_fill() for |names|. Thread-safe. NULL where there is no such row. */
const void *names_find(struct names *names, void (*fill)(void), const char *name);
void names_fill(struct names *names);

#endif
