// The WebSocket: frames, envelopes and messages.
#include "gateway.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { text_frame = 1, binary_frame = 2, close_frame = 8, ping_frame = 9, pong_frame = 10 };

// The fields of an envelope.
enum {
    cid_field = 1, joined_channel = 2, clan_join = 3, channel_join = 4, channel_leave = 5, channel_message = 6,
    message_ack = 7, message_send = 8, error_message = 12, ping = 22, pong = 23, typing = 24, last_seen = 25,
    reaction = 26, voice_joined = 27, voice_left = 28, last_pin = 34, custom_status = 35, procedure_call = 92,
};

typedef struct {
    unsigned channel;
    int64_t id, sender;
    const char *name;
    uint32_t code;
    Span content, mentions, attachments, references;
} Message;

static void put_frame_head(Buffer *out, int kind, size_t count) {
    uint8_t head[10] = {(uint8_t)(0x80 | kind)};
    size_t length = 2;
    if (count < 126) {
        head[1] = (uint8_t)count;
    } else {
        bool is_long = count > 0xFFFF;
        head[1] = is_long ? 127 : 126;
        size_t size = is_long ? 8 : 2;
        for (size_t i = 0; i < size; i++) head[2 + i] = (uint8_t)((uint64_t)count >> (8 * (size - 1 - i)));
        length += size;
    }
    put_bytes(out, head, length);
}

// Sends an envelope with one message; with the cid only if the field is zero.
static void send_envelope(Connection *connection, int32_t cid, uint32_t field, Span message) {
    static Buffer head;
    clear(&head);
    put_number(&head, cid_field, (uint64_t)(int64_t)cid);
    if (field) {
        put_varint(&head, (uint64_t)field << 3 | 2);
        put_varint(&head, message.count);
    }
    put_frame_head(&connection->out, binary_frame, pending(&head) + message.count);
    put_bytes(&connection->out, head.bytes, pending(&head));
    put_bytes(&connection->out, message.bytes, message.count);
}

static void send_error(Connection *connection, int32_t cid, uint32_t code, const char *text) {
    Buffer error = {0};
    put_number(&error, 1, code);
    put_text(&error, 2, text);
    send_envelope(connection, cid, error_message, span_of(&error));
    release(&error);
}

// The time of the wall clock in milliseconds.
static int64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static uint32_t unix_seconds(void) { return (uint32_t)(milliseconds() / 1000); }

// A new id, greater than all before: milliseconds since Twitter's epoch, ten bits of a node, twelve of a count.
int64_t next_message_id(void) {
    static int64_t time, count;
    int64_t now = milliseconds() - INT64_C(1288834974657);
    if (now > time) {
        time = now;
        count = 0;
    } else if (++count == 1 << 12) {
        time++;
        count = 0;
    }
    return time << 22 | INT64_C(1) << 12 | count;
}

static void push(Connection *connection, const Message *message) {
    static Buffer body;
    char label[16];
    snprintf(label, sizeof label, "c%u", message->channel);
    uint32_t seconds = unix_seconds();
    clear(&body);
    put_number(&body, 1, CLAN_ID);
    put_number(&body, 2, (uint64_t)FIRST_CHANNEL_ID + message->channel);
    put_number(&body, 3, (uint64_t)message->id);
    put_number(&body, 4, message->code);
    put_number(&body, 5, (uint64_t)message->sender);
    put_text(&body, 6, message->name);
    put_data(&body, 8, message->content);
    put_text(&body, 9, label);
    put_text(&body, 12, message->name);
    if (message->mentions.count) put_data(&body, 16, message->mentions);
    if (message->attachments.count) put_data(&body, 17, message->attachments);
    if (message->references.count) put_data(&body, 18, message->references);
    put_number(&body, 20, seconds);
    put_number(&body, 21, seconds);
    put_number(&body, 22, 2);  // The mode of a channel of a clan.
    put_number(&body, 24, 1);  // public
    send_envelope(connection, 0, channel_message, span_of(&body));
}

void push_question(Connection *bot, unsigned channel, int64_t id, const char *text) {
    char content[96];
    int count = snprintf(content, sizeof content, "{\"t\":\"%s\"}", text);
    if (count < 0 || (size_t)count >= sizeof content) fail("a question is too long");
    Message message = {.channel = channel, .id = id, .sender = ASKER_ID, .name = "asker"};
    message.content = (Span){(const uint8_t *)content, (size_t)count};
    push(bot, &message);
}

