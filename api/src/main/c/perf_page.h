// SPDX-License-Identifier: Apache-2.0
/*
 * The kernel's mapped-page protocol: reading a perf event without a system call. Written after the
 * comment in include/uapi/linux/perf_event.h above struct perf_event_mmap_page.
 *
 * The page is a sequence lock: the kernel raises `lock` before and after it changes the rest, on the
 * same processor as the reader, so a compiler barrier is enough.
 */
#ifndef CYCLECOUNTER_PERF_PAGE_H
#define CYCLECOUNTER_PERF_PAGE_H

#include <cyclecounter.h>

struct cc_perf_page {
    uint32_t version;
    uint32_t compat_version;
    volatile uint32_t lock;
    volatile uint32_t index; /* the hardware counter plus 1; 0 while the event is not on the PMU */
    volatile int64_t offset; /* to be added to the hardware counter; the whole count while index is 0 */
    volatile uint64_t time_enabled;
    volatile uint64_t time_running;
    volatile uint64_t capabilities;
    volatile uint16_t pmc_width;
    uint16_t time_shift;
    uint32_t time_mult;
    uint64_t time_offset;
};

/* Bits number from the lowest on little-endian machines, the highest on big-endian ones. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define CC_CAP_USER_RDPMC (1ull << 61)
#else
#define CC_CAP_USER_RDPMC (1ull << 2)
#endif

#define CC_BARRIER() __asm__ volatile("" : : : "memory")

static inline int cc_perf_page_allows(const struct cc_perf_page *page) {
    return (page->capabilities & CC_CAP_USER_RDPMC) != 0;
}

/* True if the event was off the PMU for part of its life: its count is then too low. */
static inline int cc_perf_page_multiplexed(const struct cc_perf_page *page) {
    uint32_t lock;
    uint64_t enabled, running;
    do {
        lock = page->lock;
        CC_BARRIER();
        enabled = page->time_enabled;
        running = page->time_running;
        CC_BARRIER();
    } while (page->lock != lock);
    return enabled != running;
}

/* Reads a hardware counter: 1, or 0 if the read faulted (fault_guard.h). */
typedef int cc_read_pmc(uint32_t counter, uint64_t *count);

/* The event's count with its counter on the PMU; a width of 64, or none, is the whole counter. */
static inline int64_t cc_perf_page_sum(const struct cc_perf_page *page, int64_t offset, uint64_t pmc) {
    unsigned unused = -(unsigned)page->pmc_width & 63;
    return (int64_t)((uint64_t)offset + (uint64_t)((int64_t)(pmc << unused) >> unused));
}

/*
 * The quick path: 1 and the event's count where it is on the PMU, may be read and the page stays as it is; 0
 * where cc_perf_page_read has to look.
 */
static inline __attribute__((always_inline)) int cc_perf_page_try(const struct cc_perf_page *page,
                                                                  cc_read_pmc *read_pmc, int64_t *count) {
    uint64_t pmc;
    uint32_t lock = page->lock;
    CC_BARRIER();
    uint32_t index = page->index;
    int64_t offset = page->offset;
    if (__builtin_expect(!cc_perf_page_allows(page), 0) || __builtin_expect(index == 0, 0)) return 0;
    if (!read_pmc(index - 1, &pmc)) return 0;
    *count = cc_perf_page_sum(page, offset, pmc);
    CC_BARRIER();
    return page->lock == lock;
}

/*
 * The event's count; CC_UNREADABLE when the kernel does not allow its counter to be read from here.
 * *on_pmu becomes 1 if the event is on the PMU; if it is not, the count is that of the last time it was.
 */
static inline __attribute__((always_inline)) int64_t cc_perf_page_read(const struct cc_perf_page *page,
                                                                       cc_read_pmc *read_pmc, int *on_pmu) {
    uint32_t lock, index;
    uint64_t pmc;
    int64_t count;
    do {
        lock = page->lock;
        CC_BARRIER();
        index = page->index;
        count = page->offset;
        if (!cc_perf_page_allows(page)) {
            count = CC_UNREADABLE;
        } else if (index != 0) {
            count = read_pmc(index - 1, &pmc) ? cc_perf_page_sum(page, count, pmc) : CC_UNREADABLE;
        }
        CC_BARRIER();
    } while (page->lock != lock);
    *on_pmu |= index != 0;
    return count;
}

#endif
