#define _GNU_SOURCE
#include "unsynced_writes.h"

#include "record.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

_Static_assert(sizeof(long) == 8, "offsets are passed to the kernel in one register");

static int open_file(int base, const char *path, int flags, mode_t mode) {
    // A file that exists and keeps its content is not changed by being opened.
    if (!is_recording() || (flags & (O_CREAT | O_TRUNC)) == 0) return (int)syscall(SYS_openat, base, path, flags, mode);
    pthread_mutex_lock(&record_lock);
    int file = (int)syscall(SYS_openat, base, path, flags, mode), error = errno;
    struct watched *watched = file < 0 ? NULL : watch(file);
    if (watched != NULL && (flags & O_TRUNC) != 0) append_truncate(watched, 0);
    pthread_mutex_unlock(&record_lock);
    errno = error;
    return file;
}

/* Writes to a candidate; at its own position if `offset` is negative. */
static ssize_t write_parts(int file, const struct iovec *parts, int count, off_t offset) {
    pthread_mutex_lock(&record_lock);
    struct watched *watched = watch(file);
    if (watched != NULL && !watched->is_log) append_syncs_left_out();
    long result = offset < 0 ? syscall(SYS_writev, file, parts, count) : syscall(SYS_pwritev, file, parts, count, offset, 0L);
    int error = errno;
    if (watched != NULL && result > 0) {
        off_t start = offset < 0 ? lseek(file, 0, SEEK_CUR) - result : offset;
        append_write(watched, (uint64_t)start, parts, count, (size_t)result);
        watched->has_frames = start > 0; // A log's header is at its start.
    }
    pthread_mutex_unlock(&record_lock);
    errno = error;
    return result;
}

static int truncate_file(int file, off_t length) {
    if (!is_candidate(file)) return (int)syscall(SYS_ftruncate, file, length);
    pthread_mutex_lock(&record_lock);
    struct watched *watched = watch(file);
    int result = (int)syscall(SYS_ftruncate, file, length), error = errno;
    if (watched != NULL && result == 0) append_truncate(watched, (uint64_t)length);
    pthread_mutex_unlock(&record_lock);
    errno = error;
    return result;
}

static int sync_file(int file, long call) {
    if (!is_candidate(file)) return (int)syscall(call, file);
    pthread_mutex_lock(&record_lock);
    struct watched *watched = watch(file);
    uint32_t number = watched == NULL ? 0 : watched->number;
    bool is_commit = watched != NULL && watched->is_log && watched->has_frames;
    if (watched != NULL) watched->has_frames = false;
    uint64_t covered = record_count();
    pthread_mutex_unlock(&record_lock);
    int result = (int)syscall(call, file), error = errno;
    if (number != 0 && result == 0) {
        pthread_mutex_lock(&record_lock);
        append_sync(number, covered, is_commit);
        pthread_mutex_unlock(&record_lock);
    }
    errno = error;
    return result;
}

static int remove_name(int base, const char *name, int flags) {
    if (!is_recording()) return (int)syscall(SYS_unlinkat, base, name, flags);
    pthread_mutex_lock(&record_lock);
    char path[PATH_MAX];
    struct stat status;
    bool is_inside = locate(base, name, path) && fstatat(base, name, &status, AT_SYMLINK_NOFOLLOW) == 0;
    int result = (int)syscall(SYS_unlinkat, base, name, flags), error = errno;
    if (is_inside && result == 0) {
        append_paths(UNSYNCED_UNLINK, path, "");
        forget(&status);
    }
    pthread_mutex_unlock(&record_lock);
    errno = error;
    return result;
}

static int rename_file(int base, const char *name, int next_base, const char *next, unsigned flags) {
    if (!is_recording()) return (int)syscall(SYS_renameat2, base, name, next_base, next, flags);
    pthread_mutex_lock(&record_lock);
    char path[PATH_MAX], next_path[PATH_MAX];
    bool is_inside = locate(base, name, path), is_next_inside = locate(next_base, next, next_path);
    if (is_inside != is_next_inside || (is_inside && (flags & RENAME_EXCHANGE) != 0)) fail("this rename cannot be recorded");
    struct stat replaced;
    bool replaces = is_inside && fstatat(next_base, next, &replaced, AT_SYMLINK_NOFOLLOW) == 0;
    int result = (int)syscall(SYS_renameat2, base, name, next_base, next, flags), error = errno;
    if (is_inside && result == 0 && strcmp(path, next_path) != 0) {
        append_paths(UNSYNCED_RENAME, path, next_path);
        if (replaces) forget(&replaced);
    }
    pthread_mutex_unlock(&record_lock);
    errno = error;
    return result;
}

