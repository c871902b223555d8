import BotConfiguration
import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

/// A rule engine with its own state: compile a text, feed events, compare decisions.
///
///     let harness = try RuleEngineHarness("  - { id: a, trigger: message, then: { reply: hi } }")
///     #expect(harness.say("hello").actions == [.reply("hi")])
final class RuleEngineHarness {
    static let start = Date(timeIntervalSince1970: 1_767_787_200)  // Wednesday, 7 January 2026, 12:00 UTC.
    static let me: UserID = 9
    static let binh = Author(id: 5, username: "binh", displayName: "Bình")
    static let moderator = Author(id: 8, username: "mai", displayName: "Mai")

    /// The names that the rules may use by default.
    static let names = """
        names:
          clans: { lab: "1" }
          categories: { projects: "31" }
          channels: { general: "11", support: "12", mod-log: "14" }
          roles: { staff: "21", dev: "22" }
          users: { an: "7", mai: "8" }

        """
    static let moderation = "moderation: { channel: mod-log, roles: [staff] }\n"

    let engine: RuleEngine
    let set: RuleSet
    /// The decisions that the engine asked to store.
    var recorded: [RecordedDecision] { store.decisions }
    private let store = Recording()
    private(set) var sequence: Int64 = 0

    private final class Recording: @unchecked Sendable {  // Written only under the engine's lock.
        var decisions: [RecordedDecision] = []
        var carrier: Message?
    }

    /// - Parameters:
    ///   - rules: The items of `rules:`, indented by two spaces.
    ///   - configuration: Other sections of `config.yaml`, besides `names`.
    ///   - member: Looks up members that change, besides `members`.
    ///   - restoring: The stored state.
    ///   - state: The source of stored state; by default one with `restoring`, in which nothing becomes durable.
    ///   - hasSeveralClans: Whether the directory knows more than one clan.
    ///   - warned: The diagnostics expected for them.
    init(
        _ rules: String, names: String = RuleEngineHarness.names, configuration: String = RuleEngineHarness.moderation,
        members: [Member] = RuleEngineHarness.members,
        channels: [Channel] = RuleEngineHarness.channels, restoring: [StoredStateEntry] = [], state: StateSource? = nil,
        version: String = "test",
        member: @escaping @Sendable (UserID, ClanID) -> Member? = { _, _ in nil },
        person: @escaping @Sendable (UserID, ClanID) -> Author? = { _, _ in nil },
        message: @escaping @Sendable (MessageID, ChannelID, Int64) -> Message? = { _, _, _ in nil },
        hasSeveralClans: Bool = false, warned: Set<String> = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let (set, diagnostics) = try RuleEngineHarness.compile(
            rules, names: names, configuration: configuration, version: version)
        #expect(Set(diagnostics) == warned, sourceLocation: sourceLocation)
        self.set = set
        let store = store
        engine = RuleEngine(
            set,
            lookup: DirectoryLookup(
                member: { user, clan in members.first { $0.user == user && $0.clan == clan } ?? member(user, clan) },
                channel: { id in channels.first { $0.id == id } }, clan: { $0 == 1 ? Clan(id: 1, name: "Lab") : nil },
                channels: { clan in channels.filter { $0.clan == clan } }, user: person,
                message: { id, channel, sequence in
                    if let carrier = store.carrier, carrier.id == id, carrier.channel == channel { return carrier }
                    return message(id, channel, sequence)
                },
                hasSeveralClans: { hasSeveralClans }),
            restored: RestoredDecisions(state: state ?? StateSource(holding: restoring)),
            recorder: DecisionRecorder(storeObservation: { _ in 0 }, record: { store.decisions.append($0) }))
    }

    static let members = [
        Member(clan: 1, user: 5, joinedAt: start - 3600), Member(clan: 1, user: 7, roles: [22]),
        Member(clan: 1, user: 8, roles: [21]),
    ]
    static let channels = [
        Channel(id: 11, clan: 1, label: "general"), Channel(id: 12, clan: 1, label: "support"),
        Channel(id: 14, clan: 1, label: "mod-log", isPrivate: true),
        Channel(id: 15, clan: 1, parent: 11, kind: .thread, label: "a thread"),
        Channel(id: 90, clan: 0, kind: .direct, label: "binh"),
    ]

