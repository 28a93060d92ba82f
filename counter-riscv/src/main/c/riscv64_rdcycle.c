/*
 * riscv64-rdcycle: the hart's cycles. See riscv.h for the instructions and their source. Undefined in
 * user mode (SIGILL) unless the kernel allows it: kernel.perf_user_access=2, or Linux before 6.6. Run
 * under user emulation and system emulation.
 */
#include "riscv.h"

RISCV_READS(org_cyclecounter_riscv_Riscv64Rdcycle, (int64_t)RISCV_READ_CSR(RISCV_CYCLE),
            CC_JNI_NAME(org_cyclecounter_riscv_Riscv64Rdcycle, ticks))
