// SPDX-License-Identifier: Apache-2.0
/* Calls an operation that works on a secret. */
#ifndef CYCLECOUNTER_SUBJECT_H
#define CYCLECOUNTER_SUBJECT_H

#include "jvm.h"

/* Calls long run(byte[]), if it is stepped between cc_begin_steps and cc_end_steps. */
int64_t cc_call_subject(cc_table env, void *operation, void *secret, int is_stepped)
    __attribute__((visibility("hidden")));

#endif
