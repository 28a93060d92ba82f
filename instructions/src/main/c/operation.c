// SPDX-License-Identifier: Apache-2.0
/*
 * Calls an operation by JNI, which asks for no access, and counts its instructions. A call from here is compiled
 * into no caller, and the way to the operation's code is that of every other operation.
 */
#include "blocks.h"
#include "jvm.h"
#include "steps.h"

/* Calls a Callable, and counts if it is stepped; null with an exception thrown, or if the kernel has refused. */
CC_EXPORT void *Java_org_cyclecounter_instructions_stepping_Stepper_call(cc_table env, CC_UNUSED_SELF, void *operation,
                                                               uint8_t is_stepped) {
    void *type = CC_FUNCTION(void *, env, JNI_GET_OBJECT_CLASS, void *)(env, operation);
    void *method = cc_member(env, JNI_GET_METHOD_ID, type, "call", "()Ljava/lang/Object;");
    void *(*function)(cc_table, void *, void *, void *, const void *) =
        CC_FUNCTION(void *, env, JNI_CALL_NONVIRTUAL_OBJECT_METHOD_A, void *, void *, void *, const void *);
    if (!is_stepped) return function(env, operation, type, method, 0);
    if (cc_begin_steps() != 0) return 0;
    cc_blocks_begin();
    __asm__ volatile(CC_SET_TRAP_FLAG ::: "cc", "memory");
    void *result = function(env, operation, type, method, 0);
    uint64_t end;
    __asm__ volatile(CC_CLEAR_TRAP_FLAG : "=r"(end) : : "cc", "memory");
    cc_end_steps(end);
    return result;
}

/* Sets whether blocks run at full speed in counted calls. */
CC_EXPORT void Java_org_cyclecounter_instructions_stepping_Stepper_blocks(CC_UNUSED_ENV, uint8_t are_wanted) {
    cc_are_blocks_wanted = are_wanted;
}

/* Returns true if the last counted call has to be repeated: hazard 1 of blocks.c. */
CC_EXPORT uint8_t Java_org_cyclecounter_instructions_stepping_Stepper_isDisturbed(CC_UNUSED_ENV) {
    return cc_are_blocks_wanted && cc_steps.is_disturbed && !cc_steps.is_lost;
}

/*
 * The places of the last counted call, each with its count; null if a step was lost, or with an exception thrown.
 */
CC_EXPORT void *Java_org_cyclecounter_instructions_stepping_Stepper_places(cc_table env, CC_UNUSED_SELF) {
    if (!cc_steps.is_complete) return 0;
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
