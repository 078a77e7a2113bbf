/* Which release's ABI this library has. The same objects are linked once for every soname, with
 * this file compiled anew: structures that changed have functions of their own names since
 * (hipGetDevicePropertiesR0600), enumerations that changed are looked up by |hip_abi|.
 */
#include "runtime.h"

const int hip_abi = HIPEMU_ABI;
