// SPDX-License-Identifier: Apache-2.0
/*
 * Names places in the code: for the compiled code that there is now JVMTI sends its events once more
 * (GenerateEvents), with the inlined frames of each place (jvmticmlr.h in the JDK), and the names of the stubs.
 * Other places belong to libraries, whose symbols the C library knows. No agent is needed: JNI's GetEnv gives the
 * environment. A record's pc is the end of its range.
 */
#include "jvm.h"

#define CAPABILITIES 16
#define CALLBACKS 37
#define COMPILED_METHOD_LOAD 68
#define DYNAMIC_CODE_GENERATED 70
#define FIRST_EVENT 50
#define JVMTI_VERSION_1_2 0x30010200
#define INLINE_INFO 2

#define MAX_PLACES (1 << 19)
#define MAX_TEXT (1 << 25)

struct frames {
    uint64_t end;
    int32_t depth;
    void **methods; /* innermost first */
    int32_t *indexes;
};

struct record {
    int32_t kind, major, minor;
    const struct record *next;
    int32_t length;
    const struct frames *frames;
};

struct line {
    int64_t start;
    int32_t number;
};

struct symbol {
    const char *file;
    const void *base;
    const char *name;
    const void *address;
};

extern int dladdr(const void *address, struct symbol *symbol);

static uint64_t pcs[MAX_PLACES]; /* ascending */
static uint32_t texts[MAX_PLACES]; /* where each one's text begins; 0: it has none */
static int32_t length;
static int32_t max_frames;
static char text[MAX_TEXT];
static uint32_t end;

static void add(const char *words) {
    while (words && *words && end < MAX_TEXT - 2) text[end++] = *words++;
}

/* A full text ends here; what comes then has an empty name. */
static void finish(void) {
    text[end] = 0;
    if (end < MAX_TEXT - 1) end++;
}

static void add_number(int32_t number) {
    char digits[12];
    int i = sizeof digits - 1;
    digits[i] = 0;
    for (uint32_t rest = (uint32_t)(number < 0 ? -number : number); rest || i == sizeof digits - 1; rest /= 10) {
        digits[--i] = (char)('0' + rest % 10);
    }
    if (number < 0) digits[--i] = '-';
    add(digits + i);
}

