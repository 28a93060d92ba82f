// SPDX-License-Identifier: Apache-2.0
/*
 * Talks to valgrind's memcheck from inside of it: a secret is marked as undefined, and memcheck reports each branch
 * and address that depends on it. A client request is a sequence of instructions that does nothing on a processor,
 * so that its default is the result there (Valgrind User Manual, "The Client Request mechanism" and "Client
 * Requests" of Memcheck; the sequences and numbers are part of valgrind's interface, the same since 3.0 on x86-64
 * and since 3.10 on arm64). Reports are switched per thread. Run with valgrind 3.19 on x86-64; of arm64 the
 * requests and the self-test, with valgrind 3.24 in an emulated machine.
 */
#include "subject.h"

enum {
    RUNNING_ON_VALGRIND = 0x1001,
    CHANGE_DISABLEMENT = 0x1804,
    MAKE_UNDEFINED = ('M' << 24 | 'C' << 16) + 1,
    MAKE_DEFINED = ('M' << 24 | 'C' << 16) + 2,
    COUNT_ERRORS = 0x1201
};

/* The interpreter's tables of bytecodes. */
enum { TABLES = 64, SIZE = 256 };
static uintptr_t tables[TABLES];
static int table_count;

/* A compiler would leave out a branch without an effect. */
#if defined(__x86_64__)
#define CC_BRANCH(byte) __asm__ volatile("testb %0, %0\n\tjz 1f\n\tnop\n1:" : : "q"(byte) : "cc")
#else
#define CC_BRANCH(byte) __asm__ volatile("cbz %w0, 1f\n\tnop\n1:" : : "r"(byte))
#endif

static uintptr_t request(uintptr_t number, uintptr_t first, uintptr_t second) {
    volatile uintptr_t arguments[6] = {number, first, second, 0, 0, 0};
#if defined(__x86_64__)
    uintptr_t result = 0;
    __asm__ volatile("rolq $3, %%rdi\n\trolq $13, %%rdi\n\trolq $61, %%rdi\n\trolq $51, %%rdi\n\txchgq %%rbx, %%rbx"
                     : "+d"(result) : "a"(arguments) : "cc", "memory");
#else
    register uintptr_t result __asm__("x3") = 0;
    register volatile uintptr_t *pointer __asm__("x4") = arguments;
    __asm__ volatile("ror x12, x12, #3\n\tror x12, x12, #13\n\tror x12, x12, #51\n\tror x12, x12, #61\n\t"
                     "orr x10, x10, x10" : "+r"(result) : "r"(pointer) : "cc", "memory");
#endif
    return result;
}

static void set_reports(int enabled) {
    request(CHANGE_DISABLEMENT, enabled ? (uintptr_t)-1 : 1, 0);
}

static void mark(cc_table env, uintptr_t how, void *array) {
    int32_t length = CC_FUNCTION(int32_t, env, JNI_GET_ARRAY_LENGTH, void *)(env, array);
    void *bytes = CC_FUNCTION(void *, env, JNI_GET_PRIMITIVE_ARRAY_CRITICAL, void *, void *)(env, array, 0);
    request(how, (uintptr_t)bytes, (uintptr_t)length);
    CC_FUNCTION(void, env, JNI_RELEASE_PRIMITIVE_ARRAY_CRITICAL, void *, void *, int32_t)(env, array, bytes, 0);
}

/* EBX and below it ECX of a leaf of CPUID, which valgrind emulates; 0 on other processors. */
CC_EXPORT int64_t Java_org_cyclecounter_constanttime_check_Memcheck_cpuid(CC_UNUSED_ENV, int32_t leaf) {
    uint32_t eax = (uint32_t)leaf, ebx = 0, ecx = 0, edx = 0;
#if defined(__x86_64__)
    __asm__ volatile("cpuid" : "+a"(eax), "=b"(ebx), "+c"(ecx), "=d"(edx));
#endif
    (void)eax, (void)edx;
    return (int64_t)((uint64_t)ebx << 32 | ecx);
}

