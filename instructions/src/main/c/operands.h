// SPDX-License-Identifier: Apache-2.0
/* Decodes x86-64 machine code; its memory operands, and those of divisions, before it is executed. */
#ifndef CYCLECOUNTER_OPERANDS_H
#define CYCLECOUNTER_OPERANDS_H

#include <cyclecounter.h>

typedef int32_t __attribute__((aligned(1), may_alias)) cc_unaligned_int;

/* struct ucontext in words of 8 bytes (uapi/asm/ucontext.h, sigcontext.h). */
enum { CC_R15 = 12, CC_RDI, CC_RSI, CC_RBP, CC_RBX, CC_RDX, CC_RAX, CC_RCX, CC_RSP, CC_RIP, CC_EFLAGS, CC_CONTEXT_WORDS };

/* The general registers there, in the order of their encoding. */
extern const uint8_t cc_registers[16] __attribute__((visibility("hidden")));

struct cc_instruction {
    const uint8_t *modrm; /* or what else is behind the opcode */
    uint32_t opcode, map; /* 0: one byte; 1: 0F; 2: 0F 38; 3: 0F 3A */
    uint32_t index_high, base_high, scale8; /* of a displacement of 8 bits */
    int is_vector, is_repeated, is_wide, has_short_addresses;
    int is_odd; /* by a prefix for another size or segment, or LOCK */
};

/* Takes the first byte, in whose place there may be an INT3. */
struct cc_instruction cc_decode(const uint8_t *code, uint8_t first) __attribute__((visibility("hidden")));

/* Returns the address of an operand in memory, without the base of its segment; next is what is behind it. */
uint64_t cc_address(const struct cc_instruction *i, const uint64_t *context, const uint8_t **next)
    __attribute__((visibility("hidden")));

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
