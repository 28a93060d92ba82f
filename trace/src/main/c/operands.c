// SPDX-License-Identifier: Apache-2.0
/*
 * Decodes an instruction as far as its effective address requires: Intel SDM volume 2, chapter 2 ("Instruction
 * Format", VEX, EVEX) and appendix A ("Opcode Map"). Left out are addresses that cannot differ where the program
 * counter does not: relative to RIP, absolute, and the stack's of PUSH, POP, CALL and RET. A compressed
 * displacement is taken as the vector's length or the element's; where the tuple's is less the address is off by
 * a constant.
 */
#include "operands.h"

typedef int32_t __attribute__((aligned(1), may_alias)) unaligned_int;

const uint8_t cc_registers[16] = {CC_RAX, CC_RCX, CC_RDX, CC_RBX, CC_RSP, CC_RBP, CC_RSI, CC_RDI,
                                  5,      6,      7,      8,      9,      10,     11,     12};

/* A bit for each opcode that has a ModRM byte, a word for sixteen of them; two maps. */
static const uint16_t has_modrm[2][16] = {
    {0xf0f, 0xf0f, 0xf0f, 0xf0f, 0, 0, 0xa08, 0, 0xffff, 0, 0, 0, 0xc3, 0xff0f, 0, 0xc0c0},
    {0xa00f, 0xffff, 0xff0f, 0, 0xffff, 0xffff, 0xffff, 0xff7f, 0, 0xffff, 0xf838, 0xffff, 0xff, 0xffff, 0xffff, 0xffff}};

struct instruction {
    const uint8_t *modrm;
    uint32_t opcode, map; /* 0: one byte; 1: 0F; 2: 0F 38; 3: 0F 3A */
    uint32_t index_high, base_high, scale8; /* of a displacement of 8 bits */
    int is_vector, is_repeated, is_wide, has_short_addresses;
};

/* The bits that VEX and EVEX have in place of REX are inverted. */
static struct instruction decode(const uint8_t *p) {
    struct instruction i = {.scale8 = 1};
    while ((*p & 0xfe) == 0x66 || (*p & 0xfe) == 0xf2 || (*p & 0xfe) == 0x64 || (*p & 0xe7) == 0x26 || *p == 0xf0) {
        i.is_repeated |= (*p & 0xfe) == 0xf2;
        i.has_short_addresses |= *p++ == 0x67;
    }
    if (*p >> 4 == 4) {
        i.is_wide = *p >> 3 & 1;
        i.index_high = *p >> 1 & 1;
        i.base_high = *p++ & 1;
    }
    if (*p == 0xc5) {
        i.is_vector = 1;
        i.map = 1;
        p += 2;
    } else if (*p == 0xc4 || *p == 0x62) {
        int is_evex = *p == 0x62;
        i.is_vector = 1;
        i.map = p[1] & (is_evex ? 7 : 31);
        i.index_high = !(p[1] & 0x40);
        i.base_high = !(p[1] & 0x20);
        if (is_evex) i.scale8 = p[3] & 0x10 ? 4u << (p[2] >> 7) : 16u << (p[3] >> 5 & 3);
        p += is_evex ? 4 : 3;
    } else if (*p == 0x0f) {
        i.map = p[1] == 0x38 ? 2 : p[1] == 0x3a ? 3 : 1;
        p += i.map == 1 ? 1 : 2;
    }
    i.opcode = *p;
    i.modrm = p + 1;
    return i;
}

/* LEA and NOP address nothing, VZEROUPPER has no operand. */
static int has_operand(const struct instruction *i) {
    if (i->is_vector) return i->map != 1 || i->opcode != 0x77;
    if (i->map > 1) return 1;
    return i->opcode >> (i->map ? 2 : 0) != (i->map ? 0x1c >> 2 : 0x8d) &&
           (has_modrm[i->map][i->opcode >> 4] >> (i->opcode & 15) & 1);
}

/* Of an operand in memory; 0 if it is constant. */
static uint64_t address(const struct instruction *i, const uint64_t *context) {
    const uint8_t *p = i->modrm;
    uint32_t mod = *p >> 6, base = *p++ & 7;
    uint64_t sum = 0;
    if (base == 4) {
        uint32_t index = (*p >> 3 & 7) | i->index_high << 3;
        if (index != 4) sum = context[cc_registers[index]] << (*p >> 6);
        base = *p++ & 7;
    } else if (mod == 0 && base == 5) {
        return 0;
    }
    if (mod != 0 || base != 5) sum += context[cc_registers[base | i->base_high << 3]];
    if (mod == 1) sum += (uint64_t)((int64_t)i->scale8 * (int8_t)*p);
    if (mod == 2 || (mod == 0 && base == 5)) sum += (uint64_t)(int64_t)*(const unaligned_int *)p;
    return (i->has_short_addresses ? (uint32_t)sum : sum) & CC_ADDRESS;
}

static uint64_t hash(uint64_t number, uint64_t more) {
    uint64_t sum = (number ^ more) * 0x9e3779b97f4a7c15u;
    return sum ^ sum >> 29;
}

/* Above the operand's size, registers may hold anything. */
static uint64_t division(const struct instruction *i, const uint64_t *context, uint64_t where) {
    uint64_t size = i->opcode == 0xf6 ? 0xffff : i->is_wide ? ~0ull : 0xffffffff;
    uint64_t divisor = !where                ? context[cc_registers[(*i->modrm & 7) | i->base_high << 3]]
                       : i->opcode == 0xf6 ? *(const uint8_t *)where
                       : i->is_wide          ? *(const uint64_t *)where
                                             : *(const uint32_t *)where;
    return CC_DIVISION | hash(hash(hash(0, divisor & size), context[CC_RAX] & size), context[CC_RDX] & size) >> 1;
}

int cc_operands(const uint64_t *context, uint64_t shown[2]) {
    struct instruction i = decode((const uint8_t *)context[CC_RIP]);
    int is_plain = !i.is_vector && i.map == 0, count = 0;
    if (is_plain && i.opcode >= 0xa4 && i.opcode <= 0xaf && i.opcode >> 1 != 0xa8 >> 1) {
        uint64_t repeats = i.is_repeated ? CC_REPEATS(context[CC_RCX]) : 0;
        int is_load = i.opcode >> 1 == 0xac >> 1;
        if (i.opcode < 0xa8 || is_load) shown[count++] = (context[CC_RSI] & CC_ADDRESS) | repeats;
        if (!is_load) shown[count++] = (context[CC_RDI] & CC_ADDRESS) | repeats;
        return count;
    }
    if (!has_operand(&i)) return 0;
    int is_register = *i.modrm >> 6 == 3;
    uint64_t where = is_register ? 0 : address(&i, context);
    if (where) shown[count++] = where;
    if (is_plain && i.opcode >> 1 == 0xf6 >> 1 && (*i.modrm >> 3 & 7) >= 6 && (is_register || where)) {
        shown[count++] = division(&i, context, where);
    }
    if (i.is_vector && i.map == 2 && (i.opcode >> 2 == 0x90 >> 2 || i.opcode >> 2 == 0xa0 >> 2)) {
        shown[0] = CC_UNJUDGED;
        count = 1;
    }
    return count;
}
