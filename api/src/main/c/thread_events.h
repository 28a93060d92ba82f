// SPDX-License-Identifier: Apache-2.0
/*
 * Linux perf events that a counter opens for each thread that reads it: on the thread's first read,
 * until the thread ends, when the C library calls the key's destructor. The events are perf_events.h's.
 *
 * A counter declares `static struct cc_events events`, or CC_MAPPED_EVENTS(events) if it reads a mapped page, and
 * defines CC_EVENTS_JNI; the Java side is org.cyclecounter.spi.nativelib.PerfEventSource.
 */
#ifndef CYCLECOUNTER_THREAD_EVENTS_H
#define CYCLECOUNTER_THREAD_EVENTS_H

#include <event_gaps.h>
#include <first_copy.h>

extern void *calloc(size_t count, size_t size);
extern void free(void *memory);
extern long sysconf(int name);
extern int pthread_key_create(unsigned *key, void (*destructor)(void *));
extern void *pthread_getspecific(unsigned key);
extern int pthread_setspecific(unsigned key, const void *value);
extern int pthread_key_delete(unsigned key);
extern void *pthread_self(void);

#define CC_SC_PAGESIZE 30 /* both glibc and musl */

/*
 * Declares the events of a counter that is read without a system call, where the C library's call for a value of
 * the thread's would be a third of the read: the thread finds its events by a variable of its own instead. A
 * library that is loaded late must not ask for one at a fixed place (initial-exec), or it is not loaded where the
 * C library has no room left there; by a TLS descriptor (build/natives) it gets such a place if there is room, and
 * a slower one if not. Elsewhere descriptors are too new, or their benefit has not been measured. The key keeps
 * the events either way, for its destructor.
 *
 * The variable is set and cleared by the thread itself, with the key. Native children do not touch it.
 */
