/// One or more of a kind, up to the end.
extension Array: Argument where Element: Argument {
    public static var label: LocalizedText { Element.label }
    public static var expects: LocalizedText { Element.expects }
    public static var isLast: Bool { true }
    public static func usage(of label: String) -> String { "<\(label)…>" }

    public static func read(_ reader: inout ArgumentReader) throws -> [Element]? {
        let most = 100  // A message has no room for more that mean something.
        var elements: [Element] = []
        while !reader.isAtEnd {
            let start = reader
            guard elements.count < most else {
                throw start.misreading(
                    LocalizedText("at most \(most) belong here", vi: "nhiều nhất \(most) mục ở đây"), since: start)
            }
            do {
                guard let element = try Element.read(&reader) else { throw start.unfit(Element.expects) }
                elements.append(element)
            } catch let mistake as UsageError {
                throw reader.misreading(mistake.wording, since: start)
            }
            try reader.takeFlags()
        }
        return elements.isEmpty ? nil : elements
    }
}
