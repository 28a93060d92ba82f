// SPDX-License-Identifier: Apache-2.0
/* Shared by the files of this library. */
#ifndef FAULTS_H
#define FAULTS_H

#include <cyclecounter.h>

extern long syscall(long number, ...);

/*
 * A reading of this machine's counter, so that a read with a hidden fault is otherwise correct: the time-stamp
 * counter (RDTSC, Intel SDM volume 2B), the virtual count (CNTVCT_EL0, Arm ARM D24). 32-bit Arm need not allow its
 * own to user mode, and counts the reads.
 */
static inline int64_t healthy_read(void) {
#if defined(__x86_64__)
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return (int64_t)((uint64_t)high << 32 | low);
#elif defined(__aarch64__)
    int64_t ticks;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
#else
    static volatile int64_t ticks;
    return ticks += 100;
#endif
}

static inline void undefined_instruction(void) {
#if defined(__x86_64__)
    __asm__ volatile("ud2");
#else
    __asm__ volatile("udf #0");
#endif
}

typedef int64_t (*read_function)(void);

/* Each ends with a null, in the order of the names in NativeFaults. */
extern const read_function counted_reads[], process_reads[], register_reads[];

#endif
