// SPDX-License-Identifier: Apache-2.0
/*
 * Prints the measurement of libcpucycles's own cpucycles-info: version, counter, and the median of the 63
 * differences between 64 adjacent readings.
 *
 *   median LIBRARY
 */
#include <dlfcn.h>
#include <stdio.h>

#define READINGS 64

static long long median(const long long *values, int count) {
    for (int i = 0; i < count; i++) {
        int smaller = 0, larger = 0;
        for (int j = 0; j < count; j++) {
            smaller += values[j] < values[i];
            larger += values[j] > values[i];
        }
        if (2 * smaller < count && 2 * larger < count) return values[i];
    }
    return 0;
}

int main(int count, char **arguments) {
    void *library = count == 2 ? dlopen(arguments[1], RTLD_NOW) : NULL;
    /* A variable that points to a function, to another one after the first call. */
    long long (**cycles)(void) = library ? dlsym(library, "cpucycles") : NULL;
    const char *(*version)(void) = library ? dlsym(library, "cpucycles_version") : NULL;
    const char *(*name)(void) = library ? dlsym(library, "cpucycles_implementation") : NULL;
    if (!cycles || !version || !name) {
        fprintf(stderr, "median: %s\n", count == 2 ? "this is no libcpucycles" : "give the library's path");
        return 2;
    }
    (*cycles)();
    long long readings[READINGS], differences[READINGS - 1];
    for (int i = 0; i < READINGS; i++) readings[i] = (*cycles)();
    for (int i = 0; i < READINGS - 1; i++) differences[i] = readings[i + 1] - readings[i];
    printf("%s %s %lld\n", version(), name(), median(differences, READINGS - 1));
    return 0;
}
