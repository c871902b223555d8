import ArgumentParser
import BotTesting
import Foundation
import MezonBotApp

/// Replays fixtures and prints the differences.
struct FixtureTestRunner {
    let compiled: CompiledConfiguration
    let updates: Bool
    /// The number of seeds of random faults under which each fixture that is as expected is played.
    let seeds: Int
    let isJSON: Bool

    private struct Line: Encodable {
        struct Difference: Encodable {
            let line: Int
            let after: Int
            let expected: [String]?
            let forbidden: [String]
            let found: [String]
        }

        struct Failure: Encodable {
            let seed: UInt64
            let faults: [String]
            let differences: [String]
        }

        let file: String
        let events: Int
        let differences: [Difference]
        /// The number of seeds, if it was played under faults.
        let seeds: Int?
        let failure: Failure?
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
        var failure: TestClanError?
        let seeds = outcome.differences.isEmpty ? seeds : 0
        do {
            if seeds > 0 { try await fixture.simulate(compiled, seeds: seeds) }
        } catch let error as TestClanError {
            guard case .faultChangesOutcome = error else { throw error }
            failure = error
        }
        try show(outcome, of: file, seeds: seeds, failure)
        if failure != nil { return false }
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

    private func show(_ outcome: FixtureOutcome, of file: String, seeds: Int, _ failure: TestClanError?) throws {
        if isJSON {
            let line = Line(
                file: file, events: outcome.events,
                differences: outcome.differences.map {
                    .init(
                        line: $0.line, after: $0.after, expected: $0.expected, forbidden: $0.forbidden, found: $0.found)
                }, seeds: seeds > 0 ? seeds : nil,
                failure: failure.flatMap { error in
                    guard case .faultChangesOutcome(let seed, let faults, let differences) = error else { return nil }
                    return .init(seed: seed, faults: faults, differences: differences)
                })
            return try printJSON(line)
        }
        let count = "\(outcome.events) event\(outcome.events == 1 ? "" : "s")"
        if let failure {
            print("\(file): \(count), as expected, but \(failure)")
        } else if outcome.differences.isEmpty {
            let faults = seeds > 0 ? ", also under the faults of \(seeds) seed\(seeds == 1 ? "" : "s")" : ""
            print("\(file): \(count), as expected\(faults).")
        } else {
            for difference in outcome.differences { print("\(file): \(difference)") }
        }
    }
}
