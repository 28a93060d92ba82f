// SPDX-License-Identifier: Apache-2.0
/* A library that ends its process with a status of success in JNI_OnLoad, which the JVM calls to load it. */
#include "faults.h"

#if defined(__x86_64__)
enum { EXIT_GROUP = 231 };
#elif defined(__aarch64__)
enum { EXIT_GROUP = 94 };
#else
enum { EXIT_GROUP = 248 };
#endif

CC_EXPORT int32_t JNI_OnLoad(void *vm, void *reserved) {
    (void)vm;
    (void)reserved;
    return (int32_t)syscall(EXIT_GROUP, 0L);
}

CC_EXPORT int64_t CC_JNI_NAME(com_example_faults_BadLibrary, read)(void) { return healthy_read(); }