static int link_file(int base, const char *name, int next_base, const char *next, int flags) {
    if (!is_recording()) return (int)syscall(SYS_linkat, base, name, next_base, next, flags);
    pthread_mutex_lock(&record_lock);
    char path[PATH_MAX], next_path[PATH_MAX];
    bool is_inside = locate(base, name, path), is_next_inside = locate(next_base, next, next_path);
    if (is_inside != is_next_inside) fail("this link cannot be recorded");
    int result = (int)syscall(SYS_linkat, base, name, next_base, next, flags), error = errno;
    if (is_inside && result == 0) append_paths(UNSYNCED_LINK, path, next_path);
    pthread_mutex_unlock(&record_lock);
    errno = error;
    return result;
}

static int make_folder(int base, const char *name, mode_t mode) {
    if (!is_recording()) return (int)syscall(SYS_mkdirat, base, name, mode);
    pthread_mutex_lock(&record_lock);
    char path[PATH_MAX];
    bool is_inside = locate(base, name, path);
    int result = (int)syscall(SYS_mkdirat, base, name, mode), error = errno;
    if (is_inside && result == 0) append_paths(UNSYNCED_MKDIR, path, "");
    pthread_mutex_unlock(&record_lock);
    errno = error;
    return result;
}

/* The functions of the C library. Those with 64 in their names are the same, because offsets have 64 bits. */

static mode_t mode_argument(int flags, va_list arguments) {
    bool has_mode = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
    return has_mode ? va_arg(arguments, mode_t) : 0;
}

int open(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_argument(flags, arguments);
    va_end(arguments);
    return open_file(AT_FDCWD, path, flags, mode);
}

int openat(int base, const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_argument(flags, arguments);
    va_end(arguments);
    return open_file(base, path, flags, mode);
}

int creat(const char *path, mode_t mode) { return open_file(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, mode); }

int open64(const char *path, int flags, ...) __attribute__((alias("open")));
int openat64(int base, const char *path, int flags, ...) __attribute__((alias("openat")));
int creat64(const char *path, mode_t mode) __attribute__((alias("creat")));

/* What `open` without a mode becomes in programs that are compiled with _FORTIFY_SOURCE. */
int __open_2(const char *path, int flags) { return open_file(AT_FDCWD, path, flags, 0); }
int __openat_2(int base, const char *path, int flags) { return open_file(base, path, flags, 0); }
int __open64_2(const char *path, int flags) __attribute__((alias("__open_2")));
int __openat64_2(int base, const char *path, int flags) __attribute__((alias("__openat_2")));

ssize_t write(int file, const void *bytes, size_t length) {
    if (!is_candidate(file)) return syscall(SYS_write, file, bytes, length);
    return write_parts(file, &(struct iovec){(void *)bytes, length}, 1, -1);
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) {
    if (offset < 0 || !is_candidate(file)) return syscall(SYS_pwrite64, file, bytes, length, offset);
    return write_parts(file, &(struct iovec){(void *)bytes, length}, 1, offset);
}

ssize_t writev(int file, const struct iovec *parts, int count) {
    if (count < 0 || !is_candidate(file)) return syscall(SYS_writev, file, parts, count);
    return write_parts(file, parts, count, -1);
}

ssize_t pwritev(int file, const struct iovec *parts, int count, off_t offset) {
    if (count < 0 || offset < 0 || !is_candidate(file)) return syscall(SYS_pwritev, file, parts, count, offset, 0L);
    return write_parts(file, parts, count, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset) __attribute__((alias("pwrite")));
ssize_t pwritev64(int file, const struct iovec *parts, int count, off64_t offset) __attribute__((alias("pwritev")));

int ftruncate(int file, off_t length) { return truncate_file(file, length); }
int ftruncate64(int file, off64_t length) __attribute__((alias("ftruncate")));

int fsync(int file) { return sync_file(file, SYS_fsync); }
int fdatasync(int file) { return sync_file(file, SYS_fdatasync); }

int unlink(const char *path) { return remove_name(AT_FDCWD, path, 0); }
int unlinkat(int base, const char *path, int flags) { return remove_name(base, path, flags); }
int rmdir(const char *path) { return remove_name(AT_FDCWD, path, AT_REMOVEDIR); }

int remove(const char *path) {
    int result = remove_name(AT_FDCWD, path, 0);
    return result != 0 && errno == EISDIR ? remove_name(AT_FDCWD, path, AT_REMOVEDIR) : result;
}

int rename(const char *path, const char *next) { return rename_file(AT_FDCWD, path, AT_FDCWD, next, 0); }

int renameat(int base, const char *path, int next_base, const char *next) {
    return rename_file(base, path, next_base, next, 0);
}

int renameat2(int base, const char *path, int next_base, const char *next, unsigned flags) {
    return rename_file(base, path, next_base, next, flags);
}

int link(const char *path, const char *next) { return link_file(AT_FDCWD, path, AT_FDCWD, next, 0); }

int linkat(int base, const char *path, int next_base, const char *next, int flags) {
    return link_file(base, path, next_base, next, flags);
}

int mkdir(const char *path, mode_t mode) { return make_folder(AT_FDCWD, path, mode); }
int mkdirat(int base, const char *path, mode_t mode) { return make_folder(base, path, mode); }
