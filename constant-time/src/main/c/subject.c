// SPDX-License-Identifier: Apache-2.0
/* Calls an operation that works on a secret, by JNI, so that it is compiled into no caller. */
#include "subject.h"

#include "steps.h"

int64_t cc_call_subject(cc_table env, void *operation, void *secret, uint64_t *end) {
    const void *arguments[] = {secret};
    void *type = CC_FUNCTION(void *, env, JNI_GET_OBJECT_CLASS, void *)(env, operation);
    void *method = cc_member(env, JNI_GET_METHOD_ID, type, "run", "([B)J");
    int64_t (*function)(cc_table, void *, void *, void *, const void *const *) =
        CC_FUNCTION(int64_t, env, JNI_CALL_NONVIRTUAL_LONG_METHOD_A, void *, void *, void *, const void *const *);
#if defined(__x86_64__)
    if (end) __asm__ volatile(CC_SET_TRAP_FLAG ::: "cc", "memory");
    int64_t result = function(env, operation, type, method, arguments);
    if (end) __asm__ volatile(CC_CLEAR_TRAP_FLAG : "=r"(*end) : : "cc", "memory");
    return result;
#else
    (void)end;
    return function(env, operation, type, method, arguments);
#endif
}

/* Nothing before it is still to be done, and nothing behind it has begun (Intel SDM volume 2B; Arm ARM, "ISB"). */
static inline uint64_t ordered_ticks(void) {
#if defined(__x86_64__)
    uint32_t low, high;
    __asm__ volatile("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high) : : "memory");
    return (uint64_t)high << 32 | low;
#else
    uint64_t ticks;
    __asm__ volatile("isb\n\tmrs %0, cntvct_el0\n\tisb" : "=r"(ticks) : : "memory");
    return ticks;
#endif
}

/* Calls long run(byte[]); the ticks of the time-stamp counter, or virtual count, from before it to behind it. */
CC_EXPORT int64_t Java_org_cyclecounter_constanttime_check_SecretRuns_ticks(cc_table env, CC_UNUSED_SELF, void *operation,
                                                                  void *secret) {
    uint64_t begin = ordered_ticks();
    cc_call_subject(env, operation, secret, 0);
    return (int64_t)(ordered_ticks() - begin);
}
