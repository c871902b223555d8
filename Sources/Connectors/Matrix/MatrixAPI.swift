import ChatModel

/// The calls of Matrix's client-server API that the connector uses.
struct MatrixAPI: Sendable {
    struct Account: Hashable, Sendable {
        var userID: String
        var device: String?
    }

    private static let maxSyncBytes = 16 << 20
    private static let maxPageBytes = 16 << 20
    /// The maximum time for which the server may hold back a sync response when nothing happens.
    static let syncTimeout = Duration.seconds(30)

    let http: MatrixHTTPClient
    var token: Secret?

    func whoAmI() async throws -> Account { try account(await perform(MatrixRequest("GET", ["account", "whoami"]))) }

    /// - Parameter device: The device id of an earlier login; nil for a new one.
    func logIn(_ user: String, _ password: Secret, device: String?) async throws -> (Account, token: Secret) {
        var body: [String: JSONValue] = [
            "type": "m.login.password", "identifier": ["type": "m.id.user", "user": .string(user)],
            "password": .string(password.reveal()), "initial_device_display_name": "mezon-bot",
        ]
        if let device { body["device_id"] = .string(device) }
        var call = MatrixRequest("POST", ["login"], body: .object(body))
        call.secret = password
        let response = try await http.response(to: call, token: nil)
        guard let token = response.object?["access_token"]?.string, !token.isEmpty,
            token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw MatrixError.malformedResponse("the login response has no valid token") }
        return (try account(response), Secret(token))
    }

    private func account(_ response: JSONValue) throws -> Account {
        guard let userID = response.object?["user_id"]?.string, MatrixIdentifier.isUserID(userID) else {
            throw MatrixError.malformedResponse("the response has no valid user id")
        }
        return Account(userID: userID, device: response.object?["device_id"]?.string)
    }

    func joinedRooms() async throws -> Set<String> {
        let response = try await perform(MatrixRequest("GET", ["joined_rooms"]))
        return Set(response.object?["joined_rooms"]?.array?.compactMap(\.string) ?? [])
    }

    /// Returns the id of the room that an alias stands for.
    func room(_ alias: String) async throws -> String {
        try room(await perform(MatrixRequest("GET", ["directory", "room", alias])))
    }

    func join(_ room: String) async throws -> String {
        // Joining a room of another server may take long.
        try self.room(await perform(MatrixRequest("POST", ["join", room], body: [:], timeout: .seconds(120))))
    }

    private func room(_ response: JSONValue) throws -> String {
        guard let id = response.object?["room_id"]?.string, MatrixIdentifier.isRoomID(id) else {
            throw MatrixError.malformedResponse("the response has no valid room id")
        }
        return id
    }

    func isEncrypted(_ room: String) async throws -> Bool {
        do {
            _ = try await perform(MatrixRequest("GET", ["rooms", room, "state", "m.room.encryption", ""]))
            return true
        } catch MatrixError.refused(status: 404, _, _) {
            return false
        }
    }

    func addFilter(_ filter: JSONValue, for userID: String) async throws -> String {
        let response = try await perform(MatrixRequest("POST", ["user", userID, "filter"], body: filter))
        guard let id = response.object?["filter_id"]?.string, id.utf8.count <= MatrixSync.maxTokenBytes else {
            throw MatrixError.malformedResponse("the response has no valid filter id")
        }
        return id
    }

    /// - Parameters:
    ///   - since: The token of the last sync; nil for the first one.
    ///   - waits: A Boolean value that indicates whether the server may wait until something happens.
    func sync(since: String?, filter: String, waits: Bool, of rooms: Set<String>) async throws -> MatrixSync {
        var query = [("filter", filter), ("timeout", waits ? "\(Int(Self.syncTimeout / .milliseconds(1)))" : "0")]
        if let since { query.append(("since", since)) }
        let response = try await perform(
            MatrixRequest(
                "GET", ["sync"], query: query, maxResponseBytes: Self.maxSyncBytes, timeout: Self.syncTimeout + .seconds(60)))
        guard let sync = MatrixSync(response, of: rooms) else {
            throw MatrixError.malformedResponse("the sync response is malformed")
        }
        return sync
    }

    /// Returns a page of events, backwards from a token.
    func messages(
        in room: String, from: String?, to: String? = nil, filter: JSONValue, limit: Int
    ) async throws -> MatrixPage {
        var query = [("dir", "b"), ("limit", "\(limit)"), ("filter", MatrixRequest.text(filter))]
        if let from { query.append(("from", from)) }
        if let to { query.append(("to", to)) }
        return MatrixPage(
            try await perform(
                MatrixRequest(
                    "GET", ["rooms", room, "messages"], query: query, maxResponseBytes: Self.maxPageBytes, timeout: .seconds(90)))
        )
    }

    /// - Returns: The event id that the server assigned.
    func send(_ content: [String: JSONValue], as type: String, to room: String, idempotencyKey: String) async throws -> String {
        try event(
            await perform(MatrixRequest("PUT", ["rooms", room, "send", type, idempotencyKey], body: .object(content))))
    }

    func redact(_ event: String, in room: String, idempotencyKey: String) async throws {
        _ = try await perform(MatrixRequest("PUT", ["rooms", room, "redact", event, idempotencyKey], body: [:]))
    }

    private func event(_ response: JSONValue) throws -> String {
        guard let id = response.object?["event_id"]?.string, MatrixIdentifier.isEventID(id) else {
            throw MatrixError.malformedResponse("the response has no valid event id")
        }
        return id
    }

    private func perform(_ call: MatrixRequest) async throws -> JSONValue { try await http.response(to: call, token: token) }
}
