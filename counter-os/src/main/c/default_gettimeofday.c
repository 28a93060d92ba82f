/*
 * default-gettimeofday: microseconds since 1970 by gettimeofday, which Linux answers without a system
 * call where it can (vDSO).
 */
#include <cyclecounter.h>

/* struct timeval of 64-bit Linux and of macOS, and of 32-bit Linux with its 32-bit time_t. */
struct timeval {
    long seconds;
#if defined(__APPLE__)
    int32_t microseconds;
#else
    long microseconds;
#endif
};

extern int gettimeofday(struct timeval *now, void *zone);

CC_READ(org_cyclecounter_os_DefaultGettimeofday, ticks) {
    struct timeval now = {0, 0};
    gettimeofday(&now, 0);
    return (int64_t)now.seconds * 1000000 + now.microseconds;
}

CC_ADDRESSES(org_cyclecounter_os_DefaultGettimeofday, ticks, ticks, 0)
