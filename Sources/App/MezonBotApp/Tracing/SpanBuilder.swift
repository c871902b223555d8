import Foundation
import Storage

/// Makes the spans of an event: one for all of it, with children for its decision, its commit and its deliveries.
///
/// They contain ids of entries, kinds, and names of rules and bots, but no text and no person.
struct SpanBuilder {
    /// The transaction in which a turn at some time was stored; nil if it is not known any more.
    let commit: (Date) -> DateInterval?

    /// - Parameter generator: The source of ids.
    func spans(of times: EntryTimes, using generator: inout some RandomNumberGenerator) -> [Span] {
        let trace = Self.id(&generator) + Self.id(&generator)
        let root = Self.id(&generator)
        var children: [Span] = []
        func add(_ name: String, _ start: Date, _ end: Date, _ attributes: [Span.Attribute] = []) -> Int {
            children.append(
                Span(name, trace: trace, id: Self.id(&generator), parent: root, from: start, to: end, attributes: attributes))
            return children.count - 1
        }
        var end = times.receivedAt
        if let decidedAt = times.decidedAt {
            let commit = self.commit(decidedAt)
            let begun = max(times.receivedAt, min(commit?.start ?? decidedAt, decidedAt))
            _ = add("decide", times.receivedAt, begun, times.steps.map { .init("mezon_bot.step.\($0.who)", $0.what) })
            end = max(decidedAt, commit?.end ?? decidedAt)
            if let commit { _ = add("commit", begun, commit.end) }
            let durable = end
            for delivery in times.deliveries {
                let settled = delivery.settledAt ?? max(durable, delivery.createdAt)
                let index = add(
                    "deliver", max(min(durable, settled), delivery.createdAt), settled,
                    [
                        .init("mezon_bot.author", delivery.author), .init("mezon_bot.outcome", "\(delivery.status)"),
                        .init("mezon_bot.attempts", Int64(delivery.attempts)),
                    ])
                children[index].kind = 3
                if [.failed, .dead, .damaged].contains(delivery.status) { children[index].status = .init(code: 2) }
                end = max(end, settled)
            }
        }
        var whole = Span(
            "event \(times.kind)", trace: trace, id: root, parent: nil, from: times.receivedAt, to: end,
            attributes: [
                .init("mezon_bot.entry", times.sequence), .init("mezon_bot.kind", times.kind),
                .init("mezon_bot.late", times.isLate),
            ])
        if times.steps.contains(where: { $0.what == Trace.failed }) { whole.status = .init(code: 2) }
        return [whole] + children
    }

    /// 16 hexadecimal digits that are not all zero.
    private static func id(_ generator: inout some RandomNumberGenerator) -> String {
        let digits = String(max(1, generator.next() as UInt64), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
