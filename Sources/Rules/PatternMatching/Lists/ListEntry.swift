/// An entry of a list.
package struct ListEntry: Hashable, Sendable {
    package var text: String
    /// The line number; line and column start at 1, and columns count code points.
    package var line: Int
    package var column: Int
}
