// SPDX-License-Identifier: Apache-2.0
/*
 * arm64-vctss: CNTVCTSS_EL0 (S3_3_C14_C0_6), the virtual count read in program order, so no ISB is
 * needed before it. Of FEAT_ECV, Armv8.6; undefined (SIGILL) on older processors. Run under user
 * emulation.
 */
#include "arm64.h"

CC_READ(org_cyclecounter_arm_Arm64Vctss, ticks) {
    return (int64_t)ARM64_READ_REGISTER("s3_3_c14_c0_6");
}

/* Later instructions must not begin before the read. */
CC_READ(org_cyclecounter_arm_Arm64Vctss, startTicks) {
    int64_t count = (int64_t)ARM64_READ_REGISTER("s3_3_c14_c0_6");
    ARM64_ISB();
    return count;
}

CC_ADDRESSES(org_cyclecounter_arm_Arm64Vctss, startTicks, ticks,
             CC_JNI_NAME(org_cyclecounter_arm_Arm64Vctss, ticks))
