// SPDX-License-Identifier: Apache-2.0
/*
 * OwnOutput.takeInto: a process keeps its standard output to itself. On Linux, opening /proc/self/fd/1 makes a new open
 * file instead: that fails for a socket and for another user's terminal, and writes a regular file from an offset of
 * its own, over what others write to the same output.
 *
 * Sources: fcntl(2), dup2(2); for the numbers, fcntl.h of Linux, macOS and FreeBSD; JNI specification, "Interface
 * Function Table". The JDK's own C functions read java.io.FileDescriptor.fd. On macOS and FreeBSD compiled only.
 */
#include <cyclecounter.h>

extern int fcntl(int fd, int command, ...);
extern int dup2(int from, int to);
extern int close(int fd);

enum { OUTPUT = 1, ERROR_STREAM = 2, F_GETFL = 3, O_ACCMODE = 3, O_RDONLY = 0 };
#if defined(__linux__)
enum { F_DUPFD_CLOEXEC = 1030 };
#elif defined(__APPLE__)
enum { F_DUPFD_CLOEXEC = 67 };
#else
enum { F_DUPFD_CLOEXEC = 17 };
#endif
enum { GET_OBJECT_CLASS = 31, GET_FIELD_ID = 94, SET_INT_FIELD = 109 };

typedef void *get_object_class(void *env, void *object);
typedef void *get_field_id(void *env, void *type, const char *name, const char *signature);
typedef void set_int_field(void *env, void *object, void *field, int32_t value);

/*
 * Makes `own` the standard output, and descriptor 1 a second standard error; 0 if all stays as it was, with an
 * exception where the JDK has no such field. An output that cannot be written counts as none: a JVM that starts
 * without one may have opened its own file as descriptor 1, and needs it.
 */
CC_EXPORT uint8_t CC_JNI_NAME(org_cyclecounter_selector_natives_OwnOutput, takeInto)(void *env, void *self, void *own) {
    void **jni = *(void ***)env;
    (void)self;
    void *type = (*(get_object_class **)&jni[GET_OBJECT_CLASS])(env, own);
    void *field = (*(get_field_id **)&jni[GET_FIELD_ID])(env, type, "fd", "I");
    int flags = fcntl(OUTPUT, F_GETFL);
    if (!field || flags < 0 || (flags & O_ACCMODE) == O_RDONLY) return 0;
    int copy = fcntl(OUTPUT, F_DUPFD_CLOEXEC, ERROR_STREAM + 1);
    if (copy < 0) return 0;
    if (dup2(ERROR_STREAM, OUTPUT) < 0) {
        close(copy);
        return 0;
    }
    (*(set_int_field **)&jni[SET_INT_FIELD])(env, own, field, copy);
    return 1;
}
