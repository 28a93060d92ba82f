/*
 * arm64-pmc: PMCCNTR_EL0, the core's cycles, which stop while the core waits (WFI, WFE). Undefined at
 * EL0 (SIGILL) unless PMUSERENR_EL0.EN or .CR is set, which on Linux takes a kernel module. Run under
 * user emulation, where it is undefined.
 */
#include "arm64.h"

ARM64_READS(org_cyclecounter_arm_Arm64Pmc, (int64_t)ARM64_READ_REGISTER("pmccntr_el0"),
            CC_JNI_NAME(org_cyclecounter_arm_Arm64Pmc, ticks))
