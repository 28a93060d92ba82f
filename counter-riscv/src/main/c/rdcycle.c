// SPDX-License-Identifier: Apache-2.0
/*
 * riscv64-rdcycle and riscv32-rdcycle: the hart's cycles. See riscv.h for the instructions and their source.
 * Undefined in user mode (SIGILL) unless the kernel allows it: kernel.perf_user_access=2, or Linux before 6.6.
 * The guard against losing it is for 64-bit processes alone. Run under user emulation and, in 64 bits, system
 * emulation.
 */
#include "riscv.h"

#if __riscv_xlen == 64
#include <fault_guard.h>
#define CYCLES() (int64_t)CC_GUARDED(CC_LOST, "csrr %0, %1", "i"(RISCV_CYCLE))
CC_GUARD_JNI(org_cyclecounter_riscv_Rdcycle, cc_guard_sigill)
#else
#define CYCLES() (int64_t)RISCV_READ_CSR(RISCV_CYCLE)
#endif

RISCV_READS(org_cyclecounter_riscv_Rdcycle, CYCLES(), CC_JNI_NAME(org_cyclecounter_riscv_Rdcycle, ticks))
