import BotKit
import ChatModel
import Foundation
import Storage

/// The names of a fixture, and the conversion of actions that use them.
struct FixtureNames {
    var users: [UserID: String] = [:]
    var channels: [ChannelID: String] = [:]
    var roles: [RoleID: String] = [:]
    var messages: [MessageID: String] = [:]
    /// The message that each of the bot's messages replies to.
    var answers: [MessageID: MessageID] = [:]

    /// Returns the name of the bot's n-th message after an event: `a3`, then `a3.2`.
    static func answer(_ count: Int, after number: Int) -> String { count == 1 ? "a\(number)" : "a\(number).\(count)" }

    func form(of asked: RequestedAction) -> ActionFields {
        let here = asked.entry.message
        switch asked.action {
        case .reply(let draft): return form("reply", draft, ["to": name(here)])
        case .send(let draft, let channel): return form("send", draft, ["in": name(channel ?? asked.entry.channel)])
        case .react(let emoji): return ActionFields("react", ["to": name(here), "emoji": .string(emoji)])
        case .unreact(let emoji): return ActionFields("unreact", ["to": name(here), "emoji": .string(emoji)])
        case .edit(let message, let draft): return edit(message.isNone ? here : message, draft)
        case .editReply(let draft): return form("edit_reply", draft, ["to": name(here)])
        case .delete(let message, _): return ActionFields("delete", ["message": name(message ?? here)])
        case .directMessage(let draft, let user): return form("dm", draft, ["user": name(user)])
        case .ephemeral(let draft, let user): return form("ephemeral", draft, ["user": name(user)])
        case .pin: return ActionFields("pin", ["message": name(here)])
        case .thread(let opening): return form(of: opening, in: asked.entry.channel)
        case .clan(let action): return form(of: action, in: asked.entry.channel)
        case .member(let action): return form(of: action)
        case .account(let action): return form(of: action)
        case .call(let call): return ActionFields("call", ["name": .string(call.name)])
        case .run(let bot, let command): return ActionFields("run", ["bot": .string(bot), "text": .string(command)])
        case .schedule(let job): return form(of: job)
        case .cancel(let name): return ActionFields("dismiss", ["name": .string(name)])
        case .request(let request): return form(of: request)
        case .resolved(let outgoing): return form(of: outgoing)
        }
    }

    private func form(of action: AccountAction) -> ActionFields {
        switch action {
        case .sendTokens(let tokens, let user, let note):
            ActionFields(action.kind, ["user": name(user), "amount": .integer(Int64(tokens)), "note": .string(note)])
        case .giveCoffee(let order):
            ActionFields(action.kind, ["user": name(order.author), "message": name(order.message), "in": name(order.channel)])
        case .createGroup(let users, let label):
            ActionFields(action.kind, ["users": .array(users.compactMap { name($0) }), "name": .string(label)])
        case .closeConversation(let channel): ActionFields(action.kind, ["in": name(channel)])
        case .playMedia(let playback):
            ActionFields(
                action.kind, ["url": .string(playback.url), "title": .string(playback.title), "room": .string(playback.room)])
        }
    }

    private func form(of request: WebRequest) -> ActionFields {
        ActionFields(
            "request",
            [
                "name": .string(request.name), "method": .string(request.method.rawValue), "url": .string(request.url),
                "body": request.body.map { .string(String(decoding: $0.bytes, as: UTF8.self)) },
                "note": request.note == .null ? nil : request.note,
            ])
    }

    private func form(of job: ScheduledJob) -> ActionFields {
        ActionFields(
            "appoint",
            [
                "name": .string(job.name), "due": .string(job.due.formatted(.iso8601)),
                "timetable": job.timetable.map { .string($0) }, "in": name(job.channel),
                "user": name(job.user), "note": job.note == .null ? nil : job.note,
            ])
    }

