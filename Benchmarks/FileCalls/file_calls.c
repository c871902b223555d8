#define _GNU_SOURCE
#include "file_calls.h"

#include <fcntl.h>
#include <errno.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>

_Static_assert(sizeof(long) == 8, "offsets are passed to the kernel in one register");

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
