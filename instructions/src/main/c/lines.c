// SPDX-License-Identifier: Apache-2.0
/*
 * Names places in the code: for the compiled code that there is now JVMTI sends its events once more
 * (GenerateEvents), with the inlined frames of each place (jvmticmlr.h in the JDK), and the names of the stubs.
 * Other places belong to libraries, whose symbols the C library knows. No agent is needed: JNI's GetEnv gives the
 * environment. A record's pc is the end of its range.
 */
#include "jvm.h"

enum { COMPILED_METHOD_LOAD = 68, DYNAMIC_CODE_GENERATED = 70, FIRST_EVENT = 50, CALLBACKS = 37 };
enum { CAPABILITIES = 16, INLINE_INFO = 2, JNI_ABORT = 2 };

struct frames {
    uint64_t end;
    int32_t depth;
    void **methods; /* innermost first */
    int32_t *indexes;
};

struct cc_record {
    int32_t kind, major, minor;
    const struct cc_record *next;
    int32_t length;
    const struct frames *frames;
};

struct line {
    int64_t start;
    int32_t number;
};

/* The C library's, found in the process. A symbol's file, its base, its name, its address. */
extern int dladdr(const void *address, const char *symbol[4]);

static cc_table jni;
static void *names; /* an array of strings, as long as pcs */
static uint64_t *pcs; /* 0 when it has its name */
static int32_t length, max_frames;
static char text[1 << 14]; /* a name; cut if it is too long */
static size_t used;

/* Class, method, file, line. */
static void add(const char *type, const char *method, const char *file, int32_t line) {
    int size = snprintf(text + used, sizeof text - used, "%s%s\t%s\t%s\t%d", used ? "\t" : "", type, method,
                        file ? file : "", line);
    if (used + (size_t)size < sizeof text) used += (size_t)size;
    text[used] = 0;
}

static void finish(int32_t i) {
    used = 0;
    void *string = CC_FUNCTION(void *, jni, JNI_NEW_STRING_UTF, const char *)(jni, text);
    CC_FUNCTION(void, jni, JNI_SET_OBJECT_ARRAY_ELEMENT, void *, int32_t, void *)(jni, names, i, string);
    CC_FUNCTION(void, jni, JNI_DELETE_LOCAL_REF, void *)(jni, string);
    pcs[i] = 0;
}

static void release(cc_table ti, void *memory) {
    if (memory) CC_FUNCTION(int32_t, ti, JVMTI_DEALLOCATE, void *)(ti, memory);
}

static void add_line(cc_table ti, void *method, int32_t index) {
    char *signature = 0, *method_name = 0, *file = 0;
    void *type = 0;
    struct line *lines = 0, *nearest = 0;
    int32_t count = 0;
    CC_FUNCTION(int32_t, ti, JVMTI_GET_METHOD_NAME, void *, char **, char **, char **)(ti, method, &method_name, 0, 0);
    CC_FUNCTION(int32_t, ti, JVMTI_GET_METHOD_DECLARING_CLASS, void *, void **)(ti, method, &type);
    CC_FUNCTION(int32_t, ti, JVMTI_GET_CLASS_SIGNATURE, void *, char **, char **)(ti, type, &signature, 0);
    CC_FUNCTION(int32_t, ti, JVMTI_GET_SOURCE_FILE_NAME, void *, char **)(ti, type, &file);
    CC_FUNCTION(int32_t, ti, JVMTI_GET_LINE_NUMBER_TABLE, void *, int32_t *, struct line **)(ti, method, &count, &lines);
    for (struct line *line = lines; line < lines + count; line++) {
        if (line->start <= index && (!nearest || line->start > nearest->start)) nearest = line;
    }
    if (signature && method_name) add(signature, method_name, file, nearest ? nearest->number : -1);
    release(ti, signature);
    release(ti, method_name);
    release(ti, file);
    release(ti, lines);
}

