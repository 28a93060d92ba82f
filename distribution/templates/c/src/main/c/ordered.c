// SPDX-License-Identifier: Apache-2.0
/*
 * Each read waits for earlier instructions, and holds back later ones. A leaf, as native probing requires:
 * it calls nothing.
 *
 * x86-64: LFENCE and RDTSC (Intel SDM volumes 2A and 2B); run on hardware (AMD, in a VM). aarch64: ISB and
 * CNTVCT_EL0, the virtual count (Arm ARM, "The Generic Timer"); compiled only.
 */
#include <cyclecounter.h>

CC_READ(com_example_ordered_OrderedTicks, ticks) {
#if defined(__x86_64__)
    uint32_t low, high;
    __asm__ volatile("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high) : : "memory");
    return (int64_t)((uint64_t)high << 32 | low);
#else
    int64_t count;
    __asm__ volatile("isb\n\tmrs %0, cntvct_el0\n\tisb" : "=r"(count) : : "memory");
    return count;
#endif
}

CC_ADDRESSES(com_example_ordered_OrderedTicks, ticks, ticks,
             CC_JNI_NAME(com_example_ordered_OrderedTicks, ticks))
