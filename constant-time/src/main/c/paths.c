// SPDX-License-Identifier: Apache-2.0
/*
 * Records what a call of an operation executes, and compares two such paths: program counters, addresses, operands
 * of divisions. Hazards:
 *
 * 1. Fresh objects are elsewhere in each run. The runs begin with the next allocation at the start of a page;
 *    addresses in the heap are the same if they are, or if they are as far apart as those pages, and so with the
 *    stack and with the serial collector's cards, of which each stands for 512 bytes.
 * 2. Where paths have parted, one may have allocated more: fresh objects are then not judged any more.
 * 3. Paths meet where the program counter and the depth of the stack are the same, and not in a callee.
 */
#include "operands.h"
#include "steps.h"
#include "subject.h"

#define SLOTS 4
#define CAPACITY (1u << 22)
#define SEARCHED 8192u
#define HEAP (768ull << 20)
#define STACK (1ull << 20)
#define CARD_SHIFT 9
#define MAX_DIFFERENCES 4096

/* Above the program counter: the depth of the stack in words; of a difference, its kind. */
#define SHIFT 48
#define PC ((1ull << SHIFT) - 1)

/* org.cyclecounter.constanttime.Place.Kind, in its order; a branch after which the paths stay apart. */
enum { BRANCH, ADDRESS, DIVISION, NOT_MET };

struct record {
    uint64_t place, shown; /* operands.h; 0 if nothing */
};

struct path {
    uint64_t length, left_out, heap, stack;
    struct record records[CAPACITY]; /* 64 MB, of which a run touches a part */
};

static struct path paths[SLOTS];
static struct path *recorded;
static int is_repetition;

static uint64_t differences[1 + MAX_DIFFERENCES]; /* the instructions without a verdict come first */
static int32_t length;

static void add_record(uint64_t place, uint64_t shown) {
    if (recorded->length < CAPACITY) {
        recorded->records[recorded->length++] = (struct record){place, shown};
    } else {
        recorded->left_out++;
    }
}

static void on_step(const uint64_t *context) {
    uint64_t shown[2] = {0, 0};
    uint64_t place = (context[CC_RIP] & PC) | ((recorded->stack - context[CC_RSP]) >> 3) << SHIFT;
    /* A comparison of strings may end before its count does. */
    if (is_repetition) recorded->records[recorded->length - 1].shown ^= CC_REPEATS(context[CC_RCX]);
    int count = cc_operands(context, shown);
    is_repetition = shown[0] > CC_ADDRESS && shown[0] < CC_UNJUDGED;
    add_record(place, shown[0]);
    if (count == 2) add_record(place, shown[1]);
}

/*
 * Runs a SecretOperation and records it in a slot; the next allocation is at the address heap. The records, or a
 * negated errno; -1 if a step was lost.
 */
CC_EXPORT int64_t Java_org_cyclecounter_constanttime_check_Recorder_record(cc_table env, CC_UNUSED_SELF, void *operation,
                                                                  void *secret, int64_t heap, int32_t slot) {
    uint64_t end;
    recorded = &paths[slot];
    recorded->length = recorded->left_out = 0;
    recorded->heap = (uint64_t)heap;
    recorded->stack = (uint64_t)&end;
    is_repetition = 0;
    long refused = cc_begin_steps();
    if (refused) return refused;
    cc_on_step = on_step;
    cc_call_subject(env, operation, secret, &end);
    cc_on_step = 0;
    return cc_end_steps(end) ? (int64_t)recorded->length : -1;
}

/* Hazard 1. */
static int is_same(const struct path *a, const struct path *b, uint64_t in_a, uint64_t in_b) {
    uint64_t apart = in_a - in_b, heap = a->heap - b->heap, address = in_a & CC_ADDRESS;
    if (apart == 0) return 1;
    if (address - (a->heap - HEAP) < 2 * HEAP) return apart == heap;
    if (address - (a->stack - STACK) < 2 * STACK) return apart == a->stack - b->stack;
    return apart == (a->heap >> CARD_SHIFT) - (b->heap >> CARD_SHIFT);
}

static void add_difference(uint64_t kind, uint64_t place) {
    uint64_t difference = kind << SHIFT | (place & PC);
    int32_t i = 1;
    while (i < length && differences[i] != difference) i++;
    if (i == length && length <= MAX_DIFFERENCES) differences[length++] = difference;
}

/* Hazard 3: goes on to the next place where both are; 0 if there is none. */
static int meet(const struct path *a, const struct path *b, uint64_t *i, uint64_t *j, uint64_t last) {
    uint64_t in_a = a->length - *i, in_b = b->length - *j;
    for (uint64_t sum = 1; sum < SEARCHED && sum < in_a + in_b; sum++) {
        for (uint64_t k = sum < in_b ? 0 : sum - in_b + 1; k <= sum && k < in_a; k++) {
            uint64_t place = a->records[*i + k].place;
            if (place == b->records[*j + sum - k].place && place >> SHIFT <= last >> SHIFT) {
                *i += k;
                *j += sum - k;
                return 1;
            }
        }
    }
    return 0;
}

static void compare(const struct path *a, const struct path *b) {
    int have_parted = 0;
    differences[0] = a->left_out;
    length = 1;
    for (uint64_t i = 0, j = 0; i < a->length && j < b->length; i++, j++) {
        if (a->records[i].place != b->records[j].place) {
            uint64_t last = a->records[i ? i - 1 : 0].place, begin = i;
            have_parted = 1;
            add_difference(BRANCH, last);
            if (!meet(a, b, &i, &j, last)) {
                add_difference(NOT_MET, last);
                i = a->length - 1;
            }
            differences[0] += i - begin;
        }
        uint64_t place = a->records[i].place, in_a = a->records[i].shown, in_b = b->records[j].shown;
        int is_division = (in_a & CC_DIVISION) != 0, is_fresh = (in_a & CC_ADDRESS) - a->heap < HEAP;
        if (place != b->records[j].place || in_a == CC_UNJUDGED || (have_parted && is_fresh && !is_division)) {
            differences[0]++;
        } else if (is_division ? in_a != in_b : !is_same(a, b, in_a, in_b)) {
            add_difference(is_division ? DIVISION : ADDRESS, place);
        }
    }
}

/*
 * Compares the paths of two slots: how many instructions of the first were not judged, then where they differ, in
 * any order. Null with an exception thrown.
 */
CC_EXPORT void *Java_org_cyclecounter_constanttime_check_Recorder_differences(cc_table env, CC_UNUSED_SELF,
                                                                  int32_t a, int32_t b) {
    compare(&paths[a], &paths[b]);
    void *array = CC_FUNCTION(void *, env, JNI_NEW_LONG_ARRAY, int32_t)(env, length);
    if (array) {
        CC_FUNCTION(void, env, JNI_SET_LONG_ARRAY_REGION, void *, int32_t, int32_t, const void *)(
            env, array, 0, length, differences);
    }
    return array;
}
