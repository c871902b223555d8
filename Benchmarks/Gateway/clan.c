// The remote procedures, with the clan's lists.
#include "gateway.h"

#include <stdio.h>
#include <string.h>

enum { ok = 0, invalid = 3, not_found = 5, unimplemented = 12 };

// Puts the text of an error.
static int refuse(Buffer *answer, int status, const char *text) {
    clear(answer);
    put_bytes(answer, text, strlen(text));
    return status;
}

// The last number with this field in a request; zero without one.
static int64_t number_in(Span request, uint32_t field) {
    Reader reader = reader_of(request);
    int64_t value = 0;
    while (next_field(&reader)) {
        if (reader.field == field && !reader.is_data) value = (int64_t)reader.number;
    }
    return value;
}

static int list_clans(Buffer *answer) {
    Buffer clan = {0};
    put_number(&clan, 1, OWNER_ID);
    put_text(&clan, 2, "Load");
    put_number(&clan, 5, CLAN_ID);
    put_number(&clan, 6, 1);  // status
    put_number(&clan, 9, FIRST_CHANNEL_ID);
    put_data(answer, 1, span_of(&clan));
    release(&clan);
    return ok;
}

static void put_channel(Buffer *channel, unsigned number) {
    char label[16];
    snprintf(label, sizeof label, "c%u", number);
    put_number(channel, 1, CLAN_ID);
    put_number(channel, 3, (uint64_t)FIRST_CHANNEL_ID + number);
    put_number(channel, 6, 1);  // A text channel.
    put_number(channel, 7, OWNER_ID);
    put_text(channel, 8, label);
    put_number(channel, 17, 1);  // active
    put_text(channel, 25, "Load");
}

// The clan's text channels. There are no direct conversations, and everything is on the first page.
static int list_channels(Span request, Buffer *answer) {
    if (number_in(request, 4) != CLAN_ID || number_in(request, 5) > 1 || number_in(request, 7) > 1) return ok;
    Buffer channel = {0};
    for (unsigned number = 0; number < gateway.channels; number++) {
        clear(&channel);
        put_channel(&channel, number);
        put_data(answer, 1, span_of(&channel));
    }
    release(&channel);
    return ok;
}

static int describe_channel(Span request, Buffer *answer) {
    int64_t number = number_in(request, 1) - FIRST_CHANNEL_ID;
    if (number < 0 || number >= gateway.channels) return refuse(answer, not_found, "channel not found");
    put_channel(answer, (unsigned)number);
    return ok;
}

static const struct {
    int64_t id;
    const char *name;
} people[] = {{BOT_ID, "bot"}, {ASKER_ID, "asker"}, {OWNER_ID, "owner"}};

static int list_people(Buffer *answer) {
    Buffer user = {0}, member = {0};
    for (size_t i = 0; i < sizeof people / sizeof *people; i++) {
        clear(&user);
        clear(&member);
        put_number(&user, 1, (uint64_t)people[i].id);
        put_text(&user, 2, people[i].name);
        put_data(&member, 1, span_of(&user));
        put_number(&member, 5, CLAN_ID);
        put_data(answer, 1, span_of(&member));
    }
    put_number(answer, 3, CLAN_ID);
    release(&user);
    release(&member);
    return ok;
}

static int list_channel_people(Span request, Buffer *answer) {
    Buffer member = {0};
    for (size_t i = 0; i < sizeof people / sizeof *people; i++) {
        clear(&member);
        put_number(&member, 1, (uint64_t)people[i].id);
        put_number(&member, 7, CLAN_ID);
        put_data(answer, 1, span_of(&member));
    }
    put_number(answer, 3, (uint64_t)number_in(request, 2));
    release(&member);
    return ok;
}

// One role without permissions, held by the bot.
static int list_roles(Buffer *answer) {
    Buffer user = {0}, users = {0}, role = {0}, roles = {0};
    put_number(&user, 1, BOT_ID);
    put_text(&user, 2, "bot");
    put_data(&users, 1, span_of(&user));
    put_number(&role, 1, INT64_C(1900000000000000022));
    put_text(&role, 2, "bot");
    put_number(&role, 8, CLAN_ID);
    put_number(&role, 9, 1);  // active
    put_data(&role, 12, span_of(&users));
    put_data(&roles, 1, span_of(&role));
    put_number(answer, 4, CLAN_ID);
    put_data(answer, 5, span_of(&roles));
    release(&user);
    release(&users);
    release(&role);
    release(&roles);
    return ok;
}

static int describe_application(Span request, Buffer *answer) {
    if (number_in(request, 1) != BOT_ID) return refuse(answer, not_found, "requested resource not found");
    put_number(answer, 1, BOT_ID);
    put_text(answer, 2, "bot");
    return ok;
}

static bool has_prefix(Span name, const char *prefix) {
    return name.count >= strlen(prefix) && memcmp(name.bytes, prefix, strlen(prefix)) == 0;
}

// Calls a procedure by its name. Returns a gRPC status; the answer is an error text unless it is zero.
int call_procedure(Span name, Span request, Buffer *answer) {
    clear(answer);
    Reader reader = reader_of(request);
    while (next_field(&reader)) {}
    if (reader.is_bad) return refuse(answer, invalid, "the request does not decode");
    if (equals(name, "ListClanDescs")) return list_clans(answer);
    if (equals(name, "ListChannelDescs")) return list_channels(request, answer);
    if (equals(name, "ListChannelDetail")) return describe_channel(request, answer);
    if (equals(name, "ListClanUsers")) return list_people(answer);
    if (equals(name, "ListChannelUsers")) return list_channel_people(request, answer);
    if (equals(name, "ListRoles")) return list_roles(answer);
    if (equals(name, "GetApp")) return describe_application(request, answer);
    if (equals(name, "SendChannelMessage")) {
        int status = send_message(request, answer);
        return status == ok ? ok : refuse(answer, status, "the message is invalid");
    }
    if (equals(name, "UpdateChannelMessage") || equals(name, "DeleteChannelMessage")) {
        put_bytes(answer, request.bytes, request.count);
        return ok;
    }
    // Every other list is empty, and so is the history.
    if (has_prefix(name, "List") || has_prefix(name, "Get") || equals(name, "IsBanned")) return ok;
    return refuse(answer, unimplemented, "unimplemented");
}
