/*
 * Linux perf events that a counter opens for each thread that reads it: on the thread's first read,
 * until the thread ends, when the C library calls the key's destructor.
 *
 * A machine whose cores are of several kinds has a PMU for each, and an event counts on the cores of
 * its own PMU only. So a counter may be made of several events: each counts while the thread runs on
 * its kind of core, and their sum is the thread's count.
 *
 * A counter declares `static struct cc_events events` and defines CC_EVENTS_JNI; the Java side is
 * org.cyclecounter.spi.nativelib.PerfEventSource.
 */
#ifndef CYCLECOUNTER_THREAD_EVENTS_H
#define CYCLECOUNTER_THREAD_EVENTS_H

#include <linux_perf.h>
#include <perf_page.h>

extern void *calloc(size_t count, size_t size);
extern void free(void *memory);
extern int open(const char *path, int flags, ...);
extern long sysconf(int name);

#define CC_SC_PAGESIZE 30 /* both glibc and musl */
#define CC_O_RDONLY 0
#define CC_PROT_READ 1
#define CC_MAP_SHARED 1
#define CC_MAP_FAILED ((void *)-1)
#define CC_ENOMEM 12
#define CC_EINVAL 22

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

static inline void cc_close_events(void *thread_events) {
    struct cc_thread_events *events = thread_events;
    for (unsigned i = 0; i < events->count; i++) {
        if (events->pages[i]) munmap(events->pages[i], (size_t)sysconf(CC_SC_PAGESIZE));
        close(events->fds[i]);
    }
    free(events);
}

/*
 * Opens every event for the calling thread; null with the negated errno in *error. An event that is to
 * be mapped is pinned: on its PMU always or not at all.
 */
static inline struct cc_thread_events *cc_open_events(const struct cc_events *events, int *error) {
    struct cc_thread_events *mine = calloc(1, sizeof *mine);
    if (!mine) {
        *error = -CC_ENOMEM;
        return 0;
    }
    while (mine->count < events->count) {
        unsigned i = mine->count;
        int fd = cc_perf_open(events->of[i].type, events->of[i].config, events->of[i].config1,
                              events->mapped ? CC_PERF_PINNED : 0);
        *error = fd;
        if (fd < 0) break;
        mine->fds[i] = fd;
        mine->count++;
        if (!events->mapped) continue;
        void *page = mmap(0, (size_t)sysconf(CC_SC_PAGESIZE), CC_PROT_READ, CC_MAP_SHARED, fd, 0);
        if (page == CC_MAP_FAILED) {
            *error = -*__errno_location();
            break;
        }
        mine->pages[i] = page;
    }
    if (mine->count == events->count && *error >= 0) return mine;
    cc_close_events(mine);
    return 0;
}

static __attribute__((noinline)) struct cc_thread_events *cc_first_events(struct cc_events *events) {
    int error;
    struct cc_thread_events *mine = cc_open_events(events, &error);
    if (events->before_reading) events->before_reading();
    if (mine && pthread_setspecific(events->key, mine) != 0) {
        cc_close_events(mine);
        mine = 0;
    }
    return mine;
}

