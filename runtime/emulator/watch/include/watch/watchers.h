/* watchers: the hooks of core/watch.h, for the checker, the profile and the trace. */
#ifndef EMULATOR_WATCH_WATCHERS_H
#define EMULATOR_WATCH_WATCHERS_H

#include "core/watch.h"

extern const struct watchers all_watchers;

#endif
