// SPDX-License-Identifier: Apache-2.0
/*
 * The hardware counters of the processor that a thread runs on, and the events that get them.
 *
 * Each thread is alone on its processor, so each has all counters that are left ("slots"). Its pinned
 * events come first, in the order in which they were opened; an event without a counter is in ERROR
 * state until PERF_EVENT_IOC_ENABLE. The others take turns: after each turn, of thread time, the first
 * of them goes to the end (ctx_sched_in, event_sched_in, rotate_ctx in kernel/events/core.c).
 */
#include "pmu.h"

#include <math.h>

/* As perf_event_update_userpage: the reader begins again when it sees the lock changed. */
void publish(struct event *event) {
    volatile struct perf_event_mmap_page *page = event->page;
    if (page == NULL) return;
    page->lock++;
    __sync_synchronize();
    page->index = event->state == ACTIVE && event->readable ? (uint32_t)event->slot + 1 : 0;
    page->offset = (int64_t)(event->count - (page->index != 0 ? event->raw : 0));
    page->time_enabled = (uint64_t)event->enabled_ns;
    page->time_running = (uint64_t)event->running_ns;
    __sync_synchronize();
    page->lock++;
}

static void set_state(struct event *event, enum state state, int slot) {
    event->state = state;
    event->slot = slot;
    publish(event);
}

/* As many rivals as there are to be, in a thread that has events of the program. */
static void settle_rivals(struct task *task) {
    bool own = false;
    for (struct event *event = task->events; event != NULL; event = event->next) own |= !event->rival;
    int rivals = 0, wanted = own ? (int)settings.rivals : 0;
    for (struct event *event = task->events, *next; event != NULL; event = next) {
        next = event->next;
        if (event->rival && ++rivals > wanted) leave_thread(event);
    }
    while (rivals++ < wanted) add_rival(task);
}

/* Which events are to have a counter: as many as there are counters, pinned ones first. */
static uint64_t place_events(struct task *task, bool pinned, int *left) {
    uint64_t kept = 0;
    for (struct event *event = task->events; event != NULL; event = event->next) {
        if (event->state < WAITING || event->pinned != pinned) continue;
        bool fits = *left > 0;
        if (fits) {
            --*left;
            if (event->state != ACTIVE || event->slot >= settings.slots)
                event->slot = -1;
            else
                kept |= 1ull << event->slot;
        } else if (pinned || event->state == ACTIVE) {
            set_state(event, pinned ? IN_ERROR : WAITING, 0);
        }
        if (!fits) event->slot = MAX_COUNTERS;
    }
    return kept;
}

/* Gives a thread's events their counters; an event that keeps a counter keeps the same one. */
void settle(struct task *task) {
    task->unsettled = false;
    settle_rivals(task);
    int left = (int)settings.slots;
    uint64_t used = place_events(task, true, &left);
    used |= place_events(task, false, &left);
    for (struct event *event = task->events; event != NULL; event = event->next) {
        if (event->state < WAITING || event->slot >= 0) continue;
        int slot = 0;
        while (used >> slot & 1) slot++;
        used |= 1ull << slot;
        set_state(event, ACTIVE, slot);
    }
}

/* The turn is over: the first event that is not pinned goes to the end. */
static void rotate(struct task *task) {
    struct event **at = &task->events;
    while (*at != NULL && ((*at)->pinned || (*at)->state < WAITING)) at = &(*at)->next;
    struct event *first = *at;
    if (first == NULL) return;
    *at = first->next;
    first->next = NULL;
    while (*at != NULL) at = &(*at)->next;
    *at = first;
    settle(task);
}

static bool anyone_waits(const struct task *task) {
    const struct event *event = task->events;
    while (event != NULL && event->state != WAITING) event = event->next;
    return event != NULL;
}

static void count(struct task *task, double ns, uint64_t cycles) {
    for (struct event *event = task->events; event != NULL; event = event->next) {
        if (event->state < WAITING) continue;
        event->enabled_ns += ns;
        if (event->state != ACTIVE) continue;
        event->running_ns += ns;
        event->count += cycles;
        event->raw += cycles;
    }
}

/* The part of a thread's first ns in which counters do not stand still, as they do at the beginning of each turn. */
static double moving_ns(double ns) {
    double still = settings.stall * settings.turn_ns, turn = fmod(ns, settings.turn_ns);
    return (ns - turn) * (1 - settings.stall) + fmax(0, turn - still);
}

/* The counted share of the thread's next ns; an event reports that it runs all the time. */
static double counted_share(const struct task *task, double ns) {
    if (settings.dead != 0) return 0;
    if (settings.stall == 0 || settings.turn_ns == 0 || ns == 0) return 1;
    return (moving_ns(task->clock_ns + ns) - moving_ns(task->clock_ns)) / ns;
}

/*
 * Before the PMU changes: threads' work so far counts by the old rules. A thread that runs afterwards
 * gets its counters by the new rules at once; a sleeping thread does not notice a change that is revoked.
 */
void catch_up(void) {
    for (struct task *task = tasks; task != NULL; task = task->next) {
        if (task->events == NULL) continue;
        advance(task, false);
        task->unsettled = true;
    }
}

/* Counts a thread's work up to now; reading: it reads a counter. */
void advance(struct task *task, bool reading) {
    uint64_t now = cpu_time_ns(task);
    if (task->unsettled && now > task->seen_ns) settle(task);
    double ns = now > task->seen_ns ? fmax(0, (double)(now - task->seen_ns) - settings.discount_ns) : 0;
    task->seen_ns = now;
    double cycles = floor(ns * HZ / 1e9);
    if (reading && cycles < settings.step) {
        cycles = settings.step;
        ns = cycles * 1e9 / HZ;
    }
    double counted = floor(cycles * counted_share(task, ns));
    task->clock_ns += ns;
    while (anyone_waits(task) && settings.turn_ns > 0 && task->turn_ns + ns >= settings.turn_ns) {
        double part = fmax(0, settings.turn_ns - task->turn_ns), share = ns > 0 ? floor(counted * part / ns) : 0;
        count(task, part, (uint64_t)share);
        ns -= part;
        counted -= share;
        task->turn_ns = 0;
        rotate(task);
    }
    task->turn_ns = anyone_waits(task) ? task->turn_ns + ns : 0;
    count(task, ns, (uint64_t)counted);
}

/* RDPMC by a thread; false if it faults. */
bool rdpmc(struct task *task, uint32_t counter, uint64_t *value) {
    if (!may_read(task->process->space) || counter >= fmax(settings.slots, COUNTERS)) return false;
    *value = 0;
    for (struct event *event = task->events; event != NULL; event = event->next)
        if (event->state == ACTIVE && (uint32_t)event->slot == counter)
            *value = event->raw & ((UINT64_C(1) << WIDTH) - 1);
    return true;
}
