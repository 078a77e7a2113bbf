/* profile: counts what the waves of kernels do, if HIPEMU_PROFILE names a file. The file is written
 * when the process ends. docs/profile.md describes the counts and the file.
 *
 * A profiled dispatch runs on one thread, and its caches are empty when it starts, so the same
 * program gives the same counts in every run.
 */
#ifndef EMULATOR_PROFILE_PROFILE_H
#define EMULATOR_PROFILE_PROFILE_H

#include "core/dispatch.h"
#include "core/watch.h"

struct profile;       /* the counts of a dispatch */
struct profile_group; /* the counts of a workgroup */

/* Makes the profile of |dispatch|, and chooses its sample of workgroups. NULL when HIPEMU_PROFILE
 * is not set, or when there is no memory. */
struct profile *profile_begin(struct dispatch *dispatch);
/* Adds the counts of |profile| to the counts of the dispatch's kernel, and frees |profile|. */
void profile_end(struct profile *profile);
/* Called when |program| is about to be unloaded: reads from |program| what the profile's file
 * needs. */
void profile_forget(const struct program *program);

/* Makes the counts of a workgroup. NULL when there is no memory. */
struct profile_group *profile_group_new(struct profile *profile, const struct workgroup *group);
void profile_group_start(struct profile_group *counted, const struct workgroup *group);
void profile_group_end(struct profile_group *counted);
void profile_group_free(struct profile_group *counted);

/* profile_before() is called before |op|, profile_after() after it. |op| runs with |exec|. */
void profile_before(struct profile_group *counted, const struct wave *wave, const struct op *op,
                    uint64_t exec);
void profile_after(struct profile_group *counted, const struct wave *wave, const struct op *op,
                   uint64_t exec);
/* Called for the accesses of the running op. |a| is the allocation of one of the lanes, or NULL. */
void profile_memory(struct profile_group *counted, const struct op *op, const struct allocation *a,
                    const uint64_t *addresses, uint64_t mask, unsigned size, enum access access);
void profile_scratch(struct profile_group *counted, const struct wave *wave, const struct op *op,
                     const uint32_t *offsets, uint64_t mask, unsigned size, enum access access);
void profile_lds(struct profile_group *counted, const struct op *op, const uint32_t *offsets,
                 uint64_t mask, unsigned size, enum access access);

#endif
