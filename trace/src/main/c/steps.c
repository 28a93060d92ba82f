// SPDX-License-Identifier: Apache-2.0
/*
 * Counts the instructions of a thread in user mode, one by one: with the trap flag set the processor stops after
 * each of them (Intel SDM volume 3B, "Single-Step Exception Condition"), and the kernel makes that a SIGTRAP
 * whose handler runs with the flag clear and finds it set again when it returns (arch/x86/kernel/signal.c). The
 * handler sees the instruction that comes next. No PMU, privilege or ptrace is needed; what the kernel, another
 * thread or another signal's handler executes is not counted. Hazards:
 *
 * 1. SYSCALL: the flag is back with the kernel's IRET, so the instruction behind it is executed before the next
 *    trap. It is counted with the SYSCALL.
 * 2. A string instruction traps after each repetition, and counts once.
 * 3. A blocked SIGTRAP ends the process (force_sig_info_to_task, kernel/signal.c), and the C library blocks all
 *    signals while it starts a thread or a process: rt_sigprocmask is carried out here, without SIGTRAP.
 * 4. A new thread or process begins with its maker's flags: its first trap clears them.
 * 5. A frame of a signal has all vector registers, up to 11 KB with AMX, which Java's guard pages may not have
 *    room for: the handler has a stack of its own, large enough for the JVM's handlers, which then run there.
 * 6. Code may clear the flag, by POPF, IRET or the return from a signal, or replace the handler, and undo that: steps
 *    between are lost. The trap behind such an instruction arrives, with the flag clear in its context; only at the
 *    end may there be such a trap. A hypervisor that drops single traps would not be found.
 *
 * Sources: sigaction(2), sigaltstack(2), rt_sigreturn(2); uapi/asm/{signal,sigcontext,ucontext}.h. Run on
 * hardware in VMs.
 */
#include "steps.h"

#define SIGTRAP 5
#define SA_SIGINFO 0x4ul
#define SA_ONSTACK 0x08000000ul
#define SA_RESTORER 0x04000000ul
#define TRAP_FLAG 0x100u
#define STACK (256 * 1024)

enum { RT_SIGACTION = 13, RT_SIGPROCMASK = 14, SIGALTSTACK = 131, GETTID = 186 };

/* struct ucontext in words of 8 bytes. */
enum { RSI = 14, RDI = 13, RDX = 17, RAX = 18, RCX = 19, R11 = 8, RIP = 21, EFLAGS = 22, SIGMASK = 37 };

struct kernel_sigaction {
    void (*handler)(int signal, void *info, uint64_t *context);
    unsigned long flags;
    void (*restorer)(void);
    uint64_t mask;
};

struct kernel_stack {
    void *base;
    int flags;
    size_t size;
};

struct cc_steps cc_steps;
void (*cc_on_step)(const uint64_t *context);

static struct kernel_sigaction previous;
static struct kernel_stack previous_stack;
static char stack[STACK] __attribute__((aligned(64)));

static long thread;
static uint64_t counted_ahead; /* hazard 1 */
static uint64_t repeating;     /* hazard 2 */
static int has_ended;          /* hazard 6 */

static void count(uint64_t pc) {
    cc_steps.instructions++;
    if (cc_steps.used >= CC_PLACES / 4 * 3) pc = CC_FURTHER;
    for (uint64_t i = pc * 0x9e3779b97f4a7c15u >> 46;; i = (i + 1) % CC_PLACES) {
        struct cc_place *place = &cc_steps.places[i];
        if (place->pc == 0) {
            place->pc = pc;
            cc_steps.used++;
        }
        if (place->pc == pc) {
            place->count++;
            return;
        }
    }
}

static int is_repeated(const uint8_t *code) {
    int has_prefix = 0;
    for (; *code == 0xf2 || *code == 0xf3 || *code == 0x66 || *code == 0x67; code++) has_prefix |= *code >= 0xf2;
    if ((*code & 0xf0) == 0x40) code++; /* REX */
    return has_prefix && ((*code >= 0xa4 && *code <= 0xa7) || (*code >= 0xaa && *code <= 0xaf));
}

