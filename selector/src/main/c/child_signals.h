// SPDX-License-Identifier: Apache-2.0
/*
 * The kernel's signals, and a native child's handlers, on a separate stack, for every signal that would dump core. On
 * Linux before 5.16 a core-dumping signal with the default action takes every process along that shares the memory.
 * All by the raw system call: libjsig's sigaction would write a child's handlers down as the program's, and answers
 * with the program's instead of the kernel's.
 *
 * Sources: sigaltstack(2), signal(7), getrlimit(2), waitid(2); struct sigaction and the numbers of each
 * architecture's uapi/asm/signal.h and system-call table.
 */
#ifndef CYCLECOUNTER_CHILD_SIGNALS_H
#define CYCLECOUNTER_CHILD_SIGNALS_H

#include <linux_call.h>

enum {
    RT_SIGACTION = CC_NUMBER(13, 174, 174, 174, 173, 5013, 102, 134),
    RT_SIGPROCMASK = CC_NUMBER(14, 175, 175, 175, 174, 5014, 103, 135),
    SIGALTSTACK = CC_NUMBER(131, 186, 186, 186, 185, 5129, 28, 132),
    PRLIMIT = CC_NUMBER(302, 340, 369, 334, 325, 5297, 331, 261),
    WAITID = CC_NUMBER(247, 284, 280, 281, 272, 5237, 279, 95)
};

/* The reported numbers: those of most architectures. */
enum { QUIT = 3, ILL = 4, TRAP = 5, ABRT = 6, BUS = 7, FPE = 8, SEGV = 11, USR2 = 12, CHLD = 17, XCPU = 24, XFSZ = 25 };
enum { SYS = 31 };

/* This architecture's numbers: those of most, of MIPS, of SPARC. */
#define BY_PROCESSOR(most, mips, sparc) CC_NUMBER(most, most, most, most, most, mips, sparc, most)
enum {
    SIGKILL = 9,
    SIGUSR2 = BY_PROCESSOR(12, 17, 31),
    SIGCHLD = BY_PROCESSOR(17, 18, 20),
    SIG_UNBLOCK = BY_PROCESSOR(1, 2, 2),
    SIG_SETMASK = BY_PROCESSOR(2, 3, 4),
    MASK_BYTES = BY_PROCESSOR(8, 16, 8)
};
enum { ON_STACK = BY_PROCESSOR(0x08000000, 0x08000000, 1), WITH_INFO = BY_PROCESSOR(4, 8, 0x200) };
enum { RLIMIT_CORE = 4, RESTORER = 0x04000000 };

/* waitid(2); of a siginfo_t the places of two words. */
enum { P_ALL = 0, P_PID = 1, WNOHANG = 1, WEXITED = 4, WNOWAIT = 0x1000000, WALL = 0x40000000, CLD_EXITED = 1 };
enum { SI_CODE = BY_PROCESSOR(2, 1, 2), SI_STATUS = sizeof(void *) == 8 ? 6 : 5 };

static const struct {
    uint8_t answer, number;
} fatal_signals[] = {{BUS, BY_PROCESSOR(7, 10, 10)},   {XCPU, BY_PROCESSOR(24, 30, 24)},
                     {XFSZ, BY_PROCESSOR(25, 31, 25)}, {SYS, BY_PROCESSOR(31, 12, 12)},
                     {QUIT, 3}, {ILL, 4}, {TRAP, 5}, {ABRT, 6}, {FPE, 8}, {SEGV, 11}};
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

static inline void change_mask(int how, const uint32_t mask[4], uint32_t before[4]) {
    cc_call(RT_SIGPROCMASK, how, (long)(intptr_t)mask, (long)(intptr_t)before, MASK_BYTES, 0, 0);
}

static inline long change_action(int signal, const struct kernel_sigaction *action, struct kernel_sigaction *before) {
#if defined(__sparc__)
    long restorer = (long)(intptr_t)no_restorer;
    return cc_call(RT_SIGACTION, signal, (long)(intptr_t)action, (long)(intptr_t)before, restorer, MASK_BYTES, 0);
#else
    return cc_call(RT_SIGACTION, signal, (long)(intptr_t)action, (long)(intptr_t)before, MASK_BYTES, 0, 0);
#endif
}

/* A core would be as large as the program. 1 means none, also where cores go to a pipe (core(5)). */
static inline void dump_no_core(void) {
    static const uint64_t none[2] = {1, 1};
    cc_call(PRLIMIT, 0, RLIMIT_CORE, (long)(intptr_t)none, 0, 0, 0);
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
        change_action(signal, &action, 0);
        set_bit(unblocked, signal);
    }
    change_mask(SIG_UNBLOCK, unblocked, 0);
}

static inline int answer_for(int signal) {
    for (unsigned i = 0; i < FATAL_SIGNALS; i++)
        if (fatal_signals[i].number == signal) return fatal_signals[i].answer;
    return signal;
}

/* The other way round; USR2 is not fatal, but a JVM's own, and CHLD the JDK's. */
static inline int number_for(int answer) {
    for (unsigned i = 0; i < FATAL_SIGNALS; i++)
        if (fatal_signals[i].answer == answer) return fatal_signals[i].number;
    return answer == USR2 ? SIGUSR2 : answer == CHLD ? SIGCHLD : answer;
}

#endif
