/*
 * The ordered reads that all names of the time-stamp counter share. order() asks CPUID at each call which one
 * ends a region. Without LFENCE (processors before the Pentium 4) reads are not ordered.
 */
#include "x86.h"

CC_READ(org_cyclecounter_x86_TimeStampCounter, fencedTicks) { return x86_lfence_rdtsc(); }
CC_READ(org_cyclecounter_x86_TimeStampCounter, rdtscpTicks) { return x86_rdtscp_lfence(); }
CC_READ(org_cyclecounter_x86_TimeStampCounter, bothFencedTicks) { return x86_lfence_rdtsc_lfence(); }

/* TimeStampCounter.UNORDERED; 1 for LFENCE alone; TimeStampCounter.RDTSCP. */
CC_EXPORT int32_t Java_org_cyclecounter_x86_TimeStampCounter_order(void *env, void *self) {
    (void)env;
    (void)self;
    return !x86_has_lfence() ? 0 : x86_has_rdtscp() ? 2 : 1;
}

CC_EXPORT int64_t Java_org_cyclecounter_x86_TimeStampCounter_fencedAddress(void *env, void *self) {
    (void)env;
    (void)self;
    return (int64_t)(intptr_t)Java_org_cyclecounter_x86_TimeStampCounter_fencedTicks;
}

CC_EXPORT int64_t Java_org_cyclecounter_x86_TimeStampCounter_rdtscpAddress(void *env, void *self) {
    (void)env;
    (void)self;
    return (int64_t)(intptr_t)Java_org_cyclecounter_x86_TimeStampCounter_rdtscpTicks;
}

CC_EXPORT int64_t Java_org_cyclecounter_x86_TimeStampCounter_bothFencedAddress(void *env, void *self) {
    (void)env;
    (void)self;
    return (int64_t)(intptr_t)Java_org_cyclecounter_x86_TimeStampCounter_bothFencedTicks;
}
