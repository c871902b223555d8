import ArgumentParser
import BotTesting
import Foundation
import MezonBotApp

/// Replays fixtures and prints the differences.
struct FixtureTestRunner {
    let compiled: CompiledConfiguration
    let updates: Bool
    let isJSON: Bool

    private struct Line: Encodable {
        struct Difference: Encodable {
            let line: Int
            let after: Int
            let expected: [String]?
            let forbidden: [String]
            let found: [String]
        }

        let file: String
        let events: Int
        let differences: [Difference]
    }

    private struct Unread: Encodable {
        let file: String
        let mistakes: [String]
    }

    /// Runs the fixtures. Returns whether all match their expectations.
    ///
    /// - Throws: `ExitCode` if a fixture cannot be read, after the others have run.
    func run(_ files: [String]) async throws -> Bool {
        var isGood = true
        var isRead = true
        for file in files {
            do {
                isGood = try await run(file) && isGood
            } catch let error as FixtureError {
                isRead = false
                try show(error, of: file)
            }
        }
        guard isRead else { throw ExitCode(CommandError.ExitCode.configuration.rawValue) }
        return isGood
    }

    private func run(_ file: String) async throws -> Bool {
        let fixture = try Fixture(file)
        let outcome = try await fixture.replay(compiled)
        try show(outcome, of: file)
        guard updates, !outcome.differences.isEmpty else { return outcome.differences.isEmpty }
        let target = URL(fileURLWithPath: file).resolvingSymlinksInPath()  // A symbolic link is preserved.
        try Data(fixture.updated(by: outcome).utf8).write(to: target, options: .atomic)
        // What must not occur is not made expected.
        let isLeft = outcome.differences.contains { $0.expected == nil }
        if !isJSON { print("\(file): expectations updated\(isLeft ? ", except those of what must not occur" : "").") }
        return !isLeft
    }

    private func show(_ error: FixtureError, of file: String) throws {
        let mistakes =
            if case .mistakes(let mistakes) = error { mistakes.map { "\(file):\($0.line): \($0.message)" } } else { ["\(error)"] }
        if isJSON { return try printJSON(Unread(file: file, mistakes: mistakes)) }
        for mistake in mistakes { printError(mistake) }
    }

    private func show(_ outcome: FixtureOutcome, of file: String) throws {
        if isJSON {
            let line = Line(
                file: file, events: outcome.events,
                differences: outcome.differences.map {
                    .init(
                        line: $0.line, after: $0.after, expected: $0.expected, forbidden: $0.forbidden, found: $0.found)
                })
            return try printJSON(line)
        }
        let count = "\(outcome.events) event\(outcome.events == 1 ? "" : "s")"
        if outcome.differences.isEmpty { return print("\(file): \(count), as expected.") }
        for difference in outcome.differences { print("\(file): \(difference)") }
    }
}
