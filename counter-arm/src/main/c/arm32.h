// SPDX-License-Identifier: Apache-2.0
/* Shared by the arm32 counters. */
#ifndef CYCLECOUNTER_ARM32_H
#define CYCLECOUNTER_ARM32_H

#include <fault_guard.h>

/* One instruction that gives a 32-bit count in %0; CC_LOST if it faults. */
#define ARM32_GUARDED(instruction)                                                                  \
    ({                                                                                              \
        uint32_t count_ = 0, faulted_ = 1;                                                          \
        __asm__ volatile("1: " instruction "\n\tmov %1, #0\n2:\n" CC_FAULT_ENTRY                    \
                         : "+r"(count_), "+r"(faulted_));                                           \
        __builtin_expect(faulted_ != 0, 0) ? CC_LOST : (int64_t)count_;                             \
    })

/* An instruction that writes %1; true if it faulted. */
#define ARM32_WRITE_FAULTS(instruction, value)                                                      \
    ({                                                                                              \
        uint32_t faulted_ = 1;                                                                      \
        __asm__ volatile("1: " instruction "\n\tmov %0, #0\n2:\n" CC_FAULT_ENTRY                    \
                         : "+r"(faulted_)                                                           \
                         : "r"(value));                                                             \
        faulted_ != 0;                                                                              \
    })

#endif
