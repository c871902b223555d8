#define _GNU_SOURCE
#include "failing_files.h"

#include "file_calls.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static struct failing_files *control;
static char folder[PATH_MAX];
static size_t folder_length;
static dev_t device;
static int log_file = -1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static _Noreturn void stop(const char *reason) {
    dprintf(STDERR_FILENO, "failing-files: %s (%s)\n", reason, strerror(errno));
    _exit(70);
}

__attribute__((constructor)) static void begin(void) {
    const char *name = getenv("FAILING_FILES_FOLDER"), *path = getenv("FAILING_FILES_CONTROL"), *log = getenv("FAILING_FILES_LOG");
    if (name == NULL || path == NULL || log == NULL) return;
    struct stat status;
    if (realpath(name, folder) == NULL || stat(folder, &status) != 0) stop("the directory cannot be read");
    device = status.st_dev;
    folder_length = strlen(folder);
    log_file = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0);
    if (log_file < 0 || file < 0 || fstat(file, &status) != 0) stop("the control file or the log cannot be opened");
    if (status.st_size < (off_t)sizeof *control) stop("the control file is too short");
    long memory = syscall(SYS_mmap, NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0L);
    if (memory == -1) stop("the control file cannot be mapped");
    close(file);
    unsetenv("FAILING_FILES_CONTROL"); /* The processes that this one starts are not counted. */
    control = (struct failing_files *)memory;
}

/* The needs of an operation, which decide which faults it meets. */
enum need { NEEDS_NOTHING = 0, NEEDS_ROOM = 1, NEEDS_READING = 2, NEEDS_SYNC = 4 };

/* Returns the error of an operation; 0 if it does not fail. */
static int fault(enum need need, uint64_t kind) {
    switch (kind) {
    case FAILING_EIO: return EIO;
    case FAILING_FULL:
    case FAILING_SHORT: return (need & NEEDS_ROOM) != 0 ? ENOSPC : 0;
    case FAILING_EIO_OF_SYNC: return (need & NEEDS_SYNC) != 0 ? EIO : 0;
    case FAILING_EIO_OF_READ: return (need & NEEDS_READING) != 0 ? EIO : 0;
    default: return 0;
    }
}

/* Counts an operation. Returns its error; 0 if it does not fail, and -1 if it writes half of its bytes. */
static int next_fault(const char *operation, const char *path, enum need need) {
    pthread_mutex_lock(&lock);
    uint64_t number = ++control->operations;
    int error = 0;
    if (control->remaining > 0 && number >= control->first) error = fault(need, control->kind);
    if (error != 0) {
        if (control->kind == FAILING_SHORT) {
            control->kind = FAILING_FULL;
            if (strcmp(operation, "write") == 0) error = -1;
        }
        control->remaining--;
        control->failures++;
        const char *name = path + folder_length + (path[folder_length] == '/' ? 1 : 0);
        dprintf(log_file, "%s\t%s\t%s\t%lu\n", operation, name, error < 0 ? "short" : error == EIO ? "EIO" : "ENOSPC", number);
    }
    pthread_mutex_unlock(&lock);
    return error;
}

static bool is_inside(const char *path) {
    if (strncmp(path, folder, folder_length) != 0) return false;
    return path[folder_length] == '/' || path[folder_length] == 0;
}

/* Writes the path of a regular file. Returns false if it is outside of the directory. */
static bool path_of(int file, char path[PATH_MAX]) {
    struct stat status;
    if (control == NULL || fstat(file, &status) != 0 || status.st_dev != device || !S_ISREG(status.st_mode)) return false;
    char link[40];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) return false;
    path[length] = 0;
    return is_inside(path);
}

/* Returns whether a name is in the directory, by its text: the application passes the directory's own path on. */
static bool locate(int base, const char *name, char path[PATH_MAX]) {
    if (control == NULL || base != AT_FDCWD || name[0] != '/' || strlen(name) >= PATH_MAX) return false;
    strcpy(path, name);
    return is_inside(path);
}

/* The error of an operation on a descriptor; 0 for none. `errno` stays as it is then. */
static int fault_of_file(const char *operation, int file, enum need need) {
    char path[PATH_MAX];
    int before = errno;
    bool is_counted = path_of(file, path);
    errno = before;
    return is_counted ? next_fault(operation, path, need) : 0;
}

