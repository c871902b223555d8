import Foundation
import Testing

/// Tests phrases as users write them, with their meanings. The files named `blind` were written without looking at the grammar;
/// at the first run, 53 of 70 and then 64 of 66 English ones were right, and 68 of 70 and then 66 of 68 Vietnamese ones.
struct PhraseCorpusTests {
    private static func corpus(_ name: String) throws -> PhraseCorpus {
        let url = try #require(Bundle.module.url(forResource: name, withExtension: "tsv", subdirectory: "Corpus"))
        return try PhraseCorpus(String(contentsOf: url, encoding: .utf8))
    }

    /// Prints and returns the share of correctly resolved lines.
    private static func rate(_ name: String, _ verdicts: [(PhraseCorpus.Line, PhraseCorpus.Verdict)]) -> Double {
        let right = verdicts.count { $0.1 == .right }
        print("phrases \(name): \(right) of \(verdicts.count) right")
        return Double(right) / Double(max(1, verdicts.count))
    }

    private static func wrong(_ verdicts: [(PhraseCorpus.Line, PhraseCorpus.Verdict)]) -> [String] {
        verdicts.compactMap { line, verdict in
            if case .wrong(let found) = verdict { "\(line.phrase): \(found)" } else { nil }
        }
    }

    @Test(arguments: [("en", 300), ("vi", 300), ("blind-en", 60), ("blind-vi", 60), ("blind2-en", 60), ("blind2-vi", 60)])
    func `corpus phrases are resolved as intended, and none is misread`(name: String, least: Int) throws {
        let lines = try Self.corpus(name).lines
        #expect(lines.count >= least)
        let verdicts = lines.map { ($0, PhraseCorpus.verdict(on: $0)) }
        #expect(Self.wrong(verdicts) == [])
        #expect(Self.rate(name, verdicts) >= 0.99, "\(verdicts.filter { $0.1 != .right }.map { "\($0.0.phrase): \($0.1)" })")
    }

    @Test func `invalid and ambiguous phrases are rejected or asked back with the reason and the words`() throws {
        let lines = try Self.corpus("refused").lines
        #expect(lines.count >= 100)
        let verdicts = lines.map { ($0, PhraseCorpus.verdictOnRefusal($0)) }
        #expect(Self.wrong(verdicts) == [])
        #expect(Self.rate("refused", verdicts) >= 0.99, "\(verdicts.filter { $0.1 != .right }.map { "\($0.0.phrase): \($0.1)" })")
    }

    @Test(arguments: ["en", "vi", "blind2-en", "blind2-vi"])
    func `capitals, emoji, spaces and punctuation around a phrase do not change its time`(name: String) throws {
        let changes: [(String) -> String] = [
            { "  ⏰ " + $0 + " 🙏 " }, { $0.replacing(" ", with: "  ") }, { $0 + " !!!" },
            { $0.decomposedStringWithCanonicalMapping },
            { "\u{200E}" + $0.replacing("i", with: "i\u{200B}") },
        ]
        let lines = try Self.corpus(name).lines.filter { !$0.phrase.contains { "\"@#/".contains($0) } }
        // Each change is applied to every fifth phrase.
        for (number, line) in lines.enumerated() {
            let plain = PhraseCorpus.when(line, line.phrase)
            for (index, change) in changes.enumerated() where number % changes.count == index {
                #expect(PhraseCorpus.when(line, change(line.phrase)) == plain, "\(index): \(line.phrase)")
            }
        }
    }

    @Test func `a Vietnamese phrase without diacritics has the same time or is asked back`() throws {
        var same = 0
        var different: [String] = []
        let lines = try Self.corpus("vi").lines.filter { !$0.phrase.contains("@") && !$0.phrase.contains("#") }
        for line in lines {
            let bare = PhraseCorpus.withoutMarks(line.phrase)
            switch (PhraseCorpus.when(line, line.phrase), PhraseCorpus.when(line, bare)) {
            case (let marked?, let found?) where PhraseCorpus.withoutMarks(marked) != found:
                different.append("\(bare): \(found), not \(marked)")
            case (_, nil): break
            default: same += 1
            }
        }
        print("phrases without marks: \(same) of \(lines.count) the same, \(lines.count - same - different.count) asked back")
        #expect(different == [])
        #expect(Double(same) >= 0.95 * Double(lines.count))
    }
}
