import BotConfiguration
import ChatModel
import Foundation
import ProgramBots

/// A parser for the lines of a fixture that reports every invalid line.
struct FixtureReader {
    private static let maxBytes = 64 << 20
    static let maxLineBytes = 256 << 10
    private static let maxErrors = 100
    private static let kinds = [
        "message", "edit", "delete", "reaction", "button", "join", "leave", "role", "ban", "voice", "presence", "typing",
        "tokens",
        "coffee", "menu", "clan_event", "http", "fault", "restart", "clock",
    ]

    private(set) var lines: [(number: Int, line: FixtureLine)] = []
    private var mistakes: [FixtureError.Cause] = []
    private var people: Set<String> = []
    private var numbers: Set<Int> = []
    private var lastNumber: Int?

    /// Parses a fixture.
    ///
    /// - Throws: `FixtureError`.
    init(_ text: String) throws {
        guard text.utf8.count <= Self.maxBytes else {
            throw FixtureError.unreadable(file: "the fixture", why: "it has more than \(Self.maxBytes >> 20) MiB")
        }
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" })
            .enumerated()
        {
            guard !line.allSatisfy(\.isWhitespace) else { continue }
            do {
                lines.append((index + 1, try read(line)))
            } catch {
                let message = (error as? JSONFields.FieldError)?.message ?? "it is not JSON"
                mistakes.append(FixtureError.Cause(line: index + 1, message: message))
                if mistakes.count == Self.maxErrors { break }
            }
        }
        if lines.isEmpty, mistakes.isEmpty {
            mistakes.append(
                FixtureError.Cause(line: 1, message: "the first line must describe the clan: {\"v\":1,\"kind\":\"clan\",…}"))
        }
        guard mistakes.isEmpty else { throw FixtureError.mistakes(mistakes) }
    }

    private mutating func read(_ text: Substring) throws -> FixtureLine {
        guard text.utf8.count <= Self.maxLineBytes else {
            throw JSONFields.FieldError(message: "a line can have at most \(Self.maxLineBytes >> 10) KiB")
        }
        let value = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
        var fields = try JSONFields(value, "a line")
        if let after = try fields.whole("after") { return try expectation(after, &fields) }
        let kind = try fields.needed("kind")
        if lines.isEmpty, mistakes.isEmpty, kind != "clan" {
            throw JSONFields.FieldError(message: "the first line must describe the clan: {\"v\":1,\"kind\":\"clan\",…}")
        }
        switch kind {
        case "clan": return try clan(&fields)
        case "fault": return try fault(&fields)
        case "http": return try FixtureWeb.line(&fields)
        case "restart":
            let loss = try fields.text("lose")
            guard [nil, "nothing", "uncommitted"].contains(loss) else {
                throw JSONFields.FieldError(message: "'lose' must be 'nothing' or 'uncommitted', not '\(loss ?? "")'")
            }
            try fields.finish()
            return .restart(isKilled: loss == "uncommitted")
        default: return try event(kind, &fields)
        }
    }

    private mutating func clan(_ fields: inout JSONFields) throws -> FixtureLine {
        guard lines.isEmpty else { throw JSONFields.FieldError(message: "only the first line can describe a clan") }
        guard try fields.whole("v") == 1 else {
            throw JSONFields.FieldError(message: "this build supports fixtures of \"v\":1")
        }
        var script = TestClanSetup()
        script.clan = try fields.text("id") ?? script.clan
        script.start = try fields.date("at") ?? script.start
        script.seed = UInt64(try fields.whole("seed") ?? 0)
        if let zone = try fields.text("tz") {
            guard TimeZone(identifier: zone) != nil else {
                throw JSONFields.FieldError(message: "'tz' must be a time zone such as Asia/Ho_Chi_Minh, not '\(zone)'")
            }
            script.zone = zone
        }
        if let channels = try fields.list("channels") {
            script.channels = try channels.map { value in
                var fields = try JSONFields(value, "a channel")
                let place = try Self.channel(&fields)
                try fields.finish()
                return place
            }
        }
        if let members = try fields.list("members") { script.people = try members.map(Self.person) }
        try fields.finish()
        for (what, names) in [("member", script.people.map(\.id)), ("channel", script.channels.map(\.name))] {
            guard Set(names).count == names.count else {
                throw JSONFields.FieldError(message: "two \(what)s have the same id")
            }
        }
        people = Set(script.people.map(\.id))
        for place in script.channels {
            let named = place.kind == .direct ? [String(place.name.drop { $0 == "@" })] : place.members ?? []
            if let stranger = named.first(where: { !people.contains($0) }) {
                throw JSONFields.FieldError(message: "the channel '\(place.name)' names '\(stranger)', who is not a member")
            }
        }
        return .clan(script)
    }

