import ArgumentParser
import Foundation
import MezonBot
import MezonTesting

/// Plays fixtures and prints what differs.
struct FixtureRun {
    let plan: HousePlan
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

    /// Returns whether all come out as expected.
    func run(_ files: [String]) async throws -> Bool {
        var isGood = true
        for file in files { isGood = try await run(file) && isGood }
        return isGood
    }

    private func run(_ file: String) async throws -> Bool {
        do {
            let fixture = try Fixture(file)
            let outcome = try await fixture.replay(plan)
            try show(outcome, of: file)
            guard updates, !outcome.differences.isEmpty else { return outcome.differences.isEmpty }
            try Data(fixture.updated(by: outcome).utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
            if !isJSON { print("\(file): expectations rewritten.") }
            return true
        } catch let error as FixtureError {
            if case .mistakes(let mistakes) = error {
                for mistake in mistakes { complain("\(file):\(mistake.line): \(mistake.message)") }
            } else {
                complain("\(error)")
            }
            throw ExitCode(Failure.Code.configuration.rawValue)
        }
    }

    private func show(_ outcome: FixtureOutcome, of file: String) throws {
        if isJSON {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let line = Line(
                file: file, events: outcome.events,
                differences: outcome.differences.map {
                    .init(
                        line: $0.line, after: $0.after, expected: $0.expected, forbidden: $0.forbidden, found: $0.found)
                })
            return print(String(decoding: try encoder.encode(line), as: UTF8.self))
        }
        let count = "\(outcome.events) event\(outcome.events == 1 ? "" : "s")"
        if outcome.differences.isEmpty { return print("\(file): \(count), as expected.") }
        for difference in outcome.differences { print("\(file): \(difference)") }
    }
}