    private func form(of outgoing: ResolvedAction) -> ActionFields {
        switch outgoing.request {
        case .send(let draft, let answering?, _): return form("reply", draft, ["to": name(answering.message)])
        case .send(let draft, nil, _): return form("send", draft, ["in": name(outgoing.channel)])
        case .react(let emoji, let message, _): return ActionFields("react", ["to": name(message), "emoji": .string(emoji)])
        case .unreact(let emoji, let message, _): return ActionFields("unreact", ["to": name(message), "emoji": .string(emoji)])
        case .edit(let message, let draft, _): return edit(message, draft)
        case .editReply(let message, let draft, _): return form("edit_reply", draft, ["to": name(message)])
        case .withdraw(let delivery): return ActionFields("withdraw", ["of": .string("#\(delivery.cause)")])
        case .delete(let message, _): return ActionFields("delete", ["message": name(message)])
        case .directMessage(let draft, let user): return form("dm", draft, ["user": name(user)])
        case .ephemeral(let draft, let user, _): return form("ephemeral", draft, ["user": name(user)])
        case .pin(let message): return ActionFields("pin", ["message": name(message)])
        case .thread(let opening, _): return form(of: opening, in: outgoing.channel)
        case .clan(let action): return form(of: action, in: outgoing.channel)
        case .member(let action): return form(of: action)
        case .web(let web): return form(of: web.request)
        case .account(let action): return form(of: action)
        case .call(let call): return ActionFields("call", ["name": .string(call.name)])
        case .relay(let relayed):
            let fields = ["in": name(outgoing.channel), "of": name(relayed.origin)]
            return outgoing.draft.map { form(relayed.operation.kind, $0, fields) } ?? ActionFields(relayed.operation.kind, fields)
        }
    }

    private func form(of opening: ThreadOpening, in channel: ChannelID) -> ActionFields {
        let members = opening.members.compactMap { name($0) }
        return form(
            "thread", opening.draft,
            [
                "in": name(channel), "name": .string(opening.name), "private": opening.isPrivate ? .bool(true) : nil,
                "members": members.isEmpty ? nil : .array(members),
            ])
    }

    private func form(of action: ClanAction, in channel: ChannelID) -> ActionFields {
        switch action {
        case .archiveThread(let thread):
            ActionFields(action.kind, ["in": name(channel), "name": thread.map { .string($0) }])
        case .nickname(let text, _), .status(let text, _): ActionFields(action.kind, ["name": .string(text)])
        case .createChannel(let new, _):
            ActionFields(action.kind, ["name": .string(new.name), "private": new.isPrivate ? .bool(true) : nil])
        case .archiveChannel(let channel): ActionFields(action.kind, ["in": name(channel)])
        }
    }

    private func form(of action: MemberAction) -> ActionFields {
        var fields: [String: JSONValue?] = ["user": name(action.user)]
        switch action {
        case .mute(_, let channel, let until, _):
            fields["in"] = name(channel)
            fields["until"] = until.map { .string($0.formatted(.iso8601)) }
        case .unmute(_, let channel): fields["in"] = name(channel)
        case .addRole(let role, _, _), .removeRole(let role, _, _): fields["name"] = roles[role].map { .string($0) }
        case .kick, .unban: break
        }
        return ActionFields(action.kind, fields)
    }

    /// Returns an edit; for an edit of the bot's answer, with the message that it replies to.
    private func edit(_ message: MessageID, _ draft: Draft) -> ActionFields {
        guard let question = answers[message] else { return form("edit", draft, ["message": name(message)]) }
        return form("edit_reply", draft, ["to": name(question), "message": name(message)])
    }

    private func form(_ kind: String, _ draft: Draft, _ fields: [String: JSONValue?]) -> ActionFields {
        var fields = fields
        fields["text"] = .string(draft.content.text)
        if let kind = draft.kind { fields["kind"] = .string(kind.rawValue) }
        if !draft.mentions.isEmpty { fields["mentions"] = .array(draft.mentions.compactMap { name($0.user) }) }
        if !draft.content.extras.isEmpty { fields["extras"] = .object(draft.content.extras) }
        return ActionFields(kind, fields)
    }

    private func name(_ message: MessageID) -> JSONValue? { messages[message].map { .string($0) } }
    private func name(_ user: UserID) -> JSONValue? { users[user].map { .string($0) } }
    private func name(_ channel: ChannelID) -> JSONValue? { channels[channel].map { .string($0) } }
}

extension ActionFields {
    /// Creates an action; fields without a name in the fixture are omitted.
    fileprivate init(_ kind: String, _ fields: [String: JSONValue?]) {
        self.init(kind: kind, fields: fields.compactMapValues(\.self))
    }
}
