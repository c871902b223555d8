import Foundation
import MezonModel
import Synchronization

@testable import Relay

/// Somebody on a server of Matrix.
final class MatrixPerson: Sendable {
    let id: String
    let token: Secret
    let http: MatrixHTTP
    private let count = Mutex(0)

    private init(_ id: String, _ token: Secret, _ http: MatrixHTTP) {
        self.id = id
        self.token = token
        self.http = http
    }

    static func with<Value>(
        _ name: String, at server: String, _ body: (MatrixPerson) async throws -> Value
    ) async throws -> Value {
        guard let server = WebOrigin(server) else { throw MatrixHouse.Ended() }
        let http = MatrixHTTP(server, time: SystemTime())
        let result: Result<Value, any Error>
        do {
            let answer = try await http.answer(
                to: MatrixCall(
                    "POST", ["register"],
                    body: ["username": .string(name), "password": "sesame", "auth": ["type": "m.login.dummy"]]), token: nil)
            let id = answer.object?["user_id"]?.string ?? "", token = answer.object?["access_token"]?.string ?? ""
            result = .success(try await body(MatrixPerson(id, Secret(token), http)))
        } catch {
            result = .failure(error)
        }
        try await http.close()
        return try result.get()
    }

    var api: MatrixAPI { MatrixAPI(http: http, token: token) }

    @discardableResult
    func call(_ method: String, _ path: [String], query: [(String, String)] = [], _ body: JSONValue? = [:]) async throws
        -> [String: JSONValue]
    {
        let call = MatrixCall(method, path, query: query, body: method == "GET" ? nil : body, most: 16 << 20)
        return try await http.answer(to: call, token: token).object ?? [:]
    }

    func makeRoom(_ alias: String, _ more: [String: JSONValue] = [:]) async throws -> String {
        let body = more.merging(["room_alias_name": .string(alias), "preset": more["preset"] ?? "public_chat"]) { $1 }
        return try await call("POST", ["createRoom"], .object(body))["room_id"]?.string ?? ""
    }

    /// Until the server has it, once.
    @discardableResult
    func send(_ content: [String: JSONValue], as type: String = "m.room.message", to room: String) async throws -> String {
        let ticket = "\(id)-\(count.withLock { count in count += 1; return count })"
        while true {
            do {
                return try await api.send(content, as: type, to: room, ticket: ticket)
            } catch MatrixError.unreachable {
                await Task.yield()
            } catch MatrixError.unavailable {
                await Task.yield()
            }
        }
    }

    @discardableResult
    func say(_ text: String, in room: String) async throws -> String {
        try await send(["msgtype": "m.text", "body": .string(text)], to: room)
    }

    /// What stands in the room, oldest first.
    func events(in room: String) async throws -> [MatrixEvent] {
        var events: [MatrixEvent] = []
        var from: String?
        while true {
            let page = try await api.messages(in: room, from: from, filter: [:], limit: 500)
            events += page.events
            guard let next = page.next, next != from, !page.events.isEmpty else { return events.reversed() }
            from = next
        }
    }

    func bodies(in room: String, by person: String) async throws -> [String] {
        try await events(in: room).filter { $0.type == "m.room.message" && $0.sender == person }.compactMap {
            $0.content["body"]?.string
        }
    }
}
