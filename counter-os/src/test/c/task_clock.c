/*
 * The thread machinery of default-perfevent on PERF_COUNT_SW_TASK_CLOCK (type 1, config 1): the
 * thread's CPU time in nanoseconds, which needs no PMU.
 */
#include "../../main/c/default_perfevent.h"

CC_PERFEVENT(org_cyclecounter_os_TaskClock, 1, 1)
