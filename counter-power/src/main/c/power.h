/*
 * What the POWER counters share.
 *
 * Source: Power ISA 3.1B, Book II, chapter 6, "Time Base": SPR 268 is the time base, 64 bits wide to a
 * 64-bit process, its low half to a 32-bit one, where SPR 269 is its upper half. ISYNC waits until
 * every earlier instruction has completed, and later ones are fetched anew: one on each side keeps
 * anything from moving past a read.
 */
#ifndef CYCLECOUNTER_POWER_H
#define CYCLECOUNTER_POWER_H

#include <cyclecounter.h>

#define POWER_ISYNC() __asm__ volatile("isync" : : : "memory")

/* The reads of a counter whose count is an expression. */
#define POWER_READS(class, count)                                                                   \
    CC_READ(class, ticks) { return count; }                                                         \
    CC_READ(class, orderedTicks) {                                                                  \
        POWER_ISYNC();                                                                              \
        int64_t ordered = count;                                                                    \
        POWER_ISYNC();                                                                              \
        return ordered;                                                                             \
    }                                                                                               \
    CC_ADDRESSES(class, orderedTicks, orderedTicks, CC_JNI_NAME(class, ticks))

#endif
