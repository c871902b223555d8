import ChatModel
package import Foundation

extension ConfigNode {
    /// Returns a time zone by its name in the system's database: `Asia/Ho_Chi_Minh`, `UTC`.
    package func timeZone(_ diagnostics: DiagnosticCollector) -> TimeZone? {
        guard let name = text(diagnostics) else { return nil }
        // Foundation also accepts offsets and abbreviations, which ignore daylight saving time or are ambiguous.
        if name == "UTC" || name.contains("/"), let zone = TimeZone(identifier: name) { return zone }
        diagnostics.error(
            "unknown-time-zone", "unknown time zone '\(name)'", at: position,
            suggestion: (diagnostics.offersSuggestions ? TimeZone.suggestion(for: name) : TimeZone.common(name)).map {
                "write \($0)"
            }
                ?? "write a name such as Asia/Ho_Chi_Minh or UTC")
        return nil
    }

}

extension TimeZone {
    /// Returns the name that was probably meant; nil if nothing is close.
    package static func suggestion(for name: String) -> String? {
        common(name) ?? Spelling.nearest(to: name, among: knownTimeZoneIdentifiers)
    }

    /// Returns the zone of most Mezon users for its common notations.
    fileprivate static func common(_ name: String) -> String? {
        let vietnam = [
            "+7", "+07", "+07:00", "gmt+7", "utc+7", "utc+07:00", "ict", "vn", "vietnam", "asia/hanoi", "hanoi", "saigon",
        ]
        return vietnam.contains(name.lowercased()) ? "Asia/Ho_Chi_Minh" : nil
    }
}
