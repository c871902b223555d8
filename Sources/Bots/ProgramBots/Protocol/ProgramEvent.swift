import BotKit
import ChatModel
import Foundation

/// Events in the form of fixtures, with ids in place of names.
enum ProgramEvent {
    /// The kinds of events that a program can receive.
    enum Kind: String, Hashable, Sendable, CaseIterable {
        case message, edit, delete, reaction, button, menu, tokens, coffee, join, leave, role, ban, voice, presence, typing, due,
            response
    }

    /// Returns the kind of an event; nil for one that programs do not receive, such as tokens for somebody else than the account.
    static func kind(of event: Event, for me: UserID) -> Kind? {
        switch event {
        case .message: .message
        case .edit: .edit
        case .delete: .delete
        case .reaction: .reaction
        case .button: .button
        case .quickMenu: .menu
        case .tokenSent(let transfer): transfer.isReceived(by: me) ? .tokens : nil
        case .coffeeGiven: .coffee
        case .memberJoined: .join
        case .memberLeft: .leave
        case .rolesChanged: .role
        case .banChanged: .ban
        case .voiceJoined, .voiceLeft: .voice
        case .system(.activity(let activity)): activity.kind == .typing ? .typing : .presence
        case .system(.due): .due
        case .system(.response): .response
        default: nil
        }
    }

    /// - Parameter clan: The clan of the event, which the event itself may not name.
    static func json(_ event: Event, _ kind: Kind, in clan: ClanID) -> JSONValue {
        var fields = fields(of: event)
        fields["kind"] = .string(kind.rawValue)
        fields["ch"] = id(event.channel)
        fields["clan"] = id(event.clan) ?? id(clan)
        fields["by"] = fields["by"] ?? id(event.actor)
        return .object(fields)
    }

    static func json(_ message: Message) -> JSONValue {
        var fields = fields(of: message)
        fields["ch"] = id(message.channel)
        fields["by"] = id(message.author.id)
        return .object(fields)
    }

    static func json(_ mentions: [Mention]) -> JSONValue {
        .array(
            mentions.map { mention in
                var fields: [String: JSONValue] = [
                    "s": .integer(Int64(mention.range.start)), "e": .integer(Int64(mention.range.end)),
                ]
                fields["user"] = id(mention.user)
                fields["role"] = id(mention.role)
                let name = mention.role.isNone ? mention.username : mention.roleName
                if !name.isEmpty { fields["name"] = .string(name) }
                return .object(fields)
            })
    }

    static func id(_ id: some MezonID) -> JSONValue? { id.isNone ? nil : .string("\(id)") }

    static func time(_ date: Date) -> JSONValue { .string(date.formatted(.iso8601)) }

    private static func ids(_ ids: [some MezonID]) -> JSONValue { .array(ids.map { .string("\($0)") }) }

    private static func fields(of event: Event) -> [String: JSONValue] {
        switch event {
        case .message(let message), .edit(let message): return fields(of: message)
        case .delete(let removal): return ["id": .string("\(removal.message)")]
        case .reaction(let reaction):
            var fields: [String: JSONValue] = ["of": .string("\(reaction.message)"), "emoji": .string(reaction.emoji)]
            if reaction.isRemoval { fields["removed"] = true }
            return fields
        case .button(let click):
            var fields: [String: JSONValue] = [
                "id": .string(click.button), "of": .string("\(click.message)"), "form": .string(click.extra),
            ]
            if click.isChoice { fields["choice"] = true }
            return fields
        case .quickMenu(let choice):
            var fields: [String: JSONValue] = ["id": .string(choice.menu), "text": .string(choice.text)]
            fields["topic"] = id(choice.topic)
            return fields
        case .tokenSent(let transfer):
            return [
                "amount": .integer(Int64(transfer.amount)), "note": .string(transfer.note), "name": .string(transfer.senderName),
                "transaction": .string(transfer.transaction),
            ]
        case .coffeeGiven(let gift):
            var fields: [String: JSONValue] = ["amount": .integer(Int64(gift.amount))]
            fields["of"] = id(gift.message)
            fields["to"] = id(gift.receiver)
            return fields
        case .memberJoined(let membership): return ["users": ids(membership.users), "name": .string(membership.username)]
        case .memberLeft(let membership): return ["users": ids(membership.users)]
        case .rolesChanged(let change):
            return ["id": .string("\(change.role)"), "added": ids(change.added), "taken": ids(change.removed)]
        case .banChanged(let change):
            var fields: [String: JSONValue] = ["users": ids(change.users)]
            if change.isLifted { fields["lifted"] = true }
            if let length = change.duration { fields["seconds"] = .integer(length.components.seconds) }
            return fields
        case .voiceLeft: return ["left": true]
        case .system(.activity(let activity)): return activity.kind == .offline ? ["left": true] : [:]
        case .system(.response(let response)): return fields(of: response)
        case .system(.due(let occurrence)): return ["name": .string(occurrence.job.name), "note": occurrence.job.note]
        default: return [:]
        }
    }

