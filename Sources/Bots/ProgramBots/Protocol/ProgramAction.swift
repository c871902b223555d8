import BotKit
import ChatModel
import Foundation

/// Actions in the form of a fixture's expectations, with ids in place of names.
struct ProgramAction {
    /// The circumstances in which a program asks for actions.
    let channel: ChannelID
    let clan: ClanID
    let user: UserID
    let now: Date
    /// The secrets that the program may name in the headers of web requests.
    var secrets: [String: Secret] = [:]
    /// Stores the bytes of a file that is sent.
    let keep: @Sendable (_ name: String, _ type: String, _ bytes: Data) async throws -> Attachment

    static let maxActions = 50  // Of one answer: each is a row of the outbox.
    private static let kinds = [
        "reply", "send", "react", "unreact", "edit", "edit_reply", "delete", "dm", "ephemeral", "pin", "thread", "mute",
        "unmute", "kick", "unban", "add_role", "remove_role", "archive_thread", "nickname", "run", "appoint", "dismiss",
        "set_status", "create_channel", "archive_channel", "send_tokens", "give_coffee", "play_media", "create_group",
        "close_conversation", "request",
    ]
    private static let channelTypes: [String: ChannelKind] = [
        "text": .text, "voice": .voice, "forum": .forum, "announcement": .announcement,
    ]

    /// Reads the actions of an answer.
    ///
    /// - Throws: `JSONFields.FieldError`.
    func actions(_ items: [JSONValue]) async throws -> [Action] {
        guard items.count <= Self.maxActions else {
            throw JSONFields.FieldError(message: "it asks for more than \(Self.maxActions) actions")
        }
        var actions: [Action] = []
        for item in items { actions.append(try await action(item)) }
        return actions
    }

    private func action(_ value: JSONValue) async throws -> Action {
        guard let object = value.object, let (kind, content) = object.first, object.count == 1 else {
            throw JSONFields.FieldError(
                message: "an action must be an object with one key, its kind: {\"reply\":{\"text\":\"…\"}}")
        }
        // A text alone is short for the action's main field.
        let main =
            [
                "react": "emoji", "unreact": "emoji", "dismiss": "name", "nickname": "name", "create_channel": "name",
                "archive_channel": "in", "close_conversation": "in", "request": "url",
            ][kind] ?? "text"
        var fields = try JSONFields(content.string.map { [main: .string($0)] } ?? content, "'\(kind.terminalLine)'")
        let action = try await action(kind, &fields)
        try fields.finish()
        return action
    }

    private func action(_ kind: String, _ fields: inout JSONFields) async throws -> Action {
        switch kind {
        case "reply": .reply(try await draft(&fields))
        case "send": .send(try await draft(&fields), to: try fields.id("in"))
        case "react": .react(try fields.needed("emoji"))
        case "unreact": .unreact(try fields.needed("emoji"))
        case "edit": .edit(try fields.id("message") ?? 0, try await draft(&fields))
        case "edit_reply": .editReply(try await draft(&fields))
        case "delete": .delete(try fields.id("message"), of: try fields.id("in"))
        case "dm": .directMessage(try await draft(&fields), to: try fields.id("user") ?? user)
        case "ephemeral": .ephemeral(try await draft(&fields), to: try fields.id("user") ?? user)
        case "pin": .pin
        case "thread":
            .thread(
                ThreadOpening(
                    try fields.needed("name"), isPrivate: try fields.flag("private") ?? false,
                    members: try fields.ids("members") ?? [], draft: try await draft(&fields)))
        case "archive_thread": .clan(.archiveThread(named: try fields.text("name")))
        case "nickname": .clan(.nickname(try fields.needed("name"), of: clan))
        case "set_status": .clan(.status(try text(kind, &fields), of: clan))
        case "create_channel": .clan(.createChannel(try newChannel(&fields), of: clan))
        case "archive_channel": .clan(.archiveChannel(try fields.id("in") ?? channel))
        case "send_tokens": .account(try tokenOrder(&fields))
        case "give_coffee": .account(.giveCoffee(try coffee(&fields)))
        case "create_group":
            .account(.createGroup(try fields.ids("users") ?? [], name: try fields.text("name") ?? ""))
        case "close_conversation": .account(.closeConversation(try fields.id("in") ?? channel))
        case "play_media":
            .account(
                .playMedia(
                    MediaPlayback(
                        try fields.address("url") ?? "", title: try fields.text("title") ?? "", room: try fields.needed("room"),
                        participant: try fields.text("participant") ?? "")))
        case "request": .request(try webRequest(&fields))
        case "run": .run(bot: try fields.needed("bot"), command: try fields.needed("text"))
        case "appoint": .schedule(try job(&fields))
        case "dismiss": .cancel(try fields.needed("name"))
        default: .member(try memberAction(kind, &fields))
        }
    }

