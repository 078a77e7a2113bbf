/* Libraries of a GPU's vendor: whether they use the driver that libkrt uses. */
#include "vendor.h"

#include <dlfcn.h>
#include <stddef.h>

bool vendor_is_of_driver(void *library, const char *driver)
{
    void *theirs = dlsym(library, "hipModuleLaunchKernel");
    void *opened = dlopen(driver, RTLD_NOW | RTLD_NOLOAD);
    void *ours = opened ? dlsym(opened, "hipModuleLaunchKernel") : NULL;
    if (opened)
        dlclose(opened);
    return !theirs || theirs == ours;
}
