/* Lets a test write the page and the hardware counter that perf_page.h reads. */
#include <perf_page.h>

static union {
    struct cc_perf_page fields;
    uint8_t bytes[4096];
} page;
static uint64_t counter;
static int32_t tears; /* how many times the page is changed while it is read */
static int64_t offset_after;

static uint64_t fake_pmc(uint32_t index) {
    uint64_t value = counter + index * 1000000ull;
    if (tears > 0) {
        tears--;
        page.fields.lock += 2;
        page.fields.offset = offset_after;
    }
    return value;
}

CC_EXPORT void Java_org_cyclecounter_x86_PerfPageTest_page(void *env, void *self, int32_t index,
                                                           int64_t offset, int32_t width,
                                                           int32_t allowed, int64_t enabled,
                                                           int64_t running) {
    (void)env;
    (void)self;
    page.fields.index = (uint32_t)index;
    page.fields.offset = offset;
    page.fields.pmc_width = (uint16_t)width;
    page.fields.capabilities = allowed ? CC_CAP_USER_RDPMC : 0;
    page.fields.time_enabled = (uint64_t)enabled;
    page.fields.time_running = (uint64_t)running;
}

CC_EXPORT int64_t Java_org_cyclecounter_x86_PerfPageTest_read(void *env, void *self, int64_t pmc,
                                                              int32_t times, int64_t offset) {
    (void)env;
    (void)self;
    counter = (uint64_t)pmc;
    tears = times;
    offset_after = offset;
    return cc_perf_page_read(&page.fields, fake_pmc);
}

CC_EXPORT int32_t Java_org_cyclecounter_x86_PerfPageTest_multiplexed(void *env, void *self) {
    (void)env;
    (void)self;
    return cc_perf_page_multiplexed(&page.fields);
}
