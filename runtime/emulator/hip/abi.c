/* Which release's ABI this library has. The same objects are linked once for every soname, with
 * this file compiled anew: functions of changed structures have a new name
 * (hipGetDevicePropertiesR0600); changed enumerations are looked up by |hip_abi|.
 */
#include "runtime.h"

const int hip_abi = HIPEMU_ABI;
