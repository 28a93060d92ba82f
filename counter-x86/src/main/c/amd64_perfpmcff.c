// SPDX-License-Identifier: Apache-2.0
/*
 * amd64-perfpmcff: Intel's fixed counter of core cycles, read as it stands. The thread's perf events,
 * one for each kind of core, keep it running, and their mapping allows RDPMC. RDPMC and its source are
 * in x86_pmc.h. Compiled only: the machine that has run amd64-pmc, an AMD EPYC (Zen 5), has no such counter,
 * and this one is rejected there.
 */
#include "x86_pmc.h"

CC_MAPPED_EVENTS(events)

/* True if it counts for the thread: another thread's event may use it, or the thread's own be in ERROR state. */
static int is_ours(const struct cc_thread_events *mine) {
    for (unsigned i = 0; i < mine->count; i++)
        if (mine->pages[i]->index == X86_FIXED_CYCLES + 1) return 1;
    return 0;
}

static int64_t read_fixed(struct cc_thread_events *mine) {
    if (!is_ours(mine)) return cc_fail(mine, CC_TAKEN, 0, 0);
    uint64_t count;
    return x86_rdpmc(X86_FIXED_CYCLES, &count) ? (int64_t)count + mine->base : cc_fail(mine, CC_FORBIDDEN, 0, 0);
}

/* The thread's first read, its first of an epoch, and reads after a failure. */
static __attribute__((noinline)) int64_t read_slowly(void) {
    struct cc_thread_events *mine = cc_my_events(&events);
    if (!mine) return cc_first_reading(&events);
    int64_t count = read_fixed(mine);
    if (count >= 0) cc_join_epoch(&events, mine);
    if (count != CC_LOST || mine->failure == CC_FORBIDDEN || cc_sum_fds(mine) >= 0) return count;
    count = cc_after_failure(&events, mine, cc_page_bytes(), CC_LOST);
    return count < 0 ? count : read_fixed(mine);
}

static inline int64_t read_mine(void) {
    struct cc_thread_events *mine = CC_MINE(events);
    int64_t count = mine && mine->count && mine->epoch == events.epoch ? read_fixed(mine) : CC_LOST;
    return __builtin_expect(count != CC_LOST, 1) ? count : read_slowly();
}

X86_PMC_READS(org_cyclecounter_x86_Amd64PerfPmcFf, read_mine(), 0)
CC_EVENTS_JNI(org_cyclecounter_x86_Amd64PerfPmcFf, events, read_fixed(mine), X86_LFENCE())
