// SPDX-License-Identifier: Apache-2.0
/*
 * Calls an operation by JNI, which asks for no access, and counts its instructions, from the first of its own to its
 * return. A call from here is compiled into no caller, and the way to the operation's code is that of every other
 * operation: from HotSpot's call_stub to the interpreter, or by an adapter to compiled code. Hazards:
 *
 * 1. The way is no constant to subtract: an operation that is no longer compiled needs no adapter.
 * 2. An adapter moves the return address, for alignment, so that this is on top of the stack at its beginning, too.
 * 3. What the operation calls may come back to call_stub, further down on the stack.
 */
#include "blocks.h"
#include "heap.h"
#include "jvm.h"
#include "operands.h"
#include "steps.h"

enum { LONGEST_INSTRUCTION = 15 };
enum state { OUTSIDE, IN_CALL_STUB, IN_ADAPTER, COUNTING, RETURNED };

static struct range {
    uint64_t begin, size;
} call_stub, interpreter;
static enum state state;
static uint64_t last, back, stack_pointer_inside;
static uint64_t entrance; /* the transfer from call_stub to the operation; 0 until it is known */

extern int strcmp(const char *a, const char *b); /* the C library's, found in the process */

static int is_in(const struct range *range, uint64_t pc) { return pc - range->begin < range->size; }

static void generated(cc_table ti, const char *name, const void *address, int32_t size) {
    (void)ti;
    if (strcmp(name, "call_stub") == 0) call_stub = (struct range){(uint64_t)address, (uint64_t)size};
    if (strcmp(name, "Interpreter") == 0) interpreter = (struct range){(uint64_t)address, (uint64_t)size};
}

static int on_place(const uint64_t *context) {
    uint64_t pc = context[CC_RIP], stack_pointer = context[CC_RSP], before = last;
    int is_jump = pc - last > LONGEST_INSTRUCTION;
    last = pc;
    if (state == COUNTING && pc == back && stack_pointer > stack_pointer_inside) state = RETURNED;
    if (state >= COUNTING) return state == RETURNED;
    if (state == IN_CALL_STUB && !is_in(&call_stub, pc)) {
        back = *(uint64_t *)stack_pointer;
        if (!entrance && is_in(&call_stub, before)) entrance = before;
        state = is_in(&interpreter, pc) ? COUNTING : IN_ADAPTER;
    } else if (state == IN_ADAPTER && is_jump && *(uint64_t *)stack_pointer == back) {
        state = COUNTING;
    } else if (is_in(&call_stub, pc)) {
        state = IN_CALL_STUB;
    }
    if (state != COUNTING) return 0;
    stack_pointer_inside = stack_pointer;
    cc_clear_steps();
    cc_heap_begin(context[CC_R15]);
    cc_blocks_begin();
    return 0;
}

/* Calls a Callable, and counts if it is stepped; null with an exception thrown, or if the kernel has refused. */
CC_EXPORT void *Java_org_cyclecounter_instructions_stepping_Stepper_call(cc_table env, CC_UNUSED_SELF, void *operation,
                                                               uint8_t is_stepped) {
    void *type = CC_FUNCTION(void *, env, JNI_GET_OBJECT_CLASS, void *)(env, operation);
    void *method = cc_member(env, JNI_GET_METHOD_ID, type, "call", "()Ljava/lang/Object;");
    void *(*function)(cc_table, void *, void *, void *, const void *) =
        CC_FUNCTION(void *, env, JNI_CALL_NONVIRTUAL_OBJECT_METHOD_A, void *, void *, void *, const void *);
    if (!is_stepped) return function(env, operation, type, method, 0);
    if (call_stub.size == 0) cc_send_code(env, 0, generated);
    if (cc_begin_steps() != 0) return 0;
    state = OUTSIDE;
    cc_on_place = on_place;
    if (cc_blocks_await(entrance, 0, ~0ul)) {
        state = IN_CALL_STUB;
    } else {
        __asm__ volatile(CC_SET_TRAP_FLAG ::: "cc", "memory");
    }
    void *result = function(env, operation, type, method, 0);
    uint64_t unused_end;
    __asm__ volatile(CC_CLEAR_TRAP_FLAG : "=r"(unused_end) : : "cc", "memory");
    cc_on_place = 0;
    cc_blocks_await(0, 0, 0);
    cc_end_steps(state == RETURNED ? cc_steps.last : 0);
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
 * Keeps the last counted call, and returns its instructions; 0 if it is to be repeated, or HotSpot has allocated for it:
 * heap.h.
 */
CC_EXPORT int64_t Java_org_cyclecounter_instructions_stepping_Stepper_keep(CC_UNUSED_ENV) {
    if (!cc_steps.is_complete || cc_heap_was_left()) return 0;
    cc_keep_call();
    return (int64_t)cc_steps.instructions;
}

/* The places of a call that was kept, each with its count; null behind the last one. */
CC_EXPORT void *Java_org_cyclecounter_instructions_stepping_Stepper_kept(cc_table env, CC_UNUSED_SELF, int32_t i) {
    if (i >= CC_KEPT || !cc_kept[i].length) return 0;
    int32_t words = (int32_t)(2 * cc_kept[i].length);
    void *array = CC_FUNCTION(void *, env, JNI_NEW_LONG_ARRAY, int32_t)(env, words);
    if (array) {
        CC_FUNCTION(void, env, JNI_SET_LONG_ARRAY_REGION, void *, int32_t, int32_t, const void *)(
            env, array, 0, words, &cc_kept_places[cc_kept[i].first]);
    }
    return array;
}

/* How long the last counted call took, in traps by INT3. */
CC_EXPORT int64_t Java_org_cyclecounter_instructions_stepping_Stepper_cost(CC_UNUSED_ENV) {
    return (int64_t)cc_steps.cost;
}

/*
 * The places of the last counted call, each with its count; null if a step was lost, or with an exception thrown.
 */
CC_EXPORT void *Java_org_cyclecounter_instructions_stepping_Stepper_places(cc_table env, CC_UNUSED_SELF) {
    if (!cc_steps.is_complete) return 0;
    void *array = CC_FUNCTION(void *, env, JNI_NEW_LONG_ARRAY, int32_t)(env, (int32_t)(2 * cc_steps.used));
    for (uint32_t i = 0; array && i < cc_steps.used; i++) {
        CC_FUNCTION(void, env, JNI_SET_LONG_ARRAY_REGION, void *, int32_t, int32_t, const void *)(
            env, array, (int32_t)(2 * i), 2, &cc_steps.places[cc_steps.slots[i]]);
    }
    return array;
}
