// SPDX-License-Identifier: Apache-2.0
/*
 * macos-selfcounts: cycles of the calling thread, in user mode and in the kernel, by thread_selfcounts:
 * system call 186 of macOS 10.13 and newer, which needs no privilege (xnu: bsd/kern/syscalls.master,
 * bsd/sys/resource_private.h, struct thsc_cpi). Compiled only.
 *
 * No public header declares it, so it is looked up by name. Where the system library has no such
 * function it is not called by number either: Apple promises no numbers, and an unassigned one kills
 * the process by SIGSYS.
 */
#include <cyclecounter.h>

struct instructions_and_cycles {
    uint64_t instructions;
    uint64_t cycles;
};

typedef int selfcounts(uint32_t kind, void *buffer, size_t size);

extern void *dlsym(void *library, const char *name);
extern int *__error(void); /* errno */

#define EVERY_LIBRARY ((void *)-2) /* RTLD_DEFAULT of <dlfcn.h> */
#define INSTRUCTIONS_AND_CYCLES 1  /* THSC_CPI */

static selfcounts *volatile found;

static int read_counts(struct instructions_and_cycles *counts) {
    selfcounts *function = found;
    return function ? function(INSTRUCTIONS_AND_CYCLES, counts, sizeof *counts) : -1;
}

CC_READ(org_cyclecounter_os_MacosSelfcounts, ticks) {
    struct instructions_and_cycles counts = {0, 0};
    return read_counts(&counts) == 0 ? (int64_t)counts.cycles : CC_UNREADABLE;
}

CC_ADDRESSES(org_cyclecounter_os_MacosSelfcounts, ticks, ticks, 0)

/* MacosSelfcounts.COUNTS, COUNTS_NOTHING, NO_FUNCTION, or a positive errno. */
CC_EXPORT int32_t CC_JNI_NAME(org_cyclecounter_os_MacosSelfcounts, tryRead)(CC_UNUSED_ENV) {
    struct instructions_and_cycles counts = {0, 0};
    found = (selfcounts *)dlsym(EVERY_LIBRARY, "thread_selfcounts");
    if (!found) return -2;
    if (read_counts(&counts) != 0) return *__error();
    return counts.cycles == 0 ? -1 : 0;
}