    /// Compiles a text and returns the rules and their diagnostics as `line:column code`, with lines counted from the first
    /// rule.
    static func compile(
        _ rules: String, names: String = RuleEngineHarness.names, configuration: String = RuleEngineHarness.moderation,
        version: String = "test"
    ) throws -> (RuleSet, [String]) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mezon-bot-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let config = folder.appending(path: "config.yaml")
        try Data("version: 1\ninclude: [rules.yaml]\n\(names)\(configuration)".utf8).write(to: config)
        try Data("version: 1\nrules:\n\(rules)\n".utf8).write(to: folder.appending(path: "rules.yaml"))
        let loaded = ConfigurationLoader(environment: [:]).load(config.path)
        let configuration = try #require(loaded.configuration, "\(loaded.diagnostics)")
        let (set, diagnostics) = RuleCompiler(configuration, version: version).compile()
        let report = DiagnosticReport(loaded.diagnostics + diagnostics, sources: loaded.sources)
        let found = report.diagnostics.filter { !advice.contains($0.code) }.map { diagnostic in
            diagnostic.position.file.hasSuffix("rules.yaml")
                ? "\(diagnostic.position.line - 2):\(diagnostic.position.column) \(diagnostic.code)" : "config \(diagnostic)"
        }
        return (set, found)
    }

    /// The warnings that tests ignore by default.
    private static let advice = ["wide-scope", "no-exemption", "no-tests"]

    /// Returns the time that many seconds after the start.
    static func at(_ seconds: Double) -> Date { start + seconds }

    /// Feeds an event and returns the decision.
    @discardableResult
    func feed(_ event: Event, at seconds: Double = 0, isLate: Bool = false) -> RuleDecision {
        sequence += 1
        let now = event.time ?? Self.at(seconds)
        return engine.decide(event, EventContext(now: now, me: Self.me, isLate: isLate, sequence: sequence))
    }

    /// Feeds a message. Its id is 100 plus the number of events before it.
    @discardableResult
    func say(
        _ text: String, by author: Author = RuleEngineHarness.binh, in channel: ChannelID = 11, clan: ClanID = 1,
        at seconds: Double = 0,
        isLate: Bool = false, _ change: (inout Message) -> Void = { _ in }
    ) -> RuleDecision {
        var message = Message(
            id: MessageID(100 + sequence), clan: clan, channel: channel, author: author, content: Content(text),
            channelLabel: "general", createdAt: Self.at(seconds))
        change(&message)
        return feed(.message(message), isLate: isLate)
    }

    /// Feeds a press of a button of message 500, which the bot has sent to the channel of the press.
    ///
    /// - Parameters:
    ///   - carried: The button that the message has; by default the one that is pressed.
    ///   - author: The author of the message; `nil` if the message is unknown.
    @discardableResult
    func press(
        _ button: String, by user: UserID = 5, in channel: ChannelID = 14, at seconds: Double = 0,
        carrying carried: String? = nil, sentBy author: UserID? = RuleEngineHarness.me
    ) -> RuleDecision {
        store.carrier = author.map { author in
            var content = Content("?")
            content.extras["components"] = .array(
                Component.rows(of: [.button(id: carried ?? button, label: "", style: .primary)]))
            return Message(
                id: 500, clan: 1, channel: channel, author: Author(id: author, username: "\(author)"), content: content,
                channelLabel: "", createdAt: Self.at(0))
        }
        return feed(
            .button(ButtonClick(message: 500, channel: channel, button: button, user: user, messageAuthor: Self.me)), at: seconds)
    }
}

extension RuleDecision {
    /// The actions of enforced rules and of system rules.
    var actions: [Action] { results.filter { !$0.isShadow }.flatMap(\.actions) }
    var cases: [CaseDraft] { results.flatMap(\.cases) }
    var authors: [String] { results.map(\.author) }
}
