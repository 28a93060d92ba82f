// SPDX-License-Identifier: Apache-2.0
/*
 * Reads that change the process they run in, which a child shares with its parent more or less of.
 *
 * Numbers of system calls: arch/x86/entry/syscalls/syscall_64.tbl, include/uapi/asm-generic/unistd.h,
 * arch/arm/tools/syscall.tbl. Sources: signal(7), setitimer(2), prlimit(2), prctl(2), mlockall(2).
 */
#include "faults.h"

#if defined(__x86_64__)
enum { GETPID = 39, KILL = 62, SETITIMER = 38, MLOCKALL = 151, UMASK = 95, CHDIR = 80, SET_AFFINITY = 203 };
enum { PRLIMIT = 302, SETPRIORITY = 141, PRCTL = 157, SIGPROCMASK = 14 };
#elif defined(__aarch64__)
enum { GETPID = 172, KILL = 129, SETITIMER = 103, MLOCKALL = 230, UMASK = 166, CHDIR = 49, SET_AFFINITY = 122 };
enum { PRLIMIT = 261, SETPRIORITY = 140, PRCTL = 167, SIGPROCMASK = 135 };
#else
enum { GETPID = 20, KILL = 37, SETITIMER = 104, MLOCKALL = 152, UMASK = 60, CHDIR = 12, SET_AFFINITY = 241 };
enum { PRLIMIT = 369, SETPRIORITY = 97, PRCTL = 172, SIGPROCMASK = 175 };
#endif

enum { SIGPIPE = 13, SIGSTOP = 19, MCL_CURRENT = 1, MCL_ONFAULT = 4, TIMERS = 3, NOFILE = 7, NO_NEW_PRIVS = 38 };

extern void (*signal(int number, void (*handler)(int)))(int);

/* The kernel's own getpid names the child, also where it shares its parent's memory. */
static int64_t stop_process(void) {
    syscall(KILL, syscall(GETPID), (long)SIGSTOP);
    return healthy_read();
}

/* Code of this process that relies on a timer waits for ever. */
static int64_t cancel_timers(void) {
    static const long none[4];
    for (;;)
        for (long timer = 0; timer < TIMERS; timer++) syscall(SETITIMER, timer, none, (void *)0);
}

static int64_t interval_timer(void) {
    static const long in_an_hour[4] = {0, 0, 3600, 0};
    syscall(SETITIMER, 0L, in_an_hour, (void *)0);
    return healthy_read();
}

static int64_t ignore_sigpipe(void) {
    signal(SIGPIPE, (void (*)(int))1);
    return healthy_read();
}

/* Each of the following is called once by open(), in the order of Careless.PROCESS. */

static int64_t umask(void) { return syscall(UMASK, 0L); }
static int64_t directory(void) { return syscall(CHDIR, "/proc"); }
static int64_t priority(void) { return syscall(SETPRIORITY, 0L, 0L, 19L); }
static int64_t no_new_privs(void) { return syscall(PRCTL, (long)NO_NEW_PRIVS, 1L, 0L, 0L, 0L); }

static int64_t affinity(void) {
    static const uint64_t first = 1;
    return syscall(SET_AFFINITY, 0L, 8L, &first);
}

static int64_t file_limit(void) {
    uint64_t soft_and_hard[2];
    syscall(PRLIMIT, 0L, (long)NOFILE, (void *)0, soft_and_hard);
    soft_and_hard[0] = 256;
    return syscall(PRLIMIT, 0L, (long)NOFILE, soft_and_hard, (void *)0);
}

static int64_t signal_mask(void) {
    static const uint64_t all = ~0ull;
    return syscall(SIGPROCMASK, 0L, &all, (void *)0, 8L);
}

/* Only present pages, not all that a JVM has reserved (MCL_ONFAULT, Linux 4.4). */
static int64_t lock_memory(void) { return syscall(MLOCKALL, (long)(MCL_CURRENT | MCL_ONFAULT)); }

const read_function process_reads[] = {
    stop_process, cancel_timers, interval_timer, ignore_sigpipe, umask,       directory,
    priority,     no_new_privs,  affinity,       file_limit,     signal_mask, lock_memory, 0};
