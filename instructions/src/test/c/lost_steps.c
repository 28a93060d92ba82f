// SPDX-License-Identifier: Apache-2.0
/* Code that ends or interrupts single steps: without the trap flag, or with another handler, it is not counted. */
#include <linux_call.h>

#define SIGTRAP 5
#define RT_SIGACTION 13
#define RT_SIGPROCMASK 14
#define SA_RESTORER 0x04000000ul

/* Clears the trap flag by POPF, and then does this; the flags of before are on the stack. */
#define WITHOUT_FLAG(then)                                                                          \
    __asm__ volatile("lea -128(%%rsp), %%rsp\n\tpushfq\n\tpushq $0x202\n\tpopfq\n\tnop\n\tnop\n\t" then \
                     "\n\tlea 128(%%rsp), %%rsp" ::: "cc", "memory")

CC_EXPORT void Java_org_cyclecounter_instructions_LostSteps_clear(CC_UNUSED_ENV) { WITHOUT_FLAG("lea 8(%%rsp), %%rsp"); }

CC_EXPORT void Java_org_cyclecounter_instructions_LostSteps_clearAndSet(CC_UNUSED_ENV) { WITHOUT_FLAG("popfq"); }

/* IRETQ takes instruction and stack pointer with their segments, and the flags. */
CC_EXPORT void Java_org_cyclecounter_instructions_LostSteps_clearByReturn(CC_UNUSED_ENV) {
    __asm__ volatile("lea -128(%%rsp), %%rsp\n\tmov %%rsp, %%rdx\n\tmov %%ss, %%eax\n\tpush %%rax\n\tpush %%rdx\n\t"
                     "pushq $0x202\n\tmov %%cs, %%eax\n\tpush %%rax\n\tlea 1f(%%rip), %%rax\n\tpush %%rax\n\tiretq\n"
                     "1:\tnop\n\tlea 128(%%rsp), %%rsp" ::: "rax", "rdx", "cc", "memory");
}

struct kernel_sigaction {
    void (*handler)(int signal);
    unsigned long flags;
    void (*restorer)(void);
    uint64_t mask;
};

__asm__(".text\n"
        ".type cc_lost_return, @function\n"
        "cc_lost_return:\n\tmov $15, %eax\n\tsyscall\n");
extern void cc_lost_return(void) __attribute__((visibility("hidden")));

static struct kernel_sigaction before;

static void ignore(int signal) { (void)signal; }

static long action(const struct kernel_sigaction *to, struct kernel_sigaction *old) {
    return cc_call(RT_SIGACTION, SIGTRAP, (intptr_t)to, (intptr_t)old, sizeof before.mask, 0, 0);
}

CC_EXPORT void Java_org_cyclecounter_instructions_LostSteps_replace(CC_UNUSED_ENV) {
    struct kernel_sigaction own = {ignore, SA_RESTORER, cc_lost_return, 0};
    action(&own, &before);
}

CC_EXPORT void Java_org_cyclecounter_instructions_LostSteps_putBack(CC_UNUSED_ENV) { action(&before, 0); }

/* An INT3 ends the process then. */
CC_EXPORT void Java_org_cyclecounter_instructions_LostSteps_block(CC_UNUSED_ENV) {
    uint64_t trap = 1ul << (SIGTRAP - 1);
    cc_call(RT_SIGPROCMASK, 0, (intptr_t)&trap, 0, sizeof trap, 0, 0);
}
