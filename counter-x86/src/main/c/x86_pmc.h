// SPDX-License-Identifier: Apache-2.0
/*
 * RDPMC, shared by the counters that read a performance-monitoring counter.
 *
 * RDPMC: Intel SDM volume 2B, AMD APM volume 3. ECX names the counter; on Intel bit 30 names the fixed
 * ones, of which number 1 counts the core's unhalted cycles (SDM volume 3B, "Architectural Performance
 * Monitoring"). It faults (SIGSEGV) for a counter that is not there, and unless the kernel has set
 * CR4.PCE: with /sys/bus/event_source/devices/cpu/rdpmc 1 while the process has a mapped perf event,
 * with 2 always. LFENCE on both sides orders it: like RDTSC it waits for nothing.
 */
#ifndef CYCLECOUNTER_X86_PMC_H
#define CYCLECOUNTER_X86_PMC_H

#include "x86.h"
#include <fault_guard.h>
#include <thread_events.h>

#define X86_FIXED_CYCLES 0x40000001u

/* Another instruction stands in for it where reads are measured on machines without a PMU (itest/jmh). */
#ifndef X86_RDPMC
#define X86_RDPMC "rdpmc"
#endif

/* 1 and the counter, or 0 if the read faults. */
static inline __attribute__((always_inline)) int x86_rdpmc(uint32_t counter, uint64_t *count) {
    uint32_t low, high;
    __asm__ goto("1: " X86_RDPMC "\n" CC_FAULT_GOTO(faulted) : "=a"(low), "=d"(high) : "c"(counter) : : faulted);
    *count = (uint64_t)high << 32 | low;
    return 1;
faulted:
    return 0;
}

/* The fixed counter of core cycles, or CC_LOST. */
static inline int64_t x86_read_fixed_cycles(void) {
    uint64_t count;
    return x86_rdpmc(X86_FIXED_CYCLES, &count) ? (int64_t)count : CC_LOST;
}

/* Every core's PMU has the same setting, but where a processor has two kinds of core. */
#define X86_SETTING "/sys/bus/event_source/devices/cpu/rdpmc"

#define X86_PMC_READS(class, count, entry) CC_READS(class, count, fencedTicks, X86_LFENCE(), entry)

/*
 * Leaf 0x0a: EAX bits 7:0 the version, EDX bits 4:0 the number of fixed counters, bits 12:5 their
 * width. Only Intel's processors have it with the fixed counters this means.
 */
static inline int32_t x86_fixed_cycles_width(void) {
    uint32_t r[4];
    x86_cpuid(0, r);
    if (r[1] != 0x756e6547u || r[3] != 0x49656e69u || r[2] != 0x6c65746eu) return 0; /* GenuineIntel */
    if (r[0] < 0x0a) return 0;
    x86_cpuid(0x0a, r);
    return (r[0] & 0xff) >= 3 && (r[3] & 0x1f) >= 2 ? (int32_t)(r[3] >> 5 & 0xff) : 0;
}

#endif
