// SPDX-License-Identifier: Apache-2.0
/*
 * mips64-cc: hardware register 2 (CC, the cycle counter) times hardware register 3 (CCRes, the number
 * of cycles at which CC advances). The low 32 bits of the product are the cycles' low 32 bits.
 *
 * RDHWR: MIPS64 Architecture volume II, MD00087; it faults where the kernel has not set the registers'
 * bits in HWREna. SYNC completes earlier memory accesses; the architecture has nothing that waits for
 * plain arithmetic. Run under user emulation, where CC stands still.
 */
#include <cyclecounter.h>

#define SYNC() __asm__ volatile("sync" : : : "memory")

static inline int64_t cycles(void) {
    uint64_t count, resolution;
    __asm__ volatile(".set push\n\t.set mips64r2\n\trdhwr %0, $2\n\trdhwr %1, $3\n\t.set pop"
                     : "=r"(count), "=r"(resolution));
    return (int64_t)((count * resolution) & 0xffffffffu);
}

CC_READS(org_cyclecounter_misc_MiscCounter, cycles(), orderedTicks, SYNC(),
         CC_JNI_NAME(org_cyclecounter_misc_MiscCounter, ticks))
CC_READ(org_cyclecounter_misc_MiscCounter, ticksPerSecond) { return 0; }
