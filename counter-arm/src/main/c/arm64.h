// SPDX-License-Identifier: Apache-2.0
/*
 * Shared by the arm64 counters. Source: Arm Architecture Reference Manual, DDI 0487, by register name.
 *
 * A read of a counter may be executed early, out of program order. ISB waits until every earlier
 * instruction has completed and has later ones fetched anew: with one on each side nothing moves past
 * the read.
 */
#ifndef CYCLECOUNTER_ARM64_H
#define CYCLECOUNTER_ARM64_H

#include <cyclecounter.h>

#define ARM64_ISB() __asm__ volatile("isb" : : : "memory")

#define ARM64_READS(class, count, entry) CC_READS(class, count, orderedTicks, ARM64_ISB(), entry)

#define ARM64_READ_REGISTER(name)                                                                   \
    ({                                                                                              \
        uint64_t value_;                                                                            \
        __asm__ volatile("mrs %0, " name : "=r"(value_));                                           \
        value_;                                                                                     \
    })

#endif
