/// An argument list: one or more values of a type, up to the end of the message.
extension Array: Argument where Element: Argument {
    /// The label of the element type.
    public static var label: LocalizedText { Element.label }
    /// The expectation of the element type.
    public static var expects: LocalizedText { Element.expects }
    /// True: the list consumes all remaining words.
    public static var isLast: Bool { true }
    /// Returns the label with an ellipsis: `<label…>`.
    public static func usage(of label: String) -> String { "<\(label)…>" }

    /// Reads up to 100 elements; returns nil if there are none.
    ///
    /// - Throws: An error that points at an invalid element, or at the first one past 100.
    public static func read(_ reader: inout ArgumentReader) throws -> [Element]? {
        let most = 100  // A message has no room for more meaningful elements.
        var elements: [Element] = []
        while !reader.isAtEnd {
            let start = reader
            guard elements.count < most else {
                throw start.usageError(
                    LocalizedText("at most \(most) are allowed", vi: "nhiều nhất \(most) mục ở đây"), since: start)
            }
            do {
                guard let element = try Element.read(&reader) else { throw start.mismatch(Element.expects) }
                elements.append(element)
            } catch let mistake as UsageError {
                throw reader.usageError(mistake.wording, since: start)
            }
            try reader.takeFlags()
        }
        return elements.isEmpty ? nil : elements
    }
}
