// SPDX-License-Identifier: Apache-2.0
/*
 * s390x-stckf: the time-of-day clock.
 *
 * STORE CLOCK FAST: z/Architecture Principles of Operation, SA22-7832; it is not serialised, which
 * STORE CLOCK is. BCR 15,0 serialises: it completes everything before it, and nothing after it has
 * begun. Run under user emulation.
 */
#include <cyclecounter.h>

#define SERIALIZE() __asm__ volatile("bcr 15, 0" : : : "memory")

static inline int64_t clock(void) {
    uint64_t ticks;
    __asm__ volatile("stckf %0" : "=Q"(ticks) : : "cc");
    return (int64_t)ticks;
}

CC_READS(org_cyclecounter_misc_MiscCounter, clock(), orderedTicks, SERIALIZE(),
         CC_JNI_NAME(org_cyclecounter_misc_MiscCounter, ticks))
CC_READ(org_cyclecounter_misc_MiscCounter, ticksPerSecond) { return 0; }
