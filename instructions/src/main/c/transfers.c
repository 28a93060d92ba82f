// SPDX-License-Identifier: Apache-2.0
/*
 * Carries out conditional jumps, indirect jumps and calls, and returns: Intel SDM volume 2, chapter 2, appendix A and
 * "Jcc", "RET", "CALL", "JMP"; appendix B for the conditions. Direct jumps and calls go on by themselves. A shadow
 * stack (CET), which no JVM uses, would not know the calls.
 */
#include "transfers.h"

#include "operands.h"

typedef uint16_t __attribute__((aligned(1), may_alias)) unaligned_short;

enum { CARRY = 1 << 0, PARITY = 1 << 2, ZERO = 1 << 6, SIGN = 1 << 7, OVERFLOW = 1 << 11 };
enum { TWO_BYTES = 0x100, LOWEST = 1 << 20 };

int cc_transfer_at(const uint8_t *code, uint8_t first) {
    /* LOOP, JRCXZ, far RET, IRET, PUSHF, POPF, INT3, INT, INT1, HLT, REX2, SYSCALL, UD2, SYSENTER */
    static const uint16_t stepped[] = {0xe0, 0xe1, 0xe2, 0xe3, 0xca, 0xcb, 0xcf, 0x9c, 0x9d, 0xcc, 0xcd, 0xf1, 0xf4, 0xd5,
                                       TWO_BYTES | 0x05, TWO_BYTES | 0x0b, TWO_BYTES | 0x34};
    struct cc_instruction i = cc_decode(code, first);
    uint32_t opcode = i.map << 8 | i.opcode, group = opcode == 0xff ? *i.modrm >> 3 & 7 : 0;
    int is_direct = opcode == 0xe8 || opcode == 0xe9 || opcode == 0xeb;
    int is_end = opcode == 0xc2 || opcode == 0xc3 || group == 2 || group == 4 || opcode >> 4 == 7 ||
                 opcode >> 4 == (TWO_BYTES | 0x80) >> 4;
    if (i.is_vector) return CC_PASSED;
    for (unsigned k = 0; k < sizeof stepped / sizeof *stepped; k++) {
        if (opcode == stepped[k]) return CC_STEPPED;
    }
    if (group == 3 || group == 5) return CC_STEPPED; /* far */
    if (opcode >> 1 == 0xc6 >> 1 && *i.modrm == 0xf8) return CC_STEPPED; /* XABORT, XBEGIN */
    if (i.is_odd && (is_direct || is_end)) return CC_STEPPED;
    return is_end ? CC_CARRIED_OUT : CC_PASSED;
}

static int holds(uint64_t flags, uint32_t condition) {
    static const uint16_t any_of[] = {OVERFLOW, CARRY, ZERO, CARRY | ZERO, SIGN, PARITY, 0, ZERO};
    uint32_t kind = condition >> 1;
    int is_less = kind >= 6 && !(flags & SIGN) != !(flags & OVERFLOW);
    return (is_less || (flags & any_of[kind]) != 0) != (int)(condition & 1);
}

int cc_carry_out(uint64_t *context, uint8_t first) {
    struct cc_instruction i = cc_decode((const uint8_t *)context[CC_RIP], first);
    const uint8_t *next = i.modrm;
    if (i.opcode == 0xc2 || i.opcode == 0xc3) {
        context[CC_RIP] = *(const uint64_t *)context[CC_RSP];
        context[CC_RSP] += 8 + (i.opcode == 0xc2 ? *(const unaligned_short *)next : 0u);
    } else if (i.opcode == 0xff) {
        int is_call = (*i.modrm >> 3 & 7) == 2;
        uint64_t target = context[cc_registers[(*next & 7) | i.base_high << 3]];
        if (*next++ >> 6 != 3) {
            uint64_t where = cc_address(&i, context, &next);
            if (where < LOWEST) return 0;
            target = *(const uint64_t *)where;
        }
        if (is_call) {
            context[CC_RSP] -= 8;
            *(uint64_t *)context[CC_RSP] = (uint64_t)next;
        }
        context[CC_RIP] = target;
    } else {
        int is_near = i.map == 1;
        int64_t displacement = is_near ? *(const cc_unaligned_int *)next : (int8_t)*next;
        next += is_near ? 4 : 1;
        context[CC_RIP] = (uint64_t)next + (holds(context[CC_EFLAGS], i.opcode & 15) ? (uint64_t)displacement : 0);
    }
    return 1;
}
