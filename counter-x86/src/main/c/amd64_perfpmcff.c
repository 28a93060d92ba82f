/*
 * amd64-perfpmcff: Intel's fixed counter of core cycles, read as it stands. The thread's perf events,
 * one for each kind of core, keep it running, and their mapping allows RDPMC. RDPMC and its source are
 * in x86_pmc.h. Compiled only, as amd64_pmc.c is.
 */
#include "x86_pmc.h"

static struct cc_events events = {.mapped = 1};

X86_PMC_READS(org_cyclecounter_x86_Amd64PerfPmcFf,
              cc_my_events(&events) ? (int64_t)X86_RDPMC(CC_LOST, X86_FIXED_CYCLES) : CC_UNREADABLE, 0)
CC_EVENTS_JNI(org_cyclecounter_x86_Amd64PerfPmcFf, events, (int64_t)X86_RDPMC(CC_LOST, X86_FIXED_CYCLES), X86_LFENCE())
