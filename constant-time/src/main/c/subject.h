// SPDX-License-Identifier: Apache-2.0
/* Calls an operation that works on a secret. */
#ifndef CYCLECOUNTER_SUBJECT_H
#define CYCLECOUNTER_SUBJECT_H

#include "jvm.h"

/* Calls long run(byte[]); stepped, between cc_begin_steps and cc_end_steps, if there is a place for their end. */
int64_t cc_call_subject(cc_table env, void *operation, void *secret, uint64_t *end)
    __attribute__((visibility("hidden")));

#endif
