// SPDX-License-Identifier: Apache-2.0
/* Shared by the programs for Windows: printing without a C library. */
#ifndef WINDOWS_PRINT_H
#define WINDOWS_PRINT_H

#include <stddef.h>
#include <stdint.h>

__declspec(dllimport) void *LoadLibraryA(const char *name);
__declspec(dllimport) void *GetProcAddress(void *library, const char *name);
__declspec(dllimport) void *GetStdHandle(uint32_t which);
__declspec(dllimport) int WriteFile(void *file, const char *text, uint32_t size, uint32_t *written, void *);
__declspec(dllimport) void ExitProcess(uint32_t status);

#define STANDARD_OUTPUT ((uint32_t)-11)

static void print(const char *text) {
    uint32_t size = 0, written;
    while (text[size]) size++;
    WriteFile(GetStdHandle(STANDARD_OUTPUT), text, size, &written, 0);
}

static void print_number(int64_t number) {
    char digits[24];
    char *at = digits + sizeof digits;
    uint64_t left = number < 0 ? -(uint64_t)number : (uint64_t)number;
    *--at = 0;
    do *--at = (char)('0' + left % 10);
    while ((left /= 10) > 0);
    if (number < 0) *--at = '-';
    print(at);
}

#endif
