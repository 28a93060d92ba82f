/* ppc64-mftb: the time base in one read. See power.h for its source. Run under user emulation. */
#include "power.h"

static inline int64_t time_base(void) {
    uint64_t ticks;
    __asm__ volatile("mfspr %0, 268" : "=r"(ticks));
    return (int64_t)ticks;
}

POWER_READS(org_cyclecounter_power_Ppc64Mftb, time_base())
