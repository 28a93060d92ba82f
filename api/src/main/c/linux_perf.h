/*
 * Linux perf events for counters that belong to a thread: opened by the thread that reads, closed when
 * it ends.
 *
 * Sources: include/uapi/linux/perf_event.h (struct perf_event_attr in its first published size of 64
 * bytes, struct perf_event_mmap_page), perf_event_open(2), and each architecture's system-call table.
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
 * Opens an event that follows the calling thread. Some systems refuse some of the exclusions, with
 * various errors, so each combination is tried. Gives the descriptor, or the negated errno of the
 * first attempt.
 */
static inline int cc_perf_open(uint32_t type, uint64_t config, uint64_t config1, uint32_t bits) {
    static const uint32_t exclusions[] = {CC_PERF_EXCLUDE_KERNEL | CC_PERF_EXCLUDE_HV,
                                          CC_PERF_EXCLUDE_KERNEL, CC_PERF_EXCLUDE_HV, 0};
    int error = 0;
    for (size_t i = 0; i < sizeof exclusions / sizeof exclusions[0]; i++) {
        struct cc_perf_attr attr;
        for (size_t b = 0; b < sizeof attr; b++) ((volatile uint8_t *)&attr)[b] = 0;
        attr.type = type;
        attr.size = sizeof attr;
        attr.config = config;
        attr.config1 = config1;
        attr.flags[0] = cc_perf_flag_byte(bits | exclusions[i]);
        long fd = cc_call(CC_PERF_EVENT_OPEN, (long)(intptr_t)&attr, 0, -1, -1, CC_PERF_CLOEXEC, 0);
        if (fd >= 0) return (int)fd;
        if (error == 0) error = (int)fd;
    }
    return error;
}

/* The event's count, or CC_UNREADABLE: a pinned event that lost its place reads as end of file. */
static inline int64_t cc_perf_read(int fd) {
    uint64_t count;
    long size;
    do
        size = cc_call(CC_READ_FILE, fd, (long)(intptr_t)&count, sizeof count, 0, 0, 0);
    while (size == -CC_EINTR);
    return size == (long)sizeof count ? (int64_t)count : CC_UNREADABLE;
}

#endif
