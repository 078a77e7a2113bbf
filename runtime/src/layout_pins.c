/* The pins of all threads. */
#include "layout_pins.h"

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of the list, and who has which */
static struct pins *all;                                 /* never freed: of threads to come */
static _Thread_local struct pins *own;

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool has_key;

/* At the end of a thread. */
static void give_back(void *value)
{
    struct pins *pins = value;
    pthread_mutex_lock(&lock);
    for (unsigned i = 0; i < PINS_PER_THREAD; i++)
        atomic_store(&pins->things[i], NULL);
    pins->is_taken = false;
    pthread_mutex_unlock(&lock);
    own = NULL; /* should another destructor come back here */
}

static void make_key(void)
{
    has_key = pthread_key_create(&key, give_back) == 0;
}

/* With the lock held. */
static struct pins *find_or_make(void)
{
    struct pins *pins = all;
    while (pins && pins->is_taken)
        pins = pins->next;
    if (pins)
        return pins;
    pins = calloc(1, sizeof *pins);
    if (pins) {
        pins->next = all;
        all = pins;
    }
    return pins;
}

struct pins *pins_own(void)
{
    if (own)
        return own;
    pthread_once(&once, make_key);
    pthread_mutex_lock(&lock);
    struct pins *pins = has_key ? find_or_make() : NULL;
    if (pins && pthread_setspecific(key, pins) == 0) {
        pins->is_taken = true;
        own = pins;
    }
    pthread_mutex_unlock(&lock);
    return own;
}

bool pins_have(const void *thing)
{
    bool has = false;
    pthread_mutex_lock(&lock);
    for (struct pins *pins = all; pins && !has; pins = pins->next) {
        for (unsigned i = 0; i < PINS_PER_THREAD; i++)
            has = has || atomic_load(&pins->things[i]) == thing;
    }
    pthread_mutex_unlock(&lock);
    return has;
}
