// SPDX-License-Identifier: Apache-2.0
/*
 * Drops the profiles of the JVM's start, so that code does not depend on it: the start runs in an order that a random
 * salt and identity hash codes decide, and C2 reads its profiles. JVMTI's RetransformClasses with a class's own bytes,
 * as there is no ClassFileLoadHook, makes new methods: without profiles, counters or compiled code. No agent is
 * needed: JNI's GetEnv gives the environment. Hazards:
 *
 * 1. A frame that is active goes on in the old method.
 * 2. Hidden classes, those of lambda forms and proxies, are not modifiable and keep their profiles.
 * 3. invokedynamic is linked anew, in the operation's next run.
 * 4. The salt is a static final field: code that was compiled before has its old value.
 */
#include "jvm.h"

enum { CAPABILITIES = 16, RETRANSFORM_CLASSES = 1u << 5 };
enum { PREPARED = 2, ARRAY = 16, PRIMITIVE = 32 };
enum { SALT = 0x12345678 };

static void *static_field(cc_table env, void *type, const char *name, const char *signature) {
    void *field = type ? cc_member(env, JNI_GET_STATIC_FIELD_ID, type, name, signature) : 0;
    if (!field) ((void (*)(cc_table))(uintptr_t)(*env)[JNI_EXCEPTION_CLEAR])(env);
    return field;
}

/*
 * Sets the salt that decides the order in which Set.of and Map.of iterate (ImmutableCollections in the JDK), if this
 * JDK has it. Objects that exist stay right: look-ups do not read it.
 */
CC_EXPORT void Java_org_cyclecounter_instructions_stepping_Stepper_pinSalt(cc_table env, CC_UNUSED_SELF) {
    void *type = CC_FUNCTION(void *, env, JNI_FIND_CLASS, const char *)(env, "java/util/ImmutableCollections");
    void *salt = static_field(env, type, "SALT32L", "J"), *reverse = static_field(env, type, "REVERSE", "Z");
    if (salt) CC_FUNCTION(void, env, JNI_SET_STATIC_LONG_FIELD, void *, void *, int64_t)(env, type, salt, SALT);
    if (reverse) CC_FUNCTION(void, env, JNI_SET_STATIC_BOOLEAN_FIELD, void *, void *, int32_t)(env, type, reverse, 1);
}

static int has_profiles(cc_table ti, void *type) {
    uint8_t is_modifiable = 0;
    int32_t status = 0;
    CC_FUNCTION(int32_t, ti, JVMTI_IS_MODIFIABLE_CLASS, void *, uint8_t *)(ti, type, &is_modifiable);
    CC_FUNCTION(int32_t, ti, JVMTI_GET_CLASS_STATUS, void *, int32_t *)(ti, type, &status);
    return is_modifiable && (status & PREPARED) && !(status & (ARRAY | PRIMITIVE));
}

static int32_t retransform(cc_table ti, int32_t count, void *const *types) {
    return CC_FUNCTION(int32_t, ti, JVMTI_RETRANSFORM_CLASSES, int32_t, void *const *)(ti, count, types);
}

static void *failure(cc_table env, const char *class, int32_t error) {
    char text[512];
    (void)snprintf(text, sizeof text, "%s\t%d", class, error);
    return CC_FUNCTION(void *, env, JNI_NEW_STRING_UTF, const char *)(env, text);
}

/* Null; or the class whose methods cannot be made anew, empty if unknown, and JVMTI's error, with a tab between. */
CC_EXPORT void *Java_org_cyclecounter_instructions_stepping_Stepper_dropProfiles(cc_table env, CC_UNUSED_SELF) {
    static const uint8_t capabilities[CAPABILITIES] = {0, 0, 0, 0, RETRANSFORM_CLASSES};
    cc_table vm = 0, ti = 0;
    int32_t count = 0, used = 0;
    void **types = 0;
    CC_FUNCTION(int32_t, env, JNI_GET_JAVA_VM, cc_table *)(env, &vm);
    int32_t error = CC_FUNCTION(int32_t, vm, JVM_GET_ENV, cc_table *, int32_t)(vm, &ti, JVMTI_VERSION_1_2);
    if (!error) error = CC_FUNCTION(int32_t, ti, JVMTI_ADD_CAPABILITIES, const void *)(ti, capabilities);
    if (!error) error = CC_FUNCTION(int32_t, ti, JVMTI_GET_LOADED_CLASSES, int32_t *, void ***)(ti, &count, &types);
    if (error) return failure(env, "", error);
    for (int32_t i = 0; i < count; i++) {
        if (has_profiles(ti, types[i])) types[used++] = types[i];
    }
    error = retransform(ti, used, types);
    for (int32_t i = 0; error && i < used; i++) { /* all or none: which one is it? */
        char *signature = 0;
        int32_t one = retransform(ti, 1, types + i);
        if (!one) continue;
        CC_FUNCTION(int32_t, ti, JVMTI_GET_CLASS_SIGNATURE, void *, char **, char **)(ti, types[i], &signature, 0);
        return failure(env, signature ? signature : "", one);
    }
    CC_FUNCTION(int32_t, ti, JVMTI_DEALLOCATE, void *)(ti, (void *)types);
    return error ? failure(env, "", error) : 0;
}
