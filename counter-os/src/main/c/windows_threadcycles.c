// SPDX-License-Identifier: Apache-2.0
/*
 * windows-threadcycles: cycles of the calling thread, in user mode and in the kernel, by
 * QueryThreadCycleTime (realtimeapiset.h; Windows Vista and newer), which gives 0 on failure. It sums
 * differences of the time-stamp counter on x64, of PMCCNTR_EL0 on ARM64.
 */
#include "windows.h"

__declspec(dllimport) int WINAPI QueryThreadCycleTime(void *thread, uint64_t *cycles);

CC_READ(org_cyclecounter_os_WindowsThreadcycles, ticks) {
    uint64_t cycles = 0;
    return QueryThreadCycleTime(GetCurrentThread(), &cycles) ? (int64_t)cycles : CC_UNREADABLE;
}

CC_ADDRESSES(org_cyclecounter_os_WindowsThreadcycles, ticks, ticks, 0)
