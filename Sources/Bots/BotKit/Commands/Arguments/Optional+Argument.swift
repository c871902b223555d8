/// An optional argument. A word that does not match is left for the argument that follows.
extension Optional: Argument where Wrapped: Argument {
    /// The label of the wrapped type.
    public static var label: LocalizedText { Wrapped.label }
    /// The expectation of the wrapped type.
    public static var expects: LocalizedText { Wrapped.expects }
    /// True if the wrapped type consumes all remaining words.
    public static var isLast: Bool { Wrapped.isLast }

    /// Returns the usage of the wrapped type in square brackets.
    public static func usage(of label: String) -> String {
        let usage = Wrapped.usage(of: label)
        return usage.hasPrefix("<") && usage.hasSuffix(">") ? "[\(usage.dropFirst().dropLast())]" : usage
    }

    /// Reads the argument if the next words match; otherwise yields nil and consumes nothing.
    public static func read(_ reader: inout ArgumentReader) throws -> Wrapped?? { .some(try reader.attempt(Wrapped.self)) }
}
