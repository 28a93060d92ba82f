// SPDX-License-Identifier: Apache-2.0
/*
 * Decodes as much of an instruction as tells its effective address: Intel SDM volume 2, chapter 2 ("Instruction
 * Format", VEX, EVEX) and appendix A ("Opcode Map"). Left out are addresses that cannot differ where the program
 * counter does not: relative to RIP, absolute, and the stack's of PUSH, POP, CALL and RET. A compressed
 * displacement is taken as the vector's length or the element's; where the tuple's is less the address is off by
 * a constant.
 */
#include "operands.h"

static const uint8_t registers[16] = {CC_RAX, CC_RCX, CC_RDX, CC_RBX, CC_RSP, CC_RBP, CC_RSI, CC_RDI,
                                      5,      6,      7,      8,      9,      10,     11,     12};

/* A bit for each opcode that has a ModRM byte, a word for sixteen of them. */
static const uint16_t has_modrm[2][16] = {
    {0x0f0f, 0x0f0f, 0x0f0f, 0x0f0f, 0, 0, 0x0a08, 0, 0xffff, 0, 0, 0, 0x00c3, 0xff0f, 0, 0xc0c0},
    {0xa00f, 0xffff, 0xff0f, 0, 0xffff, 0xffff, 0xffff, 0xff7f, 0, 0xffff, 0xf838, 0xffff, 0x00ff, 0xffff, 0xffff,
     0xffff}};

struct instruction {
    const uint8_t *next;
    uint32_t map; /* 0: one byte; 1: 0F; 2: 0F 38; 3: 0F 3A */
    uint32_t index_high, base_high, wide;
    uint32_t scale8; /* of a displacement of 8 bits */
    uint8_t opcode;
    uint8_t is_vector, is_repeated, has_short_addresses;
};

static void decode_prefixes(struct instruction *i) {
    for (;; i->next++) {
        uint8_t byte = *i->next;
        if (byte == 0xf2 || byte == 0xf3) {
            i->is_repeated = 1;
        } else if (byte == 0x67) {
            i->has_short_addresses = 1;
        } else if (byte != 0x66 && byte != 0x2e && byte != 0x36 && byte != 0x3e && byte != 0x26 && byte != 0x64 &&
                   byte != 0x65 && byte != 0xf0) {
            return;
        }
    }
}

/* The three bits that VEX and EVEX have in place of REX are inverted. */
static void decode_vector(struct instruction *i, const uint8_t *p) {
    i->is_vector = 1;
    i->map = 1;
    if (p[0] == 0xc5) {
        i->next = p + 2;
    } else {
        i->index_high = !(p[1] >> 6 & 1);
        i->base_high = !(p[1] >> 5 & 1);
        i->map = p[1] & (p[0] == 0x62 ? 7 : 31);
        i->next = p + 3;
    }
    if (p[0] == 0x62) {
        uint32_t element = p[2] >> 7 ? 8 : 4;
        i->scale8 = p[3] >> 4 & 1 ? element : 16u << (p[3] >> 5 & 3);
        i->next = p + 4;
    }
}

static void decode_opcode(struct instruction *i) {
    decode_prefixes(i);
    if ((*i->next & 0xf0) == 0x40) {
        uint32_t rex = *i->next++;
        i->wide = rex >> 3 & 1;
        i->index_high = rex >> 1 & 1;
        i->base_high = rex & 1;
    }
    const uint8_t *p = i->next;
    if (*p == 0xc4 || *p == 0xc5 || *p == 0x62) {
        decode_vector(i, p);
    } else if (*p == 0x0f) {
        i->map = p[1] == 0x38 ? 2 : p[1] == 0x3a ? 3 : 1;
        i->next = p + (i->map == 1 ? 1 : 2);
    }
    i->opcode = *i->next++;
}

static int has_operand(const struct instruction *i) {
    if (i->is_vector) return !(i->map == 1 && i->opcode == 0x77); /* VZEROUPPER */
    return i->map > 1 || (has_modrm[i->map][i->opcode >> 4] >> (i->opcode & 15) & 1);
}