static int64_t referenced_message(Span reference) {
    Reader reader = reader_of(reference);
    int64_t id = 0;
    while (next_field(&reader)) {
        if (reader.field == 2 && !reader.is_data) id = (int64_t)reader.number;
    }
    return id;
}

// Accepts a message of the bot and puts its acknowledgement. Returns a gRPC status.
//
// The lists of a message are messages when they are sent, and bytes that hold a list when they are received.
static int accept_message(Span request, Buffer *ack, Message *message, int64_t *question) {
    static Buffer lists[3];
    for (int i = 0; i < 3; i++) clear(&lists[i]);
    int64_t channel = 0;
    *question = 0;
    Reader reader = reader_of(request);
    while (next_field(&reader)) {
        if (!reader.is_data) {
            if (reader.field == 2) channel = (int64_t)reader.number;
            if (reader.field == 12) message->code = (uint32_t)reader.number;
        } else if (reader.field == 3) {
            message->content = reader.data;
        } else if (reader.field >= 4 && reader.field <= 6) {
            put_data(&lists[reader.field - 4], 1, reader.data);
            if (reader.field == 6 && *question == 0) *question = referenced_message(reader.data);
        }
    }
    bool is_known = channel >= FIRST_CHANNEL_ID && channel < FIRST_CHANNEL_ID + gateway.channels;
    if (reader.is_bad || !is_known) return 3;
    message->channel = (unsigned)(channel - FIRST_CHANNEL_ID);
    message->id = next_message_id();
    message->mentions = span_of(&lists[0]);
    message->attachments = span_of(&lists[1]);
    message->references = span_of(&lists[2]);
    clear(ack);
    put_number(ack, 1, (uint64_t)channel);
    put_number(ack, 2, (uint64_t)message->id);
    put_number(ack, 3, message->code);
    put_text(ack, 4, message->name);
    put_number(ack, 5, unix_seconds());
    put_number(ack, 6, unix_seconds());
    put_data(ack, 7, (Span){(const uint8_t *)"\x08\x01", 2});  // It is persistent.
    return 0;
}

// Pushes a message of the bot to it, as Mezon does, and counts it as an answer.
static void deliver(const Message *message, int64_t question) {
    size_t position = 0;
    for (Connection *socket; gateway.echoes && (socket = each_socket(&position));) push(socket, message);
    load_answer(question, message->content);
}

int send_message(Span request, Buffer *ack) {
    Message message = {.sender = BOT_ID, .name = "bot"};
    int64_t question;
    int status = accept_message(request, ack, &message, &question);
    if (status == 0) deliver(&message, question);
    return status;
}

static void answer_message(Connection *connection, int32_t cid, Span request) {
    static Buffer ack;
    Message message = {.sender = BOT_ID, .name = "bot"};
    int64_t question;
    if (accept_message(request, &ack, &message, &question) != 0) {
        send_error(connection, cid, 3, "the message is invalid");
        return;
    }
    send_envelope(connection, cid, message_ack, span_of(&ack));
    deliver(&message, question);
}

// A procedure is answered in a frame that is no envelope: 0xFF, the cid, the status, a mark of the end, the payload.
static void answer_call(Connection *connection, int32_t cid, Span call) {
    static Buffer result;
    Span name = {0}, request = {0};
    Reader reader = reader_of(call);
    while (next_field(&reader)) {
        if (reader.is_data && reader.field == 2) name = reader.data;
        if (reader.is_data && reader.field == 3) request = reader.data;
    }
    int status = call_procedure(name, request, &result);
    uint8_t head[7] = {0xFF, (uint8_t)(cid >> 8), (uint8_t)cid, (uint8_t)(status >> 8), (uint8_t)status, 0, 0xFF};
    put_frame_head(&connection->out, binary_frame, sizeof head + pending(&result));
    put_bytes(&connection->out, head, sizeof head);
    put_bytes(&connection->out, result.bytes, pending(&result));
}

static void answer_join(Connection *connection, int32_t cid, Span join) {
    Buffer self = {0}, joined = {0};
    Reader reader = reader_of(join);
    while (next_field(&reader)) {
        if (reader.field == 2 && !reader.is_data) put_number(&joined, 1, reader.number);
    }
    put_number(&self, 1, BOT_ID);
    put_number(&self, 2, 1);  // The number of the session.
    put_text(&self, 3, "bot");
    put_data(&joined, 3, span_of(&self));
    send_envelope(connection, cid, joined_channel, span_of(&joined));
    release(&self);
    release(&joined);
}

