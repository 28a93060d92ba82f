// SPDX-License-Identifier: Apache-2.0
/* Calls an operation that works on a secret, by JNI, so that it is compiled into no caller. */
#include "jvm.h"

/* Calls long run(byte[]). */
CC_EXPORT int64_t Java_org_cyclecounter_trace_secret_Subject_call(cc_table env, void *self, void *operation,
                                                                  void *secret) {
    const void *arguments[] = {secret};
    (void)self;
    void *type = CC_FUNCTION(void *, env, JNI_GET_OBJECT_CLASS, void *)(env, operation);
    void *method = CC_FUNCTION(void *, env, JNI_GET_METHOD_ID, void *, const char *, const char *)(
        env, type, "run", "([B)J");
    return CC_FUNCTION(int64_t, env, JNI_CALL_NONVIRTUAL_LONG_METHOD_A, void *, void *, void *, const void *)(
        env, operation, type, method, arguments);
}