/* Switches this thread's reports off, until a checked call; false if this process does not run in valgrind. */
CC_EXPORT uint8_t Java_org_cyclecounter_constanttime_check_Memcheck_silence(CC_UNUSED_ENV) {
    set_reports(0);
    return request(RUNNING_ON_VALGRIND, 0, 0) != 0;
}

/* Declares bytes to be public. */
CC_EXPORT void Java_org_cyclecounter_constanttime_check_Memcheck_define(cc_table env, CC_UNUSED_SELF, void *array) {
    mark(env, MAKE_DEFINED, array);
}

/* Branches and looks up by the bytes of an undefined array; returns how many reports that made. */
CC_EXPORT int64_t Java_org_cyclecounter_constanttime_check_Memcheck_selfTest(CC_UNUSED_ENV) {
    static volatile uint8_t table[SIZE];
    static volatile uint8_t secret;
    uintptr_t before = request(COUNT_ERRORS, 0, 0);
    secret = 1;
    request(MAKE_UNDEFINED, (uintptr_t)&secret, sizeof secret);
    set_reports(1);
    CC_BRANCH(secret);
    secret = table[secret];
    set_reports(0);
    request(MAKE_DEFINED, (uintptr_t)&secret, sizeof secret);
    return (int64_t)(request(COUNT_ERRORS, 0, 0) - before);
}

static int is_jump(const uint8_t *code) { /* jmp *(%r10, %rbx, 8) */
    return code[0] == 0x41 && code[1] == 0xff && code[2] == 0x24 && code[3] == 0xda;
}

/* Each bytecode ends with a jump to the next one's code, behind movabs $table, %r10 (interp_masm_x86.cpp). */
static void find_tables(cc_table ti, const char *name, const void *address, int32_t size) {
    const uint8_t *code = address, *end = code + size - 26;
    (void)ti;
    if (name[0] != 'I' || name[5] != 'p') return; /* Interpreter */
    for (; code < end; code++) {
        if (code[0] != 0x49 || code[1] != 0xba || !(is_jump(code + 10) || is_jump(code + 22))) continue;
        uintptr_t table = *(const uintptr_t *)(const void *)(code + 2);
        int known = table_count == TABLES;
        for (int i = 0; i < table_count; i++) known |= tables[i] == table;
        if (!known) tables[table_count++] = table;
    }
}

static void mark_tables(uintptr_t how) {
    for (int i = 0; i < table_count; i++) request(how, tables[i], SIZE * sizeof(void *));
}

/*
 * Calls with tables that are undefined, which makes a report of each bytecode that is interpreted. The reports that
 * this is more than without that; -1 if there are no tables.
 */
CC_EXPORT int64_t Java_org_cyclecounter_constanttime_check_Memcheck_interpreted(cc_table env, CC_UNUSED_SELF, void *operation,
                                                                          void *secret) {
    uintptr_t reports[2];
    table_count = 0;
    cc_send_code(env, 0, find_tables);
    for (int is_undefined = 0; is_undefined < 2; is_undefined++) {
        mark_tables(is_undefined ? MAKE_UNDEFINED : MAKE_DEFINED);
        uintptr_t before = request(COUNT_ERRORS, 0, 0);
        set_reports(1);
        cc_call_subject(env, operation, secret, 0);
        set_reports(0);
        mark_tables(MAKE_DEFINED);
        reports[is_undefined] = request(COUNT_ERRORS, 0, 0) - before;
    }
    return table_count ? (int64_t)(reports[1] - reports[0]) : -1;
}

/* Calls long run(byte[]) with reports; the secret is undefined or, to see the JVM's own reports, defined. */
CC_EXPORT int64_t Java_org_cyclecounter_constanttime_check_Memcheck_check(cc_table env, CC_UNUSED_SELF, void *operation,
                                                                    void *secret, uint8_t is_undefined) {
    if (is_undefined) mark(env, MAKE_UNDEFINED, secret);
    set_reports(1);
    int64_t result = cc_call_subject(env, operation, secret, 0);
    set_reports(0);
    request(MAKE_DEFINED, (uintptr_t)&result, sizeof result);
    mark(env, MAKE_DEFINED, secret);
    return result;
}
