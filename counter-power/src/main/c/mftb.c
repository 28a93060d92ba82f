// SPDX-License-Identifier: Apache-2.0
/*
 * ppc64-mftb and ppc32-mftb: the time base.
 *
 * Source: Power ISA 3.1B, Book II, chapter 6, "Time Base": SPR 268 is the time base, 64 bits wide to a
 * 64-bit process, its low half to a 32-bit one, where SPR 269 is its upper half, and a read is taken again
 * while that changes. ISYNC waits until every earlier instruction has completed, and later ones are fetched
 * anew: one on each side keeps anything from moving past a read. Run under user emulation.
 */
#include <cyclecounter.h>

#define ISYNC() __asm__ volatile("isync" : : : "memory")

#if defined(__powerpc64__)
static inline int64_t time_base(void) {
    uint64_t ticks;
    __asm__ volatile("mfspr %0, 268" : "=r"(ticks));
    return (int64_t)ticks;
}
#else
static inline int64_t time_base(void) {
    uint32_t upper, lower, again;
    do {
        __asm__ volatile("mfspr %0, 269\n\tmfspr %1, 268\n\tmfspr %2, 269"
                         : "=&r"(upper), "=&r"(lower), "=&r"(again));
    } while (upper != again);
    return (int64_t)((uint64_t)upper << 32 | lower);
}
#endif

CC_READS(org_cyclecounter_power_Mftb, time_base(), orderedTicks, ISYNC(), CC_JNI_NAME(org_cyclecounter_power_Mftb, ticks))
