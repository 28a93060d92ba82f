/*
 * default-perfevent: cycles of the calling thread by read(2) on a perf event, one system call a read.
 * Sources in linux_perf.h. On machines without a PMU the thread machinery has been run with the
 * software event that counts the thread's CPU time.
 *
 * A thread's value of the key is its descriptor plus 1. When the thread ends the C library calls the
 * destructor.
 */
#include "default_perfevent.h"


CC_PERFEVENT(org_cyclecounter_os_DefaultPerfevent, CC_PERF_HARDWARE, CC_PERF_CPU_CYCLES)
