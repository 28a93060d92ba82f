/*
 * Linux perf events that a counter opens for each thread that reads it: on the thread's first read,
 * until the thread ends, when the C library calls the key's destructor. The events are perf_events.h's.
 *
 * A counter declares `static struct cc_events events` and defines CC_EVENTS_JNI; the Java side is
 * org.cyclecounter.spi.nativelib.PerfEventSource.
 */
#ifndef CYCLECOUNTER_THREAD_EVENTS_H
#define CYCLECOUNTER_THREAD_EVENTS_H

#include <perf_events.h>

extern void *calloc(size_t count, size_t size);
extern void free(void *memory);
extern long sysconf(int name);
extern int pthread_key_create(unsigned *key, void (*destructor)(void *));
extern void *pthread_getspecific(unsigned key);
extern int pthread_setspecific(unsigned key, const void *value);

#define CC_SC_PAGESIZE 30 /* both glibc and musl */

static inline void cc_close_events(void *thread_events) {
    struct cc_thread_events *mine = thread_events;
    for (unsigned i = 0; i < mine->count; i++)
        if (mine->pages[i]) cc_call(CC_MUNMAP, (long)(intptr_t)mine->pages[i], sysconf(CC_SC_PAGESIZE), 0, 0, 0, 0);
    cc_close_fds(mine);
    free(mine);
}

static __attribute__((noinline)) struct cc_thread_events *cc_first_events(struct cc_events *events) {
    struct cc_thread_events *mine = calloc(1, sizeof *mine);
    if (mine && cc_open_events(events, mine, (size_t)sysconf(CC_SC_PAGESIZE), 0) != 0) {
        cc_close_events(mine);
        mine = 0;
    }
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

static inline int64_t cc_read_events(struct cc_events *events) {
    const struct cc_thread_events *mine = cc_my_events(events);
    return mine ? cc_sum_fds(mine) : CC_UNREADABLE;
}

/* The thread's first read, hybrid processors, and reads that the kernel does not allow any more. */
static __attribute__((noinline)) int64_t cc_read_slowly(struct cc_events *events, uint64_t (*read_pmc)(uint32_t)) {
    const struct cc_thread_events *mine = cc_my_events(events);
    return mine ? cc_sum_mapped(events, mine, read_pmc) : CC_UNREADABLE;
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

static inline int32_t cc_set_event(struct cc_events *events, int32_t place, uint32_t type, uint64_t config,
                                   uint64_t config1) {
    if (place < 0 || place >= CC_MOST_EVENTS) return -CC_EINVAL;
    if (!events->key_made) {
        int failed = pthread_key_create(&events->key, cc_close_events);
        if (failed) return -failed;
        events->key_made = 1;
    }
    events->of[place].type = type;
    events->of[place].config = config;
    events->of[place].config1 = config1;
    if (events->count <= (unsigned)place) events->count = (unsigned)place + 1;
    return 0;
}

/*
 * The native methods of a PerfEventSource, setEvent(int, int, long, long) and probe(). `count` is an
 * expression that reads the events in `mine`, as the counter's own read does; `fence` is a statement
 * that stands before and after an ordered read, or nothing.
 */
#define CC_EVENTS_JNI(class, events, count, fence)                                                  \
    CC_EXPORT int32_t CC_JNI_NAME(class, setEvent)(void *env, void *self, int32_t place,            \
                                                   int32_t type, int64_t config, int64_t config1) { \
        (void)env;                                                                                  \
        (void)self;                                                                                 \
        return cc_set_event(&(events), place, (uint32_t)type, (uint64_t)config, (uint64_t)config1); \
    }                                                                                               \
    static int32_t class##_open(void *state, const struct cc_room *room) {                          \
        return cc_probe_open(&(events), state, room);                                               \
    }                                                                                               \
    static int64_t class##_plain(void *state) {                                                     \
        const struct cc_thread_events *mine = state;                                                \
        (void)mine;                                                                                 \
        return count;                                                                               \
    }                                                                                               \
    static int64_t class##_ordered(void *state) {                                                   \
        const struct cc_thread_events *mine = state;                                                \
        (void)mine;                                                                                 \
        fence;                                                                                      \
        int64_t ordered = count;                                                                    \
        fence;                                                                                      \
        return ordered;                                                                             \
    }                                                                                               \
    static void class##_close(void *state) { cc_close_fds(state); }                                 \
    CC_EXPORT int64_t CC_JNI_NAME(class, probe)(void *env, void *self) {                            \
        /* Not initialised: lld has no such relocation for SPARC. */                                \
        static struct cc_probe probe;                                                               \
        (void)env;                                                                                  \
        (void)self;                                                                                 \
        probe.size = sizeof probe;                                                                  \
        probe.state_bytes = sizeof(struct cc_thread_events);                                        \
        probe.open = class##_open;                                                                  \
        probe.ticks = class##_plain;                                                                \
        probe.start = class##_ordered;                                                              \
        probe.stop = class##_ordered;                                                               \
        probe.close = class##_close;                                                                \
        return (int64_t)(intptr_t)&probe;                                                           \
    }

#endif
