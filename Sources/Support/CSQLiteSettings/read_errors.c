#include "sqlite_settings.h"
#include <errno.h>
#include <sqlite3.h>
#include <sys/types.h>

typedef ssize_t read_at(int, void *, size_t, off_t);
typedef ssize_t read_next(int, void *, size_t);

static read_at *system_pread, *system_pread64;
static read_next *system_read;

// SQLite asks for the error right after the call. Every other number than those three is an input or output error to it.
static ssize_t result(ssize_t count) {
    if (count < 0 && (errno == EIO || errno == ENXIO || errno == ERANGE)) errno = ENODEV;
    return count;
}

static ssize_t pread_of_settings(int file, void *bytes, size_t count, off_t offset) {
    return result(system_pread(file, bytes, count, offset));
}

static ssize_t pread64_of_settings(int file, void *bytes, size_t count, off_t offset) {
    return result(system_pread64(file, bytes, count, offset));
}

static ssize_t read_of_settings(int file, void *bytes, size_t count) { return result(system_read(file, bytes, count)); }

static sqlite3_syscall_ptr replace(sqlite3_vfs *files, const char *name, sqlite3_syscall_ptr next) {
    sqlite3_syscall_ptr current = files->xGetSystemCall(files, name);
    if (current != 0) files->xSetSystemCall(files, name, next); // It has one of the three, as it was compiled.
    return current;
}

void sqlite_tell_read_errors_from_damage(void) {
    sqlite3_vfs *files = sqlite3_vfs_find(0);
    if (files == 0 || files->iVersion < 3) return;
    system_pread = (read_at *)replace(files, "pread", (sqlite3_syscall_ptr)pread_of_settings);
    system_pread64 = (read_at *)replace(files, "pread64", (sqlite3_syscall_ptr)pread64_of_settings);
    system_read = (read_next *)replace(files, "read", (sqlite3_syscall_ptr)read_of_settings);
}
