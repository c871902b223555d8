import BotConfiguration
import BotKit
import ChatModel
import Foundation
import PatternMatching
import Testing

@testable import RuleEngine

/// Evaluates conditions against a fixed directory, rule state and settings.
struct ConditionTestHarness {
    /// The result of a condition, as a trace shows it.
    enum MessageCase: Hashable, CustomStringConvertible {
        case yes(String)
        case no(String)

        var description: String {
            switch self {
            case .yes(let sentence): "holds: \(sentence)"
            case .no(let sentence): "does not hold: \(sentence)"
            }
        }
    }

    /// Tuesday, 14 November 2023, 22:13:20 UTC.
    static let start = Date(timeIntervalSince1970: 1_700_000_000)

    static let preamble = """
        version: 1
        bot: { timezone: UTC }
        names:
          clans: { lab: "1" }
          categories: { projects: "31" }
          channels: { general: "11", mod-log: "14" }
          roles: { staff: "21", admin: "22" }
          users: { an: "7" }
        lists:
          rude: { words: [cặc, ngu], fold: [case, zero_width] }
          bad: { domains: [evil.com, scam.vn] }
          holidays: { days: ["2023-11-14"] }
        calendars:
          work: { hours: ["08:30-12:00", "13:00-17:30"], days: [mon, tue, wed, thu, fri] }
          hcm: { hours: ["05:00-06:00"], tz: Asia/Ho_Chi_Minh }
          open: { except: holidays }
        ladders:
          standard: { counter: strikes, scope: user@clan, decay: { by: 1, every: 7d }, steps: [{ at: 1, then: [delete] }] }
        define:
          new-here: { author: { member_for: "< 24h" } }
          younger-than:
            parameters: [age, words]
            condition: [ { author: { member_for: "< {{ age }}" } }, { text: { any_word: "{{ words }}" } } ]

        """

    var members: [UserID: Member] = [
        5: Member(clan: 1, user: 5, roles: [21], joinedAt: start.addingTimeInterval(-730 * 86_400)),
        6: Member(clan: 1, user: 6, joinedAt: start.addingTimeInterval(-7200)),
        8: Member(clan: 1, user: 8, isBot: true),
    ]
    var channels: [ChannelID: Channel] = [
        11: Channel(id: 11, clan: 1, label: "general", category: 31, isPrivate: true),
        12: Channel(id: 12, clan: 1, parent: 11, kind: .thread, label: "a thread"),
        13: Channel(id: 13, clan: 1, kind: .announcement, label: "news"),
    ]
    let memory = RuleState()

    /// Compiles rules together with the names of this harness.
    static func compile(_ rules: String) throws -> (set: RuleSet, diagnostics: [Diagnostic]) {
        let url = FileManager.default.temporaryDirectory.appending(path: "mezon-bot-\(UUID().uuidString).yaml")
        defer { try? FileManager.default.removeItem(at: url) }
        try Data((preamble + "rules:\n" + rules).utf8).write(to: url)
        let loaded = ConfigurationLoader(environment: [:]).load(url.path)
        let (set, diagnostics) = RuleCompiler(try #require(loaded.configuration)).compile()
        return (
            set,
            (loaded.diagnostics + diagnostics).map { diagnostic in
                var diagnostic = diagnostic
                diagnostic.position.line -= preamble.count { $0 == "\n" } + 1
                return diagnostic
            }
        )
    }

    func facts(_ event: Event, of set: RuleSet) -> Facts {
        let members = members
        let channels = channels
        var facts = Facts(
            event: event, now: event.time ?? Self.start, me: 9, isLate: false, sequence: 3, prefix: "*", hits: set.read(event),
            directory: RecordingDirectory(
                DirectoryLookup(
                    member: { user, _ in members[user] }, channel: { channels[$0] }, clan: { _ in nil }, channels: { _ in [] })),
            state: memory)
        facts.rule = "a"
        facts.trigger = set.rules.first?.triggers.first?.id ?? ""
        return facts
    }

    /// Evaluates a condition on an event that the windows have already counted.
    func ask(
        _ condition: String, _ event: Event, trigger: String = "message", variables: [String: String] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> MessageCase {
        let (set, diagnostics) = try Self.compile("  - { id: a, trigger: \(trigger), when: \(condition), then: { reply: x } }\n")
        let errors = diagnostics.filter { $0.severity == .error }
        #expect(errors == [], sourceLocation: sourceLocation)
        let when = try #require(set.rules.first?.when, sourceLocation: sourceLocation)
        var facts = facts(event, of: set)
        facts.variables = variables
        set.note(facts)
        return Self.said(when.decide(facts))
    }

    func ask(
        _ condition: String, _ message: Message = .make("hello"), sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> MessageCase {
        try ask(condition, .message(message), sourceLocation: sourceLocation)
    }

    static func said(_ decision: ConditionResult) -> MessageCase {
        switch decision {
        case .holds(let reason): .yes(reason.sentence)
        case .fails(let miss): .no(miss.sentence)
        }
    }
}

extension Author {
    static let member = Author(id: 5, username: "binh", displayName: "Bình")
    static let newcomer = Author(id: 6, username: "cuong99", displayName: "Cường")
    static let stranger = Author(id: 77, username: "x")
    static let bot = Author(id: 8, username: "robot")
}

extension Message {
    /// Returns a copy of the message with the change applied.
    func with(_ change: (inout Message) -> Void) -> Message {
        var message = self
        change(&message)
        return message
    }
}