    private static func fields(of message: Message) -> [String: JSONValue] {
        var fields: [String: JSONValue] = [
            "id": .string("\(message.id)"), "text": .string(message.text), "name": .string(message.author.name),
            "at": time(message.createdAt),
        ]
        if !message.mentions.isEmpty { fields["mentions"] = json(message.mentions) }
        if let answered = message.references.first { fields["to"] = id(answered.message) }
        fields["topic"] = id(message.topic)
        if !message.attachments.isEmpty { fields["files"] = .array(message.attachments.map(json)) }
        fields["poll"] = message.poll.map(json)
        if let place = message.location {
            fields["location"] = ["latitude": .number(place.latitude), "longitude": .number(place.longitude)]
        }
        if let contact = message.contact {
            fields["contact"] = [
                "user": .string("\(contact.user)"), "username": .string(contact.username), "name": .string(contact.name),
                "avatar": .string(contact.avatar),
            ]
        }
        return fields
    }

    private static func fields(of response: WebResponse) -> [String: JSONValue] {
        var fields: [String: JSONValue] = ["name": .string(response.name)]
        fields["note"] = response.note == .null ? nil : response.note
        fields["of"] = id(response.origin.message)
        fields["topic"] = id(response.origin.topic)
        fields["failure"] = response.failure.map { .string($0) }
        guard let http = response.http else { return fields }
        fields["status"] = .integer(Int64(http.status))
        fields["headers"] = .object(http.headers.mapValues { .string($0) })
        let isText = Data(http.text.utf8) == http.body
        fields[isText ? "text" : "base64"] = .string(isText ? http.text : http.body.base64EncodedString())
        return fields
    }

    private static func json(_ poll: PostedPoll) -> JSONValue {
        var fields: [String: JSONValue] = [
            "question": .string(poll.question), "answers": .array(poll.answers.map { .string($0.text) }),
            "votes": .array(poll.answers.map { .integer(Int64($0.votes)) }),
        ]
        if poll.id != 0 { fields["id"] = .string("\(poll.id)") }
        fields["closes"] = poll.closesAt.map(time)
        if poll.allowsMultipleAnswers { fields["multiple"] = true }
        if poll.isClosed { fields["closed"] = true }
        return .object(fields)
    }

    private static func json(_ file: Attachment) -> JSONValue {
        var fields: [String: JSONValue] = [
            "name": .string(file.filename), "type": .string(file.mediaType), "url": .string(file.url),
        ]
        let figures = ["size": file.sizeInBytes, "width": file.width, "height": file.height, "seconds": file.durationInSeconds]
        for (key, figure) in figures where figure != 0 { fields[key] = .integer(Int64(figure)) }
        // A picture in the address itself would make the line long.
        if !file.thumbnail.isEmpty, !file.thumbnail.hasPrefix("data:") { fields["thumbnail"] = .string(file.thumbnail) }
        return .object(fields)
    }
}
