// SPDX-License-Identifier: Apache-2.0
/* Leaf functions and probes for native children, by the numbers of ChildLeaves. */
#include <probe.h>
#include <thread_events.h>

#define GETPID CC_NUMBER(39, 20, 20, 20, 20, 5038, 20, 172)
#define KILL CC_NUMBER(62, 37, 37, 37, 37, 5060, 37, 129)
#define SETITIMER CC_NUMBER(38, 104, 104, 104, 104, 5036, 83, 103)
#define EXIT_GROUP CC_NUMBER(231, 252, 248, 248, 234, 5205, 188, 94)
#define WAIT4 CC_NUMBER(61, 114, 114, 114, 114, 5059, 7, 260)

static volatile int64_t calls;

static int64_t healthy(void) { return ++calls; }

static void fault(void) { *(volatile int64_t *)8 = 1; }

static int64_t faults_every_fifth(void) {
    if (++calls % 5 == 0) fault();
    return calls;
}

static int64_t signal_myself(int signal) {
    return cc_call(KILL, cc_call(GETPID, 0, 0, 0, 0, 0, 0), signal, 0, 0, 0, 0);
}
static int64_t cancels_timers_and_stops_itself(void) {
    static const long none[4];
    for (long which = 0; which < 3; which++) cc_call(SETITIMER, which, (long)(intptr_t)none, 0, 0, 0, 0);
    return signal_myself(19) + 1;
}
static int64_t kills_itself(void) { return signal_myself(9) + 1; }
static int64_t aborts(void) { return signal_myself(6) + 1; }

static int64_t ends_itself(void) { return cc_call(EXIT_GROUP, 9, 0, 0, 0, 0, 0); }

CC_READ(org_cyclecounter_selector_isolation_CrashProvider, undefinedInstruction) {
#if defined(__x86_64__) || defined(__i386__)
    __asm__ volatile("ud2");
#elif defined(__aarch64__)
    __asm__ volatile("udf #0");
#elif defined(__riscv)
    __asm__ volatile("unimp");
#else
    __builtin_trap();
#endif
    return 1;
}

static int64_t invalid_address(void) { return *(volatile int64_t *)8; }

static __attribute__((noinline)) int64_t overflow(int64_t depth) {
    volatile int64_t frame[64];
    frame[depth & 63] = depth;
    if (depth < 0) return 0; /* never: for the compiler's sake */
    return overflow(depth + 1) + frame[(depth + 1) & 63];
}

static int64_t stack_overflow(void) { return overflow(0); }

static int64_t jump_to_nowhere(void) {
    int64_t (*volatile nowhere)(void) = (int64_t(*)(void))(intptr_t)8;
    return nowhere() + 1;
}

/* On x86-64. */
static int64_t divide_by_zero(void) {
    static volatile int32_t seven = 7, zero;
    return seven / zero;
}

static int64_t breakpoint(void) {
#if defined(__x86_64__)
    __asm__ volatile("int3");
#endif
    return 1;
}

static int64_t gives_unreadable(void) { return CC_UNREADABLE; }
static int64_t gives_lost(void) { return ++calls % 3 == 0 ? CC_LOST : 1; }

