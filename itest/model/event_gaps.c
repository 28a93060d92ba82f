// SPDX-License-Identifier: Apache-2.0
/*
 * Every interleaving, up to a bound, of a thread that reads its perf events (thread_events.h, event_gaps.h,
 * perf_page.h, as compiled) with a kernel that changes them. The compiler calls __sanitizer_cov_load before each
 * load of a mapped page (-fsanitize-coverage=trace-loads): there, before each system call and between two readings
 * the kernel may act, or a cycle pass. What it does at each of these moments is a choice; all combinations of
 * choices are run, one after the other, from the beginning.
 *
 * The kernel acts in interrupts and switches on the reader's processor, so between two loads it changes all of a
 * page or nothing. Its source: kernel/events/core.c (perf_event_update_userpage, ctx_sched_in, perf_read),
 * arch/x86/events/core.c (x86_perf_event_set_period).
 *
 * Held against the thread's true cycles, counted or not: no reading is less than an earlier one; between two
 * readings without a loss between them exactly the cycles between them are counted, or CC_GAP more, never fewer;
 * after a loss the count goes on far above; what was taken away before the counter was last opened is no loss.
 *
 *   event_gaps MODE ACTIONS    mapped, hybrid or read; the most times that the kernel acts in one run
 */
#include <linux_call.h>

static long kernel(long number, long a, long b, long c, long d, long e, long f);
#define cc_call kernel
#include <thread_events.h>

#define UNWATCHED __attribute__((no_sanitize("coverage")))

extern int printf(const char *format, ...);
extern void exit(int status);
extern int strcmp(const char *a, const char *b);
extern int atoi(const char *text);

CC_MAPPED_EVENTS(events, .setting = "user_access")

#define MAX 8
#define FIRST_FD 100
#define SETTING_FD 200
#define READINGS 4
#define WORK 60 /* cycles between two readings: more than a reading takes */
#define WIDTH 5 /* of a hardware counter, in bits */
#define PERIOD 9 /* it begins this far below 0, interrupts after 0, */
#define LATENCY 2 /* this number of cycles later */

/* The kernel's possible actions; the first is none. */
enum action { NOTHING, SWITCH, FULL, DENY, SUSPEND_ACCESS, SELECT_AGAIN, MIGRATE, SHARE, ACTIONS };
static const char *const names[] = {"nothing",        "switch",       "full",    "deny",
                                    "suspend access", "select again", "migrate", "share"};
static const enum action of_mapped[] = {NOTHING, SWITCH, FULL, DENY, SUSPEND_ACCESS, SELECT_AGAIN, ACTIONS};
static const enum action of_hybrid[] = {NOTHING, SWITCH, FULL, DENY, SUSPEND_ACCESS, SELECT_AGAIN, MIGRATE, ACTIONS};
static const enum action of_read[] = {NOTHING, SWITCH, FULL, SELECT_AGAIN, SHARE, ACTIONS};

static struct event {
    struct cc_perf_page page;
    int open, kind, on, error;
    int64_t count, began; /* up to when it was last put on the PMU, and the counter's value then */
    uint64_t counter, enabled, running;
    uint32_t number; /* of its hardware counter */
} all[MAX];

static int hybrid, most_actions;
static int core, faults, denied, reading, in_kernel, actions;
#define MOST_ACTIONS 8
static enum action acted[MOST_ACTIONS];
static int64_t cycles;
static unsigned harmed; /* the epoch in which it last took something away */

/* The choices of this run, of which the first `known` are given and the others 0, and how many there were each time. */
#define DEPTH 4096
static unsigned char chosen[DEPTH], of[DEPTH];
static unsigned depth, known;

UNWATCHED static unsigned choose(unsigned count) {
    if (depth == DEPTH) {
        printf("too deep\n");
        exit(2);
    }
    if (depth == known) {
        chosen[known] = 0;
        known++;
    }
    of[depth] = (unsigned char)count;
    return chosen[depth++];
}

/* The next combination; 0 after the last one. */
UNWATCHED static int advance(void) {
    while (known > 0 && chosen[known - 1] + 1 == of[known - 1]) known--;
    if (known == 0) return 0;
    chosen[known - 1]++;
    return 1;
}

UNWATCHED static void fail(const char *property, int64_t before, int64_t count) {
    printf("%s: %lld after %lld, at cycle %lld; the kernel:", property, (long long)count, (long long)before,
           (long long)cycles);
    for (int i = 0; i < actions; i++) printf(" %s;", names[acted[i]]);
    printf("\n");
    exit(1);
}

