// Buffers, protobuf, SHA-1 and base64.
#include "gateway.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Span text_span(const char *text) { return (Span){(const uint8_t *)text, strlen(text)}; }

bool equals(Span span, const char *text) {
    return span.count == strlen(text) && (span.count == 0 || memcmp(span.bytes, text, span.count) == 0);
}

// Makes room for further bytes behind the used ones.
void reserve(Buffer *buffer, size_t more) {
    if (buffer->capacity - buffer->end >= more) return;
    size_t used = pending(buffer);
    if (buffer->start > 0) {
        memmove(buffer->bytes, buffer->bytes + buffer->start, used);
        buffer->start = 0;
        buffer->end = used;
    }
    if (buffer->capacity - used >= more) return;
    size_t capacity = buffer->capacity < 1024 ? 1024 : buffer->capacity;
    while (capacity - used < more) capacity *= 2;
    uint8_t *bytes = realloc(buffer->bytes, capacity);
    if (!bytes) fail("out of memory");
    buffer->bytes = bytes;
    buffer->capacity = capacity;
}

void consume(Buffer *buffer, size_t count) {
    buffer->start += count;
    if (buffer->start == buffer->end) clear(buffer);
}

void clear(Buffer *buffer) { buffer->start = buffer->end = 0; }

void release(Buffer *buffer) {
    free(buffer->bytes);
    *buffer = (Buffer){0};
}

void put_bytes(Buffer *buffer, const void *bytes, size_t count) {
    if (count == 0) return;
    reserve(buffer, count);
    memcpy(buffer->bytes + buffer->end, bytes, count);
    buffer->end += count;
}

void put_format(Buffer *buffer, const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    int count = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (count < 0 || (size_t)count >= sizeof text) fail("a text is too long");
    put_bytes(buffer, text, (size_t)count);
}

void put_varint(Buffer *buffer, uint64_t value) {
    reserve(buffer, 10);
    while (value >= 0x80) {
        buffer->bytes[buffer->end++] = (uint8_t)(value | 0x80);
        value >>= 7;
    }
    buffer->bytes[buffer->end++] = (uint8_t)value;
}

// Zero is the default and is not written.
void put_number(Buffer *buffer, uint32_t field, uint64_t value) {
    if (value == 0) return;
    put_varint(buffer, (uint64_t)field << 3);
    put_varint(buffer, value);
}

void put_data(Buffer *buffer, uint32_t field, Span data) {
    put_varint(buffer, (uint64_t)field << 3 | 2);
    put_varint(buffer, data.count);
    put_bytes(buffer, data.bytes, data.count);
}

void put_text(Buffer *buffer, uint32_t field, const char *text) { put_data(buffer, field, text_span(text)); }

Reader reader_of(Span message) {
    Reader reader = {0};
    reader.at = message.bytes;
    reader.end = message.count ? message.bytes + message.count : message.bytes;
    return reader;
}

static bool read_varint(Reader *reader, uint64_t *value) {
    *value = 0;
    for (unsigned shift = 0; shift < 70 && reader->at < reader->end; shift += 7) {
        uint8_t byte = *reader->at++;
        *value |= shift < 64 ? (uint64_t)(byte & 0x7F) << shift : 0;
        if (byte < 0x80) return true;
    }
    return false;
}

static bool read_data(Reader *reader, uint64_t count) {
    if (count > (uint64_t)(reader->end - reader->at)) return false;
    reader->data = (Span){reader->at, (size_t)count};
    reader->at += count;
    return true;
}

// Moves to the next field; false at the end and at a malformed field.
bool next_field(Reader *reader) {
    if (reader->is_bad || reader->at == reader->end) return false;
    uint64_t tag = 0;
    bool is_good = read_varint(reader, &tag) && tag >> 3 > 0 && tag >> 3 < 1 << 29;
    reader->field = (uint32_t)(tag >> 3);
    reader->is_data = (tag & 7) == 2;
    reader->number = 0;
    reader->data = (Span){0};
    if (is_good) {
        switch (tag & 7) {
        case 0: is_good = read_varint(reader, &reader->number); break;
        case 1: is_good = read_data(reader, 8); break;
        case 2: is_good = read_varint(reader, &reader->number) && read_data(reader, reader->number); break;
        case 5: is_good = read_data(reader, 4); break;
        default: is_good = false;
        }
    }
    reader->is_bad = !is_good;
    return is_good;
}

static uint32_t rotate(uint32_t value, unsigned bits) { return value << bits | value >> (32 - bits); }

static void sha1_block(uint32_t state[5], const uint8_t block[64]) {
    uint32_t w[80];
    for (int i = 0; i < 16; i++) {
        const uint8_t *b = block + 4 * i;
        w[i] = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
    }
    for (int i = 16; i < 80; i++) w[i] = rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
    for (int i = 0; i < 80; i++) {
        uint32_t f, k;
        if (i < 20) f = (b & c) | (~b & d), k = 0x5A827999;
        else if (i < 40) f = b ^ c ^ d, k = 0x6ED9EBA1;
        else if (i < 60) f = (b & c) | (b & d) | (c & d), k = 0x8F1BBCDC;
        else f = b ^ c ^ d, k = 0xCA62C1D6;
        uint32_t next = rotate(a, 5) + f + e + k + w[i];
        e = d, d = c, c = rotate(b, 30), b = a, a = next;
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d, state[4] += e;
}

// Hashes at most 119 bytes, which is enough for a WebSocket key.
void sha1(Span input, uint8_t digest[20]) {
    uint8_t blocks[128] = {0};
    if (input.count > sizeof blocks - 9) fail("too long for this SHA-1");
    memcpy(blocks, input.bytes, input.count);
    blocks[input.count] = 0x80;
    size_t total = input.count + 9 <= 64 ? 64 : 128;
    uint64_t bits = input.count * 8;
    for (int i = 0; i < 8; i++) blocks[total - 1 - (size_t)i] = (uint8_t)(bits >> (8 * i));
    uint32_t state[5] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
    for (size_t at = 0; at < total; at += 64) sha1_block(state, blocks + at);
    for (int i = 0; i < 20; i++) digest[i] = (uint8_t)(state[i / 4] >> (24 - 8 * (i % 4)));
}

void put_base64(Buffer *buffer, Span input, bool is_for_urls) {
    const char *letters = is_for_urls ? "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
                                      : "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t at = 0; at < input.count; at += 3) {
        size_t count = input.count - at < 3 ? input.count - at : 3;
        uint32_t value = 0;
        for (size_t i = 0; i < 3; i++) value = value << 8 | (i < count ? input.bytes[at + i] : 0u);
        char text[4] = {'=', '=', '=', '='};
        for (size_t i = 0; i <= count; i++) text[i] = letters[value >> (18 - 6 * i) & 63];
        put_bytes(buffer, text, is_for_urls ? count + 1 : 4);
    }
}
