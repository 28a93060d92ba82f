// SPDX-License-Identifier: Apache-2.0
/*
 * Reads a counter 1001 times in a row and returns the smallest difference, as libcpucycles's own loop
 * measures it: Java code that is not compiled yet would measure the interpreter.
 *
 * The rule, and the arithmetic of Ratio.java in 64-bit halves, are those of Precision.java; a test
 * compares the two.
 */
#include <cyclecounter.h>

#define READINGS 1001

struct ratio {
    uint64_t whole, high, low; /* the whole part and 128 bits of the fraction */
};

/* Without a type of 128 bits, which 32-bit processors do not have. */
static uint64_t multiply_high(uint64_t a, uint64_t b) {
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
    uint64_t other = a0 * b1 + (uint32_t)middle;
    return a1 * b1 + (middle >> 32) + (other >> 32);
}

static int64_t times(const struct ratio *ratio, int64_t count) {
    uint64_t magnitude = count < 0 ? -(uint64_t)count : (uint64_t)count;
    uint64_t product = magnitude * ratio->whole;
    uint64_t low = magnitude * ratio->high;
    uint64_t sum = low + multiply_high(magnitude, ratio->low);
    product += multiply_high(magnitude, ratio->high) + (sum < low);
    return (int64_t)(count < 0 ? -product : product);
}

static int64_t value(int64_t ticks, int32_t bits) { return bits == 32 ? (int64_t)(uint32_t)ticks : ticks; }

/* JNI specification, "Interface Function Table": the place of GetDirectBufferAddress. */
#define GET_DIRECT_BUFFER_ADDRESS 230
typedef void *get_direct_buffer_address(void *env, void *buffer);

/*
 * NativeSampler.smallest: the smallest positive difference in cycles; 0 if all readings are the same, -1
 * if they decrease anywhere. Not called before the counter has been probed elsewhere.
 */
CC_EXPORT int64_t Java_org_cyclecounter_selector_scoring_NativeSampler_smallest(void *env, void *self, int64_t address,
                                                                                int32_t bits, int64_t whole,
                                                                                int64_t high, int64_t low,
                                                                                void *buffer) {
    (void)self;
    /* Not on the stack: on Windows that much of it needs a function of the C library. */
    int64_t *readings = (*(get_direct_buffer_address ***)env)[GET_DIRECT_BUFFER_ADDRESS](env, buffer);
    int64_t (*read)(void) = (int64_t(*)(void))(intptr_t)address;
    struct ratio ratio = {(uint64_t)whole, (uint64_t)high, (uint64_t)low};
    int is_one = whole == 1 && !high && !low;
    int64_t origin = is_one ? 0 : value(read(), bits);
    for (int i = 0; i < READINGS; i++) readings[i] = read();
    int64_t smallest = 0, before = 0;
    for (int i = 0; i < READINGS; i++) {
        int64_t count = (int64_t)((uint64_t)value(readings[i], bits) - (uint64_t)origin);
        if (!is_one) count = times(&ratio, count);
        int64_t difference = (int64_t)((uint64_t)count - (uint64_t)before);
        before = count;
        if (i == 0) continue;
        if (difference < 0) return -1;
        if (difference > 0 && (smallest == 0 || difference < smallest)) smallest = difference;
    }
    return smallest;
}
