// SPDX-License-Identifier: Apache-2.0
/*
 * arm32-1176: the Cycle Counter Register of the ARM1176, MRC p15,0,c15,c12,1: the core's cycles, 32
 * bits. Undefined in user mode (SIGILL) unless the Secure User and Non-secure Access Validation
 * Control Register allows it, which on Linux takes a kernel module.
 *
 * Source: ARM1176JZF-S Technical Reference Manual, DDI 0301H, chapter 3, "System performance monitor". The first read
 * starts the counter as libcpucycles does: Performance Monitor Control Register 0x11. Flush Prefetch
 * Buffer (c7, c5, 4) orders a read, as ISB does on later processors. Run under user emulation, where
 * it is undefined.
 */
#include "arm32.h"

#define FLUSH_PREFETCH_BUFFER() __asm__ volatile("mcr p15, 0, %0, c7, c5, 4" : : "r"(0) : "memory")

static volatile int started;

static inline int64_t count(void) {
    if (__builtin_expect(!started, 0)) {
        if (ARM32_WRITE_FAULTS("mcr p15, 0, %1, c15, c12, 0", 0x11)) return CC_LOST;
        started = 1;
    }
    return ARM32_GUARDED("mrc p15, 0, %0, c15, c12, 1");
}

CC_READS(org_cyclecounter_arm_Arm32Arm1176, count(), orderedTicks, FLUSH_PREFETCH_BUFFER(),
         CC_JNI_NAME(org_cyclecounter_arm_Arm32Arm1176, ticks))
CC_GUARD_JNI(org_cyclecounter_arm_Arm32Arm1176, cc_guard_sigill)
