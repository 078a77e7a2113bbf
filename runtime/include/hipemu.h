/* hipemu: the functions of libhipemu that HIP does not have. */
#ifndef HIPEMU_H
#define HIPEMU_H

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* Sets the devices of this process: "gfx1030,gfx90a:xnack+". If HIPEMU_DEVICES is in the
 * environment, it overrides |list|. Call hipemuSetDevices() before any other function of the
 * library; a later call returns hipErrorInvalidContext (201) and changes nothing. Returns 0 if the
 * list was stored. The first use of HIP reads the list and reports its errors. Thread-safe. */
int hipemuSetDevices(const char *list);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
