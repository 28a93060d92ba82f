// SPDX-License-Identifier: Apache-2.0
/*
 * The reads of a counter in a native child, and their verdict: every kind of read that the program may
 * make, as often as it will, each followed by a check of the registers (registers.h). A fault or damage
 * by the k-th read alone is noticed, too.
 */
#ifndef CYCLECOUNTER_CHILD_READS_H
#define CYCLECOUNTER_CHILD_READS_H

#include "registers.h"
#include <probe.h>

/* NativeChild.Kind and NativeChild.ProbePhase, in their order. */
enum {
    NOTHING_SAID = -1,
    PASSED,
    FAULT,              /* detail: the signal's number on most architectures */
    CALLING_CONVENTION, /* bits of registers.h */
    TIMED_OUT,
    ENDED,       /* the signal's number, as of a fault; 0 where it is not known */
    OPEN_FAILED, /* the result of open() */
    UNREADABLE,
    LOST,
    NO_CHILD /* the system's error */
};
enum { STARTING, OPENING, READING, READING_START, READING_STOP, CLOSING };

/* Shared with the parent, which sees it however the child ends. */
struct verdict {
    volatile int32_t running; /* 1 until everything below is final: a futex */
    volatile int32_t kind, detail, phase, reads;
};

struct work {
    const struct cc_probe *probe; /* or null */
    read_function *ticks, *start, *stop; /* null: not read */
    int32_t reads, ordered;
    void *state; /* the probe's, and room for its mappings */
    struct cc_room room;
};

static volatile int64_t sink;

#define MAX_READS 0xffffff /* of 24 bits */

/* Every field in 64 bits, as NativeChild takes them apart: reads, detail (32 bits), phase, kind. */
static int64_t packed(const struct verdict *verdict) {
    uint32_t reads = (uint32_t)verdict->reads;
    return (int64_t)((uint64_t)(reads < MAX_READS ? reads : MAX_READS) << 40 |
                     (uint64_t)(uint32_t)verdict->detail << 8 | (uint64_t)((uint32_t)verdict->phase & 0xf) << 4 |
                     (uint32_t)verdict->kind);
}

static int found(struct verdict *verdict, int32_t kind, int32_t detail) {
    verdict->detail = detail;
    verdict->kind = kind;
    return 0;
}

/* True if all reads passed. */
static int read_often(struct verdict *verdict, int32_t phase, read_function *read, void *state, int32_t times) {
    if (!read) return 1;
    verdict->phase = phase;
    struct control before;
    observe_first(&before);
    for (int32_t i = 0; i < times; i++) {
        int64_t count = call_marked(read, state);
        uint32_t broken = broken_by_call(&before);
        verdict->reads++;
        if (broken) return found(verdict, CALLING_CONVENTION, (int32_t)broken);
        if (count == CC_UNREADABLE) return found(verdict, UNREADABLE, 0);
        if (count == CC_LOST) return found(verdict, LOST, 0);
        sink = count;
    }
    uint32_t broken = broken_by_calls(&before);
    return broken ? found(verdict, CALLING_CONVENTION, (int32_t)broken) : 1;
}

static void do_work(const struct work *work, struct verdict *verdict) {
    const struct cc_probe *probe = work->probe;
    if (probe) {
        verdict->phase = OPENING;
        int32_t opened = probe->open(work->state, &work->room);
        if (opened) {
            found(verdict, OPEN_FAILED, opened);
            return;
        }
    }
    if (!read_often(verdict, READING, work->ticks, work->state, work->reads)) return;
    if (!read_often(verdict, READING_START, work->start, work->state, work->ordered)) return;
    if (!read_often(verdict, READING_STOP, work->stop, work->state, work->ordered)) return;
    verdict->phase = CLOSING;
    if (probe) probe->close(work->state);
    found(verdict, PASSED, 0);
}

#endif
