// SPDX-License-Identifier: Apache-2.0
/*
 * Commands: how the PMU behaves, now or from a moment on. main.c lists them.
 */
#include "pmu.h"

#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

struct appointment {
    struct appointment *next;
    enum moment moment;
    uint64_t number;
    char command[];
};

struct settings settings = {.step = 1, .slots = COUNTERS, .turn_ns = 4e6};
struct statistics statistics;
static struct appointment *appointments;
static int control = -1;

static const struct {
    const char *name;
    double *value, max;
} numbers[] = {
    {"step=", &settings.step, 1e12},
    {"discount=", &settings.discount_ns, INFINITY},
    {"slots=", &settings.slots, MAX_COUNTERS},
    {"rivals=", &settings.rivals, 64},
    {"turn=", &settings.turn_ns, 1e12},
    {"stall=", &settings.stall, 1},
};

static const struct {
    const char *name;
    enum moment moment;
} moments[] = {{"at=", AT_READ}, {"at-open=", AT_OPEN}, {"at-mmap=", AT_MMAP}};

static const char *after(const char *text, const char *name) {
    size_t length = strlen(name);
    return strncmp(text, name, length) == 0 ? text + length : NULL;
}

static bool set_number(const char *text, double max, double *value) {
    char *end;
    double number = strtod(text, &end);
    if (end == text || *end != 0 || !(number >= 0 && number <= max)) return false;
    *value = number;
    return true;
}

/* An errno's number or name, or "kill". */
static bool set_error(const char *text, bool may_kill, double *value) {
    for (int error = 1; error < 134; error++) {
        const char *name = strerrorname_np(error);
        if (name != NULL && strcmp(name, text) == 0) {
            *value = error;
            return true;
        }
    }
    if (may_kill && strcmp(text, "kill") == 0) {
        *value = DENY_KILL;
        return true;
    }
    return set_number(text, 4095, value);
}

static void appoint(enum moment moment, uint64_t number, const char *text) {
    struct appointment **last = &appointments;
    struct appointment *new = calloc(1, sizeof *new + strlen(text) + 1);
    if (new == NULL) FAIL("out of memory");
    new->moment = moment;
    new->number = statistics.own[moment] + number;
    strcpy(new->command, text);
    while (*last != NULL) last = &(*last)->next;
    *last = new;
}

/* Executes the command in the text; false if it is unknown. */
bool command(const char *text) {
    const char *value;
    catch_up();
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if ((value = after(text, numbers[i].name))) return set_number(value, numbers[i].max, numbers[i].value);
    for (size_t i = 0; i < sizeof moments / sizeof *moments; i++) {
        if (!(value = after(text, moments[i].name))) continue;
        char *end;
        uint64_t number = strtoull(value, &end, 10);
        if (end == value || *end != ':' || number == 0) return false;
        appoint(moments[i].moment, number, end + 1);
        return true;
    }
    if ((value = after(text, "deny="))) return set_error(value, true, &settings.deny);
    if ((value = after(text, "deny-mmap="))) return set_error(value, false, &settings.deny_mmap);
    if (strcmp(text, "lose") == 0) {
        forbid_rdpmc();
        return true;
    }
    if (strcmp(text, "dead") == 0 || strcmp(text, "alive") == 0) {
        settings.dead = *text == 'd';
        return true;
    }
    return false;
}

static void obey(const char *text) {
    if (*text != 0 && !command(text)) fprintf(stderr, "pmu: not a command: %s\n", text);
}

/* The program's own processes have reached a moment once more: applies the commands that are due. */
void reached(enum moment moment) {
    statistics.own[moment]++;
    struct appointment **at = &appointments;
    while (*at != NULL) {
        struct appointment *due = *at;
        if (due->moment != moment || due->number > statistics.own[moment]) {
            at = &due->next;
            continue;
        }
        *at = due->next;
        obey(due->command);
        free(due);
    }
}

void open_control(const char *path) {
    control = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (control < 0) FAIL("cannot open %s (%m)", path);
}

/* Executes lines appended to the control file; leaves an unfinished line for later. */
void read_control(void) {
    static off_t done;
    char text[PAGE];
    if (control < 0) return;
    ssize_t size = pread(control, text, sizeof text - 1, done);
    text[size > 0 ? size : 0] = 0;
    for (char *line = text, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = 0;
        done += end + 1 - line;
        obey(line);
    }
}
