// SPDX-License-Identifier: Apache-2.0
/*
 * Reads of the time-stamp counter shared by the x86 counters.
 *
 * RDTSC, RDTSCP, LFENCE: Intel SDM volume 2B and 2A; AMD APM volume 3. LFENCE waits until every earlier
 * instruction has completed, and none after it starts before it has (on AMD when the kernel has set
 * DE_CFG[1], as Linux does since 4.15). RDTSCP waits for every earlier instruction, but later ones may
 * start before it: hence the LFENCE behind it. Run on hardware (AMD, in a VM).
 */
#ifndef CYCLECOUNTER_X86_H
#define CYCLECOUNTER_X86_H

#include <cyclecounter.h>

static inline int64_t x86_join(uint32_t low, uint32_t high) {
    return (int64_t)((uint64_t)high << 32 | low);
}

#define X86_LFENCE() __asm__ volatile("lfence" : : : "memory")

#define X86_READ_TSC(before, instruction, after)                                                    \
    ({                                                                                              \
        uint32_t low_, high_;                                                                       \
        __asm__ volatile(before instruction after : "=a"(low_), "=d"(high_) : : "ecx", "memory");   \
        x86_join(low_, high_);                                                                      \
    })

static inline int64_t x86_rdtsc(void) { return X86_READ_TSC("", "rdtsc", ""); }
static inline int64_t x86_lfence_rdtsc(void) { return X86_READ_TSC("lfence\n\t", "rdtsc", ""); }
static inline int64_t x86_rdtscp_lfence(void) { return X86_READ_TSC("", "rdtscp", "\n\tlfence"); }
static inline int64_t x86_lfence_rdtsc_lfence(void) { return X86_READ_TSC("lfence\n\t", "rdtsc", "\n\tlfence"); }

/* CPUID: Intel SDM volume 2A. EBX is saved by hand: 32-bit position-independent code owns it. */
static inline void x86_cpuid(uint32_t leaf, uint32_t out[4]) {
#if defined(__x86_64__)
    __asm__ volatile("cpuid" : "=a"(out[0]), "=b"(out[1]), "=c"(out[2]), "=d"(out[3]) : "a"(leaf), "c"(0));
#else
    __asm__ volatile("xchgl %%ebx, %1\n\tcpuid\n\txchgl %%ebx, %1"
                     : "=a"(out[0]), "=&r"(out[1]), "=c"(out[2]), "=d"(out[3])
                     : "a"(leaf), "c"(0));
#endif
}

/* Leaf 0x80000001, EDX bit 27. */
static inline int x86_has_rdtscp(void) {
    uint32_t r[4];
    x86_cpuid(0x80000000u, r);
    if (r[0] < 0x80000001u) return 0;
    x86_cpuid(0x80000001u, r);
    return (int)(r[3] >> 27 & 1);
}

/* Leaf 0x80000007, EDX bit 8: one rate in all power states. Intel SDM volume 3B, "Invariant TSC"; AMD APM volume 3. */
static inline int x86_has_invariant_tsc(void) {
    uint32_t r[4];
    x86_cpuid(0x80000000u, r);
    if (r[0] < 0x80000007u) return 0;
    x86_cpuid(0x80000007u, r);
    return (int)(r[3] >> 8 & 1);
}

/* Leaf 1, EDX bit 26: SSE2, which LFENCE came with. Every 64-bit processor has it. */
static inline int x86_has_lfence(void) {
#if defined(__x86_64__)
    return 1;
#else
    uint32_t r[4];
    x86_cpuid(1, r);
    return (int)(r[3] >> 26 & 1);
#endif
}

#endif