/* The calling thread's events, opened by its first call; null where that fails. */
static inline struct cc_thread_events *cc_my_events(struct cc_events *events) {
    struct cc_thread_events *mine = pthread_getspecific(events->key);
    return __builtin_expect(mine != 0, 1) ? mine : cc_first_events(events);
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

static inline int64_t cc_read_events(struct cc_events *events) {
    const struct cc_thread_events *mine = cc_my_events(events);
    return mine ? cc_sum_fds(mine) : CC_UNREADABLE;
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
    int fd = open(events->setting, CC_O_RDONLY);
    if (fd < 0) return 0;
    char first = 0;
    long size = read(fd, &first, 1);
    close(fd);
    return size == 1 && first == '0';
}

/* The thread's first read, hybrid processors, and reads that the kernel does not allow any more. */
static __attribute__((noinline)) int64_t cc_read_slowly(struct cc_events *events, uint64_t (*read_pmc)(uint32_t)) {
    const struct cc_thread_events *mine = cc_my_events(events);
    if (!mine) return CC_UNREADABLE;
    int64_t count = cc_sum_pages(mine->pages, mine->count, read_pmc);
    if (count != CC_UNREADABLE) return count;
    return cc_forbidden(events) ? CC_LOST : cc_sum_fds(mine);
}

/*
 * The thread's count without a system call. The kernel may take that away, as arm64 does when its
 * setting changes; and RISC-V's takes it from all threads of a process for a while when one of them
 * unmaps its event (pmu_sbi_event_unmapped). The count goes on by system calls then, unless the
 * setting says that it is for good: CC_LOST.
 */
static inline __attribute__((always_inline)) int64_t cc_read_mapped(struct cc_events *events,
                                                                    uint64_t (*read_pmc)(uint32_t)) {
    const struct cc_thread_events *mine = pthread_getspecific(events->key);
    if (__builtin_expect(mine != 0, 1) && __builtin_expect(mine->count == 1, 1)) {
        int on_pmu = 0;
        int64_t count = cc_perf_page_read(mine->pages[0], read_pmc, &on_pmu);
        if (__builtin_expect(on_pmu && count != CC_UNREADABLE, 1)) return count;
    }
    return cc_read_slowly(events, read_pmc);
}

/* PerfEventSource's numbers. */
enum { CC_EVENTS_NOT_ALLOWED = 1, CC_EVENTS_MULTIPLEXED = 2 };

/*
 * Opens and closes the events for the calling thread without reading a counter: 0, a negated errno, or
 * one of the numbers above.
 */
static inline int32_t cc_try_events(struct cc_events *events) {
    if (!events->key_made) {
        int failed = pthread_key_create(&events->key, cc_close_events);
        if (failed) return -failed;
        events->key_made = 1;
    }
    int error = 0;
    struct cc_thread_events *mine = cc_open_events(events, &error);
    if (!mine) return error;
    /* arm64 denies by an index of 0 alone; a PMU that is not this core's has index 0 too. */
    int32_t verdict = events->mapped ? CC_EVENTS_NOT_ALLOWED : 0;
    for (unsigned i = 0; events->mapped && i < mine->count; i++) {
        const struct cc_perf_page *page = mine->pages[i];
        if (!cc_perf_page_allows(page)) {
            verdict = CC_EVENTS_NOT_ALLOWED;
            break;
        }
        if (page->index != 0) verdict = cc_perf_page_multiplexed(page) ? CC_EVENTS_MULTIPLEXED : 0;
    }
    cc_close_events(mine);
    return verdict;
}

/* The native methods of a PerfEventSource: setEvent(int, int, long, long) and tryEvents(). */
#define CC_EVENTS_JNI(class, events)                                                                \
    CC_EXPORT int32_t CC_JNI_NAME(class, setEvent)(void *env, void *self, int32_t place,            \
                                                   int32_t type, int64_t config, int64_t config1) { \
        (void)env;                                                                                  \
        (void)self;                                                                                 \
        if (place < 0 || place >= CC_MOST_EVENTS) return -CC_EINVAL;                                \
        (events).of[place].type = (uint32_t)type;                                                   \
        (events).of[place].config = (uint64_t)config;                                               \
        (events).of[place].config1 = (uint64_t)config1;                                             \
        if ((events).count <= (unsigned)place) (events).count = (unsigned)place + 1;                \
        return 0;                                                                                   \
    }                                                                                               \
    CC_EXPORT int32_t CC_JNI_NAME(class, tryEvents)(void *env, void *self) {                        \
        (void)env;                                                                                  \
        (void)self;                                                                                 \
        return cc_try_events(&(events));                                                            \
    }

#endif
