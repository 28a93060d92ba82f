// SPDX-License-Identifier: Apache-2.0
/*
 * The time-stamp counter, under all of its names: amd64-tsc, amd64-tscasm, x86-tsc and x86-tscasm are one
 * instruction, RDTSC. See x86.h for the instructions and their sources. Which ordered reads the processor
 * has is asked of CPUID when a counter is opened; without LFENCE (before the Pentium 4) they are plain ones.
 */
#include "x86.h"

CC_READ(org_cyclecounter_x86_TimeStampCounter, ticks) { return x86_rdtsc(); }
CC_READ(org_cyclecounter_x86_TimeStampCounter, fencedTicks) { return x86_lfence_rdtsc(); }
CC_READ(org_cyclecounter_x86_TimeStampCounter, rdtscpTicks) { return x86_rdtscp_lfence(); }
CC_READ(org_cyclecounter_x86_TimeStampCounter, bothFencedTicks) { return x86_lfence_rdtsc_lfence(); }

enum order { UNORDERED, FENCED, RDTSCP };

static enum order order(void) {
    return !x86_has_lfence() ? UNORDERED : x86_has_rdtscp() ? RDTSCP : FENCED;
}

/* An enum order's place, as TimeStampCounter has them. */
CC_EXPORT int32_t CC_JNI_NAME(org_cyclecounter_x86_TimeStampCounter, order)(CC_UNUSED_ENV) {
    const enum order best = order();
    return (int32_t)best;
}

CC_EXPORT int32_t CC_JNI_NAME(org_cyclecounter_x86_TimeStampCounter, isInvariant)(CC_UNUSED_ENV) {
    return x86_has_invariant_tsc();
}

/* EAX, EBX, ECX or EDX of a leaf. */
CC_EXPORT int32_t CC_JNI_NAME(org_cyclecounter_x86_NominalRate, cpuid)(CC_UNUSED_ENV, int32_t leaf, int32_t reg) {
    uint32_t r[4];
    x86_cpuid((uint32_t)leaf, r);
    return (int32_t)r[reg & 3];
}

CC_EXPORT int64_t CC_JNI_NAME(org_cyclecounter_x86_TimeStampCounter, address)(CC_UNUSED_ENV, int32_t function) {
    int64_t (*read)(void) = CC_JNI_NAME(org_cyclecounter_x86_TimeStampCounter, ticks);
    if (function == CC_START_TICKS && order() != UNORDERED)
        read = CC_JNI_NAME(org_cyclecounter_x86_TimeStampCounter, fencedTicks);
    if (function == CC_STOP_TICKS && order() != UNORDERED)
        read = order() == RDTSCP ? CC_JNI_NAME(org_cyclecounter_x86_TimeStampCounter, rdtscpTicks)
                                 : CC_JNI_NAME(org_cyclecounter_x86_TimeStampCounter, bothFencedTicks);
    return (int64_t)(intptr_t)read;
}
