// SPDX-License-Identifier: Apache-2.0
/* Facts with an argument: for the tests of the simulator's options. */
#include "facts.h"

static int reads_in_child(void *number) {
    page_t *page = map(open_cycles(1));
    for (int i = *(int *)number; i > 0; i--) shared[5] += rdpmc(page->index - 1) != 0;
    munmap((void *)page, PAGE);
    syscall(SYS_exit, 0);
    return 0;
}

static __attribute__((noinline)) void read_often(uint32_t counter, volatile int *number) {
    for (; *number < 1000; ++*number) rdpmc(counter);
}

/* The number of reads before one faults, after some in a child with shared memory. */
static void reads(int in_child) {
    static volatile int number;
    if (in_child > 0) wait_for_clone(reads_in_child, &in_child);
    printf("child: %d\n", (int)shared[5]);
    uint32_t counter = map(open_cycles(1))->index - 1;
    signal(SIGSEGV, on_fault);
    if (sigsetjmp(faulted, 1) == 0) read_often(counter, &number);
    printf("before the fault: %d\n", number);
}

static void differences(void) {
    page_t *page = map(open_cycles(1));
    int64_t least = INT64_MAX, most = 0, last = count(page);
    for (int i = 0; i < 1000; i++) {
        int64_t now = count(page);
        if (now - last < least) least = now - last;
        if (now - last > most) most = now - last;
        last = now;
    }
    printf("differences: %lld to %lld\n", (long long)least, (long long)most);
}

/* The number of 1000 reads that equal the previous one, and whether the event's times show it. */
static void equal(void) {
    int fd = open_cycles(1), alike = 0;
    page_t *page = map(fd);
    uint64_t values[3] = {0};
    int64_t last = count(page);
    for (int i = 0; i < 1000; i++) {
        int64_t now = count(page);
        alike += now == last;
        last = now;
    }
    if (read(fd, values, sizeof values) < 0) values[2] = 0;
    printf("equal: %d of 1000\nruns all the time: %s\n", alike, values[1] == values[2] ? "yes" : "no");
}

static int opens_in_child(void *unused) {
    (void)unused;
    shared[0] = open_cycles(1);
    syscall(SYS_exit, 0);
    return 0;
}

static void open_only(void) {
    int status = wait_for_clone(opens_in_child, NULL);
    int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (signal != 0)
        printf("child: %s\n", signal == SIGSYS || signal == SIGKILL ? "ended by a signal" : "ended otherwise");
    else
        printf("child: %s\n", shared[0] < 0 ? strerrorname_np((int)-shared[0]) : "opens");
    printf("alive\n");
}

static double share_of(int fd) {
    uint64_t values[3] = {0};
    if (read(fd, values, sizeof values) < 0) return -1;
    return (double)values[2] / (double)values[1];
}

static void share(void) {
    int fd = open_cycles(0), pinned = open_cycles(1);
    spin(0.3);
    double share = share_of(fd);
    printf("share: %s\npinned: %.2f\n", share > 0.1 && share < 0.2 ? "a seventh or so" : "another", share_of(pinned));
}

int do_less(int argc, char **argv) {
    const char *what = argv[1];
    if (strcmp(what, "reads") == 0)
        reads(argc > 2 ? atoi(argv[2]) : 0);
    else if (strcmp(what, "differences") == 0)
        differences();
    else if (strcmp(what, "equal") == 0)
        equal();
    else if (strcmp(what, "open") == 0)
        open_only();
    else if (strcmp(what, "share") == 0)
        share();
    else
        return 2;
    return 0;
}
