/* Statistics on the translation of many files: how much is ported, and what needs work by hand. */
#ifndef KBUILD_HIPIFY_STATS_H
#define KBUILD_HIPIFY_STATS_H

#include "hipify.h"

/* A diagnostic's code, or an unknown name, and where it came up. */
struct hipify_tally {
    char *name;
    enum hipify_severity severity; /* the highest */
    size_t times, files;
    size_t last_file; /* the file that was counted last, from 1 */
};

struct hipify_tallies {
    struct hipify_tally *items;
    size_t count;
};

/* Zeroed before the first use, with |api_name| set. */
struct hipify_stats {
    const char *(*api_name)(int api);    /* what enum mapping_api is called; NULL for none */
    size_t files, clean, warned, failed; /* a file with notes only is clean */
    struct hipify_counts total;
    size_t api_files[HIPIFY_APIS];
    struct hipify_tallies codes, unknown;
};

/* Takes in a file. */
void hipify_stats_add(struct hipify_stats *stats, const struct hipify_counts *counts,
                      const struct hipify_report *report);

/* Appends a table for people to |out|. */
void hipify_stats_text(const struct hipify_stats *stats, struct buf *out);

/* Appends one JSON document ("kbuild-hipify-stats-1"; docs/hipify.md describes it) to |out|. */
void hipify_stats_json(const struct hipify_stats *stats, struct buf *out);

void hipify_stats_free(struct hipify_stats *stats);

#endif
