/// What is wrong with one line of a list.
package struct ListError: Hashable, Sendable {
    package enum Code: String, Hashable, Sendable {
        case tooLarge = "list-too-large"
        case notText = "list-not-text"
        case tooLong = "list-entry-too-long"
        case notDomain = "list-not-a-domain"
        /// The line says nothing new. The list can be used without it.
        case duplicate = "list-duplicate"
    }

    package var code: Code
    package var message: String
    /// Both from 1; columns count code points.
    package var line: Int
    package var column: Int
    /// In code points.
    package var length: Int
    package var suggestion: String?

    package var isError: Bool { code != .duplicate }
}
