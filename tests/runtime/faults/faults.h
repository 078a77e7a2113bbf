/* Faults: the n-th allocation, or the n-th call of the driver, fails; and live objects are counted.
 */
#ifndef FAULTS_H
#define FAULTS_H

#include "driver.h"

enum fault_kind { FAULT_ALLOCATION, FAULT_DRIVER };

/* Puts counting functions into the driver's table. */
void faults_install(struct driver *driver);

/* From now on call |number| (from 1) of |kind| fails, once; 0 for none. A driver's call returns
 * |code|. */
void fault_at(enum fault_kind kind, unsigned long number, int code);
/* From now on every call of the driver returns |code| and does nothing, until |code| is 0. */
void faults_lose_device(int code);
/* How many calls there were since, and what failed: "malloc", "stream_create", or NULL. */
unsigned long fault_calls(void);
const char *fault_hit(void);
/* Destroys the objects that the driver refused to destroy, if the caller has not tried again.
 */
void fault_settle(void);

/* Allocations by this program that are not freed. */
long allocations_alive(void);
/* What the driver made that is not destroyed: memory, streams, events, modules. */
long driver_objects_alive(void);

#endif
