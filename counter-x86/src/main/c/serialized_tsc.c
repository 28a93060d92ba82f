// SPDX-License-Identifier: Apache-2.0
/*
 * Reads of the time-stamp counter between CPUIDs: CPUID;RDTSC starts a region and RDTSCP;CPUID ends it, as
 * in Intel's "How to Benchmark Code Execution Times on Intel IA-32 and IA-64 Instruction Set Architectures"
 * (324264-001, 2010), 3.2.1, so that neither CPUID lies in the region. CPUID is serialising: Intel SDM
 * volume 3A, "Serializing Instructions"; AMD APM volume 2, 7.6.4. Without RDTSCP a region ends with
 * CPUID;RDTSC, and its CPUID lies in the region. CPUID traps in virtual machines. Leaf 0 is asked for.
 */
#include "x86.h"

#if defined(__x86_64__)
#define SERIALIZE "xorl %%eax, %%eax\n\txorl %%ecx, %%ecx\n\tcpuid\n\t"
#define CLOBBERED "rbx", "rcx", "memory"
#else
/* EBX belongs to position-independent code. */
#define SERIALIZE "xorl %%eax, %%eax\n\txorl %%ecx, %%ecx\n\tpushl %%ebx\n\tcpuid\n\tpopl %%ebx\n\t"
#define CLOBBERED "ecx", "memory"
#endif

CC_READ(org_cyclecounter_x86_SerializedTsc, cpuidTicks) {
    uint32_t low, high;
    __asm__ volatile(SERIALIZE "rdtsc" : "=&a"(low), "=&d"(high) : : CLOBBERED);
    return x86_join(low, high);
}

CC_READ(org_cyclecounter_x86_SerializedTsc, rdtscpCpuidTicks) {
    uint32_t low, high;
    __asm__ volatile("rdtscp\n\tmovl %%eax, %0\n\tmovl %%edx, %1\n\t" SERIALIZE
                     : "=&r"(low), "=&r"(high)
                     :
                     : "eax", "edx", CLOBBERED);
    return x86_join(low, high);
}

CC_EXPORT int64_t Java_org_cyclecounter_x86_SerializedTsc_cpuidAddress(CC_UNUSED_ENV) {
    return (int64_t)(intptr_t)Java_org_cyclecounter_x86_SerializedTsc_cpuidTicks;
}

CC_EXPORT int64_t Java_org_cyclecounter_x86_SerializedTsc_rdtscpCpuidAddress(CC_UNUSED_ENV) {
    return (int64_t)(intptr_t)Java_org_cyclecounter_x86_SerializedTsc_rdtscpCpuidTicks;
}
