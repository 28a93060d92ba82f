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

static struct cc_events events = {.mapped = 1, .before_reading = cc_guard_sigill, .setting = CC_USER_ACCESS};

#define EVENT_COUNTER(n) case n: return CC_GUARDED(CC_FAULTED, "mrs %0, pmevcntr" #n "_el0");

static inline __attribute__((always_inline)) uint64_t read_counter(uint32_t counter) {
    if (__builtin_expect(counter == 31, 1)) return CC_GUARDED(CC_FAULTED, "mrs %0, pmccntr_el0");
    switch (counter) {
        EVENT_COUNTER(0) EVENT_COUNTER(1) EVENT_COUNTER(2) EVENT_COUNTER(3) EVENT_COUNTER(4)
        EVENT_COUNTER(5) EVENT_COUNTER(6) EVENT_COUNTER(7) EVENT_COUNTER(8) EVENT_COUNTER(9)
        EVENT_COUNTER(10) EVENT_COUNTER(11) EVENT_COUNTER(12) EVENT_COUNTER(13) EVENT_COUNTER(14)
        EVENT_COUNTER(15) EVENT_COUNTER(16) EVENT_COUNTER(17) EVENT_COUNTER(18) EVENT_COUNTER(19)
        EVENT_COUNTER(20) EVENT_COUNTER(21) EVENT_COUNTER(22) EVENT_COUNTER(23) EVENT_COUNTER(24)
        EVENT_COUNTER(25) EVENT_COUNTER(26) EVENT_COUNTER(27) EVENT_COUNTER(28) EVENT_COUNTER(29)
        EVENT_COUNTER(30)
    default: return CC_FAULTED; /* read(2) knows */
    }
}

ARM64_READS(org_cyclecounter_arm_Arm64PerfPmc, cc_read_mapped(&events, read_counter), 0)
CC_EVENTS_JNI(org_cyclecounter_arm_Arm64PerfPmc, events, cc_sum_mapped(&events, mine, read_counter), ARM64_ISB())
