/// Checks of Matrix identifiers.
enum MatrixIdentifier {
    private static let maxBytes = 255  // The maximum length of every identifier in the specification.

    static func isEventID(_ text: String) -> Bool { isIdentifier(text, sigil: "$") }
    static func isRoomID(_ text: String) -> Bool { isIdentifier(text, sigil: "!") }
    static func isUserID(_ text: String) -> Bool { isIdentifier(text, sigil: "@") && text.utf8.contains(UInt8(ascii: ":")) }

    /// Returns the local part: `an` of `@an:example.org`.
    static func localpart(of userID: String) -> String {
        String(userID.dropFirst().prefix { $0 != ":" })
    }

    private static func isIdentifier(_ text: String, sigil: Character) -> Bool {
        text.first == sigil && (2...maxBytes).contains(text.utf8.count) && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }
}
