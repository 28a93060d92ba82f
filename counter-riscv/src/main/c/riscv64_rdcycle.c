/*
 * riscv64-rdcycle: the hart's cycles. See riscv.h for the instructions and their source. Undefined in
 * user mode (SIGILL) unless the kernel allows it: kernel.perf_user_access=2, or Linux before 6.6. Run
 * under user emulation and system emulation.
 */
#include "riscv.h"
#include <fault_guard.h>

RISCV_READS(org_cyclecounter_riscv_Riscv64Rdcycle, (int64_t)CC_GUARDED(CC_LOST, "csrr %0, %1", "i"(RISCV_CYCLE)),
            CC_JNI_NAME(org_cyclecounter_riscv_Riscv64Rdcycle, ticks))
CC_GUARD_JNI(org_cyclecounter_riscv_Riscv64Rdcycle, cc_guard_sigill)
