// SPDX-License-Identifier: Apache-2.0
/*
 * Changes that ChildState names, by ChildStateTest's numbers; each undoes itself the second time. x86-64 Linux;
 * numbers of arch/x86/entry/syscalls/syscall_64.tbl.
 */
#include <linux_call.h>

#define CALL(number, a, b, c, d) cc_call(number, (long)(a), (long)(b), (long)(c), (long)(d), 0, 0)
#define AT(pointer) ((long)(intptr_t)(pointer))

enum { PIPE = 13, CHLD = 17, XFSZ = 25, SA_SIGINFO = 4, SA_RESTORER = 0x04000000 };

extern int pthread_create(void **thread, const void *attributes, void *(*run)(void *), void *argument);
extern int pthread_join(void *thread, void **result);
extern int usleep(unsigned us);

struct action {
    void (*handler)(int);
    unsigned long flags;
    void (*restorer)(void);
    uint64_t mask;
};

static void ignore(int signal) { (void)signal; }
__attribute__((naked)) static void restorer(void) { __asm__("mov $15, %eax; syscall"); }

static void toggle_mxcsr(void) {
    uint32_t mxcsr;
    __asm__ volatile("stmxcsr %0" : "=m"(mxcsr));
    mxcsr ^= 0x6000;
    __asm__ volatile("ldmxcsr %0" : : "m"(mxcsr));
}

static void toggle_x87(void) {
    uint16_t control;
    __asm__ volatile("fnstcw %0" : "=m"(control));
    control ^= 0xc00;
    __asm__ volatile("fldcw %0" : : "m"(control));
}

static void swap_handler(int signal, struct action *other) {
    struct action before;
    CALL(13, signal, AT(other), AT(&before), 8);
    *other = before;
}

static void swap_handler_of_pipe(void) {
    static struct action other = {ignore, SA_RESTORER, restorer, 0};
    swap_handler(PIPE, &other);
}

static void swap_handler_of_children(void) {
    static struct action other = {ignore, SA_RESTORER, restorer, 0};
    swap_handler(CHLD, &other);
}

static void toggle_flag(void) {
    struct action action;
    CALL(13, XFSZ, 0, AT(&action), 8);
    action.flags ^= SA_SIGINFO;
    CALL(13, XFSZ, AT(&action), 0, 8);
}

static void swap_interval_timer(void) {
    static long other[4] = {0, 0, 3600, 0};
    long before[4];
    CALL(38, 0, AT(other), AT(before), 0);
    for (int i = 0; i < 4; i++) other[i] = before[i];
}

static void toggle_posix_timer(void) {
    static const long hour[4] = {0, 0, 3600, 0};
    static int32_t timer = -1;
    if (timer >= 0) {
        CALL(226, timer, 0, 0, 0);
        timer = -1;
        return;
    }
    CALL(222, 1, 0, AT(&timer), 0);
    CALL(223, timer, 0, AT(hour), 0);
}

static void toggle_mask(void) {
    static uint64_t usr1 = 1 << 9, before;
    static int is_blocked;
    is_blocked = !is_blocked;
    CALL(14, is_blocked ? 0 : 2, is_blocked ? AT(&usr1) : AT(&before), is_blocked ? AT(&before) : 0, 8);
}

static void swap_memory_limit(void) {
    static uint64_t other = 1ull << 50;
    uint64_t limit[2];
    CALL(302, 0, 9, 0, AT(limit));
    uint64_t before = limit[0];
    limit[0] = other;
    CALL(302, 0, 9, AT(limit), 0);
    other = before;
}

/* A thread of the C library's; ended by the second call. */
static volatile int is_over;
static void *wait_for_end(void *argument) {
    while (!is_over) usleep(1000);
    return argument;
}
static void toggle_thread(void) {
    static void *thread;
    if (thread) {
        is_over = 1;
        pthread_join(thread, 0);
        thread = 0;
        is_over = 0;
    } else {
        pthread_create(&thread, 0, wait_for_end, 0);
    }
}

CC_EXPORT void Java_org_cyclecounter_selector_isolation_ChildStateTest_change(CC_UNUSED_ENV, int32_t what) {
    static void (*const changes[])(void) = {toggle_mxcsr, toggle_x87, swap_handler_of_pipe,
                                            toggle_flag,  swap_interval_timer, toggle_posix_timer, toggle_mask,
      swap_memory_limit, swap_handler_of_children, toggle_thread};
    changes[what]();
}
