// HTTP: the login, the remote procedures, and the upgrade to a WebSocket.
#include "gateway.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>

typedef struct {
    Span method, path, version, headers, body;
    bool is_kept_alive;
} Request;

// The span in front of a byte sequence; everything if it does not occur. `rest` becomes what follows.
static Span cut(Span *rest, const char *separator) {
    size_t length = strlen(separator);
    const uint8_t *found = rest->count ? memmem(rest->bytes, rest->count, separator, length) : NULL;
    Span front = {rest->bytes, found ? (size_t)(found - rest->bytes) : rest->count};
    size_t used = front.count + (found ? length : 0);
    *rest = (Span){rest->bytes ? rest->bytes + used : NULL, rest->count - used};
    return front;
}

static bool equals_ignoring_case(Span span, const char *text) {
    return span.count == strlen(text) && strncasecmp((const char *)span.bytes, text, span.count) == 0;
}

static bool contains(Span span, const char *text) {
    size_t length = strlen(text);
    for (size_t at = 0; at + length <= span.count; at++) {
        if (strncasecmp((const char *)span.bytes + at, text, length) == 0) return true;
    }
    return false;
}

static Span header(const Request *request, const char *name) {
    Span rest = request->headers;
    while (rest.count > 0) {
        Span value = cut(&rest, "\r\n");
        if (!equals_ignoring_case(cut(&value, ":"), name)) continue;
        while (value.count > 0 && (*value.bytes == ' ' || *value.bytes == '\t')) value.bytes++, value.count--;
        return value;
    }
    return (Span){0};
}

static void answer(Connection *connection, const Request *request, int status, const char *type, Span body) {
    const char *reason = status < 300 ? "OK" : "Refused";
    static char date[64];
    static time_t dated;
    time_t now = time(NULL);
    if (now != dated) {
        struct tm parts;
        strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", gmtime_r(&now, &parts));
        dated = now;
    }
    Buffer *out = &connection->out;
    put_format(out, "HTTP/1.1 %d %s\r\nDate: %s\r\n", status, reason, date);
    if (status != 204) put_format(out, "Content-Type: %s\r\nContent-Length: %zu\r\n", type, body.count);
    put_format(out, "%s\r\n", request->is_kept_alive ? "" : "Connection: close\r\n");
    put_bytes(out, body.bytes, body.count);
    if (!request->is_kept_alive) connection->is_closing = true;
}

static void answer_text(Connection *connection, const Request *request, int status, const char *json) {
    answer(connection, request, status, "application/json", text_span(json));
}

// Refuses a request that cannot be followed by another one.
static bool refuse(Connection *connection, int status, const char *reason) {
    fprintf(stderr, "HTTP request refused: %s\n", reason);
    Request request = {0};
    answer(connection, &request, status, "text/plain", text_span(reason));
    return false;
}

// A token in the form of a JWT. Its signature is no signature, and nobody checks it.
static void put_token(Buffer *message, uint32_t field) {
    Buffer token = {0}, claims = {0};
    long long now = (long long)time(NULL);
    put_format(
        &claims, "{\"tid\":\"load\",\"uid\":\"%lld\",\"usn\":\"bot\",\"iat\":%lld,\"exp\":%lld}", (long long)BOT_ID, now,
        now + 86400);
    put_base64(&token, text_span("{\"alg\":\"HS256\",\"typ\":\"JWT\"}"), true);
    put_format(&token, ".");
    put_base64(&token, span_of(&claims), true);
    put_format(&token, ".");
    put_base64(&token, text_span("nobody checks this"), true);
    put_data(message, field, span_of(&token));
    release(&token);
    release(&claims);
}

// Any credentials are right. The Python SDK needs a socket address with a scheme, the others one without.
static void log_in(Connection *connection, const Request *request) {
    bool is_python = contains(header(request, "User-Agent"), "aiohttp");
    char api[64], socket[64];
    snprintf(api, sizeof api, "http://127.0.0.1:%d", gateway.port);
    snprintf(socket, sizeof socket, "%s127.0.0.1:%d", is_python ? "ws://" : "", gateway.port);
    Buffer session = {0};
    put_token(&session, 2);
    put_token(&session, 3);
    put_number(&session, 4, BOT_ID);
    put_text(&session, 6, api);
    if (is_python) put_token(&session, 7);
    put_text(&session, 8, socket);
    put_text(&session, 9, "load-session");
    answer(connection, request, 200, "application/x-protobuf", span_of(&session));
    release(&session);
}

