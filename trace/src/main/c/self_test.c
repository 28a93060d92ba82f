// SPDX-License-Identifier: Apache-2.0
/*
 * Whether this machine steps as the processor's manual says: code of known length. What drops the trap flag, such
 * as an emulator or a sandbox, or repeats a trap is found here, and not taken for a count.
 */
#include "steps.h"

#define GETPID 39
#define ROUNDS 1000
#define CALLS 10

/* Nothing lies between the code and the flag's instructions, which count the same around each code. */
#define STEPPED(code, ...)                                                                          \
    __asm__ volatile("lea -128(%%rsp), %%rsp\n\tpushfq\n\torq $0x100, (%%rsp)\n\tpopfq\n\t"         \
                     code "\n\tpushfq\n\tandq $-0x101, (%%rsp)\n\tpopfq\n\tlea 128(%%rsp), %%rsp"    \
                     : __VA_ARGS__                                                                  \
                     : "rcx", "r11", "cc", "memory")

static void nothing(void) { STEPPED("", :); }

static void loop(void) {
    uint64_t rounds = ROUNDS;
    STEPPED("1: dec %0\n\tjnz 1b", "+r"(rounds) :);
}

static void string(void) {
    static char bytes[ROUNDS];
    char *to = bytes;
    STEPPED("mov %1, %%ecx\n\trep stosb", "+D"(to) : "i"(ROUNDS), "a"(0));
}

static void calls(void) {
    uint64_t rounds = CALLS, result;
    STEPPED("1: mov %2, %%eax\n\tsyscall\n\tdec %1\n\tjnz 1b", "=&a"(result), "+r"(rounds) : "i"(GETPID));
}

/* A negated errno, -1000 if the handler did not come off, or the instructions of a code. */
static int64_t counted(void (*code)(void)) {
    long refused = cc_begin_steps();
    if (refused) return refused;
    code();
    return cc_end_steps() ? (int64_t)cc_steps.instructions : -1000;
}

/* QEMU's own emulation has a signature of its own: target/i386/cpu.c, leaf 0x40000000. */
static int is_emulated(void) {
    uint32_t eax = 0x40000000, ebx, ecx = 0, edx;
    __asm__ volatile("cpuid" : "+a"(eax), "=b"(ebx), "+c"(ecx), "=d"(edx));
    return ebx == 0x54474354; /* TCGT */
}

/* 0 if all is as expected; -2000 in an emulator; a negated errno; else 1 and the instructions counted of the loop's 2,000. */
CC_EXPORT int64_t Java_org_cyclecounter_trace_child_Stepper_selfTest(CC_UNUSED_ENV) {
    if (is_emulated()) return -2000;
    int64_t base = counted(nothing);
    if (base < 0) return base;
    int64_t of_loop = counted(loop) - base;
    if (of_loop == 2 * ROUNDS && counted(string) - base == 2 && counted(calls) - base == 4 * CALLS) return 0;
    return of_loop < 0 ? 1 : 1 + of_loop;
}
