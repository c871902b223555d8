import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

/// Tests that late messages yield the same decisions as live ones: windows use the time of the message, not of its arrival.
@Suite struct BacklogTests {
    private static let rules = """
          - id: burst
            trigger: message
            late: run
            limits: { per_minute: 1000000, per_day: 1000000 }
            when: { flood: { count: "> 4", within: 8s, per: user+channel } }
            then: { react: x }
          - id: crowd
            trigger: message
            late: run
            limits: { per_minute: 1000000, per_day: 1000000 }
            when: { flood: { of: line, count: "> 20", within: 30s, per: channel } }
            then: { react: x }
          - id: copy
            trigger: message
            late: run
            limits: { per_minute: 1000000, per_day: 1000000 }
            when: { duplicate: { count: ">= 3", within: 2m, across: clan } }
            then: { react: x }

        """

    /// Generates two hours of messages with bursts.
    private static func talk(_ seed: UInt64, from start: Date) -> [Message] {
        var random = SplitMix64(seed: seed)
        let texts = ["chào cả nhà", "nhận quà miễn phí tại đây", "a\nb\nc", "hôm nay có ai ở đây không nhỉ", "ok"]
        var time = 0.0
        var messages: [Message] = []
        while time < 7200 {
            let author = UserID(Int64.random(in: 1...5, using: &random))
            let channel = ChannelID(Int64.random(in: 11...13, using: &random))
            let burst = Int.random(in: 0..<6, using: &random) == 0 ? Int.random(in: 2...9, using: &random) : 1
            for _ in 0..<burst {
                let text = texts[Int.random(in: 0..<texts.count, using: &random)]
                messages.append(
                    Message.make(text, by: Author(id: author, username: "u"), in: channel).with {
                        $0.id = MessageID(Int64(messages.count + 1))
                        $0.createdAt = start + time
                    })
                time += Double(Int.random(in: 0...2, using: &random))
            }
            time += Double(Int.random(in: 1...40, using: &random))
        }
        return messages
    }

    private func decided(_ engine: RuleEngine, _ messages: [Message], isLate: Bool = false) -> [[String]] {
        messages.map { message in
            let context = EventContext(now: message.createdAt, me: 9, isLate: isLate)
            return engine.decide(.message(message), context).results.map { "\($0.author) \($0.reason)" }
        }
    }

    @Test(arguments: 1...12)
    func `a two-hour backlog yields the same decisions as live messages`(seed: Int) throws {
        let set = try ConditionTestHarness.compile(Self.rules).set
        let talk = Self.talk(UInt64(seed), from: ConditionTestHarness.start)
        let live = decided(RuleEngine(set), talk)
        #expect(live.contains { !$0.isEmpty })

        // Without other messages meanwhile.
        #expect(decided(RuleEngine(set), talk, isLate: true) == live)

        // With messages that were written after the backlog but arrived before it.
        let engine = RuleEngine(set)
        let half = talk.count / 2
        let before = decided(engine, Array(talk[..<half]))
        let after = Self.talk(UInt64(seed) + 1000, from: ConditionTestHarness.start + 7200 + 600).map { message in
            message.with { $0.id = MessageID($0.id.rawValue + 100_000) }
        }
        let lately = decided(engine, Array(after.prefix(60)))
        let late = decided(engine, Array(talk[half...]), isLate: true)
        #expect(before + late == live)
        #expect(lately == Array(decided(RuleEngine(set), after).prefix(60)))
    }

    @Test func `an even message rate triggers no flood, live or late`() throws {
        let set = try ConditionTestHarness.compile(Self.rules).set
        let talk = (0..<720).map { index in
            Message.make("câu số \(index * 7919) của tôi").with {
                $0.id = MessageID(Int64(index + 1))
                $0.createdAt += Double(index) * 10
            }
        }
        #expect(decided(RuleEngine(set), talk).flatMap(\.self) == [])
        #expect(decided(RuleEngine(set), talk, isLate: true).flatMap(\.self) == [])
    }

    @Test func `a sliding window is bounded and expires`() {
        let spec = WindowSpec(of: .message, within: 60, per: .channel)
        var lane = SlidingWindow(spec)
        for index in 0..<10_000 {
            let at = ConditionTestHarness.start + Double(index) / 1000
            lane.note(.init(at: at, amount: 1, message: MessageID(Int64(index + 1)), channel: 11), arriving: at)
        }
        let counted = lane.occurrences(until: ConditionTestHarness.start + 10)
        #expect(counted.count == 2000)
        #expect(counted.last?.message == 10_000)
        #expect(!lane.isOver(at: ConditionTestHarness.start + 60))
        #expect(lane.isOver(at: ConditionTestHarness.start + 86_400))
    }
}
