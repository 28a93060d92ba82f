// SPDX-License-Identifier: Apache-2.0
/* The memory operands of x86-64 machine code, and those of divisions, before it is executed. */
#ifndef CYCLECOUNTER_OPERANDS_H
#define CYCLECOUNTER_OPERANDS_H

#include <cyclecounter.h>

/* struct ucontext in words of 8 bytes (uapi/asm/ucontext.h, sigcontext.h). */
enum {
    CC_R8 = 5,
    CC_RDI = 13,
    CC_RSI = 14,
    CC_RBP = 15,
    CC_RBX = 16,
    CC_RDX = 17,
    CC_RAX = 18,
    CC_RCX = 19,
    CC_RSP = 20,
    CC_RIP = 21,
    CC_CONTEXT_WORDS = 23
};

/* What an instruction shows: tag, then what it depends on. */
#define CC_DIVISION (1ull << 63)   /* and a hash of dividend and divisor */
#define CC_UNJUDGED (1ull << 62)   /* the addresses of a gather or scatter are in vector registers */
#define CC_REPEATS_SHIFT 48        /* how often a string instruction repeats, the lowest 14 bits of it */
#define CC_ADDRESS ((1ull << 48) - 1)

/*
 * Writes what the instruction at context[CC_RIP] shows and returns how much that is: nothing, an address without
 * the base of its segment, the two of a string instruction, or a division, with its address if it has one.
 */
int cc_operands(const uint64_t *context, uint64_t shown[2]) __attribute__((visibility("hidden")));

#endif