#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#define CC_MAPPED_EVENTS(events, ...)                                                               \
    static _Thread_local struct cc_thread_events *events##_mine;                                    \
    static __attribute__((noinline)) struct cc_thread_events **events##_cached(void) {              \
        return &events##_mine;                                                                      \
    }                                                                                               \
    static struct cc_events events = {.mapped = 1, .cached = events##_cached, __VA_ARGS__};
#define CC_MINE(events) events##_mine
#else
#define CC_MAPPED_EVENTS(events, ...) static struct cc_events events = {.mapped = 1, __VA_ARGS__};
#define CC_MINE(events) ((struct cc_thread_events *)pthread_getspecific((events).key))
#endif

static inline size_t cc_page_bytes(void) { return (size_t)sysconf(CC_SC_PAGESIZE); }

/*
 * A process has 1,024 keys, musl's 128, for all of its libraries; so a library gives its own back when its class
 * loader is unloaded, as of a web application that is deployed again. Reads have stopped by then, but their
 * threads live on, and may be ending: their events are listed, and belong to the thread that takes them off the
 * list. A mutex of zeros is PTHREAD_MUTEX_INITIALIZER in glibc and musl, and neither has one of more than 48
 * bytes. No atomic operations: ARMv5 has none.
 */
struct cc_thread_copy {
    struct cc_thread_copy *next;
    int (*end)(void *thread_events); /* called with the keeper's mutex; 0 for events that are not of this copy */
};
struct cc_thread_keeper {
    int64_t mutex[8];
    struct cc_thread_copy *copies;
    void (*end)(void *thread_events); /* the keys' destructor */
};
extern struct cc_thread_keeper cc_own_threads;
CC_ONE struct cc_thread_keeper cc_own_threads;
static inline void cc_end_thread(void *thread_events) {
    pthread_mutex_lock(cc_own_threads.mutex);
    struct cc_thread_copy *copy = cc_own_threads.copies;
    while (copy && !copy->end(thread_events)) copy = copy->next;
    pthread_mutex_unlock(cc_own_threads.mutex);
}
CC_EXPORT cc_keeper cc_thread_keeper_1;
CC_ONE void *cc_thread_keeper_1(void) {
    cc_own_threads.end = cc_end_thread;
    return &cc_own_threads;
}

extern struct cc_events *cc_all_events;
CC_ONE struct cc_events *cc_all_events;
extern struct cc_thread_keeper *cc_threads; /* null before the first key */
CC_ONE struct cc_thread_keeper *cc_threads;

/* Takes a thread's events out of the list, under the mutex; 0 where they are in none. */
static inline int cc_take_out(const struct cc_thread_events *mine) {
    for (struct cc_events *events = cc_all_events; events; events = events->next)
        for (struct cc_thread_events **at = &events->threads; *at; at = &(*at)->next)
            /* Another thread's may have got the place of events that an unloaded copy has freed. */
            if (*at == mine && mine->thread == pthread_self()) {
                *at = mine->next;
                return 1;
            }
    return 0;
}

static inline int cc_close_events(void *thread_events) {
    struct cc_thread_events *mine = thread_events;
    if (!cc_take_out(mine)) return 0;
    if (mine->cached) *mine->cached = 0; /* the destructor of another key may read the counter again */
    cc_drop_events(mine, cc_page_bytes());
    free(mine);
    return 1;
}

extern struct cc_thread_copy cc_thread_copy;
CC_ONE struct cc_thread_copy cc_thread_copy;

static inline void cc_leave_threads(void) {
    struct cc_thread_keeper *keeper = cc_threads;
    pthread_mutex_lock(keeper->mutex);
    for (struct cc_events *events = cc_all_events; events; events = events->next) {
        pthread_key_delete(events->key);
        events->key_made = 0; /* a library of java.library.path may be loaded again, as it is */
        for (struct cc_thread_events *mine; (mine = events->threads) != 0;) {
            events->threads = mine->next;
            cc_drop_events(mine, cc_page_bytes());
            /* A living thread's variable points to it, and is the thread's own to write: it stays, not ready. */
            if (!mine->cached) free(mine);
        }
    }
    cc_all_events = 0;
    struct cc_thread_copy **at = &keeper->copies;
    while (*at != &cc_thread_copy) at = &(*at)->next;
    *at = cc_thread_copy.next;
    cc_threads = 0;
    pthread_mutex_unlock(keeper->mutex);
    cc_leave[CC_LEAVE_THREADS] = 0;
}

/* Makes the key; 0 or an errno. */
static inline int cc_make_key(struct cc_events *events) {
    struct cc_thread_keeper *keeper = cc_first_keeper("cc_thread_keeper_1", cc_thread_keeper_1);
    int failed = pthread_key_create(&events->key, keeper->end);
    if (failed) return failed;
    events->key_made = 1;
    pthread_mutex_lock(keeper->mutex);
    events->next = cc_all_events;
    cc_all_events = events;
    if (!cc_threads) {
        cc_thread_copy.end = cc_close_events;
        cc_thread_copy.next = keeper->copies;
        keeper->copies = &cc_thread_copy;
        cc_leave[CC_LEAVE_THREADS] = cc_leave_threads;
        cc_threads = keeper;
    }
    pthread_mutex_unlock(keeper->mutex);
    return 0;
}

/* The reading of a thread that has no events: opens them. A thread keeps the reason where that fails. */
static __attribute__((noinline)) int64_t cc_first_reading(struct cc_events *events) {
    struct cc_thread_events *mine = pthread_getspecific(events->key);
    if (!mine) {
        mine = calloc(1, sizeof *mine);
        if (!mine) return CC_UNREADABLE;
        if (pthread_setspecific(events->key, mine) != 0) {
            free(mine);
            return CC_UNREADABLE;
        }
        mine->thread = pthread_self();
        pthread_mutex_lock(cc_threads->mutex);
        mine->next = events->threads;
        events->threads = mine;
        pthread_mutex_unlock(cc_threads->mutex);
        if (events->cached) {
            mine->cached = events->cached();
            *mine->cached = mine;
        }
    }
    /* Until the counter is selected again: further reads would open events, and use up the gaps. */
    if (mine->failure == CC_FORBIDDEN && mine->epoch == events->epoch) return CC_LOST;
    if (mine->gaps == CC_MAX_GAPS) return cc_fail(mine, CC_TAKEN, 0, 0);
    if (cc_open_for_thread(events, mine, cc_page_bytes()) != 0) return CC_UNREADABLE;
    if (mine->opened) cc_go_on_above(mine); /* none could be opened since the last ones failed */
    cc_join_epoch(events, mine);
    mine->opened = 1;
    if (events->before_reading) events->before_reading();
    return CC_FIRST;
}

/* The calling thread's events; null while it has none. */
static inline struct cc_thread_events *cc_my_events(const struct cc_events *events) {
    struct cc_thread_events *mine = pthread_getspecific(events->key);
    return __builtin_expect(mine != 0 && mine->count != 0, 1) ? mine : 0;
}

/* A reading that may have failed. */
static inline int64_t cc_checked(const struct cc_events *events, struct cc_thread_events *mine, int64_t count) {
    if (__builtin_expect(count < 0 || mine->behind, 0))
        return cc_after_failure(events, mine, cc_page_bytes(), count < 0 ? count : CC_LOST);
    cc_join_epoch(events, mine);
    return count;
}

static inline int64_t cc_read_events(struct cc_events *events) {
    struct cc_thread_events *mine = cc_my_events(events);
    return mine ? cc_checked(events, mine, cc_sum_fds(mine)) : cc_first_reading(events);
}

/*
 * The slow path: the thread's first read, a page that changed during the read, hybrid processors, and
 * events that cannot be read without a system call.
 */
static __attribute__((noinline)) int64_t cc_read_slowly(struct cc_events *events, cc_read_pmc *read_pmc) {
    struct cc_thread_events *mine = cc_my_events(events);
    return mine ? cc_checked(events, mine, cc_sum_mapped(events, mine, read_pmc)) : cc_first_reading(events);
}

/*
 * The thread's count without a system call. The kernel may take that away, as arm64 does when its
 * setting changes; and RISC-V's takes it from all threads of a process for a while when one of them
 * unmaps its event (pmu_sbi_event_unmapped). The count goes on by system calls then, unless the
 * setting says that it is for good: CC_LOST. An event in ERROR state has index 0, too.
 */
static inline __attribute__((always_inline)) int64_t cc_read_mapped(struct cc_events *events,
                                                                    const struct cc_thread_events *mine,
                                                                    cc_read_pmc *read_pmc) {
    int64_t count = 0;
    if (__builtin_expect(mine && mine->ready == events->epoch && cc_perf_page_try(mine->pages[0], read_pmc, &count), 1))
        return count + mine->base;
    return cc_read_slowly(events, read_pmc);
}

#define CC_READ_MAPPED(events, read_pmc) cc_read_mapped(&(events), CC_MINE(events), read_pmc)

/* The reason why the calling thread has no reading: enum cc_failure, from bit 8 the errno, from bit 32 the detail. */
static inline int64_t cc_why_not(const struct cc_events *events) {
    const struct cc_thread_events *mine = pthread_getspecific(events->key);
    if (!mine) return CC_NO_MEMORY;
    return (int64_t)((uint64_t)(uint32_t)mine->detail << 32 | (uint32_t)mine->error << 8 | (uint32_t)mine->failure);
}

/* Nanoseconds enabled and running, and whether the kernel's cycles count, too; 0 if that cannot be read. */
static inline int cc_event_state(const struct cc_events *events, int64_t state[3]) {
    const struct cc_thread_events *mine = cc_my_events(events);
    if (!mine) return 0;
    state[1] = 0;
    for (unsigned i = 0; i < mine->count; i++) {
        struct cc_perf_reading reading;
        if (cc_perf_read(mine->fds[i], &reading) != 0) return 0;
        if (i == 0) state[0] = (int64_t)reading.enabled;
        state[1] += (int64_t)reading.running;
    }
    state[2] = !(mine->exclusions & CC_PERF_EXCLUDE_KERNEL);
    return 1;
}

/* JNI specification, "Interface Function Table": the place of SetLongArrayRegion. */
#define CC_SET_LONG_ARRAY_REGION 212
typedef void cc_set_long_array_region(void *env, void *array, int32_t start, int32_t length, const int64_t *from);

static inline int32_t cc_set_event(struct cc_events *events, int32_t place, uint32_t type, uint64_t config,
                                   uint64_t config1) {
    if (place < 0 || place >= CC_MAX_EVENTS) return -CC_EINVAL;
    if (!events->key_made) {
        int failed = cc_make_key(events);
        if (failed) return -failed;
    }
    if (++events->epoch == 0) events->epoch = 1;
    events->of[place].type = type;
    events->of[place].config = config;
    events->of[place].config1 = config1;
    if (events->count <= (unsigned)place) events->count = (unsigned)place + 1;
    return 0;
}

/*
 * The native methods of a PerfEventSource: setEvent, whyNot, eventTimes and probe. `count` is an expression
 * that reads the events in `mine`, as the counter's own read does; `fence` is a statement that stands
 * before and after an ordered read, or nothing.
 */
#define CC_EVENTS_JNI(class, events, count, fence)                                                  \
    CC_EXPORT int32_t CC_JNI_NAME(class, setEvent)(CC_UNUSED_ENV, int32_t place, int32_t type,      \
                                                   int64_t config, int64_t config1) {               \
        return cc_set_event(&(events), place, (uint32_t)type, (uint64_t)config, (uint64_t)config1); \
    }                                                                                               \
    CC_EXPORT int64_t CC_JNI_NAME(class, whyNot)(CC_UNUSED_ENV) {                                   \
        return cc_why_not(&(events));                                                               \
    }                                                                                               \
    CC_EXPORT uint8_t CC_JNI_NAME(class, eventTimes)(void *env, void *self, void *times) {          \
        int64_t state[3];                                                                           \
        (void)self;                                                                                 \
        if (!cc_event_state(&(events), state)) return 0;                                            \
        (*(cc_set_long_array_region ***)env)[CC_SET_LONG_ARRAY_REGION](env, times, 0, 3, state);    \
        return 1;                                                                                   \
    }                                                                                               \
    static int32_t class##_open(void *state, const struct cc_room *room) {                          \
        return cc_probe_open(&(events), state, room);                                               \
    }                                                                                               \
    static int64_t class##_plain(void *state) {                                                     \
        struct cc_thread_events *mine = state;                                                      \
        (void)mine;                                                                                 \
        return count;                                                                               \
    }                                                                                               \
    static int64_t class##_ordered(void *state) {                                                   \
        struct cc_thread_events *mine = state;                                                      \
        (void)mine;                                                                                 \
        fence;                                                                                      \
        int64_t ordered = count;                                                                    \
        fence;                                                                                      \
        return ordered;                                                                             \
    }                                                                                               \
    static void class##_close(void *state) { cc_close_fds(state); }                                 \
    CC_EXPORT int64_t CC_JNI_NAME(class, probe)(CC_UNUSED_ENV) {                                    \
        /* Not initialised: lld has no such relocation for SPARC. */                                \
        static struct cc_probe probe;                                                               \
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
