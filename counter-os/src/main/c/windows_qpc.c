// SPDX-License-Identifier: Apache-2.0
/*
 * windows-qpc: QueryPerformanceCounter and QueryPerformanceFrequency (profileapi.h), which do not fail
 * on Windows XP and newer.
 */
#include "windows.h"

__declspec(dllimport) int WINAPI QueryPerformanceCounter(int64_t *ticks);
__declspec(dllimport) int WINAPI QueryPerformanceFrequency(int64_t *hz);

CC_READ(org_cyclecounter_os_WindowsQpc, ticks) {
    int64_t ticks = 0;
    QueryPerformanceCounter(&ticks);
    return ticks;
}

CC_ADDRESSES(org_cyclecounter_os_WindowsQpc, ticks, ticks, 0)

/* Ticks per second, fixed when Windows starts. */
CC_READ(org_cyclecounter_os_WindowsQpc, hz) {
    int64_t hz = 0;
    QueryPerformanceFrequency(&hz);
    return hz;
}
