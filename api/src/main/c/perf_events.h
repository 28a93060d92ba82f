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
#define CC_ENOMEM 12
#define CC_EINVAL 22
#define CC_ENOSYS 38

#define CC_MOST_EVENTS 8

/* One for each counter; filled under the Java class's lock before the first read. */
struct cc_events {
    int mapped; /* read through a mapped page, or by read(2) */
    void (*before_reading)(void); /* called before a thread's first read; may be null */
    const char *setting;          /* a file that begins with 0 when nobody may read mapped events; may be null */
    int key_made;
    unsigned key;
    unsigned count;
    struct {
        uint32_t type;
        uint64_t config, config1;
    } of[CC_MOST_EVENTS];
};

/* One for each thread and counter. */
struct cc_thread_events {
    unsigned count;
    struct cc_perf_page *pages[CC_MOST_EVENTS]; /* null where the counter is not mapped */
    int fds[CC_MOST_EVENTS];
};

static inline void cc_close_fds(const struct cc_thread_events *mine) {
    for (unsigned i = 0; i < mine->count; i++) cc_call(CC_CLOSE, mine->fds[i], 0, 0, 0, 0, 0);
}

/* An event's page, or a negated errno; room is null where the kernel is to choose the address. */
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

/*
 * Opens every event for the calling thread: 0 or a negated errno, with those opened so far in *mine. An
 * event that is to be mapped is pinned: on its PMU always or not at all.
 */
static inline int cc_open_events(const struct cc_events *events, struct cc_thread_events *mine, size_t page_bytes,
                                 const struct cc_room *room) {
    while (mine->count < events->count) {
        unsigned i = mine->count;
        int fd = cc_perf_open(events->of[i].type, events->of[i].config, events->of[i].config1,
                              events->mapped ? CC_PERF_PINNED : 0);
        if (fd < 0) return fd;
        mine->fds[i] = fd;
        mine->count++;
        if (!events->mapped) continue;
        intptr_t page = cc_map_event(fd, i, page_bytes, room);
        if (page < 0 && page > -4096) return (int)page;
        mine->pages[i] = (struct cc_perf_page *)page;
    }
    return 0;
}

/* The sum of a thread's events by system calls. */
static __attribute__((noinline)) int64_t cc_sum_fds(const struct cc_thread_events *mine) {
    int64_t sum = 0;
    for (unsigned i = 0; i < mine->count; i++) {
        int64_t count = cc_perf_read(mine->fds[i]);
        if (count == CC_UNREADABLE) return CC_UNREADABLE;
        sum += count;
    }
    return sum;
}

/*
 * The sum of mapped events. Only one of them is on the PMU at a time; a change of core between two
 * pages changes both locks, so all pages are taken again. CC_UNREADABLE if none is on the PMU while
 * its thread runs: the kernel has taken the counter away.
 */
static inline int64_t cc_sum_pages(struct cc_perf_page *const *pages, unsigned count,
                                   uint64_t (*read_pmc)(uint32_t)) {
    uint32_t locks[CC_MOST_EVENTS];
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

/* Whether mapped events are forbidden for good, and not just to this thread for a while. */
static inline int cc_forbidden(const struct cc_events *events) {
    if (!events->setting) return 0;
    int fd = (int)cc_call(CC_OPENAT, CC_AT_FDCWD, (long)(intptr_t)events->setting, 0, 0, 0, 0);
    if (fd < 0) return 0;
    char first = 0;
    long size = cc_call(CC_READ_FILE, fd, (long)(intptr_t)&first, 1, 0, 0, 0);
    cc_call(CC_CLOSE, fd, 0, 0, 0, 0, 0);
    return size == 1 && first == '0';
}

/* Mapped events of hybrid processors, and reads that the kernel does not allow any more. */
static __attribute__((noinline)) int64_t cc_sum_mapped(const struct cc_events *events,
                                                       const struct cc_thread_events *mine,
                                                       uint64_t (*read_pmc)(uint32_t)) {
    int64_t count = cc_sum_pages(mine->pages, mine->count, read_pmc);
    if (count != CC_UNREADABLE) return count;
    return cc_forbidden(events) ? CC_LOST : cc_sum_fds(mine);
}

/* PerfEventSource's numbers. */
enum { CC_EVENTS_NOT_ALLOWED = 1, CC_EVENTS_MULTIPLEXED = 2 };

/* A probe's open(): 0, a negated errno, or one of the numbers above. */
static inline int32_t cc_probe_open(const struct cc_events *events, struct cc_thread_events *mine,
                                    const struct cc_room *room) {
    int error = cc_open_events(events, mine, room->page_bytes, room);
    if (error || !events->mapped) return error;
    /* arm64 denies by an index of 0 alone; a PMU that is not this core's has index 0 too. */
    int32_t verdict = CC_EVENTS_NOT_ALLOWED;
    for (unsigned i = 0; i < mine->count; i++) {
        const struct cc_perf_page *page = mine->pages[i];
        if (!cc_perf_page_allows(page)) return CC_EVENTS_NOT_ALLOWED;
        if (page->index != 0) verdict = cc_perf_page_multiplexed(page) ? CC_EVENTS_MULTIPLEXED : 0;
    }
    return verdict;
}

#endif
