// SPDX-License-Identifier: Apache-2.0
/* A leaf function whose readings a test writes: it goes round five steps at most. */
#include <cyclecounter.h>

#define SCRIPTED(result, method) CC_EXPORT result CC_JNI_NAME(org_cyclecounter_selector_isolation_ScriptedLeaf, method)

static uint64_t count, steps[5];
static int32_t number, next_step;

SCRIPTED(void, script)
(void *env, void *self, int64_t first, int64_t step0, int64_t step1, int64_t step2, int64_t step3, int64_t step4,
 int32_t length) {
    (void)env, (void)self;
    count = (uint64_t)first;
    steps[0] = (uint64_t)step0;
    steps[1] = (uint64_t)step1;
    steps[2] = (uint64_t)step2;
    steps[3] = (uint64_t)step3;
    steps[4] = (uint64_t)step4;
    number = length;
    next_step = 0;
}

SCRIPTED(int64_t, next)(void) {
    count += steps[next_step];
    next_step = next_step + 1 >= number ? 0 : next_step + 1; /* another thread may change the script during a read */
    return (int64_t)count;
}

SCRIPTED(int64_t, address)(void *env, void *self) {
    (void)env, (void)self;
    return (int64_t)(intptr_t)CC_JNI_NAME(org_cyclecounter_selector_isolation_ScriptedLeaf, next);
}
