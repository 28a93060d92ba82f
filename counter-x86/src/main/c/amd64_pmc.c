/*
 * amd64-pmc: the core's cycles by RDPMC on a perf event's mapped page, without a system call.
 *
 * RDPMC: Intel SDM volume 2B; AMD APM volume 3. It faults (SIGSEGV) unless the kernel has set CR4.PCE
 * for this process, which it does while a perf event is mapped and
 * /sys/bus/event_source/devices/cpu/rdpmc is 1. Compiled only: the machines it was built on have no
 * PMU. The protocol in perf_page.h is tested on pages that a test writes.
 *
 * Each thread maps an event of its own on its first read; the mapping keeps the event alive, so the
 * descriptor is closed at once. When the thread ends the C library calls the key's destructor.
 */
#include <linux_perf.h>
#include <perf_page.h>

#define PAGE 4096
#define PROT_READ 1
#define MAP_SHARED 1
#define MAP_FAILED ((void *)-1)

static unsigned key;
static volatile int key_made; /* set under the Java class's lock */

static uint64_t rdpmc(uint32_t counter) {
    uint32_t low, high;
    __asm__ volatile("rdpmc" : "=a"(low), "=d"(high) : "c"(counter));
    return (uint64_t)high << 32 | low;
}

static void unmap(void *page) {
    munmap(page, PAGE);
}

/* A page, or null with the negated errno in *error. Pinned: on the PMU always or not at all. */
static struct cc_perf_page *map(int *error) {
    int fd = cc_perf_open(CC_PERF_HARDWARE, CC_PERF_CPU_CYCLES, 0, CC_PERF_PINNED);
    if (fd < 0) {
        *error = fd;
        return 0;
    }
    void *page = mmap(0, PAGE, PROT_READ, MAP_SHARED, fd, 0);
    *error = page == MAP_FAILED ? -*__errno_location() : 0;
    close(fd);
    return page == MAP_FAILED ? 0 : page;
}

static __attribute__((noinline)) struct cc_perf_page *map_for_this_thread(void) {
    int error;
    struct cc_perf_page *page = key_made ? map(&error) : 0;
    if (page && pthread_setspecific(key, page) != 0) {
        unmap(page);
        page = 0;
    }
    return page;
}

CC_READ(org_cyclecounter_x86_Amd64Pmc, ticks) {
    struct cc_perf_page *page = pthread_getspecific(key);
    if (!page && !(page = map_for_this_thread())) return CC_UNREADABLE;
    return cc_perf_page_read(page, rdpmc);
}

/* LFENCE on both sides: RDPMC, like RDTSC, waits for nothing. */
CC_READ(org_cyclecounter_x86_Amd64Pmc, fencedTicks) {
    __asm__ volatile("lfence" : : : "memory");
    int64_t count = Java_org_cyclecounter_x86_Amd64Pmc_ticks();
    __asm__ volatile("lfence" : : : "memory");
    return count;
}

CC_ADDRESSES(org_cyclecounter_x86_Amd64Pmc, fencedTicks, fencedTicks, 0)

enum { NOT_ALLOWED = 1, MULTIPLEXED = 2 };

/*
 * Opens and closes an event without RDPMC: 0 if all is well, a negated errno, or one of the constants
 * above. Makes the key on its first call.
 */
CC_EXPORT int32_t Java_org_cyclecounter_x86_Amd64Pmc_tryOpen(void *env, void *self) {
    (void)env;
    (void)self;
    if (!key_made) {
        int failed = pthread_key_create(&key, unmap);
        if (failed) return -failed;
        key_made = 1;
    }
    int error;
    struct cc_perf_page *page = map(&error);
    if (!page) return error;
    int32_t verdict = !cc_perf_page_allows(page)     ? NOT_ALLOWED
                      : cc_perf_page_multiplexed(page) ? MULTIPLEXED
                                                       : 0;
    unmap(page);
    return verdict;
}
