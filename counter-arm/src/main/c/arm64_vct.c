// SPDX-License-Identifier: Apache-2.0
/*
 * arm64-vct: CNTVCT_EL0, the virtual count of the generic timer, the same on all cores; CNTFRQ_EL0 is
 * the rate that the firmware has written down. EL0 may read the one whenever CNTKCTL_EL1.EL0VCTEN is
 * set, as Linux and FreeBSD set it, and then the other too. Run under user and system emulation.
 *
 * FreeBSD counts by the rate that the device tree gives, and by CNTFRQ_EL0 where it gives none
 * (sys/arm/arm/generic_timer.c: setup_user_access, arm_tmr_attach): so the kernel is asked first there. Compiled only.
 */
#include "arm64.h"

#if defined(__FreeBSD__)
#include <bsd_sysctl.h>
#define KERNELS_RATE() cc_sysctl("kern.timecounter.tc.ARM MPCore Timecounter.frequency")
#else
#define KERNELS_RATE() 0
#endif

ARM64_READS(org_cyclecounter_arm_Arm64Vct, (int64_t)ARM64_READ_REGISTER("cntvct_el0"),
            CC_JNI_NAME(org_cyclecounter_arm_Arm64Vct, ticks))

CC_READ(org_cyclecounter_arm_Arm64Vct, frequency) {
    int64_t hz = KERNELS_RATE();
    if (hz > 0) return hz;
    return (int64_t)(ARM64_READ_REGISTER("cntfrq_el0") & 0xffffffffu); /* the upper half is reserved */
}
