// SPDX-License-Identifier: Apache-2.0
/*
 * The Linux perf events of one thread: opened, mapped and read by bare system calls, because a native
 * child does the same as a thread of the program (probe.h).
 *
 * A machine whose cores are of several kinds has a PMU for each, and an event counts on the cores of
 * its own PMU only. So a counter may be made of several events: each counts while the thread runs on
 * its kind of core, and their sum is the thread's count.
 */
#ifndef CYCLECOUNTER_PERF_EVENTS_H
#define CYCLECOUNTER_PERF_EVENTS_H

#include <linux_perf.h>
#include <perf_page.h>
#include <probe.h>

#define CC_PROT_READ 1
#define CC_MAP_SHARED 1
#define CC_MAP_FIXED 0x10
#define CC_AT_FDCWD (-100)
#define CC_EPERM 1
#define CC_ENOMEM 12
#define CC_EACCES 13
#define CC_EINVAL 22
#define CC_ENOSYS 38

#define CC_MAX_EVENTS 8

/* One for each counter; filled under the Java class's lock before the first read. */
struct cc_events {
    int mapped; /* read through a mapped page, or by read(2) */
    void (*before_reading)(void); /* called before a thread's first read; may be null */
    const char *setting;          /* a file that begins with 0 if mapped events must not be read; may be null */
    int key_made;
    struct cc_events *next;           /* another counter of this library; null for none */
    struct cc_thread_events *threads; /* those of all threads; null for none */
    unsigned key; /* each thread's events, for as long as it lives */
    struct cc_thread_events **(*cached)(void); /* where the calling thread finds them sooner; may be null */
    volatile unsigned epoch; /* raised whenever the counter is opened; never 0 once it has been */
    unsigned count;
    struct {
        uint32_t type;
        uint64_t config, config1;
    } of[CC_MAX_EVENTS];
};

/* The reasons why a thread has no reading; PerfEvents has a sentence for each. */
enum cc_failure { CC_NO_MEMORY, CC_NOT_OPENED, CC_NOT_MAPPED, CC_FORBIDDEN, CC_TAKEN, CC_SHARED, CC_NOT_READ };

/* One for each thread and counter. */
struct cc_thread_events {
    unsigned count; /* 0 while they cannot be opened */
    unsigned ready; /* the epoch in which a single event was read last; 0 for others: the quick path's one check */
    int opened;     /* they have been, at least once */
    int64_t base;   /* added to what they count: event_gaps.h */
    struct cc_perf_page *pages[CC_MAX_EVENTS]; /* null where the counter is not mapped */
    int fds[CC_MAX_EVENTS];
    uint32_t exclusions; /* the exclusions of a single event, or those common to all */
    uint32_t locks;      /* the sum of the pages' when events were last known to be on their PMUs */
    int64_t counted;     /* the sum that read(2) last gave */
    uint64_t missed_ns;  /* how long a single event was enabled and not running */
    unsigned gaps, epoch;
    int behind; /* a gap has been found that the count is not above yet: another came too soon */
    struct cc_thread_events *next;    /* another thread's */
    const void *thread;               /* pthread_self() */
    struct cc_thread_events **cached; /* the thread's own variable that points here; may be null */
    int32_t failure, error, detail; /* of the last failure: an errno, and the details for PerfEvents's sentence */
};

/* Notes why there is no reading, and gives the read's result. */
static __attribute__((noinline)) int64_t cc_fail(struct cc_thread_events *mine, enum cc_failure failure, int error,
                                                 int32_t detail) {
    mine->failure = (int32_t)failure;
    mine->error = error;
    mine->detail = detail;
    return failure == CC_FORBIDDEN || failure == CC_TAKEN || failure == CC_SHARED ? CC_LOST : CC_UNREADABLE;
}

