// SPDX-License-Identifier: Apache-2.0
/*
 * Reads mapped pages of any content (perf_page.h) and compares the results with a second implementation of
 * the kernel's comment. Bytes: the page's fields, the hardware counter, how often the page changes while it
 * is read, whether the counter's instruction faults.
 */
#include <perf_page.h>

struct input {
    struct cc_perf_page page;
    uint64_t counter;
    uint8_t tears, faults;
};

static struct input in;
static uint32_t asked;

static int read_pmc(uint32_t index, uint64_t *value) {
    asked = index;
    if (in.tears) {
        in.tears--;
        in.page.lock += 2;
        in.page.offset = (int64_t)((uint64_t)in.page.offset + 1);
    }
    *value = in.counter;
    return !(in.faults & 1);
}

/* By its bits: the counter's lowest ones, the highest of them repeated. */
static int64_t expected(const struct cc_perf_page *page) {
    if (!(page->capabilities >> 2 & 1)) return CC_UNREADABLE;
    if (page->index == 0) return page->offset;
    if (in.faults & 1) return CC_UNREADABLE;
    unsigned width = page->pmc_width % 64u ? page->pmc_width % 64u : 64;
    uint64_t low = width == 64 ? ~0ull : (1ull << width) - 1;
    uint64_t value = in.counter & low;
    if (value >> (width - 1) & 1) value |= ~low;
    return (int64_t)((uint64_t)page->offset + value);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, __SIZE_TYPE__ size);

int LLVMFuzzerTestOneInput(const uint8_t *data, __SIZE_TYPE__ size) {
    if (size < sizeof in) return 0;
    __builtin_memcpy(&in, data, sizeof in);
    int64_t quick = 0;
    int torn = in.tears != 0;
    int answered = cc_perf_page_try(&in.page, read_pmc, &quick);
    if (answered && (torn || quick != expected(&in.page))) __builtin_trap();
    int on_pmu = 0;
    int64_t count = cc_perf_page_read(&in.page, read_pmc, &on_pmu);
    if (count != expected(&in.page)) __builtin_trap();
    if (on_pmu != (in.page.index != 0)) __builtin_trap();
    if (cc_perf_page_allows(&in.page) && in.page.index && asked != in.page.index - 1) __builtin_trap();
    if (cc_perf_page_multiplexed(&in.page) != (in.page.time_enabled != in.page.time_running)) __builtin_trap();
    return 0;
}
