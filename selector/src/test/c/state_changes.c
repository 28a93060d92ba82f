// SPDX-License-Identifier: Apache-2.0
/*
 * Changes that ChildState names, by ChildStateTest's numbers; each undoes itself the second time. x86-64 Linux;
 * numbers of arch/x86/entry/syscalls/syscall_64.tbl.
 */
#include <linux_call.h>

#define CALL(number, a, b, c, d) cc_call(number, (long)(a), (long)(b), (long)(c), (long)(d), 0, 0)
#define AT(pointer) ((long)(intptr_t)(pointer))

enum { PIPE = 13, XFSZ = 25, SA_SIGINFO = 4, SA_RESTORER = 0x04000000 };

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

static void swap_handler(void) {
    static struct action other = {ignore, SA_RESTORER, restorer, 0};
    struct action before;
    CALL(13, PIPE, AT(&other), AT(&before), 8);
    other = before;
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

CC_EXPORT void Java_org_cyclecounter_selector_isolation_ChildStateTest_change(CC_UNUSED_ENV, int32_t what) {
    static void (*const changes[])(void) = {toggle_mxcsr, toggle_x87,          swap_handler,
                                            toggle_flag,  swap_interval_timer, toggle_posix_timer};
    changes[what]();
}
