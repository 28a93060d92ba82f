// SPDX-License-Identifier: Apache-2.0
/*
 * arm64-pmc: PMCCNTR_EL0, the core's cycles, which stop while the core waits (WFI, WFE). Undefined at
 * EL0 (SIGILL) unless PMUSERENR_EL0.EN or .CR is set, which on Linux takes a kernel module. Run under
 * user emulation, where it is undefined.
 */
#include "arm64.h"
#include <fault_guard.h>

ARM64_READS(org_cyclecounter_arm_Arm64Pmc, (int64_t)CC_GUARDED(CC_LOST, "mrs %0, pmccntr_el0"),
            CC_JNI_NAME(org_cyclecounter_arm_Arm64Pmc, ticks))
CC_GUARD_JNI(org_cyclecounter_arm_Arm64Pmc, cc_guard_sigill)
