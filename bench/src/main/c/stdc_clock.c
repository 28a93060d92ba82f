// SPDX-License-Identifier: Apache-2.0
/*
 * clock(3): the process's time on processors, all its threads' together. POSIX has it in microseconds
 * whatever its resolution (CLOCKS_PER_SEC is 1000000); clock_t is a long with glibc and musl, an unsigned
 * long on macOS. Windows's clock() is the time that passes, so there is no library for Windows; FreeBSD's counts
 * in 1/128 s (<time.h>, CLOCKS_PER_SEC), too coarse to measure by.
 */
#include <cyclecounter.h>

extern long clock(void);

CC_READ(org_cyclecounter_bench_timer_StdcClock, micros) {
    return clock();
}
