// SPDX-License-Identifier: Apache-2.0
/*
 * Declarations for the C side of a provider. Freestanding C11: no libc header, nothing linked.
 *
 * A JNI function of a static method without parameters is called with two pointers it may ignore, so
 * on every calling convention in which the caller cleans up (all of ours) it can be declared as
 * int64_t f(void) and serve at once as the JNI method, as the target of a foreign-function downcall,
 * and as the leaf entry point of native isolation.
 */
#ifndef CYCLECOUNTER_H
#define CYCLECOUNTER_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define CC_EXPORT __attribute__((dllexport))
#else
#define CC_EXPORT __attribute__((visibility("default")))
#endif

/* CC_READ(org_cyclecounter_arm_Arm64Vct, ticks) { return ...; } defines and exports one read. */
#define CC_JNI_NAME(class, method) Java_##class##_##method
#define CC_READ(class, method) CC_EXPORT int64_t CC_JNI_NAME(class, method)(void)

/* The JVM's first two arguments, for a native method that needs neither. */
#define CC_UNUSED_ENV __attribute__((unused)) void *env, __attribute__((unused)) void *self

/* Returned if the thread cannot open the counter: CheckedTicks.UNREADABLE. */
#define CC_UNREADABLE INT64_MIN

/* Returned if the counter was taken away while in use: CheckedTicks.LOST. */
#define CC_LOST (INT64_MIN + 1)

/* Returned by a read that has just opened the counter for its thread, and must be repeated: CheckedTicks.FIRST. */
#define CC_FIRST (INT64_MIN + 2)

/* org.cyclecounter.spi.nativelib.NativeCounterSource.Function, in its order. */
enum cc_function { CC_TICKS, CC_START_TICKS, CC_STOP_TICKS, CC_ENTRY_POINT };

/*
 * CC_ADDRESSES(class, start, stop, entry) defines the native method address(int) of a counter whose
 * reads are the methods ticks, start and stop; entry is a function, or 0 where there is none.
 */
#define CC_ADDRESSES(class, start, stop, entry)                                                     \
    CC_EXPORT int64_t CC_JNI_NAME(class, address)(CC_UNUSED_ENV, int32_t function) {                \
        switch (function) {                                                                         \
        case CC_TICKS: return (int64_t)(intptr_t)CC_JNI_NAME(class, ticks);                         \
        case CC_START_TICKS: return (int64_t)(intptr_t)CC_JNI_NAME(class, start);                   \
        case CC_STOP_TICKS: return (int64_t)(intptr_t)CC_JNI_NAME(class, stop);                     \
        case CC_ENTRY_POINT: return (int64_t)(intptr_t)(entry);                                     \
        default: return 0;                                                                          \
        }                                                                                           \
    }

/*
 * CC_READS(class, count, ordered, fence, entry) defines the reads of a counter whose count is an expression:
 * ticks, and a method `ordered` with a fence on both sides, so that nothing moves past it; entry as above.
 */
#define CC_READS(class, count, ordered, fence, entry)                                               \
    CC_READ(class, ticks) { return count; }                                                         \
    CC_READ(class, ordered) {                                                                       \
        fence;                                                                                      \
        int64_t between_ = count;                                                                   \
        fence;                                                                                      \
        return between_;                                                                            \
    }                                                                                               \
    CC_ADDRESSES(class, ordered, ordered, entry)

#endif