static uint32_t u2(const uint8_t *bytes) { return (uint32_t)bytes[0] << 8 | bytes[1]; }

/* An entry of a class file's constant pool, by the bytes that each kind takes (JVM Specification, 4.4). */
static const uint8_t *constant(const uint8_t *pool, uint32_t index) {
    static const uint8_t sizes[] = {0, 3, 0, 5, 5, 9, 9, 3, 3, 5, 5, 5, 5, 0, 0, 4, 3, 5, 5, 3, 3};
    for (uint32_t i = 1; i < index; i++) {
        if (*pool == 5 || *pool == 6) i++; /* long, double: two indexes */
        pool += sizes[*pool] + (*pool == 1 ? u2(pool + 1) : 0u);
    }
    return pool;
}

/* In place of a line: org.cyclecounter.constanttime.check.Stacks.CALLED, INLINED. */
enum { CALLED = -3, INLINED = -4 };

/* Adds the method that an instruction of a class with this constant pool calls. */
static void add_method(const uint8_t *pool, const uint8_t *call, int32_t line) {
    const uint8_t *called = constant(pool, u2(call + 1));
    const uint8_t *owner = constant(pool, u2(constant(pool, u2(called + 1)) + 1));
    const uint8_t *name = constant(pool, u2(constant(pool, u2(called + 3)) + 1));
    char type_name[512], method_name[256];
    (void)snprintf(type_name, sizeof type_name, "L%.*s;", (int)u2(owner + 1), (const char *)owner + 3);
    (void)snprintf(method_name, sizeof method_name, "%.*s", (int)u2(name + 1), (const char *)name + 3);
    add(type_name, method_name, 0, line);
}

/*
 * Adds a method as the innermost frame: the one that is called here, because code that C2 makes in place of a call,
 * of Arrays.equals say, has the invoke as its place; or the one whose result is branched on, right behind its call.
 */
static void add_called(cc_table ti, void *method, int32_t index) {
    uint8_t *code = 0, *pool = 0;
    void *type = 0;
    int32_t size = 0, count = 0;
    CC_FUNCTION(int32_t, ti, JVMTI_GET_BYTECODES, void *, int32_t *, uint8_t **)(ti, method, &size, &code);
    CC_FUNCTION(int32_t, ti, JVMTI_GET_METHOD_DECLARING_CLASS, void *, void **)(ti, method, &type);
    CC_FUNCTION(int32_t, ti, JVMTI_GET_CONSTANT_POOL, void *, int32_t *, int32_t *, uint8_t **)(ti, type, &count, &size, &pool);
    if (code && pool && index >= 0 && code[index] >= 0xb6 && code[index] <= 0xb9) {
        add_method(pool, code + index, INLINED);
    } else if (code && pool && index >= 3 && code[index] >> 1 == 0x99 >> 1 && code[index - 3] >= 0xb6 && code[index - 3] <= 0xb8) {
        add_method(pool, code + index - 3, CALLED);
    }
    release(ti, code);
    release(ti, pool);
}

static const struct frames *frames_of(const struct cc_record *record, uint64_t pc) {
    const struct frames *nearest = 0;
    for (; record; record = record->next) {
        for (int32_t i = 0; record->kind == INLINE_INFO && i < record->length; i++) {
            const struct frames *frames = &record->frames[i];
            if (frames->end > pc && frames->depth > 0 && (!nearest || frames->end < nearest->end)) nearest = frames;
        }
    }
    return nearest;
}

static void compiled(cc_table ti, void *method, int32_t size, const void *address, int32_t map_length,
                     const void *map, const struct cc_record *record) {
    (void)map_length, (void)map;
    for (int32_t i = 0; i < length; i++) {
        if (pcs[i] - (uint64_t)address >= (uint64_t)size) continue;
        const struct frames *frames = frames_of(record, pcs[i]);
        if (!frames) add_line(ti, method, 0);
        if (frames && max_frames > 1) add_called(ti, frames->methods[0], frames->indexes[0]);
        for (int32_t k = 0; frames && k < frames->depth && k < max_frames; k++) {
            add_line(ti, frames->methods[k], frames->indexes[k]);
        }
        if (used) finish(i);
    }
}

