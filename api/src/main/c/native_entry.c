// SPDX-License-Identifier: Apache-2.0
/*
 * Java 17 on Linux: a method handle that calls a C function without the change of the thread's state. The
 * JVM has had the parts since Java 16, for the foreign-function interface that was incubating then:
 * jdk.internal.invoke.NativeEntryPoint and java.lang.invoke.NativeMethodHandle (OpenJDK 17, src/java.base;
 * compiled by GraphKit::make_native_call, src/hotspot/share/opto/graphKit.cpp). Neither is exported; JNI
 * calls them whatever the modules say. Java 18 and newer have others of another shape, so that Java asks
 * for this on 17 only. A missing class or method leaves a pending exception, which Java takes for "use
 * JNI".
 */
#include <cyclecounter.h>

/* JNI specification, "Interface Function Table": the places of these functions. */
enum {
    NEW_OBJECT_A = 30,
    GET_METHOD_ID = 33,
    GET_STATIC_METHOD_ID = 113,
    CALL_STATIC_OBJECT_METHOD_A = 116,
    CALL_STATIC_LONG_METHOD_A = 134,
    NEW_STRING_UTF = 167,
    NEW_LONG_ARRAY = 180,
    SET_LONG_ARRAY_REGION = 212,
    EXCEPTION_CHECK = 228
};

/* jvalue: as wide as its widest member. */
union value {
    uint8_t z;
    int32_t i;
    int64_t j;
    void *l;
};

/* NOLINTNEXTLINE(bugprone-macro-parentheses): a type */
#define JNI(result, place, ...) ((result(*)(void *, __VA_ARGS__))(*(void ***)env)[place])
#define FAILED(env) (*(uint8_t(**)(void *))((*(void ***)(env)) + EXCEPTION_CHECK))(env)

/*
 * EntryPointCalls.link, given the two classes: JNI's own FindClass asks the API's class loader, and a bundle's
 * does not look for them in the JDK. The handle has the type given, (long)long, calls the address that is its
 * argument, and returns the first integer register of the C ABI: storage 0 of type 0, RAX on x86-64 and X0 on
 * aarch64. Code that is not compiled by C2 calls the fallback, which has the same type.
 */
CC_EXPORT void *Java_org_cyclecounter_spi_nativelib_EntryPointCalls_link(void *env, void *self, void *entry_point,
                                                                         void *handle, void *type,
                                                                         void *fallback) {
    (void)self;
    void *get_register = JNI(void *, GET_STATIC_METHOD_ID, void *, const char *, const char *)(
        env, entry_point, "vmStorageToVMReg", "(II)J");
    if (!get_register) return 0;
    void *constructor = JNI(void *, GET_METHOD_ID, void *, const char *, const char *)(
        env, entry_point, "<init>", "(I[J[JZLjava/lang/invoke/MethodType;Ljava/lang/String;)V");
    if (!constructor) return 0;
    void *make = JNI(void *, GET_STATIC_METHOD_ID, void *, const char *, const char *)(
        env, handle, "make",
        "(Ljdk/internal/invoke/NativeEntryPoint;Ljava/lang/invoke/MethodHandle;)Ljava/lang/invoke/MethodHandle;");
    if (!make) return 0;

    union value storage[2] = {{.i = 0}, {.i = 0}};
    int64_t result = JNI(int64_t, CALL_STATIC_LONG_METHOD_A, void *, void *, const union value *)(
        env, entry_point, get_register, storage);
    if (FAILED(env)) return 0;
    void *arguments = JNI(void *, NEW_LONG_ARRAY, int32_t)(env, 0);
    if (!arguments) return 0;
    void *results = JNI(void *, NEW_LONG_ARRAY, int32_t)(env, 1);
    if (!results) return 0;
    JNI(void, SET_LONG_ARRAY_REGION, void *, int32_t, int32_t, const int64_t *)(env, results, 0, 1, &result);
    if (FAILED(env)) return 0;
    void *name = JNI(void *, NEW_STRING_UTF, const char *)(env, "cyclecounter");
    if (!name) return 0;

    /* No shadow space, as on every system but Windows; no transition, which is what all this is for. */
    union value made[6] = {{.i = 0}, {.l = arguments}, {.l = results}, {.z = 0}, {.l = type}, {.l = name}};
    void *entry = JNI(void *, NEW_OBJECT_A, void *, void *, const union value *)(env, entry_point, constructor, made);
    if (!entry) return 0;
    union value both[2] = {{.l = entry}, {.l = fallback}};
    return JNI(void *, CALL_STATIC_OBJECT_METHOD_A, void *, void *, const union value *)(env, handle, make, both);
}

/* EntryPointCalls.call: the fallback of a handle. */
CC_EXPORT int64_t Java_org_cyclecounter_spi_nativelib_EntryPointCalls_call(CC_UNUSED_ENV, int64_t address) {
    return ((int64_t(*)(void))(intptr_t)address)();
}

/* The function that handles are probed with: EntryPointCalls.KNOWN. */
static int64_t known(void) { return 0x7c3a9e51d2046b8f; }

CC_EXPORT int64_t Java_org_cyclecounter_spi_nativelib_EntryPointCalls_knownAddress(CC_UNUSED_ENV) {
    return (int64_t)(intptr_t)known;
}
