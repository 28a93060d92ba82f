// SPDX-License-Identifier: Apache-2.0
/*
 * amd64-pmcff: Intel's fixed counter of core cycles, read as it stands, with no perf event: it moves
 * only if other software has started it. RDPMC and its source are in x86_pmc.h. Compiled only.
 */
#include "x86_pmc.h"

X86_PMC_READS(org_cyclecounter_x86_Amd64PmcFf, x86_read_fixed_cycles(),
              CC_JNI_NAME(org_cyclecounter_x86_Amd64PmcFf, ticks))

/* FixedCounter's question: the width of fixed counter 1 in bits, 0 if the processor has none. */
CC_EXPORT int32_t Java_org_cyclecounter_x86_FixedCounter_width(CC_UNUSED_ENV) {
    return x86_fixed_cycles_width();
}

CC_GUARD_JNI(org_cyclecounter_x86_Amd64PmcFf, cc_guard_sigsegv)
