/// A text that never prints: not in a log, an error, a trace or a debugger's dump.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let value: String

    public init(_ value: String) { self.value = value }

    public var description: String { "<secret>" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    /// The text itself, for the one place that sends it.
    public func reveal() -> String { value }
    public var isEmpty: Bool { value.isEmpty }
}
