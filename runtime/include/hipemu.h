/* hipemu: what libhipemu has beyond HIP's own interface. */
#ifndef HIPEMU_H
#define HIPEMU_H

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* The devices of the process, "gfx1030,gfx90a:xnack+", where HIPEMU_DEVICES does not say which. To
 * be called before any other function of the library: later it returns hipErrorInvalidContext (201)
 * and changes nothing. Returns 0 when the list was taken; what it names is looked at when HIP is
 * first used. Thread-safe. */
int hipemuSetDevices(const char *list);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
