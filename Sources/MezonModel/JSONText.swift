import Foundation

/// JSON for terminals, scripts and readers of lines.
package enum JSONText {
    /// Encodes a value with its keys in order and its dates as ISO 8601.
    ///
    /// Characters that could move a terminal's cursor, turn its text around or end a line are escaped; the value stays the same.
    /// - Parameter isPretty: indented, one member a line.
    package static func text(_ value: some Encodable, isPretty: Bool = false) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        encoder.dateEncodingStrategy = .iso8601
        return String(decoding: try encoder.encode(value), as: UTF8.self).terminalSafeJSON
    }
}
