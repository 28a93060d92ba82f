/* CC_PERFEVENT(class, type, config) defines the reads of one perf event; see default_perfevent.c. */
#ifndef CYCLECOUNTER_DEFAULT_PERFEVENT_H
#define CYCLECOUNTER_DEFAULT_PERFEVENT_H

#include <linux_perf.h>

static unsigned key;
static volatile int key_made; /* set under the Java class's lock */

static void close_value(void *value) {
    close((int)(intptr_t)value - 1);
}

static int64_t read_for_this_thread(uint32_t type, uint64_t config) {
    void *value = pthread_getspecific(key);
    if (!value) {
        int fd = key_made ? cc_perf_open(type, config, 0, 0) : -1;
        if (fd < 0) return CC_UNREADABLE;
        value = (void *)(intptr_t)(fd + 1);
        if (pthread_setspecific(key, value) != 0) {
            close(fd);
            return CC_UNREADABLE;
        }
    }
    return cc_perf_read((int)(intptr_t)value - 1);
}

/* 0 if an event can be opened, or a negated errno. */
static int32_t try_open(uint32_t type, uint64_t config) {
    if (!key_made) {
        int failed = pthread_key_create(&key, close_value);
        if (failed) return -failed;
        key_made = 1;
    }
    int fd = cc_perf_open(type, config, 0, 0);
    if (fd < 0) return fd;
    close(fd);
    return 0;
}

#define CC_PERFEVENT(class, type, config)                                                           \
    CC_READ(class, ticks) { return read_for_this_thread(type, config); }                            \
    CC_ADDRESSES(class, ticks, ticks, 0)                                                            \
    CC_EXPORT int32_t CC_JNI_NAME(class, tryOpen)(void *env, void *self) {                          \
        (void)env;                                                                                  \
        (void)self;                                                                                 \
        return try_open(type, config);                                                              \
    }

#endif
