// SPDX-License-Identifier: Apache-2.0
/* A read that never returns, and says first that it has begun: it makes the directory that SPINNING names. */
#include <cyclecounter.h>

extern char *getenv(const char *name);
extern int mkdir(const char *path, unsigned mode);

CC_READ(org_cyclecounter_selector_isolation_SpinningCounter, ticks) {
    mkdir(getenv("SPINNING"), 0700);
    for (;;) __asm__ volatile("");
}

CC_EXPORT int64_t CC_JNI_NAME(org_cyclecounter_selector_isolation_SpinningCounter, address)(void *env, void *self) {
    (void)env, (void)self;
    return (int64_t)(intptr_t)CC_JNI_NAME(org_cyclecounter_selector_isolation_SpinningCounter, ticks);
}
