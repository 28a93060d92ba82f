/*
 * riscv64-perfrdcycle: the thread's cycles by a mapped perf event, without a system call. See
 * riscv_mapped.h and thread_events.h for the sources. Run under system emulation.
 */
#include "riscv_mapped.h"

CC_MAPPED_EVENTS(events, .before_reading = cc_guard_sigill, .setting = CC_USER_ACCESS)

RISCV_READS(org_cyclecounter_riscv_Riscv64PerfRdcycle, CC_READ_MAPPED(events, riscv_read_counter), 0)
CC_EVENTS_JNI(org_cyclecounter_riscv_Riscv64PerfRdcycle, events, cc_sum_mapped(&events, mine, riscv_read_counter),
              RISCV_FENCE())
