// SPDX-License-Identifier: Apache-2.0
/*
 * Calls a read and compares the state that the calling convention preserves: the callee-saved registers,
 * which hold marks during the call, the stack pointer, and the control state that all code shares. A read
 * that changes them returns as if nothing were wrong; the program crashes later, or computes other numbers
 * from then on.
 *
 * x86-64: rbx, rbp, r12 to r15 (on Windows rdi and rsi, too), DF, AC, NT and ID of the flags, MXCSR's
 * control bits, the x87 control word and stack (System V ABI, "Registers"). i386: ebx, esi, edi, ebp and
 * the same; a probe faults without SSE, as before 2001. aarch64: x19 to x29, d8 to d15, FPCR (AAPCS64).
 * RISC-V: s0 to s11, fs0 to fs11, frm (psABI). Elsewhere nothing is compared, nor xmm6 to xmm15 on Windows.
 * Run on x86-64 and i386 hardware, and under qemu-user on aarch64 and riscv64; on Windows only compiled.
 */
#ifndef CYCLECOUNTER_REGISTERS_H
#define CYCLECOUNTER_REGISTERS_H

#include <cyclecounter.h>

/* RegisterNames's bits: one for each mark, in their order, and these. */
enum {
    BROKEN_STACK_POINTER = 1 << 24,
    BROKEN_DIRECTION = 1 << 25,
    BROKEN_ALIGNMENT_CHECK = 1 << 26,
    BROKEN_OTHER_FLAGS = 1 << 27,
    BROKEN_FLOAT_CONTROL = 1 << 28, /* MXCSR, FPCR, frm */
    BROKEN_X87_CONTROL = 1 << 29,
    BROKEN_X87_STACK = 1 << 30
};

typedef int64_t read_function(void *argument);

#if defined(__x86_64__) || defined(__i386__) || defined(__aarch64__) || defined(__riscv)
#define COMPARES_REGISTERS 1

#define SLOTS 24 /* as many as riscv64 has */
/* Beyond the reach of registers: after the call no register can be trusted to point anywhere. */
static struct {
    uint64_t given[SLOTS], found[SLOTS];
    uint64_t stack, found_stack, flags;
} kept __attribute__((used));
_Static_assert(offsetof(__typeof__(kept), found) == 192 && offsetof(__typeof__(kept), stack) == 384 &&
                   offsetof(__typeof__(kept), flags) == 400,
               "the assembly's offsets");

__attribute__((naked, noinline, used)) static int64_t call_marked(read_function *read, void *argument);
#endif

