// SPDX-License-Identifier: Apache-2.0
/*
 * amd64-rdpru: APERF, the core's cycles while it is not halted, at every privilege level.
 *
 * RDPRU: AMD APM volume 3; register 1 is APERF. Offered where CPUID 0x80000008 has EBX bit 4, and EDX
 * bits 31:16 are the highest register. It faults where CR4.TSD is set. It is not serialising:
 * hence the LFENCEs. Compiled only: no machine at hand offers it.
 */
#include "x86.h"

#define APERF 1

static inline int64_t rdpru(void) {
    uint32_t low, high;
    __asm__ volatile(".byte 0x0f, 0x01, 0xfd" : "=a"(low), "=d"(high) : "c"(APERF));
    return x86_join(low, high);
}

CC_READS(org_cyclecounter_x86_Amd64Rdpru, rdpru(), fencedTicks, X86_LFENCE(),
         CC_JNI_NAME(org_cyclecounter_x86_Amd64Rdpru, ticks))

CC_EXPORT int32_t Java_org_cyclecounter_x86_Amd64Rdpru_isOffered(CC_UNUSED_ENV) {
    uint32_t r[4];
    x86_cpuid(0x80000000u, r);
    if (r[0] < 0x80000008u) return 0;
    x86_cpuid(0x80000008u, r);
    return (r[1] >> 4 & 1) && r[3] >> 16 >= APERF;
}
