// SPDX-License-Identifier: Apache-2.0
/*
 * Reads what `objdump -d -w` prints, lets operands.c and transfers.c decode the bytes of each instruction, with registers
 * of known values, and compares: the operands shown, the kind of transfer, and where one that is carried out goes, which
 * includes the instruction's length. Prints each disagreement once for its mnemonic, and how many there are.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "../src/main/c/operands.c"
#include "../src/main/c/transfers.c"

#define TERA (1ull << 40)
enum { FLAGS = CARRY | PARITY | ZERO | SIGN | OVERFLOW };

static const char *const names[16][4] = {
    {"rax", "eax"},  {"rcx", "ecx"},  {"rdx", "edx"},   {"rbx", "ebx"},   {"rsp", "esp"},   {"rbp", "ebp"},
    {"rsi", "esi"},  {"rdi", "edi"},  {"r8", "r8d"},    {"r9", "r9d"},    {"r10", "r10d"},  {"r11", "r11d"},
    {"r12", "r12d"}, {"r13", "r13d"}, {"r14", "r14d"}, {"r15", "r15d"}};
static uint64_t values[16], context[CC_CONTEXT_WORDS];
static uint8_t *code;

static int number_of(const char *name, size_t length) {
    for (int i = 0; i < 16; i++) {
        for (int k = 0; k < 2; k++) {
            if (strlen(names[i][k]) == length && !strncmp(names[i][k], name, length)) return i;
        }
    }
    return -1;
}

/* Registers that no sums of two, scaled, make equal, in memory that is all there. */
static void prepare(void) {
    uint64_t seed = 20240114;
    void *all = mmap((void *)(TERA / 2), 15 * TERA, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (all == MAP_FAILED) perror("mmap"), exit(2);
    for (int i = 0; i < 16; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        values[i] = TERA + (seed >> 28 & ~7ull);
    }
    code = (uint8_t *)(14 * TERA);
}

static void reset(void) {
    for (int i = 0; i < 16; i++) context[cc_registers[i]] = values[i];
    context[CC_RIP] = (uint64_t)code;
}

struct text {
    char name[32];
    const char *operands;
    int has_odd_prefix, is_repeated;
};

/* The mnemonic behind what objdump writes for prefixes. */
static struct text split(const char *line) {
    static const char *const prefixes[] = {"rep", "repz", "repnz", "bnd", "notrack", "cs", "ds", "es", "ss", "rex", "{"};
    static const char *const odd[] = {"lock", "data16", "addr32", "fs", "gs", "xacquire", "xrelease"};
    struct text text = {.operands = line};
    for (;;) {
        int length = 0, is_prefix = 0;
        if (sscanf(text.operands, " %31s%n", text.name, &length) != 1) return text;
        text.operands += length;
        for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
            if (!strcmp(text.name, odd[i])) is_prefix = text.has_odd_prefix = 1;
        }
        for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
            size_t whole = strlen(prefixes[i]);
            int is_open = i + 2 >= sizeof prefixes / sizeof *prefixes;
            if (is_open ? !strncmp(text.name, prefixes[i], whole) : !strcmp(text.name, prefixes[i])) {
                is_prefix = 1;
                text.is_repeated |= i < 3;
            }
        }
        if (!is_prefix) return text;
    }
}

static int begins(const char *text, const char *with) { return !strncmp(text, with, strlen(with)); }

/* 1 with the address of the operand in memory; 0 if there is none; 2 if it is relative to RIP. */
static int address_of(const char *operands, uint64_t *address, uint64_t next) {
    const char *open = strstr(operands, "(%"), *first = operands, *p;
    if (!open) open = strstr(operands, "(,");
    if (open) {
        first = open;
        while (first > operands && (isxdigit((unsigned char)first[-1]) || strchr("x-", first[-1]))) first--;
    } else {
        p = strchr(operands, ':'); /* of a segment */
        if (p) first = p + 1;
        while (*first && strchr(" *", *first)) first++;
        for (p = operands; !isdigit((unsigned char)*first) && (p = strchr(p, ',')); first = ++p) {
            if (isdigit((unsigned char)p[1])) {
                first = p + 1;
                break;
            }
        }
        if (!begins(first, "0x")) return 0;
    }
    uint64_t sum = first == open ? 0 : *first == '-' ? -strtoull(first + 1, 0, 16) : strtoull(first, 0, 16);
    *address = sum;
    if (!open) return 1;
    int part = 0, is_short = 0, index = -1;
    for (p = open + 1; *p && *p != ')'; p++) {
        if (*p == ',') part++;
        if (*p == '%') {
            size_t length = strcspn(p + 1, ",)");
            if (!strncmp(p + 1, "rip", 3)) {
                *address = next + sum;
                return 2;
            }
            int number = number_of(p + 1, length);
            is_short |= number >= 0 && p[1] == 'e' ? 1 : number >= 8 && p[length] == 'd';
            if (part == 0 && number >= 0) sum += values[number];
            if (part == 1) index = number;
        }
        if (part == 2 && isdigit((unsigned char)*p) && index >= 0) sum += values[index] * (uint64_t)(*p - '0');
    }
    *address = is_short ? (uint32_t)sum : sum;
    return 1;
}

