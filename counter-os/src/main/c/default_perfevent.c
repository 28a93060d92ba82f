// SPDX-License-Identifier: Apache-2.0
/*
 * default-perfevent: cycles of the calling thread by read(2) on its perf events, one system call for
 * each kind of core. Sources in linux_perf.h and thread_events.h. On machines without a PMU the thread
 * machinery has been run with the software event that counts the thread's CPU time.
 */
#include <thread_events.h>

static struct cc_events events;

CC_READ(org_cyclecounter_os_DefaultPerfevent, ticks) { return cc_read_events(&events); }
CC_ADDRESSES(org_cyclecounter_os_DefaultPerfevent, ticks, ticks, 0)
CC_EVENTS_JNI(org_cyclecounter_os_DefaultPerfevent, events, cc_sum_fds(mine), )
