// SPDX-License-Identifier: Apache-2.0
/* The child JVM: its end with its parent, and its progress without a byte of Java code that would be compiled. */
#include <linux_call.h>

#define CC_WRITE 1
#define CC_EXIT_GROUP 231
#define STANDARD_OUTPUT 1

/* Ends this process when its standard input ends, which is its parent's to write; whatever Java code is doing. */
CC_EXPORT void Java_org_cyclecounter_trace_child_Stepper_endWithParent(CC_UNUSED_ENV) {
    char bytes[16];
    while (cc_call(CC_READ_FILE, 0, (intptr_t)bytes, sizeof bytes, 0, 0, 0) > 0) {
    }
    cc_call(CC_EXIT_GROUP, 1, 0, 0, 0, 0, 0);
}

/* Writes a line of one letter, the phase, and how many of its 100 parts are done. */
CC_EXPORT void Java_org_cyclecounter_trace_child_Stepper_report(CC_UNUSED_ENV, int32_t phase, int32_t percent) {
    char line[] = "\n@W000\n";
    line[2] = (char)phase;
    line[3] = (char)('0' + percent / 100 % 10);
    line[4] = (char)('0' + percent / 10 % 10);
    line[5] = (char)('0' + percent % 10);
    cc_call(CC_WRITE, STANDARD_OUTPUT, (intptr_t)line, sizeof line - 1, 0, 0, 0);
}
