/*
 * amd64-perfpmc: libcpucycles 20260901's name for amd64-pmc on processors that are not Intel's.
 * RDPMC and its source are in x86_pmc.h. Compiled only, as amd64_pmc.c is.
 */
#include "x86_pmc.h"

CC_MAPPED_EVENTS(events, .setting = X86_SETTING)

X86_PMC_READS(org_cyclecounter_x86_Amd64PerfPmc, CC_READ_MAPPED(events, x86_rdpmc), 0)
CC_EVENTS_JNI(org_cyclecounter_x86_Amd64PerfPmc, events, cc_sum_mapped(&events, mine, x86_rdpmc), X86_LFENCE())
