// SPDX-License-Identifier: Apache-2.0
/*
 * amd64-pmc: the thread's cycles by RDPMC on a mapped perf event, without a system call; on hybrid
 * processors the sum of an event for each kind of core. RDPMC and its source are in x86_pmc.h. amd64-perfpmc is
 * libcpucycles 20260901's name for it on processors that are not Intel's.
 *
 * Run on hardware, under both names: an AMD EPYC (Zen 5), as a guest of KVM, which intercepts RDPMC
 * (docs/evidence/perf-events.md). Elsewhere on a simulated PMU (itest/src/emulate/pmu). The protocol in perf_page.h
 * and the sum in thread_events.h are tested on pages that a test writes.
 */
#include "x86_pmc.h"

CC_MAPPED_EVENTS(events, .setting = X86_SETTING)

X86_PMC_READS(org_cyclecounter_x86_Amd64Pmc, CC_READ_MAPPED(events, x86_rdpmc), 0)
CC_EVENTS_JNI(org_cyclecounter_x86_Amd64Pmc, events, cc_sum_mapped(&events, mine, x86_rdpmc), X86_LFENCE())
