// SPDX-License-Identifier: Apache-2.0
/*
 * Shared by the RISC-V counters.
 *
 * Source: RISC-V Unprivileged ISA, "Zicntr and Zihpm": cycle is CSR 0xc00, time 0xc01, hpmcounter3 to
 * hpmcounter31 0xc03 to 0xc1f; on RV32 the upper halves are 0x80 higher and a read is taken again while
 * the upper half changes. "CSR Access Ordering": to FENCE a read of a CSR is device input, so that
 * FENCE on both sides keeps memory accesses and other reads of CSRs from moving past it. The ISA has
 * nothing that waits for plain arithmetic.
 */
#ifndef CYCLECOUNTER_RISCV_H
#define CYCLECOUNTER_RISCV_H

#include <cyclecounter.h>

#define RISCV_FENCE() __asm__ volatile("fence iorw, iorw" : : : "memory")

#if __riscv_xlen == 64
#define RISCV_READ_CSR(number)                                                                      \
    ({                                                                                              \
        uint64_t value_;                                                                            \
        __asm__ volatile("csrr %0, %1" : "=r"(value_) : "i"(number));                               \
        value_;                                                                                     \
    })
#else
#define RISCV_READ_CSR(number)                                                                      \
    ({                                                                                              \
        uint32_t upper_, lower_, again_;                                                            \
        do {                                                                                        \
            __asm__ volatile("csrr %0, %3\n\tcsrr %1, %4\n\tcsrr %2, %3"                            \
                             : "=&r"(upper_), "=&r"(lower_), "=&r"(again_)                          \
                             : "i"((number) + 0x80), "i"(number));                                  \
        } while (upper_ != again_);                                                                 \
        (uint64_t)upper_ << 32 | lower_;                                                            \
    })
#endif

#define RISCV_CYCLE 0xc00
#define RISCV_TIME 0xc01

#define RISCV_READS(class, count, entry) CC_READS(class, count, orderedTicks, RISCV_FENCE(), entry)

#endif
