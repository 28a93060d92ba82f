// SPDX-License-Identifier: Apache-2.0
/*
 * NativeSysctl.read: a number of macOS's or FreeBSD's sysctl tree by its name, whose length the caller gives,
 * all of it ASCII. See bsd_sysctl.h. Compiled only.
 */
#include <bsd_sysctl.h>

#define MAX_NAME 63

/* JNI specification, "Interface Function Table": the place of GetStringUTFRegion. */
#define GET_STRING_UTF_REGION 221
typedef void get_string_utf_region(void *env, void *string, int32_t start, int32_t length, char *into);

CC_EXPORT int64_t CC_JNI_NAME(org_cyclecounter_selector_frequency_NativeSysctl, read)(void *env, void *self,
                                                                                      void *name, int32_t length) {
    char text[MAX_NAME + 1];
    (void)self;
    if (length < 0 || length > MAX_NAME) return 0;
    (*(get_string_utf_region ***)env)[GET_STRING_UTF_REGION](env, name, 0, length, text);
    text[length] = 0;
    return cc_sysctl(text);
}
