/* How many blocks and threads launches of libkrt_ops have, which kernels rely on. For C11 and for
 * CUDA's dialect. */
#ifndef CONTRACT_LAUNCHES_H
#define CONTRACT_LAUNCHES_H

/* ---- Maps of elements ------------------------------------------------------------------------ */

/* Up to so many blocks of 1024 threads each element has a thread of its own, and needs no set-up.
 */
enum { SHORT_BLOCKS = 768, SHORT_BLOCKS_STRIDED = 512 };

/* Outputs made line by line (pads, patches, upsampling): blocks of MOVER_THREADS, of which a thread
 * makes up to 2^MOVER_BITS outputs as long as MOVER_BLOCKS blocks are left. */
enum { MOVER_THREADS = 1024, MOVER_BITS = 5, MOVER_BLOCKS = 128 };

/* ---- Indexing -------------------------------------------------------------------------------- */

/* gather_T: from so many blocks of 1024 threads on, a thread has several elements; neighbours where
 * rows are shorter than INDEXED_LONG_ROW. */
enum { INDEXED_MANY_BLOCKS = 2048, INDEXED_LONG_ROW = 64 };

/* ---- Rows ------------------------------------------------------------------------------------ */

/* A row may begin and end between vectors. So many threads have one of these elements each at most.
 */
enum { ROW_THREADS_LEAST = 16 };

/* softmax_long_T has up to so many threads for a row. A thread keeps so many bytes of one of f64.
 */
enum { SOFTMAX_LONG_THREADS = 1024, SOFTMAX_KEPT_BYTES = 64 };

/* short_OP_T */
enum { SHORT_ROW_THREADS = 256 };

/* cumsum_T, cumprod_T: of a block; what it scans at a time; of a block whose threads have a row
 * each. */
enum { SCAN_THREADS = 256, SCAN_TILE = 1024, SCAN_ALONE_THREADS = 64 };

/* ---- Sorts by digits ------------------------------------------------------------------------- */

/* sort_count_T, sort_digit_T. Columns of rows of up to SORT_SHORT_MOST are u16 between passes. */
enum {
    SORT_DIGITS = 256, /* values of a digit */
    SORT_THREADS = 256,
    SORT_TILE = 2048,
    SORT_SHORT_MOST = 1 << 16,
};

/* ---- Numbers to blocks ----------------------------------------------------------------------- */

/* quantize_T */
enum { QUANTIZE_THREADS = 128, QUANTIZE_THREAD_ELEMENTS = 8 };

/* Activations that are rounded to 8 bits together, and the bytes of these and of their scale. */
enum { ROUNDED_ELEMENTS = 32, ROUNDED_BYTES = 36 };

#endif
