// SPDX-License-Identifier: Apache-2.0
/*
 * The program's view of the machine: a PMU "cpu" in /sys/bus/event_source/devices, whose rdpmc it can
 * write to, and kernel.perf_event_paranoid, in a mount namespace of its own.
 *
 * Sources: mount_namespaces(7); Documentation/ABI/testing/sysfs-bus-event_source-devices-*; set_attr_rdpmc
 * in arch/x86/events/core.c.
 */
#include "pmu.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#define PARANOID "/proc/sys/kernel/perf_event_paranoid"

static int rdpmc_file;

static void write_file(const char *path, mode_t mode, const char *text) {
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
    if (file < 0 || write(file, text, strlen(text)) < 0) FAIL("cannot write %s (%m)", path);
    close(file);
}

void make_machine(void) {
    static const struct {
        const char *name;
        int type;
    } devices[] = {{"cpu", PMU_TYPE},
                   {"software", PERF_TYPE_SOFTWARE},
                   {"tracepoint", PERF_TYPE_TRACEPOINT},
                   {"breakpoint", PERF_TYPE_BREAKPOINT}};
    char path[128], text[16];
    if (unshare(CLONE_NEWNS) != 0)
        FAIL("a mount namespace is refused (%m): run as root, in a container with CAP_SYS_ADMIN");
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 || mount("pmu", DEVICES, "tmpfs", 0, "mode=755") != 0)
        FAIL("cannot mount over %s (%m)", DEVICES);
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
        snprintf(path, sizeof path, DEVICES "/%s", devices[i].name);
        mkdir(path, 0755);
        snprintf(path, sizeof path, DEVICES "/%s/type", devices[i].name);
        snprintf(text, sizeof text, "%d\n", devices[i].type);
        write_file(path, 0444, text);
    }
    write_file(DEVICES "/cpu/rdpmc", 0644, "1\n");
    rdpmc_file = open(DEVICES "/cpu/rdpmc", O_RDWR | O_CLOEXEC);
    write_file(DEVICES "/paranoid", 0644, "2\n");
    if (mount(DEVICES "/paranoid", PARANOID, NULL, MS_BIND, NULL) != 0) FAIL("cannot mount over %s (%m)", PARANOID);
    unlink(DEVICES "/paranoid");
}

/* '0' where RDPMC always faults, '1' where it does in a process without a mapped event, '2' never. */
char rdpmc_setting(void) {
    static char last = '1';
    char now;
    if (pread(rdpmc_file, &now, 1, 0) == 1) last = now; /* else it is just being written */
    return last;
}

void forbid_rdpmc(void) {
    if (pwrite(rdpmc_file, "0\n", 2, 0) != 2) FAIL("cannot write rdpmc (%m)");
}
