/*
 * riscv32-perfrdcycle: the thread's cycles by a mapped perf event, without a system call. See
 * riscv_mapped.h and thread_events.h for the sources. Compiled only: Debian has no 32-bit kernel.
 */
#include "riscv_mapped.h"

static struct cc_events events = {.mapped = 1};

RISCV_READS(org_cyclecounter_riscv_Riscv32PerfRdcycle, cc_read_mapped(&events, riscv_read_counter), 0)
CC_EVENTS_JNI(org_cyclecounter_riscv_Riscv32PerfRdcycle, events, cc_sum_mapped(&events, mine, riscv_read_counter),
              RISCV_FENCE())
