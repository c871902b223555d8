package import ChatModel
package import Matrix
import Synchronization

/// A user of a Matrix server, with an account of their own.
package final class MatrixTestUser: Sendable {
    package struct UnexpectedResponseError: Error {}

    package let id: String
    package let token: Secret
    package let http: MatrixHTTPClient
    private let time: any TimeSource
    private let count = Mutex(0)

    private init(_ id: String, _ token: Secret, _ http: MatrixHTTPClient, _ time: any TimeSource) {
        self.id = id
        self.token = token
        self.http = http
        self.time = time
    }

    /// Registers a user and runs a closure with them.
    package static func with<Value>(
        _ name: String, at server: String, _ body: (MatrixTestUser) async throws -> Value
    ) async throws -> Value {
        guard let server = WebOrigin(server) else { throw UnexpectedResponseError() }
        let time = SystemTime()
        let http = MatrixHTTPClient(server, time: time)
        let result: Result<Value, any Error>
        do {
            let call = MatrixRequest(
                "POST", ["register"],
                body: ["username": .string(name), "password": "sesame", "auth": ["type": "m.login.dummy"]])
            let answer = try await http.response(to: call, token: nil).object
            guard let id = answer?["user_id"]?.string, let token = answer?["access_token"]?.string else {
                throw UnexpectedResponseError()
            }
            result = .success(try await body(MatrixTestUser(id, Secret(token), http, time)))
        } catch {
            result = .failure(error)
        }
        try await http.close()
        return try result.get()
    }

    @discardableResult
    package func call(
        _ method: String, _ path: [String], query: [(String, String)] = [], _ body: JSONValue? = [:]
    ) async throws -> [String: JSONValue] {
        let call = MatrixRequest(method, path, query: query, body: method == "GET" ? nil : body, maxResponseBytes: 16 << 20)
        return try await http.response(to: call, token: token).object ?? [:]
    }

    package func makeRoom(_ alias: String, _ more: [String: JSONValue] = [:]) async throws -> String {
        let body = more.merging(["room_alias_name": .string(alias), "preset": more["preset"] ?? "public_chat"]) { $1 }
        guard let room = try await call("POST", ["createRoom"], .object(body))["room_id"]?.string else {
            throw UnexpectedResponseError()
        }
        return room
    }

    /// Sends an event exactly once, retrying until the server has it.
    ///
    /// - Returns: The event's id on the server.
    @discardableResult
    package func send(_ content: [String: JSONValue], as type: String = "m.room.message", to room: String) async throws -> String
    {
        let transaction = "\(id)-\(count.withLock { count in count += 1; return count })"
        while true {
            do {
                let answer = try await call("PUT", ["rooms", room, "send", type, transaction], .object(content))
                guard let event = answer["event_id"]?.string else { throw UnexpectedResponseError() }
                return event
            } catch MatrixError.unreachable {
                try await time.sleep(for: .milliseconds(20))
            } catch MatrixError.unavailable {
                try await time.sleep(for: .milliseconds(20))
            }
        }
    }

    @discardableResult
    package func say(_ text: String, in room: String) async throws -> String {
        try await send(["msgtype": "m.text", "body": .string(text)], to: room)
    }

    /// Returns the contents of a user's messages in a room, oldest first.
    package func messages(in room: String, by person: String) async throws -> [[String: JSONValue]] {
        var contents: [[String: JSONValue]] = []
        var query = [("dir", "f"), ("limit", "500")]
        while true {
            let page = try await call("GET", ["rooms", room, "messages"], query: query)
            for event in (page["chunk"]?.array ?? []).compactMap(\.object)
            where event["sender"]?.string == person && event["type"] == "m.room.message" {
                contents.append(event["content"]?.object ?? [:])
            }
            guard let next = page["end"]?.string else { return contents }
            query = [("dir", "f"), ("limit", "500"), ("from", next)]
        }
    }

    /// The server's media repository, as this user accesses it.
    package var media: MatrixFileHost {
        MatrixFileHost(server: http.server, time: time) { [http, token] in (http.client, token) }
    }

    /// Returns the number of unread messages in a room that highlight the user.
    package func highlights(in room: String) async throws -> Int64 {
        let joined = try await call("GET", ["sync"], query: [("timeout", "0")])["rooms"]?.object?["join"]?.object?[room]?.object
        guard let count = joined?["unread_notifications"]?.object?["highlight_count"]?.integer else {
            throw UnexpectedResponseError()
        }
        return count
    }

    package func members(of room: String) async throws -> [String] {
        let answer = try await call("GET", ["rooms", room, "joined_members"])
        return answer["joined"]?.object.map { Array($0.keys) } ?? []
    }
}
