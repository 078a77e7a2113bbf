/* The ABI of this library: which release of HIP it is compatible with. The library is linked once
 * for each soname, from the same objects; only this file is compiled anew each time. If a later
 * release changed a structure, the function that uses it has a new name since then
 * (hipGetDevicePropertiesR0600); if a release changed an enumeration, the code asks |hip_abi|. */
#include "runtime.h"

const int hip_abi = HIPEMU_ABI;
