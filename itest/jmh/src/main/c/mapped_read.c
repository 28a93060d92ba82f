// SPDX-License-Identifier: Apache-2.0
/*
 * amd64-pmc, as it is shipped, on a machine without a PMU: its system calls are answered here, the page is this
 * file's, and RDTSC stands in for RDPMC, which is as many instructions. Beside it the least that a native method
 * can do to read the same page.
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

/* The example of linux/perf_event.h, without a look at the capabilities. */
static inline int64_t read_page(const struct cc_perf_page *from) {
    uint32_t lock, index;
    int64_t count;
    do {
        lock = from->lock;
        CC_BARRIER();
        index = from->index;
        count = from->offset;
        if (index) {
            uint32_t low, high;
            __asm__ volatile(X86_RDPMC : "=a"(low), "=d"(high) : "c"(index - 1));
            unsigned unused = 64u - from->pmc_width;
            count += (int64_t)(((uint64_t)high << 32 | low) << unused) >> unused;
        }
        CC_BARRIER();
    } while (from->lock != lock);
    return count;
}

CC_EXPORT int64_t Java_org_cyclecounter_itest_jmh_MappedRead_page(void *env, void *self) {
    (void)env, (void)self;
    return (intptr_t)&page;
}

CC_EXPORT int64_t Java_org_cyclecounter_itest_jmh_MappedRead_ofPage(void *env, void *self, int64_t address) {
    (void)env, (void)self;
    return read_page((const struct cc_perf_page *)(intptr_t)address);
}

/* The page is the calling thread's: what a counter of many threads cannot do without. */
static unsigned own_page;

CC_EXPORT void Java_org_cyclecounter_itest_jmh_MappedRead_ownPage(void *env, void *self) {
    (void)env, (void)self;
    if (pthread_key_create(&own_page, 0) == 0) pthread_setspecific(own_page, &page);
}

CC_EXPORT int64_t Java_org_cyclecounter_itest_jmh_MappedRead_ofOwnPage(void *env, void *self) {
    (void)env, (void)self;
    return read_page(pthread_getspecific(own_page));
}
