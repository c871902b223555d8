/// The summary as it is printed.
extension ImportSummary {
    private static let maxReasons = 20

    package var human: String {
        var lines = [
            "\(rules) \(rules == 1 ? "rule" : "rules") read: \(complete) complete (\(adapted) of them adapted), \(incomplete) incomplete"
        ]
        lines += reasons.prefix(Self.maxReasons).map { "  \($0.rules)  \($0.reason)" }
        let more = reasons.count - Self.maxReasons
        if more > 0 { lines.append("  … \(more) more \(more == 1 ? "reason" : "reasons"); --json lists all") }
        let counts = RequiredNames.Kind.allCases.compactMap { kind in
            let count = names.count { $0.kind == kind.rawValue }
            return count == 0 ? nil : "\(count) \(count == 1 ? kind.singular : kind.rawValue)"
        }
        var needs = counts.isEmpty ? [] : ["names for \(counts.joined(separator: ", "))"]
        if needsModerators { needs.append("moderation: { channel }") }
        if !counters.isEmpty { needs.append("counters") }
        if !needs.isEmpty {
            lines.append("Add to config.yaml, as the first lines of the file say: \(needs.joined(separator: "; "))")
        }
        lines += notes
        lines.append("Rules with sanctions run in shadow mode until they set mode: enforce.")
        return lines.joined(separator: "\n")
    }
}
