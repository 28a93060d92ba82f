// SPDX-License-Identifier: Apache-2.0
/*
 * Handles gaps in a thread's perf events: the PMU was full, or shared, and cycles were not counted.
 *
 * A gap is never passed off as a count. The reading that finds it is a loss, and the events are put on the PMU
 * again for the next selection of the counter. A thread that did not read while the PMU was full may find its
 * gap only after that next selection, which must not lose the counter by it: each time a counter is opened
 * begins an epoch, and a gap in events that are of an earlier one is no loss. Readings from before the gap may
 * still be in use, so the thread's count continues far above them in either case.
 */
#ifndef CYCLECOUNTER_EVENT_GAPS_H
#define CYCLECOUNTER_EVENT_GAPS_H

#include <perf_events.h>

/*
 * How far above: 41 days of cycles at 5 GHz, twice what bench takes for a loss. A counter's successor lies 2^60
 * above it (FallbackChain), so that a thread must stay below 64 of these.
 */
#define CC_GAP ((int64_t)1 << 54)
#define CC_MAX_GAPS 63

/*
 * The events are good for the counter as it was last opened. Each thread's first reading after that comes here:
 * a gap that it finds later is a loss.
 */
static inline void cc_join_epoch(const struct cc_events *events, struct cc_thread_events *mine) {
    mine->epoch = events->epoch;
    mine->ready = mine->count == 1 ? mine->epoch : 0;
}

static inline void cc_go_on_above(struct cc_thread_events *mine) {
    mine->base += CC_GAP;
    mine->gaps++;
    mine->behind = 0;
}

/* Closes a thread's events; others that are opened for it later count on from where these were. */
static inline void cc_drop_events(struct cc_thread_events *mine, size_t page_bytes) {
    int64_t counted = 0;
    for (unsigned i = 0; i < mine->count; i++) {
        if (!mine->pages[i]) continue;
        counted += mine->pages[i]->offset; /* the whole count of an event that is off its PMU */
        cc_call(CC_MUNMAP, (long)(intptr_t)mine->pages[i], (long)page_bytes, 0, 0, 0, 0);
    }
    cc_close_fds(mine);
    mine->base += counted > mine->counted ? counted : mine->counted;
    mine->count = 0;
    mine->ready = 0;
    mine->locks = 0;
    mine->counted = 0;
    mine->missed_ns = 0;
}

/* Opens a thread's events: 0, or -1 with none of them open and the failure in *mine. */
static inline int cc_open_for_thread(const struct cc_events *events, struct cc_thread_events *mine,
                                     size_t page_bytes) {
    if (cc_open_events(events, mine, page_bytes, 0) == 0) return 0;
    cc_drop_events(mine, page_bytes);
    return -1;
}

/* Puts events in ERROR state on the PMU again; whether that went well shows in the next reading. */
static inline int cc_enable(const struct cc_thread_events *mine) {
    for (unsigned i = 0; i < mine->count; i++)
        if (cc_call(CC_IOCTL, mine->fds[i], CC_PERF_ENABLE, 0, 0, 0, 0) < 0) return -1;
    return 0;
}

/* The reading of a thread whose events have failed; `failed` is their result. */
static __attribute__((noinline)) int64_t cc_after_failure(const struct cc_events *events,
                                                          struct cc_thread_events *mine, size_t page_bytes,
                                                          int64_t failed) {
    if (failed == CC_LOST && mine->failure == CC_FORBIDDEN) {
        cc_drop_events(mine, page_bytes); /* the counter's successor may need their place on the PMU */
        return failed;
    }
    if (failed != CC_LOST || mine->gaps == CC_MAX_GAPS) return failed;
    int is_earlier = mine->epoch != events->epoch;
    mine->behind = 1;
    mine->ready = 0;
    if (cc_enable(mine) != 0) {
        cc_drop_events(mine, page_bytes);
        if (cc_open_for_thread(events, mine, page_bytes) != 0) return CC_UNREADABLE;
    }
    int64_t count = cc_sum_fds(mine);
    if (count < 0) return count;
    cc_go_on_above(mine);
    cc_join_epoch(events, mine);
    return is_earlier ? count + CC_GAP : CC_LOST;
}

#endif
