import BotConfiguration
import BotKit
import Foundation
import Testing

@testable import RuleEngine

/// Compiles rules as in a file, together with a few names.
func compiled(_ rules: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> RuleSet {
    let url = FileManager.default.temporaryDirectory.appending(path: "mezon-bot-\(UUID().uuidString).yaml")
    defer { try? FileManager.default.removeItem(at: url) }
    let names = #"names: { clans: { lab: "1" }, channels: { general: "11", mod-log: "14" }, users: { an: "7" } }"#
    try Data("version: 1\n\(names)\nrules:\n\(rules)\n".utf8).write(to: url)
    let loaded = ConfigurationLoader(environment: [:]).load(url.path)
    let (set, diagnostics) = RuleCompiler(try #require(loaded.configuration)).compile()
    let report = DiagnosticReport(loaded.diagnostics + diagnostics, sources: loaded.sources)
    #expect(!report.diagnostics.hasErrors, "\(report.human())", sourceLocation: sourceLocation)
    return set
}

extension Message {
    static func make(
        _ text: String, by author: Author = Author(id: 5, username: "binh", displayName: "Bình"), in channel: ChannelID = 11,
        clan: ClanID = 1
    ) -> Message {
        Message(
            id: 100, clan: clan, channel: channel, author: author, content: Content(text), channelLabel: "general",
            createdAt: Date(timeIntervalSince1970: 1_700_000_000))
    }
}

extension RuleSet {
    /// Returns the results of the rules for one event, without stored state.
    func decide(_ event: Event, _ context: EventContext) -> [AuthorResult] {
        RuleEngine(self).decide(event, context).results
    }

    func decide(_ message: Message, isLate: Bool = false) -> [AuthorResult] {
        decide(.message(message), EventContext(now: message.createdAt, me: 9, isLate: isLate))
    }

    func actions(_ text: String) -> [Action] { decide(.make(text)).flatMap(\.actions) }
}
