/* The float functions of the device library against the host's double: see math_f64.hip. */
#include "program.h"

typedef float real;
typedef double exact;
#define EXPONENT_MIN (-126)
#define DIGITS       23
#define F(name)      name##f
#include "math_table.h"
