// SPDX-License-Identifier: Apache-2.0
/* A read that never returns. */
#include <cyclecounter.h>

CC_READ(org_cyclecounter_selector_isolation_SpinningCounter, ticks) {
    for (;;) __asm__ volatile("");
}

CC_EXPORT int64_t CC_JNI_NAME(org_cyclecounter_selector_isolation_SpinningCounter, address)(void *env, void *self) {
    (void)env, (void)self;
    return (int64_t)(intptr_t)CC_JNI_NAME(org_cyclecounter_selector_isolation_SpinningCounter, ticks);
}
