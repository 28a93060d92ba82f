// SPDX-License-Identifier: Apache-2.0
/*
 * The state of a processor that all code shares and a function must leave as it finds it: flags that are
 * no result, and the settings of floating-point arithmetic. Sources as in registers.h.
 */
#ifndef CYCLECOUNTER_CONTROL_STATE_H
#define CYCLECOUNTER_CONTROL_STATE_H

#include <cyclecounter.h>

struct control {
    uintptr_t flags;
    uintptr_t floats;
    uint16_t x87_control, x87_status;
    uint16_t x87_tags;
};

#if defined(__x86_64__) || defined(__i386__)
#define DIRECTION 0x400u
#define ALIGNMENT_CHECK 0x40000u
#define OTHER_FLAGS 0x204000u   /* ID, NT */
#define MXCSR_CONTROL 0xffc0u   /* without the exceptions seen so far */
#define X87_TOP 0x3800u

#if defined(__x86_64__)
#define READ_FLAGS() __builtin_ia32_readeflags_u64()
#define WRITE_FLAGS(flags) __builtin_ia32_writeeflags_u64(flags)
#else
#define READ_FLAGS() __builtin_ia32_readeflags_u32()
#define WRITE_FLAGS(flags) __builtin_ia32_writeeflags_u32(flags)
#endif

static void observe(struct control *control) {
    uint32_t mxcsr;
    __asm__ volatile("stmxcsr %0" : "=m"(mxcsr));
    control->floats = mxcsr & MXCSR_CONTROL;
    __asm__ volatile("fnstcw %0" : "=m"(control->x87_control));
    __asm__ volatile("fnstsw %0" : "=m"(control->x87_status));
    control->x87_status &= X87_TOP;
}

/* MMX without EMMS leaves no other trace; it stays until somebody cleans up, so once at the end is enough. */
static inline uint16_t x87_tags(void) {
    uint16_t environment[14];
    __asm__ volatile("fnstenv %0\n\tfldenv %0" : "=m"(environment));
    return environment[4];
}

static inline void restore(const struct control *control) {
    uint32_t mxcsr = (uint32_t)control->floats;
    WRITE_FLAGS(control->flags);
    __asm__ volatile("ldmxcsr %0" : : "m"(mxcsr));
    __asm__ volatile("fninit\n\tfldcw %0" : : "m"(control->x87_control));
}
#elif defined(__aarch64__)
static void observe(struct control *control) { __asm__ volatile("mrs %0, fpcr" : "=r"(control->floats)); }
static inline void restore(const struct control *control) { __asm__ volatile("msr fpcr, %0" : : "r"(control->floats)); }
#elif defined(__riscv)
static void observe(struct control *control) { __asm__ volatile("frrm %0" : "=r"(control->floats)); }
static inline void restore(const struct control *control) { __asm__ volatile("fsrm %0" : : "r"(control->floats)); }
#endif

#endif
