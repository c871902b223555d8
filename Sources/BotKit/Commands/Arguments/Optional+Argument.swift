/// What may be left out. A word that is none of it is left to what comes after.
extension Optional: Argument where Wrapped: Argument {
    public static var label: LocalizedText { Wrapped.label }
    public static var expects: LocalizedText { Wrapped.expects }
    public static var isLast: Bool { Wrapped.isLast }

    public static func usage(of label: String) -> String {
        let usage = Wrapped.usage(of: label)
        return usage.hasPrefix("<") && usage.hasSuffix(">") ? "[\(usage.dropFirst().dropLast())]" : usage
    }

    public static func read(_ reader: inout ArgumentReader) throws -> Wrapped?? { .some(try reader.attempt(Wrapped.self)) }
}
