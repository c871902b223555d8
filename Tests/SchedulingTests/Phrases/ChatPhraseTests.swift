import Foundation
import MezonModel
import Testing

@testable import Scheduling

/// Phrases as people type them in chat, written before their writers looked at the grammar. A phrase may be asked back or refused, but
/// never taken for another time or for another text than was meant.
struct ChatPhraseTests {
    /// The times that a line allows, as `Tests/SchedulingTests/Corpus/chat-vi.tsv` says.
    struct Expectation {
        /// Each reading is the stretches in which its first times fall; none where the phrase is to be asked back.
        var readings: [[ClosedRange<String>]]
        var text: String

        init(_ line: PhraseCorpus.Line) {
            text = line.fields[1]
            readings =
                line.fields[0] == "!"
                ? [] : line.fields[0].split(separator: "|").map { $0.split(separator: ";").map { Self.stretch(String($0)) } }
        }

        /// `2026-03-12 08:30`, `2026-03-12`, or two of them with `..` between; times compare as they are written.
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
            let reading = try ParsedPhrase(line.phrase).reading(now: line.now, in: line.zone, zones: PhraseCorpus.zones)
            let times = times(of: reading, after: line.now)
            let said = reading.what?.text ?? ""
            return expected.allows(times, said) ? .right : .wrong("\(times.joined(separator: "; ")) '\(said)'")
        } catch {
            return expected.readings.isEmpty ? .right : .refused("\(error.reason) '\(error.words)'")
        }
    }

    /// The time, or the first three of what comes again.
    private static func times(of reading: ResolvedPhrase, after now: Date) -> [String] {
        switch reading.when {
        case .once(let time, _): [time.description]
        case .recurring(let recurrence, let start):
            Schedule(recurrence, in: reading.zone, from: start).occurrences(from: now, limit: 3)
                .map { reading.zone.civil(of: $0.instant).description }
        }
    }

    /// Before anything was changed for them, 37 of the Vietnamese phrases were wrong without a word, 6 of them by their time, and 4 of
    /// the English ones, 3 by their time.
    @Test(arguments: [("chat-vi", 0.85), ("chat-en", 0.6)])
    func `a phrase from a chat is read as its writer meant it, or asked back`(name: String, least: Double) throws {
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
