// SPDX-License-Identifier: Apache-2.0
/*
 * Counts the instructions that the calling thread executes, one by one: with the trap flag set the processor
 * stops after each of them (Intel SDM volume 3B, "Single-Step Exception Condition"), and the kernel makes that
 * a SIGTRAP with the flag cleared, and set again on return (arch/x86/kernel/signal.c). No PMU and no ptrace is
 * needed. What an interrupt or another thread executes is not counted. Run on hardware, in a VM.
 */
#include <fault_guard.h>

#define SIGTRAP 5
#define RSP 160 /* beside CC_UCONTEXT_PC */

static struct cc_sigaction previous;
static int64_t steps, steps_inside, calls;
static uintptr_t function, back; /* where it is entered, and where the present call returns to, or 0 */

static void on_step(int signal, void *info, void *context) {
    (void)signal, (void)info;
    uintptr_t pc = *(uintptr_t *)(void *)((char *)context + CC_UCONTEXT_PC);
    steps++;
    if (pc == back) back = 0;
    if (pc == function) {
        back = **(uintptr_t **)(void *)((char *)context + RSP);
        calls++;
    }
    if (back) steps_inside++; /* the instruction at pc comes next */
}

/* Begins; the instructions of a function, those that it calls included, are counted by themselves, too. */
CC_EXPORT void Java_org_cyclecounter_itest_jmh_SingleStep_begin(void *env, void *self, int64_t address) {
    struct cc_sigaction action;
    (void)env, (void)self;
    sigaction(SIGTRAP, 0, &previous);
    action = previous;
    action.handler = on_step;
    action.flags = CC_SA_SIGINFO;
    sigaction(SIGTRAP, &action, 0);
    steps = steps_inside = calls = 0;
    function = (uintptr_t)address;
    back = 0;
    __asm__ volatile("pushfq\n\torq $0x100, (%%rsp)\n\tpopfq" : : : "cc", "memory");
}

CC_EXPORT int64_t Java_org_cyclecounter_itest_jmh_SingleStep_end(void *env, void *self) {
    (void)env, (void)self;
    __asm__ volatile("pushfq\n\tandq $-0x101, (%%rsp)\n\tpopfq" : : : "cc", "memory");
    sigaction(SIGTRAP, &previous, 0);
    return steps;
}

/* Of the time between the last begin and end. */
CC_EXPORT int64_t Java_org_cyclecounter_itest_jmh_SingleStep_inside(void *env, void *self) {
    (void)env, (void)self;
    return steps_inside;
}

CC_EXPORT int64_t Java_org_cyclecounter_itest_jmh_SingleStep_calls(void *env, void *self) {
    (void)env, (void)self;
    return calls;
}