/* The last two are listed, and no failure: operands.c says the first; the second is a division whose operands it leaves out. */
enum { OPERANDS, KIND, EFFECT, CONSTANT, RELATIVE, CHECKS };
static const char *const checks[CHECKS] = {"operands", "kind", "effect", "off by a constant", "relative to RIP"};
static struct {
    char name[32];
    unsigned long count[CHECKS], sum;
    char example[CHECKS][200];
} differences[200];

static void differs(int check, const char *name, const char *line) {
    int i = 0;
    while (i < 199 && differences[i].sum && strcmp(differences[i].name, name)) i++;
    differences[i].sum++;
    strcpy(differences[i].name, name);
    if (!differences[i].count[check]++) snprintf(differences[i].example[check], 200, "%s", line);
}

static int is_string(const char *name) {
    static const char *const all[] = {"movs", "cmps", "stos", "lods", "scas"};
    for (int i = 0; i < 5; i++) {
        if (begins(name, all[i]) && strlen(name) <= 5 && strchr("bwlq", name[4])) return i + 1; /* or its end */
    }
    return 0;
}

/* Of SSE's MOVSD and CMPSD, of the same name, the operands are others. */
static void compare_operands(const struct text *text, const char *line, uint64_t next) {
    uint64_t shown[2], expected[2], address;
    reset();
    int count = cc_operands(context, shown), wanted = 0, kind = is_string(text->name), is_constant = 0;
    if (kind && (strstr(text->operands, "(%rsi)") || strstr(text->operands, "(%rdi)")) && !strstr(text->operands, "xmm")) {
        uint64_t repeats = text->is_repeated ? CC_REPEATS(values[1]) : 0;
        if (kind == 1 || kind == 2 || kind == 4) expected[wanted++] = (values[6] & CC_ADDRESS) | repeats;
        if (kind != 4) expected[wanted++] = (values[7] & CC_ADDRESS) | repeats;
    } else if (strstr(text->name, "gather") || strstr(text->name, "scatter")) {
        expected[wanted++] = CC_UNJUDGED;
    } else if (!begins(text->name, "lea") && !begins(text->name, "nop") && !begins(text->name, "movabs")) {
        int is_transfer = (*text->name == 'j' || begins(text->name, "call")) && !strchr(text->operands, '*');
        int where = is_transfer || begins(text->name, "xbegin") || begins(text->name, "loop")
                        ? 0 : address_of(text->operands, &address, next);
        int is_division = begins(text->name, "div") || begins(text->name, "idiv");
        is_division &= !strstr(text->operands, "mm"); /* DIVSD and its kind */
        if (where == 1 && address) expected[wanted++] = address & CC_ADDRESS;
        if (is_division && where == 2) differs(RELATIVE, text->name, line);
        else if (is_division) expected[wanted++] = CC_DIVISION;
    }
    int is_same = count == wanted;
    for (int i = 0; is_same && i < count; i++) {
        if (shown[i] & CC_DIVISION && expected[i] == CC_DIVISION) continue;
        if (shown[i] == expected[i]) continue;
        is_constant = *code == 0x62 && (code[5] >> 6) == 1; /* a compressed displacement */
        is_same = is_constant;
    }
    if (is_constant) differs(CONSTANT, text->name, line);
    if (!is_same) differs(OPERANDS, text->name, line);
}

static int kind_of(const struct text *text) {
    static const char *const stepped[] = {"loop", "jrcxz", "jecxz", "lret", "iret", "ljmp", "lcall", "syscall", "sysenter", "ud2",
                                          "int", "hlt", "pushf", "popf", "xabort", "xbegin", "icebp", "int1"};
    const char *name = text->name;
    for (size_t i = 0; i < sizeof stepped / sizeof *stepped; i++) {
        if (begins(name, stepped[i])) return CC_STEPPED;
    }
    int is_transfer = *name == 'j' || begins(name, "call") || begins(name, "ret");
    int has_segment = strstr(text->operands, "%fs:") || strstr(text->operands, "%gs:");
    if (is_transfer && (text->has_odd_prefix || has_segment)) return CC_STEPPED;
    if (begins(name, "jmp") || begins(name, "call")) return strchr(text->operands, '*') ? CC_CARRIED_OUT : CC_PASSED;
    return is_transfer ? CC_CARRIED_OUT : CC_PASSED;
}