UNWATCHED static int64_t extended(uint64_t counter) {
    return (int64_t)(counter << (64 - WIDTH)) >> (64 - WIDTH);
}

UNWATCHED static void update_page(struct event *event) {
    int visible = event->on && !denied;
    event->page.lock++;
    event->page.index = visible ? event->number + 1 : 0;
    event->page.offset = event->count - (visible ? event->began : 0);
    event->page.capabilities = CC_CAP_USER_RDPMC;
    event->page.pmc_width = WIDTH;
    event->page.lock++;
}

UNWATCHED static void take_off(struct event *event) {
    if (!event->on) return;
    event->count += extended(event->counter) - event->began;
    event->on = 0;
    event->counter = 0x5555; /* another thread's */
    update_page(event);
}

UNWATCHED static void program(struct event *event) {
    event->began = -PERIOD;
    event->counter = (uint64_t)event->began;
}

/* Puts an event on the PMU where its thread runs on its kind of core, by another hardware counter than before. */
UNWATCHED static void put_on(struct event *event) {
    if (!event->open || event->on || event->error || event->kind != core) return;
    event->on = 1;
    event->number ^= 1;
    program(event);
    update_page(event);
}

UNWATCHED static void pass(int64_t count) {
    for (; count > 0; count--) {
        cycles++;
        for (int i = 0; i < MAX; i++) {
            struct event *event = &all[i];
            if (!event->open) continue;
            if (!event->error) event->enabled++;
            if (event->on || event->kind != core) event->running += !event->error;
            if (!event->on) continue;
            event->counter++;
            if (extended(event->counter) < LATENCY) continue;
            event->count += extended(event->counter) - event->began;
            program(event);
            update_page(event);
        }
    }
}

/* Another thread opens the counter, and so begins an epoch: it is allowed again, if it was not. */
UNWATCHED static void select_again(void) {
    if (++events.epoch == 0) events.epoch = 1;
    if (!denied) return;
    denied = faults = 0;
    for (int i = 0; i < MAX; i++)
        if (all[i].open) update_page(&all[i]);
}

UNWATCHED static void act(void) {
    if (actions == most_actions) return;
    const enum action *possible = events.mapped ? hybrid ? of_hybrid : of_mapped : of_read;
    unsigned count = 0;
    while (possible[count] != ACTIONS) count++;
    enum action action = possible[choose(count)];
    if (action != NOTHING) acted[actions++] = action;
    if (action == FULL || action == DENY || action == SHARE) harmed = events.epoch;
    switch (action) {
    case NOTHING: return;
    case DENY: denied = faults = 1; return; /* the pages say so after the next switch */
    case SUSPEND_ACCESS: faults = 1; return;
    case SELECT_AGAIN: select_again(); return;
    default: break;
    }
    for (int i = 0; i < MAX; i++) take_off(&all[i]);
    faults = denied;
    if (action == MIGRATE) core = !core;
    for (int i = 0; i < MAX; i++) {
        if (!all[i].open) continue;
        if (action == FULL && all[i].kind == core) all[i].error = 1;
        if (action == SHARE) continue; /* it waits for its turn while its thread runs */
        put_on(&all[i]);
    }
    if (action == SHARE) {
        pass(WORK);
        for (int i = 0; i < MAX; i++) put_on(&all[i]);
    }
}

/* Between two instructions of the reader. */
UNWATCHED static void step(void) {
    if (!reading || in_kernel) return;
    in_kernel = 1;
    pass(1);
    act();
    in_kernel = 0;
}

UNWATCHED static void load(const void *address) {
    const char *at = address;
    if ((at >= (const char *)all && at < (const char *)(all + MAX)) || address == (const void *)&events.epoch) step();
}

#define WATCH(bytes)                                                                                \
    void __sanitizer_cov_load##bytes(void *address);                                                \
    UNWATCHED void __sanitizer_cov_load##bytes(void *address) { load(address); }
WATCH(1)
WATCH(2)
WATCH(4)
WATCH(8)
WATCH(16)

UNWATCHED static int read_pmc(uint32_t number, uint64_t *count) {
    step();
    if (faults) return 0;
    *count = 0x2aa; /* another thread's, or unused */
    for (int i = 0; i < MAX; i++)
        if (all[i].on && all[i].number == number) *count = all[i].counter;
    *count &= (1u << WIDTH) - 1;
    return 1;
}

