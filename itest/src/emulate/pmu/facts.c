// SPDX-License-Identifier: Apache-2.0
/*
 * Facts about perf events and RDPMC here, a line each: PmuIT expects them of the simulated PMU, and they
 * can be compared with those of a real one (cc -O2 -o facts facts.c; ./facts).
 * Opening, mapping and reading an event: perf_event_open(2), and the comment above struct perf_event_mmap_page
 * in linux/perf_event.h.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MANY 14
#define PAGE 4096
typedef volatile struct perf_event_mmap_page page_t;


static int open_event(uint32_t type, uint64_t config, int pinned) {
    struct perf_event_attr attr = {.type = type, .size = PERF_ATTR_SIZE_VER0, .config = config, .pinned = pinned != 0,
                                   .exclude_kernel = 1, .exclude_hv = 1,
                                   .read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING};
    int fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

static int open_cycles(int pinned) { return open_event(PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, pinned); }

static page_t *map(int fd) {
    void *page = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, fd, 0);
    return page == MAP_FAILED ? NULL : page;
}

static uint64_t rdpmc(uint32_t counter) {
    uint32_t low, high;
    __asm__ volatile("rdpmc" : "=a"(low), "=d"(high) : "c"(counter));
    return (uint64_t)high << 32 | low;
}

static int64_t count(page_t *page) {
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

static sigjmp_buf faulted;
static volatile int64_t shared[8]; /* the results of a child that shares memory */
static char child_stack[1 << 16] __attribute__((aligned(16)));

static void on_fault(int signal) { siglongjmp(faulted, signal); }

static const char *try_rdpmc(uint32_t counter) {
    signal(SIGSEGV, on_fault);
    if (sigsetjmp(faulted, 1) != 0) return "faults";
    rdpmc(counter);
    return "reads";
}

static void spin(double seconds) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    double end = (double)now.tv_sec + (double)now.tv_nsec / 1e9 + seconds;
    do clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    while ((double)now.tv_sec + (double)now.tv_nsec / 1e9 < end);
}

/* Runs the function in a child that shares memory, as the selector's native child does: its status. */
static int wait_for_clone(int (*function)(void *)) {
    int status = 0;
    memset((void *)shared, 0, sizeof shared);
    int pid = clone(function, child_stack + sizeof child_stack, CLONE_VM | CLONE_VFORK, NULL);
    waitpid(pid, &status, __WALL);
    return status;
}

static int rising(page_t *page) {
    int64_t last = count(page);
    for (int i = 0; i < 1000; i++) {
        int64_t now = count(page);
        if (now <= last) return 0;
        last = now;
    }
    return 1;
}

static long size_read(int fd) {
    uint64_t values[3];
    return read(fd, values, sizeof values);
}

static int in_child(void *unused) {
    (void)unused;
    int fd = open_cycles(1);
    page_t *page = fd < 0 ? NULL : map(fd);
    shared[0] = fd >= 0;
    shared[1] = page != NULL && page->index != 0;
    shared[2] = page != NULL && rising(page);
    shared[3] = (int64_t)(intptr_t)page; /* is left mapped; the descriptor is this process's alone */
    shared[4] = fd;
    syscall(SYS_exit, 0);
    return 0;
}

static void one_event(void) {
    printf("RDPMC before anything is mapped: %s\n", try_rdpmc(0));
    int fd = open_cycles(1);
    if (fd < 0) {
        printf("perf_event_open: %s\n", strerror(-fd));
        return;
    }
    page_t *page = map(fd);
    printf("pinned event: readable %d, counter %s, width %d\n", (int)page->cap_user_rdpmc,
           page->index != 0 ? "given" : "none", page->pmc_width);
    printf("reads rise: %s\n", rising(page) ? "yes" : "no");
    uint64_t values[3] = {0};
    int64_t before = count(page);
    long size = read(fd, values, sizeof values);
    int64_t after = count(page);
    printf("read(2): %ld bytes, between two reads by RDPMC: %s\n", size,
           before < (int64_t)values[0] && (int64_t)values[0] < after ? "yes" : "no");
    printf("always enabled and running: %s\n", values[1] == values[2] ? "yes" : "no");
    printf("read(2) of 8 bytes: %s\n", read(fd, values, 8) < 0 ? strerrorname_np(errno) : "no error");
    ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
    before = count(page);
    printf("disabled: counter %s, stands still %s\n", page->index != 0 ? "given" : "none",
           count(page) == before ? "yes" : "no");
    ioctl(fd, PERF_EVENT_IOC_RESET, 0);
    printf("reset: %lld\n", (long long)count(page));
    ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
    printf("enabled again: reads rise %s\n", rising(page) ? "yes" : "no");
    close(fd);
    printf("closed but mapped: reads rise %s\n", rising(page) ? "yes" : "no");
    munmap((void *)page, PAGE);
    printf("RDPMC after it is unmapped: %s\n", try_rdpmc(0));
}

