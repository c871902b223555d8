import Foundation

/// JSON for terminals, scripts and line-based readers.
package enum JSONText {
    /// Encodes a value with sorted keys and ISO 8601 dates.
    ///
    /// Characters that could move a terminal's cursor, change the direction of text or end a line are escaped; the value stays
    /// the same.
    /// - Parameter isPretty: A Boolean value that indicates whether the text is indented, with one member per line.
    package static func text(_ value: some Encodable, isPretty: Bool = false) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        encoder.dateEncodingStrategy = .iso8601
        return String(decoding: try encoder.encode(value), as: UTF8.self).terminalSafeJSON
    }
}
