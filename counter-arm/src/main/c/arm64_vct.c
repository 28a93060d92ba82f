/*
 * arm64-vct: CNTVCT_EL0, the virtual count of the generic timer, the same on all cores; CNTFRQ_EL0 is
 * the rate that the firmware has written down. EL0 may read the one whenever CNTKCTL_EL1.EL0VCTEN is
 * set, as Linux sets it, and then the other too. Run under user and system emulation.
 */
#include "arm64.h"

ARM64_READS(org_cyclecounter_arm_Arm64Vct, (int64_t)ARM64_READ_REGISTER("cntvct_el0"),
            CC_JNI_NAME(org_cyclecounter_arm_Arm64Vct, ticks))

CC_READ(org_cyclecounter_arm_Arm64Vct, frequency) {
    return (int64_t)(ARM64_READ_REGISTER("cntfrq_el0") & 0xffffffffu); /* the upper half is reserved */
}
