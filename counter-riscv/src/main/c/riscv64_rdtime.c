// SPDX-License-Identifier: Apache-2.0
/*
 * riscv64-rdtime: the platform's clock. See riscv.h for the instruction and its source. Run under user
 * and system emulation.
 */
#include "riscv.h"

extern long syscall(long number, ...);

/* Documentation/arch/riscv/hwprobe.rst; the key is there since Linux 6.11. */
#define RISCV_HWPROBE 258
#define KEY_TIME_CSR_FREQ 8

RISCV_READS(org_cyclecounter_riscv_Riscv64Rdtime, (int64_t)RISCV_READ_CSR(RISCV_TIME),
            CC_JNI_NAME(org_cyclecounter_riscv_Riscv64Rdtime, ticks))

/* Ticks per second; 0 if the kernel does not report it. */
CC_READ(org_cyclecounter_riscv_Riscv64Rdtime, frequencyByHwprobe) {
    struct {
        int64_t key;
        uint64_t value;
    } pair = {KEY_TIME_CSR_FREQ, 0};
    long failed = syscall(RISCV_HWPROBE, &pair, 1L, 0L, (void *)0, 0L);
    return failed == 0 && pair.key == KEY_TIME_CSR_FREQ ? (int64_t)pair.value : 0;
}
