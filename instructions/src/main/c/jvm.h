// SPDX-License-Identifier: Apache-2.0
/*
 * The functions of JNI and JVMTI that are used, by their places in the tables (JNI Specification, "JNI Functions";
 * JVM Tool Interface, "Function Index", whose numbers begin with 1), which are the same since Java 6.
 */
#ifndef CYCLECOUNTER_JVM_H
#define CYCLECOUNTER_JVM_H

#include <cyclecounter.h>

typedef void *const *const *cc_table; /* JNIEnv *, JavaVM *, jvmtiEnv * */

#define CC_FUNCTION(result, table, place, ...) ((result (*)(cc_table, __VA_ARGS__))(uintptr_t)(*(table))[place])

/* A native method's class. */
/* NOLINTNEXTLINE(bugprone-macro-parentheses): a declaration */
#define CC_UNUSED_SELF __attribute__((unused)) void *self

enum { JNI_GET_OBJECT_CLASS = 31, JNI_GET_METHOD_ID = 33, JNI_NEW_OBJECT_A = 30, JNI_DELETE_LOCAL_REF = 23 };
enum { JNI_CALL_NONVIRTUAL_OBJECT_METHOD_A = 66, JNI_CALL_NONVIRTUAL_LONG_METHOD_A = 84 };
enum { JNI_FIND_CLASS = 6, JNI_EXCEPTION_CLEAR = 17, JNI_GET_STATIC_FIELD_ID = 144 };
enum { JNI_SET_STATIC_BOOLEAN_FIELD = 155, JNI_SET_STATIC_LONG_FIELD = 160 };
enum { JNI_FROM_REFLECTED_METHOD = 7, JNI_NEW_GLOBAL_REF = 21, JNI_REGISTER_NATIVES = 215 };
enum { JNI_CALL_OBJECT_METHOD_A = 36, JNI_GET_STATIC_METHOD_ID = 113, JNI_CALL_STATIC_LONG_METHOD_A = 134 };
enum { JNI_NEW_STRING_UTF = 167, JNI_SET_OBJECT_ARRAY_ELEMENT = 174 };
enum { JNI_GET_ARRAY_LENGTH = 171, JNI_NEW_LONG_ARRAY = 180, JNI_SET_LONG_ARRAY_REGION = 212 };
enum { JNI_GET_LONG_ARRAY_ELEMENTS = 188, JNI_RELEASE_LONG_ARRAY_ELEMENTS = 196 };
enum { JNI_GET_BYTE_ARRAY_REGION = 200, JNI_GET_LONG_ARRAY_REGION = 204 };
enum { JNI_GET_PRIMITIVE_ARRAY_CRITICAL = 222, JNI_RELEASE_PRIMITIVE_ARRAY_CRITICAL = 223 };
enum { JNI_GET_JAVA_VM = 219, JVM_GET_ENV = 6, JVMTI_VERSION_1_2 = 0x30010200 };

enum { JVMTI_ADD_CAPABILITIES = 141, JVMTI_SET_EVENT_CALLBACKS = 121, JVMTI_SET_EVENT_NOTIFICATION_MODE = 1 };
enum { JVMTI_GENERATE_EVENTS = 122, JVMTI_DEALLOCATE = 46, JVMTI_GET_LINE_NUMBER_TABLE = 69 };
enum { JVMTI_GET_METHOD_NAME = 63, JVMTI_GET_METHOD_DECLARING_CLASS = 64, JVMTI_GET_METHOD_LOCATION = 70 };
enum { JVMTI_GET_CLASS_SIGNATURE = 47, JVMTI_GET_SOURCE_FILE_NAME = 49 };
enum { JVMTI_GET_LOADED_CLASSES = 77, JVMTI_IS_MODIFIABLE_CLASS = 44, JVMTI_GET_CLASS_STATUS = 48 };
enum { JVMTI_RETRANSFORM_CLASSES = 151 };
enum { JVMTI_GET_BYTECODES = 74, JVMTI_GET_CONSTANT_POOL = 145 };
enum { JNI_IS_SAME_OBJECT = 24, JNI_GET_STRING_UTF_CHARS = 169, JNI_RELEASE_STRING_UTF_CHARS = 170 };
enum { JNI_NEW_BYTE_ARRAY = 176, JNI_SET_BYTE_ARRAY_REGION = 208 };

/* The C library's, found in the process. */
extern int snprintf(char *text, size_t size, const char *format, ...);

/* A method or field of a class, by the function of JNI that finds it; null with an exception thrown. */
static inline void *cc_member(cc_table env, int find, void *type, const char *name, const char *signature) {
    return CC_FUNCTION(void *, env, find, void *, const char *, const char *)(env, type, name, signature);
}

/* Sends the code that there is to callbacks of JVMTI's: lines.c. */
struct cc_record;
typedef void cc_compiled(cc_table ti, void *method, int32_t size, const void *address, int32_t map_length,
                         const void *map, const struct cc_record *record);
typedef void cc_generated(cc_table ti, const char *name, const void *address, int32_t size);
void cc_send_code(cc_table env, cc_compiled *to_compiled, cc_generated *to_generated)
    __attribute__((visibility("hidden")));

#endif
