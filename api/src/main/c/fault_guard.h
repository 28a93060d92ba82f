// SPDX-License-Identifier: Apache-2.0
/*
 * Reads that the kernel may forbid at any time, such as a performance-monitoring register after
 * kernel.perf_user_access has become 0: a fault of a guarded instruction leaves its result as it was
 * before, instead of ending the process.
 *
 * Each guarded instruction is listed in the section cc_faults with the place to go on at. The handler
 * looks for the faulting instruction there and sets the program counter; every other fault goes to
 * the handler that was there before, the JVM's, with the same arguments. The handler is installed by
 * cc_guard_sigill or cc_guard_sigsegv when a counter that needs it comes into use, never before, for
 * that signal alone, and it stays: libraries are linked with -z nodelete. With -Xcheck:jni the JVM
 * warns of the handler.
 *
 * Sources: sigaction(2); {arm,arm64,riscv,x86}/include/uapi/asm/{ucontext,sigcontext}.h for the place of the
 * program counter. struct sigaction is the C library's, alike in glibc and musl.
 */
#ifndef CYCLECOUNTER_FAULT_GUARD_H
#define CYCLECOUNTER_FAULT_GUARD_H

#include <cyclecounter.h>

#if defined(__linux__) && defined(__x86_64__)
#define CC_UCONTEXT_PC 168
#elif defined(__linux__) && defined(__i386__)
#define CC_UCONTEXT_PC 76
#elif defined(__linux__) && defined(__arm__)
#define CC_UCONTEXT_PC 92
#elif defined(__linux__) && defined(__aarch64__)
#define CC_UCONTEXT_PC 440
#elif defined(__linux__) && defined(__riscv) && __riscv_xlen == 64
#define CC_UCONTEXT_PC 176
#endif

/* An instruction between labels 1 and 2 is listed by CC_FAULT_ENTRY behind them. */
#ifdef CC_UCONTEXT_PC
#define CC_FAULT_ENTRY                                                                              \
    ".pushsection cc_faults, \"a\"\n"                                                               \
    ".balign 4\n"                                                                                   \
    ".long 1b - ., 2b - .\n"                                                                        \
    ".popsection\n"
#else
#define CC_FAULT_ENTRY ""
#endif

/* An instruction at label 1 of an asm goto, which goes on at `place` if it faults. */
#ifdef CC_UCONTEXT_PC
#define CC_FAULT_GOTO(place)                                                                        \
    ".pushsection cc_faults, \"a\"\n"                                                               \
    ".balign 4\n"                                                                                   \
    ".long 1b - ., %l[" #place "] - .\n"                                                            \
    ".popsection\n"
#else
#define CC_FAULT_GOTO(place) ""
#endif

/* One instruction that gives its result in %0; what it gives if it faults. */
#define CC_GUARDED(faulted, instruction, ...)                                                       \
    ({                                                                                              \
        uint64_t guarded_ = (uint64_t)(faulted);                                                    \
        __asm__ volatile("1: " instruction "\n2:\n" CC_FAULT_ENTRY : "+r"(guarded_) : __VA_ARGS__); \
        guarded_;                                                                                   \
    })

/* The same for a hot path: it goes on at a label if it faults, and nothing is compared. */
#define CC_GUARDED_OR_GOTO(faulted, result, instruction, ...)                                       \
    __asm__ goto("1: " instruction "\n" CC_FAULT_GOTO(faulted) : "=r"(result) : __VA_ARGS__ : : faulted)

#ifdef CC_UCONTEXT_PC

struct cc_fault {
    int32_t at, go_on; /* each relative to its own place */
};

extern const struct cc_fault __start_cc_faults[] __attribute__((visibility("hidden")));
extern const struct cc_fault __stop_cc_faults[] __attribute__((visibility("hidden")));

#define CC_SIGILL 4
#define CC_SIGSEGV 11
#define CC_SA_SIGINFO 0x00000004
#define CC_SA_ONSTACK 0x08000000

