// SPDX-License-Identifier: Apache-2.0
/*
 * Counts the instructions of a thread in user mode, one by one: with the trap flag set the processor stops after
 * each of them (Intel SDM volume 3B, "Single-Step Exception Condition"), and the kernel makes that a SIGTRAP
 * whose handler runs with the flag clear and finds it set again when it returns (arch/x86/kernel/signal.c). The
 * handler sees the instruction that comes next. No PMU, privilege or ptrace is needed; what the kernel, another
 * thread or another signal's handler executes is not counted. In HotSpot's code most steps are left out: blocks.c.
 * Hazards:
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
 * 7. The kernel's clock in user mode, the vDSO, reads its data again if the kernel has changed them meanwhile
 *    (lib/vdso/gettimeofday.c), which a step is slow enough for: what is repeated there counts once in a call.
 *
 * Sources: sigaction(2), sigaltstack(2), rt_sigreturn(2), vdso(7), getauxval(3);
 * uapi/asm/{signal,sigcontext,ucontext}.h. Run on hardware in VMs.
 */
#include "steps.h"

#include "blocks.h"
#include "operands.h"
#include "signals.h"

#define SA_ONSTACK 0x08000000ul
#define SA_RESTORER 0x04000000ul
#define STACK (256 * 1024)

/* Further words of struct ucontext: operands.h. */
enum { R11 = 8, SIGMASK = 37 };

/* siginfo_t in words of 4 bytes; the code of an INT3. */
enum { CODE = 2, SI_KERNEL = 0x80 };

/* In INT3s, which no hypervisor intercepts. */
enum { STEP_COST = 4 };

struct kernel_stack {
    void *base;
    int flags;
    size_t size;
};

void (*cc_on_step)(const uint64_t *context);
int (*cc_on_place)(const uint64_t *context);

static struct cc_sigaction previous;
static struct kernel_stack previous_stack;
static char stack[STACK] __attribute__((aligned(64)));

static uint64_t counted_ahead; /* hazard 1 */
static uint64_t repeating;     /* hazard 2 */
static int has_ended;          /* hazard 6 */

/* Hazard 7. */
enum { VDSO = 8192, AT_SYSINFO_EHDR = 33 };
extern unsigned long getauxval(unsigned long type); /* the C library's, found in the process */
static uint64_t vdso;
static uint8_t was_executed[VDSO];
static int is_in_vdso;

static int is_repeated(const uint8_t *code) {
    int has_prefix = 0;
    for (; *code == 0xf2 || *code == 0xf3 || *code == 0x66 || *code == 0x67; code++) has_prefix |= *code >= 0xf2;
    if ((*code & 0xf0) == 0x40) code++; /* REX */
    return has_prefix && ((*code >= 0xa4 && *code <= 0xa7) || (*code >= 0xaa && *code <= 0xaf));
}

/* Hazard 7: a call of the vDSO ends where the next instruction is elsewhere. */
static int is_read_again(uint64_t pc) {
    uint64_t offset = pc - vdso;
    int was_in_vdso = is_in_vdso;
    is_in_vdso = offset < VDSO;
    if (!is_in_vdso) return 0;
    for (unsigned i = 0; !was_in_vdso && i < VDSO; i++) was_executed[i] = 0;
    int was = was_executed[offset];
    was_executed[offset] = 1;
    return was;
}

/* Hazard 3. The mask of the context is the thread's when the handler has returned. */
static void change_mask(uint64_t *context) {
    const uint64_t *set = (const uint64_t *)context[CC_RSI];
    uint64_t *old = (uint64_t *)context[CC_RDX], before = context[SIGMASK];
    if (set) {
        uint64_t change = *set & ~(1ul << (SIGTRAP - 1));
        uint64_t changed = context[CC_RDI] == 0 ? before | change : context[CC_RDI] == 1 ? before & ~*set : change;
        context[SIGMASK] = changed;
    }
    if (old) *old = before;
    context[CC_RAX] = 0;
    context[CC_RIP] += 2;
    context[CC_RCX] = context[CC_RIP];
    context[R11] = context[CC_EFLAGS];
}

