/* Sizes of libkrt_ops' launches that kernels rely on. Valid as C11 and as CUDA C++. */
#ifndef CONTRACT_LAUNCHES_H
#define CONTRACT_LAUNCHES_H

/* ---- Maps of elements ------------------------------------------------------------------------ */

/* In launches of at most this number of blocks of 1024 threads, each thread computes one element.
 * SHORT_BLOCKS_STRIDED is for strided operands. */
enum { SHORT_BLOCKS = 768, SHORT_BLOCKS_STRIDED = 512 };

/* Kernels that make outputs line by line (pads, patches, upsampling) have blocks of MOVER_THREADS
 * threads. A thread makes up to 2^MOVER_BITS outputs as long as at least MOVER_BLOCKS blocks have
 * work. */
enum { MOVER_THREADS = 1024, MOVER_BITS = 5, MOVER_BLOCKS = 128 };

/* ---- Selections and scatters ----------------------------------------------------------------- */

/* From INDEXED_MANY_BLOCKS blocks of 1024 threads on, a thread of gather_T moves several elements.
 * These elements are neighbours if rows are shorter than INDEXED_LONG_ROW. */
enum { INDEXED_MANY_BLOCKS = 2048, INDEXED_LONG_ROW = 64 };

/* ---- Kernels for rows ------------------------------------------------------------------------ */

/* The least number of threads for a row. A row may begin or end within a pack. ROW_THREADS_LEAST
 * threads can take the elements outside of whole packs, one element each. */
enum { ROW_THREADS_LEAST = 16 };

/* softmax_long_T has up to SOFTMAX_LONG_THREADS threads for a row. If rows are f64, a thread keeps
 * up to SOFTMAX_KEPT_BYTES bytes of a row in registers. */
enum { SOFTMAX_LONG_THREADS = 1024, SOFTMAX_KEPT_BYTES = 64 };

/* The most threads that a block of short_OP_T has. */
enum { SHORT_ROW_THREADS = 256 };

/* The sizes of cumsum_T and cumprod_T: the threads of a block, the elements that a block scans at
 * once, and the threads of a block if each thread scans a whole row. */
enum { SCAN_THREADS = 256, SCAN_TILE = 1024, SCAN_ALONE_THREADS = 64 };

/* ---- Sorts by digits ------------------------------------------------------------------------- */

/* The sizes of sort_count_T and sort_digit_T: values of a digit, threads of a block, items of a
 * tile. Between two passes, column numbers are stored as u16 if a row has up to SORT_SHORT_MOST
 * columns. */
enum {
    SORT_DIGITS = 256, /* how many values a digit of 8 bits can have */
    SORT_THREADS = 256,
    SORT_TILE = 2048,
    SORT_SHORT_MOST = 1 << 16,
};

/* ---- Numbers to blocks ----------------------------------------------------------------------- */

/* The threads of a thread block of quantize_T, and the elements that each thread quantizes. */
enum { QUANTIZE_THREADS = 128, QUANTIZE_THREAD_ELEMENTS = 8 };

/* The number of activations that are rounded to 8 bits with one common scale, and the bytes of
 * these activations and their scale. */
enum { ROUNDED_ELEMENTS = 32, ROUNDED_BYTES = 36 };

#endif
