import BotKit
import ChatModel
import Foundation

/// Events in the form of fixtures, with ids in place of names.
enum ProgramEvent {
    /// The kinds of events that a program can receive.
    enum Kind: String, Hashable, Sendable, CaseIterable {
        case message, edit, delete, reaction, button, join, leave, role, ban, voice, due
    }

    /// Returns the kind of an event; nil for one that programs do not receive.
    static func kind(of event: Event) -> Kind? {
        switch event {
        case .message: .message
        case .edit: .edit
        case .delete: .delete
        case .reaction: .reaction
        case .button: .button
        case .memberJoined: .join
        case .memberLeft: .leave
        case .rolesChanged: .role
        case .banChanged: .ban
        case .voiceJoined, .voiceLeft: .voice
        case .system(.due): .due
        default: nil
        }
    }

    static func json(_ event: Event, _ kind: Kind) -> JSONValue {
        var fields = fields(of: event)
        fields["kind"] = .string(kind.rawValue)
        fields["ch"] = id(event.channel)
        fields["clan"] = fields["clan"] ?? id(event.clan)
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
            return ["id": .string(click.button), "of": .string("\(click.message)"), "form": .string(click.extra)]
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
        if !message.attachments.isEmpty {
            fields["files"] = .array(
                message.attachments.map { ["name": .string($0.filename), "type": .string($0.mediaType), "url": .string($0.url)] })
        }
        return fields
    }
}
