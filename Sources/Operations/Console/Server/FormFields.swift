import Foundation

/// The fields of a query or of a form, decoded, with limits.
struct FormFields: Sendable, Hashable {
    static let maxBytes = 16 << 10
    private static let maxFields = 256  // An undo names each measure of a case.

    private let values: [String: [String]]

    /// Parses `a=1&b=2`; nil if it is too long, has too many fields or is not encoded UTF-8.
    init?(_ text: some StringProtocol, maxBytes: Int = FormFields.maxBytes) {
        guard text.utf8.count <= maxBytes else { return nil }
        var values: [String: [String]] = [:]
        let fields = text.split(separator: "&")
        guard fields.count <= Self.maxFields else { return nil }
        for field in fields {
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let key = Self.decoded(parts[0]), let value = Self.decoded(parts.count > 1 ? parts[1] : "") else { return nil }
            values[key, default: []].append(value)
        }
        self.values = values
    }

    /// The first value of a field without surrounding spaces; empty if there is none.
    subscript(_ key: String) -> String { values[key]?.first?.trimmingCharacters(in: .whitespacesAndNewlines) ?? "" }

    /// The first values of the fields whose names begin with a prefix, by the rest of their names.
    func values(withPrefix prefix: String) -> [String: String] {
        var found: [String: String] = [:]
        for (key, values) in values where key.hasPrefix(prefix) { found[String(key.dropFirst(prefix.count))] = values.first }
        return found
    }

    func all(_ key: String) -> [String] { values[key] ?? [] }

    private static func decoded(_ text: some StringProtocol) -> String? {
        text.replacingOccurrences(of: "+", with: " ").removingPercentEncoding
    }
}
