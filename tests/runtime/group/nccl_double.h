/* What a test says to the double of NCCL, and learns from it. */
#ifndef NCCL_DOUBLE_H
#define NCCL_DOUBLE_H

enum { NCCL_DOUBLE_RANKS = 8 };

struct nccl_double {
    int version;      /* what ncclGetVersion() returns */
    int init_status;  /* what ncclCommInitAll() returns */
    int next_status;  /* what the next call of a device returns, having done nothing; then 0 */
    int end_status;   /* what the next ncclGroupEnd() returns, having done nothing; then 0 */
    int async_status; /* what ncclCommGetAsyncError() finds */
    int communicators, destroyed, aborted; /* that live; that were destroyed; and aborted */
    int devices[NCCL_DOUBLE_RANKS];        /* the devices of the last communicators */
    int reductions, gathers, broadcasts;   /* done, by all devices */
    int type, operation, root;             /* of the last call: NCCL's numbers */
    unsigned long count;
    char refusal[128]; /* of what would break NCCL's rules; "" */
};

/* The double's only variable, for dlsym(). */
#define NCCL_DOUBLE_STATE "nccl_double_state"

#endif
