/// An error in a fixture.
public enum FixtureError: Error, Equatable, CustomStringConvertible {
    case unreadable(file: String, why: String)
    /// Errors in the order of the lines; at most a hundred.
    case mistakes([Cause])

    public struct Cause: Hashable, Sendable, CustomStringConvertible {
        /// The line number, counted from one.
        public var line: Int
        public var message: String

        public init(line: Int, message: String) {
            self.line = line
            self.message = message
        }

        public var description: String { "line \(line): \(message)" }
    }

    public var description: String {
        switch self {
        case .unreadable(let file, let why): "\(file) cannot be read: \(why)"
        case .mistakes(let mistakes): mistakes.map(\.description).joined(separator: "\n")
        }
    }
}
