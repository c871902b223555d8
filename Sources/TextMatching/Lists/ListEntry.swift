/// One line of a list that says something.
package struct ListEntry: Hashable, Sendable {
    package var text: String
    /// Both from 1; columns count code points.
    package var line: Int
    package var column: Int
}
