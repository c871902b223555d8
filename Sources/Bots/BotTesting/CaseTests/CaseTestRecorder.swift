import ChatModel
import EventProcessing
package import MezonBotApp
import RuleEngine
package import Storage

/// A recorder that makes a test of a case: the fewest events after which the rules would take the measures again, with the
/// expectation that they do not.
package struct CaseTestRecorder {
    package struct Recording: Sendable {
        /// The fixture.
        package let text: String
        package let events: Int
        /// The number of words that are kept as they were written, because the decision depends on them.
        package let keptWords: Int
        /// The actions that must not occur after the last event.
        package let forbidden: [String]
        /// The author of the decision, for example `rule:flood`.
        package let author: String
        /// The revision of the rules that decided.
        package let version: String
        /// A Boolean value that indicates whether the test fails under the rules of the present configuration too.
        package let fails: Bool
    }

    private static let maxBefore = 200  // Events that may belong to the case.
    private static let maxPlays = 400
    /// The actions that say something rather than do something to somebody.
    static let talk: Set<String> = ["send", "reply", "ephemeral", "edit", "edit_reply", "react", "run", "dm"]

    private let reader: JournalReader
    private let present: CompiledConfiguration

    /// - Parameter present: The present configuration.
    package init(_ reader: JournalReader, _ present: CompiledConfiguration) {
        self.reader = reader
        self.present = present
    }

    /// The name of the file for the test of a case.
    package static func fileName(of measure: StoredCase) -> String { "\(name(of: measure)).jsonl" }

    /// The name of the test of a case.
    package static func name(of measure: StoredCase) -> String { "case-\(measure.draft.clan)-\(measure.number)" }

    /// Makes a test that fails under the rules that decided.
    ///
    /// - Parameters:
    ///   - cause: The entry whose decision was wrong.
    ///   - author: The author of the decision.
    /// - Throws: `CaseTestError`; `FixtureError`, `TestClanError`; errors of the store.
    package func record(_ cause: Int64, by author: String) async throws -> Recording {
        guard let line = try await reader.line(cause), let event = line.entry.event else { throw CaseTestError.noEntry(cause) }
        if case .system = event { throw CaseTestError.notAnEvent(entry: cause, kind: event.kind) }
        let plan = try await plan(of: line.version)
        let kinds = Set(line.deliveries.filter { $0.author == author }.compactMap(\.outgoing?.request.kind))
        guard !kinds.isEmpty else { throw CaseTestError.nothingRequested(author: author, entry: cause) }
        let measures = kinds.subtracting(Self.talk)
        var search = Search(
            FixtureRecorder(reader, plan, keepsText: true), line, author: author, kinds: measures.isEmpty ? kinds : measures)
        let found = try await search.smallest(reader, event.actor, maxBefore: Self.maxBefore, plays: Self.maxPlays)
        let text = try test(found.recording, found.forbidden)
        let fixture = try Fixture(text: text)
        guard try await fixture.replay(plan).differences.map(\.after) == [found.recording.events] else {
            throw search.notRepeated(after: Self.maxBefore)
        }
        var fails = plan.rules.version == present.rules.version
        if !fails { fails = try await !fixture.replay(present).differences.isEmpty }
        return Recording(
            text: text, events: found.recording.events, keptWords: found.keptWords,
            forbidden: found.forbidden.map(\.description), author: author, version: line.version, fails: fails)
    }

    /// Returns the configuration with the rules of a revision.
    private func plan(of version: String) async throws -> CompiledConfiguration {
        guard version != present.rules.version else { return present }
        guard let revision = try await reader.revisions().first(where: { $0.version == version }),
            let plan = present.restoring(revision)
        else { throw CaseTestError.unknownRevision(version) }
        return plan
    }

    /// Returns a recording whose only expectation is what must not occur after the last event.
    private func test(_ recording: FixtureRecorder.Recording, _ forbidden: [ForbiddenAction]) throws -> String {
        let fixture = try Fixture(text: recording.text)
        let texts = recording.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var lines: [String] = []
        for (number, line) in fixture.lines {
            switch line {
            case .expectation: continue
            case .event(var event):
                let own = event.number ?? 0
                // What the bot answers is named after the event's number. Without a number, anything may occur.
                let isLast = own == recording.events
                let isNamed = isLast || recording.text.contains("\"\(FixtureNames.answer(1, after: own))")
                if !isNamed { event.number = nil }
                lines.append(FixtureText.event(event))
                if isNamed { lines.append(FixtureText.prohibition(after: own, isLast ? forbidden : [])) }
            case .clan, .fault, .restart, .http: lines.append(texts[number - 1])
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
