/* The double functions of the device library against the host's long double: a table of the largest
 * error of each, in units in the last place, and a limit on it (from OpenCL's table of errors, with
 * what ROCm's library promises where that is less). */
#include "program.h"

typedef double real;
typedef long double exact;
#define EXPONENT_MIN (-1022)
#define DIGITS       52
#define F(name)      name
#include "math_table.h"
