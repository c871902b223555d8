#if defined(__linux__)

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "stretch.h"
#include "wall_clock.h"

// The C library's own, looked up once before the program begins: to look one up takes the loader's lock. What another library calls
// before that is looked up on the spot.
#define REAL(name) ((__typeof__(&name))real(&real_##name, #name))
#define DECLARE(name) static void *real_##name;
#define RESOLVE(name) real(&real_##name, #name);
#define ALL(each)                                                                                                              \
    each(clock_gettime) each(gettimeofday) each(time) each(timespec_get) each(clock) each(getrandom) each(getentropy)          \
    each(arc4random) each(arc4random_buf) each(arc4random_uniform) each(rand) each(random) each(drand48) each(lrand48)         \
    each(syscall) each(open) each(open64) each(openat) each(openat64) each(fopen) each(fopen64)

static void *real(void **known, const char *name) {
    void *found = __atomic_load_n(known, __ATOMIC_RELAXED);
    if (found == NULL) {
        found = dlsym(RTLD_NEXT, name);
        __atomic_store_n(known, found, __ATOMIC_RELAXED);
    }
    return found;
}

// They are younger than some C libraries that this is built with.
extern uint32_t arc4random(void);
extern void arc4random_buf(void *buffer, size_t size);
extern uint32_t arc4random_uniform(uint32_t limit);

ALL(DECLARE)

// ICU asks the time whenever it makes a calendar, also to write down a date that it is given: that is not its caller's doing.
static uintptr_t icu_start = 0;
static uintptr_t icu_end = 0;

static int note_icu(struct dl_phdr_info *library, size_t size, void *ignored) {
    (void)size;
    (void)ignored;
    if (library->dlpi_name == NULL || strstr(library->dlpi_name, "FoundationICU") == NULL) return 0;
    icu_start = library->dlpi_addr;
    icu_end = library->dlpi_addr;
    for (int index = 0; index < library->dlpi_phnum; index++) {
        const ElfW(Phdr) *part = &library->dlpi_phdr[index];
        uintptr_t end = library->dlpi_addr + part->p_vaddr + part->p_memsz;
        if (part->p_type == PT_LOAD && end > icu_end) icu_end = end;
    }
    return 1;
}

__attribute__((constructor)) static void begin(void) {
    ALL(RESOLVE)
    dl_iterate_phdr(note_icu, NULL);
    stretch_watch();
}

// Clocks

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (stretch_is_on()) {
        int is_wall = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
        stretch_reads(is_wall ? stretch_wall_clock : stretch_running_clock);
    }
    return REAL(clock_gettime)(clock, time);
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    if (stretch_is_on()) {
        uintptr_t caller = (uintptr_t)__builtin_return_address(0);
        if (caller < icu_start || caller >= icu_end) stretch_reads(stretch_wall_clock);
    }
    return REAL(gettimeofday)(time, zone);
}

time_t time(time_t *result) {
    stretch_reads(stretch_wall_clock);
    return REAL(time)(result);
}

int timespec_get(struct timespec *time, int base) {
    stretch_reads(stretch_wall_clock);
    return REAL(timespec_get)(time, base);
}

clock_t clock(void) {
    stretch_reads(stretch_running_clock);
    return REAL(clock)();
}

// Chance

ssize_t getrandom(void *buffer, size_t size, unsigned int flags) {
    stretch_reads(stretch_chance);
    return REAL(getrandom)(buffer, size, flags);
}

int getentropy(void *buffer, size_t size) {
    stretch_reads(stretch_chance);
    return REAL(getentropy)(buffer, size);
}

uint32_t arc4random(void) {
    stretch_reads(stretch_chance);
    return REAL(arc4random)();
}

void arc4random_buf(void *buffer, size_t size) {
    stretch_reads(stretch_chance);
    REAL(arc4random_buf)(buffer, size);
}

uint32_t arc4random_uniform(uint32_t limit) {
    stretch_reads(stretch_chance);
    return REAL(arc4random_uniform)(limit);
}

int rand(void) {
    stretch_reads(stretch_chance);
    return REAL(rand)();
}

long random(void) {
    stretch_reads(stretch_chance);
    return REAL(random)();
}

double drand48(void) {
    stretch_reads(stretch_chance);
    return REAL(drand48)();
}

long lrand48(void) {
    stretch_reads(stretch_chance);
    return REAL(lrand48)();
}

// Swift's generator calls the kernel this way.
long syscall(long number, ...) {
    if (number == SYS_getrandom) stretch_reads(stretch_chance);
    if (number == SYS_clock_gettime) stretch_reads(stretch_running_clock);
    va_list list;
    va_start(list, number);
    long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long);
    long d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
    va_end(list);
    return REAL(syscall)(number, a, b, c, d, e, f);
}

// Foundation makes a UUID of what it reads there.
static void note_file(const char *path) {
    if (!stretch_is_on() || path == NULL) return;
    if (strcmp(path, "/dev/urandom") == 0 || strcmp(path, "/dev/random") == 0) stretch_reads(stretch_chance);
}

#define OPENING(name)                                                                                                          \
    int name(const char *path, int flags, ...) {                                                                               \
        note_file(path);                                                                                                       \
        va_list list;                                                                                                          \
        va_start(list, flags);                                                                                                 \
        mode_t mode = va_arg(list, mode_t);                                                                                    \
        va_end(list);                                                                                                          \
        return REAL(name)(path, flags, mode);                                                                                  \
    }
OPENING(open)
OPENING(open64)

#define OPENING_AT(name)                                                                                                       \
    int name(int folder, const char *path, int flags, ...) {                                                                   \
        note_file(path);                                                                                                       \
        va_list list;                                                                                                          \
        va_start(list, flags);                                                                                                 \
        mode_t mode = va_arg(list, mode_t);                                                                                    \
        va_end(list);                                                                                                          \
        return REAL(name)(folder, path, flags, mode);                                                                          \
    }
OPENING_AT(openat)
OPENING_AT(openat64)

#define OPENING_FILE(name)                                                                                                     \
    FILE *name(const char *restrict path, const char *restrict mode) {                                                         \
        note_file(path);                                                                                                       \
        return REAL(name)(path, mode);                                                                                         \
    }
OPENING_FILE(fopen)
OPENING_FILE(fopen64)

#endif
