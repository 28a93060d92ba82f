// SPDX-License-Identifier: Apache-2.0
/*
 * default-mach: mach_absolute_time, whose unit mach_timebase_info gives in nanoseconds
 * (<mach/mach_time.h>). Compiled only.
 */
#include <cyclecounter.h>

struct timebase {
    uint32_t numerator;
    uint32_t denominator;
};

extern uint64_t mach_absolute_time(void);
extern int mach_timebase_info(struct timebase *info);

CC_READ(org_cyclecounter_os_DefaultMach, ticks) {
    return (int64_t)mach_absolute_time();
}

CC_ADDRESSES(org_cyclecounter_os_DefaultMach, ticks, ticks, 0)

/* Ticks per second; 0 if the system does not report it. */
CC_READ(org_cyclecounter_os_DefaultMach, ticksPerSecondOfTheSystem) {
    struct timebase info = {0, 0};
    if (mach_timebase_info(&info) != 0 || info.numerator == 0) return 0;
    return (int64_t)(1000000000ull * info.denominator / info.numerator);
}
