#include "header.h"

#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)

#ifdef __cplusplus
extern "C"
#endif
    const unsigned char *
    other_data(void);

const unsigned char *other_data(void)
{
    return JOIN(PREFIX, _hsaco);
}
