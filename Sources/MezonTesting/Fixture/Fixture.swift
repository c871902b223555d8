import BotConfig
public import BotKit
import Foundation
package import MezonBot

/// Recorded or hand-written events with what bots and rules are to make of them, one JSON object a line.
///
///     {"v":1,"kind":"clan","at":"2026-03-02T02:00:00Z","channels":[{"id":"general"}],"members":[{"id":"an"},{"id":"binh"}]}
///     {"seq":1,"at":"+0s","kind":"message","ch":"general","id":"m1","by":"an","text":"*kudos @binh cảm ơn"}
///     {"after":1,"expect":[{"reply":{"to":"m1","text":"+1, now 1: cảm ơn"}}]}
///
/// An expectation names what matters of each action; the actions are these, in this order, and no others. Nothing may be asked
/// for after a numbered event without an expectation. Times count from the clan's beginning. What the bot says after event 3 is
/// called `a3` in later lines, then `a3.2`.
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
            throw FixtureError.unreadable(file: path, why: error.localizedDescription)
        }
        guard let text = String(data: data, encoding: .utf8) else {
            throw FixtureError.unreadable(file: path, why: "it is not UTF-8")
        }
        try self.init(text: text)
    }

    /// - Throws: `FixtureError`.
    public init(text: String) throws {
        self.text = text
        lines = try FixtureReader(text).lines
    }

    /// Plays every line, with bots that have their defaults.
    ///
    /// - Parameters:
    ///   - rules: as `TestClan` takes them.
    ///   - shuffling: where to draw the order from in which tasks that are ready run, one at a time; nil for the machine's order.
    /// - Throws: `FixtureError`, with the line at which the clan does not let something happen.
    public func replay(
        _ bots: any Bot.Type..., rules: String? = nil, shuffling: UInt64? = nil
    ) async throws -> FixtureOutcome {
        try await replay(bots: bots.map { TestClan.plain($0) }, rules: rules, shuffling: shuffling)
    }

    /// Plays every line, with bots that have options of their own.
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

    /// Plays every line, with the bots and rules of a configuration.
    package func replay(_ plan: CompiledConfiguration, shuffling: UInt64? = nil) async throws -> FixtureOutcome {
        let player = try await FixturePlayer(script, plan, shuffling: shuffling)
        return try await player.play(lines)
    }

    var script: TestClanSetup {
        guard case .clan(let script)? = lines.first?.line else { return TestClanSetup() }
        return script
    }

    /// The fixture with the expectations that an outcome met.
    public func updated(by outcome: FixtureOutcome) -> String {
        let wrong = Set(outcome.differences.map(\.after))
        let texts = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let byNumber = Dictionary(uniqueKeysWithValues: lines.map { ($0.number, $0.line) })
        var result: [String] = []
        for (index, text) in texts.enumerated() {
            switch byNumber[index + 1] {
            case .expectation(let after, _, _) where wrong.contains(after):
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
