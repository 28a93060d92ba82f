// SPDX-License-Identifier: Apache-2.0
/*
 * BoundThreads.bindTo: binds the calling thread to one processor, by its number in the kernel. A thread that is
 * bound stays so until it ends: only threads created for this purpose may be bound.
 *
 * Sources: sched_setaffinity(2), "C library/kernel differences": the kernel takes a bit mask of any length, in
 * words of unsigned long; a pid of 0 is the calling thread; EINVAL for a processor that is not there or not
 * allowed (cpuset(7)). Each architecture's system-call table. Run on x86-64; for the others only compiled.
 */
#include <linux_call.h>

#define PROCESSORS 4096
#define BITS ((int32_t)(8 * sizeof(unsigned long)))

enum { SCHED_SETAFFINITY = CC_NUMBER(203, 241, 241, 239, 222, 5195, 261, 122) };

CC_EXPORT int64_t CC_JNI_NAME(org_cyclecounter_diagnostics_observe_BoundThreads, bindTo)(void *env, void *self,
                                                                                      int32_t processor) {
    unsigned long mask[PROCESSORS / BITS];
    (void)env, (void)self;
    if (processor < 0 || processor >= PROCESSORS) return -1;
    for (int32_t i = 0; i < PROCESSORS / BITS; i++) mask[i] = 0;
    mask[processor / BITS] = 1UL << processor % BITS;
    return cc_call(SCHED_SETAFFINITY, 0, sizeof mask, (long)(intptr_t)mask, 0, 0, 0);
}
