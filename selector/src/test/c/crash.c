/* Reads that take their process down, for trying out isolation. */
#include <cyclecounter.h>

CC_READ(org_cyclecounter_selector_isolation_CrashProvider, undefinedInstruction) {
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

CC_READ(org_cyclecounter_selector_isolation_CrashProvider, invalidAddress) {
    return *(volatile int64_t *)8;
}
