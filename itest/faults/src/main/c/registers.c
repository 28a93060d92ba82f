// SPDX-License-Identifier: Apache-2.0
/*
 * Reads that return a good number and leave a register changed that belongs to their caller.
 *
 * Sources: System V ABI, AMD64 supplement, 3.2.1 and 3.2.3 (callee-saved registers; DF is clear; the control bits of
 * MXCSR and the x87 control word are callee-saved); Intel SDM volume 1, 3.4.3 (AC), 8.1.5 (x87), 10.2.3 (MXCSR);
 * AAPCS64, 6.1.1 (x19 to x29), 6.1.2 (the low halves of v8 to v15; FPCR). For x86-64 run on hardware (AMD, in a VM),
 * for aarch64 only compiled.
 */
#include "faults.h"

#define NAKED static __attribute__((naked)) int64_t

#if defined(__x86_64__)

#define TICKS "rdtsc\n shl $32, %rdx\n or %rdx, %rax\n ret"
#define CHANGES(name, instructions) \
    NAKED name(void) { __asm__(instructions "\n" TICKS); }

CHANGES(rbx, "xor %ebx, %ebx")
CHANGES(rbp, "xor %ebp, %ebp")
CHANGES(r12, "xor %r12d, %r12d")
CHANGES(r13, "xor %r13d, %r13d")
CHANGES(r14, "xor %r14d, %r14d")
CHANGES(r15, "xor %r15d, %r15d")
CHANGES(direction, "std")
CHANGES(rounding, "movl $0x7f80, -8(%rsp)\n ldmxcsr -8(%rsp)")
CHANGES(flush, "movl $0x9fc0, -8(%rsp)\n ldmxcsr -8(%rsp)")
CHANGES(x87, "movw $0x007f, -8(%rsp)\n fldcw -8(%rsp)")
CHANGES(alignment, "pushfq\n orl $0x40000, (%rsp)\n popfq")

const read_function register_reads[] = {rbx,       rbp,      r12,   r13, r14,       r15,
                                        direction, rounding, flush, x87, alignment, 0};

#elif defined(__aarch64__)

#define CHANGES(name, instructions) \
    NAKED name(void) { __asm__(instructions "\n mrs x0, cntvct_el0\n ret"); }
#define CLEARS_X(number) CHANGES(x##number, "mov x" #number ", xzr")
#define CLEARS_D(number) CHANGES(d##number, "fmov d" #number ", xzr")
#define SETS_FPCR(name, bits) CHANGES(name, "mrs x1, fpcr\n orr x1, x1, #" #bits "\n msr fpcr, x1")

CLEARS_X(19) CLEARS_X(20) CLEARS_X(21) CLEARS_X(22) CLEARS_X(23) CLEARS_X(24)
CLEARS_X(25) CLEARS_X(26) CLEARS_X(27) CLEARS_X(28) CLEARS_X(29)
CLEARS_D(8) CLEARS_D(9) CLEARS_D(10) CLEARS_D(11) CLEARS_D(12) CLEARS_D(13) CLEARS_D(14) CLEARS_D(15)
SETS_FPCR(rounding, 0xc00000)
SETS_FPCR(flush, 0x1000000)

const read_function register_reads[] = {x19, x20, x21, x22, x23, x24, x25, x26, x27, x28, x29,
                                        d8, d9, d10, d11, d12, d13, d14, d15, rounding, flush, 0};

#else

const read_function register_reads[] = {0};

#endif
