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
 * that signal alone, and it stays, in the first copy of the library (first_copy.h). With -Xcheck:jni the JVM
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

/* One instruction with its result in %0, and the result if it faults. */
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

#include <first_copy.h>

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
extern void *calloc(size_t count, size_t size);

/*
 * The guarded instructions of a copy. A handler may be reading the list at any time, so a member is used again, never
 * freed, and added at the end: a thread that sees a new end too late still sees the copies that it runs in.
 */
struct cc_places {
    struct cc_places *volatile next;
    size_t count;
    int used; /* by a copy that is loaded */
    struct {
        volatile uintptr_t at, go_on;
    } place[];
};
struct cc_fault_keeper {
    int64_t mutex[8]; /* of zeros, as in thread_events.h */
    struct cc_places *volatile places;
    void (*guard)(int signal); /* called with the mutex */
    struct {
        int in_force;
        struct cc_sigaction previous;
    } guards[2];
};
extern struct cc_fault_keeper cc_own_faults;
CC_ONE struct cc_fault_keeper cc_own_faults;

static inline void cc_on_fault(int signal, void *info, void *context) {
    uintptr_t *pc = (uintptr_t *)(void *)((char *)context + CC_UCONTEXT_PC);
    for (const struct cc_places *each = cc_own_faults.places; each; each = each->next)
        for (size_t i = 0; i < each->count; i++)
            if (each->place[i].at == *pc) {
                *pc = each->place[i].go_on;
                return;
            }
    const struct cc_sigaction *previous = &cc_own_faults.guards[signal == CC_SIGSEGV].previous;
    if ((uintptr_t)previous->handler > 1) {
        previous->handler(signal, info, context);
    } else {
        sigaction(signal, previous, 0); /* the default: the instruction faults again, for good */
    }
}

static inline void cc_install(int signal) {
    struct cc_sigaction *previous = &cc_own_faults.guards[signal == CC_SIGSEGV].previous;
    if (cc_own_faults.guards[signal == CC_SIGSEGV].in_force) return;
    sigaction(signal, 0, previous); /* known before the handler can run */
    /* The JVM's handler runs under our mask: it must not find blocked what it left unblocked. */
    struct cc_sigaction action = *previous;
    action.flags |= CC_SA_SIGINFO | CC_SA_ONSTACK;
    action.handler = cc_on_fault;
    sigaction(signal, &action, 0);
    cc_own_faults.guards[signal == CC_SIGSEGV].in_force = 1;
}

CC_EXPORT cc_keeper cc_fault_keeper_1;
CC_ONE void *cc_fault_keeper_1(void) {
    cc_own_faults.guard = cc_install;
    return &cc_own_faults;
}

extern struct cc_fault_keeper *cc_faults_kept; /* null before the first guard */
CC_ONE struct cc_fault_keeper *cc_faults_kept;
extern struct cc_places *cc_places; /* this copy's */
CC_ONE struct cc_places *cc_places;

static inline void cc_leave_faults(void) {
    pthread_mutex_lock(cc_faults_kept->mutex);
    for (size_t i = 0; i < cc_places->count; i++) cc_places->place[i].at = 0;
    cc_places->used = 0;
    pthread_mutex_unlock(cc_faults_kept->mutex);
    cc_places = 0;
    cc_faults_kept = 0;
    cc_leave[CC_LEAVE_FAULTS] = 0;
}

/* Lists this copy's instructions; 0 where there is no memory: they stay unguarded. */
static inline int cc_list_places(struct cc_fault_keeper *keeper) {
    size_t count = (size_t)(__stop_cc_faults - __start_cc_faults);
    struct cc_places *mine, *volatile *at = &keeper->places;
    while ((mine = *at) != 0 && (mine->used || mine->count != count)) at = &mine->next;
    if (!mine) {
        mine = calloc(1, sizeof *mine + count * sizeof mine->place[0]);
        if (!mine) return 0;
        mine->count = count;
    }
    mine->used = 1;
    for (size_t i = 0; i < count; i++) {
        const struct cc_fault *fault = &__start_cc_faults[i];
        mine->place[i].go_on = (uintptr_t)&fault->go_on + (uintptr_t)(intptr_t)fault->go_on;
        mine->place[i].at = (uintptr_t)&fault->at + (uintptr_t)(intptr_t)fault->at;
    }
    *at = cc_places = mine;
    cc_leave[CC_LEAVE_FAULTS] = cc_leave_faults;
    return 1;
}

/* Returns when the guard is in force. */
static __attribute__((noinline)) void cc_guard_signal(int signal) {
    struct cc_fault_keeper *keeper = cc_faults_kept;
    if (!keeper) keeper = cc_first_keeper("cc_fault_keeper_1", cc_fault_keeper_1);
    pthread_mutex_lock(keeper->mutex);
    cc_faults_kept = keeper;
    if (cc_places || cc_list_places(keeper)) keeper->guard(signal);
    pthread_mutex_unlock(keeper->mutex);
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
