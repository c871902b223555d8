/// An error in a fixture.
public enum FixtureError: Error, Equatable, CustomStringConvertible {
    /// The file cannot be read.
    case unreadable(file: String, why: String)
    /// Errors in the order of the lines; at most a hundred.
    case mistakes([Cause])

    /// An error in one line.
    public struct Cause: Hashable, Sendable, CustomStringConvertible {
        /// The line number, counted from one.
        public var line: Int
        /// The description of the error.
        public var message: String

        /// Creates an error in a line.
        public init(line: Int, message: String) {
            self.line = line
            self.message = message
        }

        /// The line number and the message.
        public var description: String { "line \(line): \(message)" }
    }

    /// The errors, one per line.
    public var description: String {
        switch self {
        case .unreadable(let file, let why): "\(file) cannot be read: \(why)"
        case .mistakes(let mistakes): mistakes.map(\.description).joined(separator: "\n")
        }
    }
}
