import ChatModel
import PatternMatching

/// A pattern with capture groups that a rule searches for in one text of an event.
struct TextCapture: Sendable {
    let selector: TextSelector
    let reader: CaptureReader

    /// Returns a group of the first match, as written; `nil` if the text does not match.
    func group(_ key: String, of event: Event) -> String? {
        let text = selector.text(of: event)
        return text.isEmpty ? nil : reader.group(key, in: text)
    }
}

extension [TextCapture] {
    /// Returns a group of the first pattern that matches and has it; `nil` if there is none.
    func group(_ key: String, of event: Event) -> String? { lazy.compactMap { $0.group(key, of: event) }.first }

    /// The names and numbers of all groups, without duplicates.
    var keys: [String] {
        var seen: Set<String> = []
        return flatMap(\.reader.pattern.groups.keys).filter { seen.insert($0).inserted }
    }
}