/* Registers, one for each number from 100; null after the last one. */
#define NAKED __attribute__((naked)) static int64_t
#if defined(__x86_64__)
#define CLEARS(r) NAKED clears_##r(void) { __asm__("xor %" #r ", %" #r "; mov $1, %eax; ret"); }
CLEARS(rbx) CLEARS(rbp) CLEARS(r12) CLEARS(r13) CLEARS(r14) CLEARS(r15)
NAKED clears_upper_half(void) { __asm__("mov %ebx, %ebx; mov $1, %eax; ret"); }
NAKED moves_stack(void) { __asm__("pop %rcx; push %rcx; push %rcx; ret"); }
NAKED sets_direction(void) { __asm__("std; mov $1, %eax; ret"); }
NAKED sets_alignment_check(void) {
    __asm__("pushf; orl $0x40000, (%rsp); popf; mov $1, %eax; ret");
}
NAKED sets_nested_task(void) {
    __asm__("pushf; orl $0x4000, (%rsp); popf; mov $1, %eax; ret");
}
static int64_t rounds_to_zero(void) {
    uint32_t mxcsr = 0x7f80;
    __asm__ volatile("ldmxcsr %0" : : "m"(mxcsr));
    return 1;
}
static int64_t raises_inexact(void) { /* exceptions seen so far are a result, not a setting */
    uint32_t mxcsr = 0x1fa0;
    __asm__ volatile("ldmxcsr %0" : : "m"(mxcsr));
    return 1;
}
static int64_t halves_x87_precision(void) {
    uint16_t control = 0x027f;
    __asm__ volatile("fldcw %0" : : "m"(control));
    return 1;
}
static int64_t leaves_a_float(void) {
    __asm__ volatile("fldz");
    return 1;
}
static int64_t leaves_mmx(void) {
    __asm__ volatile("pxor %%mm0, %%mm0" : : : "memory");
    return 1;
}
NAKED clears_rbx_every_fifth(void) {
    __asm__("lock incq calls(%rip); mov calls(%rip), %rax; xor %edx, %edx; mov $5, %ecx; div %rcx; test %edx, %edx;"
            "jne 1f; xor %ebx, %ebx; 1: mov $1, %eax; ret");
}
NAKED breaks_three(void) {
    __asm__("movl $0x7f80, -8(%rsp); ldmxcsr -8(%rsp); xor %ebx, %ebx; xor %r15d, %r15d; mov $1, %eax; ret");
}
static int64_t (*const breakers[])(void) = {
    clears_rbx, clears_rbp, clears_r12, clears_r13, clears_r14, clears_r15, clears_upper_half, moves_stack,
    sets_direction, sets_alignment_check, sets_nested_task, rounds_to_zero, halves_x87_precision, leaves_a_float,
    leaves_mmx, clears_rbx_every_fifth, raises_inexact, breaks_three};
#elif defined(__aarch64__)
#define CLEARS(r) NAKED clears_##r(void) { __asm__("mov " #r ", #0\n mov x0, #1\n ret"); }
#define CLEARS_D(r) NAKED clears_##r(void) { __asm__("fmov " #r ", xzr\n mov x0, #1\n ret"); }
CLEARS(x19) CLEARS(x20) CLEARS(x21) CLEARS(x22) CLEARS(x23) CLEARS(x24) CLEARS(x25) CLEARS(x26) CLEARS(x27) CLEARS(x28)
CLEARS(x29) CLEARS_D(d8) CLEARS_D(d9) CLEARS_D(d10) CLEARS_D(d11) CLEARS_D(d12) CLEARS_D(d13)
CLEARS_D(d14) CLEARS_D(d15)
NAKED moves_stack(void) { __asm__("sub sp, sp, #16\n mov x0, #1\n ret"); }
NAKED rounds_to_zero(void) { __asm__("mov x0, #0xc00000\n msr fpcr, x0\n mov x0, #1\n ret"); }
static int64_t (*const breakers[])(void) = {
    clears_x19, clears_x20, clears_x21, clears_x22, clears_x23, clears_x24, clears_x25, clears_x26, clears_x27,
    clears_x28, clears_x29, clears_d8, clears_d9, clears_d10, clears_d11, clears_d12, clears_d13, clears_d14,
    clears_d15, moves_stack, rounds_to_zero};
#elif defined(__riscv)
#define CLEARS(r) NAKED clears_##r(void) { __asm__("li " #r ", 0\n li a0, 1\n ret"); }
#define CLEARS_D(r) NAKED clears_##r(void) { __asm__("fmv.d.x " #r ", zero\n li a0, 1\n ret"); }
CLEARS(s0) CLEARS(s1) CLEARS(s2) CLEARS(s3) CLEARS(s4) CLEARS(s5) CLEARS(s6) CLEARS(s7) CLEARS(s8) CLEARS(s9)
CLEARS(s10) CLEARS(s11) CLEARS_D(fs0) CLEARS_D(fs1) CLEARS_D(fs2) CLEARS_D(fs3) CLEARS_D(fs4) CLEARS_D(fs5)
CLEARS_D(fs6) CLEARS_D(fs7) CLEARS_D(fs8) CLEARS_D(fs9) CLEARS_D(fs10) CLEARS_D(fs11)
NAKED moves_stack(void) { __asm__("addi sp, sp, -16\n li a0, 1\n ret"); }
NAKED rounds_to_zero(void) { __asm__("fsrmi 1\n li a0, 1\n ret"); }
static int64_t (*const breakers[])(void) = {
    clears_s0, clears_s1, clears_s2, clears_s3, clears_s4, clears_s5, clears_s6, clears_s7, clears_s8, clears_s9,
    clears_s10, clears_s11, clears_fs0, clears_fs1, clears_fs2, clears_fs3, clears_fs4, clears_fs5, clears_fs6,
    clears_fs7, clears_fs8, clears_fs9, clears_fs10, clears_fs11, moves_stack, rounds_to_zero};