struct cc_sigaction {
    void (*handler)(int signal, void *info, void *context);
    uint64_t mask[16];
    int flags;
    void (*restorer)(void);
};

extern int sigaction(int signal, const struct cc_sigaction *action, struct cc_sigaction *old);

enum { CC_NOT_GUARDED, CC_GUARD_BEGUN, CC_GUARD_IN_FORCE };

/* For one signal. */
struct cc_guard {
    volatile char state;
    struct cc_sigaction previous;
};

/* One for a library, in whichever of its files. */
extern struct cc_guard cc_guards[2];
__attribute__((weak, visibility("hidden"))) struct cc_guard cc_guards[2];

static inline struct cc_guard *cc_guard_of(int signal) { return &cc_guards[signal == CC_SIGSEGV]; }

__attribute__((weak, visibility("hidden"))) void cc_on_fault(int signal, void *info, void *context) {
    uintptr_t *pc = (uintptr_t *)(void *)((char *)context + CC_UCONTEXT_PC);
    for (const struct cc_fault *fault = __start_cc_faults; fault < __stop_cc_faults; fault++) {
        if ((uintptr_t)&fault->at + (uintptr_t)(intptr_t)fault->at == *pc) {
            *pc = (uintptr_t)&fault->go_on + (uintptr_t)(intptr_t)fault->go_on;
            return;
        }
    }
    const struct cc_sigaction *previous = &cc_guard_of(signal)->previous;
    if ((uintptr_t)previous->handler > 1) {
        previous->handler(signal, info, context);
    } else {
        sigaction(signal, previous, 0); /* the default: the instruction faults again, for good */
    }
}

#if defined(__arm__)
/* Old processors have no atomic exchange, and no counter here is opened by the thread that reads:
   CheckedTicks.protect() lets one thread in at a time. */
static inline int cc_guard_begin(struct cc_guard *guard) {
    int mine = guard->state == CC_NOT_GUARDED;
    if (mine) guard->state = CC_GUARD_BEGUN;
    return mine;
}
#define cc_guard_end(guard) ((guard)->state = CC_GUARD_IN_FORCE)
#define cc_guard_state(guard) ((guard)->state)
#else
static inline int cc_guard_begin(struct cc_guard *guard) {
    char expected = CC_NOT_GUARDED;
    return __atomic_compare_exchange_n(&guard->state, &expected, CC_GUARD_BEGUN, 0, __ATOMIC_ACQ_REL,
                                       __ATOMIC_ACQUIRE);
}
#define cc_guard_end(guard) __atomic_store_n(&(guard)->state, CC_GUARD_IN_FORCE, __ATOMIC_RELEASE)
#define cc_guard_state(guard) __atomic_load_n(&(guard)->state, __ATOMIC_ACQUIRE)
#endif

/* Returns when the guard is in force, whichever thread has installed it. */
static inline void cc_guard_signal(int signal) {
    struct cc_guard *guard = cc_guard_of(signal);
    if (cc_guard_begin(guard)) {
        sigaction(signal, 0, &guard->previous); /* known before the handler can run */
        /* The JVM's handler runs under our mask: it must not find blocked what it left unblocked. */
        struct cc_sigaction action = guard->previous;
        action.flags |= CC_SA_SIGINFO | CC_SA_ONSTACK;
        action.handler = cc_on_fault;
        sigaction(signal, &action, 0);
        cc_guard_end(guard);
    }
    while (cc_guard_state(guard) != CC_GUARD_IN_FORCE) {
    }
}

static inline void cc_guard_sigill(void) { cc_guard_signal(CC_SIGILL); }
static inline void cc_guard_sigsegv(void) { cc_guard_signal(CC_SIGSEGV); }

#else

static inline void cc_guard_sigill(void) {}
static inline void cc_guard_sigsegv(void) {}

#endif

/* The native method guard() of a counter: puts the guard in force. */
#define CC_GUARD_JNI(class, install)                                                                \
    CC_EXPORT void CC_JNI_NAME(class, guard)(CC_UNUSED_ENV) {                                       \
        install();                                                                                  \
    }

#endif
