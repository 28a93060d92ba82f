// SPDX-License-Identifier: Apache-2.0
/*
 * loong64-rdtime: the stable counter.
 *
 * LoongArch Reference Manual, volume 1: RDTIME.D reads it; CPUCFG word 2 bit 14 (LLFTP) says that
 * words 4 and 5 hold its rate: word 4 is the crystal's in Hz, word 5 bits 15:0 its multiplier, bits
 * 31:16 its divisor. DBAR 0 completes every memory access before it and lets none after it begin. Run
 * under user emulation, whose counter runs at another rate than its CPUCFG says.
 */
#include <cyclecounter.h>

#define DBAR() __asm__ volatile("dbar 0" : : : "memory")

static inline int64_t stable_counter(void) {
    uint64_t ticks, id;
    __asm__ volatile("rdtime.d %0, %1" : "=r"(ticks), "=r"(id));
    return (int64_t)ticks;
}

static inline uint32_t cpucfg(uint32_t word) {
    uint32_t value;
    __asm__ volatile("cpucfg %0, %1" : "=r"(value) : "r"(word));
    return value;
}

CC_READS(org_cyclecounter_misc_MiscCounter, stable_counter(), orderedTicks, DBAR(),
         CC_JNI_NAME(org_cyclecounter_misc_MiscCounter, ticks))

/* Ticks per second; 0 if the processor does not report it. */
CC_READ(org_cyclecounter_misc_MiscCounter, ticksPerSecond) {
    if (!(cpucfg(2) >> 14 & 1)) return 0;
    uint64_t crystal = cpucfg(4);
    uint32_t ratio = cpucfg(5);
    uint32_t multiplier = ratio & 0xffff, divisor = ratio >> 16;
    return divisor ? (int64_t)(crystal * multiplier / divisor) : 0;
}
