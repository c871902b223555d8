import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct ChannelReachTests {
    private static let rules = """
          - id: burst
            trigger: message
            in: { channels: [general] }
            limits: { per_minute: 1000000, per_day: 1000000 }
            when: { flood: { count: "> 2", within: 30s } }
            then: { react: x }
          - id: crowd
            trigger: message
            in: { except_channels: [general] }
            limits: { per_minute: 1000000, per_day: 1000000 }
            when: { flood: { of: line, count: "> 9", within: 60s, per: channel } }
            then: { react: x }
          - id: copy
            trigger: message
            in: { channels: [support] }
            limits: { per_minute: 1000000, per_day: 1000000 }
            when: { duplicate: { count: ">= 3", within: 5m } }
            then: { react: x }

        """
    /// A rule that never acts, for which the messages of all channels are counted.
    private static let naive = """
          - id: never
            trigger: message
            when:
              any:
                - flood: { count: "> 100000", within: 30s }
                - flood: { of: line, count: "> 100000", within: 60s, per: channel }
                - duplicate: { count: "> 100000", within: 5m }
            then: { react: x }

        """

    /// Returns the reasons of the rules for random messages in two channels, a private channel and a thread.
    private static func reasons(_ rules: String, seed: UInt64) throws -> [[String]] {
        let harness = try RuleEngineHarness(rules)
        let channels: [ChannelID] = [11, 12, 14, 15]
        let texts = ["nhận quà miễn phí tại đây", "a\nb\nc", "hôm nay có ai ở đây không nhỉ"]
        var random = SplitMix64(seed: seed)
        var now = 0.0
        return (0..<400).map { _ in
            now += Double(Int.random(in: 0...4, using: &random))
            let author = Author(id: UserID(Int64.random(in: 5...6, using: &random)), username: "u")
            let channel = channels[Int.random(in: channels.indices, using: &random)]
            let text = texts[Int.random(in: texts.indices, using: &random)]
            return harness.say(text, by: author, in: channel, at: now).results.map { "\($0.author) \($0.reason)" }
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `rules of single channels decide as if every window counted every message`(seed: UInt64) throws {
        let reasons = try Self.reasons(Self.rules, seed: seed)
        let naive = try Self.reasons(Self.rules + Self.naive, seed: seed)
        #expect(reasons == naive)
        #expect(Set(reasons.joined().compactMap { $0.split(separator: " ").first }).count == 3)
    }

    @Test func `a trace names the first rules of other channels, and later rules act`() throws {
        let others = (0..<30).map { "  - { id: r\($0), trigger: message, in: { channels: [support] }, then: { reply: x } }" }
        let harness = try RuleEngineHarness(
            (others + ["  - { id: last, trigger: message, then: { reply: here } }"]).joined(separator: "\n"))
        let decision = harness.say("hi")
        #expect(decision.actions == [.reply("here")])
        #expect(
            decision.misses
                == (0..<24).map { RuleDecision.Miss(author: "rule:r\($0)", reason: "in: this channel is not included") })
        #expect(harness.say("hi", in: 12).actions.count == 31)
    }

    @Test func `a thread that becomes private leaves the rules of its channel`() throws {
        let harness = try RuleEngineHarness("  - { id: a, trigger: message, in: { channels: [general] }, then: { reply: x } }")
        let actions = [true, false, true].map { isPublic in
            harness.say("hi", in: 15) { $0.isPublic = isPublic }.actions.count
        }
        #expect(actions == [1, 0, 1])
    }
}
