#define _GNU_SOURCE
#include "record.h"

#include "file_calls.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int record_file = -1;
static char folder[PATH_MAX];
static dev_t device;
static bool is_normal;

pthread_mutex_t record_lock = PTHREAD_MUTEX_INITIALIZER;
static struct watched files[1024];
static size_t file_count;
static uint32_t last_number;
static uint64_t records;

_Noreturn void fail(const char *reason) {
    dprintf(STDERR_FILENO, "unsynced-writes: %s (%s)\n", reason, strerror(errno));
    _exit(70);
}

__attribute__((constructor)) static void begin_record(void) {
    const char *path = getenv("UNSYNCED_WRITES_LOG"), *name = getenv("UNSYNCED_WRITES_FOLDER");
    if (path == NULL || name == NULL) return;
    const char *synchronous = getenv("UNSYNCED_WRITES_SYNCHRONOUS");
    is_normal = synchronous != NULL && strcmp(synchronous, "normal") == 0;
    struct stat status;
    if (realpath(name, folder) == NULL || stat(folder, &status) != 0) fail("the directory cannot be read");
    device = status.st_dev;
    record_file = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
    if (record_file < 0) fail("the record cannot be created");
    unsetenv("UNSYNCED_WRITES_LOG"); /* The processes that this one starts would begin it anew. */
}

bool is_recording(void) { return record_file >= 0; }

/* Sockets and pipes take no lock. */
bool is_candidate(int file) {
    struct stat status;
    if (record_file < 0) return false;
    int error = errno;
    bool result = fstat(file, &status) == 0 && status.st_dev == device && (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode));
    errno = error;
    return result;
}

static bool has_suffix(const char *path, const char *suffix) {
    size_t length = strlen(path), end = strlen(suffix);
    return length >= end && strcmp(path + length - end, suffix) == 0;
}

/* Writes the path of a descriptor relative to the directory. Returns false if it is outside. */
static bool path_of(int file, char path[PATH_MAX]) {
    char link[40];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) return false;
    path[length] = 0;
    size_t prefix = strlen(folder);
    if (strncmp(path, folder, prefix) != 0 || (path[prefix] != '/' && path[prefix] != 0)) return false;
    if (path[prefix] == '/') prefix++;
    memmove(path, path + prefix, strlen(path + prefix) + 1);
    return true;
}

bool locate(int base, const char *name, char path[PATH_MAX]) {
    char parent[PATH_MAX];
    size_t length = strnlen(name, PATH_MAX);
    if (length == 0 || length == PATH_MAX) return false;
    memcpy(parent, name, length + 1);
    while (length > 1 && parent[length - 1] == '/') parent[--length] = 0;
    char *slash = strrchr(parent, '/');
    const char *last = slash == NULL ? parent : slash + 1;
    if (*last == 0 || strcmp(last, ".") == 0 || strcmp(last, "..") == 0) return false;
    if (slash != NULL) *slash = 0;
    const char *opened = slash == NULL ? "." : slash == parent ? "/" : parent;
    // Closing a database would release the locks that the process holds on it: only its directory is opened.
    int file = (int)syscall(SYS_openat, base, opened, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) return false;
    bool is_inside = path_of(file, path);
    close(file);
    if (!is_inside) return false;
    size_t end = strlen(path);
    int added = snprintf(path + end, PATH_MAX - end, "%s%s", end == 0 ? "" : "/", last);
    return added > 0 && (size_t)added < PATH_MAX - end && !has_suffix(path, "-shm");
}

static void append(struct unsynced_record record, const struct iovec *parts, int count) {
    struct iovec all[1 + count];
    size_t rest = (size_t)record.length + record.second_length, total = sizeof record + rest;
    all[0] = (struct iovec){&record, sizeof record};
    for (int part = 0; part < count; part++) {
        size_t length = parts[part].iov_len < rest ? parts[part].iov_len : rest; /* Less was written than was asked for. */
        all[1 + part] = (struct iovec){parts[part].iov_base, length};
        rest -= length;
    }
    if (syscall(SYS_writev, record_file, all, 1 + count) != (long)total) fail("the record cannot be written");
    records++;
}

void append_write(const struct watched *file, uint64_t position, const struct iovec *parts, int count, size_t length) {
    append((struct unsynced_record){UNSYNCED_WRITE, file->number, position, (uint32_t)length, 0}, parts, count);
}

void append_truncate(const struct watched *file, uint64_t length) {
    append((struct unsynced_record){UNSYNCED_TRUNCATE, file->number, length, 0, 0}, NULL, 0);
}

void append_paths(enum unsynced_kind kind, const char *path, const char *second) {
    struct iovec parts[2] = {{(void *)path, strlen(path)}, {(void *)second, strlen(second)}};
    append((struct unsynced_record){kind, 0, 0, (uint32_t)parts[0].iov_len, (uint32_t)parts[1].iov_len}, parts, 2);
}

void append_sync(uint32_t number, uint64_t covered, bool is_commit) {
    if (!is_normal || !is_commit) {
        append((struct unsynced_record){UNSYNCED_SYNC, number, covered, 0, 0}, NULL, 0);
        return;
    }
    for (size_t index = 0; index < file_count; index++) {
        if (files[index].number == number) files[index].left_out = covered;
    }
}

void append_syncs_left_out(void) {
    for (size_t index = 0; index < file_count; index++) {
        if (files[index].left_out != 0) append_sync(files[index].number, files[index].left_out, false);
        files[index].left_out = 0;
    }
}

uint64_t record_count(void) { return records; }

struct watched *watch(int file) {
    struct stat status;
    if (fstat(file, &status) != 0 || status.st_dev != device) return NULL;
    if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) return NULL;
    for (size_t index = 0; index < file_count; index++) {
        if (files[index].inode == status.st_ino) return &files[index];
    }
    char path[PATH_MAX];
    if (status.st_nlink == 0 || !path_of(file, path) || has_suffix(path, "-shm")) return NULL;
    if (file_count == sizeof files / sizeof *files) fail("the directory has too many files");
    struct watched *entry = &files[file_count++];
    *entry = (struct watched){.inode = status.st_ino, .number = ++last_number, .is_log = has_suffix(path, "-wal")};
    append(
        (struct unsynced_record){UNSYNCED_OPEN, entry->number, S_ISDIR(status.st_mode) ? 1 : 0, (uint32_t)strlen(path), 0},
        &(struct iovec){path, strlen(path)}, 1);
    return entry;
}

void forget(const struct stat *status) {
    if (status->st_nlink > 1 && !S_ISDIR(status->st_mode)) return;
    for (size_t index = 0; index < file_count; index++) {
        if (files[index].inode != status->st_ino) continue;
        files[index] = files[--file_count];
        return;
    }
}
