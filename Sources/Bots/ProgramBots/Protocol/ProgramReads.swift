import BotKit
import ChatModel
import Foundation

/// The reads and the state of a program, answered from the context of the event: they are recorded as those of every bot.
struct ProgramReads: Sendable {
    let context: BotContext<ProgramBot>

    private static let kinds = ["state", "history", "message", "member", "channel", "search", "http", "file", "id"]
    private static let scopes: [String: StateScope] = [
        "global": .global, "clan": .clan, "channel": .channel, "user": .user, "member": .member,
    ]

    /// Answers a read.
    ///
    /// - Throws: `JSONFields.FieldError` for a line that is no read; errors of the read.
    func answer(_ kind: String, _ fields: JSONFields) async throws -> JSONValue {
        var fields = fields
        switch kind {
        case "state":
            let scope = try Self.scope(&fields)
            try fields.finish()
            return try await context.state(scope).value.value
        case "history":
            let (limit, before): (Int, MessageID) = (try fields.whole("limit") ?? 50, try fields.id("before") ?? 0)
            try fields.finish()
            return .array(try await context.history(limit: limit, before: before).map { ProgramEvent.json($0) })
        case "message":
            let id: MessageID = try Self.needed("id", &fields)
            let channel: ChannelID? = try fields.id("ch")
            try fields.finish()
            return try await context.message(id, in: channel).map { ProgramEvent.json($0) } ?? .null
        case "member":
            let user: UserID = try Self.needed("user", &fields)
            try fields.finish()
            return try await context.member(user).map(Self.json) ?? .null
        case "channel":
            let channel: ChannelID = try Self.needed("ch", &fields)
            try fields.finish()
            return try await context.channel(channel).map(Self.json) ?? .null
        case "search":
            let (words, limit) = (try fields.needed("words"), try fields.whole("limit") ?? 20)
            try fields.finish()
            return .array(try await context.search(words, limit: limit).map(Self.json))
        case "http": return try await page(&fields)
        case "file":
            guard let url = try fields.address("url") else { throw JSONFields.FieldError(message: "the read needs 'url'") }
            try fields.finish()
            let bytes = try await context.bytes(of: Attachment(filename: "", url: url, mediaType: ""))
            return ["base64": .string(bytes.base64EncodedString())]
        case "id":
            try fields.finish()
            return .string(context.id())
        default:
            throw JSONFields.FieldError(
                message: "'\(kind.terminalLine)' cannot be read; known are \(Self.kinds.joined(separator: ", "))")
        }
    }

    /// Changes the state of a scope; null deletes it.
    ///
    /// - Throws: `JSONFields.FieldError`; errors of the store.
    func write(_ value: JSONValue, _ fields: JSONFields) async throws {
        var fields = fields
        let scope = try Self.scope(&fields)
        try fields.finish()
        let state = context.state(scope)
        if value == .null {
            try await state.forget()
        } else {
            try await state.update { $0.value = value }
        }
    }

    private func page(_ fields: inout JSONFields) async throws -> JSONValue {
        let url = try fields.needed("url")
        let headers = try (fields.value("headers")?.object ?? [:]).mapValues { value in
            guard let text = value.string else { throw JSONFields.FieldError(message: "a header must be a text") }
            return text
        }
        try fields.finish()
        let response = try await context.http.get(url, headers: headers)
        return [
            "status": .integer(Int64(response.status)), "headers": .object(response.headers.mapValues { .string($0) }),
            "text": .string(response.text),
        ]
    }

    private static func scope(_ fields: inout JSONFields) throws -> StateScope {
        let name = try fields.text("scope") ?? "clan"
        guard let scope = scopes[name] else {
            throw JSONFields.FieldError(
                message: "'\(name.terminalLine)' is not a scope; known are \(scopes.keys.sorted().joined(separator: ", "))")
        }
        return scope
    }

    private static func needed<ID: MezonID>(_ key: String, _ fields: inout JSONFields) throws -> ID {
        guard let id: ID = try fields.id(key) else { throw JSONFields.FieldError(message: "the read needs '\(key)'") }
        return id
    }

    private static func json(_ message: FoundMessage) -> JSONValue {
        .object([
            "id": .string("\(message.id)"), "ch": .string("\(message.channel)"), "by": .string("\(message.author)"),
            "name": .string(message.authorName), "text": .string(message.text), "at": ProgramEvent.time(message.at),
            "url": .string(message.address),
        ])
    }

    private static func json(_ member: Member) -> JSONValue {
        var fields: [String: JSONValue] = [
            "user": .string("\(member.user)"), "roles": .array(member.roles.map { .string("\($0)") }),
            "app": .bool(member.isBot),
        ]
        fields["joined"] = member.joinedAt.map(ProgramEvent.time)
        return .object(fields)
    }

    private static func json(_ channel: Channel) -> JSONValue {
        var fields: [String: JSONValue] = [
            "id": .string("\(channel.id)"), "name": .string(channel.label), "type": .integer(Int64(channel.kind.rawValue)),
            "private": .bool(channel.isPrivate),
        ]
        fields["clan"] = ProgramEvent.id(channel.clan)
        fields["parent"] = ProgramEvent.id(channel.parent)
        return .object(fields)
    }
}

/// The state that a program keeps in one scope: any JSON value.
struct ProgramState: BotState, Equatable {
    var value = JSONValue.null

    init() {}

    init(from decoder: any Decoder) throws { value = try JSONValue(from: decoder) }

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }

    /// Takes the value of any earlier form.
    static func migrate(_ old: JSONValue) -> ProgramState {
        var state = ProgramState()
        state.value = old
        return state
    }
}
