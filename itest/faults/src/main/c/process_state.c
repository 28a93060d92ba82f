// SPDX-License-Identifier: Apache-2.0
/*
 * Reads that change the process they run in, which a child shares with its parent more or less of.
 *
 * Numbers of system calls: arch/x86/entry/syscalls/syscall_64.tbl, include/uapi/asm-generic/unistd.h,
 * arch/arm/tools/syscall.tbl. Sources: signal(7), setitimer(2), mlockall(2).
 */
#include "faults.h"

#if defined(__x86_64__)
enum { GETPID = 39, KILL = 62, SETITIMER = 38, MLOCKALL = 151 };
#elif defined(__aarch64__)
enum { GETPID = 172, KILL = 129, SETITIMER = 103, MLOCKALL = 230 };
#else
enum { GETPID = 20, KILL = 37, SETITIMER = 104, MLOCKALL = 152 };
#endif

enum { SIGSTOP = 19, MCL_CURRENT = 1, MCL_ONFAULT = 4, TIMERS = 3 };

/* The kernel's own getpid names the child, also where it shares its parent's memory. */
static int64_t stop_process(void) {
    syscall(KILL, syscall(GETPID), (long)SIGSTOP);
    return healthy_read();
}

/* Whoever relies on a timer of the process that runs this waits for ever. */
static int64_t cancel_timers(void) {
    static const long none[4];
    for (;;)
        for (long timer = 0; timer < TIMERS; timer++) syscall(SETITIMER, timer, none, (void *)0);
}

/*
 * Once: a counter that is probed elsewhere and works then is not to have locked this process's memory. Only what is
 * there, not all that a JVM has reserved (MCL_ONFAULT, Linux 4.4).
 */
static int64_t lock_memory(void) {
    static volatile int locked;
    if (!locked) {
        locked = 1;
        syscall(MLOCKALL, (long)(MCL_CURRENT | MCL_ONFAULT));
    }
    return healthy_read();
}

const read_function process_reads[] = {stop_process, cancel_timers, lock_memory, 0};
