import Foundation
import Testing
import TextFolding

@testable import PatternMatching

/// Tests obfuscated words, and innocent words that look like them. Every line contains the folds of the word list.
@Suite struct DisguiseTests {
    struct Line: Sendable {
        let kind: String
        let needle: Needle
        let text: String
    }

    static func corpus(_ name: String) throws -> [Line] {
        let file = try #require(Bundle.module.url(forResource: "Corpus/\(name)", withExtension: "tsv"))
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let cells = line.split(separator: "\t").map(String.init)
            try #require(cells.count == 4, "\(line)")
            let folds = try cells[2].split(separator: ",").map { try #require(Fold(rawValue: String($0)), "\(line)") }
            return Line(
                kind: cells[0], needle: Needle(cells[1], folds: FoldSet(folds), fit: .word),
                text: cells[3].replacing("\\n", with: "\n"))
        }
    }

    /// Returns for each line whether its word is found, with all words searched at once.
    private func found(_ lines: [Line], inside frame: (String) -> String = { $0 }) -> [Bool] {
        var builder = TextScanner.Builder()
        let probes = lines.map { builder.add($0.needle) }
        let scanner = builder.build()
        return zip(lines, probes).map { line, probe in probe.flatMap { scanner.scan(frame(line.text))[$0] } != nil }
    }

    private func described(_ lines: [Line], where isWanted: [Bool]) -> [String] {
        zip(lines, isWanted).filter(\.1).map { "\($0.0.kind): \($0.0.needle.text): \($0.0.text)" }
    }

    @Test func `every obfuscated word is found`() throws {
        let lines = try Self.corpus("evasion")
        let found = found(lines)
        print("evasion: \(found.count { $0 }) of \(lines.count) caught")
        #expect(lines.count >= 200)
        #expect(described(lines, where: found.map { !$0 }) == [])
    }

    @Test func `every obfuscated word is found inside a sentence`() throws {
        let lines = try Self.corpus("evasion")
        #expect(described(lines, where: found(lines) { "ok, \($0) !" }.map { !$0 }) == [])
    }

    @Test func `no innocent word is found`() throws {
        let lines = try Self.corpus("innocent")
        let found = found(lines)
        print("innocent: \(found.count { $0 }) of \(lines.count) caught")
        #expect(lines.count >= 200)
        #expect(described(lines, where: found) == [])
    }

    /// Disguises by twenty techniques, and innocents of similar look, by an author who did not know how texts are matched.
    @Test func `most unknown disguises are found, and hardly an innocent`() throws {
        func found(_ name: String) throws -> [(line: [String], isFound: Bool)] {
            let file = try #require(Bundle.module.url(forResource: "Corpus/\(name)", withExtension: "tsv"))
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
                .map { $0.split(separator: "\t").map(String.init) }
            return try lines.map { line in
                var builder = TextScanner.Builder()
                let addedProbe = builder.add(Needle(line[1], folds: FoldSet(Fold.allCases), fit: .word))
                let probe = try #require(addedProbe)
                return (line, builder.build().scan(line[2])[probe] != nil)
            }
        }
        let disguises = try found("disguises")
        let caught = disguises.count { $0.isFound }
        #expect(disguises.count >= 160)
        #expect(caught * 100 >= disguises.count * 92, "\(caught) of \(disguises.count)")
        let innocents = try found("lookalikes").filter { !$0.line[0].hasPrefix("ambiguous") }
        #expect(innocents.count >= 140)
        #expect(innocents.filter(\.isFound).map { $0.line[2] } == ["tam giác vuông thì a*a + b*b = c*c"])
    }

    private static let folds: [(String, String, [Fold])] = [
        ("địt", "địt", []),
        ("địt", "ĐỊT", [.case]),
        ("địt", "dit", [.marks]),
        ("địt", "đ\u{200B}ịt", [.zeroWidth]),
        ("free", "frее", [.confusable]),
        ("free", "fr33", [.leet]),
        ("free", "f.r.e.e", [.spacing]),
        ("free", "freeee", [.repeat]),
        ("vãi lồn", "vãilồn", [.spacing]),
        ("địt mẹ", "D.1.t m3", [.case, .marks, .leet, .spacing]),
    ]

    @Test(arguments: folds)
    func `a match lists exactly the folds it needed`(word: String, text: String, folds: [Fold]) throws {
        var builder = TextScanner.Builder()
        let probe = builder.add(Needle(word, folds: FoldSet(Fold.allCases), fit: .word))
        #expect(builder.build().scan(text)[try #require(probe)]?.folds == FoldSet(folds))
    }
}
