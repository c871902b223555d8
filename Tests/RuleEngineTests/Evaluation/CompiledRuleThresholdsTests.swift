import BotConfiguration
import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

struct CompiledRuleThresholdsTests {
    private static func readings(_ condition: String, _ message: Message) throws -> (readings: [ThresholdReading], acts: Bool) {
        let set = try ConditionTestHarness.compile(
            "  - { id: a, trigger: message, when: \(condition), then: { react: x } }\n"
        ).set
        var lookup = DirectoryLookup.unknown
        lookup.member = { user, clan in Member(clan: clan, user: user, joinedAt: ConditionTestHarness.start - 7200) }
        let context = EventContext(now: ConditionTestHarness.start, me: 9, isLate: false, sequence: 1)
        guard let input = RuleInput(.message(message), for: set, channel: { _ in nil }) else { return ([], false) }
        let evaluation = RuleEvaluator().decide(input, context, by: set, seeing: lookup, readingThresholdsOf: ["a"])
        return (evaluation.readings, !evaluation.decision.results.isEmpty)
    }

    private static let mentioning = Message.make("hi").with { message in
        message.mentions = (101...103).map { Mention(user: UserID($0), range: TextRange(0, 0)) }
    }

    private static let comparisons: [(condition: String, message: Message, part: String, value: Double)] = [
        ("{ text: { length: \"> 3\" } }", .make("hello"), "text.length", 5),
        ("{ text: { lines: \"> 3\" } }", .make("a\nb"), "text.lines", 2),
        ("{ text: { length: \"< 3\" } }", .make("hello"), "text.length", 5),
        ("{ caps: { ratio: \">= 0.8\", min_letters: 4 } }", .make("ABCd"), "caps.ratio", 0.75),
        ("{ emoji: { count: \"> 3\" } }", .make("😀😀"), "emoji.count", 2),
        ("{ repeat_chars: { run: \"> 3\" } }", .make("aaaaa"), "repeat_chars.run", 5),
        ("{ mentions: { unique_users: \"> 3\" } }", mentioning, "mentions.unique_users", 3),
        ("{ links: { count: \"> 1\" } }", .make("https://a.org https://b.org"), "links.count", 2),
        ("{ links: { domain_in: bad, count: \"> 1\" } }", .make("https://evil.com https://b.org"), "links.count", 1),
        ("{ attachments: { count: \"> 1\" } }", .make("x"), "attachments.count", 0),
        ("{ flood: { count: \"> 1\", within: 10s } }", .make("x"), "flood.count", 1),
        ("{ duplicate: { count: \">= 2\", within: 10s, min_length: 3 } }", .make("long enough"), "duplicate.count", 1),
        ("{ counter: { name: strikes, value: \"> 1\" } }", .make("x"), "counter.value", 0),
        ("{ author: { member_for: \"< 24h\" } }", .make("x"), "author.member_for", 7200),
        ("{ author: { messages_seen: \"< 5\" } }", .make("x"), "author.messages_seen", 0),
        (
            "{ score: { of: [{ points: 2.5, when: { text: { contains: x } } }, { points: 1, when: { text: { contains: z } } }], total: \"> 3\" } }",
            .make("x"), "score.total", 2.5
        ),
    ]

    @Test(arguments: comparisons)
    func `the number of every comparison is read where it decides`(
        condition: String, message: Message, part: String, value: Double
    ) throws {
        for (condition, isNegated) in [(condition, false), ("{ not: \(condition) }", true)] {
            let (readings, acts) = try Self.readings(condition, message)
            // A rule with words or links that are not found is not evaluated at all.
            let reading = try #require(readings.first, "\(condition)")
            #expect(readings.count == 1 && reading.threshold.part == part && reading.value == value)
            #expect(reading.isNegated == isNegated)
            #expect(acts == (reading.threshold.comparison.holds(value) != isNegated))
            #expect((reading.window != nil) == ["flood.count", "duplicate.count"].contains(part))
        }
    }

    @Test func `a number is not read where another condition decides`() throws {
        let both = "{ all: [{ text: { length: \"> 3\" } }, { emoji: { count: \"> 1\" } }] }"
        #expect(try Self.readings(both, .make("hello")).readings.map(\.threshold.part) == ["emoji.count"])
        #expect(try Self.readings(both, .make("a")).readings.isEmpty)
        #expect(try Self.readings(both, .make("hello😀😀")).readings.count == 2)
        let either = "{ any: [{ text: { length: \"> 3\" } }, { emoji: { count: \"> 1\" } }] }"
        #expect(try Self.readings(either, .make("hello")).readings.map(\.threshold.part) == ["text.length"])
        #expect(try Self.readings(either, .make("a")).readings.count == 2)
        #expect(try Self.readings("{ caps: { ratio: \">= 0.8\" } }", .make("AB")).readings.isEmpty)
    }

    @Test func `a threshold has the place at which it is written, in a defined condition, too`() throws {
        let set = try ConditionTestHarness.compile(
            "  - { id: a, trigger: message, when: [{ use: new-here }, { text: { length: \"> 3\" } }], then: { react: x } }\n"
        ).set
        let lines = (ConditionTestHarness.preamble + "rules:\n").split(separator: "\n", omittingEmptySubsequences: false)
        let definition = try #require(lines.firstIndex { $0.contains("new-here:") })
        let places = set.rules.flatMap(\.thresholds).map(\.threshold.position)
        #expect(places.map(\.line) == [definition + 1, lines.count])
        #expect(places.map(\.column) == [37, 76])
    }
}
