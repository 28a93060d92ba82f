// SPDX-License-Identifier: Apache-2.0
/*
 * Linux perf events for counters that belong to a thread: opened by the thread that reads, closed when
 * it ends.
 *
 * Sources: include/uapi/linux/perf_event.h (struct perf_event_attr in its first published size of 64
 * bytes, struct perf_event_mmap_page, PERF_EVENT_IOC_ENABLE), perf_event_open(2), each architecture's
 * system-call table and asm/ioctl.h.
 * All by bare system calls: a native child runs this, too.
 */
#ifndef CYCLECOUNTER_LINUX_PERF_H
#define CYCLECOUNTER_LINUX_PERF_H

#include <linux_call.h>

#define CC_EINTR 4

#define CC_PERF_HARDWARE 0
#define CC_PERF_CPU_CYCLES 0

#define CC_PERF_PINNED (1u << 2)
#define CC_PERF_EXCLUDE_KERNEL (1u << 5)
#define CC_PERF_EXCLUDE_HV (1u << 6)

struct cc_perf_attr {
    uint32_t type;
    uint32_t size;
    uint64_t config;
    uint64_t sample_period;
    uint64_t sample_type;
    uint64_t read_format;
    uint8_t flags[8]; /* bit fields, numbered from the lowest on little-endian, the highest on big */
    uint32_t wakeup_events;
    uint32_t bp_type;
    uint64_t config1;
};

#define CC_PERF_TIMES 3 /* PERF_FORMAT_TOTAL_TIME_ENABLED and PERF_FORMAT_TOTAL_TIME_RUNNING */

/* The result of read(2) on an event with CC_PERF_TIMES. */
struct cc_perf_reading {
    uint64_t count, enabled, running;
};

/* _IO('$', 0): some architectures number the direction "none" differently. */
#if defined(__powerpc__) || defined(__mips__) || defined(__sparc__)
#define CC_PERF_ENABLE 0x20002400
#else
#define CC_PERF_ENABLE 0x2400
#endif

/* PERF_FLAG_FD_CLOEXEC: processes this one starts do not inherit the event. */
#define CC_PERF_CLOEXEC 8

static inline uint8_t cc_perf_flag_byte(uint32_t bits) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    uint8_t reversed = 0;
    for (int bit = 0; bit < 8; bit++)
        if (bits >> bit & 1) reversed |= (uint8_t)(0x80 >> bit);
    return reversed;
#else
    return (uint8_t)bits;
#endif
}

/*
 * Opens an event that follows the calling thread, pinned: it is on its PMU whenever the thread runs, or in
 * the kernel's ERROR state until it is enabled again, so that no gap in its count goes unnoticed. Some
 * systems refuse some of the exclusions, with various errors, so each combination is probed; *exclusions
 * becomes the accepted one. Gives the descriptor, or the negated errno of the first attempt.
 */
static inline int cc_perf_open(uint32_t type, uint64_t config, uint64_t config1, uint32_t *exclusions) {
    static const uint32_t all[] = {CC_PERF_EXCLUDE_KERNEL | CC_PERF_EXCLUDE_HV, CC_PERF_EXCLUDE_KERNEL,
                                   CC_PERF_EXCLUDE_HV, 0};
    int error = 0;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        struct cc_perf_attr attr;
        for (size_t b = 0; b < sizeof attr; b++) ((volatile uint8_t *)&attr)[b] = 0;
        attr.type = type;
        attr.size = sizeof attr;
        attr.config = config;
        attr.config1 = config1;
        attr.read_format = CC_PERF_TIMES;
        attr.flags[0] = cc_perf_flag_byte(CC_PERF_PINNED | all[i]);
        *exclusions = all[i];
        long fd = cc_call(CC_PERF_EVENT_OPEN, (long)(intptr_t)&attr, 0, -1, -1, CC_PERF_CLOEXEC, 0);
        if (fd >= 0) return (int)fd;
        if (error == 0) error = (int)fd;
    }
    return error;
}

#define CC_PERF_IN_ERROR 1

/* 0, a negated errno, or CC_PERF_IN_ERROR: a pinned event that found no place on its PMU reads as end of file. */
static inline int cc_perf_read(int fd, struct cc_perf_reading *reading) {
    long size;
    do
        size = cc_call(CC_READ_FILE, fd, (long)(intptr_t)reading, sizeof *reading, 0, 0, 0);
    while (size == -CC_EINTR);
    if (size == (long)sizeof *reading) return 0;
    return size < 0 ? (int)size : CC_PERF_IN_ERROR;
}

#endif
