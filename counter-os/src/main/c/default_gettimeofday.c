// SPDX-License-Identifier: Apache-2.0
/*
 * default-gettimeofday: microseconds since 1970 by gettimeofday, which Linux answers without a system
 * call where it can (vDSO).
 */
#include "unix_time.h"

struct timeval {
    unix_time seconds;
#if defined(__APPLE__) || defined(__sparc__)
    int32_t microseconds; /* on SPARC too, whose long is 64 bits and big-endian */
#else
    unix_time microseconds;
#endif
};

extern int gettimeofday(struct timeval *now, void *zone);

CC_READ(org_cyclecounter_os_DefaultGettimeofday, ticks) {
    struct timeval now = {0, 0};
    gettimeofday(&now, 0);
    return (int64_t)now.seconds * 1000000 + now.microseconds;
}

CC_ADDRESSES(org_cyclecounter_os_DefaultGettimeofday, ticks, ticks, 0)
