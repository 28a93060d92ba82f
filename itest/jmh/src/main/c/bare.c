// SPDX-License-Identifier: Apache-2.0
/*
 * The cost of the bare counter in a loop, with which reads from Java are compared. Written for
 * comparison only; the instructions are those of counter-x86 and counter-arm, where their sources are
 * named.
 */
#include <cyclecounter.h>

#define BARE(method) CC_READ(org_cyclecounter_itest_jmh_Bare, method)
#define LOOP(method) CC_EXPORT int64_t CC_JNI_NAME(org_cyclecounter_itest_jmh_Bare, method)(void *env, void *self, int32_t times)

#if defined(__x86_64__)
static inline int64_t joined(uint32_t low, uint32_t high) { return (int64_t)((uint64_t)high << 32 | low); }
static inline int64_t plain(void) {
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return joined(low, high);
}
static inline int64_t start(void) {
    uint32_t low, high;
    __asm__ volatile("lfence\n\trdtsc" : "=a"(low), "=d"(high) : : "memory");
    return joined(low, high);
}
static inline int64_t stop(void) {
    uint32_t low, high;
    __asm__ volatile("rdtscp\n\tlfence" : "=a"(low), "=d"(high) : : "ecx", "memory");
    return joined(low, high);
}
/* gotsc's two reads, by the instructions that its page names: CPUID before the one, CPUID after the other. */
static inline int64_t cpuid_start(void) {
    uint32_t low, high, leaf = 0;
    __asm__ volatile("cpuid" : "+a"(leaf) : : "ebx", "ecx", "edx", "memory");
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high) : : "memory");
    return joined(low, high);
}
static inline int64_t cpuid_stop(void) {
    uint32_t low, high, leaf = 0;
    __asm__ volatile("rdtscp" : "=a"(low), "=d"(high) : : "ecx", "memory");
    __asm__ volatile("cpuid" : "+a"(leaf) : : "ebx", "ecx", "edx", "memory");
    return joined(low, high);
}
#elif defined(__aarch64__)
static inline int64_t plain(void) {
    int64_t count;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(count));
    return count;
}
static inline int64_t start(void) {
    int64_t count;
    __asm__ volatile("isb\n\tmrs %0, cntvct_el0\n\tisb" : "=r"(count) : : "memory");
    return count;
}
static inline int64_t stop(void) { return start(); }
static inline int64_t cpuid_start(void) { return start(); }
static inline int64_t cpuid_stop(void) { return start(); }
#endif

/* A native counter that returns at once: the cost of a call. */
BARE(nothing) {
    static volatile int64_t zero;
    return zero;
}

CC_EXPORT int64_t CC_JNI_NAME(org_cyclecounter_itest_jmh_Bare, nothingAddress)(void *env, void *self) {
    (void)env, (void)self;
    return (int64_t)(intptr_t)CC_JNI_NAME(org_cyclecounter_itest_jmh_Bare, nothing);
}

/* Loops make a sum, so that no read is left out. */
LOOP(ticksLoop) {
    (void)env, (void)self;
    int64_t sum = 0;
    for (int32_t i = 0; i < times; i++) sum += plain();
    return sum;
}

/* Ordered reads as functions, called as a library's are from a program that does not know them. */
static int64_t start_called(void) { return start(); }
static int64_t stop_called(void) { return stop(); }
static int64_t (*volatile const start_pointer)(void) = start_called;
static int64_t (*volatile const stop_pointer)(void) = stop_called;

LOOP(pairCallLoop) {
    (void)env, (void)self;
    int64_t (*begin)(void) = start_pointer, (*end)(void) = stop_pointer;
    int64_t sum = 0;
    for (int32_t i = 0; i < times; i++) {
        int64_t before = begin();
        sum += end() - before;
    }
    return sum;
}

LOOP(cpuidPairLoop) {
    (void)env, (void)self;
    int64_t sum = 0;
    for (int32_t i = 0; i < times; i++) {
        int64_t before = cpuid_start();
        sum += cpuid_stop() - before;
    }
    return sum;
}

/* Another library's function int64_t f(void), such as libcpucycles's cpucycles. */
CC_EXPORT int64_t CC_JNI_NAME(org_cyclecounter_itest_jmh_Bare, callLoop)(void *env, void *self, int64_t address,
                                                                        int32_t times) {
    (void)env, (void)self;
    int64_t (*function)(void) = (int64_t(*)(void))(intptr_t)address;
    int64_t sum = 0;
    for (int32_t i = 0; i < times; i++) sum += function();
    return sum;
}

/* Adjacent readings; GetDirectBufferAddress is number 230 of the JNI function table. */
typedef void *get_direct_buffer_address(void *env, void *buffer);

CC_EXPORT void CC_JNI_NAME(org_cyclecounter_itest_jmh_Bare, readings)(void *env, void *self, void *buffer, int32_t number) {
    (void)self;
    int64_t *out = (*(get_direct_buffer_address ***)env)[230](env, buffer);
    for (int32_t i = 0; i < number; i++) out[i] = plain();
}
