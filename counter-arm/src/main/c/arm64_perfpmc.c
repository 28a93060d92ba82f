// SPDX-License-Identifier: Apache-2.0
/*
 * arm64-perfpmc: the thread's cycles by a mapped perf event that asks for 64 bits and for access from
 * EL0, without a system call.
 *
 * The kernel's Documentation/arch/arm64/perf.rst: config1 bit 0 asks for a 64-bit counter, bit 1 for
 * access; kernel.perf_user_access must be 1. The page's index less 1 is 31 for PMCCNTR_EL0, below
 * that for PMEVCNTR<n>_EL0 (arm_pmuv3.c). Access is granted to the threads that have such an event,
 * and taken away from all when the setting becomes 0: a read is undefined (SIGILL, see fault_guard.h)
 * until the kernel next updates the page, whose index then is 0. Run under system emulation.
 */
#include "arm64.h"
#include <fault_guard.h>
#include <thread_events.h>

CC_MAPPED_EVENTS(events, .before_reading = cc_guard_sigill, .setting = CC_USER_ACCESS)

#define READ(name)                                                                                  \
    CC_GUARDED_OR_GOTO(faulted, *count, "mrs %0, " name "_el0");                                    \
    return 1
#define EVENT_COUNTER(n) case n: READ("pmevcntr" #n);

static inline __attribute__((always_inline)) int read_counter(uint32_t counter, uint64_t *count) {
    if (__builtin_expect(counter == 31, 1)) { READ("pmccntr"); }
    switch (counter) {
        EVENT_COUNTER(0) EVENT_COUNTER(1) EVENT_COUNTER(2) EVENT_COUNTER(3) EVENT_COUNTER(4)
        EVENT_COUNTER(5) EVENT_COUNTER(6) EVENT_COUNTER(7) EVENT_COUNTER(8) EVENT_COUNTER(9)
        EVENT_COUNTER(10) EVENT_COUNTER(11) EVENT_COUNTER(12) EVENT_COUNTER(13) EVENT_COUNTER(14)
        EVENT_COUNTER(15) EVENT_COUNTER(16) EVENT_COUNTER(17) EVENT_COUNTER(18) EVENT_COUNTER(19)
        EVENT_COUNTER(20) EVENT_COUNTER(21) EVENT_COUNTER(22) EVENT_COUNTER(23) EVENT_COUNTER(24)
        EVENT_COUNTER(25) EVENT_COUNTER(26) EVENT_COUNTER(27) EVENT_COUNTER(28) EVENT_COUNTER(29)
        EVENT_COUNTER(30)
    default: return 0; /* read(2) knows */
    }
faulted:
    return 0;
}

ARM64_READS(org_cyclecounter_arm_Arm64PerfPmc, CC_READ_MAPPED(events, read_counter), 0)
CC_EVENTS_JNI(org_cyclecounter_arm_Arm64PerfPmc, events, cc_sum_mapped(&events, mine, read_counter), ARM64_ISB())
