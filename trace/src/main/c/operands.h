// SPDX-License-Identifier: Apache-2.0
/* The memory operands of x86-64 machine code, and those of divisions, before it is executed. */
#ifndef CYCLECOUNTER_OPERANDS_H
#define CYCLECOUNTER_OPERANDS_H

#include <cyclecounter.h>

/* struct ucontext in words of 8 bytes (uapi/asm/ucontext.h, sigcontext.h). */
enum { CC_RDI = 13, CC_RSI, CC_RBP, CC_RBX, CC_RDX, CC_RAX, CC_RCX, CC_RSP, CC_RIP, CC_EFLAGS, CC_CONTEXT_WORDS };

/* The general registers there, in the order of their encoding. */
extern const uint8_t cc_registers[16] __attribute__((visibility("hidden")));

/*
 * The kinds of operands that an instruction shows: an address, below a string instruction's repetitions (the lowest 14
 * bits of them), ...
 */
#define CC_ADDRESS ((1ull << 48) - 1)
#define CC_REPEATS(count) (((count) & 0x3fff) << 48)
/* ... a hash of dividend and divisor, or that the addresses of a gather or scatter are in vector registers. */
#define CC_DIVISION (1ull << 63)
#define CC_UNJUDGED (1ull << 62)

/*
 * Writes the operands of the instruction at context[CC_RIP] and returns their number: none, an address without
 * the base of its segment, the two of a string instruction, or a division, behind its address if it has one.
 */
int cc_operands(const uint64_t *context, uint64_t shown[2]) __attribute__((visibility("hidden")));

#endif