#if defined(__x86_64__)
#if defined(_WIN32)
#define INTEGERS 8
#define MORE_PUSHES "push %rdi; push %rsi; sub $40, %rsp;" /* with the callee's home area */
#define MORE_POPS "add $40, %rsp; pop %rsi; pop %rdi;"
#define ARGUMENTS "mov %rcx, %rax; mov %rdx, %rcx;"
#define MORE_GIVEN "mov kept+48(%rip), %rdi; mov kept+56(%rip), %rsi;"
#define MORE_FOUND "mov %rdi, kept+240(%rip); mov %rsi, kept+248(%rip);"
#else
#define INTEGERS 6
#define MORE_PUSHES "sub $8, %rsp;"
#define MORE_POPS "add $8, %rsp;"
#define ARGUMENTS "mov %rdi, %rax; mov %rsi, %rdi;"
#define MORE_GIVEN
#define MORE_FOUND
#endif
#define FLOATS 0
static int64_t call_marked(read_function *read, void *argument) {
    __asm__("push %rbx; push %rbp; push %r12; push %r13; push %r14; push %r15;" MORE_PUSHES
            "mov %rsp, kept+384(%rip);" ARGUMENTS
            "mov kept(%rip), %rbx; mov kept+8(%rip), %rbp; mov kept+16(%rip), %r12;"
            "mov kept+24(%rip), %r13; mov kept+32(%rip), %r14; mov kept+40(%rip), %r15;" MORE_GIVEN
            "call *%rax;"
            "mov %rbx, kept+192(%rip); mov %rbp, kept+200(%rip); mov %r12, kept+208(%rip);"
            "mov %r13, kept+216(%rip); mov %r14, kept+224(%rip); mov %r15, kept+232(%rip);" MORE_FOUND
            "mov %rsp, kept+392(%rip); mov kept+384(%rip), %rsp;"
            "pushf; pop %rcx; mov %rcx, kept+400(%rip); cld;" MORE_POPS
            "pop %r15; pop %r14; pop %r13; pop %r12; pop %rbp; pop %rbx; ret");
}
#elif defined(__i386__)
#define INTEGERS 4
#define FLOATS 0
static int64_t call_marked(read_function *read, void *argument) {
    __asm__("push %ebx; push %esi; push %edi; push %ebp; sub $12, %esp;"
            "mov 32(%esp), %eax; mov 36(%esp), %ecx; mov %ecx, (%esp);"
            "call 1f; 1: pop %edx; lea kept-1b(%edx), %edx;"
            "mov %esp, 384(%edx);"
            "mov (%edx), %ebx; mov 8(%edx), %esi; mov 16(%edx), %edi; mov 24(%edx), %ebp;"
            "call *%eax;"
            "call 2f; 2: pop %ecx; lea kept-2b(%ecx), %ecx;"
            "mov %ebx, 192(%ecx); mov %esi, 200(%ecx); mov %edi, 208(%ecx); mov %ebp, 216(%ecx);"
            "mov %esp, 392(%ecx); mov 384(%ecx), %esp;"
            "pushf; pop %ebx; mov %ebx, 400(%ecx); cld;"
            "add $12, %esp; pop %ebp; pop %edi; pop %esi; pop %ebx; ret");
}
#elif defined(__aarch64__)
#define INTEGERS 11
#define FLOATS 8
static int64_t call_marked(read_function *read, void *argument) {
    __asm__("stp x29, x30, [sp, #-176]!\n stp x19, x20, [sp, #16]\n stp x21, x22, [sp, #32]\n"
            "stp x23, x24, [sp, #48]\n stp x25, x26, [sp, #64]\n stp x27, x28, [sp, #80]\n"
            "stp d8, d9, [sp, #96]\n stp d10, d11, [sp, #112]\n stp d12, d13, [sp, #128]\n stp d14, d15, [sp, #144]\n"
            "mov x9, x0\n mov x0, x1\n adrp x10, kept\n add x10, x10, :lo12:kept\n"
            "mov x11, sp\n str x11, [x10, #384]\n"
            "ldp x19, x20, [x10]\n ldp x21, x22, [x10, #16]\n ldp x23, x24, [x10, #32]\n"
            "ldp x25, x26, [x10, #48]\n ldp x27, x28, [x10, #64]\n ldr x29, [x10, #80]\n"
            "ldp d8, d9, [x10, #88]\n ldp d10, d11, [x10, #104]\n"
            "ldp d12, d13, [x10, #120]\n ldp d14, d15, [x10, #136]\n"
            "blr x9\n"
            "adrp x10, kept\n add x10, x10, :lo12:kept\n"
            "stp x19, x20, [x10, #192]\n stp x21, x22, [x10, #208]\n stp x23, x24, [x10, #224]\n"
            "stp x25, x26, [x10, #240]\n stp x27, x28, [x10, #256]\n str x29, [x10, #272]\n"
            "stp d8, d9, [x10, #280]\n stp d10, d11, [x10, #296]\n stp d12, d13, [x10, #312]\n"
            "stp d14, d15, [x10, #328]\n"
            "mov x11, sp\n str x11, [x10, #392]\n ldr x11, [x10, #384]\n mov sp, x11\n"
            "ldp x19, x20, [sp, #16]\n ldp x21, x22, [sp, #32]\n ldp x23, x24, [sp, #48]\n"
            "ldp x25, x26, [sp, #64]\n ldp x27, x28, [sp, #80]\n"
            "ldp d8, d9, [sp, #96]\n ldp d10, d11, [sp, #112]\n ldp d12, d13, [sp, #128]\n ldp d14, d15, [sp, #144]\n"
            "ldp x29, x30, [sp], #176\n ret");
}
#elif defined(__riscv)
#define INTEGERS 12
#define FLOATS 12
#if __riscv_xlen == 64
#define ST "sd "
#define LD "ld "
#else
#define ST "sw "
#define LD "lw "
#endif
/* Each register with its place in this frame and in the marks. */
#define SAVED(X)                                                                                    \
    X("s0", "0") X("s1", "8") X("s2", "16") X("s3", "24") X("s4", "32") X("s5", "40") X("s6", "48") \
    X("s7", "56") X("s8", "64") X("s9", "72") X("s10", "80") X("s11", "88")