static void answer_clan_join(Connection *connection, int32_t cid, Span join) {
    Reader reader = reader_of(join);
    while (next_field(&reader)) {
        if (reader.field == 1 && (int64_t)reader.number == CLAN_ID) connection->has_joined = true;
    }
    send_envelope(connection, cid, clan_join, join);
}

// Answers one envelope. False if it does not decode.
static bool receive_envelope(Connection *connection, Span envelope) {
    int32_t cid = 0;
    uint32_t field = 0;
    Span message = {0};
    Reader reader = reader_of(envelope);
    while (next_field(&reader)) {
        if (reader.field == cid_field) cid = (int32_t)(uint32_t)reader.number;
        else if (reader.is_data) field = reader.field, message = reader.data;
    }
    if (reader.is_bad) return false;
    switch (field) {
    case ping: send_envelope(connection, cid, pong, (Span){0}); break;
    case message_send: answer_message(connection, cid, message); break;
    case procedure_call: answer_call(connection, cid, message); break;
    case clan_join: answer_clan_join(connection, cid, message); break;
    case channel_join: answer_join(connection, cid, message); break;
    case channel_leave: send_envelope(connection, cid, 0, (Span){0}); break;
    case typing: case last_seen: case reaction: case voice_joined: case voice_left: case last_pin: case custom_status:
        send_envelope(connection, cid, field, message);
        break;
    default: send_error(connection, cid, 1, "Unrecognized message.");
    }
    return true;
}

// Closes the connection with a code. What follows from the client is ignored.
static bool close_socket(Connection *connection, unsigned code, const char *reason) {
    if (reason) fprintf(stderr, "WebSocket closed with %u: %s\n", code, reason);
    uint8_t payload[2] = {(uint8_t)(code >> 8), (uint8_t)code};
    put_frame_head(&connection->out, close_frame, sizeof payload);
    put_bytes(&connection->out, payload, sizeof payload);
    connection->is_closing = true;
    return false;
}

static bool receive_frame(Connection *connection, int kind, Span payload) {
    switch (kind) {
    case binary_frame:
        return receive_envelope(connection, payload) || close_socket(connection, 1002, "a malformed envelope");
    case ping_frame:
        put_frame_head(&connection->out, pong_frame, payload.count);
        put_bytes(&connection->out, payload.bytes, payload.count);
        return true;
    case pong_frame: return true;
    case close_frame: return close_socket(connection, 1000, payload.count == 1 ? "a malformed close" : NULL);
    case text_frame: return close_socket(connection, 1003, "a text frame");
    default: return close_socket(connection, 1002, "an unknown kind of frame");
    }
}

// Processes the frames that have arrived completely. False if the connection must end.
bool receive_frames(Connection *connection) {
    Buffer *in = &connection->in;
    while (pending(in) >= 2) {
        uint8_t *head = in->bytes + in->start;
        int kind = head[0] & 0x0F;
        if (!(head[0] & 0x80) || kind == 0) return close_socket(connection, 1002, "a fragment");
        if (head[0] & 0x70) return close_socket(connection, 1002, "a reserved bit");
        if (!(head[1] & 0x80)) return close_socket(connection, 1002, "a frame without a mask");
        uint64_t count = head[1] & 0x7F;
        if (kind >= close_frame && count > 125) return close_socket(connection, 1002, "a long control frame");
        size_t extra = count == 127 ? 8 : count == 126 ? 2 : 0;
        size_t head_length = 2 + extra + 4;
        if (pending(in) < head_length) return true;
        if (extra) count = 0;
        for (size_t i = 0; i < extra; i++) count = count << 8 | head[2 + i];
        if (count > max_message) return close_socket(connection, 1009, "a frame too long");
        if (pending(in) - head_length < count) return true;
        const uint8_t *mask = head + 2 + extra;
        uint8_t *payload = head + head_length;
        for (size_t i = 0; i < count; i++) payload[i] ^= mask[i & 3];
        if (!receive_frame(connection, kind, (Span){payload, (size_t)count})) return false;
        consume(in, head_length + (size_t)count);
    }
    return true;
}
