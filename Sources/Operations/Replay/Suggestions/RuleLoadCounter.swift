import BotKit
import ChatModel
import Foundation

/// The effects of one rule in a span of the history, from which its load per week follows.
struct RuleLoadCounter {
    private static let messages: Set<String> = ["reply", "send", "dm", "ephemeral", "thread"]

    private(set) var hits = 0
    /// The measures against members by kind, and the deletions of messages.
    private(set) var measures: [String: Int] = [:]
    private(set) var messages = 0
    private var hitsOfDay: [String: Int] = [:]

    /// Adds what the rule does about one event.
    ///
    /// - Parameter isHit: A Boolean value that indicates whether the rule acts anew, and does not continue after a wait.
    mutating func add(_ results: [AuthorResult], isHit: Bool, on day: @autoclosure () -> String) {
        if isHit {
            hits += 1
            hitsOfDay[day(), default: 0] += 1
        }
        // A rule in shadow mode opens no cases. A mute in several channels is one measure.
        let kinds = results.flatMap { result -> [String] in
            guard result.cases.isEmpty else { return result.cases.map(\.kind) }
            return Set(result.actions.compactMap(\.onMember).map { [$0.kind, "\($0.user)"] }).compactMap(\.first)
        }
        let actions = results.flatMap(\.actions).map(\.kind)
        for kind in kinds { measures[kind, default: 0] += 1 }
        if !kinds.contains("delete") { measures["delete", default: 0] += actions.count { $0 == "delete" } }
        messages += actions.count { Self.messages.contains($0) }
    }

    /// The load per week.
    ///
    /// - Parameter weeks: The length of the span.
    func load(of rule: String, mode: String, weeks: Double) -> SuggestionReport.Load {
        let peak = hitsOfDay.max { ($0.value, $1.key) < ($1.value, $0.key) }
        return SuggestionReport.Load(
            rule: rule, mode: mode, hits: hits, hitsPerWeek: Double(hits) / weeks,
            measuresPerWeek: measures.filter { $0.value > 0 }.mapValues { Double($0) / weeks },
            messagesPerWeek: Double(messages) / weeks, peakDay: peak?.key, peakHits: peak?.value ?? 0)
    }
}
