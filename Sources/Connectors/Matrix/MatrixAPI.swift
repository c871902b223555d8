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
    static let patience = Duration.seconds(30)

    let http: MatrixHTTPClient
    var token: Secret?

    func whoAmI() async throws -> Account { try account(await ask(MatrixRequest("GET", ["account", "whoami"]))) }

    /// - Parameter device: the device id of an earlier login; nil for a new one.
    func logIn(_ user: String, _ password: Secret, device: String?) async throws -> (Account, token: Secret) {
        var body: [String: JSONValue] = [
            "type": "m.login.password", "identifier": ["type": "m.id.user", "user": .string(user)],
            "password": .string(password.reveal()), "initial_device_display_name": "mezon-bot",
        ]
        if let device { body["device_id"] = .string(device) }
        var call = MatrixRequest("POST", ["login"], body: .object(body))
        call.secret = password
        let answer = try await http.answer(to: call, token: nil)
        guard let token = answer.object?["access_token"]?.string, !token.isEmpty,
            token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw MatrixError.malformedResponse("the login response has no valid token") }
        return (try account(answer), Secret(token))
    }

    private func account(_ answer: JSONValue) throws -> Account {
        guard let person = answer.object?["user_id"]?.string, MatrixIdentifier.isPerson(person) else {
            throw MatrixError.malformedResponse("the response has no valid user id")
        }
        return Account(userID: person, device: answer.object?["device_id"]?.string)
    }

    func joinedRooms() async throws -> Set<String> {
        let answer = try await ask(MatrixRequest("GET", ["joined_rooms"]))
        return Set(answer.object?["joined_rooms"]?.array?.compactMap(\.string) ?? [])
    }

    /// Returns the id of the room that an alias stands for.
    func room(_ alias: String) async throws -> String {
        try room(await ask(MatrixRequest("GET", ["directory", "room", alias])))
    }

    func join(_ room: String) async throws -> String {
        // Joining a room of another server may take long.
        try self.room(await ask(MatrixRequest("POST", ["join", room], body: [:], timeout: .seconds(120))))
    }

    private func room(_ answer: JSONValue) throws -> String {
        guard let id = answer.object?["room_id"]?.string, MatrixIdentifier.isRoom(id) else {
            throw MatrixError.malformedResponse("the response has no valid room id")
        }
        return id
    }

    func isEncrypted(_ room: String) async throws -> Bool {
        do {
            _ = try await ask(MatrixRequest("GET", ["rooms", room, "state", "m.room.encryption", ""]))
            return true
        } catch MatrixError.refused(status: 404, _, _) {
            return false
        }
    }

    func addFilter(_ filter: JSONValue, for person: String) async throws -> String {
        let answer = try await ask(MatrixRequest("POST", ["user", person, "filter"], body: filter))
        guard let id = answer.object?["filter_id"]?.string, id.utf8.count <= MatrixSync.maxTokenBytes else {
            throw MatrixError.malformedResponse("the response has no valid filter id")
        }
        return id
    }

    /// - Parameters:
    ///   - since: the token of the last sync; nil for the first one.
    ///   - isPatient: a Boolean value that indicates whether the server may wait until something happens.
    func sync(since: String?, filter: String, isPatient: Bool, of rooms: Set<String>) async throws -> MatrixSync {
        var query = [("filter", filter), ("timeout", isPatient ? "\(Int(Self.patience / .milliseconds(1)))" : "0")]
        if let since { query.append(("since", since)) }
        let answer = try await ask(
            MatrixRequest("GET", ["sync"], query: query, most: Self.maxSyncBytes, timeout: Self.patience + .seconds(60)))
        guard let sync = MatrixSync(answer, of: rooms) else {
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
            try await ask(
                MatrixRequest("GET", ["rooms", room, "messages"], query: query, most: Self.maxPageBytes, timeout: .seconds(90))))
    }

    /// - Returns: the event id that the server assigned.
    func send(_ content: [String: JSONValue], as type: String, to room: String, ticket: String) async throws -> String {
        try event(
            await ask(MatrixRequest("PUT", ["rooms", room, "send", type, ticket], body: .object(content))))
    }

    func redact(_ event: String, in room: String, ticket: String) async throws {
        _ = try await ask(MatrixRequest("PUT", ["rooms", room, "redact", event, ticket], body: [:]))
    }

    private func event(_ answer: JSONValue) throws -> String {
        guard let id = answer.object?["event_id"]?.string, MatrixIdentifier.isEvent(id) else {
            throw MatrixError.malformedResponse("the response has no valid event id")
        }
        return id
    }

    private func ask(_ call: MatrixRequest) async throws -> JSONValue { try await http.answer(to: call, token: token) }
}
