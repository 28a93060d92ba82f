// SPDX-License-Identifier: Apache-2.0
/*
 * Counts the method of a JMH benchmark alone, in JMH's generated code. That calls System.nanoTime right before the
 * benchmark, behind its fixtures, so that this method is registered anew: a function of ours sets the trap flag, and
 * the first step in the benchmark's compiled code begins the count, which ends at its return. Hazards:
 *
 * 1. Compiled code reads the clock itself (an intrinsic): the generated stub has to be interpreted.
 * 2. Making a class's methods anew (profiles.c) drops what was registered before.
 * 3. A step is slow: those that do not lead into the benchmark end, until the clock is read again.
 * 4. Code that was compiled in a loop of the method does not return to where the stack pointer points: no count.
 * 5. Between calls there are fixtures and JMH's loop, which run at full speed; and HotSpot's buffer for allocations
 *    moves on, to which loops over new arrays are aligned.
 */
#include "blocks.h"
#include "heap.h"
#include "jvm.h"
#include "operands.h"
#include "steps.h"

enum { METHODS = 16, CODES = 64, MAX_SEARCH = 4096, MONOTONIC = 1 };
enum state { OFF, WAITING, SEARCHING, COUNTING, COUNTED };

struct native_method {
    const char *name, *signature;
    uintptr_t function;
};

extern int clock_gettime(int clock, int64_t time[2]); /* the C library's, found in the process */

static void *methods[METHODS]; /* the benchmark's, those that it overrides, and bridges */
static unsigned methods_used;
static struct {
    uint64_t begin, size;
} codes[CODES];
static unsigned codes_used;
static void *operations, *align; /* the class, its method */

static cc_table counted; /* the thread's environment */
static volatile enum state state;
static int searched, further; /* steps; calls before the one that is counted */
static uint64_t back, stack_pointer_behind;

/* The calls of an iteration whose instructions are wanted, hazard 5; null if it is one call with its places. */
static int64_t *calls;
static int32_t length, called;
static uint64_t stepped, entrance; /* the last step; the transfer from the adapter to the benchmark's code */
static unsigned entered;        /* which of the codes */
static uint64_t place;          /* of the next allocation in its page when one call was counted */
static uint64_t header[2];      /* of an empty array */

/* Lets the thread run up to the next call. */
static void end_call(void) {
    if (!calls || state != COUNTING) return;
    int is_known = !cc_steps.is_disturbed && !cc_steps.is_lost && !cc_heap_was_left();
    if (is_known) cc_keep_call();
    calls[called++] = is_known ? (int64_t)cc_steps.instructions : 0;
    state = called < length && cc_blocks_await(entrance, codes[entered].begin, codes[entered].size) ? SEARCHING : COUNTED;
}

static int on_place(const uint64_t *context) {
    uint64_t pc = context[CC_RIP], stack_pointer = context[CC_RSP], before = stepped;
    stepped = pc;
    for (unsigned i = 0; state == SEARCHING && i < codes_used; i++) {
        if (pc - codes[i].begin >= codes[i].size) continue;
        state = COUNTING;
        if (!entrance) entrance = before;
        entered = i;
        cc_heap_begin(context[CC_R15]);
        if (calls) {
            cc_heap_align(place, header);
        } else {
            place = cc_heap_place();
        }
        back = *(uint64_t *)stack_pointer;
        stack_pointer_behind = stack_pointer + 8;
        cc_clear_steps();
        cc_blocks_begin();
        return 0;
    }
    if (state == COUNTING && pc == back && stack_pointer == stack_pointer_behind) {
        if (calls) {
            cc_blocks_end();
            end_call();
            return 1;
        }
        state = COUNTED;
        if (further > 0) {
            further--;
            cc_blocks_end();
            searched = 0;
            state = SEARCHING;
        }
    }
    return state != COUNTING && (state != SEARCHING || ++searched > MAX_SEARCH);
}

static int64_t nano_time(cc_table env, CC_UNUSED_SELF) {
    int64_t now[2];
    (void)clock_gettime(MONOTONIC, now);
    if (env == counted && (state == WAITING || state == SEARCHING)) {
        state = WAITING; /* ends a search */
        CC_FUNCTION(int64_t, env, JNI_CALL_STATIC_LONG_METHOD_A, void *, void *, const void *)(env, operations, align, 0);
        searched = 0;
        state = SEARCHING;
        if (called > 0) return now[0] * 1000000000 + now[1]; /* awaited */
        __asm__ volatile(CC_SET_TRAP_FLAG ::: "cc", "memory");
    }
    return now[0] * 1000000000 + now[1];
}