/* The smaller stub comes before the blob that it is in. */
static void generated(cc_table ti, const char *stub, const void *address, int32_t size) {
    (void)ti;
    for (int32_t i = 0; i < length; i++) {
        if (pcs[i] - (uint64_t)address >= (uint64_t)size) continue;
        add("", stub, 0, -2);
        finish(i);
    }
}

static void generate(cc_table ti, int32_t event) {
    CC_FUNCTION(int32_t, ti, JVMTI_SET_EVENT_NOTIFICATION_MODE, int32_t, int32_t, void *)(ti, 1, event, 0);
    CC_FUNCTION(int32_t, ti, JVMTI_GENERATE_EVENTS, int32_t)(ti, event);
}

void cc_send_code(cc_table env, cc_compiled *to_compiled, cc_generated *to_generated) {
    cc_table vm = 0, ti = 0;
    CC_FUNCTION(int32_t, env, JNI_GET_JAVA_VM, cc_table *)(env, &vm);
    if (CC_FUNCTION(int32_t, vm, JVM_GET_ENV, cc_table *, int32_t)(vm, &ti, JVMTI_VERSION_1_2)) return;
    /* can_get_bytecodes, _source_file_name, _line_numbers, can_generate_compiled_method_load_events, _constant_pool */
    uint8_t capabilities[CAPABILITIES] = {1u << 3, 1u << 3 | 1u << 4, 0, 1u << 3, 1u << 3};
    uintptr_t callbacks[CALLBACKS] = {0};
    callbacks[COMPILED_METHOD_LOAD - FIRST_EVENT] = (uintptr_t)to_compiled;
    callbacks[DYNAMIC_CODE_GENERATED - FIRST_EVENT] = (uintptr_t)to_generated;
    CC_FUNCTION(int32_t, ti, JVMTI_ADD_CAPABILITIES, const void *)(ti, capabilities);
    CC_FUNCTION(int32_t, ti, JVMTI_SET_EVENT_CALLBACKS, const void *, int32_t)(ti, callbacks, sizeof callbacks);
    if (to_compiled) generate(ti, COMPILED_METHOD_LOAD);
    generate(ti, DYNAMIC_CODE_GENERATED);
    CC_FUNCTION(int32_t, ti, JVMTI_SET_EVENT_CALLBACKS, const void *, int32_t)(ti, 0, 0);
}

/*
 * Takes places, and an array as long for their names: class, method, file, line, of at most the
 * given number of inlined frames, with tabs between; null if unknown. A JVM without JVMTI names
 * libraries only.
 */
CC_EXPORT void Java_org_cyclecounter_instructions_stepping_Stepper_name(cc_table env, CC_UNUSED_SELF, void *places, void *array,
                                                             int32_t depth) {
    jni = env;
    names = array;
    max_frames = depth;
    length = CC_FUNCTION(int32_t, env, JNI_GET_ARRAY_LENGTH, void *)(env, places);
    pcs = CC_FUNCTION(uint64_t *, env, JNI_GET_LONG_ARRAY_ELEMENTS, void *, uint8_t *)(env, places, 0);
    cc_send_code(env, compiled, generated);
    for (int32_t i = 0; i < length; i++) {
        const char *symbol[4] = {0, 0, 0, 0};
        if (!pcs[i] || !dladdr((const void *)pcs[i], symbol)) continue;
        add("", symbol[2] ? symbol[2] : symbol[0], symbol[0], -2);
        finish(i);
    }
    CC_FUNCTION(void, env, JNI_RELEASE_LONG_ARRAY_ELEMENTS, void *, uint64_t *, int32_t)(env, places, pcs, JNI_ABORT);
}