UNWATCHED static long open_event(void) {
    int kind = 0;
    for (int i = 0; i < MAX; i++) kind += all[i].open;
    for (int i = 0; i < MAX; i++) {
        struct event *event = &all[i];
        if (event->open) continue;
        uint32_t lock = event->page.lock;
        *event = (struct event){.open = 1, .kind = kind};
        event->page.lock = lock;
        event->number = (uint32_t)(2 * kind);
        update_page(event);
        put_on(event);
        return FIRST_FD + i;
    }
    return -CC_ENOMEM;
}

UNWATCHED static long read_file(long fd, void *to) {
    if (fd == SETTING_FD) {
        *(char *)to = denied ? '0' : '1';
        return 1;
    }
    const struct event *event = &all[fd - FIRST_FD];
    struct cc_perf_reading *result = to;
    if (event->error) return 0;
    result->count = (uint64_t)(event->count + (event->on ? extended(event->counter) - event->began : 0));
    result->enabled = event->enabled;
    result->running = event->running;
    return sizeof *result;
}

UNWATCHED static long kernel(long number, long a, long b, long c, long d, long e, long f) {
    (void)c;
    (void)d;
    (void)f;
    step();
    struct event *event = number == CC_MMAP ? &all[e - FIRST_FD] : &all[a - FIRST_FD];
    switch (number) {
    case CC_PERF_EVENT_OPEN: return open_event();
    case CC_OPENAT: return SETTING_FD;
    case CC_READ_FILE: return read_file(a, (void *)b);
    case CC_IOCTL:
        event->error = 0;
        put_on(event);
        return 0;
    case CC_MMAP: return (intptr_t)&event->page;
    case CC_MUNMAP: return 0;
    case CC_CLOSE:
        if (a != SETTING_FD) event->open = event->on = 0;
        return 0;
    default: return -CC_ENOSYS;
    }
}

static int64_t read_events(void) {
    return events.mapped ? CC_READ_MAPPED(events, read_pmc) : cc_read_events(&events);
}

UNWATCHED static void begin(int mapped) {
    if (events.key_made) {
        free(pthread_getspecific(events.key));
        pthread_setspecific(events.key, 0);
        events_mine = 0;
    }
    for (int i = 0; i < MAX; i++) all[i] = (struct event){0};
    core = faults = denied = actions = 0;
    cycles = 0;
    harmed = 0;
    depth = 0;
    events.count = 0;
    events.mapped = mapped;
    cc_set_event(&events, 0, 0, 0, 0);
    if (hybrid) cc_set_event(&events, 1, 0, 0, 0);
}

/* One run; readings of a thread, each with the cycles before and after it. */
UNWATCHED static void run(void) {
    int64_t last = -1, last_began = 0, last_ended = 0;
    int lost = 0;
    pass(choose(PERIOD + LATENCY)); /* the counter's phase in the first reading */
    for (int i = 0; i < READINGS; i++) {
        int64_t began = cycles, count;
        unsigned epoch = events.epoch;
        reading = 1;
        do count = read_events();
        while (count == CC_FIRST);
        reading = 0;
        if (count == CC_LOST && harmed < epoch) fail("a selection is lost by an earlier gap", last, count);
        if (count < 0) {
            lost = 1;
        } else {
            if (count < last) fail("a reading falls", last, count);
            if (last >= 0) {
                int64_t counted = count - last;
                int jumped = counted >= CC_GAP;
                if (lost && !jumped) fail("a loss is counted over", last, count);
                if (!jumped && counted < began - last_ended) fail("a gap is counted", last, count);
                if (!jumped && counted > cycles - last_began) fail("too much is counted", last, count);
            }
            lost = 0;
            last = count;
            last_began = began;
            last_ended = cycles;
        }
        in_kernel = 1;
        act();
        pass(WORK);
        act();
        pass(WORK);
        in_kernel = 0;
    }
}

UNWATCHED int main(int count, char **arguments) {
    if (count != 3) return 2;
    const char *mode = arguments[1];
    int mapped = strcmp(mode, "read") != 0;
    hybrid = strcmp(mode, "hybrid") == 0;
    most_actions = atoi(arguments[2]);
    if (most_actions > MOST_ACTIONS) return 2;
    long runs = 0;
    do {
        begin(mapped);
        run();
        runs++;
    } while (advance());
    printf("%s: %ld interleavings with up to %d actions of the kernel\n", mode, runs, most_actions);
    return 0;
}
