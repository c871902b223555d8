#include "sqlite_settings.h"
#include <sqlite3.h>
#include <stdint.h>
#include <string.h>

// The multiplication and shift of MurmurHash64A. Each step is reversible, so that two inputs that differ in one word never meet in it.
static inline uint64_t add(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0xc6a4a7935bd1e995;
    return hash ^ (hash >> 47);
}

static uint64_t add_bytes(uint64_t hash, const unsigned char *bytes, size_t count) {
    hash = add(hash, count);
    for (; count >= 8; bytes += 8, count -= 8) {
        uint64_t word;
        memcpy(&word, bytes, 8);
        hash = add(hash, word);
    }
    if (count > 0) {
        uint64_t word = 0;
        memcpy(&word, bytes, count);
        hash = add(hash, word);
    }
    return hash;
}

static uint64_t add_value(uint64_t hash, sqlite3_value *value) {
    int type = sqlite3_value_type(value);
    hash = add(hash, (uint64_t)type);
    switch (type) {
    case SQLITE_INTEGER: return add(hash, (uint64_t)sqlite3_value_int64(value));
    case SQLITE_FLOAT: {
        double number = sqlite3_value_double(value);
        uint64_t word;
        memcpy(&word, &number, 8);
        return add(hash, word);
    }
    case SQLITE_NULL: return hash;
    case SQLITE_TEXT: {
        const unsigned char *text = sqlite3_value_text(value);
        return text ? add_bytes(hash, text, (size_t)sqlite3_value_bytes(value)) : hash;
    }
    default: {
        const unsigned char *bytes = sqlite3_value_blob(value);
        return bytes ? add_bytes(hash, bytes, (size_t)sqlite3_value_bytes(value)) : hash;
    }
    }
}

static void row_checksum(sqlite3_context *context, int count, sqlite3_value **values) {
    uint64_t hash = 0;
    for (int index = 0; index < count; index++) hash = add_value(hash, values[index]);
    sqlite3_result_int(context, (int32_t)(uint32_t)(hash ^ (hash >> 32)));
}

int sqlite_add_row_checksum(sqlite3 *database) {
    return sqlite3_create_function_v2(
        database, "row_checksum", -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, 0, row_checksum, 0, 0, 0);
}