static int string_operands(const struct instruction *i, const uint64_t *context, uint64_t shown[2]) {
    uint8_t form = i->opcode & 0xfe;
    int has_from = form == 0xa4 || form == 0xa6 || form == 0xac;
    int has_to = form == 0xa4 || form == 0xa6 || form == 0xaa || form == 0xae;
    uint64_t repeats = i->is_repeated ? (context[CC_RCX] & 0x3fff) << CC_REPEATS_SHIFT : 0;
    int count = 0;
    if (has_from) shown[count++] = (context[CC_RSI] & CC_ADDRESS) | repeats;
    if (has_to) shown[count++] = (context[CC_RDI] & CC_ADDRESS) | repeats;
    return count;
}

static int64_t displacement(const uint8_t *p, int is_long) {
    if (!is_long) return (int8_t)*p;
    return (int32_t)((uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24);
}

/* Of an operand with a mod below 3; 0 if it is constant. */
static uint64_t address(const struct instruction *i, const uint64_t *context) {
    const uint8_t *p = i->next;
    uint32_t mod = *p >> 6, base = *p & 7;
    uint64_t sum = 0;
    p++;
    int has_base = mod != 0 || base != 5;
    if (base == 4) {
        uint32_t sib = *p++, index = (sib >> 3 & 7) | i->index_high << 3;
        base = sib & 7;
        has_base = mod != 0 || base != 5;
        if (index != 4) sum = context[registers[index]] << (sib >> 6);
        if (!has_base) sum += (uint64_t)displacement(p, 1);
    } else if (!has_base) {
        return 0;
    }
    if (has_base) sum += context[registers[base | i->base_high << 3]];
    if (mod == 1) sum += (uint64_t)(displacement(p, 0) * (int64_t)i->scale8);
    if (mod == 2) sum += (uint64_t)displacement(p, 1);
    return i->has_short_addresses ? (uint32_t)sum : sum;
}

static uint64_t hash(uint64_t number, uint64_t more) {
    uint64_t sum = (number ^ more) * 0x9e3779b97f4a7c15u;
    return sum ^ sum >> 29;
}

/* Above the operand's size, registers may hold anything. */
static uint64_t division(const struct instruction *i, const uint64_t *context, uint64_t where) {
    uint32_t mod = *i->next >> 6, rm = *i->next & 7;
    uint64_t size = i->opcode == 0xf6 ? 0xff : i->wide ? ~0ull : 0xffffffff, divisor;
    if (mod == 3) {
        divisor = context[registers[rm | i->base_high << 3]];
    } else {
        divisor = i->wide ? *(const uint64_t *)where : i->opcode == 0xf6 ? *(const uint8_t *)where : *(const uint32_t *)where;
    }
    uint64_t high = i->opcode == 0xf6 ? context[CC_RAX] >> 8 : context[CC_RDX];
    return CC_DIVISION | hash(hash(hash(0, divisor & size), context[CC_RAX] & size), high & size) >> 1;
}

int cc_operands(const uint64_t *context, uint64_t shown[2]) {
    struct instruction i = {.next = (const uint8_t *)context[CC_RIP], .scale8 = 1};
    int count = 0;
    decode_opcode(&i);
    if (!i.is_vector && i.map == 0 && i.opcode >= 0xa4 && i.opcode <= 0xaf && (i.opcode & 0xfe) != 0xa8) {
        return string_operands(&i, context, shown);
    }
    if (!i.is_vector && i.map == 0 && i.opcode == 0xd7) { /* XLAT */
        shown[0] = (context[CC_RBX] + (context[CC_RAX] & 0xff)) & CC_ADDRESS;
        return 1;
    }
    if (!has_operand(&i)) return 0;
    int is_register = *i.next >> 6 == 3;
    if (!i.is_vector && ((i.map == 0 && i.opcode == 0x8d) || (i.map == 1 && i.opcode >= 0x1c && i.opcode <= 0x1f))) {
        return 0; /* LEA and NOP address nothing */
    }
    uint64_t where = is_register ? 0 : address(&i, context);
    if (where) shown[count++] = where & CC_ADDRESS;
    if (i.is_vector && i.map == 2 &&
        ((i.opcode >= 0x90 && i.opcode <= 0x93) || (i.opcode >= 0xa0 && i.opcode <= 0xa3))) {
        shown[0] = CC_UNJUDGED;
        return 1;
    }
    if (!i.is_vector && i.map == 0 && (i.opcode == 0xf6 || i.opcode == 0xf7) && (*i.next >> 3 & 7) >= 6 &&
        (is_register || where)) {
        shown[count++] = division(&i, context, where);
    }
    return count;
}