/* The number that a kernel setting's file begins with; -1 where there is none. */
static inline int cc_setting(const char *file) {
    char text[8];
    int fd = file ? (int)cc_call(CC_OPENAT, CC_AT_FDCWD, (long)(intptr_t)file, 0, 0, 0, 0) : -1;
    if (fd < 0) return -1;
    long size = cc_call(CC_READ_FILE, fd, (long)(intptr_t)text, sizeof text, 0, 0, 0);
    cc_call(CC_CLOSE, fd, 0, 0, 0, 0, 0);
    int number = -1;
    for (long i = 0; i < size && text[i] >= '0' && text[i] <= '9'; i++)
        number = (number < 0 ? 0 : number) * 10 + (text[i] - '0');
    return number;
}

#define CC_PARANOID "/proc/sys/kernel/perf_event_paranoid"

static inline void cc_close_fds(const struct cc_thread_events *mine) {
    for (unsigned i = 0; i < mine->count; i++) cc_call(CC_CLOSE, mine->fds[i], 0, 0, 0, 0, 0);
}

/* An event's page, or a negated errno; room is null where the kernel is to select the address. */
static inline intptr_t cc_map_event(int fd, unsigned place, size_t page_bytes, const struct cc_room *room) {
#ifdef CC_MMAP
    size_t offset = place * page_bytes;
    if (room && offset + page_bytes > room->bytes) return -CC_ENOMEM;
    return cc_call(CC_MMAP, room ? (long)(intptr_t)(room->at + offset) : 0, (long)page_bytes, CC_PROT_READ,
                   CC_MAP_SHARED | (room ? CC_MAP_FIXED : 0), fd, 0);
#else
    (void)fd;
    (void)place;
    (void)page_bytes;
    (void)room;
    return -CC_ENOSYS;
#endif
}

/* Opens every event for the calling thread: 0, or -1 with those opened so far and the failure in *mine. */
static inline int cc_open_events(const struct cc_events *events, struct cc_thread_events *mine, size_t page_bytes,
                                 const struct cc_room *room) {
    while (mine->count < events->count) {
        unsigned i = mine->count;
        uint32_t exclusions;
        int fd = cc_perf_open(events->of[i].type, events->of[i].config, events->of[i].config1, &exclusions);
        if (fd < 0) {
            int denied = fd == -CC_EACCES || fd == -CC_EPERM;
            cc_fail(mine, CC_NOT_OPENED, -fd, denied ? cc_setting(CC_PARANOID) : 0);
            return -1;
        }
        mine->exclusions = i == 0 ? exclusions : mine->exclusions & exclusions;
        mine->fds[i] = fd;
        mine->count++;
        mine->pages[i] = 0;
        if (!events->mapped) continue;
        intptr_t page = cc_map_event(fd, i, page_bytes, room);
        if (page < 0 && page > -4096) {
            cc_fail(mine, CC_NOT_MAPPED, (int)-page, 0);
            return -1;
        }
        mine->pages[i] = (struct cc_perf_page *)page;
    }
    return 0;
}

/* Running over enabled in 12 bits each: some of these processors cannot divide. */
static inline int32_t cc_share(const struct cc_perf_reading *reading) {
    unsigned shift = 0;
    while (reading->enabled >> shift > 0xfff) shift++;
    return (int32_t)(reading->enabled >> shift | (reading->running >> shift & 0xfff) << 12);
}

/*
 * The sum of a thread's events by system calls. A single event has to run whenever it is enabled: only
 * those of several kinds of core take turns.
 */
static __attribute__((noinline)) int64_t cc_sum_fds(struct cc_thread_events *mine) {
    struct cc_perf_reading reading;
    int64_t sum = 0;
    for (unsigned i = 0; i < mine->count; i++) {
        int failed = cc_perf_read(mine->fds[i], &reading);
        if (failed > 0) return cc_fail(mine, CC_TAKEN, 0, 0);
        if (failed < 0) return cc_fail(mine, CC_NOT_READ, -failed, 0);
        sum += (int64_t)reading.count;
    }
    if (mine->count == 1 && reading.enabled - reading.running != mine->missed_ns) {
        mine->missed_ns = reading.enabled - reading.running;
        return cc_fail(mine, CC_SHARED, 0, cc_share(&reading));
    }
    mine->counted = sum;
    return sum + mine->base;
}