static int32_t first_from(uint64_t pc) {
    int32_t low = 0, high = length;
    while (low < high) {
        int32_t middle = (low + high) / 2;
        if (pcs[middle] < pc) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static void release(cc_table ti, void *memory) {
    if (memory) CC_FUNCTION(int32_t, ti, JVMTI_DEALLOCATE, void *)(ti, memory);
}

static int32_t line_number(cc_table ti, void *method, int32_t index) {
    struct line *lines = 0;
    int32_t count = 0, number = -1;
    if (CC_FUNCTION(int32_t, ti, JVMTI_GET_LINE_NUMBER_TABLE, void *, int32_t *, struct line **)(ti, method, &count,
                                                                                              &lines) == 0) {
        int64_t best = -1;
        for (int32_t i = 0; i < count; i++) {
            if (lines[i].start <= index && lines[i].start > best) {
                best = lines[i].start;
                number = lines[i].number;
            }
        }
        release(ti, lines);
    }
    return number;
}

/* Adds a class's signature, the method, the file and the line, with tabs between. */
static void add_line(cc_table ti, void *method, int32_t index) {
    char *signature = 0, *name = 0, *file = 0;
    void *type = 0;
    CC_FUNCTION(int32_t, ti, JVMTI_GET_METHOD_NAME, void *, char **, char **, char **)(ti, method, &name, 0, 0);
    if (CC_FUNCTION(int32_t, ti, JVMTI_GET_METHOD_DECLARING_CLASS, void *, void **)(ti, method, &type) == 0) {
        CC_FUNCTION(int32_t, ti, JVMTI_GET_CLASS_SIGNATURE, void *, char **, char **)(ti, type, &signature, 0);
        CC_FUNCTION(int32_t, ti, JVMTI_GET_SOURCE_FILE_NAME, void *, char **)(ti, type, &file);
    }
    add(signature), add("\t"), add(name), add("\t"), add(file), add("\t");
    add_number(line_number(ti, method, index));
    release(ti, signature);
    release(ti, name);
    release(ti, file);
}

static const struct frames *frames_of(const struct record *record, uint64_t pc) {
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
                     const void *map, const struct record *record) {
    uint64_t begin = (uint64_t)address;
    (void)map_length, (void)map;
    for (int32_t i = first_from(begin); i < length && pcs[i] < begin + (uint64_t)size; i++) {
        const struct frames *frames = frames_of(record, pcs[i]);
        texts[i] = end;
        add_line(ti, frames ? frames->methods[0] : method, frames ? frames->indexes[0] : 0);
        for (int32_t k = 1; frames && k < frames->depth && k < max_frames; k++) {
            add("\t");
            add_line(ti, frames->methods[k], frames->indexes[k]);
        }
        finish();
    }
}

static void generated(cc_table ti, const char *name, const void *address, int32_t size) {
    uint64_t begin = (uint64_t)address;
    uint32_t here = end;
    (void)ti;
    for (int32_t i = first_from(begin); i < length && pcs[i] < begin + (uint64_t)size; i++) {
        if (texts[i]) continue; /* the smaller stub is named before the blob that it is in */
        texts[i] = here;
        if (end == here) {
            add("\t"), add(name), add("\t\t-2");
            finish();
        }
    }
}

static void named_by_library(int32_t i) {
    struct symbol symbol = {0, 0, 0, 0};
    if (!dladdr((const void *)pcs[i], &symbol)) return;
    const char *file = symbol.file;
    for (const char *c = file; c && *c; c++) {
        if (*c == '/') file = c + 1;
    }
    texts[i] = end;
    add("\t"), add(symbol.name ? symbol.name : file), add("\t"), add(file), add("\t-2");
    finish();
}

/*
 * Takes places in ascending order and finds the names of all, with so many inlined frames. 0, or JVMTI's or JNI's error: a JVM without JVMTI
 * names libraries only.
 */
CC_EXPORT int32_t Java_org_cyclecounter_trace_child_Stepper_name(cc_table env, void *self, void *array,
                                                                          int32_t depth) {
    cc_table vm = 0, ti = 0;
    (void)self;
    int32_t size = CC_FUNCTION(int32_t, env, JNI_GET_ARRAY_LENGTH, void *)(env, array);
    max_frames = depth;
    length = size < MAX_PLACES ? size : MAX_PLACES;
    CC_FUNCTION(void, env, JNI_GET_LONG_ARRAY_REGION, void *, int32_t, int32_t, void *)(env, array, 0, length, pcs);
    for (int32_t i = 0; i < length; i++) texts[i] = 0;
    end = 1;
    CC_FUNCTION(int32_t, env, JNI_GET_JAVA_VM, cc_table *)(env, &vm);
    int32_t error = CC_FUNCTION(int32_t, vm, JVM_GET_ENV, cc_table *, int32_t)(vm, &ti, JVMTI_VERSION_1_2);
    if (error == 0) {
        /* can_get_source_file_name, can_get_line_numbers, can_generate_compiled_method_load_events */
        uint8_t capabilities[CAPABILITIES] = {0, 1u << 3 | 1u << 4, 0, 1u << 3};
        uintptr_t callbacks[CALLBACKS] = {0};
        callbacks[COMPILED_METHOD_LOAD - FIRST_EVENT] = (uintptr_t)compiled;
        callbacks[DYNAMIC_CODE_GENERATED - FIRST_EVENT] = (uintptr_t)generated;
        error = CC_FUNCTION(int32_t, ti, JVMTI_ADD_CAPABILITIES, const void *)(ti, capabilities);
        CC_FUNCTION(int32_t, ti, JVMTI_SET_EVENT_CALLBACKS, const void *, int32_t)(ti, callbacks, sizeof callbacks);
        const int32_t events[] = {DYNAMIC_CODE_GENERATED, COMPILED_METHOD_LOAD};
        for (int i = 0; error == 0 && i < 2; i++) {
            error = CC_FUNCTION(int32_t, ti, JVMTI_SET_EVENT_NOTIFICATION_MODE, int32_t, int32_t, void *)(
                ti, 1, events[i], 0);
            if (error == 0) error = CC_FUNCTION(int32_t, ti, JVMTI_GENERATE_EVENTS, int32_t)(ti, events[i]);
        }
        CC_FUNCTION(int32_t, ti, JVMTI_SET_EVENT_CALLBACKS, const void *, int32_t)(ti, 0, 0);
    }
    for (int32_t i = 0; i < length; i++) {
        if (!texts[i]) named_by_library(i);
    }
    return error;
}

/* The name of a place by its index in that array: class, method, file, line of each frame with tabs between; null if unknown. */
CC_EXPORT void *Java_org_cyclecounter_trace_child_Stepper_nameOf(cc_table env, void *self, int32_t index) {
    (void)self;
    if (index < 0 || index >= length || !texts[index]) return 0;
    return CC_FUNCTION(void *, env, JNI_NEW_STRING_UTF, const char *)(env, text + texts[index]);
}
