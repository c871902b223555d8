import BotConfiguration
import ChatModel
import Foundation

/// The text form of fixture lines.
enum FixtureText {
    static func clan(_ script: TestClanSetup) -> String {
        FixtureJSONEncoder.text([
            "v": 1, "kind": "clan", "id": .string(script.clan), "at": .string(script.start.formatted(.iso8601)),
            "tz": .string(script.zone), "seed": .integer(Int64(clamping: script.seed)),
            "channels": .array(
                script.channels.map { channel in
                    var object: [String: JSONValue] = [
                        "id": .string(channel.name), "type": .integer(Int64(channel.kind.rawValue)),
                    ]
                    object["clan"] = channel.clan.map { .string($0) }
                    object["members"] = channel.members.map(list)
                    return .object(object)
                }),
            "members": .array(
                script.people.map { person in
                    var object: [String: JSONValue] = [
                        "id": .string(person.id), "name": .string(person.name), "roles": list(person.roles),
                        "joined": .string("-" + length(person.joined)),
                    ]
                    if !person.clans.isEmpty { object["clans"] = list(person.clans) }
                    return .object(object)
                }),
        ])
    }

    static func expectation(after number: Int, _ forms: [ActionFields]) -> String {
        FixtureJSONEncoder.text([
            "after": .integer(Int64(number)), "expect": .array(forms.map { .object([$0.kind: .object($0.fields)]) }),
        ])
    }

    /// An expectation that allows everything but some actions.
    static func prohibition(after number: Int, _ never: [ForbiddenAction]) -> String {
        FixtureJSONEncoder.text([
            "after": .integer(Int64(number)),
            "not": .array(never.map(\.json)),
        ])
    }

    static func event(_ event: FixtureLine.Event) -> String {
        var object = operation(event.operation)
        object["seq"] = event.number.map { .integer(Int64($0)) }
        object["at"] = event.at.map { .string("+" + length($0)) }
        return FixtureJSONEncoder.text(.object(object))
    }

    private static func operation(_ operation: FixtureLine.Operation) -> [String: JSONValue] {
        switch operation {
        case .message(let name, let by, let channel, let text, let mentions, let answering):
            var object: [String: JSONValue] = [
                "kind": "message", "id": .string(name), "by": .string(by), "ch": .string(channel), "text": .string(text),
            ]
            object["mentions"] = mentions.map(list)
            object["to"] = answering.map { .string($0) }
            return object
        case .edit(let message, let text, let mentions):
            var object: [String: JSONValue] = ["kind": "edit", "id": .string(message), "text": .string(text)]
            object["mentions"] = mentions.map(list)
            return object
        case .delete(let message): return ["kind": "delete", "id": .string(message)]
        case .reaction(let message, let by, let emoji, let isRemoval):
            var object: [String: JSONValue] = [
                "kind": "reaction", "of": .string(message), "by": .string(by), "emoji": .string(emoji),
            ]
            if isRemoval { object["removed"] = true }
            return object
        case .button(let button, let message, let by, let values):
            var object: [String: JSONValue] = [
                "kind": "button", "id": .string(button), "of": .string(message), "by": .string(by),
            ]
            object["values"] = values.map { .array($0.map { .string($0) }) }
            return object
        case .join(let user, let clan): return going("join", user, clan)
        case .leave(let user, let clan): return going("leave", user, clan)
        case .role(let role, let user, let isTaken, let clan):
            var object: [String: JSONValue] = ["kind": "role", "id": .string(role), "user": .string(user)]
            if isTaken { object["removed"] = true }
            object["clan"] = clan.map { .string($0) }
            return object
        case .ban(let user, let channel, let duration, let isLifted):
            var object: [String: JSONValue] = ["kind": "ban", "user": .string(user), "ch": .string(channel)]
            object["for"] = duration.map { .string(length($0)) }
            if isLifted { object["lifted"] = true }
            return object
        case .voice(let user, let channel, let isLeaving):
            var object: [String: JSONValue] = ["kind": "voice", "by": .string(user), "ch": .string(channel)]
            if isLeaving { object["left"] = true }
            return object
        case .presence(let user, let isLeaving):
            var object: [String: JSONValue] = ["kind": "presence", "by": .string(user)]
            if isLeaving { object["left"] = true }
            return object
        case .typing(let user, let channel): return ["kind": "typing", "by": .string(user), "ch": .string(channel)]
        case .tokens(let amount, let note, let by):
            var object: [String: JSONValue] = ["kind": "tokens", "by": .string(by), "amount": .integer(Int64(amount))]
            if !note.isEmpty { object["note"] = .string(note) }
            return object
        case .coffee(let message, let by): return ["kind": "coffee", "of": .string(message), "by": .string(by)]
        case .menu(let menu, let by, let channel):
            return ["kind": "menu", "id": .string(menu), "by": .string(by), "ch": .string(channel)]
        case .calendar(let change, let title): return calendar(change, title)
        case .clock(let duration): return ["kind": "clock", "advance": .string(length(duration))]
        }
    }

    private static func calendar(_ change: FixtureLine.CalendarChange, _ title: String) -> [String: JSONValue] {
        var object: [String: JSONValue] = ["kind": "clan_event", "title": .string(title)]
        switch change {
        case .created(let delay, let channel):
            object["change"] = "created"
            object["in"] = .string(length(delay))
            object["ch"] = channel.map { .string($0) }
        case .renamed(let other):
            object["change"] = "updated"
            object["to"] = .string(other)
        case .deleted: object["change"] = "deleted"
        }
        return object
    }

    private static func going(_ kind: String, _ user: String, _ clan: String?) -> [String: JSONValue] {
        var object: [String: JSONValue] = ["kind": .string(kind), "by": .string(user)]
        object["clan"] = clan.map { .string($0) }
        return object
    }

    private static func list(_ names: [String]) -> JSONValue { .array(names.map { .string($0) }) }

    private static func list(_ mentions: [FixtureLine.MentionFields]) -> JSONValue {
        .array(
            mentions.map {
                ["user": .string($0.user), "s": .integer(Int64($0.range.start)), "e": .integer(Int64($0.range.end))]
            })
    }

    private static func length(_ duration: Duration) -> String {
        DurationText.text(seconds: Int(max(.zero, duration) / .seconds(1)))
    }
}