/*
 * The sum of mapped events. Only one of them is on the PMU at a time; a change of core between two
 * pages changes both locks, so all pages are taken again. CC_UNREADABLE if none is on the PMU while
 * its thread runs: the kernel has taken the counter away.
 */
static inline int64_t cc_sum_pages(struct cc_perf_page *const *pages, unsigned count, cc_read_pmc *read_pmc) {
    uint32_t locks[CC_MAX_EVENTS];
    int64_t sum;
    int changed, on_pmu;
    do {
        sum = 0;
        changed = 0;
        on_pmu = 0;
        for (unsigned i = 0; i < count; i++) locks[i] = pages[i]->lock;
        CC_BARRIER();
        for (unsigned i = 0; i < count; i++) {
            int64_t part = cc_perf_page_read(pages[i], read_pmc, &on_pmu);
            if (part == CC_UNREADABLE) return CC_UNREADABLE;
            sum += part;
        }
        CC_BARRIER();
        for (unsigned i = 0; i < count; i++) changed |= pages[i]->lock != locks[i];
    } while (changed);
    return on_pmu ? sum : CC_UNREADABLE;
}

/* Of arm64 and RISC-V. */
#define CC_USER_ACCESS "/proc/sys/kernel/perf_user_access"

/*
 * Of the events of several kinds of core all but one are off their PMU; only read(2) shows whether one of
 * these is in ERROR state. That changes only with a page: a thread's events are put on and off together. Gives
 * what read(2) gives, or 0 where nothing has changed.
 */
static inline int64_t cc_check_others(struct cc_thread_events *mine) {
    uint32_t locks = 0;
    for (unsigned i = 0; i < mine->count; i++) locks += mine->pages[i]->lock;
    if (locks == mine->locks) return 0;
    int64_t count = cc_sum_fds(mine);
    if (count >= 0) mine->locks = locks;
    return count;
}

/*
 * Mapped events of hybrid processors, and reads that the kernel does not allow any more: for good where
 * its setting says so, to this thread for a while otherwise.
 */
static __attribute__((noinline)) int64_t cc_sum_mapped(const struct cc_events *events, struct cc_thread_events *mine,
                                                       cc_read_pmc *read_pmc) {
    int64_t count = cc_sum_pages(mine->pages, mine->count, read_pmc);
    if (count != CC_UNREADABLE) {
        int64_t others = mine->count > 1 ? cc_check_others(mine) : 0;
        return others < 0 ? others : count + mine->base;
    }
    return cc_setting(events->setting) == 0 ? cc_fail(mine, CC_FORBIDDEN, 0, 0) : cc_sum_fds(mine);
}

/* PerfEventSource's numbers; CC_EVENTS_NOT_MAPPED and an errno. */
enum {
    CC_EVENTS_NOT_ALLOWED = 1,
    CC_EVENTS_MULTIPLEXED = 2,
    CC_EVENTS_TAKEN = 3,
    CC_EVENTS_NOT_MAPPED = 0x10000
};

/* A probe's open(): 0, a negated errno, or one of the numbers above. */
static inline int32_t cc_probe_open(const struct cc_events *events, struct cc_thread_events *mine,
                                    const struct cc_room *room) {
    if (cc_open_events(events, mine, room->page_bytes, room) != 0)
        return mine->failure == CC_NOT_MAPPED ? CC_EVENTS_NOT_MAPPED + mine->error : -mine->error;
    int on_pmu = 0;
    for (unsigned i = 0; events->mapped && i < mine->count; i++) {
        const struct cc_perf_page *page = mine->pages[i];
        if (!cc_perf_page_allows(page)) return CC_EVENTS_NOT_ALLOWED;
        if (page->index != 0 && cc_perf_page_multiplexed(page)) return CC_EVENTS_MULTIPLEXED;
        on_pmu |= page->index != 0;
    }
    if (on_pmu) return 0;
    if (cc_sum_fds(mine) == CC_LOST) return mine->failure == CC_TAKEN ? CC_EVENTS_TAKEN : CC_EVENTS_MULTIPLEXED;
    /* arm64 denies by an index of 0 alone. */
    return events->mapped ? CC_EVENTS_NOT_ALLOWED : 0;
}

#endif
