// SPDX-License-Identifier: Apache-2.0
/*
 * Decodes an instruction as far as its effective address requires: Intel SDM volume 2, chapter 2 ("Instruction
 * Format", VEX, EVEX) and appendix A ("Opcode Map"). Left out are addresses that cannot differ where the program
 * counter does not: relative to RIP, absolute, and the stack's of PUSH, POP, CALL and RET. A compressed
 * displacement is taken as the vector's length or the element's; where the tuple's is less the address is off by
 * a constant.
 */
#include "operands.h"

const uint8_t cc_registers[16] = {CC_RAX, CC_RCX, CC_RDX, CC_RBX, CC_RSP, CC_RBP, CC_RSI, CC_RDI,
                                  5,      6,      7,      8,      9,      10,     11,     12};

/* A bit for each opcode that has a ModRM byte, a word for sixteen of them; two maps. */
static const uint16_t has_modrm[2][16] = {
    {0xf0f, 0xf0f, 0xf0f, 0xf0f, 0, 0, 0xa08, 0, 0xffff, 0, 0, 0, 0xc3, 0xff0f, 0, 0xc0c0},
    {0xa00f, 0xffff, 0xff0f, 0, 0xffff, 0xffff, 0xffff, 0xff7f, 0, 0xffff, 0xf838, 0xffff, 0xff, 0xffff, 0xffff, 0xffff}};

/* The bits that VEX and EVEX have in place of REX are inverted. */
struct cc_instruction cc_decode(const uint8_t *p, uint8_t byte) {
    struct cc_instruction i = {.scale8 = 1};
    for (; (byte & 0xfc) == 0x64 || (byte & 0xfe) == 0xf2 || (byte & 0xe7) == 0x26 || byte == 0xf0; byte = *++p) {
        i.is_odd |= (byte & 0xfc) == 0x64 || byte == 0xf0;
        i.is_repeated |= (byte & 0xfe) == 0xf2;
        i.has_short_addresses |= byte == 0x67;
    }
    if (byte >> 4 == 4) {
        i.is_wide = byte >> 3 & 1;
        i.index_high = byte >> 1 & 1;
        i.base_high = byte & 1;
        byte = *++p;
    }
    if (byte == 0xc5) {
        i.is_vector = 1;
        i.map = 1;
        byte = *(p += 2);
    } else if (byte == 0xc4 || byte == 0x62) {
        int is_evex = byte == 0x62;
        i.is_vector = 1;
        i.map = p[1] & (is_evex ? 7 : 31);
        i.index_high = !(p[1] & 0x40);
        i.base_high = !(p[1] & 0x20);
        if (is_evex) i.scale8 = p[3] & 0x10 ? 4u << (p[2] >> 7) : 16u << (p[3] >> 5 & 3);
        byte = *(p += is_evex ? 4 : 3);
    } else if (byte == 0x0f) {
        i.map = p[1] == 0x38 ? 2 : p[1] == 0x3a ? 3 : 1;
        byte = *(p += i.map == 1 ? 1 : 2);
    }
    i.opcode = byte;
    i.modrm = p + 1;
    return i;
}

/* LEA and NOP address nothing, VZEROUPPER has no operand. */
static int has_operand(const struct cc_instruction *i) {
    if (i->is_vector) return i->map != 1 || i->opcode != 0x77;
    if (i->map > 1) return 1;
    return i->opcode >> (i->map ? 2 : 0) != (i->map ? 0x1c >> 2 : 0x8d) &&
           (has_modrm[i->map][i->opcode >> 4] >> (i->opcode & 15) & 1);
}

uint64_t cc_address(const struct cc_instruction *i, const uint64_t *context, const uint8_t **next) {
    const uint8_t *p = i->modrm;
    uint32_t mod = *p >> 6, base = *p++ & 7;
    int is_relative = mod == 0 && base == 5;
    uint64_t sum = 0;
    if (base == 4) {
        uint32_t index = (*p >> 3 & 7) | i->index_high << 3;
        if (index != 4) sum = context[cc_registers[index]] << (*p >> 6);
        base = *p++ & 7;
    }
    int has_base = mod != 0 || base != 5;
    if (has_base) sum += context[cc_registers[base | i->base_high << 3]];
    if (mod == 1) sum += (uint64_t)((int64_t)i->scale8 * (int8_t)*p++);
    if (mod == 2 || !has_base) {
        sum += (uint64_t)(int64_t)*(const cc_unaligned_int *)p;
        p += sizeof(cc_unaligned_int);
    }
    *next = p;
    if (is_relative) sum += (uint64_t)p;
    return i->has_short_addresses ? (uint32_t)sum : sum;
}

static uint64_t hash(uint64_t number, uint64_t more) {
    uint64_t sum = (number ^ more) * 0x9e3779b97f4a7c15u;
    return sum ^ sum >> 29;
}

/* Above the operand's size, registers may hold anything. */
static uint64_t division(const struct cc_instruction *i, const uint64_t *context, uint64_t where) {
    uint64_t size = i->opcode == 0xf6 ? 0xffff : i->is_wide ? ~0ull : 0xffffffff;
    uint64_t divisor = !where                ? context[cc_registers[(*i->modrm & 7) | i->base_high << 3]]
                       : i->opcode == 0xf6 ? *(const uint8_t *)where
                       : i->is_wide          ? *(const uint64_t *)where
                                             : *(const uint32_t *)where;
    return CC_DIVISION | hash(hash(hash(0, divisor & size), context[CC_RAX] & size), context[CC_RDX] & size) >> 1;
}

int cc_operands(const uint64_t *context, uint64_t shown[2]) {
    const uint8_t *code = (const uint8_t *)context[CC_RIP], *next;
    struct cc_instruction i = cc_decode(code, *code);
    int is_plain = !i.is_vector && i.map == 0, count = 0;
    if (is_plain && i.opcode >= 0xa4 && i.opcode <= 0xaf && i.opcode >> 1 != 0xa8 >> 1) {
        uint64_t repeats = i.is_repeated ? CC_REPEATS(context[CC_RCX]) : 0;
        int is_load = i.opcode >> 1 == 0xac >> 1;
        if (i.opcode < 0xa8 || is_load) shown[count++] = (context[CC_RSI] & CC_ADDRESS) | repeats;
        if (!is_load) shown[count++] = (context[CC_RDI] & CC_ADDRESS) | repeats;
        return count;
    }
    if (!has_operand(&i)) return 0;
    int is_register = *i.modrm >> 6 == 3, is_relative = (*i.modrm & 0xc7) == 5;
    uint64_t where = is_register || is_relative ? 0 : cc_address(&i, context, &next) & CC_ADDRESS;
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