/* Hazard 3. The mask of the context is the thread's when the handler has returned. */
static void change_mask(uint64_t *context) {
    const uint64_t *set = (const uint64_t *)context[RSI];
    uint64_t *old = (uint64_t *)context[RDX], before = context[SIGMASK];
    if (set) {
        uint64_t change = *set & ~(1ul << (SIGTRAP - 1));
        uint64_t changed = context[RDI] == 0 ? before | change : context[RDI] == 1 ? before & ~*set : change;
        context[SIGMASK] = changed;
    }
    if (old) *old = before;
    context[RAX] = 0;
    context[RIP] += 2;
    context[RCX] = context[RIP];
    context[R11] = context[EFLAGS];
}

static void on_trap(int signal, void *info, uint64_t *context) {
    uint64_t pc = context[RIP];
    (void)signal, (void)info;
    if (cc_call(GETTID, 0, 0, 0, 0, 0, 0) != thread) {
        context[EFLAGS] &= ~(uint64_t)TRAP_FLAG; /* hazard 4 */
        return;
    }
    if (has_ended) cc_steps.is_lost = 1;
    has_ended = !(context[EFLAGS] & TRAP_FLAG);
    cc_steps.last = pc;
    if (pc == repeating) return;
    if (pc != counted_ahead) count(pc);
    if (cc_on_step) cc_on_step(context);
    counted_ahead = 0;
    const uint8_t *code = (const uint8_t *)pc;
    repeating = is_repeated(code) ? pc : 0;
    if (code[0] == 0x0f && code[1] == 0x05) {
        counted_ahead = pc + 2;
        count(counted_ahead);
        if (context[RAX] == RT_SIGPROCMASK && context[RDI] <= 2) change_mask(context);
        if (context[RAX] == RT_SIGACTION && context[RDI] == SIGTRAP && context[RSI]) cc_steps.is_lost = 1;
    }
}

__asm__(".text\n"
        ".type cc_return_from_signal, @function\n"
        "cc_return_from_signal:\n\tmov $15, %eax\n\tsyscall\n");
extern void cc_return_from_signal(void) __attribute__((visibility("hidden")));

static long action(const struct kernel_sigaction *changed, struct kernel_sigaction *old) {
    return cc_call(RT_SIGACTION, SIGTRAP, (intptr_t)changed, (intptr_t)old, sizeof changed->mask, 0, 0);
}

long cc_begin_steps(void) {
    struct kernel_sigaction trap = {on_trap, SA_SIGINFO | SA_ONSTACK | SA_RESTORER, cc_return_from_signal, ~0ul};
    struct kernel_stack own = {stack, 0, sizeof stack};
    uint64_t unblocked = 1ul << (SIGTRAP - 1);
    for (unsigned i = 0; i < CC_PLACES; i++) cc_steps.places[i].pc = cc_steps.places[i].count = 0;
    cc_steps.instructions = cc_steps.last = counted_ahead = repeating = 0;
    cc_steps.used = 0;
    cc_steps.is_lost = cc_steps.is_complete = has_ended = 0;
    thread = cc_call(GETTID, 0, 0, 0, 0, 0, 0);
    long refused = cc_call(SIGALTSTACK, (intptr_t)&own, (intptr_t)&previous_stack, 0, 0, 0, 0);
    if (refused == 0) refused = cc_call(RT_SIGPROCMASK, 1, (intptr_t)&unblocked, 0, sizeof unblocked, 0, 0);
    return refused == 0 ? action(&trap, &previous) : refused;
}

int cc_end_steps(uint64_t end) {
    struct kernel_sigaction own, now;
    uint64_t flags;
    int restored = action(&previous, &own) == 0 && own.handler == on_trap && action(0, &now) == 0 &&
                   now.handler == previous.handler &&
                   cc_call(SIGALTSTACK, (intptr_t)&previous_stack, 0, 0, 0, 0, 0) == 0;
    __asm__ volatile("lea -128(%%rsp), %%rsp\n\tpushfq\n\tpop %0\n\tlea 128(%%rsp), %%rsp" : "=r"(flags));
    cc_steps.is_complete = restored && !(flags & TRAP_FLAG) && !cc_steps.is_lost && cc_steps.last == end;
    return cc_steps.is_complete;
}
