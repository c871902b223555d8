/// A text that is never printed: not in a log, an error, a trace or a debugger's output.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let value: String
    /// The reference in the configuration: `${env:KEY}`; nil for a secret that was not read from there.
    package let reference: String?

    /// Creates a secret from its text.
    public init(_ value: String) {
        self.value = value
        reference = nil
    }

    /// Creates a secret as a configuration has it, for tests of bots that send it in web requests.
    ///
    /// - Parameters:
    ///   - value: The text.
    ///   - reference: The reference in the configuration: `${env:KEY}`.
    public init(_ value: String, reference: String) {
        self.value = value
        self.reference = reference
    }

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
