// SPDX-License-Identifier: Apache-2.0
/*
 * amd64-pmc, as it is shipped, on a machine without a PMU: its system calls are answered here, the page is this
 * file's, and RDTSC stands in for RDPMC, which is as many instructions.
 */
#include <linux_call.h>

static long kernel(long number, long a, long b, long c, long d, long e, long f);
#define cc_call kernel
#define X86_RDPMC "rdtsc"
#define org_cyclecounter_x86_Amd64Pmc org_cyclecounter_itest_jmh_MappedRead
#include "../../../../../counter-x86/src/main/c/amd64_pmc.c"

static struct cc_perf_page page = {.index = 1, .capabilities = CC_CAP_USER_RDPMC, .pmc_width = 64};

/* Every event is the same one, and always on its PMU. */
static long kernel(long number, long a, long b, long c, long d, long e, long f) {
    (void)a, (void)c, (void)d, (void)e, (void)f;
    switch (number) {
    case CC_PERF_EVENT_OPEN: return 1000;
    case CC_MMAP: return (intptr_t)&page;
    case CC_READ_FILE: {
        struct cc_perf_reading *reading = (void *)b;
        x86_rdpmc(0, &reading->count);
        reading->enabled = reading->running = 1;
        return sizeof *reading;
    }
    case CC_MUNMAP:
    case CC_CLOSE:
    case CC_IOCTL: return 0;
    default: return -CC_ENOSYS;
    }
}
