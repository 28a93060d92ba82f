// SPDX-License-Identifier: Apache-2.0
/*
 * How a counter that a thread has to open is probed in a native child: opened, read and closed there, by
 * the child. NativeTicks.probe() gives the address of a struct cc_probe; a counter whose reads need no
 * opening has none, and its functions are called as they are.
 *
 * These functions run on a small stack, in a process that shares the program's memory, with the thread
 * pointer of one of its threads: no C library, no lock, nothing of a thread; system calls by cc_call
 * (linux_call.h) only. Their changes to memory stay.
 */
#ifndef CYCLECOUNTER_PROBE_H
#define CYCLECOUNTER_PROBE_H

#include <cyclecounter.h>

/*
 * Addresses that open() may map onto with MAP_FIXED. They are unmapped together after the child's end,
 * however it ended; close() must not unmap them, or another thread's mapping could take the place
 * before that.
 */
struct cc_room {
    char *at;
    size_t bytes, page_bytes;
};

struct cc_probe {
    uint32_t size;        /* of this struct */
    uint32_t state_bytes; /* of memory for the functions, zero at first */
    int32_t (*open)(void *state, const struct cc_room *room); /* 0, a negated errno or a number of the counter's */
    int64_t (*ticks)(void *state);
    int64_t (*start)(void *state);
    int64_t (*stop)(void *state);
    void (*close)(void *state);
};

#endif
