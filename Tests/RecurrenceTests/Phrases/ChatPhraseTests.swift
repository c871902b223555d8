import ChatModel
import Foundation
import Testing

@testable import Recurrence

/// Tests phrases as users type them in chat, collected independently of the grammar. A phrase may be asked back or rejected,
/// but never resolved to another time or text than intended.
struct ChatPhraseTests {
    /// The times that a line allows, as `Tests/RecurrenceTests/Corpus/chat-vi.tsv` defines.
    struct Expectation {
        /// For each reading the ranges of its first times; empty if the phrase must be asked back.
        var readings: [[ClosedRange<String>]]
        var text: String

        init(_ line: PhraseCorpus.Line) {
            text = line.fields[1]
            readings =
                line.fields[0] == "!"
                ? [] : line.fields[0].split(separator: "|").map { $0.split(separator: ";").map { Self.stretch(String($0)) } }
        }

        /// Parses `2026-03-12 08:30`, `2026-03-12`, or two of them separated by `..`; times compare as text.
        private static func stretch(_ text: String) -> ClosedRange<String> {
            let ends = text.split(separator: "..").map { $0.trimmingCharacters(in: .whitespaces) }
            let first = ends.first ?? "", last = ends.last ?? ""
            return first...(last.count == 10 ? last + " 23:59" : last)
        }

        func allows(_ times: [String], _ said: String) -> Bool {
            guard text.isEmpty || said == text else { return false }
            return readings.contains { reading in
                reading.count <= times.count && zip(reading, times).allSatisfy { $0.contains($1) }
                    && (reading.count > 1) == (times.count > 1)
            }
        }
    }

    private static func verdict(on line: PhraseCorpus.Line) -> PhraseCorpus.Verdict {
        let expected = Expectation(line)
        do {
            let reading = try ParsedPhrase(line.phrase).resolve(now: line.now, in: line.zone, zones: PhraseCorpus.zones)
            let times = times(of: reading, after: line.now)
            let said = reading.what?.text ?? ""
            return expected.allows(times, said) ? .right : .wrong("\(times.joined(separator: "; ")) '\(said)'")
        } catch {
            return expected.readings.isEmpty ? .right : .refused("\(error.reason) '\(error.words)'")
        }
    }

    /// Returns the time, or the first three occurrences of a recurring reading.
    private static func times(of reading: ResolvedPhrase, after now: Date) -> [String] {
        switch reading.when {
        case .once(let time, _): [time.description]
        case .recurring(let recurrence, let start):
            Schedule(recurrence, in: reading.zone, from: start).occurrences(from: now, limit: 3)
                .map { reading.zone.civil(of: $0.instant).description }
        }
    }

    /// Before the grammar was adapted to them, 37 of the Vietnamese phrases were silently wrong, 6 of them in their time, and 4
    /// of the English ones, 3 in their time.
    @Test(arguments: [("chat-vi", 0.85), ("chat-en", 0.6)])
    func `a chat phrase is resolved as intended or asked back`(name: String, least: Double) throws {
        let url = try #require(Bundle.module.url(forResource: name, withExtension: "tsv", subdirectory: "Corpus"))
        let lines = try PhraseCorpus(String(contentsOf: url, encoding: .utf8)).lines
        #expect(lines.count >= 75)
        let verdicts = lines.map { ($0.phrase, Self.verdict(on: $0)) }
        let right = verdicts.count { $0.1 == .right }
        print("phrases \(name): \(right) of \(lines.count) right")
        let wrong = verdicts.compactMap { if case .wrong(let found) = $0.1 { "\($0.0): \(found)" } else { nil } }
        #expect(wrong.isEmpty, "\(wrong.joined(separator: "\n"))")
        let refused = verdicts.compactMap { if case .refused(let why) = $0.1 { "\($0.0): \(why)" } else { nil } }
        #expect(Double(right) >= least * Double(lines.count), "\(refused.joined(separator: "\n"))")
    }
}
