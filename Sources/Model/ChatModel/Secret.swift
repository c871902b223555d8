/// A text that is never printed: not in a log, an error, a trace or a debugger's output.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let value: String

    /// Creates a secret from its text.
    public init(_ value: String) { self.value = value }

    /// A placeholder for the text.
    public var description: String { "<secret>" }
    /// A placeholder for the text.
    public var debugDescription: String { description }
    /// A mirror without children, so that reflection does not reveal the text.
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    /// Returns the text, for the code that sends it.
    public func reveal() -> String { value }
    /// A Boolean value that indicates whether the text is empty.
    public var isEmpty: Bool { value.isEmpty }
}
