// SPDX-License-Identifier: Apache-2.0
/*
 * time_t as the C library's plain functions have it: as wide as a long on 64-bit systems, 32 bits on
 * 32-bit Linux (time64 has functions of other names there) but 64 bits on 32-bit RISC-V, which came
 * after the change (glibc: sysdeps/unix/sysv/linux/riscv; musl: arch/riscv32/bits/alltypes.h.in).
 */
#ifndef CYCLECOUNTER_OS_UNIX_TIME_H
#define CYCLECOUNTER_OS_UNIX_TIME_H

#include <cyclecounter.h>

#if defined(__riscv) && __riscv_xlen == 32
typedef int64_t unix_time;
#else
typedef long unix_time;
#endif

#endif