/* What comes next is counted and, if it is a transfer between blocks, executed. */
static void step(uint64_t *context) {
    for (int how = CC_CARRIED_OUT; how == CC_CARRIED_OUT;) {
        uint64_t pc = context[CC_RIP];
        cc_steps.last = pc;
        if (cc_on_place && cc_on_place(context)) {
            cc_blocks_end();
            context[CC_EFLAGS] &= ~(uint64_t)TRAP_FLAG;
            return;
        }
        if (pc == repeating) return;
        repeating = 0;
        how = cc_blocks_step(context);
        if (how == CC_PASSED) return;
        if (cc_steps.is_disturbed) {
            context[CC_EFLAGS] &= ~(uint64_t)TRAP_FLAG;
            return;
        }
        if (pc != counted_ahead && !is_read_again(pc)) cc_count(pc, 1);
        if (cc_on_step) cc_on_step(context);
        counted_ahead = 0;
    }
    const uint8_t *code = (const uint8_t *)context[CC_RIP];
    repeating = is_repeated(code) ? context[CC_RIP] : 0;
    if (code[0] == 0x0f && code[1] == 0x05) {
        counted_ahead = context[CC_RIP] + 2;
        cc_count(counted_ahead, 1);
        if (context[CC_RAX] == RT_SIGPROCMASK && context[CC_RDI] <= 2) change_mask(context);
        if (context[CC_RAX] == RT_SIGACTION && context[CC_RSI]) {
            cc_blocks_end(); /* the new handler would not be watched */
            if (context[CC_RDI] == SIGTRAP) cc_steps.is_lost = 1;
        }
    }
}

static void on_trap(int signal, void *info, uint64_t *context) {
    int is_counted = cc_is_counted(), is_step = ((const int32_t *)info)[CODE] != SI_KERNEL;
    (void)signal;
    cc_steps.cost += !is_counted ? 0 : is_step ? STEP_COST : 1;
    if (is_step && !is_counted) {
        context[CC_EFLAGS] &= ~(uint64_t)TRAP_FLAG; /* hazard 4 */
        return;
    }
    if (is_counted && cc_running_handlers == 0) {
        if (has_ended) cc_steps.is_lost = 1;
        has_ended = is_step && !(context[CC_EFLAGS] & TRAP_FLAG);
    }
    if (is_step) {
        step(context);
        return;
    }
    int how = cc_blocks_trap(context, is_counted);
    if (how == CC_CARRIED_OUT) {
        context[CC_EFLAGS] |= TRAP_FLAG;
        step(context);
    }
    if (how == CC_UNKNOWN) {
        context[CC_RIP]--;
        cc_action(SIGTRAP, &previous, 0);
    }
}

__asm__(".text\n"
        ".type cc_return_from_signal, @function\n"
        "cc_return_from_signal:\n\tmov $15, %eax\n\tsyscall\n");
extern void cc_return_from_signal(void) __attribute__((visibility("hidden")));

void cc_clear_steps(void) {
    for (uint32_t i = 0; i < cc_steps.used; i++) cc_steps.places[cc_steps.slots[i]] = (struct cc_place){0, 0};
    cc_steps.instructions = cc_steps.cost = cc_steps.last = counted_ahead = repeating = 0;
    cc_steps.used = 0;
    cc_steps.is_lost = cc_steps.is_disturbed = cc_steps.is_complete = has_ended = 0;
}

long cc_begin_steps(void) {
    struct cc_sigaction trap = {on_trap, SA_SIGINFO | SA_ONSTACK | SA_RESTORER, cc_return_from_signal, ~0ul}, old;
    struct kernel_stack own = {stack, 0, sizeof stack};
    uint64_t unblocked = 1ul << (SIGTRAP - 1);
    cc_clear_steps();
    long refused = cc_call(SIGALTSTACK, (intptr_t)&own, (intptr_t)&previous_stack, 0, 0, 0, 0);
    if (refused == 0) refused = cc_call(RT_SIGPROCMASK, 1, (intptr_t)&unblocked, 0, sizeof unblocked, 0, 0);
    if (refused == 0) refused = cc_action(SIGTRAP, &trap, &old);
    if (refused != 0) return refused;
    if (old.handler != on_trap) previous = old;
    vdso = getauxval(AT_SYSINFO_EHDR);
    cc_counted_thread = cc_call(GETTID, 0, 0, 0, 0, 0, 0);
    return 0;
}

int cc_end_steps(uint64_t end) {
    struct cc_sigaction own, now;
    uint64_t flags;
    cc_blocks_end();
    int stays = cc_were_blocks_there;
    int restored = cc_action(SIGTRAP, stays ? 0 : &previous, &own) == 0 && own.handler == on_trap &&
                   cc_action(SIGTRAP, 0, &now) == 0 && now.handler == (stays ? on_trap : previous.handler) &&
                   cc_call(SIGALTSTACK, (intptr_t)&previous_stack, 0, 0, 0, 0, 0) == 0;
    cc_counted_thread = 0;
    __asm__ volatile("lea -128(%%rsp), %%rsp\n\tpushfq\n\tpop %0\n\tlea 128(%%rsp), %%rsp" : "=r"(flags));
    int is_at_end = cc_steps.last == end;
    if (!restored || (flags & TRAP_FLAG) || (has_ended && !is_at_end)) cc_steps.is_lost = 1;
    if (!is_at_end) cc_steps.is_disturbed = 1;
    cc_steps.is_complete = !cc_steps.is_lost && !cc_steps.is_disturbed;
    return cc_steps.is_complete;
}
