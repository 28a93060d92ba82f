// SPDX-License-Identifier: Apache-2.0
/*
 * Lets a test write the pages and the hardware counter that perf_page.h and thread_events.h read: one
 * page for each kind of core.
 */
#include <thread_events.h>

#define PAGES 2
#define FAULTS 0x7ffffffffffffffeull /* PerfPageTest.FAULTS */

static union {
    struct cc_perf_page fields;
    uint8_t bytes[4096];
} pages[PAGES];
static struct cc_perf_page *const both[PAGES] = {&pages[0].fields, &pages[1].fields};
static uint64_t counter;
static int32_t tears; /* how many times the first page is changed while it is read */
static int64_t offset_after;
static int migrate; /* once, while a page is read, the thread changes to the other kind of core */

static int fake_pmc(uint32_t index, uint64_t *value) {
    *value = counter + index * 1000000ull;
    if (tears > 0) {
        tears--;
        pages[0].fields.lock += 2;
        pages[0].fields.offset = offset_after;
    }
    if (migrate) {
        migrate = 0;
        pages[0].fields.lock += 2;
        pages[0].fields.offset += (int64_t)counter;
        pages[0].fields.index = 0;
        pages[1].fields.lock += 2;
        pages[1].fields.index = 1;
    }
    return counter != FAULTS;
}

CC_EXPORT void Java_org_cyclecounter_x86_PerfPageTest_page(CC_UNUSED_ENV, int32_t number,
                                                           int32_t index, int64_t offset,
                                                           int32_t width, int32_t allowed,
                                                           int64_t enabled, int64_t running) {
    struct cc_perf_page *page = both[number];
    page->index = (uint32_t)index;
    page->offset = offset;
    page->pmc_width = (uint16_t)width;
    page->capabilities = allowed ? CC_CAP_USER_RDPMC : 0;
    page->time_enabled = (uint64_t)enabled;
    page->time_running = (uint64_t)running;
}

CC_EXPORT int64_t Java_org_cyclecounter_x86_PerfPageTest_read(CC_UNUSED_ENV, int64_t pmc,
                                                              int32_t times, int64_t offset) {
    int on_pmu = 0;
    counter = (uint64_t)pmc;
    tears = times;
    offset_after = offset;
    return cc_perf_page_read(&pages[0].fields, fake_pmc, &on_pmu);
}

/* The quick path alone; INT64_MIN if it leaves the page to the slow one. */
CC_EXPORT int64_t Java_org_cyclecounter_x86_PerfPageTest_readQuickly(CC_UNUSED_ENV, int64_t pmc,
                                                                     int32_t times, int64_t offset) {
    int64_t count;
    counter = (uint64_t)pmc;
    tears = times;
    offset_after = offset;
    return cc_perf_page_try(&pages[0].fields, fake_pmc, &count) ? count : INT64_MIN;
}

/* The sum of both pages. */
CC_EXPORT int64_t Java_org_cyclecounter_x86_PerfPageTest_sum(CC_UNUSED_ENV, int64_t pmc,
                                                             int32_t migrates) {
    counter = (uint64_t)pmc;
    tears = 0;
    migrate = migrates;
    return cc_sum_pages(both, PAGES, fake_pmc);
}

CC_EXPORT int32_t Java_org_cyclecounter_x86_PerfPageTest_multiplexed(CC_UNUSED_ENV) {
    return cc_perf_page_multiplexed(&pages[0].fields);
}
