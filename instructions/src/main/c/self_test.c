// SPDX-License-Identifier: Apache-2.0
/*
 * Checks on code of known length that this machine steps as the processor's manual says. It finds emulators and
 * sandboxes that drop the trap flag or repeat a trap, which would falsify counts.
 */
#include "steps.h"

enum { GETPID = 39, ROUNDS = 1000, CALLS = 10, LENGTH = 2 * ROUNDS + 2 + 4 * CALLS };

/* The instructions that change the flag are the same around each code. */
#define STEPPED(code, ...)                                                                          \
    __asm__ volatile(CC_SET_TRAP_FLAG code "\n\t" CC_CLEAR_TRAP_FLAG : "=&r"(end) __VA_ARGS__ : "rcx", "r11", "cc", "memory")

static uint64_t end;

static void nothing(void) { STEPPED("", :); }

/* A loop, a string instruction, system calls. */
static void code(void) {
    static char bytes[ROUNDS];
    char *to = bytes;
    uint64_t rounds = ROUNDS, calls = CALLS, result;
    STEPPED("1: dec %1\n\tjnz 1b\n\tmov %5, %%ecx\n\trep stosb\n"
            "2: mov %6, %%eax\n\tsyscall\n\tdec %2\n\tjnz 2b",
            , "+r"(rounds), "+r"(calls), "+D"(to), "=&a"(result) : "i"(ROUNDS), "i"(GETPID));
}

/* A negated errno, 0 if the handler did not come off, or the instructions of a code. */
static int64_t counted(void (*stepped)(void)) {
    long refused = cc_begin_steps();
    if (refused) return refused;
    stepped();
    return cc_end_steps(end) ? (int64_t)cc_steps.instructions : 0;
}

/* 0 if all is as expected; -2000 in an emulator; a negated errno; else 1 and the instructions counted. */
CC_EXPORT int64_t Java_org_cyclecounter_instructions_stepping_Stepper_selfTest(CC_UNUSED_ENV) {
    /* QEMU's own emulation has a signature of its own: target/i386/cpu.c, leaf 0x40000000. */
    uint32_t eax = 0x40000000, ebx, ecx = 0, edx;
    __asm__ volatile("cpuid" : "+a"(eax), "=b"(ebx), "+c"(ecx), "=d"(edx));
    if (ebx == 0x54474354) return -2000; /* TCGT */
    int64_t base = counted(nothing);
    if (base < 0) return base;
    int64_t length = counted(code) - base;
    return length == LENGTH ? 0 : length < 0 ? 1 : 1 + length;
}