/* Takes the class Operations. */
CC_EXPORT void Java_org_cyclecounter_instructions_jmh_BenchmarkCalls_watchClock(cc_table env, CC_UNUSED_SELF, void *aligning) {
    const struct native_method method = {"nanoTime", "()J", (uintptr_t)nano_time};
    operations = CC_FUNCTION(void *, env, JNI_NEW_GLOBAL_REF, void *)(env, aligning);
    align = cc_member(env, JNI_GET_STATIC_METHOD_ID, aligning, "align", "()J");
    void *system = CC_FUNCTION(void *, env, JNI_FIND_CLASS, const char *)(env, "java/lang/System");
    CC_FUNCTION(int32_t, env, JNI_REGISTER_NATIVES, void *, const void *, int32_t)(env, system, &method, 1);
}

/* Takes a method whose code may be the benchmark's, and returns the bytes of its byte code. */
CC_EXPORT int32_t Java_org_cyclecounter_instructions_jmh_BenchmarkCalls_watch(cc_table env, CC_UNUSED_SELF, void *reflected) {
    void *method = CC_FUNCTION(void *, env, JNI_FROM_REFLECTED_METHOD, void *)(env, reflected);
    cc_table vm = 0, ti = 0;
    int64_t first = 0, last = -1;
    if (methods_used < METHODS) methods[methods_used++] = method;
    CC_FUNCTION(int32_t, env, JNI_GET_JAVA_VM, cc_table *)(env, &vm);
    if (CC_FUNCTION(int32_t, vm, JVM_GET_ENV, cc_table *, int32_t)(vm, &ti, JVMTI_VERSION_1_2)) return 0;
    CC_FUNCTION(int32_t, ti, JVMTI_GET_METHOD_LOCATION, void *, int64_t *, int64_t *)(ti, method, &first, &last);
    return (int32_t)last + 1;
}

static void compiled(cc_table ti, void *method, int32_t size, const void *address, int32_t map_length,
                     const void *map, const struct cc_record *record) {
    (void)ti, (void)map_length, (void)map, (void)record;
    for (unsigned i = 0; i < methods_used && codes_used < CODES; i++) {
        if (method != methods[i]) continue;
        codes[codes_used].begin = (uint64_t)address;
        codes[codes_used++].size = (uint64_t)size;
    }
}

/*
 * Calls a method of JMH's generated class, and counts one of the benchmark's calls, the first is 1, or none if it is 0;
 * or all of them, into an array: org.cyclecounter.instructions.jmh.BenchmarkCalls's numbers for how that ended.
 */
CC_EXPORT int32_t Java_org_cyclecounter_instructions_jmh_BenchmarkCalls_iterate(cc_table env, CC_UNUSED_SELF, void *generated,
                                                                   void *reflected, void *control,
                                                                   void *threads, int32_t counted_call, void *counts) {
    const void *arguments[] = {control, threads};
    void *method = CC_FUNCTION(void *, env, JNI_FROM_REFLECTED_METHOD, void *)(env, reflected);
    codes_used = 0;
    if (counted_call > 0) cc_send_code(env, compiled, 0);
    int is_counted = codes_used > 0 && cc_begin_steps() == 0;
    if (is_counted && counts) {
        uint64_t *const *array = CC_FUNCTION(uint64_t *const *, env, JNI_NEW_BYTE_ARRAY, int32_t)(env, 0);
        header[0] = array ? (*array)[0] : 0;
        header[1] = array ? (*array)[1] : 0;
        length = CC_FUNCTION(int32_t, env, JNI_GET_ARRAY_LENGTH, void *)(env, counts);
        calls = CC_FUNCTION(int64_t *, env, JNI_GET_LONG_ARRAY_ELEMENTS, void *, uint8_t *)(env, counts, 0);
        called = 0;
        entrance = 0;
        cc_on_disturbed = end_call;
    }
    if (is_counted) {
        counted = env;
        further = calls ? 0 : counted_call - 1;
        state = WAITING;
        cc_on_place = on_place;
    }
    CC_FUNCTION(void *, env, JNI_CALL_OBJECT_METHOD_A, void *, void *, const void *)(
        env, generated, method, (const void *)arguments);
    if (!is_counted) return OFF;
    enum state reached = state;
    state = OFF; /* and the next step is the last one */
    cc_end_steps(cc_steps.last);
    cc_on_place = 0;
    if (calls) {
        cc_blocks_await(0, 0, 0);
        cc_on_disturbed = 0;
        CC_FUNCTION(void, env, JNI_RELEASE_LONG_ARRAY_ELEMENTS, void *, int64_t *, int32_t)(env, counts, calls, 0);
        calls = 0;
        called = 0;
    }
    if (reached != COUNTED) cc_steps.is_complete = 0;
    return (int32_t)reached;
}
