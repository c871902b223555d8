// A Mezon-compatible gateway for benchmarks: one clan, one bot, and a user who asks numbered questions.
#pragma once

#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // For accept4 and memmem.
#endif

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Bytes owned by someone else.
typedef struct {
    const uint8_t *bytes;
    size_t count;
} Span;

// A growing buffer. The bytes from `start` to `end` are in use.
typedef struct {
    uint8_t *bytes;
    size_t start, end, capacity;
} Buffer;

// A cursor over the fields of a protobuf message.
typedef struct {
    const uint8_t *at, *end;
    bool is_bad;
    uint32_t field;
    // The value of the current field: bytes for a length-delimited one, else a number.
    bool is_data;
    uint64_t number;
    Span data;
} Reader;

typedef struct {
    int fd;
    uint32_t interest;      // What epoll watches for.
    bool is_socket;         // Upgraded to a WebSocket.
    bool has_joined;        // The bot has joined the clan.
    bool is_closing;        // Ends once the output is written.
    int64_t progress;       // When output was last accepted by the kernel, or started to wait.
    uint64_t number;        // Later connections have greater ones.
    Buffer in, out;
} Connection;

enum {
    max_message = 1 << 20,      // The size limit of frames and of HTTP bodies.
    max_head = 16 << 10,        // The size limit of an HTTP request line with its headers.
    max_connections = 1000,     // Below the usual limit of open files.
    max_channels = 10000,
};

// The ids equal those of the soak tests' own environment.
#define CLAN_ID INT64_C(1900000000000000001)
#define BOT_ID INT64_C(1900000000000000101)
#define ASKER_ID INT64_C(1900000000000000201)
#define OWNER_ID INT64_C(1900000000000000204)
#define FIRST_CHANNEL_ID INT64_C(1900000000000001000)

typedef struct {
    int port;
    unsigned channels;
    bool echoes;            // The bot's own messages are pushed to it.
    int64_t now;            // Uptime in nanoseconds at the start of the turn.
    int64_t received;       // When a client last sent something.
} Gateway;

extern Gateway gateway;

// main.c
Connection *bot_socket(void);
Connection *each_socket(size_t *position);
int64_t uptime(void);
void start_timer(int64_t interval);
_Noreturn void fail(const char *what);

// wire.c
static inline Span span_of(const Buffer *buffer) {
    return (Span){buffer->bytes ? buffer->bytes + buffer->start : NULL, buffer->end - buffer->start};
}
static inline size_t pending(const Buffer *buffer) { return buffer->end - buffer->start; }
Span text_span(const char *text);
bool equals(Span span, const char *text);
void reserve(Buffer *buffer, size_t more);
void consume(Buffer *buffer, size_t count);
void clear(Buffer *buffer);
void release(Buffer *buffer);
void put_bytes(Buffer *buffer, const void *bytes, size_t count);
void put_format(Buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));
void put_varint(Buffer *buffer, uint64_t value);
void put_number(Buffer *buffer, uint32_t field, uint64_t value);
void put_data(Buffer *buffer, uint32_t field, Span data);
void put_text(Buffer *buffer, uint32_t field, const char *text);
Reader reader_of(Span message);
bool next_field(Reader *reader);
void sha1(Span input, uint8_t digest[20]);
void put_base64(Buffer *buffer, Span input, bool is_for_urls);

// http.c
bool receive_http(Connection *connection);

// clan.c
int call_procedure(Span name, Span request, Buffer *answer);

// socket.c
bool receive_frames(Connection *connection);
int64_t next_message_id(void);
void push_question(Connection *bot, unsigned channel, int64_t id, const char *text);
int send_message(Span request, Buffer *ack);

// load.c
bool load_is_active(void);
const char *load_start(const char *command);
void load_answer(int64_t question, Span content);
void load_tick(uint64_t expirations);
void load_turn(void);
bool load_can_continue(void);
int64_t load_deadline(void);
