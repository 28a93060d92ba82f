// SPDX-License-Identifier: Apache-2.0
/* The operands of instructions, with registers from a test. */
#include "../../main/c/operands.c"

#include "../../main/c/jvm.h"

#define MAX_CODE 16

/* The registers in the order of their encoding; null with an exception thrown. */
CC_EXPORT void *Java_org_cyclecounter_instructions_stepping_OperandsTest_shown(cc_table env, void *self, void *code,
                                                                     void *values) {
    uint8_t bytes[MAX_CODE + 8] = {0};
    uint64_t context[CC_CONTEXT_WORDS] = {0}, given[16], shown[2];
    (void)self;
    int32_t length = CC_FUNCTION(int32_t, env, JNI_GET_ARRAY_LENGTH, void *)(env, code);
    CC_FUNCTION(void, env, JNI_GET_BYTE_ARRAY_REGION, void *, int32_t, int32_t, void *)(
        env, code, 0, length < MAX_CODE ? length : MAX_CODE, bytes);
    CC_FUNCTION(void, env, JNI_GET_LONG_ARRAY_REGION, void *, int32_t, int32_t, void *)(env, values, 0, 16, given);
    for (int i = 0; i < 16; i++) context[cc_registers[i]] = given[i];
    context[CC_RIP] = (uint64_t)bytes;
    int32_t count = cc_operands(context, shown);
    void *array = CC_FUNCTION(void *, env, JNI_NEW_LONG_ARRAY, int32_t)(env, count);
    if (array) {
        CC_FUNCTION(void, env, JNI_SET_LONG_ARRAY_REGION, void *, int32_t, int32_t, const void *)(
            env, array, 0, count, shown);
    }
    return array;
}
