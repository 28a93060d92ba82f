// SPDX-License-Identifier: Apache-2.0
/*
 * Shared by the Windows counters. The functions they import are listed in kernel32.def. On x64 and
 * ARM64 WINAPI is the one calling convention there is; it is written for the day of a 32-bit target.
 */
#ifndef CYCLECOUNTER_OS_WINDOWS_H
#define CYCLECOUNTER_OS_WINDOWS_H

#include <cyclecounter.h>

#define WINAPI __stdcall

__declspec(dllimport) void *WINAPI GetCurrentThread(void); /* a constant: nothing to close */

#endif