static int is_taken(const char *condition, uint64_t flags) {
    static const char *const all[] = {"o", "b", "e", "be", "s", "p", "l", "le"};
    int is_less = !(flags & SIGN) != !(flags & OVERFLOW);
    const int truth[] = {(flags & OVERFLOW) != 0, flags & CARRY, (flags & ZERO) != 0, (flags & (CARRY | ZERO)) != 0,
                         (flags & SIGN) != 0, (flags & PARITY) != 0, is_less, is_less || flags & ZERO};
    static const char *const opposite[] = {"no", "ae", "ne", "a", "ns", "np", "ge", "g"};
    for (int i = 0; i < 8; i++) {
        if (!strcmp(condition, all[i])) return truth[i] != 0;
        if (!strcmp(condition, opposite[i])) return !truth[i];
    }
    return -1;
}

static int is_carried_out(const struct text *text, uint64_t at, uint64_t length) {
    uint64_t next = (uint64_t)code + length, *stack = (uint64_t *)values[4], address = 0;
    if (*text->name == 'j' && !begins(text->name, "jmp")) {
        uint64_t target = strtoull(text->operands, 0, 16) - at + (uint64_t)code;
        for (uint64_t flags = 0; flags < 2 * OVERFLOW; flags += flags < 0xff ? 1 : OVERFLOW - 0xff) {
            reset();
            context[CC_EFLAGS] = flags;
            char condition[32];
            strcpy(condition, text->name + 1);
            condition[strcspn(condition, ",")] = 0; /* a hint, such as ",pn" */
            int taken = is_taken(condition, flags);
            if (taken < 0 || !cc_carry_out(context, *code) || context[CC_RIP] != (taken ? target : next)) return 0;
        }
        return 1;
    }
    reset();
    int where = begins(text->name, "ret") ? 1 : address_of(text->operands, &address, next);
    uint64_t target = 0x123456789abc, *place = begins(text->name, "ret") ? stack : (uint64_t *)address;
    if (where) *place = target;
    else target = values[number_of(strchr(text->operands, '%') + 1, strcspn(strchr(text->operands, '%') + 1, " \n"))];
    int is_done = cc_carry_out(context, *code) && context[CC_RIP] == target;
    if (where) *place = 0;
    if (begins(text->name, "ret")) {
        char *pop = strchr(text->operands, '$');
        return is_done && context[CC_RSP] == values[4] + 8 + (pop ? strtoull(pop + 1, 0, 16) : 0);
    }
    if (!begins(text->name, "call")) return is_done && context[CC_RSP] == values[4];
    is_done &= context[CC_RSP] == values[4] - 8 && stack[-1] == next;
    stack[-1] = 0;
    return is_done;
}

int main(void) {
    char line[4096];
    unsigned long decoded = 0, carried = 0, unknown = 0;
    prepare();
    while (fgets(line, sizeof line, stdin)) {
        char *end, *bytes = strchr(line, '\t'), *words = bytes ? strchr(bytes + 1, '\t') : 0;
        uint64_t at = strtoull(line, &end, 16), length = 0;
        if (!words || *end != ':') continue;
        line[strcspn(line, "\n#<")] = 0;
        memset(code, 0x90, 24);
        for (char *p = bytes; p < words && length < 15; length++) {
            code[length] = (uint8_t)strtoul(p, &p, 16);
            while (isspace((unsigned char)*p)) p++;
            if (p >= words) {
                length++;
                break;
            }
        }
        if (*code == 0x9b && length > 1) memmove(code, code + 1, --length); /* FWAIT, an instruction of its own */
        struct text text = split(words + 1);
        if (begins(text.name, "(bad)") || begins(text.name, ".byte") || !*text.name) {
            unknown++;
            continue;
        }
        decoded++;
        compare_operands(&text, line, (uint64_t)code + length);
        int kind = cc_transfer_at(code, *code);
        if (kind != kind_of(&text)) {
            differs(KIND, text.name, line);
        } else if (kind == CC_CARRIED_OUT) {
            carried++;
            if (!is_carried_out(&text, at, length)) differs(EFFECT, text.name, line);
        }
    }
    unsigned long wrong = 0;
    for (int i = 0; i < 200 && *differences[i].name; i++) {
        for (int check = 0; check < CHECKS; check++) {
            if (!differences[i].count[check]) continue;
            if (check < CONSTANT) wrong += differences[i].count[check];
            printf("  %7lu %-17s %s\n", differences[i].count[check], checks[check], differences[i].example[check]);
        }
    }
    printf("%lu instructions, %lu transfers carried out, %lu not decoded by objdump, %lu disagreements\n", decoded, carried,
           unknown, wrong);
    return wrong != 0 || !decoded;
}