    private static func channel(_ fields: inout JSONFields) throws -> TestClanSetup.ChannelSetup {
        let type = try fields.whole("type") ?? Int(ChannelKind.text.rawValue)
        guard let type = Int32(exactly: type) else {
            throw JSONFields.FieldError(message: "unknown channel type \(type)")
        }
        let place = TestClanSetup.ChannelSetup(
            name: try fields.needed("id"), kind: ChannelKind(rawValue: type), clan: try fields.text("clan"),
            members: try fields.texts("members"))
        if place.kind == .direct, !place.name.hasPrefix("@") {
            throw JSONFields.FieldError(message: "a direct message channel is named '@' and the user, not '\(place.name)'")
        }
        if place.kind == .group, place.members?.isEmpty ?? true {
            throw JSONFields.FieldError(message: "the group '\(place.name)' needs 'members'")
        }
        return place
    }

    private static func person(_ value: JSONValue) throws -> TestClanSetup.UserSetup {
        var fields = try JSONFields(value, "a member")
        let id = try fields.needed("id")
        let person = TestClanSetup.UserSetup(
            id: id, name: try fields.text("name") ?? id, roles: try fields.texts("roles") ?? [],
            joined: try fields.duration("joined", sign: "-") ?? TestClanSetup.UserSetup.standardAge,
            clans: try fields.texts("clans") ?? [])
        try fields.finish()
        return person
    }

    private mutating func expectation(_ after: Int, _ fields: inout JSONFields) throws -> FixtureLine {
        guard numbers.contains(after) else {
            throw JSONFields.FieldError(message: "no event before this line has \"seq\":\(after)")
        }
        guard after == lastNumber else {
            throw JSONFields.FieldError(message: "the expectation after \(after) precedes the event \(lastNumber ?? 0)")
        }
        let expected = try fields.list("expect")?.map { value -> ActionFields in
            guard case .object(let object) = value, let (kind, body) = object.first, object.count == 1 else {
                throw JSONFields.FieldError(
                    message: "an expected action is one kind with its relevant fields: {\"reply\":{\"text\":\"…\"}}")
            }
            try ActionFields.verify(kind: kind)
            guard let fields = body.object ?? (body == .null ? [:] : nil) else {
                throw JSONFields.FieldError(message: "the fields of '\(kind)' must be a JSON object")
            }
            return ActionFields(kind: kind, fields: fields)
        }
        let never = try fields.list("not")?.map(ForbiddenAction.init(_:))
        try fields.finish()
        guard expected != nil || never != nil else {
            throw JSONFields.FieldError(message: "an expectation needs 'expect', 'not' or both")
        }
        return .expectation(after: after, expected: expected, never: never ?? [])
    }

    private func fault(_ fields: inout JSONFields) throws -> FixtureLine {
        let place = try fields.needed("on")
        let number = try fields.whole("nth") ?? 1
        guard number > 0 else { throw JSONFields.FieldError(message: "'nth' must be at least 1") }
        let error = try fields.text("error")
        let pause = try fields.duration("retry_after")
        let reason = try fields.text("reason")
        try fields.finish()
        switch (place, error) {
        case ("commit", nil), ("commit", "killed"): return .fault(nth: number, .commit)
        case ("send", "rate_limited"): return .fault(nth: number, .send(.rateLimited(after: pause ?? .seconds(1))))
        case ("send", "refused"): return .fault(nth: number, .send(.refused(reason ?? "permission denied")))
        case ("send", "unavailable"): return .fault(nth: number, .send(.unavailable))
        case ("send", "lost"): return .fault(nth: number, .send(.lost))
        case ("send", "lost_answer"): return .fault(nth: number, .send(.lostAcknowledgement))
        case ("send", _):
            throw JSONFields.FieldError(
                message: "'error' must be rate_limited, refused, unavailable, lost or lost_answer, not '\(error ?? "")'")
        default: throw JSONFields.FieldError(message: "'on' must be 'send' or 'commit', not '\(place)'")
        }
    }

