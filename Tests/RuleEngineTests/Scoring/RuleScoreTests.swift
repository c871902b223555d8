import ChatModel
import Foundation
import Testing

@testable import RuleEngine

@Suite struct RuleScoreTests {
    private let rules = """
          - id: rude
            trigger: message
            when: { text: { any_word: [ngu, spam*] } }
            then: [ delete ]
          - id: greet
            trigger: message
            when: { text: { contains: chào } }
            then: { reply: hi }
        """

    @Test func `labelled texts are read with their lines`() throws {
        let texts = try LabelledText.read("# a comment\nđồ ngu\t1\n\nchào\\nbạn\tclean\r\na\tb\tSPAM")
        #expect(
            texts == [
                LabelledText(line: 2, text: "đồ ngu", isBad: true), LabelledText(line: 4, text: "chào\nbạn", isBad: false),
                LabelledText(line: 5, text: "a\tb", isBad: true),
            ])
    }

    @Test(arguments: [("a\t0\nno label", 2, "there is no tab"), ("a\tmaybe", 1, "'maybe' is not a label")])
    func `a line without a label is an error with its number`(file: String, line: Int, message: String) {
        #expect {
            _ = try LabelledText.read(file)
        } throws: { error in
            guard let error = error as? LabelledText.ReadingError else { return false }
            return error.line == line && error.message.hasPrefix(message)
        }
    }

    @Test func `rules are measured alone, without history`() throws {
        let set = try compiled(rules)
        #expect(set.moderationRules == ["rude"])
        #expect(set.messageRules == ["rude", "greet"])
        let texts = try LabelledText.read(
            "mày ngu\t1\nmày dốt lắm\t1\nkhông ngu\t0\nspammers\t0\nspammer\t0\nchào\t0\ndở\t1")
        let score = set.score(texts, rules: ["rude"], worst: 2)
        let counts: [Int] = [score.texts, score.bad, score.truePositives, score.falsePositives, score.falseNegatives]
        #expect(counts == [7, 3, 1, 3, 2])
        #expect(score.precision == 0.25)
        #expect(score.recall == 1.0 / 3)
        #expect(score.falsePositivesPerThousand == 750)
        // The entry that harms twice comes first; of the misses, the shortest.
        #expect(score.worstHits.map(\.line) == [4, 5])
        #expect(score.worstHits.first?.found == "spam")
        #expect(score.frequentHits.map { "\($0.found) \($0.texts)" } == ["spam 2", "ngu 1"])
        #expect(score.worstMisses.map(\.text) == ["dở", "mày dốt lắm"])
        #expect(try JSONText.text(score).contains("\"false_positives_per_thousand\":750"))
    }

    @Test func `nothing to find and nothing found is perfect`() throws {
        let score = try compiled(rules).score([LabelledText(line: 1, text: "a", isBad: false)], rules: ["rude"], worst: 1)
        #expect(score.precision == 1 && score.recall == 1 && score.f1 == 1 && score.falsePositivesPerThousand == 0)
    }
}
