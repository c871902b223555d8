#define _GNU_SOURCE
#include "unsynced_writes.h"

#include "file_calls.h"
#include "record.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

_Static_assert(sizeof(long) == 8, "offsets are passed to the kernel in one register");

int open_file(int base, const char *path, int flags, mode_t mode) {
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

ssize_t write_parts(int file, const struct iovec *parts, int count, off_t offset) {
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

int truncate_file(int file, off_t length) {
    if (!is_candidate(file)) return (int)syscall(SYS_ftruncate, file, length);
    pthread_mutex_lock(&record_lock);
    struct watched *watched = watch(file);
    int result = (int)syscall(SYS_ftruncate, file, length), error = errno;
    if (watched != NULL && result == 0) append_truncate(watched, (uint64_t)length);
    pthread_mutex_unlock(&record_lock);
    errno = error;
    return result;
}

int sync_file(int file, long call) {
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

int remove_name(int base, const char *name, int flags) {
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

int rename_file(int base, const char *name, int next_base, const char *next, unsigned flags) {
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

int link_file(int base, const char *name, int next_base, const char *next, int flags) {
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

int make_folder(int base, const char *name, mode_t mode) {
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