static void children(void) {
    wait_for_clone(in_child);
    printf("child with shared memory: opens %d, counter %d, reads rise %d\n", (int)shared[0], (int)shared[1],
           (int)shared[2]);
    page_t *left = (page_t *)(intptr_t)shared[3];
    if (left == NULL) return;
    int64_t before = count(left);
    printf("what it left mapped: counter %s, stands still %s, RDPMC %s\n", left->index != 0 ? "given" : "none",
           count(left) == before ? "yes" : "no", try_rdpmc(0));
    printf("its descriptor here: %s\n", size_read((int)shared[4]) < 0 ? strerrorname_np(errno) : "reads");
    munmap((void *)left, PAGE);
    printf("RDPMC after that is unmapped: %s\n", try_rdpmc(0));
    fflush(stdout);
    int fd = open_cycles(1);
    page_t *page = map(fd);
    pid_t pid = fork();
    if (pid == 0) {
        printf("forked child: RDPMC %s, the parent's event by read(2) %s", try_rdpmc(0),
               size_read(fd) == 24 ? "reads" : "fails");
        int own = open_cycles(1);
        page_t *mapped = own < 0 ? NULL : map(own);
        printf(", its own event rises %s\n", mapped != NULL && rising(mapped) ? "yes" : "no");
        fflush(stdout);
        _exit(0);
    }
    waitpid(pid, NULL, 0);
    printf("the parent's event after that: reads rise %s\n", rising(page) ? "yes" : "no");
    munmap((void *)page, PAGE);
    close(fd);
}

static void full(void) {
    int fds[33], number = 0;
    page_t *pages[33];
    for (;; number++) {
        fds[number] = open_cycles(1);
        if (fds[number] < 0) return;
        pages[number] = map(fds[number]);
        if (pages[number]->index == 0 || number == 32) break;
    }
    int last = fds[number];
    printf("pinned events that get a counter: %d\n", number);
    printf("one more: read(2) gives %ld", size_read(last));
    ioctl(last, PERF_EVENT_IOC_ENABLE, 0);
    printf(", enabled while all are taken %ld", size_read(last));
    munmap((void *)pages[0], PAGE);
    close(fds[0]);
    printf(", when one is free %ld", size_read(last));
    ioctl(last, PERF_EVENT_IOC_ENABLE, 0);
    printf(", enabled then %ld\n", size_read(last));
    for (int i = 0; i <= number; i++) {
        if (i > 0) munmap((void *)pages[i], PAGE);
        if (i > 0) close(fds[i]);
    }
}

/* Events that are not pinned, more than there are counters. */
static void turns(void) {
    int fds[MANY], moved = 0, shared_ones = 0;
    page_t *pages[MANY];
    uint32_t first[MANY];
    for (int i = 0; i < MANY; i++) {
        fds[i] = open_cycles(0);
        if (fds[i] < 0) return;
        pages[i] = map(fds[i]);
    }
    count(pages[0]);
    for (int i = 0; i < MANY; i++) first[i] = pages[i]->index;
    double shares = 0;
    uint64_t values[3];
    for (int round = 0; round < 60; round++) {
        spin(0.005);
        if (read(fds[0], values, sizeof values) < 0) return;
        for (int i = 0; i < MANY; i++) moved |= (pages[i]->index != first[i]) << i;
    }
    for (int i = 0; i < MANY; i++) {
        if (read(fds[i], values, sizeof values) != sizeof values) return;
        double share = (double)values[2] / (double)values[1];
        shares += share;
        shared_ones += share > 0.2 && share < 0.7;
    }
    printf("%d events that are not pinned: %d had a share, together %.1f counters, %d changed theirs\n", MANY,
           shared_ones, shares, __builtin_popcount((unsigned)moved));
    for (int i = 0; i < MANY; i++) {
        munmap((void *)pages[i], PAGE);
        close(fds[i]);
    }
}

static const char *opened(int fd) {
    if (fd >= 0) close(fd);
    return fd >= 0 ? "opens" : strerrorname_np(-fd);
}

int main(void) {
    one_event();
    children();
    full();
    turns();
    printf("hardware event 99: %s, raw event: %s, type 77: %s, task clock: %s\n",
           opened(open_event(PERF_TYPE_HARDWARE, 99, 0)), opened(open_event(PERF_TYPE_RAW, 0x76, 1)),
           opened(open_event(77, 0, 1)), opened(open_event(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK, 0)));
    return 0;
}
