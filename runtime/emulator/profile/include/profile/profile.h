/* profile: counts of what a kernel's waves do, when HIPEMU_PROFILE names a file, which is written
 * when the process ends. docs/profile.md describes the counts and the file.
 *
 * A profiled dispatch runs on one thread, and its caches are empty when it starts: the same program
 * gives the same counts in every run.
 */
#ifndef EMULATOR_PROFILE_PROFILE_H
#define EMULATOR_PROFILE_PROFILE_H

#include "core/dispatch.h"
#include "core/watch.h"

struct profile;       /* of a dispatch */
struct profile_group; /* of a workgroup */

/* NULL when HIPEMU_PROFILE is not set, or when there is no memory. Chooses the dispatch's sample.
 */
struct profile *profile_begin(struct dispatch *dispatch);
/* Adds the counts to those of the kernel, and frees |profile|. */
void profile_end(struct profile *profile);
/* |program| is about to be unloaded. */
void profile_forget(const struct program *program);

/* NULL when there is no memory. */
struct profile_group *profile_group_new(struct profile *profile, const struct workgroup *group);
void profile_group_start(struct profile_group *counted, const struct workgroup *group);
void profile_group_end(struct profile_group *counted);
void profile_group_free(struct profile_group *counted);

/* Called before and after |op|, which runs with |exec|. */
void profile_before(struct profile_group *counted, const struct wave *wave, const struct op *op,
                    uint64_t exec);
void profile_after(struct profile_group *counted, const struct wave *wave, const struct op *op,
                   uint64_t exec);
/* Accesses of the op that runs. |a| is the allocation of one of the lanes, or NULL. */
void profile_memory(struct profile_group *counted, const struct op *op, const struct allocation *a,
                    const uint64_t *addresses, uint64_t mask, unsigned size, enum access access);
void profile_scratch(struct profile_group *counted, const struct wave *wave, const struct op *op,
                     const uint32_t *offsets, uint64_t mask, unsigned size, enum access access);
void profile_lds(struct profile_group *counted, const struct op *op, const uint32_t *offsets,
                 uint64_t mask, unsigned size, enum access access);

#endif
