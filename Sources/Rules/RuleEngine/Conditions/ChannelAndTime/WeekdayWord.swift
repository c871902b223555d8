import BotConfiguration
import ChatModel

/// Reads a day of the week, and suggests the days that `mon-fri` and `weekend` stand for.
enum WeekdayWord {
    static func day(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) -> Weekday? {
        if let text = node.scalarText, let days = days(in: text.lowercased()) {
            diagnostics.error(
                "unknown-day", "'\(text)' stands for several days of the week, which are written one by one", at: node.position,
                suggestion: "write [\(days.map(\.rawValue).joined(separator: ", "))]")
            return nil
        }
        return node.choice(Weekday.self, "a day of the week", code: "unknown-day", diagnostics)
    }

    private static func days(in text: String) -> [Weekday]? {
        switch text {
        case "weekdays", "weekday", "workdays", "working days": return [.mon, .tue, .wed, .thu, .fri]
        case "weekend", "weekends": return [.sat, .sun]
        case "daily", "all", "every day", "everyday": return Weekday.allCases
        default: break
        }
        let ends = text.replacing(" to ", with: "-").replacing("–", with: "-").replacing("..", with: "-").split(separator: "-")
            .compactMap { end in Weekday(rawValue: String(end.drop { $0 == " " }.prefix(3))) }
        guard ends.count == 2, text.contains(where: { "-–. ".contains($0) }),
            let first = Weekday.allCases.firstIndex(of: ends[0]), let last = Weekday.allCases.firstIndex(of: ends[1])
        else { return nil }
        return (0...((last - first + 7) % 7)).map { Weekday(index: first + $0) }
    }
}
