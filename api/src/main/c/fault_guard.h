/*
 * Reads that the kernel may forbid at any time, such as a performance-monitoring register after
 * kernel.perf_user_access has become 0: a fault of a guarded instruction makes it give CC_FAULTED
 * instead of ending the process.
 *
 * Each guarded instruction is listed in the section cc_faults with the place to go on at. The handler
 * looks for the faulting instruction there and sets the program counter; every other fault goes to
 * the handler that was there before, the JVM's, with the same arguments. A counter whose
 * events have cc_install_guard as before_reading installs it when the first thread opens them, never
 * before, for SIGILL alone, and it stays: libraries are linked with -z nodelete. With -Xcheck:jni the
 * JVM warns of the handler.
 *
 * Sources: sigaction(2); arch/arm64/include/uapi/asm/{ucontext,sigcontext}.h and the same of riscv for
 * the place of the program counter. struct sigaction is the C library's, alike in glibc and musl.
 */
#ifndef CYCLECOUNTER_FAULT_GUARD_H
#define CYCLECOUNTER_FAULT_GUARD_H

#include <perf_page.h>

#if defined(__linux__) && defined(__aarch64__)
#define CC_UCONTEXT_PC 440
#elif defined(__linux__) && defined(__riscv) && __riscv_xlen == 64
#define CC_UCONTEXT_PC 176
#endif

#ifdef CC_UCONTEXT_PC

/* One instruction that gives its result in %0; a fault leaves %0 as it was, CC_FAULTED. */
#define CC_GUARDED(instruction, ...)                                                                \
    ({                                                                                              \
        uint64_t guarded_ = CC_FAULTED;                                                             \
        __asm__ volatile("1: " instruction "\n2:\n"                                                 \
                         ".pushsection cc_faults, \"a\"\n"                                          \
                         ".balign 4\n"                                                              \
                         ".long 1b - ., 2b - .\n"                                                   \
                         ".popsection"                                                              \
                         : "+r"(guarded_)                                                           \
                         : __VA_ARGS__);                                                            \
        guarded_;                                                                                   \
    })

struct cc_fault {
    int32_t at, go_on; /* each relative to its own place */
};

extern const struct cc_fault __start_cc_faults[] __attribute__((visibility("hidden")));
extern const struct cc_fault __stop_cc_faults[] __attribute__((visibility("hidden")));

#define CC_SIGILL 4
#define CC_SA_SIGINFO 0x00000004
#define CC_SA_ONSTACK 0x08000000
#define CC_SA_RESTART 0x10000000

struct cc_sigaction {
    void (*handler)(int signal, void *info, void *context);
    uint64_t mask[16];
    int flags;
    void (*restorer)(void);
};

extern int sigaction(int signal, const struct cc_sigaction *action, struct cc_sigaction *old);

static struct cc_sigaction cc_previous;

static void cc_on_fault(int signal, void *info, void *context) {
    uintptr_t *pc = (uintptr_t *)((char *)context + CC_UCONTEXT_PC);
    for (const struct cc_fault *fault = __start_cc_faults; fault < __stop_cc_faults; fault++) {
        if ((uintptr_t)&fault->at + (uintptr_t)(intptr_t)fault->at == *pc) {
            *pc = (uintptr_t)&fault->go_on + (uintptr_t)(intptr_t)fault->go_on;
            return;
        }
    }
    if ((uintptr_t)cc_previous.handler > 1) {
        cc_previous.handler(signal, info, context);
    } else {
        sigaction(signal, &cc_previous, 0); /* the default: the instruction faults again, for good */
    }
}

/* Returns when the guard is in force, whichever thread has installed it. */
static void cc_install_guard(void) {
    enum { NO, BEGUN, DONE };
    static volatile char installed;
    char expected = NO;
    if (__atomic_compare_exchange_n(&installed, &expected, BEGUN, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        struct cc_sigaction guard = {.flags = CC_SA_SIGINFO | CC_SA_ONSTACK | CC_SA_RESTART};
        guard.handler = cc_on_fault;
        for (int i = 0; i < 16; i++) guard.mask[i] = ~0ull;
        sigaction(CC_SIGILL, 0, &cc_previous); /* known before the handler can run */
        sigaction(CC_SIGILL, &guard, 0);
        __atomic_store_n(&installed, DONE, __ATOMIC_RELEASE);
    }
    while (__atomic_load_n(&installed, __ATOMIC_ACQUIRE) != DONE) {
    }
}

#endif
#endif
