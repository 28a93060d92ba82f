// SPDX-License-Identifier: Apache-2.0
/* A library that ends its process while it is loaded: an undefined instruction in a constructor (DT_INIT_ARRAY). */
#include "faults.h"

__attribute__((constructor)) static void on_load(void) { undefined_instruction(); }

CC_EXPORT int64_t CC_JNI_NAME(com_example_faults_BadLibrary, read)(void) { return healthy_read(); }
