/// Checks of Matrix identifiers.
enum MatrixIdentifier {
    private static let maxBytes = 255  // The maximum length of every identifier in the specification.

    static func isEvent(_ text: String) -> Bool { isName(text, of: "$") }
    static func isRoom(_ text: String) -> Bool { isName(text, of: "!") }
    static func isPerson(_ text: String) -> Bool { isName(text, of: "@") && text.utf8.contains(UInt8(ascii: ":")) }

    /// Returns the local part: `an` of `@an:example.org`.
    static func local(_ person: String) -> String {
        String(person.dropFirst().prefix { $0 != ":" })
    }

    private static func isName(_ text: String, of sign: Character) -> Bool {
        text.first == sign && (2...maxBytes).contains(text.utf8.count) && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }
}
