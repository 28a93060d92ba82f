// SPDX-License-Identifier: Apache-2.0
/*
 * sparc64-rdtick: the TICK register, 63 bits below NPT, which says that user programs may not read it
 * (they get SIGILL then).
 *
 * RD %tick and MEMBAR: SPARC Architecture Manual, version 9. MEMBAR #Sync waits until everything
 * before it has been performed before anything after it begins. Run under user emulation.
 */
#include <cyclecounter.h>

#define MEMBAR_SYNC() __asm__ volatile("membar #Sync" : : : "memory")

static inline int64_t tick(void) {
    uint64_t ticks;
    __asm__ volatile("rd %%tick, %0" : "=r"(ticks));
    return (int64_t)(ticks & INT64_MAX);
}

CC_READS(org_cyclecounter_misc_MiscCounter, tick(), orderedTicks, MEMBAR_SYNC(),
         CC_JNI_NAME(org_cyclecounter_misc_MiscCounter, ticks))
CC_READ(org_cyclecounter_misc_MiscCounter, ticksPerSecond) { return 0; }
