// SPDX-License-Identifier: Apache-2.0
/*
 * riscv64-perfrdcycle and riscv32-perfrdcycle: the thread's cycles by a mapped perf event, without a system
 * call. See riscv_mapped.h and thread_events.h for the sources. Run under system emulation in 64 bits; compiled
 * only in 32, for which Debian has no kernel.
 */
#include "riscv_mapped.h"

#if __riscv_xlen == 64
CC_MAPPED_EVENTS(events, .before_reading = cc_guard_sigill, .setting = CC_USER_ACCESS)
#else
CC_MAPPED_EVENTS(events)
#endif

RISCV_READS(org_cyclecounter_riscv_PerfRdcycle, CC_READ_MAPPED(events, riscv_read_counter), 0)
CC_EVENTS_JNI(org_cyclecounter_riscv_PerfRdcycle, events, cc_sum_mapped(&events, mine, riscv_read_counter),
              RISCV_FENCE())