#define FLOAT_SAVED(X)                                                                              \
    X("fs0", "96") X("fs1", "104") X("fs2", "112") X("fs3", "120") X("fs4", "128") X("fs5", "136")  \
    X("fs6", "144") X("fs7", "152") X("fs8", "160") X("fs9", "168") X("fs10", "176") X("fs11", "184")
#define PUSH(r, at) ST r ", " at "(sp)\n"
#define FLOAT_PUSH(r, at) "fsd " r ", " at "(sp)\n"
#define POP(r, at) LD r ", " at "(sp)\n"
#define FLOAT_POP(r, at) "fld " r ", " at "(sp)\n"
#define GIVE(r, at) LD r ", " at "(t1)\n"
#define FLOAT_GIVE(r, at) "fld " r ", " at "(t1)\n"
#define FIND(r, at) ST r ", 192+" at "(t1)\n"
#define FLOAT_FIND(r, at) "fsd " r ", 192+" at "(t1)\n"
static int64_t call_marked(read_function *read, void *argument) {
    __asm__("addi sp, sp, -208\n" ST "ra, 192(sp)\n" SAVED(PUSH) FLOAT_SAVED(FLOAT_PUSH)
            "mv t0, a0\n mv a0, a1\n lla t1, kept\n" ST "sp, 384(t1)\n" SAVED(GIVE) FLOAT_SAVED(FLOAT_GIVE)
            "jalr ra, 0(t0)\n"
            "lla t1, kept\n" SAVED(FIND) FLOAT_SAVED(FLOAT_FIND)
            ST "sp, 392(t1)\n" LD "sp, 384(t1)\n" SAVED(POP) FLOAT_SAVED(FLOAT_POP)
            LD "ra, 192(sp)\n addi sp, sp, 208\n ret");
}
#endif

#include "control_state.h"

#ifdef COMPARES_REGISTERS
static void observe_first(struct control *control) {
    for (int i = 0; i < SLOTS; i++) kept.given[i] = kept.found[i] = 0x9e3779b97f4a7c15ull * (uint64_t)(i + 1);
    control->flags = 0;
    observe(control);
#if defined(__x86_64__) || defined(__i386__)
    control->flags = READ_FLAGS();
    control->x87_tags = x87_tags();
#endif
}

/* After a call: a bit for each register that it did not preserve. */
static uint32_t broken_by_call(const struct control *before) {
    uint32_t broken = 0;
    for (int i = 0; i < INTEGERS; i++)
        if ((uintptr_t)kept.found[i] != (uintptr_t)kept.given[i]) broken |= 1u << i;
    for (int i = INTEGERS; i < INTEGERS + FLOATS; i++)
        if (kept.found[i] != kept.given[i]) broken |= 1u << i;
    if ((uintptr_t)kept.found_stack != (uintptr_t)kept.stack) broken |= BROKEN_STACK_POINTER;
    struct control now;
    observe(&now);
    if (now.floats != before->floats) broken |= BROKEN_FLOAT_CONTROL;
#if defined(__x86_64__) || defined(__i386__)
    if ((kept.flags ^ before->flags) & DIRECTION) broken |= BROKEN_DIRECTION;
    if ((kept.flags ^ before->flags) & ALIGNMENT_CHECK) broken |= BROKEN_ALIGNMENT_CHECK;
    if ((kept.flags ^ before->flags) & OTHER_FLAGS) broken |= BROKEN_OTHER_FLAGS;
    if (now.x87_control != before->x87_control) broken |= BROKEN_X87_CONTROL;
    if (now.x87_status != before->x87_status) broken |= BROKEN_X87_STACK;
#endif
    if (broken) restore(before);
    return broken;
}

/* After the last call. */
static uint32_t broken_by_calls(const struct control *before) {
#if defined(__x86_64__) || defined(__i386__)
    if (x87_tags() != before->x87_tags) {
        restore(before);
        return BROKEN_X87_STACK;
    }
#endif
    (void)before;
    return 0;
}
#else
static int64_t call_marked(read_function *read, void *argument) { return read(argument); }
static void observe_first(struct control *control) { (void)control; }
static uint32_t broken_by_call(const struct control *before) {
    (void)before;
    return 0;
}
static uint32_t broken_by_calls(const struct control *before) {
    (void)before;
    return 0;
}
#endif

#endif