    private func memberAction(_ kind: String, _ fields: inout JSONFields) throws -> MemberAction {
        guard Self.kinds.contains(kind) else {
            throw JSONFields.FieldError(
                message: "'\(kind.terminalLine)' is not an action; known are \(Self.kinds.joined(separator: ", "))")
        }
        guard let user: UserID = try fields.id("user") else { throw JSONFields.FieldError(message: "'\(kind)' needs 'user'") }
        switch kind {
        case "mute":
            let length = try fields.duration("for")
            return .mute(
                user, in: try fields.id("in") ?? channel, until: length.map { now.addingTimeInterval($0 / .seconds(1)) },
                reason: try fields.text("reason") ?? "")
        case "unmute": return .unmute(user, in: try fields.id("in") ?? channel)
        case "kick": return .kick(user, of: clan, reason: try fields.text("reason") ?? "")
        case "unban": return .unban(user, of: clan)
        default:
            guard let role: RoleID = try fields.id("role") else { throw JSONFields.FieldError(message: "'\(kind)' needs 'role'") }
            return kind == "add_role" ? .addRole(role, to: user, of: clan) : .removeRole(role, from: user, of: clan)
        }
    }

    /// Reads a text that may be empty.
    private func text(_ kind: String, _ fields: inout JSONFields) throws -> String {
        guard let text = try fields.text("text") else { throw JSONFields.FieldError(message: "'\(kind)' needs 'text'") }
        return text
    }

    private func newChannel(_ fields: inout JSONFields) throws -> NewChannel {
        let type = try fields.text("type") ?? "text"
        guard let kind = Self.channelTypes[type] else {
            let known = Self.channelTypes.keys.sorted().joined(separator: ", ")
            throw JSONFields.FieldError(message: "'\(type.terminalLine)' is not a type of channel; known are \(known)")
        }
        return NewChannel(
            try fields.needed("name"), kind: kind, category: try fields.id("category") ?? 0,
            isPrivate: try fields.flag("private") ?? false)
    }

    /// Reads an order for tokens. Nobody receives them by default.
    private func tokenOrder(_ fields: inout JSONFields) throws -> AccountAction {
        guard let user: UserID = try fields.id("user"), let amount = try fields.whole("amount") else {
            throw JSONFields.FieldError(message: "'send_tokens' needs 'user' and 'amount'")
        }
        return .sendTokens(amount, to: user, note: try fields.text("note") ?? "")
    }

    private func coffee(_ fields: inout JSONFields) throws -> CoffeeOrder {
        guard let message: MessageID = try fields.id("message"), let author: UserID = try fields.id("user") else {
            throw JSONFields.FieldError(message: "'give_coffee' needs 'message', and its author as 'user'")
        }
        return CoffeeOrder(message: message, author: author, channel: try fields.id("in") ?? channel, clan: clan)
    }

    private func job(_ fields: inout JSONFields) throws -> ScheduledJob {
        let name = try fields.needed("name")
        guard let due = try fields.date("due") else { throw JSONFields.FieldError(message: "'appoint' needs 'due'") }
        let note = fields.value("note") ?? .null
        guard name.utf8.count <= 200, try JSONText.text(note).utf8.count <= 16_384 else {
            throw JSONFields.FieldError(message: "the name of a job has at most 200 bytes, and its note 16384")
        }
        return ScheduledJob(
            name, due: due, clan: clan, channel: try fields.id("in") ?? channel, user: try fields.id("user") ?? user, note: note)
    }
}

extension JSONFields {
    /// Takes an id, which is a text of digits.
    mutating func id<ID: MezonID>(_ key: String) throws -> ID? {
        guard let text = try text(key) else { return nil }
        guard let id = ID(text), !id.isNone else {
            throw FieldError(message: "'\(key)' must be an id, a text of digits, not '\(text.terminalLine)'")
        }
        return id
    }

    mutating func ids<ID: MezonID>(_ key: String) throws -> [ID]? {
        try texts(key)?.map { text in
            guard let id = ID(text), !id.isNone else { throw FieldError(message: "'\(key)' must be a list of ids") }
            return id
        }
    }
}
