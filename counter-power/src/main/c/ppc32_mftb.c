/*
 * ppc32-mftb: the time base in two halves, read again while the upper one changes. See power.h for
 * its source. Run under user emulation.
 */
#include "power.h"

static inline int64_t time_base(void) {
    uint32_t upper, lower, again;
    do {
        __asm__ volatile("mfspr %0, 269\n\tmfspr %1, 268\n\tmfspr %2, 269"
                         : "=&r"(upper), "=&r"(lower), "=&r"(again));
    } while (upper != again);
    return (int64_t)((uint64_t)upper << 32 | lower);
}

POWER_READS(org_cyclecounter_power_Ppc32Mftb, time_base())
