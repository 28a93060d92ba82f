// SPDX-License-Identifier: Apache-2.0
/*
 * default-perfevent's C code under a test's name; the test sets it to the event that counts the
 * thread's CPU time, which needs no PMU.
 */
#include <thread_events.h>

static struct cc_events events;

CC_READ(org_cyclecounter_os_TaskClock, ticks) { return cc_read_events(&events); }
CC_ADDRESSES(org_cyclecounter_os_TaskClock, ticks, ticks, 0)
CC_EVENTS_JNI(org_cyclecounter_os_TaskClock, events, cc_sum_fds(mine), )
