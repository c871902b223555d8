/// An error in the notation of a schedule, with its position.
package struct ScheduleSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence without a full stop.
    package var message: String
    /// The columns concerned in code points, counted from 0; empty at the end of the text if something is missing.
    package var columns: Range<Int>
    /// The text to write instead.
    package var suggestion: String?

    package init(_ message: String, at columns: Range<Int>, suggestion: String? = nil) {
        self.message = message
        self.columns = columns
        self.suggestion = suggestion
    }

    package var description: String { suggestion.map { "\(message); \($0)" } ?? message }
}
