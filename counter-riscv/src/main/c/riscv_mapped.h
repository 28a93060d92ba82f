// SPDX-License-Identifier: Apache-2.0
/*
 * The CSR that a mapped perf event's page names: its index less 1 is the number of the counter, so the
 * CSR is 0xc00 and that number (drivers/perf/riscv_pmu_sbi.c; Linux 6.6 and newer). The kernel lets a
 * thread read it while its event is mapped and kernel.perf_user_access is 1 (undefined, SIGILL, else: see
 * fault_guard.h).
 */
#ifndef CYCLECOUNTER_RISCV_MAPPED_H
#define CYCLECOUNTER_RISCV_MAPPED_H

#include "riscv.h"
#include <thread_events.h>
#if __riscv_xlen == 64
#include <fault_guard.h>
#endif

#if __riscv_xlen == 64
#define RISCV_COUNTER(n)                                                                            \
    case n: CC_GUARDED_OR_GOTO(faulted, *count, "csrr %0, %1", "i"(RISCV_CYCLE + (n))); return 1;
#else
#define RISCV_COUNTER(n) case n: *count = RISCV_READ_CSR(RISCV_CYCLE + (n)); return 1;
#endif

static inline __attribute__((always_inline)) int riscv_read_counter(uint32_t counter, uint64_t *count) {
    switch (counter) {
        RISCV_COUNTER(0) RISCV_COUNTER(2) RISCV_COUNTER(3) RISCV_COUNTER(4) RISCV_COUNTER(5)
        RISCV_COUNTER(6) RISCV_COUNTER(7) RISCV_COUNTER(8) RISCV_COUNTER(9) RISCV_COUNTER(10)
        RISCV_COUNTER(11) RISCV_COUNTER(12) RISCV_COUNTER(13) RISCV_COUNTER(14) RISCV_COUNTER(15)
        RISCV_COUNTER(16) RISCV_COUNTER(17) RISCV_COUNTER(18) RISCV_COUNTER(19) RISCV_COUNTER(20)
        RISCV_COUNTER(21) RISCV_COUNTER(22) RISCV_COUNTER(23) RISCV_COUNTER(24) RISCV_COUNTER(25)
        RISCV_COUNTER(26) RISCV_COUNTER(27) RISCV_COUNTER(28) RISCV_COUNTER(29) RISCV_COUNTER(30)
        RISCV_COUNTER(31)
    default: return 0; /* read(2) knows */
    }
#if __riscv_xlen == 64
faulted:
    return 0;
#endif
}

#endif
