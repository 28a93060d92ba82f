// SPDX-License-Identifier: Apache-2.0
/*
 * Counters that work for a while. The counts are this process's: a child that shares its memory goes on with them,
 * and so does the process after such a child.
 */
#include "faults.h"

static int64_t stops_returning(void) {
    static volatile int64_t reads;
    if (++reads > 100)
        for (;;) __asm__ volatile("");
    return healthy_read();
}

/* A fault, as of a counter that the kernel takes away. */
static int64_t fault_from(volatile int64_t *reads, int64_t limit) {
    if (++*reads >= limit) return *(volatile int64_t *)8;
    return healthy_read();
}

static int64_t fifth_read(void) {
    static volatile int64_t reads;
    return fault_from(&reads, 5);
}

static int64_t late_read(void) {
    static volatile int64_t reads;
    return fault_from(&reads, 2500);
}

static int64_t healthy(void) { return healthy_read(); }

const read_function counted_reads[] = {stops_returning, fifth_read, late_read, healthy, 0};