static int fault_of_name(const char *operation, int base, const char *name, enum need need) {
    char path[PATH_MAX];
    return locate(base, name, path) ? next_fault(operation, path, need) : 0;
}

#define FAIL_WITH(error)                                                                                                            \
    do {                                                                                                                            \
        int result = (error);                                                                                                       \
        if (result != 0) {                                                                                                          \
            errno = result;                                                                                                         \
            return -1;                                                                                                              \
        }                                                                                                                           \
    } while (0)

bool is_candidate(int file) {
    (void)file;
    return control != NULL;
}

int open_file(int base, const char *path, int flags, mode_t mode) {
    bool creates = (flags & O_CREAT) != 0 && faccessat(base, path, F_OK, 0) != 0;
    FAIL_WITH(fault_of_name("open", base, path, creates ? NEEDS_ROOM : NEEDS_READING));
    return (int)syscall(SYS_openat, base, path, flags, mode);
}

ssize_t write_parts(int file, const struct iovec *parts, int count, off_t offset) {
    int error = fault_of_file("write", file, NEEDS_ROOM);
    struct iovec half = {count > 0 ? parts[0].iov_base : NULL, count > 0 ? parts[0].iov_len / 2 : 0};
    if (error < 0 && half.iov_len > 0) {
        parts = &half;
        count = 1;
    } else {
        FAIL_WITH(error < 0 ? ENOSPC : error);
    }
    return offset < 0 ? syscall(SYS_writev, file, parts, count) : syscall(SYS_pwritev, file, parts, count, offset, 0L);
}

int truncate_file(int file, off_t length) {
    struct stat status;
    bool grows = control != NULL && fstat(file, &status) == 0 && status.st_size < length;
    FAIL_WITH(fault_of_file("truncate", file, grows ? NEEDS_ROOM : NEEDS_NOTHING));
    return (int)syscall(SYS_ftruncate, file, length);
}

int sync_file(int file, long call) {
    FAIL_WITH(fault_of_file("sync", file, NEEDS_SYNC | NEEDS_ROOM));
    if (control != NULL && control->milliseconds > 0) {
        uint64_t wait = control->milliseconds;
        struct timespec time = {(time_t)(wait / 1000), (long)(wait % 1000) * 1000000};
        nanosleep(&time, NULL);
    }
    return (int)syscall(call, file);
}

int remove_name(int base, const char *name, int flags) {
    FAIL_WITH(fault_of_name("remove", base, name, NEEDS_NOTHING));
    return (int)syscall(SYS_unlinkat, base, name, flags);
}

int rename_file(int base, const char *name, int next_base, const char *next, unsigned flags) {
    FAIL_WITH(fault_of_name("rename", next_base, next, NEEDS_ROOM));
    return (int)syscall(SYS_renameat2, base, name, next_base, next, flags);
}

int link_file(int base, const char *name, int next_base, const char *next, int flags) {
    FAIL_WITH(fault_of_name("link", next_base, next, NEEDS_ROOM));
    return (int)syscall(SYS_linkat, base, name, next_base, next, flags);
}

int make_folder(int base, const char *name, mode_t mode) {
    FAIL_WITH(fault_of_name("make directory", base, name, NEEDS_ROOM));
    return (int)syscall(SYS_mkdirat, base, name, mode);
}

/* Reading, which the other libraries leave to the C library. */

ssize_t read(int file, void *bytes, size_t length) {
    if (control != NULL) FAIL_WITH(fault_of_file("read", file, NEEDS_READING));
    return syscall(SYS_read, file, bytes, length);
}

ssize_t pread(int file, void *bytes, size_t length, off_t offset) {
    if (control != NULL) FAIL_WITH(fault_of_file("read", file, NEEDS_READING));
    return syscall(SYS_pread64, file, bytes, length, offset);
}

void *mmap(void *address, size_t length, int protection, int flags, int file, off_t offset) {
    if (control != NULL && (flags & MAP_ANONYMOUS) == 0) {
        int error = fault_of_file("map", file, NEEDS_READING);
        if (error != 0) {
            errno = error;
            return MAP_FAILED;
        }
    }
    return (void *)syscall(SYS_mmap, address, length, protection, flags, file, offset);
}

ssize_t pread64(int file, void *bytes, size_t length, off64_t offset) __attribute__((alias("pread")));
void *mmap64(void *address, size_t length, int protection, int flags, int file, off64_t offset) __attribute__((alias("mmap")));
