// SPDX-License-Identifier: Apache-2.0
/*
 * arm32-cortex: PMCCNTR of ARMv7-A, MRC p15,0,c9,c13,0: the core's cycles, 32 bits. Undefined in user
 * mode (SIGILL) unless PMUSERENR.EN is set, which on Linux takes a kernel module.
 *
 * Source: Arm Architecture Reference Manual ARMv7-A, DDI 0406C, chapter C12. The first read starts the
 * counter as libcpucycles does, on the core it runs on: PMCR 0x11 (enable, no division by 64),
 * PMCNTENSET 0x8000000f, PMOVSR 0x8000000f. ISB SY orders a read, written as a number because the
 * library is compiled for older processors. Run under user emulation, where it is undefined.
 */
#include "arm32.h"

#define ISB() __asm__ volatile(".inst 0xf57ff06f" : : : "memory")

static volatile int started;

static inline int64_t count(void) {
    if (__builtin_expect(!started, 0)) {
        if (ARM32_WRITE_FAULTS("mcr p15, 0, %1, c9, c12, 0", 0x11)) return CC_LOST;
        if (ARM32_WRITE_FAULTS("mcr p15, 0, %1, c9, c12, 1", 0x8000000f)) return CC_LOST;
        if (ARM32_WRITE_FAULTS("mcr p15, 0, %1, c9, c12, 3", 0x8000000f)) return CC_LOST;
        started = 1;
    }
    return ARM32_GUARDED("mrc p15, 0, %0, c9, c13, 0");
}

CC_READS(org_cyclecounter_arm_Arm32Cortex, count(), orderedTicks, ISB(),
         CC_JNI_NAME(org_cyclecounter_arm_Arm32Cortex, ticks))
CC_GUARD_JNI(org_cyclecounter_arm_Arm32Cortex, cc_guard_sigill)
