// SPDX-License-Identifier: Apache-2.0
/* Calls an operation that works on a secret, by JNI, so that it is compiled into no caller. */
#include "subject.h"

#include "steps.h"

int64_t cc_call_subject(cc_table env, void *operation, void *secret, int is_stepped) {
    const void *arguments[] = {secret};
    void *type = CC_FUNCTION(void *, env, JNI_GET_OBJECT_CLASS, void *)(env, operation);
    void *method = CC_FUNCTION(void *, env, JNI_GET_METHOD_ID, void *, const char *, const char *)(
        env, type, "run", "([B)J");
    int64_t (*function)(cc_table, void *, void *, void *, const void *const *) =
        CC_FUNCTION(int64_t, env, JNI_CALL_NONVIRTUAL_LONG_METHOD_A, void *, void *, void *, const void *const *);
    if (!is_stepped) return function(env, operation, type, method, arguments);
    __asm__ volatile(CC_SET_TRAP_FLAG ::: "cc", "memory");
    int64_t result = function(env, operation, type, method, arguments);
    __asm__ volatile(CC_CLEAR_TRAP_FLAG ::: "cc", "memory");
    return result;
}

/* Calls long run(byte[]). */
CC_EXPORT int64_t Java_org_cyclecounter_trace_secret_Subject_call(cc_table env, void *self, void *operation,
                                                                  void *secret) {
    (void)self;
    return cc_call_subject(env, operation, secret, 0);
}
