// SPDX-License-Identifier: Apache-2.0
/*
 * State that Java cannot see, and whose change by a counter ends a program: the calling thread's floating-point
 * settings and blocked signals, and the process's armed timers, limit of memory and handlers of the signals that a
 * JVM or the JDK uses. Linux only. The floating-point settings are those of control_state.h; elsewhere they are 0.
 *
 * Sources: sigaction(2), sigprocmask(2), getitimer(2), timer_create(2), getrlimit(2), waitid(2),
 * sched_setaffinity(2), each system-call table.
 * Run on x86-64; elsewhere compiled.
 */
#include "child_signals.h"
#include "control_state.h"

enum {
    GETITIMER = CC_NUMBER(36, 105, 105, 105, 105, 5035, 86, 102),
    TIMER_GETTIME = CC_NUMBER(224, 261, 259, 256, 242, 5218, 263, 108), /* riscv32 has none for these structs */
    SCHED_GETAFFINITY = CC_NUMBER(204, 242, 242, 240, 223, 5196, 260, 123),
    SCHED_SETAFFINITY = CC_NUMBER(203, 241, 241, 239, 222, 5195, 261, 122),
    RLIMIT_AS = BY_PROCESSOR(9, 6, 9),
    ECHILD = 10
};

/* ChildState's parts, above the signals. */
enum { FLOATS = 100, X87_CONTROL, INTERVAL_TIMERS, POSIX_TIMERS, BLOCKED_SIGNALS, MEMORY_LIMIT };

static int64_t floats(int32_t part) {
#if defined(__x86_64__) || defined(__i386__) || defined(__aarch64__) || defined(__riscv)
    struct control control = {0};
    observe(&control);
    return part == FLOATS ? (int64_t)control.floats : control.x87_control;
#else
    return 0 * part;
#endif
}

/* Timers that will send a signal; their remaining time is not compared. */
static int64_t armed(long call, long timers) {
    int64_t count = 0;
    for (long timer = 0; timer < timers; timer++) {
        long value[4] = {0, 0, 0, 0};
        cc_call(call, timer, (long)(intptr_t)value, 0, 0, 0, 0);
        count += (value[2] | value[3]) != 0;
    }
    return count;
}

/* With its flags: a handler that is put back without SA_SIGINFO or SA_ONSTACK is another one. */
static int64_t handler(int signal) {
    struct kernel_sigaction action;
    if (change_action(signal, 0, &action) < 0 || !action.handler) return 0;
    return (int64_t)((uint64_t)(uintptr_t)action.handler * 31 + action.flags);
}

static int64_t blocked_signals(void) {
    uint32_t mask[4] = {0, 0, 0, 0};
    change_mask(0, 0, mask);
    return (int64_t)((uint64_t)(mask[1] ^ mask[3]) << 32 | (mask[0] ^ mask[2]));
}

/* The soft one, for addresses. */
static int64_t memory_limit(void) {
    int64_t limit[2] = {0, 0};
    cc_call(PRLIMIT, 0, RLIMIT_AS, 0, (long)(intptr_t)limit, 0, 0);
    return limit[0];
}

/* ChildState.observe: one part, or the handler of the signal of that number on x86. */
CC_EXPORT int64_t Java_org_cyclecounter_selector_isolation_ChildState_observe(CC_UNUSED_ENV, int32_t part) {
    switch (part) {
    case INTERVAL_TIMERS: return armed(GETITIMER, 3);
    case POSIX_TIMERS: return armed(TIMER_GETTIME, 256); /* they are numbered in the order of their creation */
    case BLOCKED_SIGNALS: return blocked_signals();
    case MEMORY_LIMIT: return memory_limit();
    default: return part < FLOATS ? handler(number_for(part)) : floats(part);
    }
}

/* ChildState.hasStarted: true if this process has a child, even one that has ended; reaps nothing. */
CC_EXPORT uint8_t Java_org_cyclecounter_selector_isolation_ChildState_hasStarted(CC_UNUSED_ENV) {
    int32_t info[32]; /* a siginfo_t, which is not looked at */
    return cc_call(WAITID, P_ALL, 0, (long)(intptr_t)info, WEXITED | WNOHANG | WNOWAIT | WALL, 0, 0) != -ECHILD;
}

/* ChildState.pin: leaves the calling thread one processor, the nth that it may use; all where there are fewer. */
CC_EXPORT void Java_org_cyclecounter_selector_isolation_ChildState_pin(CC_UNUSED_ENV, int32_t n) {
    uint8_t mask[1024]; /* of longs; the order of the bits does not matter */
    long bytes = cc_call(SCHED_GETAFFINITY, 0, sizeof mask, (long)(intptr_t)mask, 0, 0, 0);
    for (long i = 0; i < bytes * 8; i++)
        if ((mask[i / 8] >> i % 8 & 1) && n-- != 0) mask[i / 8] = (uint8_t)(mask[i / 8] & ~(1u << i % 8));
    if (bytes > 0) cc_call(SCHED_SETAFFINITY, 0, bytes, (long)(intptr_t)mask, 0, 0, 0);
}
