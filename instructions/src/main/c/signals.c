// SPDX-License-Identifier: Apache-2.0
/*
 * Watches the handlers of signals: sigaction(2). A handler runs without the trap flag and is not counted, but may reach
 * HotSpot's code with its INT3s; so that SIGTRAP must not be blocked. HotSpot's handlers go on elsewhere after a
 * null check, say: the target's first instruction is executed before the next trap, and not counted, with single
 * steps, too. Several threads may run a handler at once.
 */
#include "signals.h"

#include "counts.h"
#include "operands.h"

enum { SIGNALS = 64 };

int cc_running_handlers;

static struct cc_sigaction handlers[SIGNALS + 1];
static void (*on_leave)(uint64_t *context, uint64_t pc);

static void on_signal(int signal, void *info, uint64_t *context) {
    uint64_t pc = context[CC_RIP];
    int is_counted = cc_is_counted();
    cc_running_handlers += is_counted;
    handlers[signal].handler(signal, info, context);
    cc_running_handlers -= is_counted;
    if (is_counted && cc_running_handlers == 0 && context[CC_RIP] != pc) on_leave(context, pc);
}

void cc_wrap_signals(void (*leave)(uint64_t *context, uint64_t pc)) {
    on_leave = leave;
    cc_running_handlers = 0;
    for (int signal = 1; signal <= SIGNALS; signal++) {
        struct cc_sigaction now;
        if (signal == SIGTRAP || cc_action(signal, 0, &now) != 0) continue;
        if ((uintptr_t)now.handler <= 1 || now.handler == on_signal) continue; /* none, ignored */
        handlers[signal] = now;
        now.handler = on_signal;
        now.flags |= SA_SIGINFO;
        now.mask &= ~(1ul << (SIGTRAP - 1));
        cc_action(signal, &now, 0);
    }
}

void cc_unwrap_signals(void) {
    for (int signal = 1; signal <= SIGNALS; signal++) {
        struct cc_sigaction now;
        if (cc_action(signal, 0, &now) == 0 && now.handler == on_signal) cc_action(signal, &handlers[signal], 0);
    }
}