#else
static int64_t (*const breakers[])(void) = {healthy};
#endif
#define BREAKERS 100

static int64_t (*const leaves[])(void) = {
    healthy, faults_every_fifth, cancels_timers_and_stops_itself, kills_itself, aborts, ends_itself,
    gives_unreadable, gives_lost, invalid_address, stack_overflow, jump_to_nowhere, divide_by_zero,
    breakpoint, Java_org_cyclecounter_selector_isolation_CrashProvider_undefinedInstruction};

CC_EXPORT int64_t Java_org_cyclecounter_selector_isolation_ChildLeaves_leaf(void *env, void *self,
                                                                                int32_t number) {
    (void)env;
    (void)self;
    size_t place = (size_t)number;
    if (place < sizeof leaves / sizeof leaves[0]) return (int64_t)(intptr_t)leaves[place];
    place -= BREAKERS;
    return place < sizeof breakers / sizeof breakers[0] ? (int64_t)(intptr_t)breakers[place] : 0;
}

/* Reaps any child, as some launchers do, until it has reaped the given number. */
CC_EXPORT void Java_org_cyclecounter_selector_isolation_ChildLeaves_reap(void *env, void *self,
                                                                             int32_t children) {
    (void)env;
    (void)self;
    while (children > 0)
        if (cc_call(WAIT4, -1, 0, 0x40000001, 0, 0, 0) > 0) children--; /* __WALL, WNOHANG */
}

/* Perf events that need no PMU, read by read(2) and mapped; the test says which. */
static struct cc_events events;
CC_MAPPED_EVENTS(mapped_events)

static int no_counter(uint32_t counter, uint64_t *count) {
    (void)counter;
    (void)count;
    return 0;
}

CC_READ(org_cyclecounter_selector_isolation_SoftwareEvent, ticks) { return cc_read_events(&events); }
CC_ADDRESSES(org_cyclecounter_selector_isolation_SoftwareEvent, ticks, ticks, 0)
CC_EVENTS_JNI(org_cyclecounter_selector_isolation_SoftwareEvent, events, cc_sum_fds(mine), )

CC_READ(org_cyclecounter_selector_isolation_MappedSoftwareEvent, ticks) {
    return CC_READ_MAPPED(mapped_events, no_counter);
}
CC_ADDRESSES(org_cyclecounter_selector_isolation_MappedSoftwareEvent, ticks, ticks, 0)
CC_EVENTS_JNI(org_cyclecounter_selector_isolation_MappedSoftwareEvent, mapped_events,
              cc_sum_mapped(&mapped_events, mine, no_counter), )

/* A probe that faults in the given function, after it has mapped memory. */
enum { FAULT_OPENING = 1, FAULT_CLOSING = 2 };
static volatile int fault_at;

static int32_t open_probe(void *state, const struct cc_room *room) {
    struct cc_thread_events *mine = state;
    if (mine->count != 0) return 99; /* the state is to be zero */
    mapped_events.of[0].type = 1;
    mapped_events.of[0].config = 1; /* PERF_COUNT_SW_TASK_CLOCK */
    mapped_events.count = 1;
    if (cc_open_events(&mapped_events, mine, room->page_bytes, room) != 0) return -mine->error;
    if (fault_at == FAULT_OPENING) fault();
    return 0;
}

static int64_t read_probe(void *state) { return cc_sum_fds(state); }

static void close_probe(void *state) {
    (void)state;
    if (fault_at == FAULT_CLOSING) fault();
}

CC_EXPORT int64_t Java_org_cyclecounter_selector_isolation_ChildLeaves_probe(void *env, void *self,
                                                                                 int32_t at) {
    static struct cc_probe probe = {sizeof probe, sizeof(struct cc_thread_events), open_probe, read_probe,
                                    read_probe,   read_probe,                      close_probe};
    (void)env;
    (void)self;
    fault_at = at;
    return (int64_t)(intptr_t)&probe;
}
