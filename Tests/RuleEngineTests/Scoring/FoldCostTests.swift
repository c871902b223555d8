import BotConfiguration
import ChatModel
import Foundation
import Testing
import TextFolding

@testable import RuleEngine

@Suite struct FoldCostTests {
    private func samples(_ lists: String, _ messages: [String], examples: Int = 3) throws -> [WordListSample] {
        let file = FileManager.default.temporaryDirectory.appending(path: "mezon-bot-\(UUID().uuidString).yaml")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("version: 1\nlists: {\(lists)}\n".utf8).write(to: file)
        let loaded = ConfigurationLoader(environment: [:]).load(file.path)
        return try #require(loaded.configuration).lists.foldCosts(in: messages, examples: examples)
    }

    private func cost(_ fold: Fold, in sample: WordListSample) throws -> FoldCost {
        try #require(sample.costs.first { $0.fold == fold.rawValue })
    }

    private let messages = ["mày NGU", "f r e e", "F.R.E.E nitro", "free", "fr33", "chào\nbạn", "ngu ngốc", "một f r e e nữa"]

    @Test func `each fold is counted alone, with what it finds most often first`() throws {
        let sample = try #require(
            try samples("rude: { words: [ngu, free], fold: [case] }, days: { days: [\"2027-01-01\"] }", messages).first)
        let counts: [Int] = [sample.entries, sample.messages, sample.hits]
        #expect(counts == [2, 8, 3])
        #expect(sample.folds == ["case"])
        #expect(sample.costs.map(\.fold) == Fold.allCases.map(\.rawValue))
        let spacing = try cost(.spacing, in: sample)
        #expect(!spacing.isUsed)
        #expect(spacing.hits == 3)
        #expect(
            spacing.examples == [
                FoldCost.Example(found: "f r e e", entry: "free", messages: 2, message: "f r e e"),
                FoldCost.Example(found: "f.r.e.e", entry: "free", messages: 1, message: "F.R.E.E nitro"),
            ])
        #expect(try cost(.leet, in: sample).examples.map(\.found) == ["fr33"])
        #expect(try cost(.mirror, in: sample).hits == 0)
    }

    @Test func `a fold that a list uses costs the hits that it would lose`() throws {
        let sample = try #require(try samples("rude: { words: [ngu], fold: [case] }", messages).first)
        let cost = try cost(.case, in: sample)
        #expect(cost.isUsed)
        #expect(cost.hits == 1)
        #expect(cost.examples.map(\.message) == ["mày NGU"])
    }

    @Test func `default folds, allowed phrases and unusable entries count as in rules`() throws {
        let sample = try #require(
            try samples("rude: { words: [\"aaa\", free], allow: [free beer] }", ["free beer", "free", "a"], examples: 0).first)
        #expect(sample.folds == FoldSet.plain.description.split(separator: ", ").map(String.init))
        #expect(sample.hits == 1)
        let repeated = try cost(.repeat, in: sample)
        #expect(repeated.unusableEntries == 1 && repeated.hits == 0 && repeated.examples.isEmpty)
        #expect(try JSONText.text(sample).contains("\"is_used\":true"))
    }

    @Test func `lists of other kinds have no folds, and no messages cost nothing`() throws {
        #expect(try samples("days: { days: [\"2027-01-01\"] }", messages).isEmpty)
        let empty = try #require(try samples("rude: { words: [ngu] }", []).first)
        #expect(empty.hits == 0 && empty.costs.allSatisfy { $0.hits == 0 })
    }
}
