/* printf: messages of device-side printf(), put together and printed. */
#ifndef EMULATOR_HIP_PRINTF_H
#define EMULATOR_HIP_PRINTF_H

#include <stdint.h>

struct printf_messages;

/* Takes a lane's 8 words of a packet of the printf service, and puts the answer into the first two:
 * the descriptor for the next piece, or, at the end of a message, the result of printf().
 * |*messages| starts as NULL. Not thread-safe. */
void printf_serve(struct printf_messages **messages, uint64_t words[8]);

#endif
