// SPDX-License-Identifier: Apache-2.0
/*
 * Takes all hardware counters of each processor until its input ends, as a system-wide profiler may: pinned
 * events of cycles of a whole processor come before those of threads (ctx_sched_in in
 * kernel/events/core.c). A static program without a C library, for a guest.
 *
 * Prints "full: N M", the number of events that count on each of the two processors, or "refused".
 */
#include <linux_perf.h>

enum { PROCESSORS = 2, EVENTS = 40 }; /* more events than a processor has counters: Arm's has 32 at most */

#if defined(__aarch64__) || defined(__riscv)
enum { WRITE = 64, EXIT = 93 }; /* include/uapi/asm-generic/unistd.h */
#endif

static void print(const char *text) {
    long length = 0;
    while (text[length]) length++;
    cc_call(WRITE, 1, (long)(intptr_t)text, length, 0, 0, 0);
}

static void print_number(unsigned number) {
    char text[] = {' ', (char)('0' + number / 10), (char)('0' + number % 10), 0};
    print(text);
}

/* 1 if it counts, 0 if it found no counter, or a negated errno. */
static int take_counter(int processor) {
    struct cc_perf_attr attr;
    for (size_t b = 0; b < sizeof attr; b++) ((volatile uint8_t *)&attr)[b] = 0;
    attr.type = CC_PERF_HARDWARE;
    attr.size = sizeof attr;
    attr.config = CC_PERF_CPU_CYCLES;
    attr.flags[0] = CC_PERF_PINNED;
    long fd = cc_call(CC_PERF_EVENT_OPEN, (long)(intptr_t)&attr, -1, processor, -1, CC_PERF_CLOEXEC, 0);
    if (fd < 0) return (int)fd;
    uint64_t count;
    return cc_call(CC_READ_FILE, fd, (long)(intptr_t)&count, sizeof count, 0, 0, 0) == (long)sizeof count;
}

__attribute__((noreturn)) void _start(void) {
    unsigned taken[PROCESSORS] = {0};
    int refused = 0;
    for (int processor = 0; processor < PROCESSORS; processor++)
        for (int i = 0; i < EVENTS && !refused; i++) {
            int result = take_counter(processor);
            refused = result < 0;
            if (result <= 0) break; /* all are taken */
            taken[processor]++;
        }
    print(refused ? "refused" : "full:");
    for (int processor = 0; processor < PROCESSORS; processor++) print_number(taken[processor]);
    print("\n");
    char end;
    while (cc_call(CC_READ_FILE, 0, (long)(intptr_t)&end, 1, 0, 0, 0) > 0) continue;
    cc_call(EXIT, 0, 0, 0, 0, 0, 0);
    for (;;) continue;
}
