import ChatModel
import Foundation
import Testing

@testable import MezonBotApp
@testable import Storage

struct SpanBuilderTests {
    private static func at(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_000 + seconds) }

    private func spans(_ times: EntryTimes, commit: DateInterval? = nil) -> [Span] {
        var generator = SplitMix64(seed: 7)
        return SpanBuilder(commit: { _ in commit }).spans(of: times, using: &generator)
    }

    private func range(_ span: Span) -> String { "\(span.name) \(span.startTimeUnixNano) \(span.endTimeUnixNano)" }

    @Test func `an answered message has a span with children for its decision, its commit and its delivery`() {
        let times = EntryTimes(
            sequence: 5, kind: "message", receivedAt: Self.at(0), decidedAt: Self.at(0.010),
            steps: [.init("rule:greeting", "reply", "text with words of a person")],
            deliveries: [
                .init(author: "rule:greeting", status: .sent, attempts: 1, createdAt: Self.at(0.010), settledAt: Self.at(0.050))
            ])
        let spans = spans(times, commit: DateInterval(start: Self.at(0.009), end: Self.at(0.012)))
        #expect(
            spans.map(range) == [
                "event message 1000000000000 1000050000000", "decide 1000000000000 1000009000000",
                "commit 1000009000000 1000012000000", "deliver 1000012000000 1000050000000",
            ])
        #expect(Set(spans.map(\.traceId)).count == 1 && Set(spans.map(\.spanId)).count == 4)
        #expect(spans[0].parentSpanId == nil && spans.dropFirst().allSatisfy { $0.parentSpanId == spans[0].spanId })
        #expect(spans.allSatisfy { $0.traceId.count == 32 && $0.spanId.count == 16 && $0.status == nil })
        #expect(spans[1].attributes == [.init("mezon_bot.step.rule:greeting", "reply")])
        #expect(spans[3].kind == 3 && spans[3].attributes.contains(.init("mezon_bot.outcome", "sent")))
    }

    @Test func `a failed delivery and a failed handler are errors, and what is not known is left out`() {
        var times = EntryTimes(
            sequence: 5, kind: "message", receivedAt: Self.at(0), decidedAt: Self.at(1), steps: [.init("bot:echo", Trace.failed)],
            deliveries: [.init(author: "bot:dice", status: .dead, attempts: 12, createdAt: Self.at(1), settledAt: Self.at(9))])
        #expect(spans(times).map { "\($0.name) \($0.status?.code ?? 0)" } == ["event message 2", "decide 0", "deliver 2"])
        times.decidedAt = nil
        #expect(spans(times).map(range) == ["event message 1000000000000 1000000000000"])
    }

    @Test func `a step of the clock backwards makes no negative span`() {
        let times = EntryTimes(
            sequence: 5, kind: "message", receivedAt: Self.at(10), decidedAt: Self.at(2),
            deliveries: [.init(author: "a", status: .sent, attempts: 1, createdAt: Self.at(2), settledAt: Self.at(1))])
        for span in spans(times, commit: DateInterval(start: Self.at(1.5), end: Self.at(2.5))) {
            #expect(UInt64(span.startTimeUnixNano) ?? .max <= UInt64(span.endTimeUnixNano) ?? 0, "\(range(span))")
        }
    }
}
