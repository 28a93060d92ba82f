// SPDX-License-Identifier: Apache-2.0
/*
 * Calls an operation by JNI, which asks for no access, and counts its instructions. A call from here is compiled
 * into no caller, and the way to the operation's code is that of every other operation.
 */
#include "jvm.h"
#include "steps.h"

/* A new object of a class; null with an exception thrown. */
CC_EXPORT void *Java_org_cyclecounter_trace_child_Stepper_instantiate(cc_table env, void *self, void *type) {
    (void)self;
    void *constructor = CC_FUNCTION(void *, env, JNI_GET_METHOD_ID, void *, const char *, const char *)(
        env, type, "<init>", "()V");
    if (!constructor) return 0;
    return CC_FUNCTION(void *, env, JNI_NEW_OBJECT_A, void *, void *, const void *)(env, type, constructor, 0);
}

static void *call(cc_table env, void *operation, int stepped) {
    void *type = CC_FUNCTION(void *, env, JNI_GET_OBJECT_CLASS, void *)(env, operation);
    void *method = CC_FUNCTION(void *, env, JNI_GET_METHOD_ID, void *, const char *, const char *)(
        env, type, "call", "()Ljava/lang/Object;");
    void *(*function)(cc_table, void *, void *, void *, const void *) =
        CC_FUNCTION(void *, env, JNI_CALL_NONVIRTUAL_OBJECT_METHOD_A, void *, void *, void *, const void *);
    if (!stepped) return function(env, operation, type, method, 0);
    CC_SET_TRAP_FLAG();
    void *result = function(env, operation, type, method, 0);
    CC_CLEAR_TRAP_FLAG();
    return result;
}

/* Calls a Callable. */
CC_EXPORT void *Java_org_cyclecounter_trace_child_Stepper_call(cc_table env, void *self, void *operation) {
    (void)self;
    return call(env, operation, 0);
}

static int is_restored;

/* Calls a Callable and counts; null with an exception thrown, or if the kernel has refused. */
CC_EXPORT void *Java_org_cyclecounter_trace_child_Stepper_step(cc_table env, void *self, void *operation) {
    (void)self;
    is_restored = cc_begin_steps() == 0;
    if (!is_restored) return 0;
    void *result = call(env, operation, 1);
    is_restored = cc_end_steps();
    return result;
}

/* After a counted call: whether flag and handler are as they were before. */
CC_EXPORT uint8_t Java_org_cyclecounter_trace_child_Stepper_isRestored(CC_UNUSED_ENV) {
    return is_restored != 0;
}

/* The places of the last counted call, each with its count; null with an exception thrown. */
CC_EXPORT void *Java_org_cyclecounter_trace_child_Stepper_places(cc_table env, void *self) {
    (void)self;
    void *array = CC_FUNCTION(void *, env, JNI_NEW_LONG_ARRAY, int32_t)(env, (int32_t)(2 * cc_steps.used));
    int32_t length = 0;
    for (unsigned i = 0; array && i < CC_PLACES; i++) {
        if (!cc_steps.places[i].pc) continue;
        CC_FUNCTION(void, env, JNI_SET_LONG_ARRAY_REGION, void *, int32_t, int32_t, const void *)(
            env, array, length, 2, &cc_steps.places[i]);
        length += 2;
    }
    return array;
}

/* The address of an object; only for a collector that keeps plain addresses, as the serial one does. */
CC_EXPORT int64_t Java_org_cyclecounter_trace_child_Stepper_address(cc_table env, void *self, const int64_t *object) {
    (void)env, (void)self;
    return *object;
}
