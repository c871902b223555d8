#define _GNU_SOURCE
#include "shifted_clock.h"

#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static time_t shift;

__attribute__((constructor)) static void read_shift(void) {
    const char *text = getenv("SHIFTED_CLOCK");
    if (text != NULL) shift = (time_t)strtoll(text, NULL, 10);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int result = (int)syscall(SYS_clock_gettime, clock, now);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += shift;
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    (void)zone;
    struct timespec time;
    int result = clock_gettime(CLOCK_REALTIME, &time);
    if (result == 0) *now = (struct timeval){.tv_sec = time.tv_sec, .tv_usec = time.tv_nsec / 1000};
    return result;
}

time_t time(time_t *copy) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (copy != NULL) *copy = now.tv_sec;
    return now.tv_sec;
}

/* A time of the wall clock is decades from those of the monotonic clocks, which are left alone. */
static struct timespec unshifted(const struct timespec *end) {
    struct timespec time = *end;
    if (time.tv_sec > 1000000000) time.tv_sec -= shift;
    return time;
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict end) {
    static int (*real)(sem_t *, const struct timespec *);
    if (real == NULL) real = (int (*)(sem_t *, const struct timespec *))dlsym(RTLD_NEXT, "sem_timedwait");
    struct timespec time = unshifted(end);
    return real(semaphore, &time);
}

int pthread_cond_timedwait(
    pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, const struct timespec *restrict end) {
    static int (*real)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
    if (real == NULL) {
        real = (int (*)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *))dlsym(
            RTLD_NEXT, "pthread_cond_timedwait");
    }
    struct timespec time = unshifted(end);
    return real(condition, mutex, &time);
}
