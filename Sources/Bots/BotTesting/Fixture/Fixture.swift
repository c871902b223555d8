import BotConfiguration
public import BotKit
import ChatModel
import Foundation
package import MezonBotApp

/// Recorded or handwritten events with the expected actions of bots and rules, one JSON object per line.
///
///     {"v":1,"kind":"clan","at":"2026-03-02T02:00:00Z","channels":[{"id":"general"}],"members":[{"id":"an"},{"id":"binh"}]}
///     {"seq":1,"at":"+0s","kind":"message","ch":"general","id":"m1","by":"an","text":"*kudos @binh cảm ơn"}
///     {"after":1,"expect":[{"reply":{"to":"m1","text":"+1, now 1: cảm ơn"}}]}
///
/// An expectation lists the relevant fields of each action; exactly these actions must occur, in this order. A numbered event
/// without an expectation must cause no action. Times count from the start of the clan. The bot's first message after event 3 is
/// named `a3` in later lines, the second `a3.2`.
public struct Fixture: Sendable {
    let lines: [(number: Int, line: FixtureLine)]
    let text: String

    /// Reads a file.
    ///
    /// - Throws: `FixtureError`.
    public init(_ path: String) throws {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw FixtureError.unreadable(file: path, why: FileErrorDescription.words(for: error))
        }
        guard let text = String(data: data, encoding: .utf8) else {
            throw FixtureError.unreadable(file: path, why: "it is not UTF-8")
        }
        try self.init(text: text)
    }

    /// Returns the fixtures of a folder, sorted; none if there is no such folder.
    ///
    /// - Throws: Errors of reading the folder.
    package static func files(in folder: String) throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".jsonl") }.sorted()
            .map { folder + "/" + $0 }
    }

    /// Parses a text.
    ///
    /// - Throws: `FixtureError`.
    public init(text: String) throws {
        self.text = text
        lines = try FixtureReader(text).lines
    }

    /// Replays every line, with bots that have their default options.
    ///
    /// - Parameters:
    ///   - bots: The types of the bots.
    ///   - rules: The rules, in the form that `TestClan` takes.
    ///   - shuffling: The seed for a random order of ready tasks, which then run one at a time; nil for the system's order.
    /// - Throws: `FixtureError`, with the line that the clan rejects.
    public func replay(
        _ bots: any Bot.Type..., rules: String? = nil, shuffling: UInt64? = nil
    ) async throws -> FixtureOutcome {
        try await replay(bots: bots.map { TestClan.plain($0) }, rules: rules, shuffling: shuffling)
    }

    /// Replays every line, with bots that have given options.
    public func replay(
        _ first: any Bot, _ others: any Bot..., rules: String? = nil, shuffling: UInt64? = nil
    ) async throws -> FixtureOutcome {
        try await replay(bots: [first] + others, rules: rules, shuffling: shuffling)
    }

    private func replay(bots: [any Bot], rules: String?, shuffling: UInt64?) async throws -> FixtureOutcome {
        let script = script
        return try await replay(
            TestClanConfiguration.plan(
                bots: bots, rules: rules, channels: script.channels.filter { $0.kind != .direct }.map(\.name), zone: script.zone),
            shuffling: shuffling)
    }

    /// Replays every line, with the bots and rules of a configuration.
    package func replay(_ plan: CompiledConfiguration, shuffling: UInt64? = nil) async throws -> FixtureOutcome {
        let player = try await FixturePlayer(script, plan, shuffling: shuffling)
        return try await player.play(lines)
    }

    var script: TestClanSetup {
        guard case .clan(let script)? = lines.first?.line else { return TestClanSetup() }
        return script
    }

    /// Returns the fixture with the expectations replaced by the actions of an outcome. Expectations that only say what must not
    /// occur stay.
    public func updated(by outcome: FixtureOutcome) -> String {
        let wrong = Set(outcome.differences.map(\.after))
        let texts = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let byNumber = Dictionary(uniqueKeysWithValues: lines.map { ($0.number, $0.line) })
        var result: [String] = []
        for (index, text) in texts.enumerated() {
            switch byNumber[index + 1] {
            case .expectation(let after, .some, _) where wrong.contains(after):
                let new = FixtureText.expectation(after: after, outcome.found[after] ?? [])
                if result.last != new { result.append(new) }
            case .event(let event):
                result.append(text)
                if let number = event.number, wrong.contains(number), !hasExpectation(number) {
                    result.append(FixtureText.expectation(after: number, outcome.found[number] ?? []))
                }
            case .clan, .expectation, .fault, .restart, .http, nil: result.append(text)
            }
        }
        return result.joined(separator: "\n")
    }

    private func hasExpectation(_ number: Int) -> Bool {
        lines.contains { if case .expectation(number, _, _) = $0.line { true } else { false } }
    }
}
