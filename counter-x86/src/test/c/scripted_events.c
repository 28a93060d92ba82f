// SPDX-License-Identifier: Apache-2.0
/*
 * The perf events of thread_events.h on a kernel that a test writes: system calls are answered here, so that
 * a PMU can be full, shared or forbidden without one. At most one test at a time.
 */
#include <linux_call.h>

static long kernel(long number, long a, long b, long c, long d, long e, long f);
#define cc_call kernel
#include <thread_events.h>

#define MAX 16
#define FIRST_FD 1000
#define SETTING_FD 2000

/* ScriptedEvents.Setting, in its order. */
enum {
    FULL, /* a bit for each event that finds no place */
    COUNT,
    ENABLED,
    RUNNING,
    OPEN_ERROR,
    MAP_ERROR,
    ENABLE_ERROR,
    PARANOID,
    FORBIDDEN,
    REFUSED_FLAGS,
    KIND_OF_CORE,
    SETTINGS
};
static int64_t settings[SETTINGS];

/* ScriptedEvents.Fact: the attributes of the last perf_event_open, and the numbers of events and mappings. */
enum { FLAGS, READ_FORMAT, OPEN, MAPPED, FACTS };
static int64_t facts[FACTS];

static struct event {
    union {
        struct cc_perf_page fields;
        uint8_t bytes[4096];
    } page;
    int open, in_error;
    int64_t count;
} all[MAX];

CC_MAPPED_EVENTS(events)

/* Of several events, each of a kind of core, the one counts whose core the thread is on. */
static int is_on_pmu(int i) {
    return all[i].open && !all[i].in_error && (events.count == 1 || i == settings[KIND_OF_CORE]);
}

static void change_pages(void) {
    for (int i = 0; i < MAX; i++) {
        struct cc_perf_page *page = &all[i].page.fields;
        page->lock += 2;
        page->capabilities = CC_CAP_USER_RDPMC;
        page->index = is_on_pmu(i) && !settings[FORBIDDEN] ? (uint32_t)i + 1 : 0;
        page->offset = page->index ? 0 : all[i].count;
    }
}

static int read_pmc(uint32_t index, uint64_t *count) {
    *count = (uint64_t)all[index].count;
    return 1;
}

static long open_event(const struct cc_perf_attr *attr) {
    if (settings[OPEN_ERROR]) return -settings[OPEN_ERROR];
    if (attr->flags[0] & settings[REFUSED_FLAGS]) return -CC_EINVAL;
    facts[FLAGS] = attr->flags[0];
    facts[READ_FORMAT] = (int64_t)attr->read_format;
    for (int i = 0; i < MAX; i++) {
        if (all[i].open) continue;
        all[i].open = 1;
        all[i].in_error = (int)(settings[FULL] >> i & 1);
        all[i].count = 0;
        facts[OPEN]++;
        change_pages();
        return FIRST_FD + i;
    }
    return -CC_ENOMEM;
}

static long read_file(long fd, void *to) {
    if (fd == SETTING_FD) {
        *(char *)to = (char)('0' + (settings[FORBIDDEN] ? 0 : settings[PARANOID]));
        return 1;
    }
    const struct event *event = &all[fd - FIRST_FD];
    struct cc_perf_reading *reading = to;
    if (event->in_error) return 0;
    reading->count = (uint64_t)event->count;
    reading->enabled = (uint64_t)settings[ENABLED];
    reading->running = (uint64_t)settings[RUNNING];
    return sizeof *reading;
}

static long enable(int i) {
    if (settings[ENABLE_ERROR]) return -settings[ENABLE_ERROR];
    all[i].in_error = (int)(settings[FULL] >> i & 1);
    change_pages();
    return 0;
}

static long kernel(long number, long a, long b, long c, long d, long e, long f) {
    (void)c;
    (void)d;
    (void)f;
    switch (number) {
    case CC_PERF_EVENT_OPEN: return open_event((const struct cc_perf_attr *)a);
    case CC_OPENAT: return SETTING_FD;
    case CC_READ_FILE: return read_file(a, (void *)b);
    case CC_IOCTL: return b == CC_PERF_ENABLE ? enable((int)a - FIRST_FD) : -CC_EINVAL;
    case CC_MMAP:
        if (settings[MAP_ERROR]) return -settings[MAP_ERROR];
        facts[MAPPED]++;
        return (intptr_t)&all[e - FIRST_FD].page;
    case CC_MUNMAP: facts[MAPPED]--; return 0;
    case CC_CLOSE:
        if (a == SETTING_FD) return 0;
        all[a - FIRST_FD].open = 0;
        facts[OPEN]--;
        return 0;
    default: return -CC_ENOSYS;
    }
}