    private mutating func event(_ kind: String, _ fields: inout JSONFields) throws -> FixtureLine {
        let number = try fields.whole("seq")
        let at = try fields.duration("at", sign: "+")
        if let number {
            guard number > lastNumber ?? -1 else {
                throw JSONFields.FieldError(message: "'seq' must increase from event to event")
            }
            // Also if the event has mistakes, so that its expectation is not reported as well.
            numbers.insert(number)
            lastNumber = number
        }
        let operation = try operation(kind, &fields)
        try fields.finish()
        return .event(FixtureLine.Event(number: number, at: at, operation: operation))
    }

    private mutating func operation(_ kind: String, _ fields: inout JSONFields) throws -> FixtureLine.Operation {
        switch kind {
        case "message":
            return .message(
                name: try fields.needed("id"), by: try somebody("by", &fields), channel: try fields.needed("ch"),
                text: try fields.text("text") ?? "", mentions: try Self.mentions(&fields), answering: try fields.text("to"))
        case "edit":
            return .edit(
                message: try fields.needed("id"), text: try fields.text("text") ?? "", mentions: try Self.mentions(&fields))
        case "delete": return .delete(message: try fields.needed("id"))
        case "reaction":
            return .reaction(
                message: try fields.needed("of"), by: try somebody("by", &fields), emoji: try fields.needed("emoji"),
                isRemoval: try fields.flag("removed") ?? false)
        case "button":
            return .button(
                try fields.needed("id"), message: try fields.needed("of"), by: try somebody("by", &fields),
                values: try fields.texts("values"))
        case "join":
            let id = try fields.needed("by")
            people.insert(id)
            return .join(id, clan: try fields.text("clan"))
        case "leave": return .leave(try somebody("by", &fields), clan: try fields.text("clan"))
        case "role":
            return .role(
                try fields.needed("id"), of: try somebody("user", &fields), isTaken: try fields.flag("removed") ?? false,
                clan: try fields.text("clan"))
        case "ban":
            return .ban(
                try somebody("user", &fields), channel: try fields.needed("ch"), length: try fields.duration("for"),
                isLifted: try fields.flag("lifted") ?? false)
        case "voice":
            return .voice(
                try somebody("by", &fields), channel: try fields.needed("ch"), isLeaving: try fields.flag("left") ?? false)
        case "presence": return .presence(try somebody("by", &fields), isLeaving: try fields.flag("left") ?? false)
        case "typing": return .typing(try somebody("by", &fields), channel: try fields.needed("ch"))
        case "tokens":
            guard let amount = try fields.whole("amount") else {
                throw JSONFields.FieldError(message: "a tokens line needs 'amount'")
            }
            return .tokens(amount, note: try fields.text("note") ?? "", by: try somebody("by", &fields))
        case "coffee": return .coffee(message: try fields.needed("of"), by: try somebody("by", &fields))
        case "menu":
            return .menu(try fields.needed("id"), by: try somebody("by", &fields), channel: try fields.needed("ch"))
        case "clan_event": return try calendar(&fields)
        case "clock":
            guard let duration = try fields.duration("advance") else {
                throw JSONFields.FieldError(message: "a clock line needs 'advance'")
            }
            return .clock(duration)
        default:
            throw JSONFields.FieldError(unknown: "kind", kind, among: Self.kinds)
        }
    }

    private func calendar(_ fields: inout JSONFields) throws -> FixtureLine.Operation {
        let title = try fields.needed("title")
        switch try fields.text("change") ?? "created" {
        case "created":
            return .calendar(
                .created(startsIn: try fields.duration("in") ?? .zero, channel: try fields.text("ch")), title: title)
        case "updated": return .calendar(.renamed(to: try fields.needed("to")), title: title)
        case "deleted": return .calendar(.deleted, title: title)
        case let change:
            throw JSONFields.FieldError(message: "unknown change '\(change)'; available: created, updated, deleted")
        }
    }

    private func somebody(_ key: String, _ fields: inout JSONFields) throws -> String {
        let id = try fields.needed(key)
        guard people.contains(id) else {
            throw JSONFields.FieldError(
                message: "unknown user '\(id)'; available: \(people.sorted().prefix(20).joined(separator: ", "))")
        }
        return id
    }

    private static func mentions(_ fields: inout JSONFields) throws -> [FixtureLine.MentionFields]? {
        try fields.list("mentions")?.map { value in
            var fields = try JSONFields(value, "a mention")
            let form = FixtureLine.MentionFields(
                user: try fields.needed("user"), range: TextRange(try fields.whole("s") ?? 0, try fields.whole("e") ?? 0))
            try fields.finish()
            return form
        }
    }
}
