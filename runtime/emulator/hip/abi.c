/* Which release's ABI this library has. The library is linked once for each soname, from the same
 * objects, and only this file is compiled anew for each. A function whose structure changed has a
 * new name since then (hipGetDevicePropertiesR0600); if an enumeration changed, the code asks
 * |hip_abi|.
 */
#include "runtime.h"

const int hip_abi = HIPEMU_ABI;