static int64_t read_scripted(void) {
    return events.mapped ? CC_READ_MAPPED(events, read_pmc) : cc_read_events(&events);
}

static int64_t read_probe(struct cc_thread_events *mine) {
    return events.mapped ? cc_sum_mapped(&events, mine, read_pmc) : cc_sum_fds(mine);
}

CC_READ(org_cyclecounter_x86_ScriptedEvents, ticks) { return read_scripted(); }
CC_ADDRESSES(org_cyclecounter_x86_ScriptedEvents, ticks, ticks, 0)
CC_EVENTS_JNI(org_cyclecounter_x86_ScriptedEvents, events, read_probe(mine), )

/*
 * A reading in a destructor that is called in the second round finds the thread's events gone. The order within a
 * round is not used: a key may get the place that an unloaded library has given back. Returns the events left to the
 * thread, and that reading.
 */
static unsigned late_key;
static char rounds[2]; /* their addresses stand for the first and the second */
static volatile int64_t late[2];

static void read_late(void *round) {
    if (round == &rounds[0]) {
        pthread_setspecific(late_key, &rounds[1]);
        return;
    }
    late[0] = events_mine != 0;
    late[1] = read_scripted();
}

CC_EXPORT void Java_org_cyclecounter_x86_ScriptedEvents_readWhenTheThreadHasEnded(CC_UNUSED_ENV) {
    if (!late_key) pthread_key_create(&late_key, read_late);
    pthread_setspecific(late_key, &rounds[0]);
}

CC_EXPORT int64_t Java_org_cyclecounter_x86_ScriptedEvents_late(CC_UNUSED_ENV, int32_t which) {
    return late[which];
}

CC_EXPORT int64_t Java_org_cyclecounter_x86_ScriptedEvents_destructor(CC_UNUSED_ENV) {
    return (int64_t)(intptr_t)cc_threads->end;
}

/* A new kernel, on which the calling thread has read nothing. */
CC_EXPORT void Java_org_cyclecounter_x86_ScriptedEvents_begin(CC_UNUSED_ENV, int32_t mapped) {
    if (events.key_made) {
        pthread_mutex_lock(cc_threads->mutex);
        cc_take_out(pthread_getspecific(events.key));
        pthread_mutex_unlock(cc_threads->mutex);
        free(pthread_getspecific(events.key));
        pthread_setspecific(events.key, 0);
        events_mine = 0;
    }
    for (int i = 0; i < SETTINGS; i++) settings[i] = 0;
    for (int i = 0; i < FACTS; i++) facts[i] = 0;
    for (int i = 0; i < MAX; i++) all[i].open = all[i].in_error = 0;
    settings[PARANOID] = 2;
    late[0] = late[1] = 0;
    events.mapped = mapped;
    events.setting = "user_access";
    events.count = 0;
}

CC_EXPORT void Java_org_cyclecounter_x86_ScriptedEvents_set(CC_UNUSED_ENV, int32_t setting, int64_t value) {
    if (setting == COUNT)
        for (int i = 0; i < MAX; i++)
            if (is_on_pmu(i)) all[i].count += value - settings[COUNT];
    settings[setting] = value;
    for (int i = 0; i < MAX; i++) all[i].in_error |= (int)(settings[FULL] >> i & 1);
    change_pages();
}

CC_EXPORT int64_t Java_org_cyclecounter_x86_ScriptedEvents_fact(CC_UNUSED_ENV, int32_t fact) {
    return facts[fact];
}

/* The result of a probe's open(). */
CC_EXPORT int32_t Java_org_cyclecounter_x86_ScriptedEvents_openProbe(CC_UNUSED_ENV) {
    static struct cc_thread_events mine;
    static const struct cc_room room = {0, sizeof all, sizeof all[0].page};
    mine.count = 0;
    return cc_probe_open(&events, &mine, &room);
}
