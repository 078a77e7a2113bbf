/* Threads that wait for work. Each thread starts when it is first needed, and lives as long as the
 * process. A child of fork() does not have these threads and starts its own. */
#include "pool.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>

enum { THREADS_MAX = 256 };

/* A call of pool_run(). While |wanted| > 0, a free thread may join the call. */
struct task {
    void (*work)(void *context);
    void *context;
    unsigned wanted, running;
    struct task *next;
};

static struct {
    pthread_mutex_t lock;
    pthread_cond_t is_work, is_done;
    struct task *tasks;
    unsigned started;
    bool has_fork_handler;
} pool = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, 0, false};

unsigned pool_threads(void)
{
    const char *chosen = secure_getenv("HIPEMU_THREADS");
    cpu_set_t cpus;
    long count = chosen ? strtol(chosen, NULL, 10) : 0;
    if (count <= 0)
        count = sched_getaffinity(0, sizeof cpus, &cpus) == 0 ? CPU_COUNT(&cpus) : 1;
    return count > THREADS_MAX ? THREADS_MAX : (unsigned)count;
}

static struct task *find_task(void)
{
    for (struct task *task = pool.tasks; task; task = task->next) {
        if (task->wanted > 0)
            return task;
    }
    return NULL;
}

static void *serve(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&pool.lock);
    for (;;) {
        struct task *task = find_task();
        if (!task) {
            pthread_cond_wait(&pool.is_work, &pool.lock);
            continue;
        }
        task->wanted--;
        task->running++;
        pthread_mutex_unlock(&pool.lock);
        task->work(task->context);
        pthread_mutex_lock(&pool.lock);
        task->running--;
        pthread_cond_broadcast(&pool.is_done);
    }
    return NULL;
}

static void forget_threads(void)
{
    pthread_mutex_init(&pool.lock, NULL);
    pthread_cond_init(&pool.is_work, NULL);
    pthread_cond_init(&pool.is_done, NULL);
    pool.tasks = NULL;
    pool.started = 0;
}

/* Starts threads until there are |count| of them. Called with the lock held. The new threads block
 * all signals, because signals are meant for the program's own threads. */
static void start_threads(unsigned count)
{
    sigset_t all, before;
    if (!pool.has_fork_handler)
        pool.has_fork_handler = pthread_atfork(NULL, NULL, forget_threads) == 0;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (pool.started < count) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, serve, NULL) != 0)
            break;
        pthread_detach(thread);
        pool.started++;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void pool_run(void (*work)(void *context), void *context, unsigned count)
{
    struct task task = {.work = work, .context = context, .wanted = count > 0 ? count - 1 : 0};
    if (task.wanted > 0) {
        pthread_mutex_lock(&pool.lock);
        start_threads(pool_threads() - 1);
        task.next = pool.tasks;
        pool.tasks = &task;
        pthread_cond_broadcast(&pool.is_work);
        pthread_mutex_unlock(&pool.lock);
    }
    work(context);
    if (count <= 1)
        return;
    pthread_mutex_lock(&pool.lock);
    task.wanted = 0;
    while (task.running > 0)
        pthread_cond_wait(&pool.is_done, &pool.lock);
    for (struct task **at = &pool.tasks; *at; at = &(*at)->next) {
        if (*at == &task) {
            *at = task.next;
            break;
        }
    }
    pthread_mutex_unlock(&pool.lock);
}
