// SPDX-License-Identifier: Apache-2.0
/*
 * A native child's signals: handlers of its own on a stack of their own for every signal that would dump
 * core. On Linux before 5.16 a core-dumping signal with the default action takes every process along
 * that shares the memory. They are installed by the raw system call, because libjsig's sigaction would
 * write them down as the program's.
 *
 * Sources: sigaltstack(2), signal(7), seccomp(2); struct sigaction and the numbers of each architecture's
 * uapi/asm/signal.h and system-call table.
 */
#ifndef CYCLECOUNTER_CHILD_SIGNALS_H
#define CYCLECOUNTER_CHILD_SIGNALS_H

#include <linux_call.h>

enum {
    RT_SIGACTION = CC_NUMBER(13, 174, 174, 174, 173, 5013, 102, 134),
    RT_SIGPROCMASK = CC_NUMBER(14, 175, 175, 175, 174, 5014, 103, 135),
    SIGALTSTACK = CC_NUMBER(131, 186, 186, 186, 185, 5129, 28, 132)
};

/* What is answered: the numbers that most architectures have. */
enum { QUIT = 3, ILL = 4, TRAP = 5, ABRT = 6, BUS = 7, FPE = 8, SEGV = 11, XCPU = 24, XFSZ = 25, SYS = 31 };

/* This architecture's numbers. */
#if defined(__mips__)
#define OTHER_NUMBERS {BUS, 10}, {XCPU, 30}, {XFSZ, 31}, {SYS, 12}
enum { SIGCHLD = 18, SIG_UNBLOCK = 2, SIG_SETMASK = 3, ON_STACK = 0x08000000, WITH_INFO = 8, MASK_BYTES = 16 };
#elif defined(__sparc__)
#define OTHER_NUMBERS {BUS, 10}, {XCPU, 24}, {XFSZ, 25}, {SYS, 12}
enum { SIGCHLD = 20, SIG_UNBLOCK = 2, SIG_SETMASK = 4, ON_STACK = 1, WITH_INFO = 0x200, MASK_BYTES = 8 };
#else
#define OTHER_NUMBERS {BUS, 7}, {XCPU, 24}, {XFSZ, 25}, {SYS, 31}
enum { SIGCHLD = 17, SIG_UNBLOCK = 1, SIG_SETMASK = 2, ON_STACK = 0x08000000, WITH_INFO = 4, MASK_BYTES = 8 };
#endif
enum { SIGKILL = 9, RESTORER = 0x04000000 };

static const struct {
    uint8_t answer, number;
} fatal_signals[] = {OTHER_NUMBERS, {QUIT, 3}, {ILL, 4}, {TRAP, 5}, {ABRT, 6}, {FPE, 8}, {SEGV, 11}};
#define FATAL_SIGNALS (sizeof fatal_signals / sizeof fatal_signals[0])

/*
 * The kernel's own structs, not the C library's. A handler that never returns needs no restorer, but
 * x86-64 wants one to be there.
 */
struct kernel_sigaction {
#if defined(__mips__)
    unsigned flags;
    void (*handler)(int, const int *, void *);
#else
    void (*handler)(int, const int *, void *);
    unsigned long flags;
#if !defined(__riscv) && !defined(__loongarch__)
    void (*restorer)(void);
#endif
#endif
    uint32_t mask[4];
};

struct signal_stack {
    void *sp;
#if defined(__mips__)
    size_t size;
    int flags;
#else
    int flags;
    size_t size;
#endif
};

static inline void no_restorer(void) {}

static inline void set_bit(uint32_t mask[4], int signal) {
    unsigned bit = (unsigned)signal - 1;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ && __SIZEOF_LONG__ == 8
    bit ^= 32; /* a mask is made of longs */
#endif
    mask[bit / 32] |= 1u << bit % 32;
}

static void change_mask(int how, const uint32_t mask[4], uint32_t before[4]) {
    cc_call(RT_SIGPROCMASK, how, (long)(intptr_t)mask, (long)(intptr_t)before, MASK_BYTES, 0, 0);
}

/* The calling process has all signals blocked; those of a fault are let through to the handler. */
static inline void catch_fatal_signals(void (*handler)(int, const int *, void *), void *stack, size_t stack_bytes) {
    struct signal_stack own = {.sp = stack, .size = stack_bytes};
    cc_call(SIGALTSTACK, (long)(intptr_t)&own, 0, 0, 0, 0, 0);
    uint32_t unblocked[4] = {0, 0, 0, 0};
    for (unsigned i = 0; i < FATAL_SIGNALS; i++) {
        int signal = fatal_signals[i].number;
        struct kernel_sigaction action;
        for (size_t b = 0; b < sizeof action; b++) ((volatile uint8_t *)&action)[b] = 0;
        action.handler = handler;
        action.flags = ON_STACK | WITH_INFO;
#if !defined(__mips__) && !defined(__riscv) && !defined(__loongarch__)
        action.restorer = no_restorer;
#if !defined(__sparc__)
        action.flags |= RESTORER;
#endif
#endif
#if defined(__sparc__)
        cc_call(RT_SIGACTION, signal, (long)(intptr_t)&action, 0, (long)(intptr_t)no_restorer, MASK_BYTES, 0);
#else
        cc_call(RT_SIGACTION, signal, (long)(intptr_t)&action, 0, MASK_BYTES, 0, 0);
#endif
        set_bit(unblocked, signal);
    }
    (void)no_restorer;
    change_mask(SIG_UNBLOCK, unblocked, 0);
}

static inline int answer_for(int signal) {
    for (unsigned i = 0; i < FATAL_SIGNALS; i++)
        if (fatal_signals[i].number == signal) return fatal_signals[i].answer;
    return signal;
}

/*
 * The system call that a filter has trapped, from siginfo's si_syscall; -1 of any other signal. The union
 * behind the three words is aligned as a pointer, of which its first member is one.
 */
static inline int trapped_call(int answer, const int *info) {
#if defined(__mips__)
    int code = info[1];
#else
    int code = info[2];
#endif
    if (answer != SYS || code != 1) return -1; /* SYS_SECCOMP */
    return info[(sizeof(void *) == 8 ? 16 : 12) / 4 + sizeof(void *) / 4];
}

#endif
