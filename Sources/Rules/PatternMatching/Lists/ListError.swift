/// An error in a line of a list.
package struct ListError: Hashable, Sendable {
    package enum Code: String, Hashable, Sendable {
        case tooLarge = "list-too-large"
        case notText = "list-not-text"
        case tooLong = "list-entry-too-long"
        case notDomain = "list-not-a-domain"
        /// The entry is already in the list. The list can be used without it.
        case duplicate = "list-duplicate"
    }

    package var code: Code
    package var message: String
    /// The line number; line and column start at 1, and columns count code points.
    package var line: Int
    package var column: Int
    /// The length in code points.
    package var length: Int
    package var suggestion: String?

    package var isError: Bool { code != .duplicate }
}
