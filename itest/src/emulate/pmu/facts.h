// SPDX-License-Identifier: Apache-2.0
/*
 * Opening, mapping and reading an event of the thread's cycles: perf_event_open(2), and the comment above
 * struct perf_event_mmap_page in linux/perf_event.h.
 */
#ifndef FACTS_H
#define FACTS_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PAGE 4096
typedef volatile struct perf_event_mmap_page page_t;


static inline int open_event(uint32_t type, uint64_t config, int pinned) {
    struct perf_event_attr attr = {.type = type, .size = PERF_ATTR_SIZE_VER0, .config = config, .pinned = pinned != 0,
                                   .exclude_kernel = 1, .exclude_hv = 1,
                                   .read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING};
    int fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

static inline int open_cycles(int pinned) { return open_event(PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, pinned); }

static inline page_t *map(int fd) {
    void *page = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, fd, 0);
    return page == MAP_FAILED ? NULL : page;
}

static inline uint64_t rdpmc(uint32_t counter) {
    uint32_t low, high;
    __asm__ volatile("rdpmc" : "=a"(low), "=d"(high) : "c"(counter));
    return (uint64_t)high << 32 | low;
}

static inline int64_t count(page_t *page) {
    uint32_t lock;
    int64_t value;
    do {
        lock = page->lock;
        __asm__ volatile("" ::: "memory");
        uint32_t index = page->index;
        value = page->offset;
        if (index != 0) value += (int64_t)(rdpmc(index - 1) << (64 - page->pmc_width)) >> (64 - page->pmc_width);
        __asm__ volatile("" ::: "memory");
    } while (page->lock != lock);
    return value;
}

extern sigjmp_buf faulted;
extern volatile int64_t shared[8]; /* the results of a child that shares memory */
void on_fault(int signal);
void spin(double seconds);
int wait_for_clone(int (*function)(void *), void *argument);
int do_less(int argc, char **argv);

#endif
