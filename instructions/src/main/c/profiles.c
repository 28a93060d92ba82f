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
enum { CLASS_FILE_LOAD_HOOK = 54, FIRST_EVENT = 50, CALLBACKS = 37 };

static const uint8_t capabilities[CAPABILITIES] = {0, 0, 0, 0, RETRANSFORM_CLASSES};
static void *asked, *class_files; /* a class, an array for its bytes */

extern int strcmp(const char *a, const char *b); /* the C library's, found in the process */

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

static void on_class_file(cc_table ti, cc_table env, void *type, void *loader, const char *name, void *domain,
                          int32_t size, const uint8_t *bytes, int32_t *new_size, uint8_t **new_bytes) {
    (void)ti, (void)loader, (void)name, (void)domain, (void)new_size, (void)new_bytes;
    if (!type || !CC_FUNCTION(uint8_t, env, JNI_IS_SAME_OBJECT, void *, void *)(env, type, asked)) return;
    void *file = CC_FUNCTION(void *, env, JNI_NEW_BYTE_ARRAY, int32_t)(env, size);
    if (!file) return;
    CC_FUNCTION(void, env, JNI_SET_BYTE_ARRAY_REGION, void *, int32_t, int32_t, const void *)(env, file, 0, size, bytes);
    CC_FUNCTION(void, env, JNI_SET_OBJECT_ARRAY_ELEMENT, void *, int32_t, void *)(env, class_files, 0, file);
}

/*
 * Puts the class file of what runs now under a signature, transformed or not, into an array; nothing of a class that
 * cannot be retransformed. Returns how many classes have the signature. It makes their methods anew.
 */
CC_EXPORT int32_t Java_org_cyclecounter_instructions_stepping_Stepper_classFile(cc_table env, CC_UNUSED_SELF, void *signature,
                                                                     void *files) {
    static cc_table ti;
    uintptr_t callbacks[CALLBACKS] = {0};
    int32_t count = 0, found = 0;
    void **types = 0;
    if (!ti) {
        cc_table vm = 0;
        callbacks[CLASS_FILE_LOAD_HOOK - FIRST_EVENT] = (uintptr_t)on_class_file;
        CC_FUNCTION(int32_t, env, JNI_GET_JAVA_VM, cc_table *)(env, &vm);
        if (CC_FUNCTION(int32_t, vm, JVM_GET_ENV, cc_table *, int32_t)(vm, &ti, JVMTI_VERSION_1_2)) return 0;
        CC_FUNCTION(int32_t, ti, JVMTI_ADD_CAPABILITIES, const void *)(ti, capabilities);
        CC_FUNCTION(int32_t, ti, JVMTI_SET_EVENT_CALLBACKS, const void *, int32_t)(ti, callbacks, sizeof callbacks);
        CC_FUNCTION(int32_t, ti, JVMTI_SET_EVENT_NOTIFICATION_MODE, int32_t, int32_t, void *)(ti, 1, CLASS_FILE_LOAD_HOOK, 0);
    }
    const char *wanted = CC_FUNCTION(const char *, env, JNI_GET_STRING_UTF_CHARS, void *, uint8_t *)(env, signature, 0);
    CC_FUNCTION(int32_t, ti, JVMTI_GET_LOADED_CLASSES, int32_t *, void ***)(ti, &count, &types);
    for (int32_t i = 0; i < count; i++) {
        char *name = 0;
        CC_FUNCTION(int32_t, ti, JVMTI_GET_CLASS_SIGNATURE, void *, char **, char **)(ti, types[i], &name, 0);
        if (name && strcmp(name, wanted) == 0 && has_profiles(ti, types[i])) {
            found++;
            asked = types[i];
            class_files = files;
            retransform(ti, 1, types + i);
        }
        if (name) CC_FUNCTION(int32_t, ti, JVMTI_DEALLOCATE, void *)(ti, name);
        CC_FUNCTION(void, env, JNI_DELETE_LOCAL_REF, void *)(env, types[i]);
    }
    if (types) CC_FUNCTION(int32_t, ti, JVMTI_DEALLOCATE, void *)(ti, (void *)types);
    CC_FUNCTION(void, env, JNI_RELEASE_STRING_UTF_CHARS, void *, const char *)(env, signature, wanted);
    return found;
}