static void call(Connection *connection, const Request *request, Span name) {
    static Buffer result;
    int status = call_procedure(name, request->body, &result);
    if (status == 0) {
        answer(connection, request, pending(&result) ? 200 : 204, "application/proto", span_of(&result));
        return;
    }
    int code = status == 3 ? 400 : status == 5 ? 404 : status == 12 ? 501 : 500;
    char json[128];
    snprintf(json, sizeof json, "{\"code\":%d,\"message\":\"%.*s\"}", status, (int)pending(&result), (char *)result.bytes);
    answer_text(connection, request, code, json);
}

static bool upgrade(Connection *connection, const Request *request) {
    Span key = header(request, "Sec-WebSocket-Key");
    bool is_complete = key.count == 24 && contains(header(request, "Upgrade"), "websocket") &&
                       contains(header(request, "Connection"), "upgrade") &&
                       equals(header(request, "Sec-WebSocket-Version"), "13") && request->body.count == 0;
    if (!is_complete) return refuse(connection, 400, "the WebSocket handshake is not complete");
    Buffer secret = {0};
    uint8_t digest[20];
    put_bytes(&secret, key.bytes, key.count);
    put_format(&secret, "258EAFA5-E914-47DA-95CA-C5AB0DC85B11");
    sha1(span_of(&secret), digest);
    release(&secret);
    Buffer *out = &connection->out;
    put_format(out, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n");
    // Only echoed if offered: otherwise the client must refuse the answer (RFC 6455, 4.1).
    if (contains(header(request, "Sec-WebSocket-Protocol"), "protobuf")) {
        put_format(out, "Sec-WebSocket-Protocol: protobuf\r\n");
    }
    put_format(out, "Sec-WebSocket-Accept: ");
    put_base64(out, (Span){digest, sizeof digest}, false);
    put_format(out, "\r\n\r\n");
    connection->is_socket = true;
    return true;
}

static bool route(Connection *connection, const Request *request) {
    Span path = request->path, name = path;
    const char *procedures = "/mezon.api.Mezon/";
    cut(&name, procedures);
    bool is_procedure = path.count - name.count == strlen(procedures);
    if (equals(path, "/ws") && equals(request->method, "GET")) return upgrade(connection, request);
    if (!equals(request->method, "POST")) {
        answer_text(connection, request, 404, "{\"code\":5,\"message\":\"Not Found\"}");
    } else if (equals(path, "/v2/apps/authenticate/token")) {
        log_in(connection, request);
    } else if (is_procedure) {
        call(connection, request, name);
    } else if (equals(path, "/zk-api/prove")) {  // The Python SDK does not log in without a proof.
        answer_text(connection, request, 200, "{\"data\":{\"proof\":\"p\",\"public_input\":\"i\"}}");
    } else if (equals(path, "/mmn-api") || equals(path, "/mmn-api/")) {
        answer_text(connection, request, 200, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"nonce\":0}}");
    } else {
        answer_text(connection, request, 404, "{\"code\":5,\"message\":\"Not Found\"}");
    }
    return true;
}

// The length of the body; -1 if it is invalid or too long.
static long body_length(const Request *request) {
    Span text = header(request, "Content-Length");
    long length = 0;
    for (size_t i = 0; i < text.count; i++) {
        if (text.bytes[i] < '0' || text.bytes[i] > '9') return -1;
        length = length * 10 + (text.bytes[i] - '0');
        if (length > max_message) return -1;
    }
    return length;
}

// Answers the requests that have arrived completely. False if the connection must end.
bool receive_http(Connection *connection) {
    while (!connection->is_socket && !connection->is_closing) {
        Span rest = span_of(&connection->in), received = rest;
        Span head = cut(&rest, "\r\n\r\n");
        if (head.count == received.count || head.count > max_head) {
            return head.count <= max_head || refuse(connection, 431, "the headers are too long");
        }
        size_t head_length = head.count + 4;
        Request request = {.headers = head};
        Span line = cut(&request.headers, "\r\n");
        request.method = cut(&line, " ");
        Span target = cut(&line, " ");
        request.path = cut(&target, "?");
        request.version = line;
        if (!equals(request.version, "HTTP/1.1") && !equals(request.version, "HTTP/1.0")) {
            return refuse(connection, 400, "this is not HTTP/1.1");
        }
        Span wish = header(&request, "Connection");
        request.is_kept_alive = equals(request.version, "HTTP/1.1") && !contains(wish, "close");
        if (header(&request, "Transfer-Encoding").count) return refuse(connection, 501, "a transfer encoding");
        long length = body_length(&request);
        if (length < 0) return refuse(connection, 413, "the body is too long");
        if (received.count - head_length < (size_t)length) return true;
        request.body = (Span){received.bytes + head_length, (size_t)length};
        if (!route(connection, &request)) return false;
        consume(&connection->in, head_length + (size_t)length);
    }
    return true;
}
