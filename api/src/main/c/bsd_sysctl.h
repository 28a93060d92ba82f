// SPDX-License-Identifier: Apache-2.0
/*
 * A number of the system's sysctl tree: sysctlbyname(3) of FreeBSD and macOS. A number has 32 or 64 bits; the
 * kernel says which. Compiled only.
 */
#ifndef CYCLECOUNTER_BSD_SYSCTL_H
#define CYCLECOUNTER_BSD_SYSCTL_H

#include <cyclecounter.h>

extern int sysctlbyname(const char *name, void *value, size_t *bytes, const void *set, size_t set_bytes);

/* 0 if the number does not exist, or is negative as a signed one. */
static inline int64_t cc_sysctl(const char *name) {
    union {
        int32_t narrow;
        int64_t wide;
    } value;
    size_t bytes = sizeof value;
    if (sysctlbyname(name, &value, &bytes, 0, 0) != 0) return 0;
    int64_t number = bytes == sizeof value.wide ? value.wide : bytes == sizeof value.narrow ? value.narrow : 0;
    return number > 0 ? number : 0;
}

#endif
