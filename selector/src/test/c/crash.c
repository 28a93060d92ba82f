// SPDX-License-Identifier: Apache-2.0
/* Reads that take their process down, for trying out isolation. */
#include <cyclecounter.h>

#define CRASH(name) CC_READ(org_cyclecounter_selector_isolation_CrashProvider, name)

CRASH(undefinedInstruction) {
#if defined(__x86_64__) || defined(__i386__)
    __asm__ volatile("ud2");
#elif defined(__aarch64__)
    __asm__ volatile("udf #0");
#elif defined(__riscv)
    __asm__ volatile("unimp");
#else
    __builtin_trap();
#endif
    return 1;
}

CRASH(invalidAddress) { return *(volatile int64_t *)8; }

/* Leaf functions for native isolation, by the number that NativeIsolatorTest has for them. */

static int64_t healthy(void) {
    static volatile int64_t count;
    return ++count;
}

#if defined(__x86_64__)
static int64_t divide_by_zero(void) {
    static volatile int32_t seven = 7, zero;
    return seven / zero;
}

static int64_t breakpoint(void) {
    __asm__ volatile("int3");
    return 1;
}
#endif

static int64_t forever(void) {
    static volatile int run = 1;
    while (run) {
    }
    return 1;
}

static __attribute__((noinline)) int64_t overflow(int64_t depth) {
    volatile int64_t frame[64];
    frame[depth & 63] = depth;
    if (depth < 0) return 0; /* never: for the compiler's sake */
    return overflow(depth + 1) + frame[(depth + 1) & 63];
}

static int64_t stack_overflow(void) { return overflow(0); }

static int64_t jump_to_nowhere(void) {
    int64_t (*volatile nowhere)(void) = (int64_t(*)(void))(intptr_t)8;
    return nowhere() + 1;
}

CC_EXPORT int64_t Java_org_cyclecounter_selector_isolation_NativeIsolatorTest_leaf(void *env, void *self,
                                                                                   int32_t number) {
    (void)env;
    (void)self;
    switch (number) {
    case 0: return (int64_t)(intptr_t)healthy;
    case 1: return (int64_t)(intptr_t)Java_org_cyclecounter_selector_isolation_CrashProvider_undefinedInstruction;
    case 2: return (int64_t)(intptr_t)Java_org_cyclecounter_selector_isolation_CrashProvider_invalidAddress;
    case 3: return (int64_t)(intptr_t)forever;
    case 4: return (int64_t)(intptr_t)stack_overflow;
    case 5: return (int64_t)(intptr_t)jump_to_nowhere;
#if defined(__x86_64__)
    case 6: return (int64_t)(intptr_t)divide_by_zero;
    case 7: return (int64_t)(intptr_t)breakpoint;
#endif
    default: return 0;
    }
}
