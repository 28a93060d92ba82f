// SPDX-License-Identifier: Apache-2.0
/* Handlers of signals, and those of the process while blocks run at full speed. */
#ifndef CYCLECOUNTER_SIGNALS_H
#define CYCLECOUNTER_SIGNALS_H

#include <linux_call.h>

#define SIGTRAP 5
#define SA_SIGINFO 0x4ul
#define TRAP_FLAG 0x100u

enum { RT_SIGACTION = 13, RT_SIGPROCMASK = 14, SIGALTSTACK = 131 };

struct cc_sigaction {
    void (*handler)(int signal, void *info, uint64_t *context);
    unsigned long flags;
    void (*restorer)(void);
    uint64_t mask;
};

/* 0, or a negated errno; null changes, or returns, nothing. */
static inline long cc_action(int signal, const struct cc_sigaction *changed, struct cc_sigaction *old) {
    return cc_call(RT_SIGACTION, signal, (intptr_t)changed, (intptr_t)old, sizeof changed->mask, 0, 0);
}

/* How many handlers of other signals are running on the thread that is counted. */
extern int cc_running_handlers __attribute__((visibility("hidden")));

/* Puts a function around each handler but SIGTRAP's, which sees what it does to the thread; and takes it away. */
void cc_wrap_signals(void (*leave)(uint64_t *context, uint64_t pc)) __attribute__((visibility("hidden")));
void cc_unwrap_signals(void) __attribute__((visibility("hidden")));

#endif
